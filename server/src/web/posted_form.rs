//! Posted HTML forms: same-site, url-encoded, fields by name. And what is wrong with them, by field.

use std::collections::HashMap;

use axum::extract::{FromRequest, Request};
use axum::http::header;
use axum::response::Response;
use mantel_app::site::form_fields::Problems;
use mantel_model::Problem;

use super::{browser_rate, screen};
use crate::http::body_reader;
use crate::http::error::Refusal;
use crate::http::session::csrf;
use crate::http::session::csrf::RequestOrigin;
use crate::service::{Error, WantedRights};
use crate::state::App;

/// A posted form; the last value of a name counts.
#[derive(Debug)]
pub struct PostedForm {
    fields: HashMap<String, String>,
    in_place: bool,
}

impl PostedForm {
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

    /// The rights that it asks for a key or a program.
    pub fn wanted_rights(&self) -> WantedRights<'_> {
        WantedRights { access: self.raw("access"), publish: self.raw("publish") == "on", ends: self.raw("ends").trim() }
    }
}

impl FromRequest<App> for PostedForm {
    type Rejection = Response;

    /// Checks where it was sent from, and how often the account or, without a session, the address sends one, before it
    /// reads the body. Handlers for signed-in people check the session before this.
    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        if csrf::origin(&parts.headers, &app.config) == RequestOrigin::CrossSite {
            let detail = "This form was sent from another site. Open it here and send it again.";
            return Err(screen::error_screen(&Refusal::new("cross_site", detail)));
        }
        let taken = browser_rate::take_form(app, &mut parts).await;
        taken.map_err(|refusal| screen::error_screen(&refusal))?;
        let request = Request::from_parts(parts, body);
        let in_place = request.headers().get(header::ACCEPT).is_some_and(|accept| accept == "application/json");
        let content_type =
            request.headers().get(header::CONTENT_TYPE).and_then(|headers| headers.to_str().ok()).unwrap_or_default();
        let url_encoded = content_type.is_empty() || content_type.starts_with("application/x-www-form-urlencoded");
        let bytes = body_reader::form(request).await.map_err(|refusal| screen::error_screen(&refusal))?;
        if !url_encoded && !bytes.is_empty() {
            return Err(screen::error_screen(&Refusal::new("unsupported_media_type", "Forms are sent url-encoded.")));
        }
        Ok(Self { fields: url::form_urlencoded::parse(&bytes).into_owned().collect(), in_place })
    }
}

/// The problems by form field.
pub fn field_problems(error: &Error) -> Problems {
    let of = |field: &str| Problems::new(vec![(field.to_owned(), error.to_string())]);
    match error {
        Error::Invalid(problems) => {
            let named = |problem: &Problem| (problem.path.trim_start_matches('/').to_owned(), problem.message.clone());
            Problems::new(problems.iter().map(named).collect())
        }
        Error::EmailTaken | Error::EmailInUse => of("email"),
        Error::WrongPassword => of("password"),
        Error::NotInvited => of("invite"),
        Error::UsernameInvalid(_) | Error::UsernameReserved(_) | Error::UsernameTaken(_) => of("username"),
        Error::Unreadable { .. } | Error::Elsewhere(_) => of("file"),
        other => Problems::of_form(other.to_string()),
    }
}
