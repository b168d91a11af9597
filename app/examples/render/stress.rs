//! Pages that are hard to draw: every type at every size, every colour, words that do not fit, no tiles at all.

use std::collections::HashMap;

use mantel_model::facts::Facts;
use mantel_model::id::{IdSource, SeededIds};
use mantel_model::text::Text;
use mantel_model::tile::{Heading, Kind, Note, Platform, Size, Social, TileColor};
use mantel_model::{Draft, ImageUrl, Tile, TileId};

use super::translated::{Language, translate};

const LONG: &str = "A title of ninety characters goes on and on until it has told the whole story to the end.";
const WORD: &str = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrik";

/// Turns the sample page into the named one.
pub fn turn(draft: &mut Draft, facts: &mut HashMap<TileId, Facts>, name: &str) {
    match name {
        "stress" => everything(draft, facts),
        "words" => words(draft, facts),
        "empty" => draft.tiles.clear(),
        "many" => {
            everything(draft, facts);
            draft.tiles.truncate(200);
        }
        "broken" => broken(draft, facts),
        "one" => draft.tiles.truncate(5),
        "arabic" => translate(draft, facts, Language::Arabic),
        "hebrew" => translate(draft, facts, Language::Hebrew),
        _ => {}
    }
}

fn text<const MAX: usize>(words: &str) -> Text<MAX> {
    Text::cut(words).0
}

/// The sample's tiles, each again at the four sizes and in the nine colours, and once without its picture.
fn everything(draft: &mut Draft, facts: &mut HashMap<TileId, Facts>) {
    let sample = std::mem::take(&mut draft.tiles);
    let mut ids = SeededIds::new(7);
    let mut put = |kind: &Kind, size, color, like: Option<&TileId>| {
        let id = ids.fresh(&|id| sample.iter().any(|item| item.id == *id));
        if let Some(known) = like.and_then(|like| facts.get(like)).cloned() {
            facts.insert(id.clone(), known);
        }
        draft.tiles.push(Tile { id, kind: kind.clone(), size, color, lang: None, pos: None });
    };
    let heading = |words: &str| Kind::Heading(Heading { text: text(words) });
    for tile in sample.iter().filter(|item| matches!(item.kind, Kind::Social(_))) {
        put(&tile.kind, tile.size, tile.color, None);
    }
    for size in [Size::S, Size::W, Size::T, Size::L] {
        put(&heading(&format!("Size {}", size.as_str())), Size::S, TileColor::Auto, None);
        for tile in sample.iter().filter(|item| !matches!(item.kind, Kind::Social(_) | Kind::Heading(_))) {
            put(&tile.kind, size, TileColor::Auto, Some(&tile.id));
        }
    }
    for color in TileColor::ALL {
        put(&heading(color.label()), Size::S, TileColor::Auto, None);
        for tile in sample.iter().filter(|item| !matches!(item.kind, Kind::Social(_) | Kind::Heading(_))) {
            let size = if tile.size == Size::L { Size::S } else { tile.size };
            put(&tile.kind, size, *color, Some(&tile.id));
        }
    }
    put(&heading("No picture"), Size::S, TileColor::Auto, None);
    for tile in &sample {
        let mut kind = tile.kind.clone();
        match &mut kind {
            Kind::Video(it) => it.image = None,
            Kind::Music(it) => it.image = None,
            _ => continue,
        }
        for size in [Size::S, Size::W] {
            put(&kind, size, TileColor::Auto, None);
        }
    }
}

/// Every picture at an address where there is none.
fn broken(draft: &mut Draft, facts: &mut HashMap<TileId, Facts>) {
    everything(draft, facts);
    let gone = || ImageUrl::shipped("gone.avif");
    draft.profile.avatar = gone();
    for tile in &mut draft.tiles {
        match &mut tile.kind {
            Kind::Image(it) => it.src = gone().unwrap_or_else(|| it.src.clone()),
            Kind::Video(it) => it.image = gone(),
            Kind::Music(it) => it.image = gone(),
            _ => {}
        }
    }
    for known in facts.values_mut() {
        known.image = known.image.as_ref().map(|_| "/samples/gone.avif".to_owned());
    }
}

/// A name of 40 letters, titles of 90, a word of 60, Japanese and Arabic, nine handles, notes from one word to many.
fn words(draft: &mut Draft, facts: &mut HashMap<TileId, Facts>) {
    draft.profile.name = text("Maximiliane von Hohenstaufen-Oranienburg");
    let phrases = [
        LONG,
        WORD,
        "雨の日は窯の屋根の音を聴きながら、土をこねて、次の季節の器を考えています。",
        "ملاحظات عن الرماد والملح واللون الذي لا يسميه أحد",
        "Yes",
    ];
    for (at, tile) in draft.tiles.iter_mut().enumerate() {
        let phrase = phrases.get(at % phrases.len()).copied().unwrap_or(LONG);
        match &mut tile.kind {
            Kind::Link(it) => it.title = Some(text(phrase)),
            Kind::Image(it) => it.title = Some(text(phrase)),
            Kind::Video(it) => it.title = Some(text(phrase)),
            Kind::Music(it) => it.title = Some(text(phrase)),
            Kind::Heading(it) => it.text = text(phrase),
            _ => {}
        }
    }
    for known in facts.values_mut() {
        known.description = Some(format!("{LONG} {LONG}"));
    }
    let mut ids = SeededIds::new(9);
    let mut put = |kind: Kind, size| {
        let id = ids.fresh(&|_| false);
        draft.tiles.push(Tile { id, kind, size, color: TileColor::Auto, lang: None, pos: None });
    };
    for platform in [Platform::Github, Platform::Youtube, Platform::Tiktok, Platform::Telegram, Platform::Phone] {
        put(Kind::Social(Social { platform, handle: text("maximiliane-von-hohenstaufen") }), Size::S);
    }
    for size in [Size::S, Size::W, Size::T, Size::L] {
        for words in ["Hello.", phrases[2], phrases[3], WORD, LONG, &[LONG; 4].join(" "), &[LONG; 9].join(" ")] {
            put(Kind::Text(Note { text: text(words), look: None }), size);
        }
    }
}
