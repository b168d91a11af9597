//! The readers.

use mantel_model::api::{AddTiles, Claim, Import, MoveTile, PutPage, Rename};
use mantel_model::brief::{self, detect, link};
use mantel_model::id::SeededIds;
use mantel_model::look::Look;
use mantel_model::move_in::{known_address, read};
use mantel_model::read::{patch_profile, patch_theme, patch_tile, read_json, read_page_file, read_tile};
use mantel_model::text::markup;
use mantel_model::tile::{Platform, handle};
use mantel_model::{ImageUrl, Problem, Profile, SafeUrl, Theme, TileId, Username};
use serde_json::Value;

/// A reader of what strangers send.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// Its name.
    pub name: &'static str,
    /// Reads; returns a number that depends on the result, so that nothing is optimised away.
    pub read: fn(&str) -> usize,
}

/// The reader of pages from elsewhere.
pub(crate) const PAGE: &str = "page from elsewhere";

/// Every reader of the model.
pub const READERS: &[Reader] = &[
    Reader { name: "import of a text", read: text },
    Reader { name: "import of a value", read: value },
    Reader { name: "items of a value", read: items },
    Reader { name: "page file, strictly", read: page_file },
    Reader { name: "bodies of calls", read: bodies },
    Reader { name: "patch of a profile", read: profile },
    Reader { name: "patch of a theme", read: theme },
    Reader { name: "patch of a tile", read: tile },
    Reader { name: "pasted input", read: pasted },
    Reader { name: "handle of each form", read: handles },
    Reader { name: "note", read: note },
    Reader { name: "link that carries a page", read: carried },
    Reader { name: "address", read: address },
    Reader { name: PAGE, read: moved_in },
];

fn text(input: &str) -> usize {
    match brief::import(input, 1) {
        Ok(page) => page.draft.tiles.len() + page.warnings.len(),
        Err(error) => error.message.len(),
    }
}

fn value(input: &str) -> usize {
    let value = serde_json::from_str(input).unwrap_or_else(|_| Value::String(input.to_owned()));
    match brief::import_value(&value, 1) {
        Ok(page) => page.draft.tiles.len() + page.warnings.len(),
        Err(error) => error.message.len(),
    }
}

fn items(input: &str) -> usize {
    let value = serde_json::from_str(input).unwrap_or_else(|_| Value::String(input.to_owned()));
    let (items, warnings) = brief::item_of(&value);
    items.len() + warnings.len()
}

fn page_file(input: &str) -> usize {
    match read_json(input.as_bytes()) {
        Ok(value) => read_page_file(&value, &mut SeededIds::new(1))
            .map_or_else(|problems| problems.len(), |file| file.draft.tiles.len()),
        Err(problem) => problem.message.len(),
    }
}

fn bodies(input: &str) -> usize {
    let Ok(value) = read_json(input.as_bytes()) else { return 0 };
    let refused = [
        read_tile(&value).err(),
        AddTiles::read(&value).err(),
        Claim::read(&value).err(),
        Import::read(&value).err(),
        MoveTile::read(&value).err(),
        PutPage::read(&value, &mut SeededIds::new(1)).err(),
        Rename::read(&value).err(),
    ];
    refused.into_iter().flatten().map(|problems| problems.len()).sum()
}

fn patch<T>(input: &str, apply: impl Fn(&Value) -> Result<T, Vec<Problem>>) -> usize {
    let Ok(value) = read_json(input.as_bytes()) else { return 0 };
    apply(&value).map_or_else(|problems| problems.len(), |_| 0)
}

fn profile(input: &str) -> usize {
    patch(input, |value| patch_profile(&Profile::default(), value))
}

fn theme(input: &str) -> usize {
    patch(input, |value| patch_theme(&Theme::of(Look::Painted), value))
}

fn tile(input: &str) -> usize {
    let tile = serde_json::json!({ "type": "text", "text": "a", "pos": { "x": 0, "y": 0, "w": 100, "h": 100 } });
    let Some((tile, id)) = read_tile(&tile).ok().zip(TileId::parse("t_aaaaaaaaaaaa").ok()) else { return 0 };
    let tile = tile.with_id(id);
    patch(input, |value| patch_tile(&tile, value))
}

fn pasted(input: &str) -> usize {
    usize::from(detect::is_link(input))
        + detect::read(input).1.map_or(0, |told| told.len())
        + brief::items(input).items.len()
}

fn handles(input: &str) -> usize {
    // One platform for each form of handles, and for each form of addresses.
    let platforms =
        ["instagram", "phone", "email", "mastodon", "matrix", "bluesky", "orcid", "nostr", "session", "tumblr"];
    let read = |name: &&str| Platform::parse(name).map(|platform| handle::read(platform, input));
    platforms.iter().filter_map(read).map(|read| read.map_or_else(|message| message.len(), |handle| handle.len())).sum()
}

fn note(input: &str) -> usize {
    let (text, _) = mantel_model::text::Text::<{ mantel_model::limits::TEXT }>::cut(input);
    markup::parse(text.as_str()).len() + markup::marked_ranges(text.as_str()).len()
}

fn carried(input: &str) -> usize {
    let decoded = link::decode(input).map_or(0, |text| text.len());
    let encoded = link::decode(&link::encode(input)).map_or(0, |text| text.len());
    decoded + encoded + link::from_query(input).map_or(0, |value| usize::from(brief::import_value(&value, 1).is_ok()))
}

fn address(input: &str) -> usize {
    usize::from(SafeUrl::parse(input).is_ok())
        + usize::from(ImageUrl::parse(input).is_ok())
        + usize::from(Username::parse(input).is_ok())
}

fn moved_in(input: &str) -> usize {
    let known = usize::from(known_address(input).is_some());
    known
        + match read(input, Some("https://ines.example/")) {
            Ok(page) => page.brief().links.len() + page.left().len() + page.summary().len(),
            Err(error) => error.to_string().len(),
        }
}
