//! The website: published pages, Mantel's own screens, schemas and health checks.

pub mod account;
pub mod brief_editor;
mod browser_rate;
mod docs;
pub mod document;
pub mod editor;
mod fallback;
pub mod gallery;
pub mod health;
mod landing;
pub mod oauth;
mod oembed;
pub mod posted_form;
pub mod public;
mod public_rate;
pub mod schema;
pub mod screen;
mod sitemap;
mod well_known;

use axum::routing::{MethodRouter, get, post};
pub use fallback::fallback;
use mantel_drawing::icon::IconSize;
pub use screen::error_screen;

use self::public::qr::CodeFile;
use crate::http::cors::readable_by_any_site;
use crate::state::App;

/// Every route of the site.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let any = readable_by_any_site;
    vec![
        ("/", get(landing::get)),
        ("/new", get(brief_editor::get)),
        ("/edit", get(editor::get)),
        ("/edit/check", get(editor::check)),
        ("/looks", get(gallery::all)),
        ("/looks/{look}", get(gallery::look)),
        ("/looks/{look}/{palette}", get(gallery::specimen)),
        ("/docs", get(docs::index)),
        ("/docs/errors", get(docs::errors)),
        ("/docs/api", get(docs::reference)),
        ("/media/{hash}", get(public::media::get)),
        ("/media/{hash}/{made}", get(public::media::variant)),
        ("/media/far/{signature}/{address}", get(public::media::remote)),
        ("/media/far/{signature}/{address}/{made}", get(public::media::remote_variant)),
        ("/preview/{secret}", get(public::preview::get)),
        ("/report/{username}", get(public::report::get).post(public::report::post)),
        ("/schema", any(get(schema::index))),
        ("/schema/{file}", any(get(schema::get))),
        ("/openapi.json", any(get(schema::openapi))),
        ("/brands.svg", get(schema::brands)),
        ("/healthz", get(health::live)),
        ("/readyz", get(health::ready)),
        ("/robots.txt", any(get(health::robots))),
        ("/sitemap.xml", any(get(sitemap::index))),
        ("/sitemap/{part}", any(get(sitemap::part))),
        ("/oembed", any(get(oembed::get))),
        ("/oembed/providers.json", any(get(oembed::providers))),
        ("/.well-known/webfinger", any(get(well_known::webfinger))),
        ("/.well-known/change-password", get(well_known::change_password)),
        ("/.well-known/security.txt", any(get(well_known::security_txt))),
        ("/.well-known/api-catalog", any(get(well_known::api_catalog))),
        ("/{username}", get(public::page::get).options(public::page::options)),
        ("/{username}/card.jpg", any(get(public::card::get))),
        ("/{username}/embed", any(get(public::embed::get))),
        ("/{username}/feed.xml", any(get(public::feed::get))),
        ("/{username}/go/{target}", get(public::presses::go)),
        ("/{username}/icon-32.png", any(public::icon::icon(IconSize::Small))),
        ("/{username}/icon-64.png", any(public::icon::icon(IconSize::Tab))),
        ("/{username}/icon-180.png", any(public::icon::icon(IconSize::Touch))),
        ("/{username}/icon-192.webp", any(public::icon::icon(IconSize::App192))),
        ("/{username}/icon-512.webp", any(public::icon::icon(IconSize::App512))),
        ("/{username}/manifest.webmanifest", any(get(public::icon::manifest))),
        ("/{username}/pressed/{target}", post(public::presses::pressed)),
        ("/{username}/print.pdf", any(public::qr::code(CodeFile::Pdf))),
        ("/{username}/qr.png", any(public::qr::code(CodeFile::Png))),
        ("/{username}/qr.svg", any(public::qr::code(CodeFile::Svg))),
        ("/{username}/share", get(public::share::get)),
        ("/{username}/llms.txt", any(get(public::page::llms_txt))),
    ]
}
