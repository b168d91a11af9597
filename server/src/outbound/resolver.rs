//! Name resolution and sockets: the system's, or a replacement in tests.

use std::net::SocketAddr;
use std::pin::Pin;
use std::{fmt, io};

use tokio::net::TcpStream;

/// The future that a [`Network`] returns.
pub type IoFuture<T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send>>;

/// A network. It checks nothing: the caller checks the resolved addresses, and connects only to checked ones.
pub trait Network: fmt::Debug + Send + Sync {
    /// All addresses of a host.
    fn resolve(&self, host: &str, port: u16) -> IoFuture<Vec<SocketAddr>>;
    /// Connects to one address.
    fn connect(&self, to: SocketAddr) -> IoFuture<TcpStream>;
}

/// The system's resolver and sockets. Proxy settings in the environment are ignored.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemNetwork;

impl Network for SystemNetwork {
    fn resolve(&self, host: &str, port: u16) -> IoFuture<Vec<SocketAddr>> {
        let host = host.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((host, port)).await?.collect()) })
    }

    fn connect(&self, to: SocketAddr) -> IoFuture<TcpStream> {
        Box::pin(TcpStream::connect(to))
    }
}
