//! The API under `/api/v1`.

mod avif;
mod dry_run;
mod errors;
mod events;
mod export;
mod history;
mod identity;
mod images;
mod life;
mod limits;
mod malformed;
mod once;
mod openapi;
mod page;
mod preview;
mod public;
mod rates;
mod rename;
mod tiles;
