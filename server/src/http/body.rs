//! Reads whole request bodies, with limits of size and time.

use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::Body as _;
use mantel_model::limits::{BODY_BYTES, IMAGE_BYTES};
use tokio::time::Instant;

use super::body_memory::BodyLease;
use super::error::Refusal;

/// A body that exceeds its limit by more than this factor is not read to its end.
const MAX_OVERRUN: usize = 8;
/// How much a form may contain besides its image, bytes.
const FORM_OVERHEAD: usize = 64 * 1024;
/// The largest form, bytes; the largest that a page of ours sends has fewer than 40 KiB.
const FORM_BYTES: usize = 64 * 1024;
/// An image may be ten times as large as other bodies, and has this many times as long to arrive.
const UPLOAD_TIME_FACTOR: u32 = 4;

/// A body that is slower than this after a third of its time is abandoned, bytes per second.
const MIN_RATE: f64 = 1024.0;

/// The size of the pieces that a body is held in, bytes.
const CHUNK: usize = 64 * 1024;

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

    /// The limit of a form without files.
    pub const fn form(timeout: Duration) -> Self {
        Self { bytes: FORM_BYTES, ..Self::json(timeout) }
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
        self.read_into(body, None).await
    }

    /// Like [`Self::read`], but takes memory from `lease` as the bytes arrive.
    ///
    /// # Errors
    /// Also when there is no memory for it.
    pub async fn read_leased(self, body: Body, lease: &BodyLease) -> Result<Bytes, Refusal> {
        self.read_into(body, Some(lease)).await
    }

    async fn read_into(self, body: Body, lease: Option<&BodyLease>) -> Result<Bytes, Refusal> {
        match tokio::time::timeout(self.timeout, self.read_up_to(body, self.bytes, lease)).await {
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
        let _ = tokio::time::timeout(self.timeout, self.read_up_to(body, 0, None)).await;
    }

    /// Reads the body and buffers at most this many bytes; `None` when it is too slow.
    async fn read_up_to(self, mut body: Body, max: usize, lease: Option<&BodyLease>) -> Option<Result<Bytes, Refusal>> {
        let (mut whole, mut length) = (Chunks::default(), 0);
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
                whole = Chunks::default();
                if let Some(lease) = lease {
                    lease.release();
                }
            } else {
                if let Some(lease) = lease
                    && let Err(refusal) = lease.take(data.len()).await
                {
                    return Some(Err(refusal));
                }
                whole.push(&data);
            }
        }
        if length > self.bytes {
            return Some(Err(Refusal::new(self.code, format!("The body is larger than {} bytes.", self.bytes))));
        }
        Some(Ok(whole.into_bytes()))
    }

    /// The deadline for the next frame, given how much has arrived.
    fn deadline(self, start: Instant, length: usize) -> Instant {
        // Lengths here are far below 2^52.
        start + self.timeout / 3 + Duration::from_secs_f64(length as f64 / MIN_RATE)
    }
}

/// A body as it arrives, in pieces: one that grew in one piece would be copied each time it outgrew its memory, and
/// what each copy leaves behind would add up over many bodies that never end.
#[derive(Debug, Default)]
struct Chunks(Vec<Vec<u8>>);

impl Chunks {
    fn push(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            if self.0.last().is_none_or(|last| last.len() >= CHUNK) {
                self.0.push(Vec::with_capacity(if self.0.is_empty() { data.len().min(CHUNK) } else { CHUNK }));
            }
            let Some(last) = self.0.last_mut() else { return };
            let (now, rest) = data.split_at(data.len().min(CHUNK - last.len()));
            last.extend_from_slice(now);
            data = rest;
        }
    }

    fn into_bytes(mut self) -> Bytes {
        if self.0.len() > 1 { self.0.concat().into() } else { self.0.pop().unwrap_or_default().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_in_pieces_is_the_same_body() {
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5] {
            let body: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            for part in [1000, CHUNK, 5 * CHUNK] {
                let mut chunks = Chunks::default();
                body.chunks(part).for_each(|part| chunks.push(part));
                assert!(chunks.into_bytes() == body, "{length} bytes in parts of {part}");
            }
        }
    }
}
