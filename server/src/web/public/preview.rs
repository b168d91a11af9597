//! `/preview/{secret}`: a draft, rendered as its page will look, for anyone who has the link. It must not be stored or
//! indexed.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::heavy_work;
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::http::security_headers::{ScriptPolicy, allow_only_inline_style};
use crate::page_document::{preview_html, script};
use crate::state::App;
use crate::web::{document, screen};

/// The draft, or the not-found screen.
pub async fn get(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(secret): Path<String>,
) -> Response {
    if let Err(error) = app.rate_limits.take_address(Kind::Public, address) {
        return screen::error_screen(&error.into());
    }
    match app.service.previewed(&secret).await {
        Ok(Some(view)) => {
            let pictures = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await.pictures;
            let weight = heavy_work::rendering(view.draft.tiles.len());
            let preview = heavy_work::run_for_bytes(weight, || preview_html(&view, pictures)).await;
            let scripts = if script(&view.draft).is_some() { ScriptPolicy::Windows } else { ScriptPolicy::None };
            let mut response = document::response(StatusCode::OK, &preview.html, scripts);
            allow_only_inline_style(response.headers_mut(), &preview.style_hash);
            private(response)
        }
        Ok(None) => private(screen::not_found(&app, None, false)),
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// Prevents indexing, and keeps the URL from linked sites. (`document::response` sets `no-store`.)
fn private(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
