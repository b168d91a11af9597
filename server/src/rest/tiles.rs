//! `/api/v1/page/tiles`: add, change, move, remove.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use mantel_model::api::{AddTiles, Added, MoveTile, Patch, Removed, TileReply};
use mantel_model::{Edit, TileId};

use super::body::{Json, OptionalJson};
use super::identity::Editor;
use super::problem::Refusal;
use super::{Reply, entity, reply};
use crate::service::{Caller, Change, Error, Outcome, tiles_of};
use crate::state::App;

/// Adds tiles: from an input, several inputs or a full tile.
pub async fn add(State(app): State<App>, Editor(caller): Editor, headers: HeaderMap, Json(body): Json) -> Reply {
    let add = AddTiles::read(&body)?;
    let base = entity::base(&headers, add.base_version)?;
    let tiles = tiles_of(&add);
    let edit = Edit::Add { tiles, after: add.after };
    let outcome = app.service.edit(&caller, Change { edit, base, act: "add" }).await?;
    let body = Added {
        tiles: reply::touched(&outcome),
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    };
    Ok(entity::tagged(reply::json(StatusCode::CREATED, &body), &outcome.page.etag))
}

/// Changes fields of a tile.
pub async fn update(
    State(app): State<App>,
    Editor(caller): Editor,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(body): Json,
) -> Reply {
    let id = tile_id(&id)?;
    let patch = Patch::read(&body)?;
    let base = entity::base(&headers, patch.base_version)?;
    let edit = Edit::Update { id, patch: patch.fields };
    one(&app, &caller, Change { edit, base, act: "update" }).await
}

/// Moves a tile to a place in the list.
pub async fn shift(
    State(app): State<App>,
    Editor(caller): Editor,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(body): Json,
) -> Reply {
    let id = tile_id(&id)?;
    let shift = MoveTile::read(&body)?;
    let base = entity::base(&headers, shift.base_version)?;
    let position = usize::try_from(shift.position).unwrap_or(usize::MAX);
    one(&app, &caller, Change { edit: Edit::Move { id, position }, base, act: "move" }).await
}

/// Removes a tile.
pub async fn remove(
    State(app): State<App>,
    Editor(caller): Editor,
    Path(id): Path<String>,
    headers: HeaderMap,
    OptionalJson(body): OptionalJson,
) -> Reply {
    let id = tile_id(&id)?;
    let patch = Patch::read(&body)?;
    if let Some(name) = patch.fields.as_object().and_then(|it| it.keys().next()) {
        return Err(Refusal::invalid(&format!("/{name}"), "a removal takes baseVersion and nothing else"));
    }
    let base = entity::base(&headers, patch.base_version)?;
    let change = Change { edit: Edit::Remove { id: id.clone() }, base, act: "remove" };
    let outcome = app.service.edit(&caller, change).await?;
    let body = Removed {
        removed: id,
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    };
    Ok(entity::tagged(reply::json(StatusCode::OK, &body), &outcome.page.etag))
}

async fn one(app: &App, caller: &Caller, change: Change) -> Reply {
    let outcome = app.service.edit(caller, change).await?;
    tile_reply(&outcome).ok_or_else(|| Error::Internal.into())
}

fn tile_reply(outcome: &Outcome) -> Option<Response> {
    let body = TileReply {
        tile: reply::touched(outcome).into_iter().next()?,
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    };
    Some(entity::tagged(reply::json(StatusCode::OK, &body), &outcome.page.etag))
}

/// An id that could not be one names no tile.
fn tile_id(text: &str) -> Result<TileId, Refusal> {
    TileId::parse(text).map_err(|_| Error::TileNotFound(text.chars().take(64).collect()).into())
}
