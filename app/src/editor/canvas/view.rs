//! The table: the page itself, laid out at 1280 and fitted, or at a phone's 390, and all that is drawn over it.

use leptos::prelude::*;
use mantel_model::{Draft, TileId};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::components::dom;
use crate::editor::state::editor::{Editor, Screen, Selection};
use crate::render::context::RenderContext;
use crate::render::page::reactive_page_view;

/// Width at which a desktop's page is laid out, px.
const DESKTOP: f64 = 1280.0;
/// And a phone's.
const PHONE: f64 = 390.0;

/// The whole middle.
pub fn table(editor: Editor) -> AnyView {
    let room = RwSignal::new(None::<f64>);
    let stage = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(stage) = stage.get() {
            measure(editor, stage.into(), room);
        }
    });
    Effect::new(move |_| {
        editor.shown.track();
        editor.screen.track();
        editor.full.track();
        room.track();
        editor.chosen.track();
        editor.facts.track();
        // Behind the frame that draws it, so that measuring finds the page laid out.
        request_animation_frame(move || {
            dom::after(0, move || {
                editor.tick.try_update(|tick| *tick = tick.wrapping_add(1));
            });
        });
    });
    let phone = move || editor.screen.get() == Screen::Phone;
    let fit = move || {
        let width = if phone() { PHONE } else { DESKTOP };
        let fitted = room.get().map(|room| (room / width).min(1.0));
        fitted.map(|fitted| format!("--fit:{:.4}", if editor.full.get() { 1.0 } else { fitted }))
    };
    // What is filled in waits while words are written in place or something is held: nothing is taken from under the
    // caret or the pointer.
    let setting = Memo::new(move |old: Option<&RenderContext>| {
        let now = editor.setting();
        let busy = editor.writing.with(Option::is_some) || editor.board.held.get();
        if busy { old.cloned().unwrap_or(now) } else { now }
    });
    // Looks turn and lift what is under the pointer: what stands round it follows.
    let turned = move |_| editor.board.moved();
    view! {
        <section class="e-table m-wall" aria-label="Your page">
            <div class="e-stage" node_ref=stage>
                <div class="e-sheet" class:phone=phone class:full=move || editor.full.get() style=fit on:transitionend=turned on:click=move |event| tapped(editor, &event) on:pointerdown=move |event| super::pressed(editor, &event)>
                    {move || reactive_page_view(drawn(editor), setting.get())}
                    <div class="e-over">
                        {super::over(editor)}
                        {crate::editor::presence::marks(editor)}
                        {crate::editor::conflict::card(editor)}
                    </div>
                </div>
            </div>
            {super::foot(editor)}
            {crate::editor::presence::foot(editor)}
            {crate::editor::history::bar(editor)}
        </section>
    }
    .into_any()
}

/// The draft as it is drawn: a tile whose words are being written in place stays as it was when that began.
fn drawn(editor: Editor) -> Memo<Draft> {
    // A tile is held for as long as one field of it is written: with the next it is drawn anew.
    let held = StoredValue::new(None::<(mantel_model::Tile, &'static str)>);
    let profile = StoredValue::new(None::<(mantel_model::Profile, &'static str)>);
    Memo::new(move |_| {
        let mut draft = editor.shown.get();
        match editor.writing.get().map(|it| (it.thing, it.field)) {
            Some((Selection::Tile(id), field)) => {
                if held.with_value(|it| it.as_ref().is_none_or(|it| it.0.id != id || it.1 != field)) {
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
fn measure(editor: Editor, stage: web_sys::Element, room: RwSignal<Option<f64>>) {
    let seen = stage.clone();
    let see = move || {
        // Room on both sides: 32 and a scrollbar's worth on a desk, none on a phone.
        let margin = if seen.client_width() < 600 { 0.0 } else { 64.0 };
        room.set(Some(f64::from(seen.client_width()) - margin));
        editor.tick.update(|tick| *tick = tick.wrapping_add(1));
    };
    see();
    let changed = Closure::<dyn FnMut()>::new(see);
    if let Ok(observer) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        observer.observe(&stage);
    }
    changed.forget();
}

/// A tap chooses; links lead nowhere here.
fn tapped(editor: Editor, event: &web_sys::MouseEvent) {
    if dom::closest(event, ".e-over").is_some() {
        return;
    }
    if dom::closest(event, "a").is_some() {
        event.prevent_default();
    }
    super::tapped(editor, event);
}

/// What an element on the table belongs to.
pub fn thing_at(event: &web_sys::Event) -> Option<Selection> {
    if let Some(tile) = dom::closest(event, ".e-sheet [id^=tile-]") {
        return TileId::parse(tile.id().trim_start_matches("tile-")).ok().map(Selection::Tile);
    }
    dom::closest(event, ".e-sheet .profile").map(|_| Selection::Profile)
}

/// The element of a thing on the table.
pub fn element(thing: &Selection) -> Option<web_sys::HtmlElement> {
    let found = match thing {
        // What else draws tiles (miniatures, cuts) gives them no ids.
        Selection::Tile(id) => document().get_element_by_id(&format!("tile-{id}")),
        Selection::Profile => document().query_selector(".e-sheet .profile").ok().flatten(),
    };
    found?.dyn_into().ok()
}

/// Where something stands, px from the sheet's corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Frame {
    /// As a style.
    pub fn style(self) -> String {
        format!("left:{:.1}px;top:{:.1}px;width:{:.1}px;height:{:.1}px", self.x, self.y, self.w, self.h)
    }
}

/// Where an element stands on the sheet.
pub fn frame_of(element: &web_sys::Element) -> Option<Frame> {
    let sheet = element.closest(".e-sheet").ok()??.get_bounding_client_rect();
    let box_ = element.get_bounding_client_rect();
    Some(Frame { x: box_.left() - sheet.left(), y: box_.top() - sheet.top(), w: box_.width(), h: box_.height() })
}
