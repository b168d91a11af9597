//! Repositories, through GitHub's API, with a token where the instance has one.

use axum::http::{HeaderMap, HeaderValue, header};
use mantel_model::facts::Facts;
use serde_json::Value;
use url::Url;

use super::clean;
use super::lookup::{Failure, Lookup, LookupError, LookupResult, Metadata};

/// Stars, description and language of `owner/name`.
pub async fn fetch(lookup: &Lookup<'_>, repo: &str) -> LookupResult {
    let url =
        Url::parse(&format!("https://api.github.com/repos/{repo}")).map_err(|_| LookupError::Failed(Failure::Other))?;
    let mut headers = HeaderMap::new();
    headers.insert("x-github-api-version", HeaderValue::from_static("2022-11-28"));
    let bearer = lookup.github_token.and_then(|token| HeaderValue::from_str(&format!("Bearer {token}")).ok());
    if let Some(mut bearer) = bearer {
        bearer.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, bearer);
    }
    let (reply, validators) = lookup.json(&url, headers).await?;
    Ok(Metadata { facts: facts(&reply), validators })
}

fn facts(reply: &Value) -> Facts {
    let text = |name: &str| reply.get(name).and_then(Value::as_str);
    Facts {
        description: text("description").and_then(clean::description),
        language: text("language").and_then(clean::title),
        // Within the range of integers that JSON parsers represent exactly.
        stars: reply
            .get("stargazers_count")
            .and_then(Value::as_u64)
            .filter(|stars| *stars <= mantel_model::limits::SAFE_INTEGER),
        ..Facts::default()
    }
}
