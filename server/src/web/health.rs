//! Health checks for monitoring, and `robots.txt`.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::state::App;

/// The process is running.
pub async fn live() -> &'static str {
    "ok\n"
}

/// The database is available too.
pub async fn ready(State(app): State<App>) -> Response {
    match app.service.store().answers().await {
        Ok(()) => "ok\n".into_response(),
        Err(why) => {
            tracing::warn!(error = %why, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// Crawlers may visit published pages and read them as JSON, which the pages name, but not accounts and the rest of the API.
pub async fn robots(State(app): State<App>) -> String {
    // The longest path that fits counts (RFC 9309, 2.2.2).
    let yes = ["/api/v1$", "/api/v1/options", "/api/v1/public/"].map(|path| format!("Allow: {path}\n")).concat();
    let no =
        ["/account", "/api/", "/signin", "/settings", "/signup"].map(|path| format!("Disallow: {path}\n")).concat();
    format!("User-agent: *\n{yes}{no}\nSitemap: {}/sitemap.xml\n", app.config.base_url)
}
