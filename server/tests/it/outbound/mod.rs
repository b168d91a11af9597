//! The one way out: what it may never reach, and what it costs when somebody means harm.

mod attack;
mod bombs;
mod manners;

use mantel_server::outbound::{Fetched, NotFetched, Outbound};
use url::Url;

use crate::support::web::Web;

fn outbound(web: &Web) -> Outbound {
    Outbound::new(web.stand_ins.clone(), "https://mantel.example").unwrap()
}

/// Asks as each reader of the service does: for a page, a picture, a document that names a program.
async fn every_way(outbound: &Outbound, url: &Url) -> Vec<Result<Fetched, NotFetched>> {
    use mantel_server::outbound::Ask;
    let asks = [Ask::page(url), Ask::picture(url).of("account"), Ask::strictly(url, "application/json", 1024)];
    let mut all = Vec::new();
    for ask in &asks {
        all.push(outbound.get(ask).await);
    }
    all
}
