//! `/sitemap.xml` and its parts (sitemaps.org, protocol 0.9): the pages that search engines may list.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::public_rate::PublicRate;
use super::screen;
use crate::clock::rfc3339;
use crate::http::escape;
use crate::http::shared_documents::SharedDocument;
use crate::service::{Error, Result};
use crate::state::App;

/// The most addresses in one part; sitemaps.org allows 50,000. A stranger may ask for any part at any time, so one takes tens
/// of milliseconds, and some of them fit among the documents that are kept.
const PART: i64 = 5_000;
/// How long a part is kept at most, ms.
const KEPT: i64 = 60 * 60 * 1000;
/// How long a date is, `2026-11-21`.
const DATE: usize = 10;

/// `/sitemap.xml`: the parts.
pub async fn index(_: PublicRate, State(app): State<App>) -> Response {
    match index_document(&app).await {
        Ok(index) => index.response(),
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// `/sitemap/{part}`: the addresses of one part, `1.xml` and so on.
pub async fn part(_: PublicRate, State(app): State<App>, Path(name): Path<String>) -> Response {
    match part_document(&app, &name).await {
        Ok(Some(part)) => part.response(),
        Ok(None) => screen::not_found(&app, None, false),
        Err(error) => screen::error_screen(&error.into()),
    }
}

async fn index_document(app: &App) -> Result<Arc<SharedDocument>> {
    kept(app, "sitemap", index_xml(app.clone())).await
}

/// A part, if the index names it: what lies beyond the last one is not looked for in the database.
async fn part_document(app: &App, name: &str) -> Result<Option<Arc<SharedDocument>>> {
    // Only as it is written in the index: `01.xml` is no other part.
    let number = name.strip_suffix(".xml").and_then(|number| number.parse::<i64>().ok());
    let Some(number) = number.filter(|number| *number > 0 && format!("{number}.xml") == name) else { return Ok(None) };
    if !index_document(app).await?.contains(&format!("/sitemap/{name}</loc>")) {
        return Ok(None);
    }
    Ok(Some(kept(app, &format!("sitemap/{number}"), part_xml(app.clone(), number)).await?))
}

/// A document that is kept for an hour at most: made one at a time, once for all who ask meanwhile, and to the end even if
/// they are gone, because the database would go on with it beside the next one.
async fn kept(
    app: &App,
    name: &str,
    make: impl Future<Output = Result<String>> + Send + 'static,
) -> Result<Arc<SharedDocument>> {
    let key = format!("{name} {}", app.service.clock().now().div_euclid(KEPT));
    if let Some(kept) = app.screens.get(&key) {
        return Ok(kept);
    }
    let app = app.clone();
    let made = tokio::spawn(async move {
        let _turn = app.sitemap_turn.lock().await;
        if let Some(kept) = app.screens.get(&key) {
            return Ok(kept);
        }
        let xml = make.await?;
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/xml"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
        Ok(app.screens.insert(key, headers, Bytes::from(xml)))
    });
    made.await.unwrap_or(Err(Error::Internal))
}

async fn index_xml(app: App) -> Result<String> {
    let pages = app.service.store().listed_count().await.map_err(Error::from)?;
    let mut xml = head("sitemapindex");
    for number in 1..=(pages + PART - 1) / PART {
        // Writing to a string can't fail.
        let _ = write!(xml, "<sitemap><loc>{}/sitemap/{number}.xml</loc></sitemap>", base(&app));
    }
    xml.push_str("</sitemapindex>\n");
    Ok(xml)
}

async fn part_xml(app: App, number: i64) -> Result<String> {
    let skip = (number - 1).saturating_mul(PART);
    let pages = app.service.store().listed(skip, PART).await.map_err(Error::from)?;
    let (mut xml, base) = (head("urlset"), base(&app));
    for (name, at) in pages {
        let changed = rfc3339(at);
        let day = changed.get(..DATE).unwrap_or_default();
        // A name has no character to escape.
        let _ = write!(xml, "<url><loc>{base}/{name}</loc><lastmod>{day}</lastmod></url>");
    }
    xml.push_str("</urlset>\n");
    Ok(xml)
}

fn head(root: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
    )
}

fn base(app: &App) -> String {
    escape::escaped(&app.config.base_url)
}
