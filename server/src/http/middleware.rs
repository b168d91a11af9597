//! The middleware around every route: request id, body limit, timeout, panic handling, access log.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::body::BodyLimit;
use super::body_memory::BodyMemory;
use super::body_reader::{BodyReader, DrainedBody};
use super::error::Refusal;
use super::reply::OwnWords;
use super::{client_address, compression, rate_headers, request_id, security_headers};
use crate::config::TrustedProxies;
use crate::heavy_work;
use crate::metrics::{METRICS, NO_ROUTE};
use crate::service::{Error, Service};

/// Timeout of a handler.
const HANDLER_TIMEOUT: Duration = Duration::from_secs(15);
/// The rest of a path with one of these prefixes is a secret.
const SECRET_PREFIXES: [&str; 5] = ["/agents/asked/", "/preview/", "/reset/", "/settings/email/", "/api/v1/images/"];

/// What the middleware depends on.
#[derive(Clone, Debug)]
pub struct MiddlewareState {
    /// Reports outages of the database.
    pub service: Service,
    /// Time for a whole request body to arrive.
    pub body_timeout: Duration,
    /// The base URL of the service, without a trailing slash.
    pub base_url: String,
    /// Whether visitors use https.
    pub https: bool,
    /// The paths whose bodies their handlers read themselves, and so do those of the paths below them.
    pub upload_paths: &'static [&'static str],
    /// The memory for the bodies of all other paths.
    pub body_memory: Arc<BodyMemory>,
    /// The proxies whose word on a client's address counts.
    pub trusted_proxies: TrustedProxies,
    /// Renders a refusal outside the API, as a page.
    pub error_page: fn(&Refusal) -> Response,
}

/// The middleware around every route.
pub async fn handle(State(state): State<Arc<MiddlewareState>>, request: Request, next: Next) -> Response {
    let id = request_id::generate();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let address = client_address::of_request(&parts, &state.trusted_proxies);
    // On the heap: otherwise every future around it is as large, and copied whenever it is moved.
    let handling = Box::pin(async {
        let request_headers = parts.headers.clone();
        let response = run(&state, Request::from_parts(parts, body), address, next).await;
        let response = response.unwrap_or_else(|refusal| state.refuse(&path, refusal));
        compression::compress(state.finish(&path, response), &request_headers).await
    });
    let handling = heavy_work::scope(Some(client_address::subnet(address)), handling);
    let (mut response, rates) = request_id::scope(id.clone(), rate_headers::scope(handling)).await;
    if is_api(&path) || response.status() == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().extend(rates);
    }
    request_id::set(&mut response, &id);
    let route = response.extensions().get::<MatchedPath>().map_or(NO_ROUTE, MatchedPath::as_str);
    METRICS.record_request(route, response.status().as_u16(), started.elapsed());
    log(&id, &method, redacted(&path), response.status(), started);
    response
}

/// Tells the metrics which route answered.
pub async fn name_route(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    if let Some(route) = route {
        response.extensions_mut().insert(route);
    }
    response
}

/// Finishes a cached response, which has all its headers: adds an id and an access log line.
pub fn finish_cached(mut response: Response, path: &str, started: Instant) -> Response {
    let id = request_id::generate();
    log(&id, &Method::GET, path, response.status(), started);
    request_id::set(&mut response, &id);
    response
}

/// Passes a request on. Its handler reads the body, where it has one, once it knows who is calling.
async fn run(state: &MiddlewareState, request: Request, address: IpAddr, next: Next) -> Result<Response, Refusal> {
    let (mut parts, body) = request.into_parts();
    let arriving = if body.is_end_stream() {
        Duration::ZERO
    } else if state.is_upload(parts.uri.path()) {
        BodyLimit::upload(state.body_timeout).timeout
    } else {
        state.body_timeout
    };
    let timeout = HANDLER_TIMEOUT + arriving;
    // Kept until there is a response: what was read is still in memory until then.
    let reader = BodyReader::new(&state.body_memory, address, state.body_timeout);
    parts.extensions.insert(reader.clone());
    let body = DrainedBody::wrap(body, &parts.headers);
    let request = Request::from_parts(parts, body);
    let store = state.service.store();
    let response = tokio::select! {
        biased;
        response = tokio::time::timeout(timeout, next.run(request)) => response.map_err(|_| Error::Unsure.into()),
        // Anything that needs no database has replied by now.
        () = store.wait_for_outage() => Err(Error::Unsure.into()),
    };
    drop(reader);
    response
}

/// Handles a panic: logs its message, and replies without it.
pub fn handle_panic(panic: Box<dyn std::any::Any + Send + 'static>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(request = request_id::current(), panic = message.unwrap_or("unknown"), "a handler panicked");
    Refusal::from(Error::Internal).into_response()
}

/// Whether a path is the API's: it replies in JSON, errors too.
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

impl MiddlewareState {
    fn is_upload(&self, path: &str) -> bool {
        let rest = |upload: &&str| path.strip_prefix(*upload);
        self.upload_paths.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// A refusal is problem details for the API, and a page elsewhere.
    fn refuse(&self, path: &str, refusal: Refusal) -> Response {
        if is_api(path) { refusal.into_response() } else { (self.error_page)(&refusal) }
    }

    /// Gives plain refusals their proper form, and every response its security headers.
    fn finish(&self, path: &str, response: Response) -> Response {
        let bare = |response: &Response| {
            response.extensions().get::<OwnWords>().is_none()
                && response.headers().get(header::CONTENT_TYPE).is_none_or(|value| value == "text/plain; charset=utf-8")
        };
        let mut response = match response.status() {
            StatusCode::METHOD_NOT_ALLOWED if bare(&response) => self.method_not_allowed(path, &response),
            StatusCode::BAD_REQUEST if bare(&response) => {
                self.refuse(path, Refusal::new("invalid_input", "The address or the form can't be read."))
            }
            StatusCode::INTERNAL_SERVER_ERROR if !is_api(path) => self.refuse(path, Error::Internal.into()),
            _ => response,
        };
        if response.status() == StatusCode::NOT_FOUND {
            // The router adds it, which would tell of a route that is hidden from whoever asks.
            response.headers_mut().remove(header::ALLOW);
        }
        security_headers::apply_to(&mut response, is_api(path), self.https);
        if is_api(path) {
            self.add_resource_metadata(response.headers_mut());
        }
        response
    }

    fn method_not_allowed(&self, path: &str, response: &Response) -> Response {
        let allow = response.headers().get(header::ALLOW).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let detail = format!("This address takes {}.", allow.replace(',', ", "));
        self.refuse(path, Refusal::new("method_not_allowed", detail).with_header(header::ALLOW, allow))
    }

    /// Every challenge says where a client finds out how to get a token (RFC 9728, 5.1).
    fn add_resource_metadata(&self, headers: &mut HeaderMap) {
        let challenge = headers.get(header::WWW_AUTHENTICATE).and_then(|value| value.to_str().ok());
        let Some(rest) = challenge.and_then(|challenge| challenge.strip_prefix("Bearer ")) else { return };
        let base = &self.base_url;
        let whole = format!("Bearer resource_metadata=\"{base}/.well-known/oauth-protected-resource/api/mcp\", {rest}");
        if let Ok(value) = HeaderValue::from_str(&whole) {
            headers.insert(header::WWW_AUTHENTICATE, value);
        }
    }
}

/// A path as it is logged: without the secrets that some paths contain.
fn redacted(path: &str) -> &str {
    SECRET_PREFIXES.iter().copied().find(|prefix| path.starts_with(prefix)).unwrap_or(path)
}

fn log(id: &str, method: &Method, path: &str, status: StatusCode, started: Instant) {
    // Read the clock only if the line is written.
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
    fn secrets_in_paths_are_not_logged() {
        assert_eq!(super::redacted("/preview/7Hq2mZk0"), "/preview/");
        assert_eq!(super::redacted("/agents/asked/7Hq2mZk0"), "/agents/asked/");
        assert_eq!(super::redacted("/reset/mantelp_x"), "/reset/");
        assert_eq!(super::redacted("/settings/email/mantele_x"), "/settings/email/");
        assert_eq!(super::redacted("/api/v1/images/mantelu_x"), "/api/v1/images/");
        assert_eq!(super::redacted("/ada/llms.txt"), "/ada/llms.txt");
    }
}
