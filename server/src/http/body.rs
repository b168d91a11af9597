//! Bodies on their way in: whole, of bounded length, in bounded time.

use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::Body as _;
use mantel_model::limits::{BODY_BYTES, IMAGE_BYTES};
use tokio::time::Instant;

use super::error::Refusal;

/// A body this many times too long is no longer read to its end.
const PATIENCE: usize = 8;
/// A form may hold this much beside its picture, bytes.
const FORM: usize = 64 * 1024;
/// A picture is ten times as long as other bodies and has this many times as long to arrive.
const UPLOAD_TIME: u32 = 4;

/// A body that is slower than this once a third of its time is over is waited for no longer, bytes a second.
const PACE: f64 = 1024.0;

/// How long a body may be, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    bytes: usize,
    /// In which it must arrive.
    pub time: Duration,
    code: &'static str,
}

impl Bounds {
    /// Those of most calls.
    pub const fn usual(time: Duration) -> Self {
        Self { bytes: BODY_BYTES, time, code: "body_too_large" }
    }

    /// Those of an upload, by the usual time.
    pub fn upload(time: Duration) -> Self {
        Self { bytes: IMAGE_BYTES + FORM, time: time * UPLOAD_TIME, code: "image_too_large" }
    }

    /// The whole body. What is too long is still read for a while: a client that is cut off in mid-sentence hears no answer.
    ///
    /// # Errors
    /// When it is too long or too slow, or does not arrive whole.
    pub async fn gather(self, body: Body) -> Result<Bytes, Refusal> {
        match tokio::time::timeout(self.time, self.read(body, self.bytes)).await {
            Ok(Some(body)) => body,
            Ok(None) | Err(_) => {
                let seconds = self.time.as_secs();
                let words =
                    format!("The body did not arrive in time; send it again, all of it within {seconds} seconds.");
                Err(Refusal::new("request_timeout", words))
            }
        }
    }

    /// Reads a body that nobody will look at, so that whoever sends it hears why.
    pub async fn discard(self, body: Body) {
        let _ = tokio::time::timeout(self.time, self.read(body, 0)).await;
    }

    /// `None` when it is too slow.
    async fn read(self, mut body: Body, kept: usize) -> Option<Result<Bytes, Refusal>> {
        let (mut whole, mut length) = (Vec::new(), 0);
        let since = Instant::now();
        loop {
            let next = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx));
            let Ok(next) = tokio::time::timeout_at(self.due(since, length), next).await else { return None };
            let Some(frame) = next else { break };
            let torn = |_| Refusal::new("invalid_json", "The body did not arrive whole; send it again.");
            let data = match frame.map_err(torn) {
                Ok(frame) => frame.into_data(),
                Err(torn) => return Some(Err(torn)),
            };
            let Ok(data) = data else { continue };
            length += data.len();
            if length > self.bytes.saturating_mul(PATIENCE) {
                break;
            } else if length > kept {
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

    /// Until when the next part of a body must come of which so much has.
    fn due(self, since: Instant, length: usize) -> Instant {
        // Lengths here are far below 2^52.
        since + self.time / 3 + Duration::from_secs_f64(length as f64 / PACE)
    }
}
