//! `GET /metrics` on a listener of its own (`METRICS_BIND`): numbers for Prometheus, which no visitor is to see.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;

use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::Request;
use hyper::body::Incoming;

use crate::http::connection_activity::ActivityBody;
use crate::http::listener::Handler;
use crate::http::zero_copy::ZeroCopySlot;
use crate::metrics::{METRICS, set_counter, set_gauge};
use crate::state::App;

/// The media type of the text.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers `GET /metrics`, and nothing else.
#[derive(Clone, Debug)]
pub struct MetricsHandler(pub App);

impl Handler for MetricsHandler {
    type Response = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn handle(
        &self,
        request: Request<ActivityBody<Incoming>>,
        _peer: SocketAddr,
        _zero_copy: &ZeroCopySlot,
    ) -> Self::Response {
        let app = self.0.clone();
        Box::pin(async move {
            if request.uri().path() != "/metrics" {
                return Ok(StatusCode::NOT_FOUND.into_response());
            }
            if request.method() != Method::GET {
                return Ok((StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET")]).into_response());
            }
            Ok(([(header::CONTENT_TYPE, OPEN_METRICS)], text(&app).await).into_response())
        })
    }
}

/// The metrics of this process, with what is read now.
pub async fn text(app: &App) -> String {
    let (pages, bytes) = app.page_cache.size();
    set_gauge(&METRICS.page_cache_pages, pages);
    set_gauge(&METRICS.page_cache_bytes, bytes);
    set_counter(&METRICS.page_renders, app.page_cache.renders());
    set_counter(&METRICS.images_decoded, app.media.decode_count());
    set_gauge(&METRICS.event_streams, app.service.open_streams());
    let store = app.service.store();
    let (open, idle) = store.connections();
    set_gauge(&METRICS.database_connections, open);
    set_gauge(&METRICS.database_connections_idle, idle);
    // A database that does not answer is a number too, not a reason for none.
    let due = store.due_facts_count(app.service.clock().now()).await;
    METRICS.database_up.set(i64::from(due.is_ok()));
    if let Ok(due) = due {
        METRICS.link_metadata_due.set(due);
    }
    if let Some(memory) = resident_memory() {
        METRICS.memory.set(memory);
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        set_gauge(&METRICS.open_files, files.count());
    }
    METRICS.text()
}

/// The resident memory of this process, bytes; `None` where the system does not say.
fn resident_memory() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<i64>().ok().map(|kib| kib * 1024)
}
