//! The one way out: what it may never reach, and what it costs when somebody means harm.

mod limits;
mod private_addresses;
mod request_headers;

use mantel_server::outbound::{FetchError, Fetched, Outbound};
use url::Url;

use crate::support::web::Web;

fn outbound(web: &Web) -> Outbound {
    Outbound::new(web.outbound_overrides.clone(), "https://mantel.example").unwrap()
}

/// Asks as each reader of the service does: for a page, a picture, a document that names a program.
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
