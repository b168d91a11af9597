//! The one way out to the web: single GETs to addresses that were checked and are the ones connected to. No proxies, no
//! pool, no cookies, little time, little room. Every address that a reply leads to is checked like the first.

mod address;
mod byte_limit;
mod connect;
mod limiter;
pub mod mail;
mod request;
mod resolver;
mod response;
mod url_policy;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

pub use address::global;
use axum::http::StatusCode;
use connect::Connector;
use limiter::Room;
pub use request::{Ask, Take};
pub use resolver::{Network, Soon};
pub use response::Fetched;
use url::Url;
pub use url_policy::Rules;
use url_policy::Target;

/// Everything together must be done in this time.
const TIME: Duration = Duration::from_secs(5);

/// What tests stand in for. Nothing that can be set: empty in every service.
#[derive(Clone, Debug, Default)]
pub struct StandIns {
    /// Where a host is found, instead of where the resolver says; what is found so is not judged.
    pub hosts: Vec<(String, SocketAddr)>,
    /// Another network than the machine's; what its resolver says is judged as ever.
    pub network: Option<Arc<dyn Network>>,
    /// Further roots, DER.
    pub roots: Vec<Vec<u8>>,
}

/// Why nothing was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotFetched(pub &'static str);

impl NotFetched {
    /// There was no turn in time; nobody was asked.
    pub const BUSY: Self = Self("too much is fetched at once; try again");
}

/// The client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbound {
    /// `None` where nothing may go out.
    connector: Option<Arc<Connector>>,
    room: Arc<Room>,
}

impl Outbound {
    /// A client that trusts the roots browsers trust, and says that it comes from `base`.
    ///
    /// # Errors
    /// When the cryptography it was built with does not know a safe version of TLS.
    pub fn new(stand_ins: StandIns, base: &str) -> Result<Self, String> {
        Ok(Self { connector: Some(Arc::new(Connector::new(stand_ins, base)?)), room: Arc::default() })
    }

    /// A client that fetches nothing.
    pub fn off() -> Self {
        Self { connector: None, room: Arc::default() }
    }

    /// Whether anything can be fetched at all.
    pub fn is_on(&self) -> bool {
        self.connector.is_some()
    }

    /// Fetches what answers with 200.
    ///
    /// # Errors
    /// Why not, in words that tell nothing of what is behind this server.
    pub async fn get(&self, ask: &Ask<'_>) -> Result<Fetched, NotFetched> {
        let fetched = self.ask(ask).await?;
        if fetched.status == StatusCode::OK {
            return Ok(fetched);
        }
        Err(NotFetched(if ask.redirects == 0 {
            "it did not answer with 200, and redirects are not followed"
        } else {
            "it did not answer with 200"
        }))
    }

    /// Fetches what answers, with whatever status.
    ///
    /// # Errors
    /// Why not, in words that tell nothing of what is behind this server.
    pub async fn ask(&self, ask: &Ask<'_>) -> Result<Fetched, NotFetched> {
        let connector = self.connector.as_deref().ok_or(NotFetched("this instance does not reach out (OUTBOUND)"))?;
        let host = Target::of(ask.url, ask.rules)?.host;
        let place = tokio::time::timeout(ask.patience, self.room.enter(ask.account, host)).await;
        let _place = place.map_err(|_| NotFetched::BUSY)?;
        let fetched = tokio::time::timeout(TIME, follow(connector, ask)).await;
        fetched.unwrap_or(Err(NotFetched("it did not answer within 5 seconds")))
    }
}

async fn follow(connector: &Connector, ask: &Ask<'_>) -> Result<Fetched, NotFetched> {
    let mut url = ask.url.clone();
    for left in (0..=ask.redirects).rev() {
        let reply = connector.request(ask, &url).await?;
        match response::leads(&url, &reply.response) {
            Some(next) if ask.redirects > 0 => {
                if left == 0 {
                    break;
                }
                url = without_fragment(next?);
            }
            _ => return response::read(url, reply.response, ask.take).await,
        }
    }
    Err(NotFetched("it leads on too often"))
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
    async fn what_is_not_a_public_https_name_is_not_asked() {
        let outbound = Outbound::new(StandIns::default(), "https://mantel.example").unwrap();
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
            let refused = outbound.get(&Ask::strictly(&url, "*/*", 10)).await.unwrap_err();
            assert!(
                refused.0.contains("not plain https") || refused.0.contains("not a public name"),
                "{text}: {refused}"
            );
        }
    }

    #[tokio::test]
    async fn switched_off_it_asks_for_nothing() {
        let url = Url::parse("https://a.example/x").unwrap();
        let refused = Outbound::off().get(&Ask::page(&url)).await.unwrap_err();
        assert!(refused.0.contains("OUTBOUND"), "{refused}");
    }
}
