//! Fetching the metadata of an address: the provider's API first, then the page itself.

use axum::http::{HeaderMap, StatusCode};
use mantel_model::facts::Facts;

use super::lookup::{Failure, Lookup, LookupError, LookupResult, Metadata, QUEUE_TIMEOUT, merge, validators};
use super::providers::{Provider, YOUTUBE};
use super::{apple, github, oembed, page};
use crate::heavy_work;
use crate::outbound::{BodyLimit, Fetched, Request};

/// The metadata of an address.
pub async fn fetch(lookup: &Lookup<'_>, provider: &Provider) -> LookupResult {
    match provider {
        Provider::Github(repo) => github::fetch(lookup, repo).await.map_err(of_repository),
        Provider::Apple(id, country) => match apple::fetch(lookup, id, country).await {
            Ok(metadata) if metadata.facts.image.is_some() => Ok(metadata),
            Ok(metadata) => Ok(with_page(lookup, metadata).await),
            Err(LookupError::Failed(_)) => fetch_page(lookup).await,
            other => other,
        },
        Provider::Oembed(endpoint) => match oembed::fetch(lookup, endpoint).await {
            Ok(metadata) if *endpoint == YOUTUBE => Ok(with_duration(lookup, metadata).await),
            Err(LookupError::Failed(_)) => fetch_page(lookup).await,
            other => other,
        },
        Provider::Page => fetch_page(lookup).await,
    }
}

/// What a failure of the API tells of the repository: that there is none, or nothing.
fn of_repository(error: LookupError) -> LookupError {
    match error {
        LookupError::Failed(failure) if failure != Failure::Status(StatusCode::NOT_FOUND) => {
            LookupError::Failed(Failure::Other)
        }
        other => other,
    }
}

async fn fetch_page(lookup: &Lookup<'_>) -> LookupResult {
    let fetched = lookup.send(Request::page(lookup.url), HeaderMap::new()).await?;
    Ok(Metadata { facts: page_facts(&fetched).await, validators: validators(&fetched.headers) })
}

/// The metadata in a page.
async fn page_facts(fetched: &Fetched) -> Facts {
    heavy_work::run_for_bytes(fetched.body.len(), || page::facts(&fetched.body, fetched.content_type(), &fetched.url))
        .await
}

/// Fills gaps from the page, if it can be fetched.
async fn with_page(lookup: &Lookup<'_>, metadata: Metadata) -> Metadata {
    let page = fetch_unconditionally(lookup, Request::page(lookup.url)).await;
    Metadata { facts: merge(metadata.facts, page), ..metadata }
}

/// Adds the duration, which is in the script of the page's player.
async fn with_duration(lookup: &Lookup<'_>, metadata: Metadata) -> Metadata {
    let request = Request::page(lookup.url);
    let body = BodyLimit::Start(request.body.bytes());
    let page = fetch_unconditionally(lookup, Request { body, ..request }).await;
    Metadata { facts: Facts { duration: page.duration, ..metadata.facts }, ..metadata }
}

async fn fetch_unconditionally(lookup: &Lookup<'_>, mut request: Request<'_>) -> Facts {
    (request.account, request.queue_timeout) = (Some(lookup.account), QUEUE_TIMEOUT);
    match lookup.outbound.get(&request).await {
        Ok(fetched) => page_facts(&fetched).await,
        Err(_) => Facts::default(),
    }
}
