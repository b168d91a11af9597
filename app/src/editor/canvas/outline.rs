//! The outline of what is chosen, with its name and its handles.

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::{Kind, Size};

use super::{drag, editable_field, focal_point, free_move, inline_edit, resize, tile_bounds, tile_edits};
use crate::components::icon;
use crate::editor::state::editor::{Editor, Screen, Selection};
use crate::editor::upload;

/// An outline round everything that is chosen; handles where one thing is.
pub fn outlines(editor: Editor) -> AnyView {
    let chosen = move || editor.chosen.get();
    let one = move |thing: Selection| outline(editor, thing);
    view! { <For each=chosen key=Clone::clone children=one/>{limits(editor)} }.into_any()
}

fn outline(editor: Editor, thing: Selection) -> AnyView {
    let its = thing.clone();
    let frame = move || {
        editor.tick.track();
        editor.board.follow.track();
        tile_bounds::of(&its).map(tile_bounds::Shape::style)
    };
    let parts = Memo::new({
        let thing = thing.clone();
        move |_| Parts::of(editor, &thing)
    });
    let writing = {
        let thing = thing.clone();
        move || editor.writing.with(|writing| writing.as_ref().is_some_and(|writing| writing.thing == thing))
    };
    view! { <div class="e-chosen" class:writing=writing style=frame>{move || handles(editor, &thing, parts.get())}</div> }
        .into_any()
}

/// What an outline offers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Parts {
    kind: &'static str,
    alone: bool,
    grip: bool,
    corner: bool,
    free: bool,
    picture: bool,
    missing: Vec<editable_field::Field>,
}

impl Parts {
    fn of(editor: Editor, thing: &Selection) -> Self {
        let alone = editor.chosen.with(|chosen| chosen.len() == 1);
        let narrow = editor.screen.get() == Screen::Phone;
        editor.draft.with(|draft| {
            let missing = editable_field::missing(draft, thing);
            let Selection::Tile(id) = thing else {
                let picture = draft.profile.avatar.is_some();
                return Self { kind: "Profile", alone, picture, missing, ..Self::default() };
            };
            let Some(tile) = draft.tile(id) else { return Self::default() };
            let beside = super::select::beside_name(draft, id);
            let free = draft.theme.layout == Layout::Canvas && !narrow && !beside;
            Self {
                kind: tile_edits::kind(tile),
                alone,
                grip: draft.theme.layout != Layout::Canvas || free,
                corner: resize::fits(draft, id),
                free,
                picture: matches!(tile.kind, Kind::Image(_)) || tile.kind.picture().is_some(),
                missing,
            }
        })
    }
}

fn handles(editor: Editor, thing: &Selection, parts: Parts) -> AnyView {
    if !parts.alone {
        return ().into_any();
    }
    let (tag, corner, free) = (tag(editor, thing, &parts), parts.corner, parts.free);
    let Selection::Tile(id) = thing.clone() else {
        return view! { {tag}{parts.picture.then(|| focal_point::ring(editor, thing.clone()))} }.into_any();
    };
    let ring = parts.picture.then(|| focal_point::ring(editor, thing.clone()));
    let held = if free {
        free_move::handles(editor, id)
    } else if corner {
        resize::corner(editor, id)
    } else {
        ().into_any()
    };
    view! { {tag}{ring}{held} }.into_any()
}

/// The name above, by which it is held; beside it, what it has no words for yet.
fn tag(editor: Editor, thing: &Selection, parts: &Parts) -> AnyView {
    let its = thing.clone();
    let hold = move |event: web_sys::PointerEvent| drag::held(editor, &its, &event);
    let grip = parts.grip.then(|| icon::stroke(icon::GRIP));
    let start = |field: editable_field::Field| {
        let thing = thing.clone();
        let press = move |event: web_sys::MouseEvent| {
            event.stop_propagation();
            inline_edit::begin(editor, &thing, field, None);
        };
        view! { <button type="button" class="e-wordless" on:click=press>{format!("+ {}", field.label)}</button> }
    };
    let bare = (*thing == Selection::Profile && !parts.picture).then(|| {
        let press = move |event: web_sys::MouseEvent| {
            event.stop_propagation();
            upload::replace(editor, Selection::Profile);
        };
        view! { <button type="button" class="e-wordless" on:click=press>"+ Picture"</button> }
    });
    // Where the turning handle stands, the inspector has to do.
    let missing: &[editable_field::Field] = if parts.free { &[] } else { &parts.missing };
    let more = missing.iter().copied().map(start).collect_view();
    view! {
        <div class="e-tags">
            <span class="e-tag" class:fixed=!parts.grip on:pointerdown=hold>{grip}{parts.kind}</span>
            <span class="e-mores">{bare}{more}</span>
        </div>
    }
    .into_any()
}

/// What is wrong with the words that are being written, under them.
fn limits(editor: Editor) -> AnyView {
    let at = move || {
        editor.tick.track();
        let thing = editor.writing.get()?.thing;
        let it = tile_bounds::of(&thing)?.frame;
        Some(format!("left:{:.0}px;top:{:.0}px", it.x, it.y + it.h + 14.0))
    };
    let wrong = move || editor.board.wrong.get().map(|it| view! { <p class="e-wrong" role="alert" style=at>{it}</p> });
    wrong.into_any()
}

/// How many cells a size takes, in words.
pub const fn cells(size: Size) -> &'static str {
    match size {
        Size::S => "small",
        Size::W => "wide",
        Size::T => "tall",
        Size::L => "large",
    }
}
