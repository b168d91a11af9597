//! One request over one connection of its own, to an address that was judged a moment before.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderValue, Request, Response, header};
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

use super::byte_limit::{Metered, Stream};
use super::resolver::System;
use super::{Ask, Network, NotFetched, StandIns, Target, global};

/// Longest head of a reply, bytes.
const HEAD: usize = 32 * 1024;
/// How long one of several addresses may take to answer.
const KNOCK: Duration = Duration::from_secs(2);

/// Makes connections.
#[derive(Debug)]
pub(super) struct Connector {
    tls: Arc<ClientConfig>,
    network: Arc<dyn Network>,
    hosts: Vec<(String, SocketAddr)>,
    agent: HeaderValue,
}

/// A reply whose body is still to be read.
pub(super) struct Reply {
    pub response: Response<Incoming>,
    /// The connection. It ends with the reply: dropped, it is aborted.
    _driver: JoinSet<Result<(), hyper::Error>>,
}

impl Connector {
    pub fn new(stand_ins: StandIns, base: &str) -> Result<Self, String> {
        let mut roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        roots.add_parsable_certificates(stand_ins.roots.into_iter().map(CertificateDer::from));
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let builder = builder.map_err(|why| why.to_string())?;
        let agent = format!(concat!("Mantel/", env!("CARGO_PKG_VERSION"), " (link previews; +{})"), base);
        Ok(Self {
            tls: Arc::new(builder.with_root_certificates(roots).with_no_client_auth()),
            network: stand_ins.network.unwrap_or_else(|| Arc::new(System)),
            hosts: stand_ins.hosts,
            agent: HeaderValue::from_str(&agent).map_err(|why| why.to_string())?,
        })
    }

    /// Asks for one address, without following where it leads.
    pub async fn request(&self, ask: &Ask<'_>, url: &Url) -> Result<Reply, NotFetched> {
        let target = Target::of(url, ask.rules)?;
        let request = self.written(ask, url, target)?;
        // Twice what is wanted, for whatever it is wrapped in.
        let stream = Metered::new(self.connect(target).await?, 2 * ask.take.limit() + 4 * HEAD);
        let builder = http1::Builder::new().max_buf_size(HEAD).handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = builder.map_err(|_| NotFetched("it did not speak HTTP"))?;
        let mut driver = JoinSet::new();
        driver.spawn(connection);
        let response = sender.send_request(request).await.map_err(|_| NotFetched("it did not answer in HTTP"))?;
        Ok(Reply { response, _driver: driver })
    }

    fn written(&self, ask: &Ask<'_>, url: &Url, target: Target<'_>) -> Result<Request<Empty<Bytes>>, NotFetched> {
        let path = url.query().map_or_else(|| url.path().to_owned(), |it| format!("{}?{it}", url.path()));
        let mut request = Request::get(path)
            .header(header::HOST, target.host)
            .header(header::ACCEPT, ask.accept)
            .header(header::ACCEPT_ENCODING, "identity")
            .header(header::USER_AGENT, &self.agent);
        // What was meant for one host is told to no other.
        if url.origin() == ask.url.origin() {
            for (name, value) in &ask.headers {
                request = request.header(name, value);
            }
        }
        request.body(Empty::new()).map_err(|_| NotFetched("its address can't be asked for"))
    }

    /// A connection to the host itself.
    async fn connect(&self, target: Target<'_>) -> Result<Box<dyn Stream>, NotFetched> {
        let stream = self.reach(&self.addresses(target).await?).await?;
        if !target.secure {
            return Ok(Box::new(stream));
        }
        let name =
            ServerName::try_from(target.host.to_owned()).map_err(|_| NotFetched("its host is not a public name"))?;
        let secured = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await;
        Ok(Box::new(secured.map_err(|_| NotFetched("its certificate is not good"))?))
    }

    /// Where a host is. All its addresses must be ones anybody can reach: one that is not is a trick.
    async fn addresses(&self, target: Target<'_>) -> Result<Vec<SocketAddr>, NotFetched> {
        if let Some(it) = self.hosts.iter().find(|host| host.0 == target.host) {
            return Ok(vec![it.1]);
        }
        let found = self.network.resolve(target.host, target.port).await;
        let found = found.map_err(|_| NotFetched("its host was not found"))?;
        if found.is_empty() || !found.iter().all(|it| global(it.ip()) && it.port() == target.port) {
            return Err(NotFetched("its host was not found"));
        }
        Ok(found)
    }

    async fn reach(&self, addresses: &[SocketAddr]) -> Result<TcpStream, NotFetched> {
        for address in addresses {
            if let Ok(Ok(stream)) = tokio::time::timeout(KNOCK, self.network.connect(*address)).await {
                return Ok(stream);
            }
        }
        Err(NotFetched("its host did not answer"))
    }
}
