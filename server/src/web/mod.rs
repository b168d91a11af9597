//! What people see: published pages, Mantel's own screens, schemas and signs of life.

pub mod account;
pub mod brief_editor;
pub mod critical_css;
pub mod css_pieces;
pub mod document;
pub mod editor;
pub mod form;
pub mod gallery;
pub mod health;
pub mod oauth;
pub mod public;
pub mod schema;
pub mod screen;
pub mod session;

use axum::routing::{MethodRouter, get};
pub use document::pack;
pub use public::page::drawn_draft;
pub use screen::{dressed, nowhere, screen, trouble};

pub use crate::page_cache::{Kept, REQUEST_ID};
use crate::state::App;

/// Every route of the site.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/", get(screen::landing)),
        ("/new", get(brief_editor::get)),
        ("/edit", get(editor::get)),
        ("/looks", get(gallery::all)),
        ("/looks/{look}", get(gallery::look)),
        ("/looks/{look}/{palette}", get(gallery::specimen)),
        ("/docs/errors", get(screen::errors)),
        ("/docs/api", get(screen::reference)),
        ("/media/{hash}", get(public::media::get)),
        ("/media/{hash}/{made}", get(public::media::made)),
        ("/media/far/{signature}/{address}", get(public::media::far)),
        ("/media/far/{signature}/{address}/{made}", get(public::media::far_made)),
        ("/preview/{secret}", get(public::preview::get)),
        ("/report/{username}", get(public::report::get).post(public::report::post)),
        ("/schema/{file}", get(schema::get)),
        ("/openapi.json", get(schema::openapi)),
        ("/brands.svg", get(schema::brands)),
        ("/healthz", get(health::alive)),
        ("/readyz", get(health::ready)),
        ("/robots.txt", get(health::robots)),
        ("/{username}", get(public::page::get)),
        ("/{username}/llms.txt", get(public::page::llms_txt)),
    ]
}
