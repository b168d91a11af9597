//! Metadata documents of clients that nobody has allowed yet: in memory, so that strangers write nothing to the database.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use super::client::Client;

/// Maximum number of clients; those read first are dropped.
const MAX_CLIENTS: usize = 512;
/// Their maximum size in total, bytes.
const MAX_BYTES: usize = 1024 * 1024;

/// Clients as their documents described them.
#[derive(Debug, Default)]
pub struct DocumentCache(Mutex<Documents>);

#[derive(Debug, Default)]
struct Documents {
    by_id: HashMap<String, (Client, i64)>,
    /// The ids, those read first at the front.
    order: VecDeque<String>,
    bytes: usize,
}

impl DocumentCache {
    /// A client whose document was read after `since` (ms) and not after `now`.
    pub fn get(&self, id: &str, since: i64, now: i64) -> Option<Client> {
        let documents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        documents.by_id.get(id).filter(|(_, at)| (since..=now).contains(at)).map(|(client, _)| client.clone())
    }

    /// Keeps a client whose document was read at `at`, ms.
    pub fn insert(&self, client: &Client, at: i64) {
        let mut documents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        documents.remove(&client.id);
        documents.bytes += size(client);
        documents.order.push_back(client.id.clone());
        documents.by_id.insert(client.id.clone(), (client.clone(), at));
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
        if let Some((client, _)) = self.by_id.remove(id) {
            self.bytes -= size(&client);
            self.order.retain(|other| other != id);
        }
    }
}

fn size(client: &Client) -> usize {
    client.id.len() + client.name.len() + client.redirects.iter().map(|redirect| redirect.as_str().len()).sum::<usize>()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use serde_json::json;

    use super::*;

    fn client(at: usize, redirects: usize) -> Client {
        let padding = "x".repeat(1000);
        let all: Vec<_> = (0..redirects).map(|to| format!("https://{at}.example/{padding}/{to}")).collect();
        let metadata = json!({ "client_name": "An app", "redirect_uris": all });
        Client::read(format!("https://{at}.example/client.json"), metadata.as_object().unwrap()).unwrap()
    }

    #[test]
    fn clients_have_a_bound_in_number_and_bytes_and_the_first_go() {
        let cache = DocumentCache::default();
        (0..2000).for_each(|at| cache.insert(&client(at, 1), 5));
        assert!(cache.held().0 <= MAX_CLIENTS && cache.held().1 <= MAX_BYTES, "{:?}", cache.held());
        (0..2000).for_each(|at| cache.insert(&client(at, 7), 5));
        assert!(cache.held().0 <= MAX_CLIENTS && cache.held().1 <= MAX_BYTES, "{:?}", cache.held());
        assert!(cache.get("https://0.example/client.json", 0, 9).is_none());
        assert!(cache.get("https://1999.example/client.json", 0, 9).is_some());
        assert!(cache.get("https://1999.example/client.json", 6, 9).is_none(), "it is too old");
        // Reading one again takes no more room.
        let before = cache.held();
        cache.insert(&client(1999, 7), 7);
        assert_eq!(cache.held(), before);
    }
}
