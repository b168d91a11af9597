//! Request bodies are read by the handlers that need one, once they know who is calling.
//!
//! The middleware gives every request a [`BodyReader`]. A body that nobody reads is drained for a while beside the
//! response: a client whose upload is cut off never sees it.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use super::body::BodyLimit;
use super::body_memory::{BodyLease, BodyMemory};
use super::error::Refusal;
use crate::service::Error;

/// How much of a body that nobody reads is received, bytes.
const DRAIN_BYTES: usize = 8 * 1024 * 1024;
/// For how long.
const DRAIN_TIME: Duration = Duration::from_secs(5);

/// Reads the body of one request: a request extension that the middleware sets. What was read counts against the
/// memory for bodies until the request ends.
#[derive(Clone, Debug)]
pub struct BodyReader {
    lease: Arc<BodyLease>,
    timeout: Duration,
}

impl BodyReader {
    /// The reader for a request from this address; `timeout` is the time for a whole body to arrive.
    pub fn new(memory: &Arc<BodyMemory>, address: IpAddr, timeout: Duration) -> Self {
        Self { lease: Arc::new(memory.lease(address)), timeout }
    }
}

/// Reads the body of a JSON call.
///
/// # Errors
/// When it is too large, too slow or incomplete, or when too many bodies are under way.
pub async fn json(request: Request) -> Result<Bytes, Refusal> {
    read(request, BodyLimit::json).await
}

/// Reads the body of a form without files.
///
/// # Errors
/// When it is too large, too slow or incomplete, or when too many bodies are under way.
pub async fn form(request: Request) -> Result<Bytes, Refusal> {
    read(request, BodyLimit::form).await
}

async fn read(mut request: Request, limit: impl FnOnce(Duration) -> BodyLimit) -> Result<Bytes, Refusal> {
    // Set for every request; without it there are no limits, so nothing is read.
    let reader = request.extensions_mut().remove::<BodyReader>().ok_or(Error::Internal)?;
    limit(reader.timeout).read_leased(request.into_body(), &reader.lease).await
}

/// A body whose rest is drained when it is dropped.
#[derive(Debug)]
pub struct DrainedBody(Option<Body>);

impl DrainedBody {
    /// Wraps the body of a request with these headers. A client that waits for `100 Continue` has sent nothing that
    /// would have to be drained.
    pub fn wrap(body: Body, headers: &HeaderMap) -> Body {
        if body.is_end_stream() || headers.contains_key(header::EXPECT) {
            return body;
        }
        Body::new(Self(Some(body)))
    }
}

impl HttpBody for DrainedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.0 else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(cx));
        if !matches!(frame, Some(Ok(_))) {
            self.0 = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map_or(SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for DrainedBody {
    fn drop(&mut self) {
        let Some(body) = self.0.take().filter(|body| !body.is_end_stream()) else { return };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tokio::time::timeout(DRAIN_TIME, drain(body)));
        }
    }
}

async fn drain(mut body: Body) {
    let mut left = DRAIN_BYTES;
    while let Some(Ok(frame)) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let length = frame.data_ref().map_or(0, Bytes::len);
        let Some(rest) = left.checked_sub(length) else { return };
        left = rest;
    }
}
