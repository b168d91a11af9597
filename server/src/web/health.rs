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

/// Crawlers may visit published pages, but not accounts and the API.
pub async fn robots(State(app): State<App>) -> String {
    let no =
        ["/account", "/api/", "/signin", "/settings", "/signup"].map(|path| format!("Disallow: {path}\n")).concat();
    format!("User-agent: *\n{no}\nSitemap: {}/sitemap.xml\n", app.config.base_url)
}
