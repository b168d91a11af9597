//! `/new`: the brief editor, rendered here and mounted by the frontend.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::brief_editor::Start;
use mantel_app::mount::BriefEditorScreen;
use mantel_app::site::Document;
use mantel_model::look::Look;

use super::document;
use super::screen;
use crate::assets;
use crate::config::Signups;
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::http::security_headers::ScriptPolicy;
use crate::http::session::SignedIn;
use crate::state::App;

/// The editor, with the page that the query describes (specification, Link forms of the brief).
pub async fn get(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    SignedIn(session): SignedIn,
    RawQuery(query): RawQuery,
) -> Response {
    if let Err(error) = app.rate_limits.take_address(Kind::Public, address) {
        return screen::error_screen(&error.into());
    }
    let page = match &session {
        Some(session) => app.service.page(&session.caller).await.ok().map(|page| page.username.to_string()),
        None => None,
    };
    let sheet =
        |look: &Look| assets::path(&format!("looks/{look}.css")).map(|path| (look.to_string(), path.to_owned()));
    let start = Start {
        query: query.unwrap_or_default(),
        host: app.config.host().to_owned(),
        base: app.config.base_url.clone(),
        signed_in: session.is_some(),
        page,
        open: app.service.signups() != Signups::Closed,
        invite: app.service.signups() == Signups::Invite,
        styles: Look::ALL.iter().filter_map(sheet).collect(),
    };
    // As many as it may name.
    let tiles = start.query.split(",").flat_map(|part| part.split("%2")).count();
    let look = format!("looks/{}.css", start.look());
    let document = Document {
        description: "Paste a list of links, or what your chat wrote, and watch your page draw itself.".to_owned(),
        address: Some(format!("{}/new", app.config.base_url)),
        scripts: Vec::new(),
        ..document::with_title("New page", &["ui.css", look.as_str(), "brief_editor.css"])
    };
    let screen = BriefEditorScreen { start, scripts: document::scripts("brief_editor") };
    document::with_page(document::screen(StatusCode::OK, document, ScriptPolicy::Wasm, screen), tiles)
}
