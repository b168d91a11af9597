//! Every limit in one place (decisions, Limits); `GET /api/v1/options` lists them.

/// Request body, bytes.
pub const BODY_BYTES: usize = 1024 * 1024;
/// Image upload body, bytes.
pub const IMAGE_BYTES: usize = 10 * 1024 * 1024;
/// Longest side of an uploaded picture, pixels.
pub const IMAGE_SIDE: u32 = 4096;
/// Uploaded pictures per account.
pub const PICTURES: usize = 1000;
/// Total size of an account's pictures, bytes.
pub const PICTURE_BYTES: usize = 200 * 1024 * 1024;
/// Serialized page, bytes (413 `page_too_large` above).
pub const PAGE_BYTES: usize = 512 * 1024;
/// JSON nesting, levels.
pub const JSON_DEPTH: usize = 32;
/// Values in one JSON body: objects, lists, texts, numbers and so on. A page of 300 tiles with every field has half as many;
/// in memory each takes many times the bytes that it takes in the body.
pub const JSON_VALUES: usize = 20_000;
/// Fields of one object in an imported file; what comes after them is left out. No object of a page has half as many.
pub const OBJECT_FIELDS: usize = 64;
/// Items of one list in an imported file, or lines of a plain list; what comes after them is left out.
pub const LIST_ITEMS: usize = 3000;
/// Tiles per page.
pub const TILES: usize = 300;
/// Inputs per `add` call.
pub const INPUTS: usize = 30;
/// Drafts and entries of a page's history.
pub const HISTORY: usize = 100;
/// Shortest username, characters.
pub const USERNAME_MIN: usize = 3;
/// Longest username, characters.
pub const USERNAME_MAX: usize = 30;
/// Shortest name of a way, characters.
pub const WAY_MIN: usize = 2;
/// Longest name of a way, characters.
pub const WAY_MAX: usize = 24;
/// Named ways to a page.
pub const WAYS: usize = 50;
/// Profile name, characters (Unicode scalar values, as all texts here).
pub const NAME: usize = 80;
/// Profile bio, characters.
pub const BIO: usize = 600;
/// Profile location, characters.
pub const LOCATION: usize = 80;
/// Title of the page in search results, characters; they show about 60.
pub const PAGE_TITLE: usize = 120;
/// Description of the page in search results, characters; they show about 160.
pub const PAGE_DESCRIPTION: usize = 320;
/// Tile title and heading, characters.
pub const TITLE: usize = 200;
/// Tile description, characters.
pub const DESCRIPTION: usize = 600;
/// Note text, characters.
pub const TEXT: usize = 2000;
/// Alternative text of a picture, characters.
pub const ALT: usize = 300;
/// Social handle, characters.
pub const HANDLE: usize = 200;
/// Any address, bytes.
pub const URL_BYTES: usize = 2048;
/// `owner/name` of a repository, characters.
pub const REPO: usize = 140;
/// `background.dim`, share of the page colour laid over the picture.
pub const DIM: (f64, f64) = (0.0, 0.8);
/// `background.blur`, px.
pub const BLUR: (f64, f64) = (0.0, 24.0);
/// `focus.x` and `focus.y`, percent.
pub const FOCUS: (f64, f64) = (0.0, 100.0);
/// `zoom` and `avatarZoom`, factor.
pub const ZOOM: (f64, f64) = (1.0, 3.0);
/// Canvas width, units.
pub const CANVAS_WIDTH: f64 = 1200.0;
/// `pos.x`, canvas units.
pub const POS_X: (f64, f64) = (-1200.0, 2400.0);
/// `pos.y`, canvas units.
pub const POS_Y: (f64, f64) = (0.0, 1_000_000.0);
/// `pos.w` and `pos.h`, canvas units.
pub const POS_SIDE: (f64, f64) = (8.0, 2400.0);
/// `pos.r`, degrees.
pub const POS_R: (f64, f64) = (-15.0, 15.0);
/// `pos.z`, layers.
pub const POS_Z: (f64, f64) = (-1000.0, 1000.0);
/// Event streams a credential may have open at once.
pub const STREAMS: usize = 10;
/// Email address, bytes (RFC 5321, 4.5.3.1.3: a path without its brackets).
pub const EMAIL: usize = 254;
/// API keys per account.
pub const KEYS: usize = 20;

/// Largest integer in a body, 2^53 − 1: the largest that every JSON reader represents exactly.
pub const SAFE_INTEGER: u64 = 9_007_199_254_740_991;
