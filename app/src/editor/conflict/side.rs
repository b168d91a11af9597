//! The two sides of a conflict: each value as the page draws it, and a button that chooses it.

use leptos::prelude::*;
use mantel_model::api::{By, ByKind};
use mantel_model::id::SeededIds;
use mantel_model::plain_text::changes::fields::{field_label, value_text};
use mantel_model::sync::{About, Choice, Conflict, Difference};
use mantel_model::{Draft, Edit, TileId, apply};
use serde_json::{Value, json};

use crate::components::datetime;
use crate::editor::presence::author;
use crate::editor::state::editor::Editor;
use crate::render::context::RenderContext;
use crate::render::page::thumbnail;

/// The box in which a tile is drawn, px.
const BOX: thumbnail::BoxSize = (223.0, 212.0);
/// Margin around the tile, px of the page: small, because the text is what matters here.
const AROUND: f64 = 4.0;

/// Who made the other change.
pub fn who(conflict: &Conflict) -> String {
    let name = conflict.by.as_ref().filter(|by| by.kind != ByKind::Owner).map(|by| by.name.clone());
    name.map_or_else(|| "another tab".to_owned(), |name| name.unwrap_or_else(|| "an agent".to_owned()))
}

/// The owner's side and the other one.
pub fn sides(
    editor: Editor,
    conflict: &Conflict,
    pick: impl Fn(Choice) + Copy + Send + Sync + 'static,
) -> (AnyView, AnyView) {
    let other = who(conflict);
    let others = if other.ends_with('s') { format!("{other}’") } else { format!("{other}’s") };
    let (keep, take) = match conflict.difference {
        Difference::Field { .. } => ("Keep yours", format!("Take {others}")),
        Difference::Gone { .. } => ("Keep yours", "Leave it out".to_owned()),
        Difference::Removing => ("Remove it", format!("Keep {others}")),
    };
    let owner = By { kind: ByKind::Owner, name: None };
    let by = conflict.by.clone().unwrap_or_else(|| owner.clone());
    let at = if conflict.at.is_empty() { other } else { format!("{other}, {}", datetime::relative(&conflict.at)) };
    let mine = view! {
        <div class="editor-conflict-side">
            {shown(editor, conflict, true)}
            <p class="editor-conflict-author">{author::avatar(editor, &owner)}<span>"You, here"</span></p>
            <button type="button" class="ui-button" on:click=move |_| pick(Choice::Mine)>{keep}</button>
        </div>
    };
    let theirs = view! {
        <div class="editor-conflict-side">
            {shown(editor, conflict, false)}
            <p class="editor-conflict-author">{author::avatar(editor, &by)}<span>{at}</span></p>
            <button type="button" class="ui-button quiet" on:click=move |_| pick(Choice::Theirs)>{take}</button>
        </div>
    };
    (mine.into_any(), theirs.into_any())
}

fn shown(editor: Editor, conflict: &Conflict, mine: bool) -> AnyView {
    let setting = RenderContext { miniature: true, ..editor.render_context_untracked() };
    let draft = editor.draft.get_untracked();
    match (&conflict.about, &conflict.difference) {
        (About::Tile(id), Difference::Field { field, mine: my, theirs }) => {
            let value = if mine { my } else { theirs };
            let side = with(&draft, conflict, id, Some((field, value)));
            let drawn = thumbnail::of_tile(&side, id, &setting, BOX, AROUND);
            view! { {drawn} {(!is_drawn(field)).then(|| value_view(field, value, true))} }.into_any()
        }
        (About::Tile(id), Difference::Gone { .. }) if mine => tile(&with(&draft, conflict, id, None), id, &setting),
        (About::Tile(id), Difference::Removing) if !mine => tile(&draft, id, &setting),
        (_, Difference::Field { field, mine: my, theirs }) => value_view(field, if mine { my } else { theirs }, false),
        _ => view! { <div class="editor-conflict-removed">"Removed"</div> }.into_any(),
    }
}

fn tile(draft: &Draft, id: &TileId, setting: &RenderContext) -> AnyView {
    thumbnail::of_tile(draft, id, setting, BOX, AROUND)
        .unwrap_or_else(|| view! { <div class="editor-conflict-removed">"Removed"</div> }.into_any())
}

/// The draft with a tile as one side wants it; a tile that was removed appears as it was last seen here.
fn with(draft: &Draft, conflict: &Conflict, id: &TileId, set: Option<(&String, &Value)>) -> Draft {
    let mut draft = draft.clone();
    if let (None, Some(tile)) = (draft.tile(id), &conflict.tile) {
        draft.tiles.push(tile.clone());
    }
    let Some((field, value)) = set else { return draft };
    let edit = Edit::Update { id: id.clone(), patch: json!({ field.as_str(): value }) };
    apply(&draft, edit, &mut SeededIds::new(0)).map_or(draft, |apply| apply.draft)
}

/// Whether a field's value can be seen on the drawn tile.
fn is_drawn(field: &str) -> bool {
    matches!(field, "text" | "title" | "description" | "size" | "color" | "image" | "src")
}

fn value_view(field: &str, value: &Value, small: bool) -> AnyView {
    let name = field_label(field);
    let value = value_text(value);
    view! { <p class="editor-conflict-text" class:small=small><small>{name}</small><span class="editor-conflict-value">{value}</span></p> }
        .into_any()
}
