//! The authorization server: programs ask for access, people grant it, tokens follow (OAuth 2.1, RFC 7009, 7591, 7636,
//! 8707, 9207).
//!
//! Public clients only, authorization codes and refresh tokens only. Every secret is opaque and stored as its hash.
//! Each request looks it up, so a revocation takes effect everywhere at once.

mod client;
mod client_metadata;
mod client_name;
mod connections;
mod consent;
pub(super) mod document_cache;
mod error;
pub(super) mod metadata_reader;
mod redirect;
mod request;
pub(super) mod scope;
mod token;

pub use client::{Client, Registered};
pub use connections::{Act, Connection, undoable};
pub use error::OauthError;
pub use metadata_reader::{Asker, MetadataReader};
pub use redirect::Redirect;
pub use request::{AuthorizationError, AuthorizationRequest};
pub use scope::{ADD, Audience, OFFLINE, READ, WRITE};
pub use token::{TokenRequest, Tokens};
