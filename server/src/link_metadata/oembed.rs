//! oEmbed: what services of videos and music say of one thing of theirs.

use axum::http::HeaderMap;
use mantel_model::facts::Facts;
use serde_json::Value;
use url::Url;

use super::clean;
use super::refresh::{Look, Looked, Read, Unread};

/// What the service at `endpoint` says of the address.
pub async fn look(look: &Look<'_>, endpoint: &str) -> Looked {
    let mut url = Url::parse(endpoint).map_err(|_| Unread::Failed)?;
    url.query_pairs_mut().append_pair("format", "json").append_pair("url", look.url.as_str());
    let (said, validators) = look.json(&url, HeaderMap::new()).await?;
    let facts = facts(&said, look.url);
    if facts == Facts::default() { Err(Unread::Failed) } else { Ok(Read { facts, validators }) }
}

fn facts(said: &Value, base: &Url) -> Facts {
    let text = |name: &str| said.get(name).and_then(Value::as_str);
    let artist = text("author_name").and_then(clean::title);
    let duration = said.get("duration").map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned));
    Facts {
        title: text("title").and_then(clean::title).map(|it| without_maker(it, artist.as_deref())),
        description: text("description").and_then(clean::description),
        image: text("thumbnail_url").and_then(|text| clean::address(text, base)),
        duration: duration.as_deref().and_then(clean::seconds),
        artist,
        ..Facts::default()
    }
}

/// SoundCloud's titles end in "by" and who it is by, which is said apart.
fn without_maker(title: String, maker: Option<&str>) -> String {
    let bare = maker.and_then(|maker| title.strip_suffix(maker)?.strip_suffix(" by "));
    bare.filter(|bare| !bare.is_empty()).map_or(title.clone(), str::to_owned)
}
