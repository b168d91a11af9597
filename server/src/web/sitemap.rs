//! `/sitemap.xml` and its parts (sitemaps.org, protocol 0.9): the pages that search engines may list.

use std::fmt::Write as _;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::public_rate::PublicRate;
use super::screen;
use crate::clock::rfc3339;
use crate::http::escape;
use crate::service::{Error, Result};
use crate::state::App;

/// The most addresses in one part (sitemaps.org).
const PART: i64 = 50_000;
/// How long a part is kept, ms.
const KEPT: i64 = 60 * 60 * 1000;
/// How long a date is, `2026-11-21`.
const DATE: usize = 10;

/// `/sitemap.xml`: the parts.
pub async fn index(_: PublicRate, State(app): State<App>) -> Response {
    answer(&app, "sitemap", index_xml(&app)).await
}

/// `/sitemap/{part}`: the addresses of one part, `1.xml` and so on.
pub async fn part(_: PublicRate, State(app): State<App>, Path(name): Path<String>) -> Response {
    // Only as it is written in the index: `01.xml` is no other part.
    let number = name.strip_suffix(".xml").and_then(|number| number.parse::<i64>().ok());
    match number.filter(|number| *number > 0 && format!("{number}.xml") == name) {
        Some(number) => answer(&app, &format!("sitemap/{number}"), part_xml(&app, number)).await,
        None => screen::not_found(&app, None, false),
    }
}

/// A document that is kept for an hour; the part of no page is none.
async fn answer(app: &App, name: &str, make: impl Future<Output = Result<Option<String>>>) -> Response {
    let key = format!("{name} {}", app.service.clock().now().div_euclid(KEPT));
    if let Some(kept) = app.screens.get(&key) {
        return kept.response();
    }
    match make.await {
        Ok(Some(xml)) => {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/xml"));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
            app.screens.insert(key, headers, Bytes::from(xml)).response()
        }
        Ok(None) => screen::not_found(app, None, false),
        Err(error) => screen::error_screen(&error.into()),
    }
}

async fn index_xml(app: &App) -> Result<Option<String>> {
    let pages = app.service.store().listed_count().await.map_err(Error::from)?;
    let mut xml = head("sitemapindex");
    for number in 1..=(pages + PART - 1) / PART {
        // Writing to a string can't fail.
        let _ = write!(xml, "<sitemap><loc>{}/sitemap/{number}.xml</loc></sitemap>", base(app));
    }
    xml.push_str("</sitemapindex>\n");
    Ok(Some(xml))
}

async fn part_xml(app: &App, number: i64) -> Result<Option<String>> {
    let skip = (number - 1).saturating_mul(PART);
    let pages = app.service.store().listed(skip, PART).await.map_err(Error::from)?;
    if pages.is_empty() {
        return Ok(None);
    }
    let (mut xml, base) = (head("urlset"), base(app));
    for (name, at) in pages {
        let changed = rfc3339(at);
        let day = changed.get(..DATE).unwrap_or_default();
        // A name has no character to escape.
        let _ = write!(xml, "<url><loc>{base}/{name}</loc><lastmod>{day}</lastmod></url>");
    }
    xml.push_str("</urlset>\n");
    Ok(Some(xml))
}

fn head(root: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
    )
}

fn base(app: &App) -> String {
    escape::escaped(&app.config.base_url)
}
