//! The one page of routes. Their first segments are the names no page may take.

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::MethodRouter;
use tower_http::catch_panic::CatchPanicLayer;

use crate::state::App;
use crate::{assets, auth, gate, mcp, oauth, rest, site};

/// Every route: path and what answers it.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let mut all = rest::routes();
    all.extend(mcp::routes());
    all.extend(auth::routes());
    all.extend(oauth::routes());
    all.extend(site::routes());
    all
}

/// The first path segments that are ours: those of the routes and of the files at the top.
pub fn first_segments() -> Vec<String> {
    let routes = routes();
    let paths = routes.iter().map(|it| it.0).chain(assets::paths());
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
pub fn router(app: App) -> Router {
    let mut router = Router::new();
    for (path, answer) in routes() {
        router = router.route(path, answer);
    }
    let router = router.fallback(site::nowhere).layer(CatchPanicLayer::custom(gate::caught)).with_state(app.clone());
    // Around the whole router, not each route: only there is the Allow header of a 405 complete.
    Router::new().fallback_service(router).layer(from_fn_with_state(app, gate::pass))
}
