//! Documents that are the same for everyone: drawn once, and packed once for each encoding.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::compression::Packing;

/// Maximum size of all documents, bytes, counting each twice for its packed forms.
const CAPACITY: usize = 8 * 1024 * 1024;

/// The documents that are kept; when they are too many, those drawn first are dropped.
#[derive(Debug, Default)]
pub struct PackedDocuments {
    kept: Mutex<Kept>,
    drawn: AtomicU64,
    packed: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct Kept {
    by_key: HashMap<String, Arc<PackedDocument>>,
    /// The keys, those drawn first at the front.
    order: VecDeque<String>,
    bytes: usize,
}

/// A document that is the same for everyone, in the extensions of its responses.
#[derive(Debug)]
pub struct PackedDocument {
    headers: HeaderMap,
    html: Bytes,
    brotli: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Option<Bytes>>,
    packed: Arc<AtomicU64>,
}

impl PackedDocuments {
    /// The document under a key.
    pub fn get(&self, key: &str) -> Option<Arc<PackedDocument>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).by_key.get(key).cloned()
    }

    /// Keeps a document under a key that stands for everything it depends on.
    pub fn insert(&self, key: String, headers: HeaderMap, html: Bytes) -> Arc<PackedDocument> {
        self.drawn.fetch_add(1, Ordering::Relaxed);
        let packed = Arc::clone(&self.packed);
        let document =
            Arc::new(PackedDocument { headers, html, brotli: OnceLock::new(), gzip: OnceLock::new(), packed });
        if document.bytes() <= CAPACITY {
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key, &document);
        }
        document
    }

    /// How many documents were drawn, and how often one was packed.
    pub fn work(&self) -> (u64, u64) {
        (self.drawn.load(Ordering::Relaxed), self.packed.load(Ordering::Relaxed))
    }

    /// The number of documents that are kept, and their size in bytes as it is counted.
    pub fn size(&self) -> (usize, usize) {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        (kept.by_key.len(), kept.bytes)
    }
}

impl Kept {
    fn insert(&mut self, key: String, document: &Arc<PackedDocument>) {
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

impl PackedDocument {
    fn bytes(&self) -> usize {
        2 * self.html.len()
    }

    /// The document packed; `None` when it can't be.
    pub(super) fn packed(&self, packing: Packing) -> Option<Bytes> {
        let form = match packing {
            Packing::Brotli => &self.brotli,
            Packing::Gzip => &self.gzip,
        };
        form.get_or_init(|| {
            self.packed.fetch_add(1, Ordering::Relaxed);
            packing.pack(&self.html).map(Bytes::from)
        })
        .clone()
    }

    /// A response with the document.
    pub fn response(self: &Arc<Self>) -> Response {
        let mut response = (StatusCode::OK, self.html.clone()).into_response();
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
        let documents = PackedDocuments::default();
        for at in 0..100 {
            documents.insert(at.to_string(), HeaderMap::new(), Bytes::from(vec![b'x'; 1024 * 1024]));
        }
        assert_eq!(documents.size(), (4, CAPACITY));
        assert!(documents.get("0").is_none() && documents.get("99").is_some());
        documents.insert("huge".to_owned(), HeaderMap::new(), Bytes::from(vec![b'x'; CAPACITY]));
        assert!(documents.get("huge").is_none() && documents.get("99").is_some());
    }
}
