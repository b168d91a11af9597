//! Documents that are the same for everyone: rendered once, and compressed once for each content coding.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::compression::ContentCoding;

/// Maximum size of all documents, bytes, counting each twice for its compressed forms.
const CAPACITY: usize = 16 * 1024 * 1024;

/// The documents that are kept; when they are too many, those rendered first are dropped.
#[derive(Debug, Default)]
pub struct SharedDocuments {
    entries: Mutex<Entries>,
    rendered: AtomicU64,
    compressed: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<String, Arc<SharedDocument>>,
    /// The keys, those rendered first at the front.
    order: VecDeque<String>,
    bytes: usize,
}

/// A document that is the same for everyone, in the extensions of its responses.
#[derive(Debug)]
pub struct SharedDocument {
    headers: HeaderMap,
    body: Bytes,
    brotli: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Option<Bytes>>,
    compressed: Arc<AtomicU64>,
}

impl SharedDocuments {
    /// The document under a key.
    pub fn get(&self, key: &str) -> Option<Arc<SharedDocument>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).by_key.get(key).cloned()
    }

    /// Keeps a document under a key that stands for everything it depends on.
    pub fn insert(&self, key: String, headers: HeaderMap, body: Bytes) -> Arc<SharedDocument> {
        self.rendered.fetch_add(1, Ordering::Relaxed);
        let compressed = Arc::clone(&self.compressed);
        let document =
            Arc::new(SharedDocument { headers, body, brotli: OnceLock::new(), gzip: OnceLock::new(), compressed });
        if document.bytes() <= CAPACITY {
            self.entries.lock().unwrap_or_else(PoisonError::into_inner).insert(key, &document);
        }
        document
    }

    /// How many documents were rendered, and how often one was compressed.
    pub fn counts(&self) -> (u64, u64) {
        (self.rendered.load(Ordering::Relaxed), self.compressed.load(Ordering::Relaxed))
    }

    /// The number of documents that are kept, and their size in bytes as it is counted.
    pub fn size(&self) -> (usize, usize) {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        (entries.by_key.len(), entries.bytes)
    }
}

impl Entries {
    fn insert(&mut self, key: String, document: &Arc<SharedDocument>) {
        self.bytes += document.bytes();
        if let Some(former) = self.by_key.insert(key.clone(), Arc::clone(document)) {
            self.bytes -= former.bytes();
        } else {
            self.order.push_back(key);
        }
        while self.bytes > CAPACITY {
            let Some(first) = self.order.pop_front() else { break };
            self.bytes -= self.by_key.remove(&first).map_or(0, |document| document.bytes());
        }
    }
}

impl SharedDocument {
    fn bytes(&self) -> usize {
        2 * self.body.len()
    }

    /// The document compressed; `None` when it can't be.
    pub(super) fn compressed(&self, coding: ContentCoding) -> Option<Bytes> {
        let form = match coding {
            ContentCoding::Brotli => &self.brotli,
            ContentCoding::Gzip => &self.gzip,
        };
        form.get_or_init(|| {
            self.compressed.fetch_add(1, Ordering::Relaxed);
            coding.encode(&self.body).map(Bytes::from)
        })
        .clone()
    }

    /// Whether this text is anywhere in it.
    pub fn contains(&self, text: &str) -> bool {
        self.body.windows(text.len()).any(|part| part == text.as_bytes())
    }

    /// A response with the document.
    pub fn response(self: &Arc<Self>) -> Response {
        let mut response = (StatusCode::OK, self.body.clone()).into_response();
        *response.headers_mut() = self.headers.clone();
        response.extensions_mut().insert(Arc::clone(self));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_a_bound_in_bytes_and_those_drawn_first_go() {
        let documents = SharedDocuments::default();
        for at in 0..100 {
            documents.insert(at.to_string(), HeaderMap::new(), Bytes::from(vec![b'x'; 1024 * 1024]));
        }
        assert_eq!(documents.size(), (8, CAPACITY));
        assert!(documents.get("0").is_none() && documents.get("99").is_some());
        documents.insert("huge".to_owned(), HeaderMap::new(), Bytes::from(vec![b'x'; CAPACITY]));
        assert!(documents.get("huge").is_none() && documents.get("99").is_some());
    }
}
