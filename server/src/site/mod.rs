//! What people see: published pages, Mantel's own screens, schemas and signs of life.

mod brief;
mod css;
mod document;
mod edit;
mod gallery;
mod health;
mod kept;
mod media;
mod page;
mod preview;
mod report;
mod schema;
mod screens;
mod sheet;
pub mod still;

use axum::routing::{MethodRouter, get};

pub use document::pack;
pub use kept::{Kept, REQUEST_ID};
pub use page::{drawn_draft, moved_for_now};
pub use screens::{dressed, nowhere, screen, trouble};

use crate::state::App;

/// Every route of the site.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/", get(screens::landing)),
        ("/new", get(brief::get)),
        ("/edit", get(edit::get)),
        ("/looks", get(gallery::all)),
        ("/looks/{look}", get(gallery::look)),
        ("/looks/{look}/{palette}", get(gallery::specimen)),
        ("/docs/errors", get(screens::errors)),
        ("/docs/api", get(screens::reference)),
        ("/media/{hash}", get(media::get)),
        ("/media/{hash}/{made}", get(media::made)),
        ("/media/far/{signature}/{address}", get(media::far)),
        ("/media/far/{signature}/{address}/{made}", get(media::far_made)),
        ("/preview/{secret}", get(preview::get)),
        ("/report/{username}", get(report::get).post(report::post)),
        ("/schema/{file}", get(schema::get)),
        ("/openapi.json", get(schema::openapi)),
        ("/brands.svg", get(schema::brands)),
        ("/healthz", get(health::alive)),
        ("/readyz", get(health::ready)),
        ("/robots.txt", get(health::robots)),
        ("/{username}", get(page::get)),
        ("/{username}/llms.txt", get(page::llms_txt)),
    ]
}
