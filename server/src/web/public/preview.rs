//! `/preview/{secret}`: a draft, drawn as its page will be, for whoever was given the link. Nobody keeps or lists it.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use mantel_app::render::page::{RenderContext, page_view};
use mantel_model::photo::Pictures;

use super::page;
use crate::http::rate_limit::Kind;
use crate::service::PageView;
use crate::state::{Address, App};
use crate::web::document::Scripts;
use crate::web::{critical_css, document, screen};

/// The draft, or the empty place.
pub async fn get(State(app): State<App>, Address(address): Address, Path(secret): Path<String>) -> Response {
    if let Err(error) = app.rates.take_address(Kind::Public, address) {
        return screen::trouble(&error.into());
    }
    match app.service.previewed(&secret).await {
        Ok(Some(view)) => {
            let pictures = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await.pictures;
            private(shown(&view, pictures))
        }
        Ok(None) => private(screen::missing(&app, None, false)),
        Err(error) => screen::trouble(&error.into()),
    }
}

/// As [`page`] draws what is live, without anything that names an address: this one is secret, the public one not yet true.
fn shown(view: &PageView, pictures: Arc<Pictures>) -> Response {
    let draft = &view.draft;
    let name = if draft.profile.name.is_empty() { view.username.as_str() } else { draft.profile.name.as_str() };
    let script = page::script(draft);
    let owner = leptos::prelude::Owner::new();
    let setting = RenderContext { facts: Arc::clone(&view.facts), pictures, sealed: true, ..RenderContext::default() };
    let body = owner.with(|| mantel_app::render::page::html(page_view(draft, &setting)));
    let sheet = critical_css::inside(draft.theme.look(), &body);
    let html = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Draft: {title}</title>\
         <meta name=\"robots\" content=\"noindex\">{preloads}<style>{css}</style>\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">{script}</head><body>{body}{end}</body></html>",
        end = critical_css::END,
        title = page::escaped(name),
        preloads = page::preloads(draft),
        css = sheet.css,
        script = script.map(|script| format!("<script src=\"{script}\" defer></script>")).unwrap_or_default(),
    );
    let scripts = if script.is_some() { Scripts::Windows } else { Scripts::None };
    let mut response = document::reply(StatusCode::OK, &html, scripts);
    document::only_style(response.headers_mut(), &sheet.hash);
    response
}

/// Not to be listed, and its address not to be told to the sites it links to. (`document::reply` says `no-store`.)
fn private(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
