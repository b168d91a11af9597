//! `/edit`: the editor, rendered here and mounted by the frontend; and what its publish dialog says may be wrong.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::editor::Start;
use mantel_app::mount::EditorScreen;
use mantel_app::site::Document;
use mantel_app::site::check_list::{self, ListedFinding};
use mantel_model::Draft;
use mantel_model::api::{DraftView, PageView};
use mantel_model::check::{Finding, Severity};
use mantel_model::edit::{display_name, picture_name};
use mantel_model::look::Look;

use super::document;
use super::screen;
use crate::assets;
use crate::http::rate_limit::Kind;
use crate::http::reply;
use crate::http::security_headers::{ScriptPolicy, document_headers};
use crate::http::session::SignedIn;
use crate::page_check::page_check;
use crate::service::Error;
use crate::state::App;

/// The editor of the account's page. Redirects to sign in if signed out, and to claim a page if there is none.
pub async fn get(State(app): State<App>, SignedIn(session): SignedIn) -> Response {
    let Some(session) = session else { return Redirect::to("/signin?next=%2Fedit").into_response() };
    if let Err(error) = app.rate_limits.take_caller(Kind::Reads, &session.caller) {
        return screen::error_screen(&error.into());
    }
    let view = match app.service.page(&session.caller).await {
        Ok(view) => view,
        Err(Error::NoPage) => return Redirect::to("/settings").into_response(),
        Err(error) => return screen::error_screen(&error.into()),
    };
    let pictures = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await.pictures;
    let live = match app.service.own_published(&session.caller).await {
        Ok(live) => Some(DraftView::of(Arc::unwrap_or_clone(live.page), &live.facts)),
        Err(_) => None,
    };
    let before_import = match app.service.before_import(&session.caller, view.version).await {
        Ok(before) => before.map(|draft| DraftView::of(draft, &HashMap::new())),
        Err(error) => return screen::error_screen(&error.into()),
    };
    let (look, tiles) = (format!("looks/{}.css", view.draft.theme.look()), view.draft.tiles.len());
    let sheet =
        |look: &Look| assets::path(&format!("looks/{look}.css")).map(|path| (look.to_string(), path.to_owned()));
    let scripts = document::scripts("editor");
    let start = Start {
        page: PageView { pictures: Arc::unwrap_or_clone(pictures), ..reply::page_body(&app.config, view) },
        live,
        before_import,
        email: session.email.clone(),
        host: app.config.host().to_owned(),
        base: app.config.base_url.clone(),
        styles: Look::ALL.iter().filter_map(sheet).collect(),
        build: scripts.as_ref().map(|scripts| scripts.module.clone()).unwrap_or_default(),
    };
    let document = Document {
        unlisted: true,
        scripts: document::asset_urls(&["/share-dialog.js", "/publish-check.js"]),
        ..document::with_title("Your page", &["ui.css", look.as_str(), "agents.css", "editor.css"])
    };
    let early_edit = assets::path("/early-edit.js").map(str::to_owned);
    let screen = EditorScreen { start, early_edit, scripts };
    document::with_page(document::screen(StatusCode::OK, document, ScriptPolicy::Wasm, screen), tiles)
}

/// What may be wrong with the draft, as a part of the publish dialog (`public/publish-check.js`); nothing (204) where
/// nothing is.
pub async fn check(State(app): State<App>, SignedIn(session): SignedIn) -> Response {
    let Some(session) = session else {
        return screen::error_screen(&Error::Unauthorized("Sign in to see this.").into());
    };
    let checked = async {
        app.rate_limits.take_caller(Kind::Reads, &session.caller)?;
        page_check(&app, &session.caller).await
    };
    match checked.await {
        Ok(check) if check.findings.is_empty() => StatusCode::NO_CONTENT.into_response(),
        Ok(check) => {
            let fragment = check_list::html(&listed(&check.findings, &check.draft));
            (document_headers(ScriptPolicy::None), fragment).into_response()
        }
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// The findings as the list shows them: first those by which visitors miss something.
fn listed(findings: &[Finding], draft: &Draft) -> Vec<ListedFinding> {
    let name = |finding: &Finding| {
        let tile = draft.tile(finding.tile.as_ref()?)?;
        Some((tile.id.to_string(), picture_name(draft, tile).unwrap_or_else(|| display_name(tile))))
    };
    let (problems, advice): (Vec<_>, Vec<_>) =
        findings.iter().partition(|finding| finding.severity == Severity::Problem);
    let all = problems.into_iter().chain(advice);
    all.map(|finding| ListedFinding { tile: name(finding), message: finding.message.clone() }).collect()
}
