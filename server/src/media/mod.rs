//! Images: sanitized on the way in, stored under the hash of their sanitized bytes, resized on demand.
//!
//! The hash is a SHA-256, so that the same image has the same address on every server.

mod archive;
mod avif;
mod blob_store;
pub mod bundle;
mod byte_reader;
mod container;
pub mod decode;
mod error;
mod exif;
mod file_type;
mod formats;
pub mod garbage_collection;
pub mod import;
mod library;
pub mod metadata;
pub mod moderation;
pub mod remote;
mod sanitize;
mod single_flight;
mod variants;

pub use archive::is_archive;
pub use avif::{AvifDecoder, decoder_process_task, run_decoder_process};
pub use blob_store::{BlobError, BlobStore, FileTypes, is_hash};
pub use error::MediaError;
pub use file_type::{ACCEPTED, FileType};
pub use library::MediaLibrary;
pub use sanitize::{SanitizeError, SanitizedImage, hash, sanitize};
pub use variants::Variant;
