//! What differs between two drafts: for history summaries and the dialog before publishing (screens, 2 and 7).

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use crate::id::TileId;
use crate::layout::size_class::shown_title;
use crate::page::Draft;
use crate::safe_url::shortened;
use crate::tile::{Kind, Tile, differing_tiles};

/// What differs, by name and id. A tile that both moved and changed is in both lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Fields of the profile.
    pub profile: Vec<String>,
    /// Fields of the theme.
    pub theme: Vec<String>,
    /// Tiles only in the second, in its order.
    pub added: Vec<TileId>,
    /// Tiles whose fields differ, in the order of the second.
    pub changed: Vec<TileId>,
    /// Tiles of both drafts whose position differs: a smallest set that explains the new order.
    pub moved: Vec<TileId>,
    /// Tiles only in the first, in its order.
    pub removed: Vec<TileId>,
}

impl Changes {
    /// The differences from one draft to another.
    pub fn between(before: &Draft, after: &Draft) -> Self {
        let (_, old_tiles, new_tiles) = differing_tiles(&before.tiles, &after.tiles);
        let old: HashMap<&TileId, (usize, &Tile)> =
            old_tiles.iter().enumerate().map(|(at, tile)| (&tile.id, (at, tile))).collect();
        let new: HashSet<&TileId> = new_tiles.iter().map(|tile| &tile.id).collect();
        let ids = |tiles: &mut dyn Iterator<Item = &Tile>| tiles.map(|tile| tile.id.clone()).collect::<Vec<_>>();
        let places: Vec<(&TileId, usize)> =
            new_tiles.iter().filter_map(|tile| old.get(&tile.id).map(|(at, _)| (&tile.id, *at))).collect();
        Self {
            profile: differing(&before.profile, &after.profile),
            theme: differing(&before.theme, &after.theme),
            added: ids(&mut new_tiles.iter().filter(|tile| !old.contains_key(&tile.id))),
            changed: ids(&mut new_tiles.iter().filter(|tile| old.get(&tile.id).is_some_and(|(_, was)| was != tile))),
            moved: moved(&places),
            removed: ids(&mut old_tiles.iter().filter(|tile| !new.contains(&tile.id))),
        }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The change in one line, as the history shows it: "Added Print shop", "Changed 3 tiles, moved Menu".
pub fn summary(before: &Draft, after: &Draft) -> String {
    let changes = Changes::between(before, after);
    let mut parts = Vec::new();
    if !changes.profile.is_empty() {
        parts.push(format!("changed the {}", listed(&changes.profile)));
    }
    parts.extend(look(&changes, after));
    let tiles = [("added", &changes.added), ("changed", &changes.changed), ("moved", &changes.moved)];
    parts.extend(tiles.into_iter().filter_map(|(verb, ids)| tiles_part(verb, ids, after)));
    parts.extend(tiles_part("removed", &changes.removed, before));
    capital(if parts.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") })
}

fn look(changes: &Changes, after: &Draft) -> Option<String> {
    let theme = &after.theme;
    let has = |name: &str| changes.theme.iter().any(|field| field == name);
    let rest = changes.theme.iter().any(|field| !matches!(field.as_str(), "style" | "preset"));
    Some(match (has("style"), has("preset"), rest) {
        (false, false, false) => return None,
        (true, ..) => format!("changed the look to {}, {}", theme.look().label(), theme.palette.entry().label),
        (false, true, false) => format!("changed the palette to {}", theme.palette.entry().label),
        (false, false, true) if changes.theme.len() == 1 && has("layout") => {
            format!("changed the layout to {}", theme.layout.label())
        }
        _ => format!("changed the {}", listed(&changes.theme)),
    })
}

fn tiles_part(verb: &str, ids: &[TileId], page: &Draft) -> Option<String> {
    match ids {
        [] => None,
        [one] => Some(format!("{verb} {}", page.tile(one).map(display_name).unwrap_or_default())),
        many => Some(format!("{verb} {} tiles", many.len())),
    }
}

/// What a tile is called in a message: its title, of a picture without one its alternative text or the name of its file,
/// otherwise its type.
pub fn display_name(tile: &Tile) -> String {
    let title = shown_title(tile, None);
    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if !words.is_empty() {
        return shortened(&words);
    }
    picture_words(tile).unwrap_or_else(|| format!("a {}", tile.kind.name().label().to_lowercase()))
}

/// What a picture is called in a list of the page's tiles, where each must be told from the others: "Picture 2" if it has
/// neither words nor a file name. `None` for other types.
pub fn picture_name(draft: &Draft, tile: &Tile) -> Option<String> {
    if !matches!(tile.kind, Kind::Image(_)) {
        return None;
    }
    let unnamed = |tile: &&Tile| matches!(tile.kind, Kind::Image(_)) && words_of(tile).is_none();
    if let Some(words) = words_of(tile) {
        return Some(words);
    }
    let all: Vec<&TileId> = draft.tiles.iter().filter(unnamed).map(|tile| &tile.id).collect();
    let at = all.iter().position(|id| **id == tile.id).filter(|_| all.len() > 1);
    Some(at.map_or_else(|| "Picture".to_owned(), |at| format!("Picture {}", at + 1)))
}

/// The words that name a picture: its caption, its alternative text or the name of its file.
fn words_of(tile: &Tile) -> Option<String> {
    let caption = shown_title(tile, None).split_whitespace().collect::<Vec<_>>().join(" ");
    if caption.is_empty() { picture_words(tile) } else { Some(shortened(&caption)) }
}

/// The alternative text of a picture, or the name of its file where it came from. An upload has no name here: its address
/// is a hash.
fn picture_words(tile: &Tile) -> Option<String> {
    let Kind::Image(image) = &tile.kind else { return None };
    let alt = image.picture.alt.as_ref().map(|alt| alt.split_whitespace().collect::<Vec<_>>().join(" "));
    let file = || {
        let path = image.src.as_str().split_once("://")?.1.split(['?', '#']).next()?;
        let (_, name) = path.split_once('/')?;
        name.rsplit('/').next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    alt.filter(|alt| !alt.is_empty()).or_else(file).map(|words| shortened(&words))
}

/// `tileStyle` as shown to people: "tile style".
fn listed(fields: &[String]) -> String {
    let spaced = |name: &String| {
        let mut out = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() {
                out.push(' ');
            }
            out.extend(letter.to_lowercase());
        }
        out
    };
    match fields {
        [] => String::new(),
        [one] => spaced(one),
        [firsts @ .., last] => {
            format!("{} and {}", firsts.iter().map(spaced).collect::<Vec<_>>().join(", "), spaced(last))
        }
    }
}

fn capital(text: String) -> String {
    let mut letters = text.chars();
    letters.next().map(|letter| letter.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Names of the fields in which two values differ, in serialisation order.
fn differing<T: Serialize + PartialEq>(before: &T, after: &T) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let fields = |value: Value| if let Value::Object(map) = value { map } else { serde_json::Map::new() };
    let before = fields(serde_json::to_value(before).unwrap_or_default());
    let after = fields(serde_json::to_value(after).unwrap_or_default());
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    let other = after.iter().filter(|(name, value)| before.get(*name) != Some(value)).map(|(name, _)| name);
    other.chain(gone).cloned().collect()
}

/// A smallest set of tiles whose moving turns one order into the other; tiles in only one of the orders are ignored.
pub fn moved_among(before: &[TileId], after: &[TileId]) -> Vec<TileId> {
    let old: HashMap<&TileId, usize> = before.iter().zip(0..).collect();
    let places: Vec<(&TileId, usize)> = after.iter().filter_map(|id| old.get(id).map(|at| (id, *at))).collect();
    moved(&places)
}

/// A smallest set of tiles whose moving explains the order: all but a longest increasing subsequence.
fn moved(places: &[(&TileId, usize)]) -> Vec<TileId> {
    if places.is_sorted_by_key(|(_, place)| *place) {
        return Vec::new();
    }
    // For each place: the length of the longest increasing subsequence that ends there, and the place before it.
    let mut runs: Vec<(usize, Option<usize>)> = Vec::with_capacity(places.len());
    for (at, (_, place)) in places.iter().enumerate() {
        let longest = runs.iter().zip(places).enumerate().take(at).filter(|(_, (_, other))| other.1 < *place);
        let (length, from) =
            longest.map(|(from, (run, _))| (run.0, Some(from))).max_by_key(|run| run.0).unwrap_or((0, None));
        runs.push((length + 1, from));
    }
    let mut kept = HashSet::new();
    let mut next = runs.iter().enumerate().max_by_key(|(_, run)| run.0).map(|(at, _)| at);
    while let Some(at) = next {
        kept.insert(at);
        next = runs.get(at).and_then(|run| run.1);
    }
    places.iter().enumerate().filter(|(at, _)| !kept.contains(at)).map(|(_, (id, _))| (*id).clone()).collect()
}
