//! The one page of routes. Their first segments are the names no page may take.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::MethodRouter;
use axum::{BoxError, Extension, Router};
use tower::ServiceExt;
use tower::util::Oneshot;
use tower_http::catch_panic::CatchPanicLayer;

use crate::http::listener::Next;
use crate::http::middleware;
use crate::state::{App, Peer};
use crate::web::{account, oauth};
use crate::{api, assets, mcp, web};

/// Every route: path and what answers it.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let mut all = api::routes();
    all.extend(mcp::routes());
    all.extend(account::routes());
    all.extend(oauth::routes());
    all.extend(web::routes());
    all
}

/// The first path segments that are ours: those of the routes and of the files at the top.
pub fn first_segments() -> Vec<String> {
    let routes = routes();
    let paths = routes.iter().map(|route| route.0).chain(assets::paths());
    let mut segments: Vec<_> = paths.filter_map(first_segment).map(str::to_owned).collect();
    segments.sort();
    segments.dedup();
    segments
}

/// `/api/v1/page` begins with `api`; a page's own `/{username}` with nothing of ours.
fn first_segment(path: &str) -> Option<&str> {
    let first = path.split('/').nth(1)?;
    (!first.is_empty() && !first.starts_with('{')).then_some(first)
}

/// The whole service.
pub fn router(app: App) -> Front {
    let mut router = Router::new();
    for (path, answer) in routes() {
        router = router.route(path, answer);
    }
    let endpoint = mcp::Endpoint::new(&app.config, |app, view| Box::pin(web::drawn_draft(app, view)));
    let router = router
        .fallback(web::nowhere)
        .layer(CatchPanicLayer::custom(middleware::caught))
        .layer(Extension(endpoint))
        .with_state(app.clone());
    // Around the whole router, not each route: only there is the Allow header of a 405 complete.
    let router = Router::new().fallback_service(router).layer(from_fn_with_state(app.clone(), middleware::pass));
    Front { app, router }
}

/// What every request meets first: a reply that is ready in memory goes out at once, everything else takes the routes.
#[derive(Clone, Debug)]
pub struct Front {
    app: App,
    router: Router,
}

/// A reply on its way.
pub enum Answer {
    /// It was ready.
    Ready(Option<Response>),
    /// A route makes it.
    Made(Pin<Box<Oneshot<Router, Request>>>),
}

impl Front {
    /// Answers a request of this peer, whose connection is told of a reply that can be sent without being copied.
    pub fn answer<B>(&self, mut request: hyper::Request<B>, peer: SocketAddr, next: &Next) -> Answer
    where
        B: hyper::body::Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        if let Some(response) = self.ready(&request, peer, next) {
            return Answer::Ready(Some(response));
        }
        request.extensions_mut().insert(Peer(peer));
        Answer::Made(Box::pin(self.router.clone().oneshot(request.map(axum::body::Body::new))))
    }

    fn ready<B: hyper::body::Body>(
        &self,
        request: &hyper::Request<B>,
        peer: SocketAddr,
        next: &Next,
    ) -> Option<Response> {
        if request.method() != Method::GET || !request.body().is_end_stream() {
            return None;
        }
        let (started, path, headers) = (Instant::now(), request.uri().path(), request.headers());
        let take = || self.app.lets_read(self.app.address_behind(peer.ip(), headers));
        let (response, shared) = self.app.ready(path, headers, take)?;
        if let Some(shared) = shared {
            next.put(shared);
        }
        Some(middleware::pass_ready(response, path, started))
    }
}

impl Future for Answer {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            // Polled once: hyper takes what is ready.
            Self::Ready(response) => Poll::Ready(Ok(response.take().unwrap_or_default())),
            Self::Made(response) => response.as_mut().poll(context),
        }
    }
}
