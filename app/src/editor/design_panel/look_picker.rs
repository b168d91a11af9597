//! Six looks as framed pages on two small shelves, each with the owner's own page: rendered one after the other when
//! the browser is idle, and again once the draft has been unchanged for two seconds, or for five seconds has not been.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use mantel_model::look::Look;
use mantel_model::theme::Layout;
use mantel_model::{Draft, Edit};
use serde_json::json;

use super::theme_edit::theme;
use crate::components::dom;
use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;

/// In the order of the shelves: height of the frame, px; tilt, degrees.
const FRAMES: [(Look, u32, f32); 6] = [
    (Look::Painted, 113, -1.4),
    (Look::Cozy, 116, 0.8),
    (Look::Washi, 107, 1.2),
    (Look::Lofi, 110, 1.0),
    (Look::Cobalt, 116, -1.1),
    (Look::Night, 106, -1.6),
];

/// How long the draft must be unchanged before its miniatures are rendered again, ms.
const REST: u64 = 2000;
/// How long a draft that keeps changing waits at most, ms: an agent may edit for minutes.
const MOST_WAIT: f64 = 5000.0;
/// How many tiles a miniature shows: as many as fit its height.
const SHOWN: usize = 14;
/// The same in the list layout, where tiles are lower.
const LISTED: usize = 22;

/// The draft that each frame shows.
type Frames = [RwSignal<Option<Arc<Draft>>>; 6];

/// The shelves.
pub fn looks(editor: Editor) -> AnyView {
    let now = theme(editor, |theme| theme.look());
    let frames: Frames = std::array::from_fn(|_| RwSignal::new(None));
    keep_drawn(editor, frames);
    let one = move |at: usize| {
        let (look, height, lean) = FRAMES.get(at).copied().unwrap_or((Look::Painted, 113, 0.0));
        let chosen = move || now.get() == look;
        let drawn = frames.get(at).copied();
        let inside = move || drawn.and_then(|drawn| drawn.get()).map(|item| miniature(editor, look, &item));
        let ground = look.first_palette().entry().bg;
        view! {
            <button type="button" class="editor-look" role="radio" aria-checked=move || chosen().to_string() tabindex=move || if chosen() { "0" } else { "-1" } id=format!("look-{look}") title=look.entry().note style=format!("--tall:{height}px;--lean:{lean}deg;--ground:{ground}") on:click=move |_| choose(editor, look)>
                <span class="ui-frame" aria-hidden="true"><span class="editor-mini">{inside}</span></span>
                <span class="editor-look-name">{look.label()}</span>
            </button>
        }
    };
    let row = move |from: usize| view! { <div class="editor-looks-row">{(from..from + 3).map(one).collect_view()}<span class="ui-shelf mini" aria-hidden="true"></span></div> };
    view! {
        <div class="editor-looks" role="radiogroup" aria-label="Look" on:keydown=move |event| move_choice(editor, now.get_untracked(), &event)>
            {row(0)}{row(3)}
        </div>
    }
    .into_any()
}

fn miniature(editor: Editor, look: Look, draft: &Draft) -> AnyView {
    let setting = RenderContext { miniature: true, ..editor.render_context_untracked() };
    view! { {look::filters(look)} {page_view(draft, &setting)} }.into_any()
}

/// When the miniatures are rendered next.
#[derive(Clone, Copy)]
struct Schedule {
    editor: Editor,
    frames: Frames,
    /// Whether a pointer is down.
    held: StoredValue<bool>,
    /// Counts the changes of the draft.
    round: StoredValue<u32>,
    /// When the first change came that is not rendered, ms since 1970.
    since: StoredValue<Option<f64>>,
    /// Whether a pass over the frames is under way.
    drawing: StoredValue<bool>,
}

/// Renders outdated miniatures, one at a time, while nobody types or drags.
fn keep_drawn(editor: Editor, frames: Frames) {
    let schedule = Schedule {
        editor,
        frames,
        held: StoredValue::new(false),
        round: StoredValue::new(0),
        since: StoredValue::new(None),
        drawing: StoredValue::new(false),
    };
    let held = schedule.held;
    Effect::new(move |_| {
        let down = window_event_listener(ev::pointerdown, move |_| held.set_value(true));
        let up = window_event_listener(ev::pointerup, move |_| held.set_value(false));
        let gone = window_event_listener(ev::pointercancel, move |_| held.set_value(false));
        on_cleanup(move || {
            down.remove();
            up.remove();
            gone.remove();
        });
    });
    Effect::new(move |before: Option<()>| {
        editor.draft.track();
        let seen = editor.breakpoint.get() != Breakpoint::Medium && editor.breakpoint.get() != Breakpoint::Narrow
            || editor.dialog.get() == Some(Dialog::Design);
        schedule.since.update_value(|since| *since = since.or_else(|| Some(js_sys::Date::now())));
        schedule.round.update_value(|round| *round = round.wrapping_add(1));
        if seen {
            schedule.wait(if before.is_none() { 400 } else { REST });
        }
    });
}

impl Schedule {
    /// How long the oldest change that is not rendered has waited, ms.
    fn waited(self) -> f64 {
        self.since.try_get_value().flatten().map_or(0.0, |since| js_sys::Date::now() - since)
    }

    /// Starts a pass after a while, unless the draft changes again in that time and has not waited too long.
    fn wait(self, rest: u64) {
        let round = self.round.get_value();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some seconds")]
        let left = (MOST_WAIT - self.waited()).clamp(0.0, MOST_WAIT) as u64;
        dom::after(rest.min(left), move || {
            let quiet = self.round.try_get_value() == Some(round);
            if (quiet || self.waited() >= MOST_WAIT) && self.drawing.try_get_value() == Some(false) {
                self.drawing.set_value(true);
                self.since.set_value(None);
                self.draw(0);
            }
        });
    }

    /// Renders the frame at an index if it is outdated, then those behind it. A change meanwhile does not stop the pass:
    /// the last frames would never get their turn.
    fn draw(self, at: usize) {
        if self.drawing.try_get_value() != Some(true) {
            return;
        }
        if self.held.get_value() || self.editor.inline_edit.with_untracked(Option::is_some) {
            return dom::after(REST, move || self.draw(at));
        }
        let (Some((look, ..)), Some(frame)) = (FRAMES.get(at).copied(), self.frames.get(at).copied()) else {
            self.drawing.set_value(false);
            if self.since.get_value().is_some() {
                self.wait(REST);
            }
            return;
        };
        let wanted = self.editor.draft.with_untracked(|draft| in_look(draft, look));
        if frame.with_untracked(|frame| frame.as_deref() == Some(&wanted)) {
            return self.draw(at + 1);
        }
        let show = move || {
            dom::when_idle(move || {
                if self.drawing.try_get_value() == Some(true) {
                    frame.set(Some(Arc::new(wanted)));
                    dom::after(60, move || self.draw(at + 1));
                }
            });
        };
        with_stylesheet(self.editor, look, show);
    }
}

/// The page in another look: all choices kept, the look's first palette, and only as many tiles as a frame shows.
fn in_look(draft: &Draft, look: Look) -> Draft {
    let mut theme = draft.theme.clone();
    if theme.look() != look {
        theme.palette = look.first_palette();
    }
    theme.motion = false;
    let most = if theme.layout == Layout::List { LISTED } else { SHOWN };
    Draft { profile: draft.profile.clone(), tiles: draft.tiles.iter().take(most).cloned().collect(), theme }
}

/// Runs `then` once a look's stylesheet is loaded.
fn with_stylesheet(editor: Editor, look: Look, then: impl FnOnce() + 'static) {
    match editor.start.with_value(|start| start.style(look).map(str::to_owned)) {
        Some(href) => dom::after_stylesheet(&href, then),
        None => then(),
    }
}

/// Changes the look of the page; everything else stays. The stylesheet is loaded first, so that the page is never
/// unstyled.
fn choose(editor: Editor, look: Look) {
    with_stylesheet(editor, look, move || {
        let words = format!("Changed look to {}", look.label());
        if editor.edit(Edit::Theme(json!({ "style": look })), &words) {
            editor.announce(&words);
        }
    });
}

fn move_choice(editor: Editor, now: Look, event: &web_sys::KeyboardEvent) {
    let at = FRAMES.iter().position(|frame| frame.0 == now).unwrap_or_default();
    let Some(to) = dom::arrow_key_choice(event, at, FRAMES.len()) else { return };
    event.prevent_default();
    event.stop_propagation();
    if let Some((look, ..)) = FRAMES.get(to) {
        choose(editor, *look);
        dom::focus(format!("look-{look}"));
    }
}

/// Loads the stylesheet of whatever the canvas shows: a version of the history, or a look chosen by somebody else.
pub fn follow(editor: Editor) {
    let look = Memo::new(move |_| editor.shown.with(|value| value.theme.look()));
    Effect::new(move |_| with_stylesheet(editor, look.get(), || {}));
}
