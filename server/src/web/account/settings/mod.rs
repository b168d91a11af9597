//! `/settings`: the page's address and files, its private link, the email address, the password, sessions, and the
//! danger zone.

mod danger_zone;
mod email;
mod import;
mod import_form;
mod page;
mod sessions;

use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use mantel_app::site::settings::{OldName, OwnPage, SearchResult, Section, Settings};

use super::notices::{NOTICES, notice_path};
use super::require_sign_in::RequireSignIn;
use super::sign_in::{query, status_of};
use crate::clock::{ago, date, day};
use crate::http::session::SignedIn;
use crate::service::{Error, PageView, Result, Session};
use crate::state::App;
use crate::web::posted_form::field_problems;
use crate::web::screen;

/// The path for page files, which may be as large as all pictures of an account.
pub const IMPORTS: &str = "/settings/import";

/// Every route of the settings.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/account", get(account)),
        ("/settings", get(show)),
        ("/settings/claim", post(page::claim)),
        ("/settings/publish", post(page::publish)),
        ("/settings/username", post(page::rename)),
        ("/settings/search", post(page::search)),
        ("/settings/export", get(page::file)),
        ("/settings/export.zip", get(page::bundle)),
        ("/settings/export.html.zip", get(page::static_site)),
        (IMPORTS, post(import::import).layer(DefaultBodyLimit::disable())),
        ("/settings/link", post(page::link)),
        ("/settings/link/revoke", post(page::unlink)),
        ("/settings/email", post(email::change)),
        ("/settings/email/verify", post(email::verify)),
        ("/settings/email/{secret}", get(email::confirm_page).post(email::confirm)),
        ("/settings/password", post(sessions::password)),
        ("/settings/sessions/others", post(sessions::end_others)),
        ("/settings/sessions/{id}/end", post(sessions::end)),
        ("/settings/unpublish", post(danger_zone::unpublish)),
        ("/settings/delete-page", post(danger_zone::delete_page)),
        ("/settings/delete-account", post(danger_zone::delete_account)),
    ]
}

/// `/account` redirects to the settings.
async fn account(SignedIn(session): SignedIn) -> Response {
    Redirect::to(if session.is_some() { "/settings" } else { "/signin?next=%2Faccount" }).into_response()
}

/// Redirects back to the settings, which show the notice.
fn redirect_with_notice(what: &str) -> Response {
    Redirect::to(&notice_path(what)).into_response()
}

/// The settings.
async fn show(State(app): State<App>, RequireSignIn(session): RequireSignIn, RawQuery(raw): RawQuery) -> Response {
    let what = query(raw, "done");
    let done = NOTICES.iter().find(|notice| notice.0 == what).map(|notice| (notice.1, notice.2.to_owned()));
    render(&app, &session, StatusCode::OK, Settings { success: done, ..Settings::default() }).await
}

/// The settings with a form's problem beside it.
async fn show_problem(
    app: &App,
    session: &Session,
    section: Section,
    error: Error,
    mut settings: Settings,
) -> Response {
    settings.problems = Some((section, field_problems(&error)));
    render(app, session, status_of(&error), settings).await
}

/// The screen with the account's data.
async fn render(app: &App, session: &Session, status: StatusCode, settings: Settings) -> Response {
    match fill(app, session, settings).await {
        Ok(filled) => screen::screen_with_styles(status, "Settings", &["settings.css"], filled),
        Err(error) => screen::error_screen(&error.into()),
    }
}

async fn fill(app: &App, session: &Session, settings: Settings) -> Result<Settings> {
    let now = app.service.clock().now();
    let page = match app.service.page(&session.caller).await {
        Ok(page) => Some(page),
        Err(Error::NoPage) => None,
        Err(other) => return Err(other),
    };
    let link = match &page {
        Some(_) => app.service.preview(&session.caller).await?,
        None => None,
    };
    Ok(Settings {
        email: session.email.clone(),
        verified: session.caller.verified,
        admin: app.service.is_admin(session).await?,
        waiting_email: app.service.waiting_email(&session.caller.account).await?,
        mails: app.mailer.is_configured(),
        host: app.config.host().to_owned(),
        private_link: link.map(|link| (app.config.preview_url(&link.secret), ago(link.created_at, now))),
        sessions: sessions::list(app, session, now).await?,
        page: match page {
            Some(page) => Some(own_page(app, session, &page, now).await?),
            None => None,
        },
        ..settings
    })
}

async fn own_page(app: &App, session: &Session, page: &PageView, now: i64) -> Result<OwnPage> {
    let old = app.service.old_names(&session.caller).await?;
    Ok(OwnPage {
        url: app.config.page_url(&page.username),
        username: page.username.to_string(),
        live_since: page.live.map(|live| day(live.1)),
        unpublished: page.unpublished_changes,
        search: search_result(page),
        old_names: old.into_iter().map(|old| OldName { until: date(old.until, now), name: old.username }).collect(),
    })
}

fn search_result(page: &PageView) -> SearchResult {
    let profile = &page.draft.profile;
    SearchResult {
        title: profile.page_title.as_ref().map(ToString::to_string).unwrap_or_default(),
        description: profile.page_description.as_ref().map(ToString::to_string).unwrap_or_default(),
        name: profile.name_or(page.username.as_str()).to_owned(),
        bio: profile.bio.as_ref().map(ToString::to_string).unwrap_or_default(),
        unlisted: !profile.listed,
    }
}
