//! `/{username}/share`: passing a page on.

use leptos::prelude::*;

use super::copy_and_send;
use crate::site::auth::card_screen;

/// What the screen shows.
#[derive(Clone, Debug, Default)]
pub struct VisitorShare {
    /// The page's name.
    pub username: String,
    /// The address of the page, absolute.
    pub url: String,
    /// The same as people write it: `mantel.page/ines`.
    pub address: String,
    /// What the page's owner is called.
    pub name: String,
}

/// The card: QR code, address, contact card, feed.
pub fn view(share: &VisitorShare) -> AnyView {
    let path = format!("/{}", share.username);
    card_screen(
        view! {
            <div class="share-pass-on">
                <h1>"Pass it on"</h1>
                <div class="share-pass-on-ways">
                    <img class="share-code" src=format!("{path}/qr.svg") width="170" height="170" alt=format!("QR code of {}", share.address)/>
                    <div class="share-pass-on-buttons">
                        {copy_and_send("share-address", "Copy address", true)}
                        <p class="share-address"><a class="ui-link" id="share-address" href=share.url.clone() data-title=share.name.clone()>{share.address.clone()}</a></p>
                    </div>
                </div>
                <p class="ui-muted">"Also as a "<a class="ui-link" href=format!("{path}.vcf")>"contact card"</a>" and for "<a class="ui-link" href=format!("{path}/feed.xml")>"feed readers"</a>"."</p>
                <p class="ui-muted"><a class="ui-link" href=path>"Back to the page"</a></p>
            </div>
        }
        .into_any(),
    )
}
