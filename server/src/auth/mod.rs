//! Signing up, in and out in a browser: plain forms that work without script.

mod agents;
mod browser;
pub mod cookie;
pub mod csrf;
mod entry;
pub mod form;
mod hosts;
mod next;
mod reset;
mod settings;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::routing::{MethodRouter, get, post};

use crate::rest::problem::Refusal;
use crate::service::Session;
use crate::state::App;

/// Every route of the forms.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let mut all = vec![
        ("/signup", get(entry::sign_up_page).post(entry::sign_up)),
        ("/signin", get(entry::sign_in_page).post(entry::sign_in)),
        ("/signout", post(entry::sign_out)),
        ("/forgot", get(reset::forgot_page).post(reset::forgot)),
        ("/reset/{secret}", get(reset::reset_page).post(reset::reset)),
        ("/agents", get(agents::page)),
        ("/agents/keys", post(agents::make_key)),
        ("/agents/keys/{id}/revoke", post(agents::revoke)),
        ("/agents/keys/{id}/publish", post(agents::key_publish)),
        ("/agents/connected/{id}/disconnect", post(agents::disconnect)),
        ("/agents/connected/{id}/publish", post(agents::publish)),
        ("/agents/undo", post(agents::undo)),
    ];
    all.extend(settings::routes());
    all
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
