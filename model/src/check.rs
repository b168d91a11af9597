//! What may be wrong with a page: each finding with a sentence, and with the call that mends it where no judgement is needed.
//! Making all of these calls leaves no finding that has one, but for words of a tile that comes to stand beside another.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::{Value, json};

use crate::contrast::held_accent;
use crate::edit::display_name;
use crate::facts::Facts;
use crate::id::TileId;
use crate::layout::size_class::shown_title;
use crate::page::Draft;
use crate::photo::Pictures;
use crate::tile::{Kind, KindName, Size, Tile};

/// How many tiles make a page long.
pub const LONG: usize = 60;
/// From which width divided by height on a picture loses much in a box that is not wide; and below which in one that is not
/// tall.
const WIDE: f64 = 1.7;
const TALL: f64 = 0.6;

/// What findings are about.
pub const CODES: [&str; 10] =
    ["profile", "accent", "title", "alt", "dead", "word", "crop", "duplicate", "section", "length"];

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Some visitors miss something.
    Problem,
    /// It would be better otherwise.
    Advice,
}

/// A call of a tool that mends a finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReadyCall {
    /// The tool.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Value,
}

/// Something that may be wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// What it is about, in one word; one of [`CODES`].
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The tile, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<TileId>,
    /// What is wrong, and what to do.
    pub message: String,
    /// Whether it takes judgement to mend it: there is no ready call then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub judgement: bool,
    /// The call that mends it; none where it takes judgement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<ReadyCall>,
}

/// A link that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLink {
    /// The HTTP status that it answers; none where nothing answers.
    pub status: Option<u16>,
    /// Since when, in words: `19 November`.
    pub since: String,
}

/// A word that is longer than the line it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenWord {
    /// The word.
    pub word: String,
    /// Whether it is broken on a phone.
    pub phone: bool,
    /// Whether it is broken on a wide screen.
    pub wide: bool,
    /// Whether no word of the tile would be broken if the tile were wide.
    pub fits_wider: bool,
}

/// What is known of what a page names.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The facts of its tiles.
    pub facts: &'a HashMap<TileId, Facts>,
    /// Its pictures.
    pub pictures: &'a Pictures,
    /// Its tiles whose links lead nowhere.
    pub dead: &'a HashMap<TileId, DeadLink>,
    /// Its tiles with a word that is broken.
    pub broken: &'a HashMap<TileId, BrokenWord>,
}

/// What may be wrong with a page, as far as what it names is known. The time grows with the tiles.
pub fn check(draft: &Draft, known: &Known<'_>) -> Vec<Finding> {
    let mut all = Findings::default();
    all.profile(draft);
    all.accent(draft);
    let doubles = doubles(draft);
    let empty = empty_sections(draft, &doubles.keys().copied().collect());
    for tile in &draft.tiles {
        let facts = known.facts.get(&tile.id);
        all.title(tile, facts);
        all.alt(tile);
        if let Some(dead) = known.dead.get(&tile.id) {
            all.dead(tile, dead);
        }
        if let Some(first) = doubles.get(&tile.id) {
            all.duplicate(tile, first, draft);
        } else if empty.contains(&tile.id) {
            all.section(tile);
        } else {
            if let Some(broken) = known.broken.get(&tile.id) {
                all.word(tile, broken);
            }
            all.crop(tile, known.pictures);
        }
    }
    if draft.tiles.len() > LONG {
        let words = format!(
            "The page has {} tiles; few people scroll past {LONG}. Keep what matters this month.",
            draft.tiles.len()
        );
        all.add("length", Severity::Advice, None, words, None);
    }
    all.0
}

/// Tiles that say again what an earlier one says, each with that one.
fn doubles(draft: &Draft) -> HashMap<&TileId, &TileId> {
    let (mut first, mut doubles) = (HashMap::new(), HashMap::new());
    // A picture that leads somewhere says more than where it leads.
    for tile in draft.tiles.iter().filter(|tile| tile.kind.name() != KindName::Image) {
        let Some(address) = tile.kind.comparable_address() else { continue };
        match first.entry(address) {
            Entry::Vacant(entry) => drop(entry.insert(&tile.id)),
            Entry::Occupied(entry) => drop(doubles.insert(&tile.id, *entry.get())),
        }
    }
    doubles
}

/// Headings with nothing below them, once some tiles are gone.
fn empty_sections<'a>(draft: &'a Draft, gone: &HashSet<&TileId>) -> HashSet<&'a TileId> {
    let (mut open, mut empty) = (None, HashSet::new());
    for tile in draft.tiles.iter().filter(|tile| !gone.contains(&tile.id)) {
        if matches!(tile.kind, Kind::Heading(_)) {
            empty.extend(open.replace(&tile.id));
        } else {
            open = None;
        }
    }
    empty.extend(open);
    empty
}

/// The longest word of a title that is made of an address, characters: it fits the narrowest tile.
const TITLE_WORD: usize = 12;

/// A title for an address: the words at its end (`/print-shop`: “Print shop”), or else its host.
fn title_of(address: &str, host: String) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default().splitn(4, '/').nth(3).unwrap_or_default();
    let end = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let end = end.rsplit_once('.').map_or(end, |(name, _)| name);
    let words: Vec<_> = end.split(['-', '_', '+']).filter(|word| !word.is_empty()).collect();
    let letters = |word: &&str| word.len() <= TITLE_WORD && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let title = words.join(" ").to_ascii_lowercase();
    // A single short word is a code as often as a name.
    if words.is_empty() || title.len() < 4 || title.len() > 60 || !words.iter().all(letters) {
        return host;
    }
    let (first, rest) = title.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(
        &mut self,
        code: &'static str,
        severity: Severity,
        tile: Option<&Tile>,
        message: String,
        call: Option<ReadyCall>,
    ) {
        let (tile, judgement) = (tile.map(|tile| tile.id.clone()), call.is_none());
        self.0.push(Finding { code, severity, tile, message, judgement, call });
    }

    fn profile(&mut self, draft: &Draft) {
        let profile = &draft.profile;
        let parts =
            [("name", profile.name.is_empty()), ("bio", profile.bio.is_none()), ("picture", profile.avatar.is_none())];
        let missing: Vec<_> = parts.into_iter().filter_map(|(part, missing)| missing.then_some(part)).collect();
        if !missing.is_empty() {
            let severity = if profile.name.is_empty() { Severity::Problem } else { Severity::Advice };
            let words = format!("The profile has no {}.", missing.join(", no "));
            self.add("profile", severity, None, words, None);
        }
    }

    /// The page holds an accent that could not be seen within what the palette can show: what is drawn is not what was chosen.
    fn accent(&mut self, draft: &Draft) {
        let Some(accent) = draft.theme.accent else { return };
        let held = held_accent(accent, draft.theme.palette.entry());
        if held != accent {
            let words = format!("The accent {accent} hardly shows on this palette, so the page draws {held} instead.");
            let call = ReadyCall { tool: "set_theme", arguments: json!({ "accent": held }) };
            self.add("accent", Severity::Problem, None, words, Some(call));
        }
    }

    fn title(&mut self, tile: &Tile, facts: Option<&Facts>) {
        let named = tile.kind.own_title().is_some() || facts.is_some_and(|facts| facts.title.is_some());
        let Kind::Link(link) = &tile.kind else { return };
        if !named {
            let words = format!("The link shows its address alone ({}); give it a title.", shown_title(tile, facts));
            let patch = json!({ "title": title_of(link.url.as_str(), link.url.shown_host()) });
            let call = ReadyCall { tool: "update_tile", arguments: json!({ "id": tile.id, "patch": patch }) };
            self.add("title", Severity::Advice, Some(tile), words, Some(call));
        }
    }

    fn alt(&mut self, tile: &Tile) {
        if let Kind::Image(image) = &tile.kind
            && image.picture.alt.is_none()
            && image.title.is_none()
        {
            let words =
                "The picture has no alternative text: words that say what it shows to people who cannot see it.";
            self.add("alt", Severity::Problem, Some(tile), words.to_owned(), None);
        }
    }

    fn dead(&mut self, tile: &Tile, dead: &DeadLink) {
        let answer = match dead.status {
            Some(404) => "The link has led to “Not found” (404)".to_owned(),
            Some(410) => "The link has led to “Gone” (410)".to_owned(),
            Some(status) => format!("The link has led to an error ({status})"),
            None => "Nothing has answered at the link".to_owned(),
        };
        let words = format!("{answer} since {}. Mend its address, or take the tile off the page.", dead.since);
        self.add("dead", Severity::Problem, Some(tile), words, None);
    }

    fn word(&mut self, tile: &Tile, broken: &BrokenWord) {
        let place = match (broken.phone, broken.wide) {
            (true, false) => "on a phone",
            (false, true) => "on a wide screen",
            _ => "on phones and on wide screens",
        };
        let words = format!("“{}” is longer than its line {place}, and broken there.", broken.word);
        // The size of a picture is chosen for the picture.
        if broken.fits_wider && !matches!(tile.kind, Kind::Image(_)) {
            self.resized(tile, "word", words, Size::W);
        } else {
            self.add("word", Severity::Advice, Some(tile), words, None);
        }
    }

    /// A picture of which much is cut off by the shape of its tile.
    fn crop(&mut self, tile: &Tile, pictures: &Pictures) {
        let Kind::Image(image) = &tile.kind else { return };
        let measure = pictures.get(image.src.as_str()).and_then(|picture| picture.measure);
        let Some(aspect) = measure.map(|measure| measure.aspect()) else { return };
        // A zoom was chosen by somebody who looked.
        if image.picture.zoom.is_some() || tile.pos.is_some() {
            return;
        }
        if aspect >= WIDE && matches!(tile.size, Size::S | Size::T) {
            self.resized(
                tile,
                "crop",
                "The picture is wide, and much of it is cut off in this size.".to_owned(),
                Size::W,
            );
        } else if aspect <= TALL && matches!(tile.size, Size::S | Size::W) {
            self.resized(
                tile,
                "crop",
                "The picture is tall, and much of it is cut off in this size.".to_owned(),
                Size::T,
            );
        }
    }

    fn resized(&mut self, tile: &Tile, code: &'static str, words: String, size: Size) {
        let call = ReadyCall { tool: "update_tile", arguments: json!({ "id": tile.id, "patch": { "size": size } }) };
        self.add(code, Severity::Advice, Some(tile), words, Some(call));
    }

    fn duplicate(&mut self, tile: &Tile, first: &TileId, draft: &Draft) {
        let first = draft.tile(first).map(display_name).unwrap_or_default();
        let words = format!("It leads where “{first}” leads already.");
        self.removed(tile, "duplicate", words);
    }

    fn section(&mut self, tile: &Tile) {
        self.removed(tile, "section", format!("Nothing stands below the heading “{}”.", display_name(tile)));
    }

    fn removed(&mut self, tile: &Tile, code: &'static str, words: String) {
        let call = ReadyCall { tool: "remove_tile", arguments: json!({ "id": tile.id }) };
        self.add(code, Severity::Advice, Some(tile), words, Some(call));
    }
}
