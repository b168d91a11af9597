//! What is filled in from outside for a tile: an overlay that never enters the draft (decisions, Facts).

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::id::TileId;
use crate::tile::{Kind, Tile};

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
    /// What of it a tile of this type is about (specification, Tile); `None` when that is nothing.
    pub fn of_kind(&self, kind: &Kind) -> Option<Self> {
        let all = self.clone();
        let (title, image, fetched_at) = (all.title, all.image, all.fetched_at.clone());
        let told = match kind {
            Kind::Link(_) => Self { title, image, description: all.description, icon: all.icon, ..Self::default() },
            Kind::Video(_) => Self { title, image, artist: all.artist, duration: all.duration, ..Self::default() },
            Kind::Music(_) => Self { title, image, artist: all.artist, duration: all.duration, ..Self::default() },
            Kind::Github(_) => {
                Self { description: all.description, stars: all.stars, language: all.language, ..Self::default() }
            }
            Kind::Social(_) | Kind::Text(_) | Kind::Heading(_) | Kind::Image(_) => Self::default(),
        };
        (told != Self::default()).then_some(Self { fetched_at, ..told })
    }
}

/// The address whose facts a tile shows: where a link, a video, music or a repository leads, without the part that stays
/// in the browser. Tiles that lead to the same place share them.
pub fn source(kind: &Kind) -> Option<String> {
    let url = match kind {
        Kind::Link(it) => &it.url,
        Kind::Video(it) => &it.url,
        Kind::Music(it) => &it.url,
        // GitHub's names are the same in any case.
        Kind::Github(it) => return Some(format!("https://github.com/{}", it.repo.as_str().to_ascii_lowercase())),
        Kind::Social(_) | Kind::Text(_) | Kind::Heading(_) | Kind::Image(_) => return None,
    };
    let url = url.parts().filter(|part| matches!(part.scheme.as_str(), "https" | "http"))?;
    Some(url.without_fragment())
}

/// The addresses whose facts these tiles show.
pub fn sources(tiles: &[Tile]) -> BTreeSet<String> {
    tiles.iter().filter_map(|tile| source(&tile.kind)).collect()
}

/// The facts of each tile, from what is known by address.
pub fn beside(tiles: &[Tile], known: &HashMap<String, Facts>) -> HashMap<TileId, Facts> {
    let of = |tile: &Tile| Some((tile.id.clone(), known.get(&source(&tile.kind)?)?.of_kind(&tile.kind)?));
    tiles.iter().filter_map(of).collect()
}
