//! Metadata from outside for a tile: an overlay that never enters the draft (decisions, Facts).

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::id::TileId;
use crate::tile::{FactName, Kind, Tile, differing_tiles};

/// Facts about one tile's address, beside the owner's own fields; the renderer prefers the owner's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// Name of the thing there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A line about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Cover, thumbnail or preview picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The icon of the site, for small places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
    /// Running time, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<u32>,
    /// Stars of a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<u64>,
    /// Main language of a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// When this was read, RFC 3339; reading it again unchanged leaves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<String>,
}

impl Facts {
    /// The facts that a tile of this type shows (specification, Tile); `None` when there are none.
    pub fn of_kind(&self, kind: &Kind) -> Option<Self> {
        let shown_facts = kind.name().facts();
        let (all, fetched_at) = (self.clone(), self.fetched_at.clone());
        let shown_facts = Self {
            title: all.title.filter(|_| shown_facts.contains(&FactName::Title)),
            description: all.description.filter(|_| shown_facts.contains(&FactName::Description)),
            image: all.image.filter(|_| shown_facts.contains(&FactName::Image)),
            icon: all.icon.filter(|_| shown_facts.contains(&FactName::Icon)),
            artist: all.artist.filter(|_| shown_facts.contains(&FactName::Artist)),
            duration: all.duration.filter(|_| shown_facts.contains(&FactName::Duration)),
            stars: all.stars.filter(|_| shown_facts.contains(&FactName::Stars)),
            language: all.language.filter(|_| shown_facts.contains(&FactName::Language)),
            fetched_at: None,
        };
        (shown_facts != Self::default()).then_some(Self { fetched_at, ..shown_facts })
    }
}

/// The address whose facts a tile shows: that of a link, a video, music or a repository, without its fragment.
/// Tiles with the same address share their facts.
pub fn source(kind: &Kind) -> Option<String> {
    if kind.name().facts().is_empty() {
        return None;
    }
    let url = match kind {
        // GitHub's names are case-insensitive.
        Kind::Github(it) => return Some(format!("https://github.com/{}", it.repo.as_str().to_ascii_lowercase())),
        kind => kind.shown_address()?,
    };
    let url = url.parts().filter(|part| matches!(part.scheme.as_str(), "https" | "http"))?;
    Some(url.without_fragment())
}

/// The addresses whose facts these tiles show.
pub fn sources(tiles: &[Tile]) -> BTreeSet<String> {
    tiles.iter().filter_map(|tile| source(&tile.kind)).collect()
}

/// Whether `after` has an address whose facts its tiles show and that no tile of `before` has.
pub fn links_anew(before: &[Tile], after: &[Tile]) -> bool {
    let (_, old, new) = differing_tiles(before, after);
    let old: HashMap<&TileId, &Tile> = old.iter().map(|tile| (&tile.id, tile)).collect();
    let new_source = |tile: &Tile| {
        let was = old.get(&tile.id).map(|was| &was.kind);
        let now = if was == Some(&tile.kind) { None } else { source(&tile.kind) };
        now.filter(|now| was.and_then(source).as_ref() != Some(now))
    };
    let linked: BTreeSet<String> = new.iter().filter_map(new_source).collect();
    !linked.is_empty() && !linked.is_subset(&sources(before))
}

/// The facts of each tile, looked up by address.
pub fn of_tiles(tiles: &[Tile], known: &HashMap<String, Facts>) -> HashMap<TileId, Facts> {
    if known.is_empty() {
        return HashMap::new();
    }
    let of = |tile: &Tile| Some((tile.id.clone(), known.get(&source(&tile.kind)?)?.of_kind(&tile.kind)?));
    tiles.iter().filter_map(of).collect()
}

/// A running time as text: `24 min`, `1 h 05`.
pub fn running_time(seconds: u32) -> String {
    let minutes = seconds.div_ceil(60);
    if minutes < 60 { format!("{minutes} min") } else { format!("{} h {:02}", minutes / 60, minutes % 60) }
}
