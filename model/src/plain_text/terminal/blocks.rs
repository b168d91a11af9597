//! What a page says, in reading order and ready to be set: the same for both forms.

use std::collections::HashMap;

use super::TILES;
use super::columns::{sanitized, shown_address};
use crate::facts::{Facts, running_time};
use crate::id::TileId;
use crate::layout::size_class::drawn_as_stamp;
use crate::number::{Grouping, thousands};
use crate::page::Draft;
use crate::plain_text::order::ReadingOrder;
use crate::plain_text::title;
use crate::text::markup::{self, Span};
use crate::tile::{Kind, Note, Social, Tile, TileColor};

/// A note of at most this many characters is a block of colour, a longer one stands behind a line.
const SHORT_NOTE: usize = 90;

/// All that a page says below its name.
pub struct Blocks {
    /// The bio, by paragraphs.
    pub bio: Vec<String>,
    /// The place.
    pub place: Option<String>,
    /// The group under the name.
    pub socials: Vec<Handle>,
    /// The rest, in reading order.
    pub blocks: Vec<Block>,
    /// Tiles that are left out.
    pub more: usize,
}

/// A social handle.
pub struct Handle {
    /// The network and the handle there; only the handle where it says the network itself.
    pub words: String,
    /// Its address.
    pub url: Option<String>,
}

/// A part of a page.
pub enum Block {
    /// The name of a section.
    Heading(String),
    /// A tile with a title and an address.
    Row(Row),
    /// A short note, by paragraphs.
    Note(Vec<String>, TileColor),
    /// A stamp, by paragraphs.
    Stamp(Vec<String>, TileColor),
    /// A long note, by paragraphs.
    LongNote(Vec<String>),
}

/// A tile on a line of its own.
pub struct Row {
    /// Its number on the page, from 1.
    pub number: usize,
    /// Its title.
    pub title: String,
    /// Where it leads.
    pub url: Option<String>,
    /// What is known about it: running time, artist, language and stars. Empty if nothing is.
    pub facts: String,
    /// Its address as people write it. Empty if it leads nowhere else.
    pub address: String,
}

/// The blocks of a page at this address.
pub fn of(page: &Draft, address: &str, facts: &HashMap<TileId, Facts>) -> Blocks {
    let order = ReadingOrder::of(page, facts);
    let total = order.socials.len() + order.sections.iter().map(|section| section.1.len()).sum::<usize>();
    let mut room = TILES;
    let socials: Vec<Handle> = order.socials.iter().take(room).filter_map(|tile| social(tile)).collect();
    room -= order.socials.len().min(room);
    let mut blocks = Vec::new();
    let mut number = 0;
    let grouping = page.grouping();
    for (heading, tiles) in order.sections {
        if room == 0 {
            break;
        }
        if let Some(words) = heading.and_then(|heading| heading.kind.own_title()) {
            blocks.push(Block::Heading(sanitized(&words)));
        }
        let shown = tiles.len().min(room);
        for tile in tiles.into_iter().take(shown) {
            blocks.push(block(tile, address, grouping, facts.get(&tile.id), &mut number));
        }
        room -= shown;
    }
    Blocks {
        bio: page.profile.bio.as_ref().map(|bio| lines(bio.as_str())).unwrap_or_default(),
        place: page.profile.location.as_ref().map(|place| sanitized(place.as_str())).filter(|place| !place.is_empty()),
        socials,
        blocks,
        more: total.saturating_sub(TILES),
    }
}

fn social(tile: &Tile) -> Option<Handle> {
    match &tile.kind {
        Kind::Social(social) => Some(handle(social)),
        _ => None,
    }
}

fn handle(social: &Social) -> Handle {
    let handle = sanitized(&social.shown_handle());
    // An email address, `@ines@clay.example` or a number in the international form needs no name before it.
    let tells = handle.trim_start_matches('@').contains('@') || handle.starts_with('+');
    let words = if tells { handle } else { format!("{} {handle}", social.platform.label()) };
    Handle { words, url: social.address().map(|url| url.to_string()) }
}

fn block(tile: &Tile, page: &str, grouping: Grouping, facts: Option<&Facts>, number: &mut usize) -> Block {
    if let Kind::Text(note) = &tile.kind {
        let text = note_text(note);
        let words = lines(&text);
        return match text.chars().count() {
            _ if drawn_as_stamp(note) => Block::Stamp(words, tile.color),
            0..=SHORT_NOTE => Block::Note(words, tile.color),
            _ => Block::LongNote(words),
        };
    }
    *number += 1;
    let own = tile.kind.address().map(|url| url.to_string());
    let address = own.as_deref().map(shown_address).unwrap_or_default();
    // A picture that leads nowhere else is found on the page.
    let url = own.or_else(|| matches!(tile.kind, Kind::Image(_)).then(|| format!("{page}#tile-{}", tile.id)));
    let title = title(&tile.kind, facts).map(|title| sanitized(&title)).filter(|title| !title.is_empty());
    let title =
        title.unwrap_or_else(|| if address.is_empty() { tile.kind.name().label().to_owned() } else { address.clone() });
    Block::Row(Row { number: *number, title, url, facts: known(&tile.kind, grouping, facts), address })
}

/// Running time, artist, language and stars of a tile, as far as they are known.
fn known(kind: &Kind, grouping: Grouping, facts: Option<&Facts>) -> String {
    let Some(facts) = facts else { return String::new() };
    let all = match kind {
        Kind::Video(_) => vec![facts.duration.map(running_time)],
        Kind::Music(_) => vec![facts.artist.clone()],
        Kind::Github(_) => {
            vec![facts.language.clone(), facts.stars.map(|stars| format!("{} stars", thousands(stars, grouping)))]
        }
        _ => Vec::new(),
    };
    sanitized(&all.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// The words of a note; after a link its address, which is nowhere else to be read.
fn note_text(note: &Note) -> String {
    let mut out = String::new();
    write_spans(&markup::parse(&note.text), &mut out);
    out
}

fn write_spans(spans: &[Span], out: &mut String) {
    for span in spans {
        match span {
            Span::Plain(words) => out.push_str(words),
            Span::Break => out.push('\n'),
            Span::Bold(inner) | Span::Italic(inner) => write_spans(inner, out),
            Span::Link(inner, url) => {
                write_spans(inner, out);
                out.push_str(&format!(" ({})", shown_address(url.as_str())));
            }
        }
    }
}

/// The lines of a text as written, without the empty ones.
fn lines(text: &str) -> Vec<String> {
    text.lines().map(sanitized).filter(|line| !line.is_empty()).collect()
}
