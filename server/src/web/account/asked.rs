//! What agents ask the owner to publish, behind a link; and the changes of single versions, as a screen and as cuts in frames. All
//! of it is shown to the signed-in owner of the page alone.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::app::Screen;
use mantel_app::site::Document;
use mantel_app::site::change_card::{AskState, Occasion, PublishSheet, VersionChanges};

use super::require_sign_in::RequireSignIn;
use super::sign_in::status_of;
use crate::change_card;
use crate::clock::time_of_day;
use crate::http::security_headers::{self, Frames, ScriptPolicy};
use crate::service::{Comparison, Error, RequestState, Result, Session};
use crate::state::App;
use crate::web::posted_form::PostedForm;
use crate::web::{document, screen};

/// The sheet behind an agent's link: what it asks to publish.
pub async fn sheet(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(secret): Path<String>,
) -> Response {
    shown(&app, &session, &secret, StatusCode::OK, None).await
}

/// Publishes what the link asks for.
pub async fn publish(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(secret): Path<String>,
    _form: PostedForm,
) -> Response {
    match app.service.publish_requested(&session.caller, &secret).await {
        Ok(()) => Redirect::to(&format!("/agents/asked/{secret}")).into_response(),
        // The sheet says what became of a link that is no longer open.
        Err(Error::Unknown(_) | Error::VersionConflict { .. }) => {
            shown(&app, &session, &secret, StatusCode::CONFLICT, None).await
        }
        Err(error) => shown(&app, &session, &secret, status_of(&error), Some(error.to_string())).await,
    }
}

async fn shown(app: &App, session: &Session, secret: &str, status: StatusCode, problem: Option<String>) -> Response {
    let found = async {
        let (state, request, comparison) = app.service.requested(&session.caller, secret).await?;
        let state = match state {
            RequestState::Open => AskState::Open,
            RequestState::RunOut => AskState::RunOut(time_of_day(request.asked_at)),
            RequestState::Changed => AskState::Changed,
            RequestState::Published(at) => AskState::Published(time_of_day(at)),
            RequestState::LiveOtherwise(at) => AskState::LiveOtherwise(time_of_day(at)),
        };
        let sheets = change_card::stylesheets(&comparison);
        let (tiles, url) = (change_card::tiles(&comparison), app.config.page_url(&comparison.username));
        let card = change_card::card(app, comparison, &request.actor, Occasion::Requested).await;
        let sheet = PublishSheet { card, state, url, action: format!("/agents/asked/{secret}"), problem };
        Ok((sheet, sheets, tiles))
    };
    match found.await {
        Ok((sheet, sheets, tiles)) => {
            let mut response = card_screen(status, "Publish just these changes", &sheets, tiles, sheet);
            response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
            response
        }
        Err(error) => missing(app, error),
    }
}

/// A screen with a card: it has no script, and shows pictures from this server alone.
fn card_screen(status: StatusCode, title: &str, sheets: &[String], tiles: usize, screen: impl Screen) -> Response {
    let names: Vec<&str> = screen::STYLESHEETS.iter().copied().chain(sheets.iter().map(String::as_str)).collect();
    let document = Document { unlisted: true, scripts: Vec::new(), ..document::with_title(title, &names) };
    document::with_page(document::screen(status, document, ScriptPolicy::Form, screen), tiles)
}

/// The changes of one version.
pub async fn version(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(version): Path<String>,
) -> Response {
    let found = async {
        let (comparison, actor) = kept(&app, &session, &version).await?;
        let sheets = change_card::stylesheets(&comparison);
        let tiles = change_card::tiles(&comparison);
        let live = comparison.live.is_some_and(|live| live.0 == comparison.after.version);
        let card = change_card::card(&app, comparison, &actor, Occasion::Made { live }).await;
        Ok((VersionChanges(card), sheets, tiles))
    };
    match found.await {
        Ok((changes, sheets, tiles)) => {
            card_screen(StatusCode::OK, &format!("Changes of version {version}"), &sheets, tiles, changes)
        }
        Err(error) => missing(&app, error),
    }
}

/// The cuts of one version's first change, for a frame of the agents page.
pub async fn cuts(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(version): Path<String>,
) -> Response {
    let found = async {
        let (comparison, actor) = kept(&app, &session, &version).await?;
        Ok(change_card::cuts_html(&app, comparison, &actor).await)
    };
    match found.await {
        Ok(html) => {
            let mut response = document::response(StatusCode::OK, &html, ScriptPolicy::None);
            security_headers::allow_frames(response.headers_mut(), Frames::OwnDocuments);
            response
        }
        Err(error) => missing(&app, error),
    }
}

async fn kept(app: &App, session: &Session, version: &str) -> Result<(Comparison, String)> {
    let number = version.parse().map_err(|_| Error::VersionNotFound(version.chars().take(32).collect()))?;
    app.service.version_and_before(&session.caller, number).await
}

/// A link or a version that is not there looks the same whether it is another's or never was.
fn missing(app: &App, error: Error) -> Response {
    match error {
        Error::Unknown(_) | Error::NoPage | Error::VersionNotFound(_) => screen::not_found(app, None, true),
        other => screen::error_screen(&other.into()),
    }
}
