//! What every request passes: an id, a bounded body, a bounded time, a caught panic, a line in the log.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

pub use super::body::Bounds;
use super::error::Refusal;
use crate::api::images::UPLOADS;
use crate::service::{Error, secret};
use crate::state::App;
use crate::web;
use crate::web::REQUEST_ID;

/// A handler must answer in this time.
const HANDLER_TIME: Duration = Duration::from_secs(15);
/// What follows these is a secret.
const SECRET: [&str; 2] = ["/preview/", "/reset/"];

tokio::task_local! {
    static ID: String;
}

/// The id of the request being answered.
pub fn request_id() -> Option<String> {
    ID.try_with(Clone::clone).ok()
}

/// The middleware around every route.
pub async fn pass(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = fresh_id();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = Instant::now();
    let scope = ID.scope(id.clone(), async {
        let accepted = request.headers().clone();
        let response = bounded(&app, request, next).await.unwrap_or_else(|it| refuse(&path, it));
        web::pack(dress(&app, &path, response), &accepted).await
    });
    let mut response = scope.await;
    sign(&mut response, &id);
    note(&id, &method, logged(&path), response.status(), started);
    response
}

/// What a reply passes that was ready in memory, with all its headers: an id and a line in the log.
pub fn pass_ready(mut response: Response, path: &str, started: Instant) -> Response {
    let id = fresh_id();
    note(&id, &Method::GET, path, response.status(), started);
    if let Ok(value) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

fn fresh_id() -> String {
    format!("r_{}", secret::random(16))
}

fn sign(response: &mut Response, id: &str) {
    if let Ok(value) = HeaderValue::from_str(id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
}

/// Hands on a request with its whole body. Uploads are gathered later, when it is known who sends them.
async fn bounded(app: &App, request: Request, next: Next) -> Result<Response, Refusal> {
    let usual = Bounds::usual(app.config.body_time);
    let (request, time) = if request.uri().path() == UPLOADS {
        (request, HANDLER_TIME + Bounds::upload(usual.time).time)
    } else {
        let (parts, body) = request.into_parts();
        (Request::from_parts(parts, Body::from(usual.gather(body).await?)), HANDLER_TIME)
    };
    let store = app.service.store();
    tokio::select! {
        biased;
        answer = tokio::time::timeout(time, next.run(request)) => answer.map_err(|_| Error::Unsure.into()),
        // What needs no database has answered by now.
        () = store.wait_for_outage() => Err(Error::Unsure.into()),
    }
}

/// A panic in a handler: logged with its words, answered without them.
pub fn caught(panic: Box<dyn std::any::Any + Send + 'static>) -> Response {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(request = request_id(), panic = words.unwrap_or("unknown"), "a handler panicked");
    Refusal::from(Error::Internal).into_response()
}

/// Refusals of the API are problems, those of the site are pages.
fn refuse(path: &str, refusal: Refusal) -> Response {
    if api(path) { refusal.into_response() } else { web::trouble(&refusal) }
}

fn api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Gives every refusal its form, and every reply the headers that keep browsers strict.
fn dress(app: &App, path: &str, response: Response) -> Response {
    let plain = |response: &Response| {
        response.headers().get(header::CONTENT_TYPE).is_none_or(|headers| headers == "text/plain; charset=utf-8")
    };
    let mut response = match response.status() {
        StatusCode::METHOD_NOT_ALLOWED if plain(&response) => not_allowed(path, &response),
        StatusCode::BAD_REQUEST if plain(&response) => {
            refuse(path, Refusal::new("invalid_input", "The address or the form can't be read."))
        }
        StatusCode::INTERNAL_SERVER_ERROR if !api(path) => refuse(path, Error::Internal.into()),
        _ => response,
    };
    strict(app, api(path), response.headers_mut());
    if api(path) {
        point_the_way(app, response.headers_mut());
    }
    response
}

/// What no document of ours uses.
const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";

/// What documents are made of: they have policies, their parts need none.
const PARTS: [&str; 6] =
    ["image/", "font/", "text/css", "text/javascript", "application/javascript", "application/wasm"];

/// The headers that keep browsers strict, on a reply of the API or of the site.
pub fn strict(app: &App, api: bool, headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.entry("permissions-policy").or_insert(HeaderValue::from_static(PERMISSIONS));
    let kind = headers.get(header::CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
    if api || !PARTS.iter().any(|part| kind.starts_with(part)) {
        let strict = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(strict);
    }
    if app.config.secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

/// Every challenge says where a client learns how to get a token (RFC 9728, 5.1).
fn point_the_way(app: &App, headers: &mut HeaderMap) {
    let said = headers.get(header::WWW_AUTHENTICATE).and_then(|header| header.to_str().ok());
    let Some(rest) = said.and_then(|it| it.strip_prefix("Bearer ")) else { return };
    let base = &app.config.base_url;
    let whole = format!("Bearer resource_metadata=\"{base}/.well-known/oauth-protected-resource/api/mcp\", {rest}");
    if let Ok(value) = HeaderValue::from_str(&whole) {
        headers.insert(header::WWW_AUTHENTICATE, value);
    }
}

fn not_allowed(path: &str, response: &Response) -> Response {
    let allow = response.headers().get(header::ALLOW).and_then(|headers| headers.to_str().ok()).unwrap_or_default();
    let words = format!("This address takes {}.", allow.replace(',', ", "));
    refuse(path, Refusal::new("method_not_allowed", words).with(header::ALLOW, allow))
}

/// A path as the log may hold it: without the secrets that some addresses are.
fn logged(path: &str) -> &str {
    SECRET.iter().copied().find(|it| path.starts_with(it)).unwrap_or(path)
}

fn note(id: &str, method: &Method, path: &str, status: StatusCode, started: Instant) {
    // Asked of the clock only where the line is written.
    let ms = || u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let status = status.as_u16();
    if status >= 500 {
        tracing::error!(request = id, %method, path, status, ms = ms());
    } else {
        tracing::info!(request = id, %method, path, status, ms = ms());
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn secrets_in_addresses_are_not_logged() {
        assert_eq!(super::logged("/preview/7Hq2mZk0"), "/preview/");
        assert_eq!(super::logged("/reset/mantelp_x"), "/reset/");
        assert_eq!(super::logged("/ada/llms.txt"), "/ada/llms.txt");
    }
}
