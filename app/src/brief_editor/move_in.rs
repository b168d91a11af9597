//! Moving in: the tab, what a drop on the window does, and what happens to what is taken.

use leptos::ev;
use leptos::prelude::*;

use super::brief_state::BriefState;
use super::state::{BriefEditor, Origin, Tab};
use crate::components::dom;
use crate::move_in::{self, Host, HostScreen, Taken};

/// The tab's contents.
pub fn panel(editor: BriefEditor) -> AnyView {
    listen(editor);
    let before = StoredValue::new(None::<BriefState>);
    let leave = move || {
        editor.preview_large.set(false);
        editor.move_in.clear();
        editor.show_tab(Tab::Form);
        dom::focus("tab-form");
    };
    let host = Host {
        place: HostScreen::New,
        page: editor.draft.into(),
        take: Callback::new(move |taken: Taken| {
            before.set_value(Some(editor.state.get_untracked()));
            editor.take(&taken);
        }),
        picture: None,
        undo: Callback::new(move |()| {
            if let Some(state) = before.try_update_value(Option::take).flatten() {
                editor.load(state, Origin::Edited, "Back as it was");
            }
            editor.undo_step.set(None);
            leave();
        }),
        done: Callback::new(move |()| leave()),
        look: Callback::new(move |()| editor.preview_large.set(true)),
    };
    let active = Signal::derive(move || editor.tab.get() == Tab::MoveIn);
    move_in::panel(editor.move_in, host, active)
}

/// A file dropped anywhere is read.
fn listen(editor: BriefEditor) {
    Effect::new(move |_| {
        let over = window_event_listener(ev::dragover, |event: web_sys::DragEvent| {
            if event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0)) {
                event.prevent_default();
            }
        });
        let dropped = window_event_listener(ev::drop, move |event: web_sys::DragEvent| {
            if !event.default_prevented() && editor.move_in.drop_file(&event) {
                editor.show_tab(Tab::MoveIn);
            }
        });
        on_cleanup(move || {
            over.remove();
            dropped.remove();
        });
    });
}
