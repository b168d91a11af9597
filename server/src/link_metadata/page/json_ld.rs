//! JSON-LD: what a page says of its thing in the words of schema.org.

use serde_json::Value;

use crate::link_metadata::clean::seconds;

/// How deep things may lie in things.
const DEPTH: usize = 6;
/// How many things of a page are looked at.
const MOST: usize = 200;

/// What a page says of one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thing {
    /// Its name or headline.
    pub name: Option<String>,
    /// A line about it.
    pub description: Option<String>,
    /// Address of its picture, as written.
    pub image: Option<String>,
    /// Who made it.
    pub maker: Option<String>,
    /// Seconds.
    pub duration: Option<u32>,
}

/// What a page can be about, the most telling first. Lists of crumbs, shops and publishers are not what it is about.
const ABOUT: &[&str] = &[
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

/// The thing that a page is about.
pub fn about(blocks: &[String]) -> Option<Thing> {
    let mut found: Vec<(usize, Thing)> = Vec::new();
    let mut left = MOST;
    for block in blocks {
        if let Ok(value) = serde_json::from_str::<Value>(block.trim()) {
            walk(&value, DEPTH, &mut left, &mut found);
        }
    }
    found.into_iter().min_by_key(|it| it.0).map(|it| it.1)
}

fn walk(value: &Value, depth: usize, left: &mut usize, found: &mut Vec<(usize, Thing)>) {
    if depth == 0 || *left == 0 {
        return;
    }
    *left -= 1;
    match value {
        Value::Array(all) => all.iter().for_each(|it| walk(it, depth - 1, left, found)),
        Value::Object(fields) => {
            if let Some(rank) = rank(value) {
                found.push((rank, thing(value)));
            }
            for name in ["@graph", "mainEntity", "mainEntityOfPage", "video"] {
                if let Some(inner) = fields.get(name) {
                    walk(inner, depth - 1, left, found);
                }
            }
        }
        _ => {}
    }
}

fn rank(value: &Value) -> Option<usize> {
    let kinds = value.get("@type")?;
    let of = |value: &Value| value.as_str().and_then(|text| ABOUT.iter().position(|known| text.ends_with(known)));
    match kinds {
        Value::Array(all) => all.iter().filter_map(of).min(),
        one => of(one),
    }
}

fn thing(value: &Value) -> Thing {
    let field = |names: &[&str]| names.iter().find_map(|name| value.get(*name).and_then(text));
    Thing {
        name: field(&["name", "headline"]),
        description: field(&["description"]),
        image: field(&["image", "thumbnailUrl", "thumbnail"]),
        maker: field(&["byArtist", "author", "creator"]),
        duration: value.get("duration").and_then(Value::as_str).and_then(seconds),
    }
}

/// The text of a value: itself, its address or its name, or that of its first item.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(it) => Some(it.clone()).filter(|it| !it.trim().is_empty()),
        Value::Array(all) => all.first().and_then(text),
        Value::Object(it) => ["url", "contentUrl", "name", "@value"]
            .iter()
            .find_map(|name| it.get(*name).and_then(Value::as_str).map(str::to_owned)),
        _ => None,
    }
}
