//! The outline of a selected item, with its label and its handles.

use leptos::prelude::*;
use mantel_model::theme::Layout;

use super::{drag, editable_field, focal_point, free_move, inline_edit, reading_order, resize, tile_bounds};
use crate::components::icon;
use crate::components::scoped_memo::scoped_memo;
use crate::components::tile_fields::InPlaceField;
use crate::editor::state::dialog::Screen;
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Bounds;
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names;
use crate::editor::upload;

/// An outline around every selected item; with handles where only one is selected.
pub fn outlines(editor: Editor) -> AnyView {
    let chosen = move || editor.selected.get();
    let one = move |selection: Selection| outline(editor, selection);
    view! { <For each=chosen key=Clone::clone children=one/>{limits(editor)} }.into_any()
}

fn outline(editor: Editor, selection: Selection) -> AnyView {
    let its = selection.clone();
    let frame = move || {
        editor.layout_tick.track();
        editor.canvas.drag_tick.track();
        tile_bounds::of(&its).map(Bounds::style)
    };
    let parts = scoped_memo({
        let selection = selection.clone();
        move || OutlineHandles::of(editor, &selection)
    });
    let writing = {
        let selection = selection.clone();
        move || {
            editor.inline_edit.with(|writing| writing.as_ref().is_some_and(|writing| writing.selection == selection))
        }
    };
    view! { <div class="editor-outline" class:writing=writing style=frame>{move || handles(editor, &selection, parts.get())}</div> }
        .into_any()
}

/// What an outline offers.
#[derive(Clone, Debug, Default, PartialEq)]
struct OutlineHandles {
    kind: &'static str,
    alone: bool,
    grip: bool,
    corner: bool,
    free: bool,
    picture: bool,
    missing: Vec<InPlaceField>,
}

impl OutlineHandles {
    fn of(editor: Editor, selection: &Selection) -> Self {
        let alone = editor.selected.with(|chosen| chosen.len() == 1);
        let narrow = editor.screen.get() == Screen::Phone;
        editor.draft.with(|draft| {
            let missing = editable_field::missing(draft, selection);
            let Selection::Tile(id) = selection else {
                let picture = draft.profile.avatar.is_some();
                return Self { kind: "Profile", alone, picture, missing, ..Self::default() };
            };
            let Some(tile) = draft.tile(id) else { return Self::default() };
            let beside = reading_order::is_beside_name(draft, id);
            let free = draft.theme.layout == Layout::Canvas && !narrow && !beside;
            Self {
                kind: tile_names::kind_label(tile),
                alone,
                grip: draft.theme.layout != Layout::Canvas || free,
                corner: resize::fits(draft, id),
                free,
                picture: tile.kind.picture().is_some(),
                missing,
            }
        })
    }
}

fn handles(editor: Editor, selection: &Selection, parts: OutlineHandles) -> AnyView {
    if !parts.alone {
        return ().into_any();
    }
    let (tag, corner, free) = (tag(editor, selection, &parts), parts.corner, parts.free);
    let Selection::Tile(id) = selection.clone() else {
        return view! { {tag}{parts.picture.then(|| focal_point::ring(editor, selection.clone()))} }.into_any();
    };
    let ring = parts.picture.then(|| focal_point::ring(editor, selection.clone()));
    let held = if free {
        free_move::handles(editor, id)
    } else if corner {
        resize::corner(editor, id)
    } else {
        ().into_any()
    };
    view! { {tag}{ring}{held} }.into_any()
}

/// The label above the outline, which is also a drag handle, and buttons for fields that are still empty.
fn tag(editor: Editor, selection: &Selection, parts: &OutlineHandles) -> AnyView {
    let its = selection.clone();
    let hold = move |event: web_sys::PointerEvent| drag::label_pressed(editor, &its, &event);
    let grip = parts.grip.then(|| icon::stroke(icon::GRIP));
    let start = |field: InPlaceField| {
        let selection = selection.clone();
        let press = move |event: web_sys::MouseEvent| {
            event.stop_propagation();
            inline_edit::begin(editor, &selection, field, None);
        };
        view! { <button type="button" class="editor-add-field" on:click=press>{format!("+ {}", field.label)}</button> }
    };
    let bare = (*selection == Selection::Profile && !parts.picture).then(|| {
        let press = move |event: web_sys::MouseEvent| {
            event.stop_propagation();
            upload::replace_image(editor, Selection::Profile);
        };
        view! { <button type="button" class="editor-add-field" on:click=press>"+ Picture"</button> }
    });
    // Here the rotation handle takes that space; empty fields are edited in the inspector instead.
    let missing: &[InPlaceField] = if parts.free { &[] } else { &parts.missing };
    let more = missing.iter().copied().map(start).collect_view();
    view! {
        <div class="editor-outline-bar">
            <span class="editor-outline-label" class:fixed=!parts.grip on:pointerdown=hold>{grip}{parts.kind}</span>
            <span class="editor-outline-actions">{bare}{more}</span>
        </div>
    }
    .into_any()
}

/// The error about the text that is being edited, below the field.
fn limits(editor: Editor) -> AnyView {
    let at = move || {
        editor.layout_tick.track();
        let selection = editor.inline_edit.get()?.selection;
        let it = tile_bounds::of(&selection)?.frame;
        Some(format!("left:{:.0}px;top:{:.0}px", it.x, it.y + it.h + 14.0))
    };
    let wrong = move || {
        editor
            .canvas
            .inline_error
            .get()
            .map(|item| view! { <p class="editor-inline-error" role="alert" style=at>{item}</p> })
    };
    wrong.into_any()
}
