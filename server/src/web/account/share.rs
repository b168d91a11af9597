//! `/share`: the owner's screen of everything of a page that leaves the house, and the check of identity proofs.

use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::share::{IdentityProof, LiveCard, NamedWay, OwnerShare, ProofState};
use mantel_model::api::InsightsRange;
use mantel_model::tile::{Kind, Tile};
use mantel_model::{SafeUrl, Way};
use serde::Deserialize;

use super::require_sign_in::RequireSignIn;
use crate::clock::day;
use crate::drawings::{Drawing, version};
use crate::http::rate_limit;
use crate::http::security_headers::{self, Frames};
use crate::identity_proof;
use crate::page_document;
use crate::service::{Error, PageView, Result, Session};
use crate::state::App;
use crate::web::posted_form::PostedForm;
use crate::web::screen;

/// The parameters of the screen.
#[derive(Debug, Deserialize)]
pub struct ShareQuery {
    /// The way that the codes name.
    #[serde(default)]
    way: String,
}

/// The screen.
pub async fn page(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    headers: HeaderMap,
    Query(query): Query<ShareQuery>,
) -> Response {
    let shown = async {
        let mut share = share(&app, &session, &app.service.page(&session.caller).await?).await?;
        match Way::parse(&query.way) {
            _ if query.way.is_empty() => {}
            Ok(known) => share.way = known.to_string(),
            Err(why) => (share.way, share.way_problem) = (query.way.clone(), Some(why)),
        }
        Ok(share)
    };
    show(StatusCode::BAD_REQUEST, &headers, shown.await)
}

/// Names a way, and shows the codes that name it.
pub async fn name_way(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let typed = form.text("way");
    let named = async {
        app.rate_limits.take_caller(rate_limit::Kind::Edits, &session.caller)?;
        app.service.name_way(&session.caller, typed.trim_start_matches('+')).await
    };
    let why = match named.await {
        Ok((way, _)) => return Redirect::to(&format!("/share?way={}", way.name)).into_response(),
        Err(Error::Invalid(problems)) => problems.into_iter().map(|problem| problem.message).collect(),
        Err(error @ Error::TooManyWays) => error.to_string(),
        Err(error) => return screen::error_screen(&error.into()),
    };
    let shown = async {
        let share = share(&app, &session, &app.service.page(&session.caller).await?).await?;
        Ok(OwnerShare { way: typed, way_problem: Some(why), ..share })
    };
    show(StatusCode::UNPROCESSABLE_ENTITY, &headers, shown.await)
}

/// Forgets a way.
pub async fn forget_way(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: PostedForm) -> Response {
    match app.service.forget_way(&session.caller, &form.text("way")).await {
        // Whoever presses twice, or in two tabs, wanted it gone.
        Ok(()) | Err(Error::Unknown(_)) => Redirect::to("/share#ways").into_response(),
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// Looks whether one of the profiles links back.
pub async fn check(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    show(StatusCode::OK, &headers, checked(&app, &session, &form.text("tile")).await)
}

async fn checked(app: &App, session: &Session, tile: &str) -> Result<OwnerShare> {
    let page = app.service.page(&session.caller).await?;
    let mut share = share(app, session, &page).await?;
    let own = page.draft.tiles.iter().find(|own| own.id.as_str() == tile);
    let address = own.and_then(|own| own.kind.address());
    let proof = share.proofs.iter_mut().find(|proof| proof.tile == tile && proof.state == ProofState::Unknown);
    if let (Some(address), Some(proof)) = (address, proof) {
        let looked = identity_proof::look(app, &session.caller, &address, &share.url).await?;
        proof.state = looked.map_or_else(ProofState::Failed, |()| ProofState::Proved);
    }
    Ok(share)
}

/// The screen; with this status when a word was none. In the editor's dialog, which is a frame, it is the sheet alone.
fn show(refused: StatusCode, request_headers: &HeaderMap, share: Result<OwnerShare>) -> Response {
    match share {
        Ok(share) => {
            let status = if share.way_problem.is_some() { refused } else { StatusCode::OK };
            let in_dialog = request_headers.get("sec-fetch-dest").is_some_and(|purpose| purpose == "iframe");
            let share = OwnerShare { in_dialog, ..share };
            let styles = ["settings.css", "share.css"];
            let mut response = screen::screen_with_styles(status, "Share your page", &styles, share);
            if in_dialog {
                security_headers::allow_frames(response.headers_mut(), Frames::OwnDocuments);
            }
            response
        }
        // The editor has the account name its page first.
        Err(Error::NoPage) => Redirect::to("/edit").into_response(),
        Err(error) => screen::error_screen(&error.into()),
    }
}

async fn share(app: &App, session: &Session, page: &PageView) -> Result<OwnerShare> {
    let came = app.service.counted_ways(&session.caller, InsightsRange::Month).await?;
    let came_by = |way: &str| came.as_ref().map(|came| came.get(way).copied().unwrap_or_default());
    let ways = app.service.ways(&session.caller).await?.into_iter();
    let ways = ways.map(|way| NamedWay { came: came_by(&way.name), name: way.name }).collect();
    let (username, url) = (page.username.as_str(), app.config.page_url(&page.username));
    let mut share = OwnerShare {
        address: format!("{}/{username}", app.config.host()),
        host: app.config.host().to_owned(),
        username: username.to_owned(),
        url,
        unpublished: page.unpublished_changes,
        ways,
        proofs: page.draft.tiles.iter().filter_map(proof).collect(),
        name: page.draft.profile.name_or(username).to_owned(),
        ..OwnerShare::default()
    };
    if page.live.is_some() && page.suspended.is_none() {
        let published = app.service.published(username).await?;
        (share.name, share.description) = page_document::title_and_description(&published);
        let picture = format!("/{username}/card.jpg?v={}", version(&published, Drawing::Card));
        let drawn = app.drawings.kept(&published, Drawing::Card).await.is_some();
        if !drawn {
            app.drawings.want(&published.username, Drawing::Card);
        }
        share.live = Some(LiveCard { since: day(published.at), picture, drawn });
    }
    Ok(share)
}

fn proof(tile: &Tile) -> Option<IdentityProof> {
    let possible = identity_proof::may_link_back(&tile.kind)?;
    let (platform, label) = match &tile.kind {
        Kind::Social(social) => (Some(social.platform), social.handle.as_str().to_owned()),
        kind => (None, kind.address().as_ref().map(SafeUrl::as_str).map(without_scheme).unwrap_or_default()),
    };
    let state = if possible { ProofState::Unknown } else { ProofState::Impossible };
    Some(IdentityProof { tile: tile.id.to_string(), platform, label, state })
}

fn without_scheme(address: &str) -> String {
    address.split_once("://").map_or(address, |(_, rest)| rest).trim_end_matches('/').to_owned()
}
