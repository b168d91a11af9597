//! The API under `/api/v1`.

mod identity;
mod malformed;
mod page;
mod public;
mod rates;
mod tiles;
