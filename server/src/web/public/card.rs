//! The share card of a published page, what link previews show: `/{username}/card.jpg`.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use mantel_model::Username;

use super::drawn::{Version, kept};
use super::lookup;
use crate::drawings::{Drawing, generic};
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// The card of the page with this name. Where it is not drawn yet: that of the look, until it is.
pub async fn get(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(asked): Query<Version>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    let (app, asked, headers) = (&app, &asked, &headers);
    let address = |name: &Username| format!("/{name}/card.jpg");
    let answer = lookup::published_form(app, &name, address, |page| async move {
        let of_its_look = generic(page.page.theme.look());
        Ok(kept(app, &page, Drawing::Card, asked, headers, ("image/jpeg", of_its_look)).await)
    })
    .await;
    if let Some(counts) = lookup::counted(app, &name, &method, answer.status()).await {
        app.visits.card(&counts, headers);
    }
    answer
}
