//! Forms as browsers post them: same-site, url-encoded or, with a file, in parts; read by name.

use std::collections::HashMap;

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::session::csrf;
use super::session::csrf::Origin;
use crate::http::error::Refusal;
use crate::state::App;
use crate::web;

/// A posted form; the last value of a name counts.
#[derive(Debug)]
pub struct Form(HashMap<String, String>);

impl Form {
    /// A field's text, trimmed; empty when absent.
    pub fn text(&self, name: &str) -> String {
        self.raw(name).trim().to_owned()
    }

    /// A field as typed: passwords keep their spaces.
    pub fn raw(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}

impl FromRequest<App> for Form {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        if csrf::origin(request.headers(), &app.config) == Origin::Foreign {
            let words = "This form was sent from another site. Open it here and send it again.";
            return Err(web::trouble(&Refusal::new("cross_site", words)));
        }
        let kind =
            request.headers().get(header::CONTENT_TYPE).and_then(|headers| headers.to_str().ok()).unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            return parts(request, app).await;
        }
        let posted = kind.is_empty() || kind.starts_with("application/x-www-form-urlencoded");
        let bytes = axum::body::Bytes::from_request(request, app).await.map_err(IntoResponse::into_response)?;
        if !posted && !bytes.is_empty() {
            return Err(web::trouble(&Refusal::new("unsupported_media_type", "Forms are sent url-encoded.")));
        }
        Ok(Self(url::form_urlencoded::parse(&bytes).into_owned().collect()))
    }
}

/// A form with a file: the file's text is the field's.
async fn parts(request: Request, app: &App) -> Result<Form, Response> {
    let torn = || web::trouble(&Refusal::new("invalid_input", "The form did not arrive whole; send it again."));
    let mut parts = Multipart::from_request(request, app).await.map_err(|_| torn())?;
    let mut fields = HashMap::new();
    while let Some(field) = parts.next_field().await.map_err(|_| torn())? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|_| torn())?;
        fields.insert(name, String::from_utf8_lossy(&bytes).into_owned());
    }
    Ok(Form(fields))
}
