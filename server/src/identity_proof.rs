//! Whether a profile elsewhere links back to a page with `rel="me"`, so that both say that they are one person's
//! (microformats, rel-me). Looked at when the owner asks; nothing is kept.

use mantel_model::SafeUrl;
use mantel_model::tile::{Kind, Platform};
use url::Url;

use crate::heavy_work;
use crate::http::rate_limit::Kind as Rate;
use crate::link_metadata::{page, rel_me};
use crate::outbound::{BodyLimit, FetchError, Request};
use crate::service::{Caller, Result};
use crate::state::App;

/// How much of a profile is read, bytes; the rest is ignored.
const PAGE_BYTES: usize = 1024 * 1024;

/// Platforms whose profiles have links with `rel="me"`: those of the fediverse, and forges of code.
const LINKING_BACK: &[Platform] = &[
    Platform::Mastodon,
    Platform::Pixelfed,
    Platform::Misskey,
    Platform::Friendica,
    Platform::Bookwyrm,
    Platform::Github,
    Platform::Gitlab,
    Platform::Codeberg,
];

/// Whether a tile leads to a profile or a page of its owner on the web, and whether that may link back; `None` for any other
/// tile.
pub fn may_link_back(kind: &Kind) -> Option<bool> {
    match kind {
        Kind::Social(social) if social.address()?.as_str().starts_with("http") => {
            Some(LINKING_BACK.contains(&social.platform))
        }
        Kind::Link(link) if link.me => Some(true),
        _ => None,
    }
}

/// Whether the profile at this address links back to the page at `page_url`: `Ok`, or a sentence that says why not.
///
/// # Errors
/// When the account has asked too often.
pub async fn look(
    app: &App,
    caller: &Caller,
    profile: &SafeUrl,
    page_url: &str,
) -> Result<std::result::Result<(), String>> {
    app.rate_limits.take_account(Rate::MoveIn, &caller.account)?;
    if !app.outbound.is_enabled() {
        return Ok(Err("This service reads nothing from the web (OUTBOUND=off)".to_owned()));
    }
    let url = Url::parse(profile.as_str()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let Some(url) = url else { return Ok(Err("It has no page that could link back".to_owned())) };
    let host = url.host_str().unwrap_or_default();
    let request = Request { reason: "identity proof", body: BodyLimit::Start(PAGE_BYTES), ..Request::page(&url) };
    let fetched = match app.outbound.get(&request.for_account(&caller.account)).await {
        Ok(fetched) => fetched,
        Err(FetchError::BUSY) => return Ok(Err("Too much is read at once just now. Try again in a moment".to_owned())),
        Err(FetchError(why)) => return Ok(Err(format!("{host} could not be read: {why}"))),
    };
    let Some(html) = page::html(&fetched.body, fetched.content_type()) else {
        return Ok(Err(format!("{host} did not answer with a page")));
    };
    let links = heavy_work::run_for_bytes(html.len(), || {
        rel_me::addresses(&html, &fetched.url).iter().any(|link| leads_to(link, page_url))
    });
    if links.await {
        return Ok(Ok(()));
    }
    Ok(Err(format!("Looked at {host}{} just now; the address is not there yet", url.path().trim_end_matches('/'))))
}

/// Whether an address is that of the page: whatever its query or fragment, with a slash at its end, in other capitals, or
/// naming a way.
fn leads_to(link: &Url, page_url: &str) -> bool {
    let Ok(page) = Url::parse(page_url) else { return false };
    let path = link.path().trim_end_matches('/');
    let path = path.split_once('+').map_or(path, |(path, _)| path);
    let host = |url: &Url| url.host_str().map(|host| host.trim_start_matches("www.").to_owned());
    host(link) == host(&page)
        && link.port_or_known_default() == page.port_or_known_default()
        && path.eq_ignore_ascii_case(page.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_recognised_in_other_spellings_of_its_address() {
        for (link, same) in [
            ("https://mantel.page/ines", true),
            ("https://mantel.page/ines/", true),
            ("https://Mantel.page/Ines?ref=x#top", true),
            ("https://mantel.page/ines+door", true),
            ("https://www.mantel.page/ines", true),
            ("https://mantel.page/ines2", false),
            ("https://mantel.page/", false),
            ("https://mantel.page:8443/ines", false),
            ("https://mantel.page.example/ines", false),
            ("https://example.com/ines", false),
        ] {
            assert_eq!(leads_to(&Url::parse(link).expect("an address"), "https://mantel.page/ines"), same, "{link}");
        }
    }
}
