//! Apple's catalogue of music and podcasts, through its public lookup by id.

use axum::http::HeaderMap;
use mantel_model::facts::Facts;
use serde_json::Value;
use url::Url;

use super::clean;
use super::lookup::{Failure, Lookup, LookupError, LookupResult, Metadata};

/// Looks up an id in the catalogue of a country.
pub async fn fetch(lookup: &Lookup<'_>, id: &str, country: &str) -> LookupResult {
    let url = Url::parse_with_params("https://itunes.apple.com/lookup", [("id", id), ("country", country)]);
    let url = url.map_err(|_| LookupError::Failed(Failure::Other))?;
    let (reply, validators) = lookup.json(&url, HeaderMap::new()).await?;
    let entry = reply.get("results").and_then(|results| results.get(0)).ok_or(LookupError::Failed(Failure::Other))?;
    let facts = facts(entry, lookup.url);
    if facts.title.is_none() { Err(LookupError::Failed(Failure::Other)) } else { Ok(Metadata { facts, validators }) }
}

fn facts(entry: &Value, base: &Url) -> Facts {
    let text = |name: &str| entry.get(name).and_then(Value::as_str);
    let artist = text("artistName").and_then(clean::title);
    let name = ["trackName", "collectionName"].iter().find_map(|field| text(field).and_then(clean::title));
    // The size of a cover is part of its address.
    let cover =
        text("artworkUrl600").or_else(|| text("artworkUrl100")).map(|text| text.replace("/100x100", "/600x600"));
    let seconds = entry.get("trackTimeMillis").and_then(Value::as_u64).map(|millis| (millis / 1000).to_string());
    Facts {
        // An entry without a name is an artist.
        artist: name.is_some().then(|| artist.clone()).flatten(),
        title: name.or(artist),
        image: cover.as_deref().and_then(|cover| clean::address(cover, base)),
        duration: seconds.as_deref().and_then(clean::seconds),
        ..Facts::default()
    }
}
