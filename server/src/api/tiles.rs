//! `/api/v1/page/tiles`: add, change, move, remove.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use mantel_model::api::{self, AddTiles, Added, MoveTile, Patch, Removed, TileReply};
use mantel_model::{Edit, TileId};

use super::Reply;
use super::call::{BareCall, Call};
use crate::http::error::Refusal;
use crate::http::identity::Editor;
use crate::http::{etag, reply};
use crate::service::{Change, Error, SavedChange, tiles_of};
use crate::state::App;

/// Adds tiles: from an input, several inputs or a full tile.
pub async fn add(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let add = AddTiles::read(&call.body)?;
    let terms = call.terms(&add.terms)?;
    let edit = Edit::Add { tiles: tiles_of(&add), after: add.after };
    let run = async |terms| app.service.edit(&caller, Change::new(edit, "add", terms)).await;
    call.once(&app, &caller, terms, added, run).await
}

/// Changes fields of a tile.
pub async fn update(State(app): State<App>, Editor(caller): Editor, Path(id): Path<String>, call: Call) -> Reply {
    let id = tile_id(&id)?;
    let patch = Patch::read(&call.body)?;
    let edit = Edit::Update { id: id.clone(), patch: patch.fields };
    let done = app.service.edit(&caller, Change::new(edit, "update", call.terms(&patch.terms)?)).await?;
    Ok(reply::done(StatusCode::OK, done, tile))
}

/// Moves a tile to a place in the list.
pub async fn shift(State(app): State<App>, Editor(caller): Editor, Path(id): Path<String>, call: Call) -> Reply {
    let id = tile_id(&id)?;
    let shift = MoveTile::read(&call.body)?;
    let position = usize::try_from(shift.position).unwrap_or(usize::MAX);
    let change = Change::new(Edit::Move { id, position }, "move", call.terms(&shift.terms)?);
    Ok(reply::done(StatusCode::OK, app.service.edit(&caller, change).await?, tile))
}

/// Removes a tile.
pub async fn remove(
    State(app): State<App>,
    Editor(caller): Editor,
    Path(id): Path<String>,
    BareCall(call): BareCall,
) -> Reply {
    let id = tile_id(&id)?;
    let terms = call.terms(&api::Terms::read(&call.body, "a removal")?)?;
    let done = app.service.edit(&caller, Change::new(Edit::Remove { id: id.clone() }, "remove", terms)).await?;
    let removed = move |outcome: &SavedChange| Removed {
        removed: id.clone(),
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    };
    Ok(reply::done(StatusCode::OK, done, removed))
}

/// Has what a tile leads to read again; it comes as an event.
pub async fn refresh(State(app): State<App>, Editor(caller): Editor, Path(id): Path<String>) -> Reply {
    let id = tile_id(&id)?;
    if !app.outbound.is_on() {
        let words = "this service reads nothing from the web (OUTBOUND=off), so there is nothing to look up";
        return Err(Refusal::invalid("/id", words));
    }
    let page = app.service.refresh_facts(&caller, &id).await?;
    let outcome = SavedChange { touched: vec![id], ..SavedChange::of(page) };
    Ok(etag::tagged(reply::json(StatusCode::ACCEPTED, &tile(&outcome)), &outcome.page.etag))
}

fn added(outcome: &SavedChange) -> Added {
    Added {
        tiles: reply::touched(outcome),
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    }
}

/// The one tile that was touched; an edit of a tile always touches it.
fn tile(outcome: &SavedChange) -> Option<TileReply> {
    Some(TileReply {
        tile: reply::touched(outcome).into_iter().next()?,
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    })
}

/// An id that could not be one names no tile.
fn tile_id(text: &str) -> Result<TileId, Refusal> {
    TileId::parse(text).map_err(|_| Error::TileNotFound(text.chars().take(64).collect()).into())
}
