//! A page as plain text for readers without pictures: `/<username>/llms.txt` (specification, What the service does, 4).
//!
//! Markdown that can be read aloud: the name, the bio, then each section with a line per tile. Equal pages
//! give equal text, and owner content is escaped so that it cannot imitate the structure around it.

pub mod changes;
pub mod layout_sketch;
mod order;
pub mod terminal;
pub mod vcard;

use std::collections::HashMap;

use order::ReadingOrder;

use crate::edit::display_name;
use crate::facts::Facts;
use crate::id::TileId;
use crate::page::Draft;
use crate::text::markup::{self, Span};
use crate::tile::{Kind, Note, Tile};

/// The text of a page published at `url`, in the order in which a phone shows it. Facts fill in what the owner left empty.
pub fn llms_txt(page: &Draft, url: &str, facts: &HashMap<TileId, Facts>) -> String {
    let mut out = head(page, url);
    let order = ReadingOrder::of(page, facts);
    section(&mut out, None, &order.socials, facts);
    for (heading, tiles) in order.sections {
        section(&mut out, heading.and_then(|heading| heading.kind.own_title()).as_deref(), &tiles, facts);
    }
    out
}

fn head(page: &Draft, url: &str) -> String {
    let name = page.profile.name_or(url);
    let mut out = format!("# {}\n", line(name));
    if let Some(bio) = page.profile.bio.as_ref() {
        out.push('\n');
        for words in bio.lines().filter(|line| !line.trim().is_empty()) {
            out.push_str(&format!("> {}\n", line(words)));
        }
    }
    out.push('\n');
    if let Some(place) = page.profile.location.as_ref() {
        out.push_str(&format!("- Location: {}\n", line(place)));
    }
    out.push_str(&format!("- Page: {url}\n"));
    out
}

fn section(out: &mut String, heading: Option<&str>, tiles: &[&Tile], facts: &HashMap<TileId, Facts>) {
    if heading.is_none() && tiles.is_empty() {
        return;
    }
    out.push('\n');
    if let Some(heading) = heading {
        out.push_str(&format!("## {}\n\n", line(heading)));
    }
    for tile in tiles {
        out.push_str(&item(tile, facts.get(&tile.id)));
    }
}

fn item(tile: &Tile, facts: Option<&Facts>) -> String {
    if let Kind::Text(note) = &tile.kind {
        return format!("- {}\n", note_words(note));
    }
    let address = tile.kind.address().map(|address| address.to_string());
    let name = title(&tile.kind, facts).or_else(|| address.clone()).unwrap_or_default();
    let more = more(&tile.kind, facts);
    let mut out = match address {
        Some(address) => format!("- [{}]({})", line(&name), target(&address)),
        None => format!("- {}", line(&name)),
    };
    if !more.is_empty() {
        out.push_str(&format!(": {}", line(&more.join(", "))));
    }
    out.push('\n');
    out
}

/// A tile in a list of what is new: its title (a few words of a note), and all that it says besides.
pub fn title_and_words(tile: &Tile, facts: Option<&Facts>) -> (String, String) {
    if let Kind::Text(note) = &tile.kind {
        let words = markup::plain(&markup::parse(&note.text));
        return (display_name(tile), words);
    }
    let title = title(&tile.kind, facts).unwrap_or_else(|| display_name(tile));
    (title, more(&tile.kind, facts).join(", "))
}

/// What a tile is called: the owner's title, else the one found at its address, else a name after its type and host.
fn title(kind: &Kind, facts: Option<&Facts>) -> Option<String> {
    let own = kind.own_title().or_else(|| facts.and_then(|facts| facts.title.clone()));
    own.or_else(|| fallback(kind))
}

fn fallback(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Link(it) => Some(it.url.shown_host()),
        Kind::Image(it) => Some(it.picture.alt.as_ref().map_or("Picture".to_owned(), ToString::to_string)),
        kind => kind.shown_address().map(|url| format!("{} on {}", kind.name().label(), url.shown_host())),
    }
}

/// What follows the title: description or artist, language and stars, the address of a picture.
fn more(kind: &Kind, facts: Option<&Facts>) -> Vec<String> {
    let fact = |pick: fn(&Facts) -> Option<String>| facts.and_then(pick);
    // Only a picture on the web has an address for others to follow; the server's own are paths.
    let own = kind.own_description().map(str::to_owned);
    let mut out: Vec<String> = own.or_else(|| fact(|facts| facts.description.clone())).into_iter().collect();
    match kind {
        Kind::Music(_) => out.extend(fact(|facts| facts.artist.clone())),
        Kind::Github(_) => {
            out.extend(fact(|facts| facts.language.clone()));
            out.extend(fact(|facts| facts.stars.map(|stars| format!("{stars} stars"))));
        }
        _ => {}
    }
    out
}

fn note_words(note: &Note) -> String {
    let mut out = String::new();
    write_spans(&markup::parse(&note.text), &mut out);
    out
}

/// Writes the note in the same markup, rebuilt from its tree; continuation lines are indented under the item.
fn write_spans(spans: &[Span], out: &mut String) {
    for span in spans {
        match span {
            Span::Plain(words) => out.push_str(&escaped(words)),
            Span::Break => out.push_str("\n  "),
            Span::Bold(inner) => wrapped("**", inner, "**", out),
            Span::Italic(inner) => wrapped("*", inner, "*", out),
            Span::Link(inner, url) => wrapped("[", inner, &format!("]({})", target(url.as_str())), out),
        }
    }
}

fn wrapped(before: &str, inner: &[Span], after: &str, out: &mut String) {
    out.push_str(before);
    write_spans(inner, out);
    out.push_str(after);
}

/// Text on one line, escaped so that it cannot form a link, a heading or a quotation.
fn line(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    escaped(&words)
}

fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for (at, it) in words.char_indices() {
        if matches!(it, '[' | ']' | '\\' | '`' | '<') || (at == 0 && matches!(it, '#' | '>')) {
            out.push('\\');
        }
        out.push(it);
    }
    out
}

/// An address inside `( )`, with its own brackets percent-encoded.
fn target(address: &str) -> String {
    address.replace('(', "%28").replace(')', "%29").replace(' ', "%20")
}
