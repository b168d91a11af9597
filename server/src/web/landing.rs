//! `/`: the landing page.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::site::Document;
use mantel_app::site::landing::{Landing, LandingPage};
use mantel_model::look::Look;

use super::document;
use super::public_rate::PublicRate;
use super::screen::STYLESHEETS;
use crate::assets;
use crate::config::Signups;
use crate::http::security_headers::ScriptPolicy;
use crate::http::session::SignedIn;
use crate::state::App;

/// The landing page.
pub async fn get(_: PublicRate, State(app): State<App>, SignedIn(session): SignedIn) -> Response {
    let mut stylesheets: Vec<String> = STYLESHEETS.iter().map(|name| (*name).to_owned()).collect();
    stylesheets.extend(Look::ALL.iter().map(|look| format!("looks/{look}.css")));
    let names: Vec<&str> = stylesheets.iter().map(String::as_str).collect();
    let document = Document {
        description: "One page for your links, notes, pictures and music, drawn by hand six ways.".to_owned(),
        address: Some(format!("{}/", app.config.base_url)),
        picture: assets::path("/card.png").map(|path| format!("{}{path}", app.config.base_url)),
        ..document::with_title("", &names)
    };
    let page = match &session {
        Some(session) => app.service.page(&session.caller).await.ok(),
        None => None,
    };
    let landing = Landing {
        page: page.map(|page| LandingPage {
            url: app.config.page_url(&page.username),
            live: page.live.is_some() && page.suspended.is_none(),
            username: page.username.to_string(),
        }),
        host: app.config.host().to_owned(),
        signed_in: session.is_some(),
        open: app.service.signups() != Signups::Closed,
        base: app.config.base_url.clone(),
    };
    let response = document::screen(StatusCode::OK, document, ScriptPolicy::Own, landing);
    if session.is_none() { document::shared(response, "/".to_owned()) } else { response }
}
