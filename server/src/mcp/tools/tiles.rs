//! `add_tile`, `update_tile`, `move_tile`, `remove_tile`.

use mantel_model::api::{AddTiles, MoveTile, Terms};
use mantel_model::tile::TileAddresses;
use mantel_model::{Draft, Edit, Problem, TileId};
use serde_json::{Value, json};

use super::{Answer, Call, Hints, Tool};
use crate::heavy_work;
use crate::http::reply;
use crate::mcp::body::value;
use crate::mcp::schema::{
    change, changed, id, inputs, list, object, or_null, part, string, tile, unsigned_integer, warnings,
};
use crate::service::{Change, Error, SavedChange};

const EDIT: Hints = Hints { read_only: false, destructive: false, idempotent: true, open_world: false };

/// The tool `add_tile`.
pub const ADD_TILE: Tool = Tool {
    name: "add_tile",
    title: "Add tiles",
    about: "Adds tiles to the draft: one input, several inputs in order (at most 30; prefer this for a list of links), or \
            one full tile object. An input is a link, an email, owner/repo or a short note: the type is found from it, and \
            titles, covers and stars are filled in later. Exactly one of input, inputs, tile. after places them behind a \
            tile (default: the end); size and color apply to all that are added. A link that is there already is added \
            again and duplicates names the older tile: remove one if the owner wants it once. At most 300 tiles.",
    example: r#"{"inputs": ["https://harrow.example/shop", "ines/kiln", "ines@harrow.example"], "size": "w"}"#,
    hints: Hints { read_only: false, destructive: false, idempotent: false, open_world: true },
    input: add_input,
    output: add_output,
    run: add_tile,
};

/// The tool `update_tile`.
pub const UPDATE_TILE: Tool = Tool {
    name: "update_tile",
    title: "Change a tile",
    about: "Changes fields of one tile: size, color, title, text, description, image, focus, zoom, pos … Only the fields in \
            patch change; null clears an optional one. id and type stay: to make a note a link, remove it and add the link. \
            pos counts on the canvas layout only (1200 wide, multiples of 8). Get ids from get_page.",
    example: r#"{"id": "t_k3v7q2mzab4c", "patch": {"size": "l", "title": "Print shop", "color": "mint"}}"#,
    hints: EDIT,
    input: update_input,
    output: tile_output,
    run: update_tile,
};

/// The tool `move_tile`.
pub const MOVE_TILE: Tool = Tool {
    name: "move_tile",
    title: "Move a tile",
    about: "Moves a tile to a place in the list of tiles, counted from 0 after it is taken out; past the end means the end. \
            The bento and list layouts follow this order. On canvas use update_tile with pos instead.",
    example: r#"{"id": "t_k3v7q2mzab4c", "position": 0}"#,
    hints: EDIT,
    input: || {
        change(
            vec![
                ("id", id("Which tile; get_page shows the ids.")),
                ("position", unsigned_integer("New place, from 0.")),
            ],
            &["id", "position"],
        )
    },
    output: tile_output,
    run: move_tile,
};

/// The tool `remove_tile`.
pub const REMOVE_TILE: Tool = Tool {
    name: "remove_tile",
    title: "Remove a tile",
    about: "Deletes one tile from the draft. Ask the owner before removing what they added. Visitors still see it until \
            publish; the history can bring it back.",
    example: r#"{"id": "t_k3v7q2mzab4c"}"#,
    hints: Hints { read_only: false, destructive: true, idempotent: true, open_world: false },
    input: || change(vec![("id", id("Which tile; get_page shows the ids."))], &["id"]),
    output: || changed(vec![("removed", id("The tile that went."))]),
    run: remove_tile,
};

fn add_input() -> Value {
    let about =
        "A link, an email, owner/repo, a short note, or a whole list of them as text: each line becomes a tile.";
    change(
        vec![
            ("input", json!({ "type": "string", "minLength": 1, "description": about })),
            ("inputs", inputs()),
            ("tile", tile(&["type"])),
            ("after", id("The tile they come after; the end without it.")),
            ("size", part("size")),
            ("color", part("color")),
        ],
        &[],
    )
}

fn add_output() -> Value {
    let duplicate = object(
        vec![("id", id("The tile added now.")), ("of", id("The older tile with the same address."))],
        &["id", "of"],
    );
    changed(vec![
        ("tiles", list("The tiles added, with their ids.", tile(&["id", "type"]))),
        ("duplicates", list("Added although their address is on the page already.", duplicate)),
        ("note", string("What to know about this.")),
        ("warnings", warnings("What was guessed or left out; tell the owner.")),
    ])
}

fn update_input() -> Value {
    change(vec![("id", id("Which tile; get_page shows the ids.")), ("patch", nullable(tile(&[])))], &["id", "patch"])
}

/// The fields of a tile that a patch may contain, each of which may be `null` to clear it.
fn nullable(mut tile: Value) -> Value {
    if let Some(fields) = tile.get_mut("properties").and_then(Value::as_object_mut) {
        for name in ["id", "type", "facts"] {
            fields.shift_remove(name);
        }
        for field in fields.values_mut() {
            *field = or_null(field.take());
        }
    }
    if let Some(map) = tile.as_object_mut() {
        map.shift_remove("required");
    }
    tile
}

fn tile_output() -> Value {
    changed(vec![("tile", tile(&["id", "type"]))])
}

fn add_tile(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let add = AddTiles::read(&call.body(&[]))?;
        let (tiles, warnings) = heavy_work::run_for_bytes(add.text_bytes(), || add.tiles()).await?;
        let (terms, after) = (add.terms, add.after);
        let run = async |options| {
            let change = Change::new(Edit::Add { tiles, after }, "add", options);
            call.app.service.edit(&call.caller, Change { warnings, ..change }).await
        };
        call.change(terms, added, run).await
    })
}

fn added(change: &SavedChange) -> Value {
    let duplicates = duplicates(&change.page.draft, &change.touched);
    let mut out = json!({ "tiles": reply::touched_tiles(change) });
    if !change.warnings.is_empty() {
        out["warnings"] = json!(change.warnings);
    }
    if !duplicates.is_empty() {
        out["note"] = json!(
            "Some of these addresses were on the page already. They were added as asked; remove_tile if the owner wants them once."
        );
        out["duplicates"] = duplicates.into_iter().map(|(id, of)| json!({ "id": id, "of": of })).collect();
    }
    out
}

/// The added tiles whose address an older tile already has, each with the first such tile.
fn duplicates(page: &Draft, added: &[TileId]) -> Vec<(TileId, TileId)> {
    let older = TileAddresses::of(page.tiles.iter().filter(|tile| !added.contains(&tile.id)));
    let duplicate = |id: &TileId| Some((id.clone(), older.find(&page.tile(id)?.kind)?.clone()));
    added.iter().filter_map(duplicate).collect()
}

fn update_tile(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let mut problems = Vec::new();
        let terms = Terms::read(&call.body(&["id", "patch"]), "update_tile").map_err(|error| problems.extend(error));
        let id = read_id(call, &mut problems);
        let patch = call.argument("patch").filter(|argument| argument.is_object());
        if patch.is_none() {
            problems.push(Problem::new("/patch", "give an object with the fields to change"));
        }
        let (Ok(terms), Some(id), Some(patch)) = (terms, id, patch) else { return Err(problems.into()) };
        let run = async |options| {
            let edit = Edit::Update { id, patch: patch.clone() };
            call.app.service.edit(&call.caller, Change::new(edit, "update", options)).await.map_err(within_patch)
        };
        call.change(terms, touched, run).await
    })
}

/// Moves the paths of problems of a patch under `/patch`.
fn within_patch(error: Error) -> Error {
    match error {
        Error::Invalid(problems) => Error::Invalid(
            problems
                .into_iter()
                .map(|problem| Problem::new(format!("/patch{}", problem.path), problem.message))
                .collect(),
        ),
        other => other,
    }
}

fn move_tile(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let mut problems = Vec::new();
        let body = MoveTile::read(&call.body(&["id"])).map_err(|error| problems.extend(error));
        let id = read_id(call, &mut problems);
        let (Ok(body), Some(id)) = (body, id) else { return Err(problems.into()) };
        let position = usize::try_from(body.position).unwrap_or(usize::MAX);
        let run = async |options| {
            call.app.service.edit(&call.caller, Change::new(Edit::Move { id, position }, "move", options)).await
        };
        call.change(body.terms, touched, run).await
    })
}

fn remove_tile(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let mut problems = Vec::new();
        let terms = Terms::read(&call.body(&["id"]), "remove_tile").map_err(|error| problems.extend(error));
        let id = read_id(call, &mut problems);
        let (Ok(terms), Some(id)) = (terms, id) else { return Err(problems.into()) };
        let removed = id.clone();
        let body = move |_: &SavedChange| json!({ "removed": removed });
        let run = async |options| {
            call.app.service.edit(&call.caller, Change::new(Edit::Remove { id }, "remove", options)).await
        };
        call.change(terms, body, run).await
    })
}

fn read_id(call: &Call, problems: &mut Vec<Problem>) -> Option<TileId> {
    let text = call.argument("id").and_then(Value::as_str);
    let read = text.ok_or_else(|| "give the id of a tile, as get_page shows it".to_owned()).and_then(TileId::parse);
    read.map_err(|why| problems.push(Problem::new("/id", why))).ok()
}

fn touched(change: &SavedChange) -> Value {
    json!({ "tile": reply::touched_tiles(change).first().map(value) })
}
