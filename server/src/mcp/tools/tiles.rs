//! `add_tile`, `update_tile`, `move_tile`, `remove_tile`.

use mantel_model::api::{AddTiles, MoveTile, Terms};
use mantel_model::brief::detect::detect;
use mantel_model::edit::display_name;
use mantel_model::tile::{Kind, KindName, TileAddresses};
use mantel_model::{Draft, Edit, Problem, TileId};
use serde_json::{Value, json};

use super::{Answer, Call, Hints, Tool, fields_before};
use crate::heavy_work;
use crate::http::reply;
use crate::mcp::body::value;
use crate::mcp::schema::{change, id, inputs, open, part, tile, unsigned_integer};
use crate::service::{Change, Error, Operation, SavedChange};

const EDIT: Hints = Hints { read_only: false, destructive: false, idempotent: true, open_world: false };

/// The tool `add_tile`.
pub const ADD_TILE: Tool = Tool {
    name: "add_tile",
    title: "Add tiles",
    about: "Adds tiles to the draft: one input, several inputs in order (at most 30; prefer this for a list of links), or \
            one full tile object. An input is a link, an email, owner/repo or a short note: the type is found from it, and \
            titles, covers and stars are filled in later. Exactly one of input, inputs, tile. after places them behind a \
            tile (default: the end); size and color apply to all. A link that is there already is added again and \
            duplicates names the older tile. At most 300 tiles.",
    example: r#"{"inputs": ["https://harrow.example/shop", "ines/kiln", "ines@harrow.example"], "size": "w"}"#,
    hints: Hints { read_only: false, destructive: false, idempotent: false, open_world: true },
    operation: Operation::AddTiles,
    input: add_input,
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
    operation: Operation::UpdateTile,
    input: update_input,
    run: update_tile,
};

/// The tool `move_tile`.
pub const MOVE_TILE: Tool = Tool {
    name: "move_tile",
    title: "Move a tile",
    about: "Moves a tile to a place in the list of tiles, counted from 0 after it is taken out; past the end means the end. \
            The bento and list layouts follow this order, which the reply tells. On canvas use update_tile with pos.",
    example: r#"{"id": "t_k3v7q2mzab4c", "position": 0}"#,
    hints: EDIT,
    operation: Operation::MoveTile,
    input: || {
        change(
            vec![
                ("id", id("Which tile; get_page shows the ids.")),
                ("position", unsigned_integer("New place, from 0.")),
            ],
            &["id", "position"],
        )
    },
    run: move_tile,
};

/// The tool `remove_tile`.
pub const REMOVE_TILE: Tool = Tool {
    name: "remove_tile",
    title: "Remove a tile",
    about: "Deletes one tile from the draft. Ask the owner before removing what they added. Visitors still see it until \
            publish. before holds it and its position; undo brings it back.",
    example: r#"{"id": "t_k3v7q2mzab4c"}"#,
    hints: Hints { read_only: false, destructive: true, idempotent: true, open_world: false },
    operation: Operation::RemoveTile,
    input: || change(vec![("id", id("Which tile; get_page shows the ids."))], &["id"]),
    run: remove_tile,
};

fn add_input() -> Value {
    let about =
        "A link, an email, owner/repo, a short note, or a whole list of them as text: each line becomes a tile.";
    change(
        vec![
            ("input", json!({ "type": "string", "minLength": 1, "description": about })),
            ("inputs", inputs()),
            ("tile", tile()),
            ("after", id("The tile they come after; the end without it.")),
            ("size", part("size")),
            ("color", part("color")),
        ],
        &[],
    )
}

fn update_input() -> Value {
    let patch = open("Fields of a tile as add_tile takes them, without id and type; null clears an optional one.");
    change(vec![("id", id("Which tile; get_page shows the ids.")), ("patch", patch)], &["id", "patch"])
}

fn add_tile(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let mut body = call.body(&[]);
        let kind = body.pointer("/tile/type").and_then(Value::as_str).and_then(KindName::parse);
        let mended = body.get_mut("tile").map(|tile| mend(tile, kind, "/tile")).unwrap_or_default();
        let add = AddTiles::read(&body)?;
        let (tiles, mut warnings) = heavy_work::run_for_bytes(add.text_bytes(), || add.tiles()).await?;
        warnings.extend(mended);
        let (terms, after) = (add.terms, add.after);
        let run = async |options| {
            let change = Change::new(Edit::Add { tiles, after }, "add", options);
            call.app.service.edit(&call.caller, Change { warnings, ..change }).await
        };
        call.change(terms, added, run).await
    })
}

/// Mends what agents send in a tile of a kind, or in a patch of one, at a place, and no other reading is possible of: a picture
/// whose address stands in `image`, and a repository by its address. What was done, with its place.
fn mend(tile: &mut Value, kind: Option<KindName>, place: &str) -> Vec<Problem> {
    let mut warnings = Vec::new();
    let Some(fields) = tile.as_object_mut() else { return warnings };
    let bare = kind == Some(KindName::Image) && !fields.contains_key("src");
    if let Some(address) = bare.then(|| fields.shift_remove("image")).flatten() {
        fields.insert("src".to_owned(), address);
        warnings
            .push(Problem::new(format!("{place}/image"), "the address of a picture is its src; it was taken as that"));
    }
    if let Some(repo) = fields.get_mut("repo") {
        // A bare owner/name is checked as it is.
        let address = repo.as_str().filter(|text| text.contains([':', '.']) || text.matches('/').count() > 1);
        if let Some(Kind::Github(found)) = address.map(detect) {
            *repo = json!(found.repo);
            warnings.push(Problem::new(format!("{place}/repo"), "an address was given; owner/name was taken from it"));
        }
    }
    warnings
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
        let changed = id.clone();
        let body = move |change: &SavedChange| {
            let before = change.before.as_ref().and_then(|draft| draft.tile(&changed));
            let now = change.page.draft.tile(&changed);
            let before = now.map_or_else(|| json!({}), |now| fields_before(before, now));
            let mut out = json!({ "tile": touched(change), "before": before });
            if !change.warnings.is_empty() {
                out["warnings"] = json!(change.warnings);
            }
            out
        };
        let mut patch = patch.clone();
        // Only of such a patch the kind of the tile says what it means.
        let kind = if patch.get("image").is_some() { kind_of(call, &id).await? } else { None };
        let warnings = mend(&mut patch, kind, "/patch");
        let run = async |options| {
            let edit = Edit::Update { id, patch };
            let change = Change { warnings, ..Change::new(edit, "update", options) };
            call.app.service.edit(&call.caller, change).await.map_err(within_patch)
        };
        call.change(terms, body, run).await
    })
}

/// The kind of a tile of the caller's page, if it is there.
async fn kind_of(call: &Call, id: &TileId) -> Result<Option<KindName>, Error> {
    let page = call.app.service.page(&call.caller).await?;
    Ok(page.draft.tile(id).map(|tile| tile.kind.name()))
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
        let answer = |change: &SavedChange| json!({ "tile": touched(change), "order": order(&change.page.draft) });
        let run = async |options| {
            call.app.service.edit(&call.caller, Change::new(Edit::Move { id, position }, "move", options)).await
        };
        call.change(body.terms, answer, run).await
    })
}

fn remove_tile(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let mut problems = Vec::new();
        let terms = Terms::read(&call.body(&["id"]), "remove_tile").map_err(|error| problems.extend(error));
        let id = read_id(call, &mut problems);
        let (Ok(terms), Some(id)) = (terms, id) else { return Err(problems.into()) };
        let removed = id.clone();
        let body = move |change: &SavedChange| {
            let mut out = json!({ "removed": removed });
            if let Some((draft, at)) = change.before.as_ref().and_then(|draft| Some((draft, draft.position(&removed)?)))
            {
                out["before"] = json!({ "tile": draft.tiles.get(at), "position": at });
            }
            out
        };
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

fn touched(change: &SavedChange) -> Option<Value> {
    reply::touched_tiles(change).first().map(value)
}

/// The most tiles that are named where their order is told.
const NAMED: usize = 40;

/// The order of the tiles in words.
fn order(draft: &Draft) -> String {
    let names: Vec<_> = draft.tiles.iter().take(NAMED).map(display_name).collect();
    let more = draft.tiles.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; {more} more") } else { String::new() };
    format!("{}{more}", names.join("; "))
}
