//! The server's reply.

use std::io::Read as _;
use std::time::Duration;

use mantel_model::api::ProblemBody;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::Body;
use ureq::http::{Response, header};

use crate::failure::{Failure, Outcome};

/// Maximum size of a reply, which is held in memory: a bundle of a page full of pictures.
const MOST: u64 = 1024 * 1024 * 1024;

/// A reply, read completely.
#[derive(Debug)]
pub struct Reply {
    /// Its HTTP status.
    pub status: u16,
    /// How long to wait before retrying.
    pub retry_after: Option<Duration>,
    /// Its body.
    pub bytes: Vec<u8>,
    kind: String,
    location: String,
}

impl Reply {
    /// Reads a reply completely.
    pub fn of(reply: Response<Body>) -> Result<Self, ureq::Error> {
        let text =
            |name| reply.headers().get(name).and_then(|headers| headers.to_str().ok()).unwrap_or_default().to_owned();
        let (kind, location) = (text(header::CONTENT_TYPE), text(header::LOCATION));
        let retry_after = text(header::RETRY_AFTER).parse().ok().map(Duration::from_secs);
        let status = reply.status().as_u16();
        let mut bytes = Vec::new();
        reply.into_body().into_with_config().limit(MOST).reader().read_to_end(&mut bytes).map_err(ureq::Error::from)?;
        Ok(Self { status, retry_after, bytes, kind, location })
    }

    /// The reply, or an error if its status is not a success.
    pub fn accepted(self, base: &str) -> Outcome<Self> {
        match self.status {
            200..=299 => Ok(self),
            _ => Err(self.refusal(base)),
        }
    }

    fn refusal(&self, base: &str) -> Failure {
        if let Ok(problem) = serde_json::from_slice::<ProblemBody>(&self.bytes) {
            return Failure::Refused(Box::new(problem));
        }
        let status = self.status;
        if (300..=399).contains(&status) && !self.location.is_empty() {
            return Failure::message(format!(
                "{base} sends us on to {}; set SERVICE_URL to the server's own address",
                self.location
            ));
        }
        let kind = self.kind.split(';').next().filter(|part| !part.is_empty()).unwrap_or("nothing");
        Failure::message(format!(
            "{base} answered {status} with {kind}, which is not what a Mantel server says; check SERVICE_URL"
        ))
    }

    /// Parses the body as JSON of a known type.
    ///
    /// # Errors
    /// When it is not.
    pub fn read<T: DeserializeOwned>(&self) -> Outcome<T> {
        serde_json::from_slice(&self.bytes).map_err(|error| {
            Failure::message(format!(
                "The server's answer was not understood ({error}). Is SERVICE_URL right, and mantel as new as the server?"
            ))
        })
    }

    /// Parses the body as any JSON.
    ///
    /// # Errors
    /// When it is not JSON.
    pub fn value(&self) -> Outcome<Value> {
        self.read()
    }
}
