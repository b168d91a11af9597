//! Every route of the service. No page may take the first segment of one as its name.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use any_spawner::Executor;
use axum::extract::Request;
use axum::http::{HeaderMap, Method};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use hyper::body::{Body as _, Incoming};
use tower::ServiceExt;
use tower::util::Oneshot;
use tower_http::catch_panic::CatchPanicLayer;

use crate::change_card::chat_html;
use crate::http::client_address::{PeerAddress, behind_peer};
use crate::http::connection_activity::ActivityBody;
use crate::http::listener::Handler;
use crate::http::middleware;
use crate::http::middleware::MiddlewareState;
use crate::http::rate_headers;
use crate::http::rate_limit::Kind;
use crate::http::zero_copy::ZeroCopySlot;
use crate::insights::Form;
use crate::metrics::METRICS;
use crate::page_cache::Representation;
use crate::picture_upload::UPLOADS;
use crate::published_page::draft_html;
use crate::state::App;
use crate::web::account::IMPORTS;
use crate::web::{account, error_screen, oauth};
use crate::{api, assets, mcp, web};

/// Every route: its path and its handler.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let mut all = api::routes();
    all.extend(mcp::routes());
    all.extend(account::routes());
    all.extend(oauth::routes());
    all.extend(web::routes());
    all
}

/// The first path segments used by the service: those of the routes and of the top-level files.
pub fn first_segments() -> Vec<String> {
    let routes = routes();
    let paths = routes.iter().map(|route| route.0).chain(assets::paths());
    let mut segments: Vec<_> = paths.filter_map(first_segment).map(str::to_owned).collect();
    segments.sort();
    segments.dedup();
    segments
}

/// `/api/v1/page` begins with `api`; the route `/{username}` has no fixed first segment.
fn first_segment(path: &str) -> Option<&str> {
    let first = path.split('/').nth(1)?;
    (!first.is_empty() && !first.starts_with('{')).then_some(first)
}

const RENDERERS: mcp::Renderers = mcp::Renderers {
    draft: |app, view| Box::pin(draft_html(app, view)),
    card: |app, content| Box::pin(chat_html(app, content)),
};

/// The whole service.
pub fn router(app: App) -> CachedRouter {
    // What leptos_axum spawns runs on this server's runtime; a second router finds the executor already set.
    let _ = Executor::init_tokio();
    let mut router = Router::new();
    for (path, handler) in routes() {
        router = router.route(path, handler);
    }
    let state = MiddlewareState {
        service: app.service.clone(),
        body_timeout: app.config.body_time,
        base_url: app.config.base_url.clone(),
        https: app.config.secure(),
        upload_paths: &[UPLOADS, IMPORTS],
        body_memory: Arc::clone(&app.body_memory),
        trusted_proxies: app.config.trusted_proxies.clone(),
        error_page: error_screen,
    };
    let router = router
        // Only what a route answers has one.
        .route_layer(from_fn(middleware::name_route))
        .fallback(web::fallback)
        .layer(from_fn_with_state(Arc::clone(&app.screens), web::document::render))
        .layer(CatchPanicLayer::custom(middleware::handle_panic))
        .layer(Extension(mcp::Endpoint::new(&app.config, RENDERERS)))
        .with_state(app.clone());
    // Around the whole router, not each route: only there is the Allow header of a 405 complete.
    let router = Router::new()
        .fallback_service(router)
        .layer(from_fn_with_state(Arc::new(state), middleware::handle))
        // Once more for refusals by the middleware.
        .layer(from_fn_with_state(Arc::clone(&app.screens), web::document::render));
    CachedRouter { app, router }
}

/// The router behind the page cache: a cached page in an encoding that the client accepts is served at once.
#[derive(Clone, Debug)]
pub struct CachedRouter {
    app: App,
    router: Router,
}

/// A pending response.
pub enum ResponseFuture {
    /// From the page cache.
    Cached(Option<Response>),
    /// From a route.
    Routed(Pin<Box<Oneshot<Router, Request>>>),
}

impl Handler for CachedRouter {
    type Response = ResponseFuture;

    fn handle(
        &self,
        mut request: hyper::Request<ActivityBody<Incoming>>,
        peer: SocketAddr,
        zero_copy: &ZeroCopySlot,
    ) -> ResponseFuture {
        if let Some(response) = self.cached(&request, peer, zero_copy) {
            return ResponseFuture::Cached(Some(response));
        }
        request.extensions_mut().insert(PeerAddress(peer));
        ResponseFuture::Routed(Box::pin(self.router.clone().oneshot(request.map(axum::body::Body::new))))
    }
}

impl CachedRouter {
    fn cached(
        &self,
        request: &hyper::Request<ActivityBody<Incoming>>,
        peer: SocketAddr,
        zero_copy: &ZeroCopySlot,
    ) -> Option<Response> {
        if request.method() != Method::GET || !request.body().is_end_stream() {
            return None;
        }
        let (started, path, headers) = (Instant::now(), request.uri().path(), request.headers());
        let address = std::cell::LazyCell::new(|| behind_peer(peer.ip(), headers, &self.app.config.trusted_proxies));
        let admit = || self.app.rate_limits.take_address(Kind::Public, *address).is_ok();
        let find = || self.app.page_cache.response(path, headers, admit);
        let (cached, rates) =
            if middleware::is_api(path) { rate_headers::scope_now(find) } else { (find(), HeaderMap::new()) };
        let mut cached = cached?;
        METRICS.page_cache_hits.inc();
        self.app.visits.view(&cached.counts, form(cached.representation), headers, *address);
        if let Some(body) = cached.zero_copy {
            zero_copy.set(body);
        }
        cached.response.headers_mut().extend(rates);
        Some(middleware::finish_cached(cached.response, path, started))
    }
}

/// What reading this representation counts as.
const fn form(representation: Representation) -> Form {
    match representation {
        Representation::Html => Form::Page,
        Representation::Json => Form::Json,
        Representation::Text => Form::Text,
    }
}

impl Future for ResponseFuture {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            // Polled once: hyper takes a response that is ready.
            Self::Cached(response) => Poll::Ready(Ok(response.take().unwrap_or_default())),
            Self::Routed(response) => response.as_mut().poll(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::routes;

    #[test]
    fn every_screen_of_the_application_has_a_route() {
        let routes: Vec<_> = routes().into_iter().map(|route| route.0).collect();
        let screens = leptos_axum::generate_route_list(mantel_app::app::App);
        assert!(screens.len() >= 15, "{screens:?}");
        for screen in screens {
            assert!(routes.contains(&screen.path()), "{} is a screen without a route", screen.path());
        }
    }
}
