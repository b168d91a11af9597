//! What of a page its card shows (cards, 1 "Parts" and "Missing parts").

use mantel_model::layout::link_kind::LinkKind;
use mantel_model::page::{Draft, sections};
use mantel_model::profile::Focus;
use mantel_model::safe_url::ImageUrl;
use mantel_model::text::markup;
use mantel_model::theme::Theme;
use mantel_model::tile::{Kind, Link, Music, NoteLook, Picture, Tile};
use unicode_segmentation::UnicodeSegmentation;

use crate::text::clean::{clean, is_wide};

/// The most characters of a note, and of the sentence that stands for a longer one.
const NOTE: usize = 60;
/// The most lines of a stamp.
const STAMP_LINES: usize = 3;
/// The most letters in a line of a stamp; a CJK letter counts two.
const STAMP_LINE: usize = 10;
/// The most letters of a caption.
const CAPTION: usize = 14;

/// A picture of the page: where it is, and how it is cropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Its address.
    pub address: ImageUrl,
    /// How it is cropped.
    pub crop: Crop,
}

/// The point of a picture kept in view, and how far it is enlarged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crop {
    /// From the left, share of the width, 0 to 1.
    pub x: f64,
    /// From the top, share of the height, 0 to 1.
    pub y: f64,
    /// At least 1.
    pub zoom: f64,
}

impl Default for Crop {
    fn default() -> Self {
        Self { x: 0.5, y: 0.5, zoom: 1.0 }
    }
}

impl Crop {
    fn of(focus: Option<Focus>, zoom: Option<f64>) -> Self {
        let (x, y) = focus.map_or((0.5, 0.5), |focus| (focus.x.get() / 100.0, focus.y.get() / 100.0));
        Self { x: x.clamp(0.0, 1.0), y: y.clamp(0.0, 1.0), zoom: zoom.unwrap_or(1.0).max(1.0) }
    }

    fn of_picture(picture: &Picture) -> Self {
        Self::of(picture.focus, picture.zoom.map(|zoom| zoom.get()))
    }
}

/// A note: its words without marks, and its number on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// At most 60 characters.
    pub text: String,
    /// Its ordinal among the tiles, from 1, as panels in night show it.
    pub ordinal: usize,
}

/// The parts of a page that a card may show. Words are as the owner wrote them; they are cleaned when they are set.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The theme.
    pub theme: Theme,
    /// The display name; of a page without one the last segment of its address. Never empty.
    pub name: String,
    /// Whether the name is the owner's.
    pub named: bool,
    /// The first grapheme of the name, upper case, for monograms.
    pub initial: Option<String>,
    /// The bio.
    pub bio: Option<String>,
    /// The place.
    pub place: Option<String>,
    /// The address without scheme and trailing slash.
    pub address: String,
    /// The avatar.
    pub avatar: Option<Shown>,
    /// The first picture tile, else the first link with a picture.
    pub picture: Option<Shown>,
    /// The picture's title cut at its first comma.
    pub caption: Option<String>,
    /// The cover of the first music tile.
    pub cover: Option<Shown>,
    /// Whether there is a music tile.
    pub record: bool,
    /// The first note.
    pub note: Option<Note>,
    /// The lines of the first stamp; empty without one.
    pub stamp: Vec<String>,
    /// Whether there is a link that is drawn as a letter.
    pub letter: bool,
    /// How many tiles there are, as the page counts them: without the accounts under the name.
    pub tiles: usize,
    /// How many sections there are.
    pub sections: usize,
    /// The picture behind the page.
    pub backdrop: Option<ImageUrl>,
}

impl Parts {
    /// The parts of a published page that is served at an address.
    pub fn of(page: &Draft, address: &str) -> Self {
        let shown = shown_address(address);
        let own = clean(&page.profile.name);
        let named = !own.is_empty();
        let name = if named { own } else { name_of(&shown) };
        let first = page.tiles.iter().find_map(image).or_else(|| page.tiles.iter().find_map(preview));
        let music = page.tiles.iter().find_map(music);
        Self {
            initial: name.graphemes(true).next().map(str::to_uppercase),
            name,
            named,
            bio: some(page.profile.bio.as_deref()),
            place: some(page.profile.location.as_deref()),
            address: shown,
            avatar: page.profile.avatar.clone().map(|address| Shown {
                address,
                crop: Crop::of(page.profile.avatar_focus, page.profile.avatar_zoom.map(|zoom| zoom.get())),
            }),
            caption: first.as_ref().and_then(|(_, title)| caption(title.as_deref()?)),
            picture: first.map(|(shown, _)| shown),
            cover: music.and_then(|it| Some(Shown { address: it.image.clone()?, crop: Crop::of_picture(&it.picture) })),
            record: music.is_some(),
            note: note(&page.tiles),
            stamp: page.tiles.iter().find_map(stamp).unwrap_or_default(),
            letter: page
                .tiles
                .iter()
                .any(|tile| matches!(&tile.kind, Kind::Link(link) if LinkKind::of(link, None) == LinkKind::Letter)),
            tiles: page.tiles.iter().filter(|tile| !matches!(tile.kind, Kind::Social(_))).count(),
            sections: sections(&page.tiles).len(),
            backdrop: page.theme.background.image.clone(),
            theme: page.theme.clone(),
        }
    }
}

fn some(text: Option<&str>) -> Option<String> {
    text.map(clean).filter(|text| !text.is_empty())
}

/// The address as people write it: scheme and trailing slashes off (cards, 2 "Address").
fn shown_address(address: &str) -> String {
    let address = clean(address);
    let bare = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
    bare.trim_end_matches('/').to_owned()
}

/// The name of a page without one: the last segment of its address.
fn name_of(address: &str) -> String {
    let last = address.rsplit('/').next().unwrap_or(address);
    if last.is_empty() { "mantel".to_owned() } else { last.trim_start_matches('@').to_owned() }
}

fn image(tile: &Tile) -> Option<(Shown, Option<String>)> {
    let Kind::Image(it) = &tile.kind else { return None };
    let shown = Shown { address: it.src.clone(), crop: Crop::of_picture(&it.picture) };
    Some((shown, it.title.as_ref().map(ToString::to_string)))
}

fn preview(tile: &Tile) -> Option<(Shown, Option<String>)> {
    let Kind::Link(Link { image: Some(address), picture, title, .. }) = &tile.kind else { return None };
    let shown = Shown { address: address.clone(), crop: Crop::of_picture(picture) };
    Some((shown, title.as_ref().map(ToString::to_string)))
}

const fn music(tile: &Tile) -> Option<&Music> {
    if let Kind::Music(it) = &tile.kind { Some(it) } else { None }
}

/// A title cut at its first comma, at most 14 letters of it.
fn caption(title: &str) -> Option<String> {
    let title = clean(title);
    let first = title.split([',', '、', '，']).next().unwrap_or_default().trim();
    shortened(first, CAPTION)
}

/// The beginning of a text: whole words if one fits, with `…`.
fn shortened(text: &str, most: usize) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let count = text.graphemes(true).count();
    if count <= most {
        return Some(text.to_owned());
    }
    let kept: String = text.graphemes(true).take(most.saturating_sub(1)).collect();
    let whole = kept.rfind(' ').filter(|at| *at > 3).and_then(|at| kept.get(..at)).unwrap_or(&kept);
    Some(format!("{}…", whole.trim_end()))
}

/// The first note if it is short, else its first sentence if that is, else none.
fn note(tiles: &[Tile]) -> Option<Note> {
    let mut ordinal = 0;
    for tile in tiles {
        // As the panels of night count: social handles are not.
        ordinal += usize::from(!matches!(tile.kind, Kind::Social(_)));
        let Kind::Text(it) = &tile.kind else { continue };
        if it.look == Some(NoteLook::Stamp) {
            continue;
        }
        let text = clean(&markup::plain(&markup::parse(&it.text)));
        if text.is_empty() {
            continue;
        }
        if text.chars().count() <= NOTE {
            return Some(Note { text, ordinal });
        }
        let end = text.char_indices().find(|(at, letter)| {
            matches!(letter, '。' | '！' | '？')
                || matches!(letter, '.' | '!' | '?' | '؟')
                    && text.get(at + letter.len_utf8()..).is_some_and(|rest| rest.starts_with(' '))
        });
        let sentence = end.and_then(|(at, letter)| text.get(..at + letter.len_utf8()));
        return sentence.filter(|it| it.chars().count() <= NOTE).map(|it| Note { text: it.to_owned(), ordinal });
    }
    None
}

/// The lines of a stamp: as few as hold its words, ten letters each, three at most.
fn stamp(tile: &Tile) -> Option<Vec<String>> {
    let Kind::Text(it) = &tile.kind else { return None };
    if it.look != Some(NoteLook::Stamp) {
        return None;
    }
    let text = clean(&markup::plain(&markup::parse(&it.text)));
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(pieces) {
        match lines.last_mut() {
            Some(line) if letters(line) + 1 + letters(&word) <= STAMP_LINE => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines.truncate(STAMP_LINES);
    (!lines.is_empty()).then_some(lines)
}

/// A word in pieces of at most a line.
fn pieces(word: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for grapheme in word.graphemes(true) {
        match out.last_mut() {
            Some(piece) if letters(piece) + letters(grapheme) <= STAMP_LINE => piece.push_str(grapheme),
            _ => out.push(grapheme.to_owned()),
        }
        // Three lines hold no more.
        if out.len() > STAMP_LINES {
            break;
        }
    }
    out
}

/// How wide a text is in letters.
fn letters(text: &str) -> usize {
    text.graphemes(true).map(|it| if it.chars().any(is_wide) { 2 } else { 1 }).sum()
}
