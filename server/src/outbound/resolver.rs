//! Names to addresses, addresses to connections: the system's own, or a stand-in that tests count.

use std::net::SocketAddr;
use std::pin::Pin;
use std::{fmt, io};

use tokio::net::TcpStream;

/// What a network gives when it is done.
pub type Soon<T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send>>;

/// A network. It checks nothing: what it resolves is judged, and only what was judged is connected to.
pub trait Network: fmt::Debug + Send + Sync {
    /// Every address of a host.
    fn resolve(&self, host: &str, port: u16) -> Soon<Vec<SocketAddr>>;
    /// A connection to one address.
    fn connect(&self, to: SocketAddr) -> Soon<TcpStream>;
}

/// The machine's own resolver and sockets. No proxy of the environment is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct System;

impl Network for System {
    fn resolve(&self, host: &str, port: u16) -> Soon<Vec<SocketAddr>> {
        let host = host.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((host, port)).await?.collect()) })
    }

    fn connect(&self, to: SocketAddr) -> Soon<TcpStream> {
        Box::pin(TcpStream::connect(to))
    }
}
