//! The service's replies.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::facts::Facts;
use crate::id::TileId;
use crate::page::Draft;
use crate::photo::Pictures;
use crate::problem::Problem;
use crate::profile::Profile;
use crate::theme::Theme;
use crate::tile::Tile;
use crate::username::Username;

/// A tile with the facts known about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileView {
    /// The tile as the owner wrote it.
    #[serde(flatten)]
    pub tile: Tile,
    /// What is known about its address; never part of the tile (decisions, Facts).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
}

impl TileView {
    /// A tile with its facts, if there are any.
    pub fn of(tile: Tile, facts: &HashMap<TileId, Facts>) -> Self {
        let facts = facts.get(&tile.id).cloned();
        Self { tile, facts }
    }
}

impl<'de> Deserialize<'de> for TileView {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let value = Value::deserialize(d)?;
        let facts = value.get("facts").filter(|facts| !facts.is_null()).map(Facts::deserialize).transpose();
        let facts = facts.map_err(D::Error::custom)?;
        let tile = serde_json::from_value(value).map_err(D::Error::custom)?;
        Ok(Self { tile, facts })
    }
}

/// A draft with facts attached to its tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftView {
    /// Who it is about.
    pub profile: Profile,
    /// How it looks.
    pub theme: Theme,
    /// What it holds, in order.
    pub tiles: Vec<TileView>,
}

impl DraftView {
    /// The draft with the known facts attached.
    pub fn of(draft: Draft, facts: &HashMap<TileId, Facts>) -> Self {
        let tiles = draft.tiles.into_iter().map(|tile| TileView::of(tile, facts)).collect();
        Self { profile: draft.profile, theme: draft.theme, tiles }
    }

    /// Splits it into the draft and the facts of its tiles; pages are rendered from the two.
    pub fn split_facts(self) -> (Draft, HashMap<TileId, Facts>) {
        let mut facts = HashMap::new();
        let mut tiles = Vec::with_capacity(self.tiles.len());
        for view in self.tiles {
            facts.extend(view.facts.map(|facts| (view.tile.id.clone(), facts)));
            tiles.push(view.tile);
        }
        (Draft { profile: self.profile, theme: self.theme, tiles }, facts)
    }
}

/// When a version went live.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Published {
    /// The draft's version then.
    pub version: u64,
    /// RFC 3339, UTC.
    pub at: String,
}

/// `GET /api/v1/page`, and the reply of claim, import and `PUT`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageView {
    /// Its public name.
    pub username: Username,
    /// Its public address.
    pub url: String,
    /// Grows by 1 with every change of the draft.
    pub version: u64,
    /// Whether the draft differs from what is live, by content.
    pub unpublished_changes: bool,
    /// What is live; `null` when nothing is.
    pub published: Option<Published>,
    /// The operator's reason while the page is taken down: visitors cannot see it and it cannot be published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended: Option<String>,
    /// The page as edited.
    pub draft: DraftView,
    /// A sentence on what to do next.
    pub next: String,
    /// What is known of the draft's pictures, by the addresses it names them with; only in the reply to reading it.
    #[serde(default, skip_serializing_if = "Pictures::is_empty")]
    pub pictures: Pictures,
    /// What a forgiving import defaulted or dropped; only in its reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Problem>>,
}

/// Reply of `POST /api/v1/page/tiles`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Added {
    /// The tiles added, with their ids.
    pub tiles: Vec<TileView>,
    /// What was guessed or left out, with its path in the body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Problem>,
    /// The draft's version now.
    pub version: u64,
    /// Whether the draft differs from what is live.
    pub unpublished_changes: bool,
}

/// Reply of a tile's PATCH and move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TileReply {
    /// The tile after it.
    pub tile: TileView,
    /// The draft's version now.
    pub version: u64,
    /// Whether the draft differs from what is live.
    pub unpublished_changes: bool,
}

/// Reply of a tile's DELETE.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Removed {
    /// The tile that went.
    pub removed: TileId,
    /// The draft's version now.
    pub version: u64,
    /// Whether the draft differs from what is live.
    pub unpublished_changes: bool,
}

/// Reply of a theme's PATCH or POST: the whole theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThemeReply {
    /// The theme after the edit.
    pub theme: Theme,
    /// The draft's version now.
    pub version: u64,
    /// Whether the draft differs from what is live.
    pub unpublished_changes: bool,
}

/// Reply of a profile's PATCH: the whole profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileReply {
    /// The profile after the edit.
    pub profile: Profile,
    /// The draft's version now.
    pub version: u64,
    /// Whether the draft differs from what is live.
    pub unpublished_changes: bool,
}

/// Reply of publish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishReply {
    /// Where the page is live.
    pub url: String,
    /// The draft's version that went live.
    pub version: u64,
    /// When, RFC 3339, UTC.
    pub at: String,
}

/// Reply of unpublish: `{ "published": null, … }`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unpublished {
    /// Always `null`.
    pub published: Option<Published>,
    /// The draft's version, as before.
    pub version: u64,
    /// Always `true`: nothing is live.
    pub unpublished_changes: bool,
}

/// Reply of `GET /api/v1/username?check=`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NameCheck {
    /// Whether the name can be claimed.
    pub ok: bool,
    /// Why not, or that it is kept for the account that is signed in, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why not: `username_taken`, `username_reserved` or `username_invalid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// A similar name that is free now, when this one is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Username>,
}

/// `GET /api/v1/public/{username}`: the page that is live.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PublicPage {
    /// Its public name.
    pub username: Username,
    /// Its address.
    pub url: String,
    /// When it went live, RFC 3339, UTC.
    pub published_at: String,
    /// The draft's version that went live.
    pub version: u64,
    /// Who it is about.
    pub profile: Profile,
    /// How it looks.
    pub theme: Theme,
    /// What it holds, with facts.
    pub tiles: Vec<TileView>,
}

/// Reply of an image upload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageReply {
    /// Its address here: `/media/…`.
    pub src: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}
