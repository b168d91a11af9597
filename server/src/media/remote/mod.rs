//! Images that live on other servers, served from here: a visitor's browser contacts nobody else.

mod fetch;
mod signed_url;

pub use fetch::{FetchQuota, RemoteImages};
pub use signed_url::{RemoteSource, UrlSigner};
