//! The one way out: a single GET over https, to an address that was checked and is the one connected to. No redirects, no
//! proxies, little time, little room.

mod address;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};

pub use address::global;

/// Everything together must be done in this time.
const TIME: Duration = Duration::from_secs(5);
/// Fetches at once.
const ROOM: usize = 8;
/// Longest head of a reply, bytes.
const HEAD: usize = 32 * 1024;

/// Hosts that tests stand in for, and the roots of their certificates. Nothing that can be set: empty in every service.
#[derive(Clone, Debug, Default)]
pub struct StandIns {
    /// Where a host is found, instead of where the resolver says.
    pub hosts: Vec<(String, SocketAddr)>,
    /// Further roots, DER.
    pub roots: Vec<Vec<u8>>,
}

/// Why nothing was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotFetched(pub &'static str);

/// What came.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body, whole.
    pub body: Bytes,
}

/// The client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbound {
    tls: Arc<ClientConfig>,
    stand_ins: Arc<StandIns>,
    room: Arc<Semaphore>,
}

impl Outbound {
    /// A client that trusts the roots browsers trust.
    ///
    /// # Errors
    /// When the cryptography it was built with does not know a safe version of TLS.
    pub fn new(stand_ins: StandIns) -> Result<Self, String> {
        let mut roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        roots.add_parsable_certificates(stand_ins.roots.iter().map(|it| CertificateDer::from(it.clone())));
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let builder = builder.map_err(|why| why.to_string())?;
        let tls = builder.with_root_certificates(roots).with_no_client_auth();
        Ok(Self { tls: Arc::new(tls), stand_ins: Arc::new(stand_ins), room: Arc::new(Semaphore::new(ROOM)) })
    }

    /// Fetches a document of at most `limit` bytes.
    ///
    /// # Errors
    /// Why not, in words that tell nothing of what is behind this server.
    pub async fn get(&self, url: &Url, accept: &'static str, limit: usize) -> Result<Fetched, NotFetched> {
        let fetched = tokio::time::timeout(TIME, self.fetch(url, accept, limit)).await;
        fetched.unwrap_or(Err(NotFetched("it did not answer within 5 seconds")))
    }

    async fn fetch(&self, url: &Url, accept: &'static str, limit: usize) -> Result<Fetched, NotFetched> {
        let host = host(url)?;
        // The semaphore is never closed.
        let _room = self.room.acquire().await.map_err(|_| NotFetched("the service is stopping"))?;
        let stream = self.connect(host).await?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(HEAD)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|_| NotFetched("it did not speak HTTP"))?;
        let mut driver = tokio::task::JoinSet::new();
        // Ends with this fetch: dropped, it is aborted.
        driver.spawn(connection);
        let reply = sender.send_request(request(url, host, accept)?).await;
        let reply = reply.map_err(|_| NotFetched("it did not answer in HTTP"))?;
        let (parts, body) = reply.into_parts();
        if parts.status != StatusCode::OK {
            return Err(NotFetched("it did not answer with 200, and redirects are not followed"));
        }
        if parts.headers.get(header::CONTENT_ENCODING).is_some_and(|it| it != "identity") {
            return Err(NotFetched("it came packed"));
        }
        let body = Limited::new(body, limit).collect().await.map_err(|_| NotFetched("it is too large or broke off"))?;
        Ok(Fetched { headers: parts.headers, body: body.to_bytes() })
    }

    /// A connection to the host itself. All its addresses must be ones anybody can reach: one that is not is a trick.
    async fn connect(&self, host: &str) -> Result<TlsStream<TcpStream>, NotFetched> {
        let stream = self.reach(&self.addresses(host).await?).await?;
        let name = ServerName::try_from(host.to_owned()).map_err(|_| NotFetched("its host is not a name"))?;
        let secured = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await;
        secured.map_err(|_| NotFetched("its certificate is not good"))
    }

    async fn addresses(&self, host: &str) -> Result<Vec<SocketAddr>, NotFetched> {
        if let Some(it) = self.stand_ins.hosts.iter().find(|it| it.0 == host) {
            return Ok(vec![it.1]);
        }
        let found = tokio::net::lookup_host((host, 443)).await;
        let found: Vec<_> = found.map_err(|_| NotFetched("its host was not found"))?.collect();
        if found.is_empty() || !found.iter().all(|it| global(it.ip())) {
            return Err(NotFetched("its host was not found"));
        }
        Ok(found)
    }

    async fn reach(&self, addresses: &[SocketAddr]) -> Result<TcpStream, NotFetched> {
        for address in addresses {
            if let Ok(stream) = TcpStream::connect(address).await {
                return Ok(stream);
            }
        }
        Err(NotFetched("its host did not answer"))
    }
}

/// The name of the host to ask. Bare addresses and other ports are nobody's public documents.
fn host(url: &Url) -> Result<&str, NotFetched> {
    if url.scheme() != "https" || url.port().is_some() || !url.username().is_empty() || url.password().is_some() {
        return Err(NotFetched("its address is not plain https"));
    }
    match url.host() {
        Some(Host::Domain(name)) if name.contains('.') && !name.ends_with('.') => Ok(name),
        _ => Err(NotFetched("its host is not a public name")),
    }
}

fn request(url: &Url, host: &str, accept: &'static str) -> Result<Request<Empty<Bytes>>, NotFetched> {
    let target = url.query().map_or_else(|| url.path().to_owned(), |it| format!("{}?{it}", url.path()));
    Request::get(target)
        .header(header::HOST, host)
        .header(header::ACCEPT, accept)
        .header(header::ACCEPT_ENCODING, "identity")
        .header(header::USER_AGENT, concat!("Mantel/", env!("CARGO_PKG_VERSION")))
        .body(Empty::new())
        .map_err(|_| NotFetched("its address can't be asked for"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_not_a_public_https_name_is_not_asked() {
        let outbound = Outbound::new(StandIns::default()).unwrap();
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
            let refused = outbound.get(&Url::parse(text).unwrap(), "*/*", 10).await.unwrap_err();
            assert!(
                refused.0.contains("not plain https") || refused.0.contains("not a public name"),
                "{text}: {refused}"
            );
        }
    }
}
