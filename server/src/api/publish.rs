//! `POST /api/v1/page/publish` and `/unpublish`.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::api::{self, PublishReply, Unpublished};

use super::call::{OptionalBodyCall, no_dry_run};
use crate::clock::rfc3339;
use crate::http::etag;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::service::SavedChange;
use crate::state::App;

/// Publishes the draft. With `baseVersion`, only if that is still the current version; with `dryRun`, reports what
/// would go live.
pub async fn post(State(app): State<App>, Editor(caller): Editor, OptionalBodyCall(call): OptionalBodyCall) -> Reply {
    let options = call.options(&api::Terms::read(&call.body, "publishing")?)?;
    let outcome = app.service.publish(&caller, options).await?;
    let published = move |change: &SavedChange| PublishReply {
        url: app.config.page_url(&change.page.username),
        version: reply::version(&change.page),
        at: rfc3339(change.page.live.map(|live| live.1).unwrap_or_default()),
    };
    Ok(reply::outcome(StatusCode::OK, outcome, published))
}

/// Unpublishes the page; the draft stays.
pub async fn unpublish(
    State(app): State<App>,
    Editor(caller): Editor,
    OptionalBodyCall(call): OptionalBodyCall,
) -> Reply {
    let terms = api::Terms::read(&call.body, "unpublishing")?;
    let base = call.base(&terms)?;
    if terms.dry_run {
        return Err(no_dry_run("unpublishing"));
    }
    let view = app.service.unpublish(&caller, base).await?;
    let body =
        Unpublished { published: None, version: reply::version(&view), unpublished_changes: view.unpublished_changes };
    Ok(etag::tagged(reply::json(StatusCode::OK, &body), &view.etag))
}
