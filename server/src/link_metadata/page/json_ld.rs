//! JSON-LD: a page's description of its subject in the vocabulary of schema.org.

use serde_json::Value;

use crate::link_metadata::clean::seconds;

/// Maximum nesting depth.
const MAX_DEPTH: usize = 6;
/// Maximum number of values visited per page.
const MAX_VALUES: usize = 200;

/// The description of one item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// Its name or headline.
    pub name: Option<String>,
    /// A line about it.
    pub description: Option<String>,
    /// The address of its image, as written.
    pub image: Option<String>,
    /// Its artist or author.
    pub creator: Option<String>,
    /// Duration, seconds.
    pub duration: Option<u32>,
}

/// Types of subjects, the most specific first. Breadcrumbs, shops and publishers are not among them.
const SUBJECTS: &[&str] = &[
    "VideoObject",
    "MusicRecording",
    "MusicAlbum",
    "MusicPlaylist",
    "MusicGroup",
    "PodcastEpisode",
    "PodcastSeries",
    "AudioObject",
    "Movie",
    "Recipe",
    "Product",
    "Book",
    "Event",
    "SoftwareApplication",
    "NewsArticle",
    "BlogPosting",
    "Article",
    "Course",
    "Person",
    "WebPage",
    "WebSite",
];

/// The item that a page is about.
pub fn subject(blocks: &[String]) -> Option<Item> {
    let mut found: Vec<(usize, Item)> = Vec::new();
    let mut budget = MAX_VALUES;
    for block in blocks {
        if let Ok(value) = serde_json::from_str::<Value>(block.trim()) {
            walk(&value, MAX_DEPTH, &mut budget, &mut found);
        }
    }
    found.into_iter().min_by_key(|(rank, _)| *rank).map(|(_, item)| item)
}

fn walk(value: &Value, depth: usize, budget: &mut usize, found: &mut Vec<(usize, Item)>) {
    if depth == 0 || *budget == 0 {
        return;
    }
    *budget -= 1;
    match value {
        Value::Array(values) => values.iter().for_each(|value| walk(value, depth - 1, budget, found)),
        Value::Object(fields) => {
            if let Some(rank) = rank(value) {
                found.push((rank, item(value)));
            }
            for name in ["@graph", "mainEntity", "mainEntityOfPage", "video"] {
                if let Some(inner) = fields.get(name) {
                    walk(inner, depth - 1, budget, found);
                }
            }
        }
        _ => {}
    }
}

fn rank(value: &Value) -> Option<usize> {
    let types = value.get("@type")?;
    let rank_of =
        |value: &Value| value.as_str().and_then(|text| SUBJECTS.iter().position(|known| text.ends_with(known)));
    match types {
        Value::Array(all) => all.iter().filter_map(rank_of).min(),
        one => rank_of(one),
    }
}

fn item(value: &Value) -> Item {
    let field = |names: &[&str]| names.iter().find_map(|name| value.get(*name).and_then(text));
    Item {
        name: field(&["name", "headline"]),
        description: field(&["description"]),
        image: field(&["image", "thumbnailUrl", "thumbnail"]),
        creator: field(&["byArtist", "author", "creator"]),
        duration: value.get("duration").and_then(Value::as_str).and_then(seconds),
    }
}

/// The text of a value: the string itself, its address or its name, or the text of its first item.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Array(all) => all.first().and_then(text),
        Value::Object(fields) => ["url", "contentUrl", "name", "@value"]
            .iter()
            .find_map(|name| fields.get(*name).and_then(Value::as_str).map(str::to_owned)),
        _ => None,
    }
}
