//! A paste field until its text can be read: what stands below it, and what becomes of what is entered meanwhile.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::lazy_code::{LazyCode, LoadState};

/// That the reader is fetched, or could not be, with a button to try again; nothing once it is there.
pub fn view(reader: LazyCode, class: &'static str) -> AnyView {
    let state = Memo::new(move |_| reader.state());
    let shown = move || match state.get() {
        LoadState::Loaded => None,
        LoadState::Waiting | LoadState::Loading => {
            Some(view! { <p class=class>"Getting ready to read it."</p> }.into_any())
        }
        LoadState::Failed => {
            let again = move |_| reader.load();
            Some(view! { <p class=format!("{class} ui-warning")>"It could not be read yet: a part of the editor did not arrive. Your text stays here. "<button type="button" class="ui-link" on:click=again>"Try again"</button></p> }.into_any())
        }
    };
    shown.into_any()
}

/// Adds the lines of a paste field: at once, or as soon as they can be read.
#[derive(Clone, Copy, Debug)]
pub struct EnteredLines {
    reader: LazyCode,
    text: RwSignal<String>,
    entered: StoredValue<Option<String>>,
}

impl EnteredLines {
    /// Of the field with this text.
    pub fn new(reader: LazyCode, text: RwSignal<String>) -> Self {
        Self { reader, text, entered: StoredValue::new(None) }
    }

    /// Adds what the field contains by `add`. Until the reader is there, Enter ends a line; all lines that ended are added
    /// once they can be read, and what is typed behind them stays.
    pub fn enter(self, add: impl FnOnce() + 'static) {
        if untrack(|| self.reader.state()) == LoadState::Loaded {
            return add();
        }
        let text = self.text.get_untracked();
        let waits = self.entered.with_value(Option::is_some);
        self.text.set(format!("{text}\n"));
        self.entered.set_value(Some(text));
        if waits {
            return;
        }
        spawn_local(async move {
            let ready = self.reader.ready().await;
            let text = self.text.get_untracked();
            let lines = self.entered.try_update_value(Option::take).flatten().filter(|_| ready);
            // Lines that were changed since wait for another Enter.
            let Some((lines, rest)) =
                lines.and_then(|lines| text.strip_prefix(&lines).map(|rest| (lines.clone(), rest.trim_start())))
            else {
                return;
            };
            self.text.set(lines);
            add();
            if !rest.is_empty() {
                self.text.update(|left| *left = format!("{left}\n{rest}").trim_start().to_owned());
            }
        });
    }
}
