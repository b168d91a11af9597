//! The two sides of a question: what each wants, drawn as the page draws it, and a button that takes it.

use leptos::prelude::*;
use mantel_model::api::{By, ByKind};
use mantel_model::id::SeededIds;
use mantel_model::sync::{About, Choice, Conflict, Difference};
use mantel_model::{Draft, Edit, TileId, apply};
use serde_json::{Value, json};

use crate::components::datetime;
use crate::editor::presence;
use crate::editor::state::editor::Editor;
use crate::render::context::RenderContext;
use crate::render::page::thumbnail;

/// The box that a tile is drawn in, px.
const BOX: thumbnail::BoxSize = (223.0, 212.0);
/// Page around it, px of the page: the words count here.
const AROUND: f64 = 4.0;

/// Whoever made the other change.
pub fn who(clash: &Conflict) -> String {
    let name = clash.by.as_ref().filter(|by| by.kind != ByKind::Owner).map(|it| it.name.clone());
    name.map_or_else(|| "another tab".to_owned(), |name| name.unwrap_or_else(|| "an agent".to_owned()))
}

/// Mine and theirs.
pub fn both(
    editor: Editor,
    clash: &Conflict,
    pick: impl Fn(Choice) + Copy + Send + Sync + 'static,
) -> (AnyView, AnyView) {
    let other = who(clash);
    let others = if other.ends_with('s') { format!("{other}’") } else { format!("{other}’s") };
    let (keep, take) = match clash.difference {
        Difference::Field { .. } => ("Keep yours", format!("Take {others}")),
        Difference::Gone { .. } => ("Keep yours", "Leave it out".to_owned()),
        Difference::Removing => ("Remove it", format!("Keep {others}")),
    };
    let owner = By { kind: ByKind::Owner, name: None };
    let by = clash.by.clone().unwrap_or_else(|| owner.clone());
    let at = if clash.at.is_empty() { other } else { format!("{other}, {}", datetime::at(&clash.at)) };
    let mine = view! {
        <div class="e-side">
            {shown(editor, clash, true)}
            <p class="e-by">{presence::face(editor, &owner)}<span>"You, here"</span></p>
            <button type="button" class="m-button" on:click=move |_| pick(Choice::Mine)>{keep}</button>
        </div>
    };
    let theirs = view! {
        <div class="e-side">
            {shown(editor, clash, false)}
            <p class="e-by">{presence::face(editor, &by)}<span>{at}</span></p>
            <button type="button" class="m-button quiet" on:click=move |_| pick(Choice::Theirs)>{take}</button>
        </div>
    };
    (mine.into_any(), theirs.into_any())
}

fn shown(editor: Editor, clash: &Conflict, mine: bool) -> AnyView {
    let setting = RenderContext { miniature: true, ..editor.setting_untracked() };
    let draft = editor.draft.get_untracked();
    match (&clash.about, &clash.difference) {
        (About::Tile(id), Difference::Field { field, mine: my, theirs }) => {
            let value = if mine { my } else { theirs };
            let side = with(&draft, clash, id, Some((field, value)));
            let drawn = thumbnail::of_tile(&side, id, &setting, BOX, AROUND);
            view! { {drawn} {(!seen(field)).then(|| words(field, value, true))} }.into_any()
        }
        (About::Tile(id), Difference::Gone { .. }) if mine => tile(&with(&draft, clash, id, None), id, &setting),
        (About::Tile(id), Difference::Removing) if !mine => tile(&draft, id, &setting),
        (_, Difference::Field { field, mine: my, theirs }) => words(field, if mine { my } else { theirs }, false),
        _ => view! { <div class="e-side-none">"Removed"</div> }.into_any(),
    }
}

fn tile(draft: &Draft, id: &TileId, setting: &RenderContext) -> AnyView {
    thumbnail::of_tile(draft, id, setting, BOX, AROUND)
        .unwrap_or_else(|| view! { <div class="e-side-none">"Removed"</div> }.into_any())
}

/// The draft with a tile as one side wants it; a tile that is gone stands as it was last seen here.
fn with(draft: &Draft, clash: &Conflict, id: &TileId, set: Option<(&String, &Value)>) -> Draft {
    let mut draft = draft.clone();
    if let (None, Some(tile)) = (draft.tile(id), &clash.tile) {
        draft.tiles.push(tile.clone());
    }
    let Some((field, value)) = set else { return draft };
    let edit = Edit::Update { id: id.clone(), patch: json!({ field.as_str(): value }) };
    apply(&draft, edit, &mut SeededIds::new(0)).map_or(draft, |apply| apply.draft)
}

/// Whether a field's value is read off the drawn tile.
fn seen(field: &str) -> bool {
    matches!(field, "text" | "title" | "description" | "size" | "color" | "image" | "src")
}

fn words(field: &str, value: &Value, small: bool) -> AnyView {
    let name = spoken(field);
    let value = said(value);
    view! { <p class="e-side-words" class:small=small><small>{name}</small><span class="e-words">{value}</span></p> }
        .into_any()
}

/// The name of a field as people read it: `tileStyle` is "Tile style".
pub fn spoken(field: &str) -> String {
    let mut out = String::new();
    for letter in field.chars() {
        if letter.is_uppercase() {
            out.push(' ');
        }
        if out.is_empty() { out.extend(letter.to_uppercase()) } else { out.extend(letter.to_lowercase()) }
    }
    match field {
        "style" => "Look".to_owned(),
        "preset" => "Palette".to_owned(),
        "bio" => "About".to_owned(),
        "location" => "Place".to_owned(),
        "pos" => "Position".to_owned(),
        _ => out,
    }
}

/// A value as people read it.
pub fn said(value: &Value) -> String {
    match value {
        Value::Null => "Nothing".to_owned(),
        Value::Bool(true) => "On".to_owned(),
        Value::Bool(false) => "Off".to_owned(),
        Value::String(it) => it.clone(),
        Value::Object(it) => {
            it.iter().map(|(name, it)| format!("{} {}", spoken(name), said(it))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
