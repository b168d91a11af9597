//! Remote images, served from here so that a visitor's browser contacts no other server.

mod fetch;
mod references;
mod signed_url;

pub use fetch::{FetchQuota, RemoteImages};
pub use references::{ImageReferences, Naming};
pub use signed_url::{RemoteSource, UrlSigner, encoded_url};
