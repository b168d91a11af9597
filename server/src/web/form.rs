//! Posted HTML forms: same-site; url-encoded or, with a file, multipart; fields by name.

use std::collections::HashMap;

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::screen;
use crate::http::error::Refusal;
use crate::http::session::csrf;
use crate::http::session::csrf::RequestOrigin;
use crate::state::App;

/// A posted form; the last value of a name counts.
#[derive(Debug)]
pub struct Form {
    fields: HashMap<String, String>,
    in_place: bool,
}

impl Form {
    /// A field's text, trimmed; empty when absent.
    pub fn text(&self, name: &str) -> String {
        self.raw(name).trim().to_owned()
    }

    /// Whether a script sent it, to show the answer in place: it accepts JSON.
    pub const fn in_place(&self) -> bool {
        self.in_place
    }

    /// A field as typed: passwords keep their spaces.
    pub fn raw(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }
}

impl FromRequest<App> for Form {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        if csrf::origin(request.headers(), &app.config) == RequestOrigin::CrossSite {
            let detail = "This form was sent from another site. Open it here and send it again.";
            return Err(screen::error_screen(&Refusal::new("cross_site", detail)));
        }
        let in_place = request.headers().get(header::ACCEPT).is_some_and(|accept| accept == "application/json");
        let content_type =
            request.headers().get(header::CONTENT_TYPE).and_then(|headers| headers.to_str().ok()).unwrap_or_default();
        if content_type.starts_with("multipart/form-data") {
            return multipart(request, app).await;
        }
        let url_encoded = content_type.is_empty() || content_type.starts_with("application/x-www-form-urlencoded");
        let bytes = axum::body::Bytes::from_request(request, app).await.map_err(IntoResponse::into_response)?;
        if !url_encoded && !bytes.is_empty() {
            return Err(screen::error_screen(&Refusal::new("unsupported_media_type", "Forms are sent url-encoded.")));
        }
        Ok(Self { fields: url::form_urlencoded::parse(&bytes).into_owned().collect(), in_place })
    }
}

/// A form with a file: the text of the file is the value of its field.
async fn multipart(request: Request, app: &App) -> Result<Form, Response> {
    let incomplete =
        || screen::error_screen(&Refusal::new("invalid_input", "The form did not arrive whole; send it again."));
    let mut parts = Multipart::from_request(request, app).await.map_err(|_| incomplete())?;
    let mut fields = HashMap::new();
    while let Some(field) = parts.next_field().await.map_err(|_| incomplete())? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|_| incomplete())?;
        fields.insert(name, String::from_utf8_lossy(&bytes).into_owned());
    }
    Ok(Form { fields, in_place: false })
}
