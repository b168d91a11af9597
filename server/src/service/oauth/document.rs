//! Client ID Metadata Documents: a client named by the address of what it says of itself.

use super::{Client, Fault, Service};

impl Service {
    /// The client that a document describes.
    ///
    /// # Errors
    /// `invalid_client`, when it can't be had or does not describe this client.
    pub(super) async fn documented(&self, id: &str) -> Result<Client, Fault> {
        let _ = id;
        Err(Fault::new("invalid_client", "Clients with metadata documents are not taken here."))
    }
}
