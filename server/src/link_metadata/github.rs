//! Repositories: GitHub's own interface, with a token where the instance has one.

use axum::http::{HeaderMap, HeaderValue, header};
use mantel_model::facts::Facts;
use serde_json::Value;
use url::Url;

use super::clean;
use super::refresh::{Look, Looked, Read, Unread};

/// Stars, description and language of `owner/name`.
pub async fn look(look: &Look<'_>, repo: &str) -> Looked {
    let url = Url::parse(&format!("https://api.github.com/repos/{repo}")).map_err(|_| Unread::Failed)?;
    let mut headers = HeaderMap::new();
    headers.insert("x-github-api-version", HeaderValue::from_static("2022-11-28"));
    let bearer = look.token.and_then(|token| HeaderValue::from_str(&format!("Bearer {token}")).ok());
    if let Some(mut bearer) = bearer {
        bearer.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, bearer);
    }
    let (said, validators) = look.json(&url, headers).await?;
    Ok(Read { facts: facts(&said), validators })
}

fn facts(said: &Value) -> Facts {
    let text = |name: &str| said.get(name).and_then(Value::as_str);
    Facts {
        description: text("description").and_then(clean::description),
        language: text("language").and_then(clean::title),
        // No number that readers of JSON could not hold.
        stars: said.get("stargazers_count").and_then(Value::as_u64).filter(|it| *it <= mantel_model::limits::WHOLE),
        ..Facts::default()
    }
}
