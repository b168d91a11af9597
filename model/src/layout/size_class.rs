//! The size class of a tile (by aspect ratio on the canvas), its scale, and how full its text makes it
//! (looks, 1.2 and 1.3).

use super::link_kind::LinkKind;
use crate::facts::Facts;
use crate::safe_url::SafeUrl;
use crate::text::markup;
use crate::tile::{Kind, Note, Size, Tile};

/// The size class of a box: wide from 3:2, tall up to 2:3, otherwise small under 440 units of width and large beyond.
pub fn by_shape(w: f64, h: f64) -> Size {
    if w >= 1.5 * h {
        Size::W
    } else if w <= 0.67 * h {
        Size::T
    } else if w < 440.0 {
        Size::S
    } else {
        Size::L
    }
}

/// The scale of a tile relative to its cell, 0.6 to 1.6.
pub fn scale(w: f64, h: f64, cell: (f64, f64)) -> f64 {
    (w / cell.0).min(h / cell.1).clamp(0.6, 1.6)
}

/// The room that a text takes, counted in Latin letters: scripts with larger or square letters take more.
pub fn width(words: &str) -> usize {
    words.chars().map(letter_width).sum()
}

/// The room that a letter takes, counted in Latin letters.
const fn letter_width(letter: char) -> usize {
    // Typographic punctuation, arrows and accented Latin are as narrow as Latin.
    let narrow = letter < '\u{590}' || matches!(letter, '\u{1e00}'..='\u{2bff}');
    if narrow {
        1
    } else if letter < '\u{1100}' {
        2
    } else {
        3
    }
}

/// The room on a stamp, in Latin letters; the disc does not grow.
const STAMP: usize = 60;

/// Whether a note is drawn as a stamp: it was made one, and its words have room on the disc. Longer ones are notes.
pub fn drawn_as_stamp(note: &Note) -> bool {
    note.look.is_some() && {
        let words = markup::plain(&markup::parse(&note.text));
        width(&words) <= STAMP && words.lines().count() <= 5
    }
}

/// How full a text makes a tile, 1 to 5, by the room that its letters take.
pub fn fit(words: &str) -> u8 {
    match width(words) {
        0..=24 => 1,
        25..=60 => 2,
        61..=140 => 3,
        141..=280 => 4,
        _ => 5,
    }
}

/// The title a tile shows: the owner's, else the one from its facts, else its host.
pub fn shown_title(tile: &Tile, facts: Option<&Facts>) -> String {
    let fact = || facts.and_then(|facts| facts.title.clone());
    match &tile.kind {
        Kind::Social(it) => it.handle.to_string(),
        Kind::Image(_) => tile.kind.own_title().unwrap_or_default(),
        kind => {
            let host = || kind.shown_address().map(SafeUrl::shown_host);
            kind.own_title().or_else(fact).or_else(host).unwrap_or_default()
        }
    }
}

/// Whether a tile takes one of the phone's two columns (looks, 1.2, "Under 600"). Types not listed here take both.
pub fn one_cell_on_phone(tile: &Tile, facts: Option<&Facts>) -> bool {
    let small = tile.size == Size::S;
    match &tile.kind {
        Kind::Image(_) => matches!(tile.size, Size::S | Size::T),
        Kind::Music(_) => small,
        Kind::Text(note) if drawn_as_stamp(note) => true,
        Kind::Text(note) => small && markup::plain(&markup::parse(&note.text)).chars().count() <= 90,
        Kind::Link(link) => {
            let title = shown_title(tile, facts);
            let short = title.chars().count() <= 44 && title.split_whitespace().all(|word| word.chars().count() <= 12);
            small && LinkKind::of(link, facts) == LinkKind::Plain && short
        }
        _ => false,
    }
}
