//! The editor on a phone: the page edge to edge, a dock under it, and sheets that come from below (screens, 3).

mod about;
mod adding;
mod below;
mod order;
mod visit;

use leptos::prelude::*;

use super::editor::{Editor, Sheet};
use super::right;
use super::room::{self, Room};
use crate::ui::icon;

/// All of it; nothing where there is more room.
pub fn phone(editor: Editor) -> AnyView {
    let is = Memo::new(move |_| editor.room.get() == Room::Phone);
    (move || is.get().then(|| view! { {visit::bar(editor)}{dock(editor)}{sheets(editor)}{about::sheet(editor)} }))
        .into_any()
}

/// The paste field's stand-in, and the two sheets.
fn dock(editor: Editor) -> AnyView {
    let open = move |sheet: Sheet| move || (editor.sheet.get() == Some(sheet)).to_string();
    let one = move |sheet: Sheet, id: &'static str, label: &'static str, drawing: &'static str| view! { <button type="button" class="e-dock-key" id=id aria-haspopup="dialog" aria-expanded=open(sheet) on:click=move |_| room::toggle(editor, sheet)>{icon::stroke(drawing)}{label}</button> };
    let begun = move || editor.pasted.with(|it| it.lines().find(|it| !it.trim().is_empty()).map(str::to_owned));
    view! {
        <nav class="e-dock" aria-label="Add and change">
            <button type="button" class="m-field paste e-dock-paste" id="dock-adding" aria-haspopup="dialog" aria-expanded=open(Sheet::Adding) on:click=move |_| room::toggle(editor, Sheet::Adding)>{move || begun().unwrap_or_else(|| "Paste a link, or write".to_owned())}</button>
            {one(Sheet::Tiles, "dock-tiles", "Tiles", icon::TILES)}
            {one(Sheet::Look, "dock-look", "Look", icon::LOOK)}
        </nav>
    }
    .into_any()
}

fn sheets(editor: Editor) -> AnyView {
    let shown = move || {
        Some(match editor.sheet.get()? {
            Sheet::Adding => adding::sheet(editor),
            Sheet::Tiles => order::sheet(editor),
            Sheet::Look => look(editor),
            Sheet::Publish | Sheet::Keys => return None,
        })
    };
    shown.into_any()
}

/// The design: one row of frames, the page changing above it.
fn look(editor: Editor) -> AnyView {
    let its = below::Below { title: "Look", class: "e-from-below half", veil: false };
    below::below(editor, its, right::design(editor), ().into_any())
}
