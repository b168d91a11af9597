//! The REST API under `/api/v1`: extract, call the service, reply (specification, Endpoints).

mod call;
mod check;
mod claim;
mod events;
pub mod export;
mod history;
pub mod images;
mod import;
mod index;
pub mod insights;
mod move_in;
pub mod openapi;
mod options;
mod page;
mod picture;
mod preview;
mod profile;
pub mod public;
mod publish;
pub mod rename;
mod theme;
mod tiles;
mod token;
mod undo;
mod username;
mod ways;

use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, delete, get, patch, post};

use crate::http::cors;
use crate::picture_upload::UPLOADS;
use crate::state::App;

/// Every route of the API.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/api/v1", cors::readable_by_any_site(get(index::get))),
        ("/api/v1/page", get(page::get).put(page::put).delete(page::delete)),
        ("/api/v1/claim", post(claim::post)),
        ("/api/v1/page/import", post(import::post)),
        ("/api/v1/page/move-in", post(move_in::post)),
        ("/api/v1/page/tiles", post(tiles::add)),
        ("/api/v1/page/tiles/{id}", patch(tiles::update).merge(delete(tiles::remove))),
        ("/api/v1/page/tiles/{id}/move", post(tiles::move_tile)),
        ("/api/v1/page/tiles/{id}/refresh", post(tiles::refresh)),
        ("/api/v1/page/theme", patch(theme::change).post(theme::change)),
        ("/api/v1/page/profile", patch(profile::change)),
        ("/api/v1/page/publish", post(publish::post)),
        ("/api/v1/page/unpublish", post(publish::unpublish)),
        ("/api/v1/page/undo", post(undo::post)),
        ("/api/v1/page/check", get(check::get)),
        ("/api/v1/page/picture", get(picture::own)),
        ("/api/v1/page/username", post(rename::post)),
        ("/api/v1/page/preview", get(preview::get).post(preview::post).delete(preview::delete)),
        ("/api/v1/page/insights", get(insights::get)),
        ("/api/v1/page/ways", get(ways::get).post(ways::post)),
        ("/api/v1/page/ways/{name}", delete(ways::delete)),
        ("/api/v1/page/export", get(export::file)),
        ("/api/v1/page/export.zip", get(export::bundle)),
        ("/api/v1/page/export.html.zip", get(export::site)),
        ("/api/v1/page/events", get(events::get)),
        ("/api/v1/page/history", get(history::list)),
        ("/api/v1/page/history/{version}", get(history::get)),
        ("/api/v1/page/history/{version}/restore", post(history::restore)),
        (UPLOADS, post(images::post).layer(DefaultBodyLimit::disable())),
        ("/api/v1/images/{address}", post(images::post_to_address).layer(DefaultBodyLimit::disable())),
        ("/api/v1/public/{username}", cors::readable_by_any_site(get(public::get))),
        ("/api/v1/public/{username}/picture", cors::readable_by_any_site(get(picture::public))),
        ("/api/v1/username", cors::readable_by_any_site(get(username::check))),
        ("/api/v1/options", cors::readable_by_any_site(get(options::get))),
        ("/api/auth/session/token", post(token::post)),
    ]
}
