//! oEmbed: descriptions of single items by video and music services.

use axum::http::HeaderMap;
use mantel_model::facts::Facts;
use serde_json::Value;
use url::Url;

use super::clean;
use super::lookup::{Failure, Lookup, LookupError, LookupResult, Metadata};

/// Fetches the description of the address from the service at `endpoint`.
pub async fn fetch(lookup: &Lookup<'_>, endpoint: &str) -> LookupResult {
    let mut url = Url::parse(endpoint).map_err(|_| LookupError::Failed(Failure::Other))?;
    url.query_pairs_mut().append_pair("format", "json").append_pair("url", lookup.url.as_str());
    let (reply, validators) = lookup.json(&url, HeaderMap::new()).await?;
    let facts = facts(&reply, lookup.url);
    if facts == Facts::default() {
        Err(LookupError::Failed(Failure::Other))
    } else {
        Ok(Metadata { facts, validators })
    }
}

fn facts(reply: &Value, base: &Url) -> Facts {
    let text = |name: &str| reply.get(name).and_then(Value::as_str);
    let artist = text("author_name").and_then(clean::title);
    let duration = reply.get("duration").map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    Facts {
        title: text("title").and_then(clean::title).map(|title| without_artist(title, artist.as_deref())),
        description: text("description").and_then(clean::description),
        image: text("thumbnail_url").and_then(|text| clean::address(text, base)),
        duration: duration.as_deref().and_then(clean::seconds),
        artist,
        ..Facts::default()
    }
}

/// Removes "by" and the artist from the end of SoundCloud's titles; the artist has its own field.
fn without_artist(title: String, artist: Option<&str>) -> String {
    let bare = artist.and_then(|artist| title.strip_suffix(artist)?.strip_suffix(" by "));
    bare.filter(|bare| !bare.is_empty()).map_or(title.clone(), str::to_owned)
}
