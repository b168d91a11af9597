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

/// Adds what is entered into a paste field: at once, or as soon as it can be read.
#[derive(Clone, Copy, Debug)]
pub struct EnteredTexts {
    reader: LazyCode,
    text: RwSignal<String>,
    /// What was entered before it could be read, each by a press of Enter.
    entered: StoredValue<Vec<String>>,
}

impl EnteredTexts {
    /// Of the field with this text.
    pub fn new(reader: LazyCode, text: RwSignal<String>) -> Self {
        Self { reader, text, entered: StoredValue::new(Vec::new()) }
    }

    /// Adds what the field contains by `add`. Until the reader is there, Enter ends a line; what was entered is added once
    /// it can be read, each by itself, and what is typed behind it stays.
    pub fn enter(self, add: impl Fn() + 'static) {
        if untrack(|| self.reader.state()) == LoadState::Loaded {
            return add();
        }
        let text = self.text.get_untracked();
        let waits = self.entered.with_value(|entered| !entered.is_empty());
        self.entered.update_value(|entered| match text.strip_prefix(&whole(entered)) {
            Some(more) if !entered.is_empty() => entered.push(more.to_owned()),
            _ => *entered = vec![text.clone()],
        });
        self.text.set(format!("{text}\n"));
        if waits {
            return;
        }
        spawn_local(async move {
            let ready = self.reader.ready().await;
            let text = self.text.get_untracked();
            let entered = self.entered.try_update_value(std::mem::take).unwrap_or_default();
            // What was changed since waits for another Enter.
            let Some(rest) = text.strip_prefix(&whole(&entered)).filter(|_| ready) else { return };
            for one in entered {
                self.text.set(one);
                add();
            }
            if !rest.is_empty() {
                self.text.update(|left| *left = format!("{left}\n{rest}").trim_start().to_owned());
            }
        });
    }
}

/// What was entered, as it stands in the field.
fn whole(entered: &[String]) -> String {
    entered.iter().map(|one| format!("{one}\n")).collect()
}
