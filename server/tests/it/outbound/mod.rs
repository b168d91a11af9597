//! The outbound HTTP client: what it must never reach, and limits on malicious replies.

mod limits;
mod private_addresses;
mod request_headers;

use mantel_server::outbound::{FetchError, Fetched, Outbound};
use url::Url;

use crate::support::web::FakeWeb;

fn outbound(web: &FakeWeb) -> Outbound {
    Outbound::new(web.outbound_overrides.clone(), "https://mantel.example").unwrap()
}

/// Sends each kind of request that the service makes: for a page, a picture, a client metadata document.
async fn every_way(outbound: &Outbound, url: &Url) -> Vec<Result<Fetched, FetchError>> {
    use mantel_server::outbound::Request;
    let requests = [
        Request::page(url),
        Request::image(url).for_account("account"),
        Request::strict(url, "application/json", 1024),
    ];
    let mut all = Vec::new();
    for request in &requests {
        all.push(outbound.get(request).await);
    }
    all
}
