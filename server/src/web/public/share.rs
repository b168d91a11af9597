//! `/{username}/share`: passing a page on, without script.

use std::future::ready;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::site::share::VisitorShare;
use mantel_model::Username;

use super::lookup;
use crate::service::Error;
use crate::state::App;
use crate::web::public_rate::PublicRate;
use crate::web::screen;

/// The screen of the page with this name.
pub async fn get(_: PublicRate, State(app): State<App>, Path(name): Path<String>) -> Response {
    let address = |name: &Username| format!("/{name}/share");
    let shown = lookup::other_published_form(&app, &name, address, |page| {
        let share = VisitorShare {
            url: app.config.page_url(&page.username),
            address: format!("{}/{}", app.config.host(), page.username),
            name: page.page.profile.name_or(page.username.as_str()).to_owned(),
            username: page.username.to_string(),
        };
        let title = format!("Share {}", share.name);
        ready(Ok(screen::screen_with_styles(StatusCode::OK, &title, &["share.css"], share)))
    });
    match shown.await {
        Ok(response) => response,
        Err(Error::PageNotFound(_)) => screen::not_found(&app, None, false),
        Err(error) => screen::error_screen(&error.into()),
    }
}
