//! The canvas: the page itself, laid out at 1280 px and scaled to fit, or at a phone's 390 px, and everything drawn
//! over it.

use leptos::prelude::*;
use mantel_model::Draft;

use super::{drag, offscreen, overlay, scroll_shield, select};
use crate::components::dom;
use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::dialog::Screen;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;
use crate::render::context::RenderContext;
use crate::render::page::reactive_page_view;

/// Width at which the page is laid out for a desktop, px.
const DESKTOP: f64 = 1280.0;
/// Width at which the page is laid out for a phone, px.
const PHONE: f64 = 390.0;
/// On a page of more tiles nothing moves by itself while it is edited (canvas.css).
const MOVING: usize = 60;

/// The canvas; `over` and `foot` render what other parts of the editor add over the page and at its foot.
pub fn canvas(editor: Editor, over: impl FnOnce() -> AnyView, foot: impl FnOnce() -> AnyView) -> AnyView {
    let stage_width = RwSignal::new(None::<f64>);
    let stage = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(stage) = stage.get() {
            offscreen::follow(editor, &stage);
            scroll_shield::follow(editor, &stage);
            measure(editor, stage.into(), stage_width);
        }
    });
    Effect::new(move |_| {
        editor.shown.track();
        editor.screen.track();
        editor.full_size.track();
        stage_width.track();
        editor.selected.track();
        editor.facts.track();
        // After the frame that draws it, so that the page is laid out when it is measured.
        request_animation_frame(move || {
            dom::after(0, move || {
                editor.layout_tick.try_update(|tick| *tick = tick.wrapping_add(1));
            });
        });
    });
    let phone = move || editor.screen.get() == Screen::Phone;
    let long = Memo::new(move |_| editor.shown.with(|draft| draft.tiles.len() > MOVING));
    let fit = move || {
        // On a phone it is drawn at its own width (mobile.css): a property that changes nothing would still restyle all of it.
        if editor.breakpoint.get() == Breakpoint::Phone {
            return None;
        }
        let width = if phone() { PHONE } else { DESKTOP };
        let fitted = stage_width.get().map(|stage| (stage / width).min(1.0));
        fitted.map(|fitted| format!("--fit:{:.4}", if editor.full_size.get() { 1.0 } else { fitted }))
    };
    // New metadata waits while text is edited in place or something is dragged, so that nothing changes under the caret
    // or the pointer.
    let render_context = Memo::new(move |old: Option<&RenderContext>| {
        let now = editor.render_context();
        let busy = editor.inline_edit.with(Option::is_some) || editor.canvas.dragging.get();
        if busy { old.cloned().unwrap_or(now) } else { now }
    });
    // Looks rotate and lift a tile on hover: outlines are measured again when the transition ends.
    let turned = move |_| editor.canvas.remeasure();
    view! {
        <section class="editor-canvas ui-wall" aria-label="Your page">
            <div class="editor-stage" node_ref=stage>
                <div class="editor-page" class:phone=phone class:long=long class:full=move || editor.full_size.get() style=fit on:transitionend=turned on:click=move |event| tapped(editor, &event) on:pointerdown=move |event| drag::pressed(editor, &event)>
                    {move || reactive_page_view(drawn(editor), render_context.get())}
                    {scroll_shield::shield()}
                    <div class="editor-overlay">
                        {overlay::over(editor)}
                        {over()}
                    </div>
                </div>
            </div>
            {overlay::foot(editor)}
            {foot()}
        </section>
    }
    .into_any()
}

/// The draft as drawn: a tile whose text is being edited in place stays as it was when the edit began.
fn drawn(editor: Editor) -> Memo<Draft> {
    // A tile is held while one field of it is edited; moving on to the next field redraws it.
    let held = StoredValue::new(None::<(mantel_model::Tile, &'static str)>);
    let profile = StoredValue::new(None::<(mantel_model::Profile, &'static str)>);
    Memo::new(move |_| {
        let mut draft = editor.shown.get();
        match editor.inline_edit.get().map(|inline| (inline.selection, inline.field)) {
            Some((Selection::Tile(id), field)) => {
                if held.with_value(|value| value.as_ref().is_none_or(|tile| tile.0.id != id || tile.1 != field)) {
                    held.set_value(draft.tile(&id).cloned().map(|tile| (tile, field)));
                }
                let still = held.get_value().map(|value| value.0);
                if let (Some(tile), Some(still)) = (draft.tiles.iter_mut().find(|tile| tile.id == id), still) {
                    tile.kind = still.kind;
                }
            }
            Some((Selection::Profile, field)) => {
                if profile.with_value(|profile| profile.as_ref().is_none_or(|profile| profile.1 != field)) {
                    profile.set_value(Some((draft.profile.clone(), field)));
                }
                draft.profile = profile.get_value().map(|value| value.0).unwrap_or_default();
            }
            None => {
                held.set_value(None);
                profile.set_value(None);
            }
        }
        draft
    })
}

/// Follows the width of the stage.
fn measure(editor: Editor, stage: web_sys::Element, stage_width: RwSignal<Option<f64>>) {
    let seen = stage.clone();
    let see = move || {
        // Margins: 32 px and a scrollbar on a desktop, none on a phone.
        let margin = if seen.client_width() < 600 { 0.0 } else { 64.0 };
        stage_width.set(Some(f64::from(seen.client_width()) - margin));
        editor.layout_tick.update(|tick| *tick = tick.wrapping_add(1));
    };
    see();
    dom::on_resize(&stage, see);
}

/// A click selects; links are inert here.
fn tapped(editor: Editor, event: &web_sys::MouseEvent) {
    if dom::closest(event, ".editor-overlay").is_some() {
        return;
    }
    if dom::closest(event, "a").is_some() {
        event.prevent_default();
    }
    select::tapped(editor, event);
}
