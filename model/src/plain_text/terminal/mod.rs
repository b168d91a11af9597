//! A page for terminals: 80 columns, in the look's palette or without colour (docs/design/cards.md, 8).
//!
//! Lines only: no cursor moves, no clearing, so that it survives `less -R` and a pipe. Equal pages give equal text, and the
//! only escape sequences in it are the ones written here: whatever steers a terminal is dropped from owners' texts.

mod blocks;
mod color_form;
mod colors;
mod columns;
mod drawings;
mod face;
mod glyphs;
mod line;
mod plain_form;
mod scene;

use std::collections::HashMap;

use crate::facts::Facts;
use crate::id::TileId;
use crate::page::Draft;

pub use colors::Colors;
pub use columns::sanitized;

/// Columns of every line.
pub const COLUMNS: usize = 80;
/// The first column of text.
const LEFT: usize = 4;
/// Columns of text.
const WIDE: usize = COLUMNS - 2 * LEFT;
/// A page shows this many tiles, headings not counted; the others are a line that says how many there are.
const TILES: usize = 40;

/// How a page is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// In 24-bit colour, with hyperlinks (OSC 8): every cell has a background.
    Color,
    /// Without any escape sequence: drawings in ASCII, addresses written out.
    Plain,
}

/// The addresses that a page names at its foot.
#[derive(Clone, Copy, Debug)]
pub struct Addresses<'a> {
    /// The page's public address.
    pub page: &'a str,
    /// The command that prints the plain form.
    pub plain: &'a str,
}

/// The page in the order in which a phone shows it. Facts fill in what the owner left empty.
pub fn page(page: &Draft, addresses: Addresses<'_>, facts: &HashMap<TileId, Facts>, form: Form) -> String {
    let blocks = blocks::of(page, addresses.page, facts);
    match form {
        Form::Color => color_form::drawn(page, addresses, &blocks),
        Form::Plain => plain_form::drawn(page, addresses, &blocks),
    }
}

/// The command that prints the plain form of the page at a public address.
pub fn curl(page: &str) -> String {
    format!("curl {}?plain", columns::shown_address(page))
}
