//! Published pages by the name in an address: spelled as it is or otherwise, renamed, or none.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;

use crate::http::redirect;
use crate::insights::PageCounts;
use crate::page_cache::{CachedPage, Representation};
use crate::published_page::published_page;
use crate::service::{Error, Published, Result};
use crate::state::App;
use crate::web::screen;

const ROBOTS: &str = "x-robots-tag";

/// The result of looking up a page by name.
pub enum PageLookup {
    /// The name exactly as requested.
    Exact(Arc<CachedPage>),
    /// A different spelling of its name.
    OtherSpelling(Arc<CachedPage>),
    /// The page was renamed.
    Renamed(Username),
}

/// Another form of the page with this name: a redirect to its `address` when the name is spelled otherwise or was changed, and
/// a text where there is no page.
pub async fn form<F: Future<Output = Result<Response>> + Send>(
    app: &App,
    name: &str,
    address: impl Fn(&Username) -> String,
    make: impl FnOnce(Arc<CachedPage>) -> F,
) -> Response {
    match other_form(app, name, address, make).await {
        Ok(response) => response,
        Err(Error::PageNotFound(_)) => (StatusCode::NOT_FOUND, "There is no published page here.\n").into_response(),
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// The same for a form that is made of what the page holds, not of its document.
pub async fn published_form<F: Future<Output = Result<Response>> + Send>(
    app: &App,
    name: &str,
    address: impl Fn(&Username) -> String,
    make: impl FnOnce(Published) -> F + Send,
) -> Response {
    form(app, name, address, |page| async move { make(app.service.published(page.username.as_str()).await?).await })
        .await
}

/// The same, where the caller says what went wrong.
pub async fn other_published_form<F: Future<Output = Result<Response>> + Send>(
    app: &App,
    name: &str,
    address: impl Fn(&Username) -> String,
    make: impl FnOnce(Published) -> F + Send,
) -> Result<Response> {
    other_form(
        app,
        name,
        address,
        |page| async move { make(app.service.published(page.username.as_str()).await?).await },
    )
    .await
}

/// The first, where the caller says what went wrong.
pub async fn other_form<F: Future<Output = Result<Response>> + Send>(
    app: &App,
    name: &str,
    address: impl Fn(&Username) -> String,
    make: impl FnOnce(Arc<CachedPage>) -> F,
) -> Result<Response> {
    match find(app, name).await? {
        PageLookup::Exact(page) => {
            let robots = page.document(Representation::Html).headers().get(ROBOTS).cloned();
            let mut response = make(page).await?;
            if let Some(robots) = robots {
                // What search engines may not list of a page they may list in no form.
                response.headers_mut().insert(ROBOTS, robots);
            }
            Ok(response)
        }
        PageLookup::OtherSpelling(page) => Ok(redirect::permanent(&address(&page.username))),
        PageLookup::Renamed(username) => Ok(redirect::renamed(&address(&username))),
    }
}

/// The present name of the page that has this one, however it is spelled, or had it before.
pub async fn current_name(app: &App, name: &Username) -> Result<Username> {
    Ok(match find(app, name.as_str()).await? {
        PageLookup::Exact(page) | PageLookup::OtherSpelling(page) => page.username.clone(),
        PageLookup::Renamed(username) => username,
    })
}

/// The published page that has this name or had it before.
pub async fn published(app: &App, name: &Username) -> Result<Published> {
    app.service.published(current_name(app, name).await?.as_str()).await
}

/// What is counted of the page with exactly this name, if a GET for another form of it was answered.
pub async fn counted(app: &App, name: &str, method: &Method, answer: StatusCode) -> Option<Arc<PageCounts>> {
    let answered = answer.is_success() || answer == StatusCode::NOT_MODIFIED;
    match find(app, name).await {
        Ok(PageLookup::Exact(page)) if answered && method == Method::GET => Some(Arc::clone(&page.counts)),
        _ => None,
    }
}

/// The page with this name, however it is spelled, or where it is now.
pub async fn find(app: &App, name: &str) -> Result<PageLookup> {
    let Ok(username) = Username::parse(name) else {
        return Err(Error::PageNotFound(name.chars().take(64).collect()));
    };
    match published_page(app, &username).await {
        Ok(page) if page.username.as_str() == name => Ok(PageLookup::Exact(page)),
        Ok(page) => Ok(PageLookup::OtherSpelling(page)),
        Err(not_found @ Error::PageNotFound(_)) => {
            let renamed = app.service.published_by_old_name(name).await?.ok_or(not_found)?;
            Ok(PageLookup::Renamed(renamed.username))
        }
        Err(why) => Err(why),
    }
}
