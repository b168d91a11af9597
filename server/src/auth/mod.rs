//! Signing up, in and out in a browser: plain forms that work without script.

mod account;
pub mod cookie;
pub mod csrf;
mod entry;
pub mod form;
mod next;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::routing::{MethodRouter, get, post};

use crate::rest::problem::Refusal;
use crate::service::Session;
use crate::state::App;

/// Every route of the forms.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/signup", get(entry::sign_up_page).post(entry::sign_up)),
        ("/signin", get(entry::sign_in_page).post(entry::sign_in)),
        ("/signout", post(entry::sign_out)),
        ("/account", get(account::page)),
        ("/account/claim", post(account::claim)),
        ("/account/publish", post(account::publish)),
        ("/account/keys", post(account::make_key)),
        ("/account/keys/{id}/revoke", post(account::revoke_key)),
        ("/account/password", post(account::change_password)),
    ]
}

/// The browser's session, if it is signed in.
#[derive(Debug)]
pub struct SignedIn(pub Option<Session>);

impl FromRequestParts<App> for SignedIn {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let Some(cookie) = cookie::read(&parts.headers, &app.config) else { return Ok(Self(None)) };
        Ok(Self(app.service.session(&cookie).await?))
    }
}
