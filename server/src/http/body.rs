//! Reads whole request bodies, with limits of size and time.

use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::Body as _;
use mantel_model::limits::{BODY_BYTES, IMAGE_BYTES};
use tokio::time::Instant;

use super::error::Refusal;

/// A body that exceeds its limit by more than this factor is not read to its end.
const MAX_OVERRUN: usize = 8;
/// How much a form may contain besides its image, bytes.
const FORM_OVERHEAD: usize = 64 * 1024;
/// An image may be ten times as large as other bodies, and has this many times as long to arrive.
const UPLOAD_TIME_FACTOR: u32 = 4;

/// A body that is slower than this after a third of its time is abandoned, bytes per second.
const MIN_RATE: f64 = 1024.0;

/// The limits of size and time of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit {
    bytes: usize,
    /// The time in which it must arrive.
    pub timeout: Duration,
    code: &'static str,
}

impl BodyLimit {
    /// The limit of most calls.
    pub const fn json(timeout: Duration) -> Self {
        Self { bytes: BODY_BYTES, timeout, code: "body_too_large" }
    }

    /// The limit of an upload, given the timeout of most calls.
    pub fn upload(timeout: Duration) -> Self {
        Self { bytes: IMAGE_BYTES + FORM_OVERHEAD, timeout: timeout * UPLOAD_TIME_FACTOR, code: "image_too_large" }
    }

    /// Reads the whole body. One that is too large is still read for a while, because a client whose upload is cut off
    /// never sees the response.
    ///
    /// # Errors
    /// When it is too large, too slow or incomplete.
    pub async fn read(self, body: Body) -> Result<Bytes, Refusal> {
        match tokio::time::timeout(self.timeout, self.read_up_to(body, self.bytes)).await {
            Ok(Some(body)) => body,
            Ok(None) | Err(_) => {
                let seconds = self.timeout.as_secs();
                let detail =
                    format!("The body did not arrive in time; send it again, all of it within {seconds} seconds.");
                Err(Refusal::new("request_timeout", detail))
            }
        }
    }

    /// Reads and drops a body, so that the client gets to see why it was refused.
    pub async fn discard(self, body: Body) {
        let _ = tokio::time::timeout(self.timeout, self.read_up_to(body, 0)).await;
    }

    /// Reads the body and buffers at most this many bytes; `None` when it is too slow.
    async fn read_up_to(self, mut body: Body, max: usize) -> Option<Result<Bytes, Refusal>> {
        let (mut whole, mut length) = (Vec::new(), 0);
        let start = Instant::now();
        loop {
            let next = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx));
            let Ok(next) = tokio::time::timeout_at(self.deadline(start, length), next).await else { return None };
            let Some(frame) = next else { break };
            let incomplete = |_| Refusal::new("invalid_json", "The body did not arrive whole; send it again.");
            let data = match frame.map_err(incomplete) {
                Ok(frame) => frame.into_data(),
                Err(refusal) => return Some(Err(refusal)),
            };
            let Ok(data) = data else { continue };
            length += data.len();
            if length > self.bytes.saturating_mul(MAX_OVERRUN) {
                break;
            } else if length > max {
                whole = Vec::new();
            } else {
                whole.extend_from_slice(&data);
            }
        }
        if length > self.bytes {
            return Some(Err(Refusal::new(self.code, format!("The body is larger than {} bytes.", self.bytes))));
        }
        Some(Ok(whole.into()))
    }

    /// The deadline for the next frame, given how much has arrived.
    fn deadline(self, start: Instant, length: usize) -> Instant {
        // Lengths here are far below 2^52.
        start + self.timeout / 3 + Duration::from_secs_f64(length as f64 / MIN_RATE)
    }
}
