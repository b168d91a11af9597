//! The editor on a phone: the page edge to edge, a dock below it, and bottom sheets (screens, 3).

mod add_tiles;
mod agent_notice;
mod bottom_sheet;
pub mod design_sheet;
pub mod inspector_sheet;
mod tile_order;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::components::icon;
use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;

/// The phone's layout; nothing on larger screens. `design`, `inspector` and `kinds` (the buttons of what can be added)
/// render parts whose code is loaded lazily.
pub fn phone(
    editor: Editor,
    design: impl Fn() -> AnyView + Copy + Send + Sync + 'static,
    inspector: impl Fn() -> AnyView + Copy + Send + Sync + 'static,
    kinds: impl Fn() -> AnyView + Copy + Send + Sync + 'static,
) -> AnyView {
    let is = Memo::new(move |_| editor.breakpoint.get() == Breakpoint::Phone);
    Effect::new(move |_| {
        if is.get() {
            above_keyboard();
        }
    });
    // Selecting something on the page closes the design sheet.
    Effect::new(move |before: Option<usize>| {
        let now = editor.selected.with(Vec::len);
        if before == Some(0) && now > 0 && is.get_untracked() && editor.dialog.get_untracked() == Some(Dialog::Design) {
            editor.dialog_closed();
        }
        now
    });
    (move || {
        is.get()
            .then(|| view! { {agent_notice::bar(editor)}{dock(editor)}{sheets(editor, design, kinds)}{inspector()} })
    })
    .into_any()
}

/// The dock: a stand-in for the paste field, and the buttons of the two sheets.
fn dock(editor: Editor) -> AnyView {
    let open = move |sheet: Dialog| move || (editor.dialog.get() == Some(sheet)).to_string();
    let one = move |sheet: Dialog, id: &'static str, label: &'static str, drawing: &'static str| view! { <button type="button" class="editor-bottom-bar-button" id=id aria-haspopup="dialog" aria-expanded=open(sheet) on:click=move |_| editor.toggle_dialog(sheet)>{icon::stroke(drawing)}{label}</button> };
    let begun =
        move || editor.paste_text.with(|pasted| pasted.lines().find(|line| !line.trim().is_empty()).map(str::to_owned));
    view! {
        <nav class="editor-bottom-bar" aria-label="Add and change">
            <button type="button" class="ui-field paste editor-bottom-bar-paste" id="dock-adding" aria-haspopup="dialog" aria-expanded=open(Dialog::AddTiles) on:click=move |_| editor.toggle_dialog(Dialog::AddTiles)>{move || begun().unwrap_or_else(|| "Paste a link, or write".to_owned())}</button>
            {one(Dialog::Tiles, "dock-tiles", "Tiles", icon::TILES)}
            {one(Dialog::Design, "dock-look", "Look", icon::LOOK)}
        </nav>
    }
    .into_any()
}

fn sheets(
    editor: Editor,
    design: impl Fn() -> AnyView + Send + Sync + 'static,
    kinds: impl Fn() -> AnyView + Copy + Send + Sync + 'static,
) -> AnyView {
    let shown = move || {
        Some(match editor.dialog.get()? {
            Dialog::AddTiles => add_tiles::sheet(editor, kinds),
            Dialog::Tiles => tile_order::sheet(editor),
            Dialog::Design => design(),
            Dialog::Publish | Dialog::Shortcuts | Dialog::MoveTo | Dialog::SignIn | Dialog::MoveIn => return None,
        })
    };
    shown.into_any()
}

/// Keeps the sheets above the on-screen keyboard: browsers draw it over the page without changing the layout viewport.
fn above_keyboard() {
    let Some(seen) = window().visual_viewport() else { return };
    let port = seen.clone();
    let see = move || {
        let whole = window().inner_height().ok().and_then(|inner_height| inner_height.as_f64()).unwrap_or_default();
        let under = if port.scale() > 1.01 { 0.0 } else { (whole - port.height() - port.offset_top()).max(0.0) };
        if let Some(root) = document().document_element().and_then(|root| root.dyn_into::<web_sys::HtmlElement>().ok())
        {
            let _ = root.style().set_property("--under", &format!("{under:.0}px"));
        }
    };
    let changed = Closure::<dyn FnMut()>::new(see);
    seen.set_onresize(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
}
