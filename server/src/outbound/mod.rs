//! The HTTP client for fetching from the web: single GET requests, connected to exactly the IP addresses that were
//! checked. No proxies, no connection pool, no cookies, tight limits of time and size. Redirects are checked like the
//! original URL.

mod address;
mod byte_limit;
mod connect;
mod error;
mod limiter;
pub mod mail;
mod overrides;
mod request;
mod resolver;
mod response;
mod url_policy;

use std::sync::Arc;
use std::time::Duration;

pub use address::is_global;
use axum::http::StatusCode;
use connect::Connector;
pub use error::FetchError;
use limiter::Limiter;
pub use overrides::Overrides;
pub use request::{BodyLimit, Request};
pub use resolver::{IoFuture, Network};
pub use response::Fetched;
use url::Url;
use url_policy::Target;
pub use url_policy::UrlPolicy;

use crate::metrics::METRICS;

/// Timeout of the whole fetch, including redirects.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbound {
    /// `None` where fetching is disabled.
    connector: Option<Arc<Connector>>,
    limiter: Arc<Limiter>,
}

impl Outbound {
    /// A client that trusts the root certificates that browsers trust and names `base` in its user agent.
    ///
    /// # Errors
    /// When the TLS provider supports no safe protocol version.
    pub fn new(overrides: Overrides, base: &str) -> Result<Self, String> {
        Ok(Self { connector: Some(Arc::new(Connector::new(overrides, base)?)), limiter: Arc::default() })
    }

    /// A client that fetches nothing.
    pub fn disabled() -> Self {
        Self { connector: None, limiter: Arc::default() }
    }

    /// Whether fetching is enabled at all.
    pub const fn is_enabled(&self) -> bool {
        self.connector.is_some()
    }

    /// Fetches a response with status 200.
    ///
    /// # Errors
    /// The reason, in words that reveal nothing of the network behind this server.
    pub async fn get(&self, request: &Request<'_>) -> Result<Fetched, FetchError> {
        let fetched = self.send(request).await?;
        if fetched.status == StatusCode::OK {
            return Ok(fetched);
        }
        Err(FetchError(if request.redirects == 0 {
            "it did not answer with 200, and redirects are not followed"
        } else {
            "it did not answer with 200"
        }))
    }

    /// Fetches a response with any status.
    ///
    /// # Errors
    /// The reason, in words that reveal nothing of the network behind this server.
    pub async fn send(&self, request: &Request<'_>) -> Result<Fetched, FetchError> {
        let fetched = self.try_send(request).await;
        let result = match &fetched {
            Ok(fetched) if fetched.status == StatusCode::OK => "ok",
            Ok(_) => "other status",
            // One of a fixed set of sentences.
            Err(FetchError(why)) => why,
        };
        METRICS.record_fetch(request.reason, result);
        fetched
    }

    async fn try_send(&self, request: &Request<'_>) -> Result<Fetched, FetchError> {
        let connector = self.connector.as_deref().ok_or(FetchError("this instance does not reach out (OUTBOUND)"))?;
        let host = Target::of(request.url, request.policy)?.host;
        let permit =
            tokio::time::timeout(request.queue_timeout, self.limiter.acquire(request.account, request.visitor, host))
                .await;
        let _permit = permit.map_err(|_| FetchError::BUSY)?;
        let fetched = tokio::time::timeout(TIMEOUT, follow_redirects(connector, request)).await;
        fetched.unwrap_or(Err(FetchError::TOO_SLOW))
    }
}

async fn follow_redirects(connector: &Connector, request: &Request<'_>) -> Result<Fetched, FetchError> {
    let mut url = request.url.clone();
    for left in (0..=request.redirects).rev() {
        let open = connector.send(request, &url).await?;
        match response::redirect(&url, &open.response) {
            Some(next) if request.redirects > 0 => {
                if left == 0 {
                    break;
                }
                url = without_fragment(next?);
            }
            _ => return response::read(url, open.response, request.body).await,
        }
    }
    Err(FetchError("it leads on too often"))
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    url
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_public_https_names_are_requested() {
        let outbound = Outbound::new(Overrides::default(), "https://mantel.example").unwrap();
        for text in [
            "http://a.example/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://2130706433/x",
            "https://0x7f.1/x",
            "https://a.example:8443/x",
            "https://u@a.example/x",
            "https://localhost/x",
            "https://intranet/x",
            "https://localhost./x",
        ] {
            let url = Url::parse(text).unwrap();
            let refused = outbound.get(&Request::strict(&url, "*/*", 10)).await.unwrap_err();
            assert!(
                refused.0.contains("not plain https") || refused.0.contains("not a public name"),
                "{text}: {refused}"
            );
        }
    }

    #[tokio::test]
    async fn a_disabled_client_sends_nothing() {
        let url = Url::parse("https://a.example/x").unwrap();
        let refused = Outbound::disabled().get(&Request::page(&url)).await.unwrap_err();
        assert!(refused.0.contains("OUTBOUND"), "{refused}");
    }
}
