//! One request over its own connection, to an IP address that was checked just before.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{self, HeaderValue, Response, header};
use http_body_util::Empty;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::Url;

use super::address::is_global;
use super::byte_limit::{ByteLimitedStream, Stream};
use super::error::FetchError;
use super::overrides::Overrides;
use super::request::Request;
use super::resolver::{Network, SystemNetwork};
use super::url_policy::Target;

/// Maximum size of a response's headers, bytes.
const HEAD: usize = 32 * 1024;
/// Timeout for connecting to one of several addresses.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Opens connections.
#[derive(Debug)]
pub(super) struct Connector {
    tls: Arc<ClientConfig>,
    network: Arc<dyn Network>,
    hosts: Vec<(String, SocketAddr)>,
    user_agent: HeaderValue,
}

/// A response whose body has not been read yet.
pub(super) struct OpenResponse {
    pub response: Response<Incoming>,
    /// The connection, aborted when dropped.
    _connection: JoinSet<Result<(), hyper::Error>>,
}

impl Connector {
    /// A connector; `base` is the address of the service, for the `User-Agent`.
    ///
    /// # Errors
    /// A sentence when TLS cannot be set up.
    pub fn new(overrides: Overrides, base: &str) -> Result<Self, String> {
        let mut roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        roots.add_parsable_certificates(overrides.roots.into_iter().map(CertificateDer::from));
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let builder = builder.map_err(|why| why.to_string())?;
        let agent = format!(concat!("Mantel/", env!("CARGO_PKG_VERSION"), " (link previews; +{})"), base);
        Ok(Self {
            tls: Arc::new(builder.with_root_certificates(roots).with_no_client_auth()),
            network: overrides.network.unwrap_or_else(|| Arc::new(SystemNetwork)),
            hosts: overrides.hosts,
            user_agent: HeaderValue::from_str(&agent).map_err(|why| why.to_string())?,
        })
    }

    /// Requests one URL without following redirects.
    pub async fn send(&self, request: &Request<'_>, url: &Url) -> Result<OpenResponse, FetchError> {
        let target = Target::of(url, request.policy)?;
        let message = self.message(request, url, target)?;
        // Twice the limit of the body, to allow for framing.
        let stream = ByteLimitedStream::new(self.connect(target).await?, 2 * request.body.bytes() + 4 * HEAD);
        let builder = http1::Builder::new().max_buf_size(HEAD).handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = builder.map_err(|_| FetchError("it did not speak HTTP"))?;
        let mut connections = JoinSet::new();
        connections.spawn(connection);
        let response = sender.send_request(message).await.map_err(|_| FetchError("it did not answer in HTTP"))?;
        Ok(OpenResponse { response, _connection: connections })
    }

    fn message(
        &self,
        request: &Request<'_>,
        url: &Url,
        target: Target<'_>,
    ) -> Result<http::Request<Empty<Bytes>>, FetchError> {
        let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let mut message = http::Request::get(path)
            .header(header::HOST, target.host)
            .header(header::ACCEPT, request.accept)
            .header(header::ACCEPT_ENCODING, "identity")
            .header(header::USER_AGENT, &self.user_agent);
        // Headers meant for one origin, such as a token, are sent to no other.
        if url.origin() == request.url.origin() {
            for (name, value) in &request.headers {
                message = message.header(name, value);
            }
        }
        message.body(Empty::new()).map_err(|_| FetchError("its address can't be asked for"))
    }

    /// Connects to the host, with TLS for an https URL.
    async fn connect(&self, target: Target<'_>) -> Result<Box<dyn Stream>, FetchError> {
        let stream = self.connect_any(&self.addresses(target).await?).await?;
        if !target.secure {
            return Ok(Box::new(stream));
        }
        let name =
            ServerName::try_from(target.host.to_owned()).map_err(|_| FetchError("its host is not a public name"))?;
        let secured = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await;
        Ok(Box::new(secured.map_err(|_| FetchError("its certificate is not good"))?))
    }

    /// Resolves a host. All its addresses must be global: a single private one indicates an attack.
    async fn addresses(&self, target: Target<'_>) -> Result<Vec<SocketAddr>, FetchError> {
        if let Some((_, address)) = self.hosts.iter().find(|(host, _)| host == target.host) {
            return Ok(vec![*address]);
        }
        let found = self.network.resolve(target.host, target.port).await;
        let found = found.map_err(|_| FetchError::NOT_FOUND)?;
        if found.is_empty() || !found.iter().all(|address| is_global(address.ip()) && address.port() == target.port) {
            return Err(FetchError::NOT_FOUND);
        }
        Ok(found)
    }

    async fn connect_any(&self, addresses: &[SocketAddr]) -> Result<TcpStream, FetchError> {
        for address in addresses {
            if let Ok(Ok(stream)) = tokio::time::timeout(CONNECT_TIMEOUT, self.network.connect(*address)).await {
                return Ok(stream);
            }
        }
        Err(FetchError::NO_ANSWER)
    }
}
