//! One row: handle, icon, name, description, remove button; when open, the fields of its tile.

use leptos::prelude::*;
use mantel_model::brief::Item;
use web_sys::KeyboardEvent;

use super::json_link::json_link;
use super::{row_drag, tile_fields};
use crate::brief_editor::state::BriefEditor;
use crate::components::{dom, icon, tile_icon, tile_label};

/// An item and the warnings about it.
#[derive(Clone, Debug, PartialEq)]
pub struct RowContent {
    /// The item.
    pub item: Item,
    /// The warnings, each with its line.
    pub warnings: Vec<(String, Option<u32>)>,
}

/// The row of an item.
pub fn tile_row(
    editor: BriefEditor,
    key: u32,
    content: Memo<Option<RowContent>>,
    dragging: RwSignal<Option<u32>>,
) -> AnyView {
    let title = Memo::new(move |_| {
        content
            .with(|content| content.as_ref().map(|content| tile_label::title(&content.item.kind)).unwrap_or_default())
    });
    let about = Memo::new(move |_| {
        content.with(|content| content.as_ref().map(|content| tile_label::about(&content.item)).unwrap_or_default())
    });
    let kind = Memo::new(move |_| {
        content.with(|content| content.as_ref().map(|content| tile_label::name(&content.item.kind)))
    });
    let warnings = Memo::new(move |_| {
        content.with(|content| content.as_ref().map(|content| content.warnings.clone()).unwrap_or_default())
    });
    let open = Memo::new(move |_| editor.open_row.get() == Some(key));
    let line = move || warnings.with(|warnings| warnings.iter().find_map(|(_, line)| *line));
    view! {
        <li class="brief-row" class:noticed=move || warnings.with(|warnings| !warnings.is_empty()) class:open=move || open.get() class:held=move || dragging.get() == Some(key) data-row=key.to_string()>
            <div class="brief-row-header">
                {row_drag::handle(editor, key, dragging)}
                <button type="button" class="brief-row-toggle" id=format!("row-{key}") aria-expanded=move || open.get().to_string() aria-describedby="row-keys" on:click=move |_| toggle(editor, key) on:keydown=move |event| keys(editor, key, &event)>
                    {move || { kind.get(); content.with_untracked(|content| content.as_ref().map(|content| tile_icon::of(&content.item.kind))) }}
                    <span class="brief-row-text"><strong dir="auto">{move || title.get()}</strong><span dir="auto">{move || about.get()}</span></span>
                </button>
                {move || line().map(|line| json_link(editor, line))}
                <button type="button" class="brief-icon-button" aria-label=move || format!("Remove {}", title.get()) on:click=move |_| remove(editor, key)>{icon::stroke(icon::CLOSE)}</button>
            </div>
            {move || { let list = warnings.get(); (!list.is_empty()).then(|| view! { <p class="brief-row-warning ui-warning">{list.into_iter().map(|(message, _)| message).collect::<Vec<_>>().join(" ")}</p> }) }}
            {move || open.get().then(|| content.with_untracked(|content| content.as_ref().map(|content| tile_fields::fields(editor, &content.item))))}
        </li>
    }
    .into_any()
}

/// Opens or closes the row.
fn toggle(editor: BriefEditor, key: u32) {
    editor.open_row.update(|open| *open = if *open == Some(key) { None } else { Some(key) });
}

/// Removes the tile; focus moves to the next row, or to the paste field.
fn remove(editor: BriefEditor, key: u32) {
    let next = editor.state.with_untracked(|state| {
        let links = &state.brief.links;
        let index = links.iter().position(|link| link.key == key).unwrap_or_default();
        links.get(index + 1).or_else(|| index.checked_sub(1).and_then(|index| links.get(index))).map(|link| link.key)
    });
    editor.remove_item(key);
    dom::focus(next.map_or_else(|| "paste".to_owned(), |next| format!("row-{next}")));
}

fn keys(editor: BriefEditor, key: u32, event: &KeyboardEvent) {
    match event.key().as_str() {
        "ArrowUp" if event.alt_key() => move_to(editor, key, event, |at| at.saturating_sub(1)),
        "ArrowDown" if event.alt_key() => move_to(editor, key, event, |at| at + 1),
        "ArrowUp" => focus_row(editor, key, event, |at| at.checked_sub(1)),
        "ArrowDown" => focus_row(editor, key, event, |at| Some(at + 1)),
        "Delete" | "Backspace" => {
            event.prevent_default();
            remove(editor, key);
        }
        "Escape" if editor.open_row.get_untracked() == Some(key) => editor.open_row.set(None),
        _ => {}
    }
}

fn move_to(editor: BriefEditor, key: u32, event: &KeyboardEvent, to: fn(usize) -> usize) {
    event.prevent_default();
    editor.all_rows.set(true);
    editor.move_item(key, to);
    dom::focus(format!("row-{key}"));
}

/// Moves the focus to another row.
fn focus_row(editor: BriefEditor, key: u32, event: &KeyboardEvent, to: fn(usize) -> Option<usize>) {
    let next = editor.state.with_untracked(|state| {
        let at = state.brief.links.iter().position(|link| link.key == key)?;
        state.brief.links.get(to(at)?).map(|link| link.key)
    });
    if let Some(next) = next {
        event.prevent_default();
        dom::focus(format!("row-{next}"));
    }
}
