//! Apple's catalogue of music and podcasts: its public look-up by number.

use axum::http::HeaderMap;
use mantel_model::facts::Facts;
use serde_json::Value;
use url::Url;

use super::clean;
use super::refresh::{Look, Looked, Read, Unread};

/// What the catalogue of a country says of an id.
pub async fn look(look: &Look<'_>, id: &str, country: &str) -> Looked {
    let url = Url::parse_with_params("https://itunes.apple.com/lookup", [("id", id), ("country", country)]);
    let url = url.map_err(|_| Unread::Failed)?;
    let (said, validators) = look.json(&url, HeaderMap::new()).await?;
    let thing = said.get("results").and_then(|it| it.get(0)).ok_or(Unread::Failed)?;
    let facts = facts(thing, look.url);
    if facts.title.is_none() { Err(Unread::Failed) } else { Ok(Read { facts, validators }) }
}

fn facts(thing: &Value, base: &Url) -> Facts {
    let text = |name: &str| thing.get(name).and_then(Value::as_str);
    let maker = text("artistName").and_then(clean::title);
    let named = ["trackName", "collectionName"].iter().find_map(|it| text(it).and_then(clean::title));
    // Pictures come in any size their name asks for.
    let cover =
        text("artworkUrl600").or_else(|| text("artworkUrl100")).map(|text| text.replace("/100x100", "/600x600"));
    let lasts = thing.get("trackTimeMillis").and_then(Value::as_u64).map(|it| (it / 1000).to_string());
    Facts {
        // Without a name of its own it is the artist.
        artist: named.is_some().then(|| maker.clone()).flatten(),
        title: named.or(maker),
        image: cover.as_deref().and_then(|cover| clean::address(cover, base)),
        duration: lasts.as_deref().and_then(clean::seconds),
        ..Facts::default()
    }
}
