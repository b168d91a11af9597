//! A published page at `/<username>`: drawn by the same components as everywhere, and as plain text. Without script, but
//! for the one that moves the windows of lofi.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use leptos::prelude::*;
use mantel_app::render::page;
use mantel_app::render::page::{RenderContext, fonts, page_view};
use mantel_model::look::Look;
use mantel_model::{Draft, Username, plain_text};

use crate::clock::http_date;
use crate::http::middleware;
use crate::http::rate_limit::Kind;
use crate::http::{cors, redirect, reply};
use crate::media::metadata::Told;
use crate::page_cache::{Document, Drawn, Live};
use crate::service::{Error, PageView, Published, Result};
use crate::state::{Address, App};
use crate::web::account::SignedIn;
use crate::web::document::Scripts;
use crate::web::{critical_css, document, screen};
use crate::{assets, media};

/// A page that somebody asks for.
enum Found {
    /// It, under the name that was asked for.
    Here(Arc<Live>),
    /// It, under another spelling of its name.
    Spelled(Arc<Live>),
    /// It has another name now.
    Renamed(Username),
}

/// The page, a file of the site at the top, or the empty place.
pub async fn get(State(app): State<App>, Path(name): Path<String>, mut parts: Parts) -> Response {
    if let Some(file) = assets::answer(&format!("/{name}"), &parts.headers) {
        return file;
    }
    if let Err(error) = app.rates.take_address(Kind::Public, app.address(&parts)) {
        return screen::trouble(&error.into());
    }
    match find(&app, &name).await {
        Ok(Found::Here(live)) => live.page(&parts.headers),
        Ok(Found::Spelled(live)) => redirect::permanent(&format!("/{}", live.username)),
        Ok(Found::Renamed(now)) => redirect::renamed(&format!("/{now}")),
        Err(Error::PageNotFound(_)) => {
            let free = app.service.check_username(&name).await.ok().map(|it| it.to_string());
            let session = SignedIn::from_request_parts(&mut parts, &app).await;
            screen::missing(&app, free, session.is_ok_and(|session| session.0.is_some()))
        }
        Err(error) => screen::trouble(&error.into()),
    }
}

/// The page for readers without pictures: `/<username>/llms.txt` (specification, Endpoints).
pub async fn llms_txt(
    State(app): State<App>,
    Address(address): Address,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Err(error) = app.rates.take_address(Kind::Public, address) {
        return screen::trouble(&error.into());
    }
    match find(&app, &name).await {
        Ok(Found::Here(live)) => live.words(&headers),
        Ok(Found::Spelled(live)) => redirect::permanent(&format!("/{}/llms.txt", live.username)),
        Ok(Found::Renamed(now)) => redirect::renamed(&format!("/{now}/llms.txt")),
        Err(Error::PageNotFound(_)) => (StatusCode::NOT_FOUND, "There is no published page here.\n").into_response(),
        Err(error) => screen::trouble(&error.into()),
    }
}

async fn find(app: &App, name: &str) -> Result<Found> {
    let Ok(username) = Username::parse(name) else {
        return Err(Error::PageNotFound(name.chars().take(64).collect()));
    };
    match app.live(&username).await {
        Ok(live) if live.username.as_str() == name => Ok(Found::Here(live)),
        Ok(live) => Ok(Found::Spelled(live)),
        Err(missing @ Error::PageNotFound(_)) => {
            let now = app.service.published_by_old_name(name).await?.ok_or(missing)?;
            Ok(Found::Renamed(now.username))
        }
        Err(why) => Err(why),
    }
}

/// A live page drawn in every way it is read, and whether nothing more is to be learned of its pictures soon.
pub async fn drawn(app: &App, live: &Published) -> (Drawn, bool) {
    let (document, sure) = document_of(app, live).await;
    let mut json = HeaderMap::new();
    json.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    kept(&mut json, live);
    json.remove(header::LAST_MODIFIED);
    cors::allow_any_origin_with_etag(&mut json);
    middleware::strict(app, true, &mut json);
    let body = serde_json::to_vec(&reply::published_body(&app.config, live.clone())).unwrap_or_default();
    let mut words = HeaderMap::new();
    words.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    kept(&mut words, live);
    middleware::strict(app, false, &mut words);
    let text = plain_text::llms_txt(&live.page, &app.config.page_url(&live.username), &live.facts);
    (Drawn { document, json: (json, body), words: (words, text), tag: live.etag.clone() }, sure)
}

/// Browsers and caches may keep it, and ask each time whether it still is the page.
fn kept(headers: &mut HeaderMap, live: &Published) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if let Ok(at) = HeaderValue::from_str(&http_date(live.at)) {
        headers.insert(header::LAST_MODIFIED, at);
    }
}

/// The one script that published pages have, on those in lofi: it moves windows, and they are whole without it.
pub fn script(page: &Draft) -> Option<&'static str> {
    (page.theme.look() == Look::Lofi).then(|| assets::path("/lofi.js")).flatten()
}

/// What changes when the same page is drawn in another way: by a new Mantel, or with more known of its pictures.
pub fn version(html: &str) -> String {
    media::hash(html.as_bytes())[..12].to_owned()
}

/// The drawn page, and whether nothing more is to be learned of its pictures soon.
async fn document_of(app: &App, live: &Published) -> (Document, bool) {
    let Told { pictures, settled } = app.pictures_of(&live.live_version.account, &live.page, &live.facts).await;
    let mut hash = String::new();
    let dress = |body: &str| {
        let sheet = critical_css::inside(live.page.theme.look(), body);
        hash = sheet.hash;
        format!("{}<style>{}</style>", preloads(&live.page), sheet.css)
    };
    let report = Some(format!("/report/{}", live.username));
    let setting =
        RenderContext { facts: Arc::clone(&live.facts), pictures, sealed: true, report, ..RenderContext::default() };
    let html = html(live, &setting, dress, &app.config.page_url(&live.username), &app.config.base_url);
    let scripts = if script(&live.page).is_some() { Scripts::Windows } else { Scripts::None };
    let mut head = document::head(scripts);
    document::only_style(&mut head, &hash);
    kept(&mut head, live);
    let llms = format!("</{}/llms.txt>; rel=\"alternate\"; type=\"text/plain\"", live.username);
    if let Ok(link) = HeaderValue::from_str(&llms) {
        head.insert(header::LINK, link);
    }
    middleware::strict(app, false, &mut head);
    let html = assets::hashed(&html).into_owned();
    let tag = format!("{}-{}", live.etag.trim_matches('"'), version(&html));
    (Document::new(tag, head, html), settled)
}

/// The draft as its page would be, with absolute addresses: for views outside of this site.
pub async fn drawn_draft(app: &App, view: &PageView) -> String {
    let base = &app.config.base_url;
    let sheet = assets::path(&format!("looks/{}.css", view.draft.theme.look())).unwrap_or_default();
    let pictures = app.pictures_of(&view.account, &view.draft, &view.facts).await.pictures;
    let setting = RenderContext { facts: Arc::clone(&view.facts), pictures, sealed: true, ..RenderContext::default() };
    let owner = Owner::new();
    let body = owner.with(|| page::html(page_view(&view.draft, &setting)));
    let here = |text: &str| text.starts_with('/').then(|| format!("{base}{text}"));
    let body = crate::export::html::moved(&assets::hashed(&body), &here).text;
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><link rel=\"stylesheet\" href=\"{base}{sheet}\">\
         </head><body>{body}</body></html>"
    )
}

/// The whole document: head, and the page as the preview draws it. `dress` brings a body's stylesheet.
pub fn html(
    live: &Published,
    setting: &RenderContext,
    dress: impl FnOnce(&str) -> String,
    url: &str,
    base: &str,
) -> String {
    let (page, name) = (&live.page, live.username.as_str());
    let title = if page.profile.name.is_empty() { name.to_owned() } else { page.profile.name.to_string() };
    let about = page.profile.bio.as_ref().map(ToString::to_string).unwrap_or_default();
    let picture = page.profile.avatar.as_ref().map(|avatar| absolute(avatar.as_str(), base));
    let owner = Owner::new();
    let body = owner.with(|| page::html(page_view(page, setting)));
    let dress = dress(&body);
    let mut head = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <link rel=\"canonical\" href=\"{url}\">{dress}\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
         <link rel=\"alternate\" type=\"text/plain\" href=\"/{name}/llms.txt\">\
         <meta property=\"og:type\" content=\"profile\"><meta property=\"og:url\" content=\"{url}\">\
         <meta property=\"og:title\" content=\"{title}\">",
        title = escaped(&title),
        url = escaped(url),
    );
    if !about.is_empty() {
        let about = escaped(&about);
        head.push_str(&format!(
            "<meta name=\"description\" content=\"{about}\"><meta property=\"og:description\" content=\"{about}\">"
        ));
    }
    if let Some(picture) = picture {
        head.push_str(&format!("<meta property=\"og:image\" content=\"{}\">", escaped(&picture)));
    }
    if let Some(script) = script(page) {
        head.push_str(&format!("<script src=\"{script}\" defer></script>"));
    }
    format!("{head}</head><body>{body}{end}</body></html>", end = critical_css::END)
}

/// The first lines' typefaces, asked for at once; another alphabet's come when the stylesheet finds it needs them. Then
/// what shapes are cut with, behind words and pictures (masks are fetched as fonts are, hence `crossorigin`).
pub fn preloads(page: &Draft) -> String {
    let latin = page.profile.name.as_str().chars().all(|it| u32::from(it) < 0x100);
    let files = fonts::first(&page.theme).iter().filter(|_| latin);
    let fonts =
        files.map(|file| format!("<link rel=\"preload\" href=\"{file}\" as=\"font\" type=\"font/woff2\" crossorigin>"));
    let sheets = fonts::sheets(&page.theme)
        .iter()
        .map(|sheet| format!("<link rel=\"preload\" href=\"{sheet}\" as=\"image\" fetchpriority=\"low\" crossorigin>"));
    fonts.chain(sheets).collect()
}

fn absolute(address: &str, base: &str) -> String {
    if address.starts_with('/') { format!("{base}{address}") } else { address.to_owned() }
}

/// Text that stays text in an element or a quoted attribute.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            it if it.is_control() => out.push(' '),
            it => out.push(it),
        }
    }
    out
}
