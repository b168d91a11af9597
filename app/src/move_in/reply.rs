//! The service's reply about an address, as what was found.

use mantel_model::HexColor;
use mantel_model::brief::{self, Item, Source as FileSource, Warning};
use mantel_model::move_in::{Content, FoundItem, FoundProfile, MovedIn, Outcome, Source, ThemeSuggestion};
use mantel_model::text::Text;
use mantel_model::tile::{Kind, KindName, Link};
use mantel_model::{Problem, SafeUrl};
use serde::Deserialize;
use serde_json::Value;

use crate::components::paste_preview::SEED;
use crate::components::tile_label;

/// The body of a reply of `POST /api/v1/page/move-in`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Reply {
    /// The brief of what can be taken.
    brief: Value,
    /// What became something else, by its path in the brief.
    warnings: Vec<Problem>,
    /// What is not in the brief, and why.
    left: Vec<Left>,
    /// Its colours: ground, accent, text.
    #[serde(alias = "colors")]
    colours: Vec<HexColor>,
    /// Whether its script puts more together.
    in_part: bool,
}

/// What is not in the brief.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Left {
    title: String,
    url: Option<String>,
    reason: String,
}

/// What a reply found at an address; `None` when it found nothing.
pub fn page(reply: &Value, address: &str) -> Option<MovedIn> {
    let reply = Reply::deserialize(reply).ok()?;
    let brief = brief::import_value(&reply.brief, SEED).ok().and_then(|found| match found.source {
        FileSource::Brief(brief) => Some(*brief),
        FileSource::PageFile => None,
    });
    let brief = brief.unwrap_or_default();
    let mut found: Vec<FoundItem> = profile(&brief).into_iter().collect();
    let socials: Vec<Item> = brief.links.iter().filter(|item| is_social(item)).cloned().collect();
    found.extend(row_of_socials(socials));
    for (index, item) in brief.links.iter().enumerate().filter(|(_, item)| !is_social(item)) {
        let changed = changed(&reply.warnings, index);
        found.push(FoundItem {
            title: tile_label::title(&item.kind),
            address: item.kind.address().map(|address| address.to_string()),
            content: Content::Tiles(vec![item.clone()]),
            outcome: changed.map_or(Outcome::Taken, Outcome::Changed),
            times: 1,
        });
    }
    found.extend(reply.left.into_iter().map(left_behind));
    if found.is_empty() {
        return None;
    }
    let warnings = reply.warnings.into_iter().filter(|warning| item_index(&warning.path).is_none());
    let warnings = warnings.map(|warning| Warning { path: warning.path, ..Warning::of_file(warning.message) });
    Some(MovedIn {
        source: Source::Page,
        address: SafeUrl::parse(address).ok(),
        found,
        more: 0,
        more_titles: Vec::new(),
        warnings: warnings.collect(),
        theme: ThemeSuggestion::of(&reply.colours),
        colors: reply.colours,
        avatar_file: None,
        in_part: reply.in_part,
        appearance: Box::default(),
    })
}

fn profile(brief: &brief::Brief) -> Option<FoundItem> {
    let profile = FoundProfile {
        name: Text::cut(&brief.name).0,
        bio: Text::cut(&brief.bio).0,
        location: Text::cut(&brief.location).0,
        avatar: brief.avatar.clone(),
        username: brief.username.clone(),
    };
    (!profile.is_empty()).then(|| FoundItem {
        title: brief.name.clone(),
        address: None,
        content: Content::Profile(Box::new(profile)),
        outcome: Outcome::Taken,
        times: 1,
    })
}

fn is_social(item: &Item) -> bool {
    item.kind.name() == KindName::Social
}

/// The handles, which make one row under the name.
fn row_of_socials(items: Vec<Item>) -> Option<FoundItem> {
    let first = items.first().map(|item| tile_label::title(&item.kind))?;
    let title = match items.len() {
        1 => first,
        more => format!("{first} and {} more", more - 1),
    };
    Some(FoundItem { title, address: None, content: Content::Tiles(items), outcome: Outcome::Taken, times: 1 })
}

/// What was said about an item.
fn changed(warnings: &[Problem], index: usize) -> Option<String> {
    let about: Vec<&str> = warnings
        .iter()
        .filter(|warning| item_index(&warning.path) == Some(index))
        .map(|warning| warning.message.as_str())
        .collect();
    (!about.is_empty()).then(|| about.join(" "))
}

fn item_index(path: &str) -> Option<usize> {
    path.strip_prefix("/links/")?.split('/').next()?.parse().ok()
}

/// What has an address can be taken as an ordinary link.
fn left_behind(left: Left) -> FoundItem {
    let item = left.url.as_deref().and_then(|url| SafeUrl::parse(url).ok()).map(|url| {
        let title = Some(Text::cut(&left.title).0).filter(|title| !title.is_empty());
        Item::new(0, Kind::Link(Link { title, ..Link::to(url) }))
    });
    let reason = left.reason.trim_end_matches('.').to_owned();
    FoundItem {
        title: if left.title.is_empty() { left.url.clone().unwrap_or_default() } else { left.title },
        address: left.url,
        outcome: if item.is_some() { Outcome::Optional(reason) } else { Outcome::Left(reason) },
        content: item.map_or(Content::None, |item| Content::Tiles(vec![item])),
        times: 1,
    }
}
