//! Signing up, in and out in a browser: plain forms that work without script.

mod agents;
mod connectors;
mod password_reset;
mod settings;
mod sign_in;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::routing::{MethodRouter, get, post};

use crate::http::error::Refusal;
use crate::service::Session;
use crate::state::App;

/// Every route of the forms.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let mut all = vec![
        ("/signup", get(sign_in::sign_up_page).post(sign_in::sign_up)),
        ("/signin", get(sign_in::sign_in_page).post(sign_in::sign_in)),
        ("/signout", post(sign_in::sign_out)),
        ("/forgot", get(password_reset::forgot_page).post(password_reset::forgot)),
        ("/reset/{secret}", get(password_reset::reset_page).post(password_reset::reset)),
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
        let Some(cookie) = super::session::cookie::read(&parts.headers, &app.config) else { return Ok(Self(None)) };
        Ok(Self(app.service.session(&cookie).await?))
    }
}
