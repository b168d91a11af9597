//! Mantel's own HTML documents as responses. A handler replies with a screen, which Leptos then renders with the routes
//! of `mantel_app::app`.

use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, once};
use leptos::prelude::{AnyView, expect_context};
use leptos_axum::ResponseOptions;
use mantel_app::app::{AnyScreen, Screen};
use mantel_app::mount::Scripts;
use mantel_app::site::Document;

use crate::assets;
use crate::heavy_work;
use crate::http::error::Refusal;
use crate::http::security_headers::{ScriptPolicy, document_headers};
use crate::http::shared_documents::SharedDocuments;

/// The URLs of files of the site by name, leaving out those that the binary does not have.
pub fn asset_urls(names: &[&str]) -> Vec<String> {
    names.iter().filter_map(|name| assets::path(name)).map(str::to_owned).collect()
}

/// A response with an already rendered document, which must not be stored.
pub fn response(status: StatusCode, html: &str, scripts: ScriptPolicy) -> Response {
    let mut response = (status, assets::with_hashed_urls(html).into_owned()).into_response();
    response.headers_mut().extend(document_headers(scripts));
    response
}

/// A document of Mantel's own with this title and these stylesheets.
pub fn with_title(title: &str, stylesheets: &[&str]) -> Document {
    Document {
        title: title.to_owned(),
        styles: asset_urls(stylesheets),
        scripts: asset_urls(&["/site.js"]),
        ..Document::default()
    }
}

/// The files that run a screen in the browser: `editor` or `brief_editor`. `None` if the binary was built without them.
pub fn scripts(screen: &str) -> Option<Scripts> {
    let file = |name: &str| assets::path(&format!("{screen}{name}")).map(str::to_owned);
    Some(Scripts {
        module: file(".js")?,
        loader: assets::path("/loading.js")?.to_owned(),
        modules: [".js", "_split.js"].into_iter().filter_map(file).collect(),
        code: file(".wasm"),
    })
}

/// A screen to be rendered, in the extensions of its response.
#[derive(Clone)]
struct Unrendered {
    document: Document,
    /// What the screen depends on, where it is the same for everyone.
    key: Option<String>,
    /// How much work it is to render, in bytes that are read in the same time.
    weight: usize,
    provide: Arc<dyn Fn() + Send + Sync>,
}

/// A response with a screen, which must not be stored; [`render`] renders it.
pub fn screen(status: StatusCode, document: Document, scripts: ScriptPolicy, screen: impl Screen) -> Response {
    let mut response = status.into_response();
    response.headers_mut().extend(document_headers(scripts));
    let provide = Arc::new(move || AnyScreen::provide(screen.clone()));
    response.extensions_mut().insert(Unrendered { document, key: None, weight: 0, provide });
    response
}

/// Makes the response of [`screen`] one that is the same for everyone, so that it is rendered once. `key` names the screen
/// and everything that it depends on besides the program and its settings; it must be one of few.
pub fn shared(mut response: Response, key: String) -> Response {
    if let Some(unrendered) = response.extensions_mut().get_mut::<Unrendered>() {
        unrendered.key = Some(key);
    }
    response
}

/// Makes the response of [`screen`] one that shows a page with this many tiles.
pub fn with_page(mut response: Response, tiles: usize) -> Response {
    if let Some(unrendered) = response.extensions_mut().get_mut::<Unrendered>() {
        unrendered.weight = heavy_work::rendering(tiles);
    }
    response
}

/// Middleware: renders the screen that a handler replied with, unless it was rendered for everyone before.
pub async fn render(State(documents): State<Arc<SharedDocuments>>, request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let mut response = next.run(request).await;
    let Some(Unrendered { document, key, weight, provide }) = response.extensions_mut().remove::<Unrendered>() else {
        return response;
    };
    if let Some(known) = key.as_deref().and_then(|key| documents.get(key)) {
        return known.response();
    }
    let (parts, _) = response.into_parts();
    let context = move || {
        let options = expect_context::<ResponseOptions>();
        options.set_status(parts.status);
        for (name, value) in &parts.headers {
            options.append_header(name.clone(), value.clone());
        }
        provide();
    };
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = uri;
    let app = move || mantel_app::app::shell(document);
    let rendering = leptos_axum::handle_response_inner(context, app, request, whole_document);
    let rendered = heavy_work::run_future(weight, rendering).await;
    let (parts, body) = rendered.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(html) => match key.filter(|_| parts.status == StatusCode::OK) {
            Some(key) => documents.insert(key, parts.headers, html).response(),
            None => Response::from_parts(parts, Body::from(html)),
        },
        Err(_) => Refusal::from(crate::service::Error::Internal).into_response(),
    }
}

type Chunks = Pin<Box<dyn Stream<Item = String> + Send>>;

/// The document in one piece. The scripts that Leptos would add are left out: the content security policy forbids them,
/// and no screen has resources to transfer.
fn whole_document(
    view: AnyView,
    _scripts: Box<dyn FnOnce() -> Chunks + Send>,
    _out_of_order: bool,
) -> Pin<Box<dyn Future<Output = Chunks> + Send>> {
    let html = mantel_app::app::html(view);
    let html = assets::with_hashed_urls(&html).into_owned();
    Box::pin(async move { Box::pin(once(async move { html })) as Chunks })
}
