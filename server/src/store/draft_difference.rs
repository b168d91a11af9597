//! A draft as its difference from another one: what the history stores of it.

use std::borrow::Cow;
use std::collections::HashMap;

use mantel_model::tile::differing_tiles;
use mantel_model::{Draft, Profile, Theme, Tile, TileId};
use serde::{Deserialize, Serialize};

/// What of a draft differs from another one; what is absent is the same. As JSON: `{}`, or
/// `{ "tiles": [[0, 149], { … }, [150, 150]] }`, where numbers stand for tiles of the other draft.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DraftDifference<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<Cow<'a, Profile>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<Cow<'a, Theme>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<Part<'a>>>,
}

/// Tiles that follow each other.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "new tiles are few, or the draft becomes a snapshot")]
enum Part<'a> {
    /// Tiles of the other draft: the index of the first, and how many.
    Same(usize, usize),
    /// A tile that the other draft does not have, or has otherwise.
    New(Cow<'a, Tile>),
}

impl<'a> DraftDifference<'a> {
    /// What of `draft` differs from `other`.
    pub fn between(other: &Draft, draft: &'a Draft) -> Self {
        Self {
            profile: (other.profile != draft.profile).then_some(Cow::Borrowed(&draft.profile)),
            theme: (other.theme != draft.theme).then_some(Cow::Borrowed(&draft.theme)),
            tiles: (other.tiles != draft.tiles).then(|| parts(&other.tiles, &draft.tiles)),
        }
    }

    /// The draft that differs in this from `other`.
    ///
    /// # Errors
    /// A description of the fault, when `other` has not the tiles that this names.
    pub fn applied_to(self, other: &Draft) -> Result<Draft, String> {
        let tiles = match self.tiles {
            None => other.tiles.clone(),
            Some(parts) => {
                let mut tiles = Vec::new();
                for part in parts {
                    match part {
                        Part::New(tile) => tiles.push(tile.into_owned()),
                        Part::Same(first, count) => {
                            let same = first.checked_add(count).and_then(|end| other.tiles.get(first..end));
                            let missing = || format!("its snapshot has no {count} tiles from {first} on");
                            tiles.extend_from_slice(same.ok_or_else(missing)?);
                        }
                    }
                }
                tiles
            }
        };
        Ok(Draft {
            profile: self.profile.map_or_else(|| other.profile.clone(), Cow::into_owned),
            theme: self.theme.map_or_else(|| other.theme.clone(), Cow::into_owned),
            tiles,
        })
    }
}

/// The tiles as runs of those that `other` has, and new ones.
fn parts<'a>(other: &[Tile], tiles: &'a [Tile]) -> Vec<Part<'a>> {
    let (start, old, new) = differing_tiles(other, tiles);
    let places: HashMap<&TileId, usize> = old.iter().zip(start..).map(|(tile, at)| (&tile.id, at)).collect();
    let mut parts = Vec::new();
    let add_same = |parts: &mut Vec<Part<'a>>, place: usize, more: usize| match parts.last_mut() {
        _ if more == 0 => {}
        Some(Part::Same(first, count)) if place == *first + *count => *count += more,
        _ => parts.push(Part::Same(place, more)),
    };
    add_same(&mut parts, 0, start);
    for tile in new {
        match places.get(&tile.id).copied().filter(|place| other.get(*place) == Some(tile)) {
            Some(place) => add_same(&mut parts, place, 1),
            None => parts.push(Part::New(Cow::Borrowed(tile))),
        }
    }
    let end = start + old.len();
    add_same(&mut parts, end, other.len() - end);
    parts
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn tile(id: u64, text: &str) -> Value {
        json!({ "id": TileId::from_bits(id), "type": "text", "text": text })
    }

    fn draft(bio: &str, tiles: &[Value]) -> Draft {
        let value = json!({ "profile": { "name": "Ada", "bio": bio }, "theme": { "style": "washi" }, "tiles": tiles });
        serde_json::from_value(value).unwrap()
    }

    /// The draft after it was written as a difference and read again; and the length of that.
    fn stored(other: &Draft, draft: &Draft) -> (Draft, usize) {
        let json = serde_json::to_string(&DraftDifference::between(other, draft)).unwrap();
        let read: DraftDifference<'_> = serde_json::from_str(&json).unwrap();
        (read.applied_to(other).unwrap(), json.len())
    }

    #[test]
    fn a_draft_is_read_from_its_difference_as_it_was() {
        let tiles: Vec<Value> = (2..8).map(|id| tile(id, "As it was")).collect();
        let other = draft("One", &tiles);
        let mut changed = tiles.clone();
        changed[3]["text"] = json!("Changed");
        let reordered: Vec<Value> = [5, 0, 1, 2, 4, 3].map(|at| tiles[at].clone()).to_vec();
        let mut added = tiles.clone();
        added.insert(2, tile(22, "New"));
        let fewer = [&tiles[..1], &tiles[3..]].concat();
        for (bio, tiles) in [
            ("One", &tiles),
            ("Two", &tiles),
            ("One", &changed),
            ("One", &reordered),
            ("Three", &added),
            ("One", &fewer),
            ("One", &vec![]),
        ] {
            let draft = draft(bio, tiles);
            assert_eq!(stored(&other, &draft).0, draft);
            assert_eq!(stored(&draft, &other).0, other);
        }
        assert_eq!(serde_json::to_string(&DraftDifference::between(&other, &other)).unwrap(), "{}");
    }

    #[test]
    fn the_difference_of_one_tile_does_not_grow_with_the_page() {
        let lengths = [10, 300].map(|count| {
            let mut tiles: Vec<Value> = (0..count).map(|id| tile(id, "A tile of the page")).collect();
            let other = draft("One", &tiles);
            let middle = tiles.len() / 2;
            tiles[middle]["text"] = json!("Changed");
            stored(&other, &draft("One", &tiles)).1
        });
        assert!(lengths[1] <= lengths[0] + 8, "{lengths:?}");
    }

    #[test]
    fn a_difference_from_another_snapshot_is_refused() {
        let (other, fewer) = (draft("One", &[tile(2, "A"), tile(3, "B")]), draft("One", &[tile(2, "A")]));
        let json = serde_json::to_string(&DraftDifference::between(&other, &draft("One", &[tile(3, "B")]))).unwrap();
        let read: DraftDifference<'_> = serde_json::from_str(&json).unwrap();
        assert!(read.applied_to(&fewer).unwrap_err().contains("no 1 tiles from 1 on"));
        let wrong = format!("{{\"tiles\":[[1,{}]]}}", usize::MAX);
        assert!(serde_json::from_str::<DraftDifference<'_>>(&wrong).unwrap().applied_to(&other).is_err());
    }
}
