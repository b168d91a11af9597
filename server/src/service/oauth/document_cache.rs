//! Metadata documents of clients that nobody has allowed yet: in memory, so that strangers write nothing to the database.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use crate::store::ClientRow;

/// Maximum number of clients; those read first are dropped.
const MAX_CLIENTS: usize = 512;
/// Their maximum size in total, bytes.
const MAX_BYTES: usize = 1024 * 1024;

/// Clients as their documents described them.
#[derive(Debug, Default)]
pub struct DocumentCache(Mutex<Documents>);

#[derive(Debug, Default)]
struct Documents {
    by_id: HashMap<String, ClientRow>,
    /// The ids, those read first at the front.
    order: VecDeque<String>,
    bytes: usize,
}

impl DocumentCache {
    /// A client whose document was read at `since` (ms) or later, but not after `now`.
    pub fn get(&self, id: &str, since: i64, now: i64) -> Option<ClientRow> {
        let documents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        documents.by_id.get(id).filter(|row| row.read_at.is_some_and(|at| (since..=now).contains(&at))).cloned()
    }

    /// Keeps a client.
    pub fn insert(&self, row: ClientRow) {
        let mut documents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        documents.remove(&row.id);
        documents.bytes += size(&row);
        documents.order.push_back(row.id.clone());
        documents.by_id.insert(row.id.clone(), row);
        while documents.by_id.len() > MAX_CLIENTS || documents.bytes > MAX_BYTES {
            let Some(first) = documents.order.front().cloned() else { break };
            documents.remove(&first);
        }
    }

    /// The number of clients, and their size in bytes.
    #[cfg(test)]
    fn held(&self) -> (usize, usize) {
        let documents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (documents.by_id.len(), documents.bytes)
    }
}

impl Documents {
    fn remove(&mut self, id: &str) {
        if let Some(row) = self.by_id.remove(id) {
            self.bytes -= size(&row);
            self.order.retain(|other| other != id);
        }
    }
}

fn size(row: &ClientRow) -> usize {
    row.id.len() + row.name.len() + row.redirects.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(at: usize, kib: usize, read_at: i64) -> ClientRow {
        let (id, redirects) = (format!("https://{at}.example/client.json"), "x".repeat(kib * 1024));
        ClientRow { id, name: "An app".to_owned(), redirects, refresh: true, created_at: 0, read_at: Some(read_at) }
    }

    #[test]
    fn clients_have_a_bound_in_number_and_bytes_and_the_first_go() {
        let cache = DocumentCache::default();
        (0..2000).for_each(|at| cache.insert(client(at, 0, 5)));
        assert_eq!(cache.held().0, MAX_CLIENTS);
        (0..2000).for_each(|at| cache.insert(client(at, 7, 5)));
        assert!((MAX_BYTES - 8192..=MAX_BYTES).contains(&cache.held().1), "{:?}", cache.held());
        assert!(cache.get("https://0.example/client.json", 0, 9).is_none());
        assert!(cache.get("https://1999.example/client.json", 0, 9).is_some());
        assert!(cache.get("https://1999.example/client.json", 6, 9).is_none(), "it is too old");
        // Reading one again takes no more room.
        let before = cache.held();
        cache.insert(client(1999, 7, 7));
        assert_eq!(cache.held(), before);
        assert!(cache.get("https://1999.example/client.json", 6, 9).is_some());
    }
}
