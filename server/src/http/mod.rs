//! HTTP itself: the listener and its limits, middleware, request bodies, problem details, entity tags, who is calling.
//!
//! It depends on the service, never on the application's state: extractors get what they need from any state by
//! `FromRef`.

pub mod accept_encoding;
pub mod batched_writes;
pub mod body;
pub mod body_memory;
pub mod body_reader;
pub mod client_address;
pub mod compression;
pub mod connection_activity;
pub mod cors;
pub mod error;
pub mod escape;
pub mod etag;
pub mod identity;
pub mod ip_limit;
pub mod json_body;
pub mod listener;
pub mod middleware;
pub mod rate_headers;
pub mod rate_limit;
pub mod redirect;
pub mod reply;
pub mod request_id;
pub mod security_headers;
pub mod session;
pub mod shared_documents;
pub mod stall_timeout;
pub mod terminal_client;
pub mod zero_copy;
