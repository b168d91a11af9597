//! A fake web: names that resolve as told, and one server behind all of them that records connections.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mantel_server::outbound::{IoFuture, Network, Overrides, is_global};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

/// The address that every host of the fake web resolves to.
pub const PUBLIC_ADDRESS: &str = "93.184.216.34";

/// A recorded request.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub secure: bool,
    pub host: String,
    /// The path with its query.
    pub path: String,
    /// The lines of its head, as received.
    pub head: String,
}

impl ReceivedRequest {
    /// A header's value; empty when missing.
    pub fn header(&self, name: &str) -> &str {
        let line = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        line.filter(|line| line.0.eq_ignore_ascii_case(name)).map(|it| it.1).next().unwrap_or_default()
    }
}

/// A reply.
pub enum FakeReply {
    /// Exactly these bytes.
    Bytes(Vec<u8>),
    /// The first, then the second over and over, for as long as the client reads.
    Endless(Vec<u8>, Vec<u8>),
    /// The first, then the second byte again and again, slowly, for as long as the client waits.
    Drip(Vec<u8>, u8),
    /// Nothing, with the connection kept open.
    Silence,
}

/// A 200 reply with this body.
pub fn ok(kind: &str, body: impl AsRef<[u8]>) -> FakeReply {
    reply(200, &[("content-type", kind)], body)
}

/// Any reply.
pub fn reply(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> FakeReply {
    let body = body.as_ref();
    let mut all = format!("HTTP/1.1 {status} Fake\r\ncontent-length: {}\r\nconnection: close\r\n", body.len());
    for (name, value) in headers {
        all.push_str(&format!("{name}: {value}\r\n"));
    }
    FakeReply::Bytes([all.as_bytes(), b"\r\n", body].concat())
}

/// A redirect.
pub fn redirect(to: &str) -> FakeReply {
    reply(302, &[("location", to)], "")
}

type Site = dyn Fn(&ReceivedRequest) -> FakeReply + Send + Sync;

/// The fake web.
pub struct FakeWeb {
    /// The overrides for the server under test.
    pub outbound_overrides: Overrides,
    net: Arc<Net>,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
    sent: Arc<AtomicUsize>,
}

#[derive(Debug)]
struct Net {
    server: SocketAddr,
    /// What each name resolves to, one answer after another; the last one repeats.
    names: Mutex<HashMap<String, VecDeque<Vec<IpAddr>>>>,
    connected: Mutex<Vec<SocketAddr>>,
}

impl FakeWeb {
    /// A fake web with these hosts. Other names are unknown until `name` adds them.
    pub async fn start(hosts: &[&str], site: impl Fn(&ReceivedRequest) -> FakeReply + Send + Sync + 'static) -> Self {
        let made = rcgen::generate_simple_self_signed(hosts.iter().map(|host| (*host).to_owned()).collect::<Vec<_>>());
        let made = made.unwrap();
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let server = listener.local_addr().unwrap();
        let net = Arc::new(Net { server, names: Mutex::default(), connected: Mutex::default() });
        let network: Arc<dyn Network> = Arc::<Net>::clone(&net);
        let outbound_overrides =
            Overrides { network: Some(network), roots: vec![made.cert.der().to_vec()], ..Overrides::default() };
        let (requests, sent) = (Arc::default(), Arc::default());
        let web = Self { outbound_overrides, net, requests: Arc::clone(&requests), sent: Arc::clone(&sent) };
        for host in hosts {
            web.name(host, &[&[PUBLIC_ADDRESS]]);
        }
        tokio::spawn(serve(listener, acceptor(&made), Arc::new(site), requests, sent));
        web
    }

    /// Makes a name resolve to these lists of addresses, one after another.
    pub fn name(&self, host: &str, answers: &[&[&str]]) {
        let answers = answers.iter().map(|answer| answer.iter().map(|it| it.parse().unwrap()).collect()).collect();
        self.net.names.lock().unwrap().insert(host.to_owned(), answers);
    }

    /// Every address that was connected to.
    pub fn connected(&self) -> Vec<SocketAddr> {
        self.net.connected.lock().unwrap().clone()
    }

    /// Every request received.
    pub fn requests(&self) -> Vec<ReceivedRequest> {
        self.requests.lock().unwrap().clone()
    }

    /// The number of requests whose host and path, concatenated, contain `part`.
    pub fn count(&self, part: &str) -> usize {
        self.requests().iter().filter(|it| format!("{}{}", it.host, it.path).contains(part)).count()
    }

    /// How many bytes the server has sent.
    pub fn sent(&self) -> usize {
        self.sent.load(Ordering::Relaxed)
    }
}

impl Network for Net {
    fn resolve(&self, host: &str, port: u16) -> IoFuture<Vec<SocketAddr>> {
        let mut names = self.names.lock().unwrap();
        let found =
            names.get_mut(host).map(|name| if name.len() > 1 { name.pop_front().unwrap() } else { name[0].clone() });
        let found = found.map(|it| it.into_iter().map(|it| SocketAddr::new(it, port)).collect());
        Box::pin(async move { found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound)) })
    }

    fn connect(&self, to: SocketAddr) -> IoFuture<TcpStream> {
        self.connected.lock().unwrap().push(to);
        let server = self.server;
        // Private addresses are served as well, so that a successful attack is noticed.
        Box::pin(async move { TcpStream::connect(server).await })
    }
}

/// The connected addresses that a client must never connect to.
pub fn forbidden(connected: &[SocketAddr]) -> Vec<SocketAddr> {
    connected.iter().filter(|it| !is_global(it.ip()) || !matches!(it.port(), 80 | 443)).copied().collect()
}

/// A TLS acceptor for the host of a certificate.
pub fn acceptor(made: &rcgen::CertifiedKey) -> TlsAcceptor {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.key_pair.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

async fn serve(
    listener: TcpListener,
    acceptor: TlsAcceptor,
    site: Arc<Site>,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
    sent: Arc<AtomicUsize>,
) {
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, site, requests, sent) =
            (acceptor.clone(), Arc::clone(&site), Arc::clone(&requests), Arc::clone(&sent));
        tokio::spawn(async move {
            let mut first = [0];
            if !matches!(stream.peek(&mut first).await, Ok(1)) {
                return;
            }
            // The first byte of a TLS handshake.
            if first[0] == 0x16 {
                let Ok(stream) = acceptor.accept(stream).await else { return };
                answer(stream, true, &*site, &requests, &sent).await;
            } else {
                answer(stream, false, &*site, &requests, &sent).await;
            }
        });
    }
}

async fn answer(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    secure: bool,
    site: &Site,
    requests: &Mutex<Vec<ReceivedRequest>>,
    sent: &AtomicUsize,
) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut request = ReceivedRequest { secure, host: String::new(), path, head };
    request.host = request.header("host").to_owned();
    let reply = site(&request);
    requests.lock().unwrap().push(request);
    let _ = give(&mut stream, reply, sent).await;
    let _ = stream.shutdown().await;
}

async fn give(stream: &mut (impl AsyncWrite + Unpin), reply: FakeReply, sent: &AtomicUsize) -> io::Result<()> {
    match reply {
        FakeReply::Bytes(all) => stream.write_all(&all).await,
        FakeReply::Endless(first, more) => {
            stream.write_all(&first).await?;
            loop {
                stream.write_all(&more).await?;
                sent.fetch_add(more.len(), Ordering::Relaxed);
            }
        }
        FakeReply::Drip(first, byte) => {
            stream.write_all(&first).await?;
            loop {
                stream.write_all(&[byte]).await?;
                stream.flush().await?;
                sent.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        }
        FakeReply::Silence => std::future::pending().await,
    }
}
