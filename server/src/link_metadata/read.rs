//! Reading an address: the service's own interface first, then its page.

use axum::http::{HeaderMap, header};
use mantel_model::facts::Facts;

use super::providers::{Recipe, YOUTUBE};
use super::refresh::{Look, Looked, PATIENCE, Read, Unread, joined, validators};
use super::{apple, github, oembed, page};
use crate::outbound::{Ask, Fetched, Take};

/// How long what was read counts, ms.
pub const fn age(recipe: &Recipe) -> i64 {
    const HOUR: i64 = 60 * 60 * 1000;
    match recipe {
        Recipe::Github(_) => 6 * HOUR,
        Recipe::Page => 24 * HOUR,
        // Titles and covers hardly ever change.
        Recipe::Oembed(_) => 72 * HOUR,
        Recipe::Apple(..) => 168 * HOUR,
    }
}

/// What is known of an address.
pub async fn read(look: &Look<'_>, recipe: &Recipe) -> Looked {
    match recipe {
        Recipe::Github(repo) => github::look(look, repo).await,
        Recipe::Apple(id, country) => match apple::look(look, id, country).await {
            Ok(read) if read.facts.image.is_some() => Ok(read),
            Ok(read) => Ok(completed(look, read).await),
            Err(Unread::Failed) => of_page(look).await,
            other => other,
        },
        Recipe::Oembed(endpoint) => match oembed::look(look, endpoint).await {
            Ok(read) if *endpoint == YOUTUBE => Ok(timed(look, read).await),
            Err(Unread::Failed) => of_page(look).await,
            other => other,
        },
        Recipe::Page => of_page(look).await,
    }
}

async fn of_page(look: &Look<'_>) -> Looked {
    let fetched = look.ask(Ask::page(look.url), HeaderMap::new()).await?;
    Ok(Read { facts: told(&fetched), validators: validators(&fetched.headers) })
}

/// What a page says of itself.
fn told(fetched: &Fetched) -> Facts {
    let kind = fetched.headers.get(header::CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
    page::facts(&fetched.body, kind, &fetched.url)
}

/// With what only the page tells; without a page as it is.
async fn completed(look: &Look<'_>, read: Read) -> Read {
    let page = unconditional(look, Ask::page(look.url)).await;
    Read { facts: joined(read.facts, page), ..read }
}

/// With the running time, which stands in the player of the page.
async fn timed(look: &Look<'_>, read: Read) -> Read {
    let ask = Ask::page(look.url);
    let take = Take::Start(ask.take.limit());
    let page = unconditional(look, Ask { take, ..ask }).await;
    Read { facts: Facts { duration: page.duration, ..read.facts }, ..read }
}

async fn unconditional(look: &Look<'_>, mut ask: Ask<'_>) -> Facts {
    (ask.account, ask.patience) = (Some(look.account), PATIENCE);
    look.outbound.get(&ask).await.map(|it| told(&it)).unwrap_or_default()
}
