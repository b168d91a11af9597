//! What the service forgets by itself.

use super::error::Result;
use super::handle::Service;
use super::sessions::{IDLE, LIFE};

impl Service {
    /// Deletes what has expired, of every account; called regularly. Returns the number of rows.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete_expired(&self) -> Result<u64> {
        if let Some(reader) = &self.inner.metadata_reader {
            reader.forget_full();
        }
        let now = self.now();
        Ok(self.inner.store.delete_expired(now, now - IDLE, now - LIFE).await?)
    }
}
