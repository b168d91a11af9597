//! HTTP itself: listening, limits, middleware, bodies, errors, entity tags and who is calling.

pub mod body;
pub mod client_address;
pub mod cors;
pub mod error;
pub mod etag;
pub mod identity;
pub mod ip_limit;
pub mod json_body;
pub mod listener;
pub mod middleware;
pub mod rate_limit;
pub mod redirect;
pub mod reply;
pub mod stall_timeout;
pub mod zero_copy;
