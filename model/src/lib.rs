//! The data model of a Mantel page and the operations on it: pure, without clock, network or storage.
//!
//! The same code runs on the server (native) and in the browser (wasm), so that a preview equals the published page.

#[macro_use]
pub mod closed_set;

pub mod account;
mod address;
pub mod api;
pub mod brief;
pub mod check;
pub mod color;
pub mod color_name;
pub mod contrast;
pub mod edit;
pub mod facts;
pub mod float_math;
pub mod id;
pub mod insights_csv;
pub mod language;
pub mod layout;
pub mod limits;
pub mod look;
pub mod move_in;
pub mod nearest_name;
pub mod number;
pub mod page;
pub mod photo;
pub mod plain_text;
pub mod problem;
pub mod profile;
mod punycode;
pub mod read;
pub mod report_reasons;
pub mod rights;
pub mod safe_url;
pub mod schema;
pub mod sync;
pub mod template;
pub mod text;
pub mod theme;
pub mod tile;
pub mod username;
pub mod way;

pub use color::HexColor;
pub use edit::{Edit, EditError, apply};
pub use id::{IdSource, TileId};
pub use language::Language;
pub use page::{Draft, PageFile};
pub use problem::Problem;
pub use profile::Profile;
pub use rights::{Access, Rights};
pub use safe_url::{ImageUrl, SafeUrl};
pub use theme::Theme;
pub use tile::{NewTile, Tile};
pub use username::Username;
pub use way::Way;
