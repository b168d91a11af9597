//! Words of a page that are longer than the line they stand in, and so are broken: measured in the faces of its look, in the
//! boxes that browsers draw. The boxes are `text_boxes.json`, written and compared by a browser test
//! (`end2end/specs/uncut-text.spec.js`).

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use mantel_app::render::tile::content::TileContent;
use mantel_drawing::Fonts;
use mantel_drawing::text::clean::is_wide;
use mantel_drawing::text::{Face, faces};
use mantel_model::check::BrokenWord;
use mantel_model::facts::Facts;
use mantel_model::layout::{in_social_group, phone, size_class};
use mantel_model::number::Grouping;
use mantel_model::text::markup;
use mantel_model::theme::{Font, Layout};
use mantel_model::tile::{Kind, Size};
use mantel_model::{Draft, Tile, TileId};
use serde::Deserialize;

/// How many of a tile's words are measured, those with the most room first.
const WORDS: usize = 4;
/// How much longer than its line a word has to be, px: what a measure may be off.
const SLACK: f64 = 1.5;

/// A box that words are set in: the number of its face; font size, letter spacing and line, px.
type TextBox = (usize, f64, f64, f64);

/// The boxes of every look.
#[derive(Debug, Default, Deserialize)]
struct TextBoxes {
    /// The room that the letters of a note take, for each of its boxes.
    #[serde(rename = "noteWidths")]
    note_widths: Vec<usize>,
    /// By look, and by kind, size and form: the boxes from the emptiest tile to the fullest; the last stands for all further
    /// ones.
    looks: BTreeMap<String, BTreeMap<String, Vec<Option<TextBox>>>>,
    /// `family|weight|style`, and `|capitals` where words are set in them.
    faces: Vec<String>,
}

static BOXES: LazyLock<TextBoxes> =
    LazyLock::new(|| serde_json::from_str(include_str!("text_boxes.json")).unwrap_or_default());
static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts::new(None));

/// What a tile is drawn in, besides its size: the names of `text_boxes.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// In the grid of wide screens.
    Wide,
    /// On a phone, across both columns.
    Two,
    /// On a phone, in one of the two columns.
    One,
    /// On a phone, alone in its row.
    Solo,
}

impl Form {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Two => "two",
            Self::One => "one",
            Self::Solo => "solo",
        }
    }
}

/// The words that are broken, by tile, in the grid and in the look's own typefaces; other layouts give words more room. Words
/// in letters that these faces lack are not measured: browsers set them in faces of their own.
pub fn broken_words(draft: &Draft, facts: &HashMap<TileId, Facts>) -> HashMap<TileId, BrokenWord> {
    if draft.theme.layout != Layout::Bento || draft.theme.font != Font::Look {
        return HashMap::new();
    }
    let solo = phone::grid(&draft.tiles, facts).solo;
    let of = |(at, tile): (usize, &Tile)| {
        let broken = of_tile(draft, tile, facts.get(&tile.id), solo.contains(&at))?;
        Some((tile.id.clone(), broken))
    };
    draft.tiles.iter().enumerate().filter(|(_, tile)| !in_social_group(tile, false)).filter_map(of).collect()
}

fn of_tile(draft: &Draft, tile: &Tile, facts: Option<&Facts>, solo: bool) -> Option<BrokenWord> {
    let content = TileContent::of(tile, facts, Grouping::default());
    let text = match &tile.kind {
        Kind::Text(note) => markup::plain(&markup::parse(&note.text)),
        Kind::Heading(heading) => heading.text.to_string(),
        _ => content.title.clone()?,
    };
    let mut words: Vec<&str> = text.split_whitespace().flat_map(unbreakable).collect();
    words.sort_by_key(|word| std::cmp::Reverse(size_class::width(word)));
    words.dedup();
    words.truncate(WORDS);
    let one = size_class::one_cell_on_phone(tile, facts);
    let on_phone = match (one, solo) {
        (true, true) => Form::Solo,
        (true, false) => Form::One,
        (false, _) => Form::Two,
    };
    let kind = match (content.kind_class, &content.description) {
        ("k-plain", Some(_)) => "k-plain+desc",
        (kind, _) => kind,
    };
    let width = size_class::width(&text);
    let place = |size, form| Place { draft, kind, size, form, fit: content.fit, width };
    let (wide, phone) = (place(tile.size, Form::Wide), place(tile.size, on_phone));
    let broken = |word: &&&str| wide.breaks(word) || phone.breaks(word);
    let word = words.iter().find(broken)?;
    // A wide tile has both columns of a phone.
    let wider = [place(Size::W, Form::Wide), place(Size::W, Form::Two)];
    Some(BrokenWord {
        word: (*word).to_owned(),
        wide: wide.breaks(word),
        phone: phone.breaks(word),
        fits_wider: tile.size == Size::S && !words.iter().any(|word| wider.iter().any(|place| place.breaks(word))),
    })
}

/// The parts of a word within which no browser breaks it.
fn unbreakable(word: &str) -> impl Iterator<Item = &str> {
    word.split_inclusive(['-', '\u{2010}', '\u{2013}', '\u{2014}', '/', '\u{ad}', '\u{200b}'])
}

/// Where the words of a tile stand.
#[derive(Clone, Copy, Debug)]
struct Place<'a> {
    draft: &'a Draft,
    kind: &'static str,
    size: Size,
    form: Form,
    /// How full its words make the tile, 1 to 5.
    fit: u8,
    /// The room that they take.
    width: usize,
}

impl Place<'_> {
    /// Whether a word is longer than a line here, as far as that can be told.
    fn breaks(&self, word: &str) -> bool {
        let Some((face, capitals, (_, size, spacing, line))) = self.text_box() else { return false };
        // Letters that fill the em may be parted anywhere.
        if word.chars().any(is_wide) {
            return false;
        }
        let drawn = if capitals { word.to_uppercase() } else { word.to_owned() };
        let Some(set) = FONTS.set(face, &drawn).filter(|set| set.complete() && !set.swapped()) else { return false };
        set.width(0..set.len(), size, spacing / size) > line + SLACK
    }

    /// The box, its face, and whether it is set in capitals.
    fn text_box(&self) -> Option<(&'static Face, bool, TextBox)> {
        let boxes = BOXES.looks.get(self.draft.theme.look().as_str())?;
        let size = match self.size {
            Size::S => "z-s",
            Size::W => "z-w",
            Size::T => "z-t",
            Size::L => "z-l",
        };
        let row = boxes.get(&format!("{} {size} {}", self.kind, self.form.as_str()))?;
        let at = |step: usize| row.get(step).or(row.last()).copied().flatten();
        let text_box =
            if self.kind == "k-note" { self.between_notes(at)? } else { at(usize::from(self.fit).saturating_sub(1))? };
        let (face, capitals) = face(BOXES.faces.get(text_box.0)?)?;
        Some((face, capitals, text_box))
    }
}

impl Place<'_> {
    /// The box of a note, between those of the notes that were measured.
    fn between_notes(&self, at: impl Fn(usize) -> Option<TextBox>) -> Option<TextBox> {
        let widths = &BOXES.note_widths;
        let next = widths.partition_point(|width| *width < self.width);
        let (Some(more), Some(less)) = (widths.get(next), next.checked_sub(1).and_then(|last| widths.get(last))) else {
            return at(next);
        };
        let (smaller, larger) = (at(next)?, at(next - 1)?);
        #[expect(clippy::cast_precision_loss, reason = "a few hundred letters")]
        let share = (self.width - less) as f64 / (more - less) as f64;
        let mix = |from: f64, to: f64| from + (to - from) * share;
        Some((smaller.0, mix(larger.1, smaller.1), mix(larger.2, smaller.2), mix(larger.3, smaller.3)))
    }
}

/// The face of a box, and whether it is set in capitals.
fn face(named: &str) -> Option<(&'static Face, bool)> {
    let (name, capitals) = named.strip_suffix("|capitals").map_or((named, false), |name| (name, true));
    Some((OWN.iter().find(|own| own.0 == name)?.1, capitals))
}

/// The faces by the names that stylesheets give them.
static OWN: [(&str, &Face); 33] = [
    ("Cormorant|700|italic", &faces::CORMORANT_700_ITALIC),
    ("Cormorant|600|italic", &faces::CORMORANT_600_ITALIC),
    ("Cormorant|600|normal", &faces::CORMORANT_600),
    ("EB Garamond|500|normal", &faces::GARAMOND_500),
    ("EB Garamond|700|normal", &faces::GARAMOND_700),
    ("EB Garamond|500|italic", &faces::GARAMOND_500_ITALIC),
    ("EB Garamond|600|italic", &faces::GARAMOND_600_ITALIC),
    ("Caprasimo|400|normal", &faces::CAPRASIMO),
    ("Nanum Pen Script|400|normal", &faces::NANUM_PEN),
    ("Courier Prime|700|normal", &faces::COURIER_PRIME_700),
    ("Shippori Mincho|800|normal", &faces::SHIPPORI_800),
    ("Shippori Mincho|700|normal", &faces::SHIPPORI_700),
    ("Zen Old Mincho|400|normal", &faces::ZEN_OLD_400),
    ("Zen Old Mincho|500|normal", &faces::ZEN_OLD_500),
    ("Zen Old Mincho|700|normal", &faces::ZEN_OLD_700),
    ("Figtree|700|normal", &faces::FIGTREE_700),
    ("Sometype Mono|600|normal", &faces::SOMETYPE_600),
    ("Young Serif|400|normal", &faces::YOUNG_SERIF),
    ("Pixelify Sans|600|normal", &faces::PIXELIFY_600),
    ("Pixelify Sans|500|normal", &faces::PIXELIFY_500),
    ("Sometype Mono|500|normal", &faces::SOMETYPE_500),
    ("Sometype Mono|700|normal", &faces::SOMETYPE_700),
    ("Chonburi|400|normal", &faces::CHONBURI),
    ("Old Standard TT|400|normal", &faces::OLD_STANDARD_400),
    ("Old Standard TT|400|italic", &faces::OLD_STANDARD_400_ITALIC),
    ("Old Standard TT|700|normal", &faces::OLD_STANDARD_700),
    ("League Gothic|400|normal", &faces::LEAGUE_GOTHIC),
    ("Michroma|400|normal", &faces::MICHROMA),
    ("Saira Condensed|400|normal", &faces::SAIRA_400),
    ("Saira Condensed|500|normal", &faces::SAIRA_500),
    ("Saira Condensed|600|normal", &faces::SAIRA_600),
    ("Martian Mono|400|normal", &faces::MARTIAN_400),
    ("Martian Mono|500|normal", &faces::MARTIAN_500),
];

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn every_face_that_a_look_sets_words_in_is_known() {
        let unknown: Vec<_> = BOXES.faces.iter().filter(|named| face(named).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert_eq!(BOXES.looks.len(), 6);
    }
}
