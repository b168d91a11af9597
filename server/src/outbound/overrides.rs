//! What tests replace.

use std::net::SocketAddr;
use std::sync::Arc;

use super::resolver::Network;

/// What tests replace. Not a setting: empty in every service.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Addresses of hosts, used instead of the resolver and not checked.
    pub hosts: Vec<(String, SocketAddr)>,
    /// Another network than the system's; what it resolves is checked as ever.
    pub network: Option<Arc<dyn Network>>,
    /// Further trusted roots, DER.
    pub roots: Vec<Vec<u8>>,
}
