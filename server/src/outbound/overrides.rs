//! What tests replace in the client.

use std::net::SocketAddr;
use std::sync::Arc;

use super::resolver::Network;

/// What tests replace in the client. Not a setting: always empty in a service.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Addresses of hosts, used instead of the resolver and not checked.
    pub hosts: Vec<(String, SocketAddr)>,
    /// A network to use instead of the system's; its results are checked as usual.
    pub network: Option<Arc<dyn Network>>,
    /// Additional trusted root certificates, DER.
    pub roots: Vec<Vec<u8>>,
}
