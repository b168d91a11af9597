//! `/api/v1/page/tiles`: add, change, move, remove.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use mantel_model::api::{self, AddTiles, Added, MoveTile, Patch, Removed, TileReply};
use mantel_model::{Edit, TileId};

use super::call::{Call, OptionalBodyCall};
use crate::heavy_work;
use crate::http::error::Refusal;
use crate::http::etag;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::service::{Change, NO_LOOKUPS, Operation, SavedChange};
use crate::state::App;

/// Adds tiles: from an input, several inputs or a full tile.
pub async fn add(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let add = AddTiles::read(&call.body)?;
    let options = call.options(&add.terms)?;
    let (tiles, warnings) = heavy_work::run_for_bytes(add.text_bytes(), || add.tiles()).await?;
    let edit = Edit::Add { tiles, after: add.after };
    let run = async |options| {
        let change = Change::new(edit, "add", options);
        app.service.edit(&caller, Change { warnings, ..change }).await
    };
    call.create_once(&app, &caller, Operation::AddTiles, options, added, run).await
}

/// Changes fields of a tile.
pub async fn update(State(app): State<App>, Editor(caller): Editor, Path(id): Path<String>, call: Call) -> Reply {
    let id = tile_id(&id)?;
    let patch = Patch::read(&call.body)?;
    let edit = Edit::Update { id: id.clone(), patch: patch.fields };
    let outcome = app.service.edit(&caller, Change::new(edit, "update", call.options(&patch.terms)?)).await?;
    Ok(reply::outcome(StatusCode::OK, outcome, tile))
}

/// Moves a tile to another position in the list.
pub async fn move_tile(State(app): State<App>, Editor(caller): Editor, Path(id): Path<String>, call: Call) -> Reply {
    let id = tile_id(&id)?;
    let body = MoveTile::read(&call.body)?;
    let position = usize::try_from(body.position).unwrap_or(usize::MAX);
    let change = Change::new(Edit::Move { id, position }, "move", call.options(&body.terms)?);
    Ok(reply::outcome(StatusCode::OK, app.service.edit(&caller, change).await?, tile))
}

/// Removes a tile.
pub async fn remove(
    State(app): State<App>,
    Editor(caller): Editor,
    Path(id): Path<String>,
    OptionalBodyCall(call): OptionalBodyCall,
) -> Reply {
    let id = tile_id(&id)?;
    let options = call.options(&api::Terms::read(&call.body, "a removal")?)?;
    let outcome = app.service.edit(&caller, Change::new(Edit::Remove { id: id.clone() }, "remove", options)).await?;
    let removed = move |change: &SavedChange| Removed {
        removed: id.clone(),
        version: reply::version(&change.page),
        unpublished_changes: change.page.unpublished_changes,
    };
    Ok(reply::outcome(StatusCode::OK, outcome, removed))
}

/// Requests a refresh of the metadata of what a tile links to; the result arrives as an event.
pub async fn refresh(State(app): State<App>, Editor(caller): Editor, Path(id): Path<String>) -> Reply {
    let id = tile_id(&id)?;
    if !app.outbound.is_enabled() {
        return Err(Refusal::invalid("/id", NO_LOOKUPS));
    }
    let page = app.service.refresh_facts(&caller, &id).await?;
    let change = SavedChange { touched: vec![id], ..SavedChange::of(page) };
    Ok(etag::tagged(reply::json(StatusCode::ACCEPTED, &tile(&change)), &change.page.etag))
}

fn added(change: &SavedChange) -> Added {
    Added {
        tiles: reply::touched_tiles(change),
        warnings: change.warnings.clone(),
        version: reply::version(&change.page),
        unpublished_changes: change.page.unpublished_changes,
    }
}

/// The tile that was touched; an edit of a tile always touches exactly one.
fn tile(change: &SavedChange) -> Option<TileReply> {
    Some(TileReply {
        tile: reply::touched_tiles(change).into_iter().next()?,
        version: reply::version(&change.page),
        unpublished_changes: change.page.unpublished_changes,
    })
}

fn tile_id(text: &str) -> Result<TileId, Refusal> {
    TileId::parse(text).map_err(|message| Refusal::invalid("/id", message))
}
