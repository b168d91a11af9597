//! `POST /api/v1/page/publish` and `/unpublish`.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::api::{self, PublishReply, Unpublished};

use super::Reply;
use super::call::BareCall;
use super::page::no_dry_run;
use crate::clock::rfc3339;
use crate::http::identity::Editor;
use crate::http::{etag, reply};
use crate::service::SavedChange;
use crate::state::App;

/// Makes the draft live; with `baseVersion`, only if it is still what was seen; with `dryRun`, tells what would go live.
pub async fn post(State(app): State<App>, Editor(caller): Editor, BareCall(call): BareCall) -> Reply {
    let terms = call.terms(&api::Terms::read(&call.body, "publishing")?)?;
    let done = app.service.publish(&caller, terms).await?;
    let published = move |outcome: &SavedChange| PublishReply {
        url: app.config.page_url(&outcome.page.username),
        version: reply::version(&outcome.page),
        at: rfc3339(outcome.page.live.map(|live| live.1).unwrap_or_default()),
    };
    Ok(reply::done(StatusCode::OK, done, published))
}

/// Takes the page off its address; the draft stays.
pub async fn unpublish(State(app): State<App>, Editor(caller): Editor, BareCall(call): BareCall) -> Reply {
    let said = api::Terms::read(&call.body, "unpublishing")?;
    let base = call.base(&said)?;
    if said.dry_run {
        return Err(no_dry_run("unpublishing"));
    }
    let view = app.service.unpublish(&caller, base).await?;
    let body =
        Unpublished { published: None, version: reply::version(&view), unpublished_changes: view.unpublished_changes };
    Ok(etag::tagged(reply::json(StatusCode::OK, &body), &view.etag))
}
