//! The inspector card beside the selected tile; for several tiles, a small bar.

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::tile::Kind;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::KeyboardEvent;

use super::tile::folding;
use super::{actions, leave, profile, several};
use crate::components::dom;
use crate::editor::canvas::popover_position::{PopoverPosition, beside_tile};
use crate::editor::canvas::{elements, tile_edits};
use crate::editor::move_to;
use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Frame;
use crate::editor::state::selection::Selection;
use crate::editor::upload;

/// What the card shows.
#[derive(Clone, Debug, PartialEq)]
enum CardContent {
    Nothing,
    Profile,
    Tile(TileId),
    Several(Vec<TileId>),
}

/// The card, over the canvas.
pub fn card(editor: Editor) -> AnyView {
    // On a phone there is a bottom sheet instead (screens, 3).
    let phone = Memo::new(move |_| editor.breakpoint.get() == Breakpoint::Phone);
    let shown = Memo::new(move |_| {
        if phone.get() || editor.viewed_version.with(Option::is_some) || editor.dialog.with(Option::is_some) {
            return CardContent::Nothing;
        }
        if editor.is_dragged_selection() {
            return CardContent::Nothing;
        }
        let tiles = editor.selected_tiles();
        match editor.selected_one().filter(|only| !editor.has_conflict_about(only)) {
            Some(Selection::Profile) => CardContent::Profile,
            Some(Selection::Tile(id)) if editor.draft.with(|draft| draft.tile(&id).is_some()) => CardContent::Tile(id),
            None if tiles.len() > 1 => CardContent::Several(tiles),
            _ => CardContent::Nothing,
        }
    });
    let position = RwSignal::new(None::<PopoverPosition>);
    let node = NodeRef::<leptos::html::Div>::new();
    let follow = move || position.set(measure(node, &shown.get_untracked()));
    Effect::new(move |_| {
        editor.layout_tick.track();
        shown.track();
        request_animation_frame(follow);
    });
    Effect::new(move |_| watch(node, follow));
    let style = move || match position.get() {
        Some(it) => format!("left:{:.1}px;top:{:.1}px;--at:{:.1}px", it.x, it.y, it.at),
        None => "visibility:hidden".to_owned(),
    };
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            leave();
        }
    };
    view! {
        <div class="editor-inspector" id="inspector" role="region" aria-label="Inspector" class:held=move || editor.canvas.dragging.get() node_ref=node hidden=move || shown.with(|value| *value == CardContent::Nothing) style=style data-side=move || position.get().map(|item| item.side.as_str()) on:keydown=keys>
            {move || match shown.get() {
                CardContent::Nothing => ().into_any(),
                CardContent::Profile => profile::inspector(editor),
                CardContent::Tile(id) => one(editor, id),
                CardContent::Several(ids) => several::actions(editor, ids),
            }}
        </div>
    }
    .into_any()
}

fn one(editor: Editor, id: TileId) -> AnyView {
    let gone = id.clone();
    let remove = move |_| {
        tile_edits::remove_tiles(editor, std::slice::from_ref(&gone));
        dom::focus("tiles");
    };
    let double = move || {
        view! { <button type="button" class="ui-link" on:click=move |_| tile_edits::duplicate(editor)>"Duplicate"</button> }
            .into_any()
    };
    let its = editor.tile(id.clone());
    let picture = Memo::new(move |_| its.with(|value| value.as_ref().and_then(|tile| actions::picture(&tile.kind))));
    let selection = Selection::Tile(id.clone());
    // Two actions fit beside the sizes: with a picture, Replace takes precedence over Duplicate.
    let first = move || match picture.get() {
        Some(words) => {
            let selection = selection.clone();
            view! { <button type="button" class="ui-link" on:click=move |_| upload::replace_image(editor, selection.clone())>{words}</button> }.into_any()
        }
        None => double(),
    };
    // Rarely used options of a picture are collapsed, so that the card fits below it.
    let more = RwSignal::new(false);
    let image = its.with_untracked(|current| current.as_ref().is_some_and(|it| matches!(it.kind, Kind::Image(_))));
    let foot = move || picture.get().filter(|_| more.get() || !image);
    let (its_id, leads) =
        (id.clone(), its.with_untracked(|current| current.as_ref().is_some_and(actions::shows_metadata)));
    let feet = move || {
        let refresh = leads.then(|| actions::refreshing(editor, &its_id, "ui-link")).flatten();
        view! { <div class="editor-actions foot">{move_to::button(editor, "ui-link", "Move to…")}{refresh}{foot().map(|_| double())}</div> }
    };
    view! {
        {folding(editor, id, Some(more))}
        <div class="editor-actions">{first}<button type="button" class="ui-link" on:click=remove>"Remove"</button></div>
        {feet}
    }
    .into_any()
}

/// The position of the card; `None` while its item is out of view and the focus is not in the card.
fn measure(node: NodeRef<leptos::html::Div>, shown: &CardContent) -> Option<PopoverPosition> {
    let card = node.get_untracked().filter(|_| *shown != CardContent::Nothing)?;
    let all = document().query_selector(".editor-canvas").ok()??.get_bounding_client_rect();
    let main = card.offset_parent()?.get_bounding_client_rect();
    let view = Frame { x: all.left() - main.left(), y: all.top() - main.top(), w: all.width(), h: all.height() };
    let frame = |selection: &Selection| {
        let it = elements::element(selection)?.get_bounding_client_rect();
        Some(Frame { x: it.left() - main.left(), y: it.top() - main.top(), w: it.width(), h: it.height() })
    };
    let tile = |id: &TileId| frame(&Selection::Tile(id.clone()));
    let tile = match shown {
        CardContent::Nothing => None,
        CardContent::Profile => frame(&Selection::Profile),
        CardContent::Tile(id) => tile(id),
        CardContent::Several(ids) => ids.iter().filter_map(tile).reduce(Frame::union),
    }?;
    let seen = tile.y < view.y + view.h && tile.y + tile.h > view.y;
    let working = || card.contains(document().active_element().map(JsCast::unchecked_into::<web_sys::Node>).as_ref());
    let size = (f64::from(card.offset_width()), f64::from(card.offset_height()));
    (seen || working() || matches!(shown, CardContent::Several(_))).then(|| beside_tile(view, tile, size))
}

/// Measures again when the card changes its size and when the page is scrolled.
fn watch(node: NodeRef<leptos::html::Div>, follow: impl Fn() + Copy + 'static) {
    let Some(card) = node.get() else { return };
    let grown = Closure::<dyn FnMut()>::new(follow);
    if let Ok(observer) = web_sys::ResizeObserver::new(grown.as_ref().unchecked_ref()) {
        observer.observe(&card);
    }
    if let Some(stage) = document().query_selector(".editor-stage").ok().flatten() {
        let _ = stage.add_event_listener_with_callback("scroll", grown.as_ref().unchecked_ref());
    }
    grown.forget();
}
