//! A published page in each of its representations (HTML, JSON, plain text), from the cache.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use mantel_app::render::context::{FooterLink, RenderContext};
use mantel_model::{Username, plain_text};
use tokio::sync::broadcast::error::RecvError;

use crate::assets;
use crate::clock::http_date;
use crate::drawings::{self, Drawing, icon_version};
use crate::export::html::rewrite_urls;
use crate::heavy_work;
use crate::http::security_headers::ScriptPolicy;
use crate::http::{cors, reply, security_headers};
use crate::insights::PageCounts;
use crate::media::metadata::PageImages;
use crate::page_cache::{CachedDocument, CachedPage, RenderedPage};
use crate::page_document::{
    DocumentUrls, DrawingVersions, Telling, body_html, critical_css, preload_links, press_targets, published_html,
    script, version,
};
use crate::service::{Counting, PageView, Published, Result};
use crate::state::App;

/// The published page with this name, rendered at most once for all concurrent requests.
///
/// # Errors
/// `PageNotFound` when nothing is published there; `Unavailable` when the database does not answer and the page is not
/// cached.
pub async fn published_page(app: &App, username: &Username) -> Result<Arc<CachedPage>> {
    app.page_cache.page(username, |published| render(app, published)).await
}

/// Draws pages when they are published, one after the other, until the task is aborted: their first visitor gets them as later ones do.
pub async fn work(app: App) {
    let mut published = app.service.publishes();
    loop {
        match published.recv().await {
            Ok(username) => {
                if let Ok(page) = published_page(&app, &username).await {
                    app.page_cache.prepare(&page).await;
                }
            }
            // What was missed is drawn when somebody visits it.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// The draft rendered like its page, with absolute URLs: for views outside this site.
pub async fn draft_html(app: &App, view: &PageView) -> String {
    let base = &app.config.base_url;
    let stylesheet = assets::path(&format!("looks/{}.css", view.draft.theme.look())).unwrap_or_default();
    let pictures = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await.pictures;
    let context = RenderContext {
        facts: Arc::clone(&view.facts),
        pictures,
        grouping: view.draft.grouping(),
        sealed: true,
        ..RenderContext::default()
    };
    let absolute = |url: &str| url.starts_with('/').then(|| format!("{base}{url}"));
    let rendered = || rewrite_urls(&assets::with_hashed_urls(&body_html(&view.draft, &context)), &absolute).html;
    let body = heavy_work::run_for_bytes(heavy_work::rendering(view.draft.tiles.len()), rendered).await;
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><link rel=\"stylesheet\" href=\"{base}{stylesheet}\">\
         </head><body>{body}</body></html>"
    )
}

async fn render(app: &App, published: Published) -> RenderedPage {
    let https = app.config.secure();
    let counting = app.service.counting(&published);
    let targets = press_targets(&published.page.tiles);
    let counts = Arc::new(PageCounts::new(&published.live_version.account, counting, targets));
    let (html, images_settled) = render_document(app, &published, counting).await;
    let mut headers = page_headers(app, &published);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    cors::allow_any_origin_with_etag(&mut headers);
    security_headers::apply(&mut headers, false, https);
    let etag = published.etag.trim_matches('"').to_owned();
    let text = plain_text::llms_txt(&published.page, &app.config.page_url(&published.username), &published.facts);
    let text = CachedDocument::new(etag.clone(), headers, text);
    let mut headers = page_headers(app, &published);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    cors::allow_any_origin_with_etag(&mut headers);
    security_headers::apply(&mut headers, true, https);
    let json = serde_json::to_vec(&reply::published_body(&app.config, published)).unwrap_or_default();
    RenderedPage { html, json: CachedDocument::new(etag, headers, json), text, images_settled, counts }
}

/// Browsers and caches may store it, but must revalidate it each time.
const REVALIDATE: &str = "public, no-cache";

/// The headers for caches and search engines. A document is as new as its rendering: besides the page it depends on link metadata, pictures and
/// this version of the program.
fn page_headers(app: &App, published: &Published) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(REVALIDATE));
    if let Ok(at) = HeaderValue::from_str(&http_date(published.at.max(app.service.clock().now()))) {
        headers.insert(header::LAST_MODIFIED, at);
    }
    if !published.page.profile.listed {
        headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    }
    headers
}

/// The document, and whether its image metadata is complete, as far as it can be.
async fn render_document(app: &App, published: &Published, counting: Counting) -> (CachedDocument, bool) {
    let PageImages { pictures, complete: settled } =
        app.image_metadata.for_page(&published.live_version.account, &published.page, &published.facts).await;
    let mut style_hash = String::new();
    let stylesheet = |body: &str, document: &dyn Fn(&[&str]) -> String| {
        critical_css::inline(published.page.theme.look(), body, |css| {
            style_hash = critical_css::hash(css);
            let preloads = preload_links(&published.page);
            document(&[&assets::with_hashed_urls(&preloads), critical_css::STYLE_START, css, critical_css::STYLE_END])
        })
    };
    let name = &published.username;
    let footer = vec![
        FooterLink { label: "Share", href: format!("/{name}/share") },
        FooterLink { label: "Report this page", href: format!("/report/{name}") },
    ];
    let facts = Arc::clone(&published.facts);
    let context = RenderContext { facts, pictures, sealed: true, footer, ..RenderContext::default() };
    let page_url = app.config.page_url(&published.username);
    let drawings =
        DrawingVersions { card: &drawings::version(published, Drawing::Card), icons: &icon_version(published) };
    let urls = DocumentUrls { page: &page_url, base: &app.config.base_url, drawings: Some(drawings) };
    let weight = heavy_work::writing_document(published.page.tiles.len());
    let telling = match counting {
        Counting::On => Some(Telling::ByPing),
        Counting::Exact => Some(Telling::ByRedirect),
        Counting::Off => None,
    };
    let html =
        heavy_work::run_for_bytes(weight, || published_html(published, context, stylesheet, urls, telling)).await;
    let scripts = if script(&published.page).is_some() { ScriptPolicy::Windows } else { ScriptPolicy::None };
    let mut headers = security_headers::document_headers(scripts);
    security_headers::allow_only_inline_style(&mut headers, &style_hash);
    headers.extend(page_headers(app, published));
    let llms = format!("</{}/llms.txt>; rel=\"alternate\"; type=\"text/plain\"", published.username);
    if let Ok(link) = HeaderValue::from_str(&llms) {
        headers.insert(header::LINK, link);
    }
    security_headers::apply(&mut headers, false, app.config.secure());
    let etag = format!("{}-{}", published.etag.trim_matches('"'), version(&html));
    (CachedDocument::new(etag, headers, html), settled)
}
