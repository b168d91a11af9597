//! Words of a page that are longer than the line they stand in, and so are broken: measured in the typefaces of the page, in the
//! boxes that browsers draw.

mod boxes;
mod faces;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use mantel_app::render::tile::content::TileContent;
use mantel_app::render::tile_placement::TileForm;
use mantel_drawing::Fonts;
use mantel_drawing::text::clean::is_wide;
use mantel_model::check::BrokenWord;
use mantel_model::facts::Facts;
use mantel_model::layout::canvas::Placed;
use mantel_model::layout::{canvas, in_social_group, phone, size_class, units};
use mantel_model::limits::CANVAS_WIDTH;
use mantel_model::number::Grouping;
use mantel_model::text::markup;
use mantel_model::theme::Layout;
use mantel_model::tile::{Kind, Size};
use mantel_model::{Draft, Tile, TileId};

use boxes::{Row, TextBox};

/// How many of a tile's words are measured, those with the most room first.
const WORDS: usize = 4;
/// How much longer than its line a word has to be, px: what a measure may be off.
const SLACK: f64 = 1.5;
/// The smallest and the largest scale of a tile on a canvas (`size_class::scale`), which have boxes of their own.
const SCALES: (f64, f64) = (0.6, 1.6);

static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts::new(None));

/// The words that are broken, by tile, on phones and on wide screens. Words in letters that the page's typefaces lack are not
/// measured: browsers set them in faces of their own.
pub fn broken_words(draft: &Draft, facts: &HashMap<TileId, Facts>) -> HashMap<TileId, BrokenWord> {
    let on_canvas = draft.theme.layout == Layout::Canvas;
    let solo = phone::grid(&draft.tiles, facts).solo;
    let places = if on_canvas { canvas::places(&draft.tiles) } else { Vec::new() };
    let page = Page { draft, facts, solo, places: places.into_iter().map(|place| (place.index, place)).collect() };
    let of = |(at, tile): (usize, &Tile)| Some((tile.id.clone(), page.broken_word(at, tile)?));
    draft.tiles.iter().enumerate().filter(|(_, tile)| !in_social_group(tile, on_canvas)).filter_map(of).collect()
}

/// A page whose words are measured.
#[derive(Debug)]
struct Page<'a> {
    draft: &'a Draft,
    facts: &'a HashMap<TileId, Facts>,
    /// The tiles that are alone in their row on a phone.
    solo: HashSet<usize>,
    /// Where tiles stand on a canvas.
    places: HashMap<usize, Placed>,
}

impl Page<'_> {
    fn broken_word(&self, at: usize, tile: &Tile) -> Option<BrokenWord> {
        let facts = self.facts.get(&tile.id);
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
        let kind = match (content.kind_class, &content.description) {
            ("k-plain", Some(_)) => "k-plain+desc",
            (kind, _) => kind,
        };
        let words_of = Words { kind, fit: content.fit, width: size_class::width(&text) };
        let wide = self.wide(words_of, at, tile);
        let phone = self.on_phone(words_of, at, tile);
        let is_broken = |word: &str| [wide, phone].into_iter().flatten().any(|text_box| breaks(text_box, word));
        let word = words.iter().find(|word| is_broken(word))?;
        // A wide tile has both columns of a phone. In a list every tile is as wide, and on a canvas as wide as its owner made it.
        let may_widen = tile.size == Size::S && tile.pos.is_none() && self.draft.theme.layout != Layout::List;
        let wider = [self.text_box(words_of, "z-w", "wide"), self.text_box(words_of, "z-w", "two")];
        let fits = |word: &&str| !wider.into_iter().flatten().any(|text_box| breaks(text_box, word));
        Some(BrokenWord {
            word: (*word).to_owned(),
            wide: wide.is_some_and(|text_box| breaks(text_box, word)),
            phone: phone.is_some_and(|text_box| breaks(text_box, word)),
            fits_wider: may_widen && words.iter().all(fits),
        })
    }

    /// The box of a tile's words on a wide screen.
    fn wide(&self, words: Words, at: usize, tile: &Tile) -> Option<TextBox> {
        let Some(place) = self.places.get(&at) else { return self.text_box(words, self.size(at, tile), "wide") };
        let size = TileForm::Cell(place.size).class();
        let own = self.text_box(words, size, "wide")?;
        let (other, scale) = if place.q < 1.0 { ("small", SCALES.0) } else { ("large", SCALES.1) };
        let scaled = own.towards(self.text_box(words, size, other)?, (place.q - 1.0) / (scale - 1.0));
        let cell = if matches!(tile.kind, Kind::Heading(_)) { CANVAS_WIDTH } else { units::of_size(place.size).0 };
        // A canvas is measured where it is as wide as its units.
        Some(TextBox { line: scaled.line + place.w - place.q * cell, ..scaled })
    }

    /// The box of a tile's words on a phone.
    fn on_phone(&self, words: Words, at: usize, tile: &Tile) -> Option<TextBox> {
        let one =
            self.draft.theme.layout == Layout::Bento && size_class::one_cell_on_phone(tile, self.facts.get(&tile.id));
        // In one of two columns, alone in its row, or across both.
        let form = match (one, self.solo.contains(&at)) {
            (true, true) => "solo",
            (true, false) => "one",
            (false, _) => "two",
        };
        self.text_box(words, self.size(at, tile), form)
    }

    /// The class of a tile's size.
    fn size(&self, at: usize, tile: &Tile) -> &'static str {
        let of_cell = self.places.get(&at).map_or(tile.size, |place| place.size);
        let form = if self.draft.theme.layout == Layout::List { TileForm::Row } else { TileForm::Cell(of_cell) };
        form.class()
    }

    fn text_box(&self, words: Words, size: &str, form: &str) -> Option<TextBox> {
        let theme = &self.draft.theme;
        let row = Row::of(theme.look(), theme.layout, theme.font, &format!("{} {size} {form}", words.kind))?;
        if words.kind == "k-note" { row.of_note(words.width) } else { row.at(usize::from(words.fit).saturating_sub(1)) }
    }
}

/// The words of a tile, as far as their box depends on them.
#[derive(Clone, Copy, Debug)]
struct Words {
    /// The class of the tile's kind.
    kind: &'static str,
    /// How full they make the tile, 1 to 5.
    fit: u8,
    /// The room that their letters take.
    width: usize,
}

/// The parts of a word within which no browser breaks it.
fn unbreakable(word: &str) -> impl Iterator<Item = &str> {
    word.split_inclusive(['-', '\u{2010}', '\u{2013}', '\u{2014}', '/', '\u{ad}', '\u{200b}'])
}

/// Whether a word is longer than a line of this box, as far as that can be told.
fn breaks(text_box: TextBox, word: &str) -> bool {
    // Letters that fill the em may be parted anywhere.
    if word.chars().any(is_wide) {
        return false;
    }
    let (named, capitals) = text_box.face.strip_suffix("|capitals").map_or((text_box.face, false), |face| (face, true));
    let drawn = if capitals { word.to_uppercase() } else { word.to_owned() };
    let set =
        faces::face(named).and_then(|face| FONTS.set(face, &drawn)).filter(|set| set.complete() && !set.swapped());
    set.is_some_and(|set| {
        set.width(0..set.len(), text_box.size, text_box.spacing / text_box.size) > text_box.line + SLACK
    })
}
