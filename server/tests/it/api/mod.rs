//! The API under `/api/v1`.

mod avif;
mod check;
mod dry_run;
mod errors;
mod events;
mod export;
mod history;
mod idempotency;
mod identity;
mod images;
mod insights;
mod limits;
mod malformed;
mod move_in;
mod openapi;
mod page;
mod picture;
mod preview;
mod public;
mod rate_limits;
mod rename;
mod tiles;
mod undo;
mod unpublish;
mod ways;
