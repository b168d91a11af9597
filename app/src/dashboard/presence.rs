//! What others do to the page while it is being edited (screens, 2 "An agent at work").

use leptos::prelude::*;
use mantel_model::api::{By, ByKind, ChangesView};
use mantel_model::{Draft, TileId};

use super::editor::Editor;

/// A change that somebody else made, as it arrived here.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// Who made it; `owner` is another tab of one's own.
    pub by: By,
    /// When it arrived, ms since 1970.
    pub at: f64,
    /// The draft before it.
    pub before: Draft,
    /// The draft after it.
    pub after: Draft,
    /// How they differ.
    pub changes: ChangesView,
}

impl Visit {
    /// Whoever made it, as people read it: "Claude", "another tab".
    pub fn who(&self) -> String {
        match self.by.kind {
            ByKind::Owner => "another tab".to_owned(),
            ByKind::Key | ByKind::Client => self.by.name.clone().unwrap_or_else(|| "an agent".to_owned()),
            ByKind::Admin => "the service".to_owned(),
        }
    }

    /// By what way, for those who want to know: "Claude, through an API key".
    pub fn way(&self) -> String {
        match self.by.kind {
            ByKind::Key => format!("{}, through an API key", self.who()),
            _ => self.who(),
        }
    }

    /// What it did to a tile: "Added", "Changed", "Moved"; `None` when nothing.
    pub fn did(&self, id: &TileId) -> Option<&'static str> {
        let its = &self.changes;
        if its.added.iter().any(|it| it.id == *id) {
            Some("Added")
        } else if its.changed.iter().any(|it| it.id == *id) {
            Some("Changed")
        } else {
            its.moved.iter().any(|it| it.id == *id).then_some("Moved")
        }
    }
}

/// Who is here: the owner, and whoever called in the last minute.
pub fn here(_editor: Editor) -> AnyView {
    ().into_any()
}

/// Leads to the first thing that has to be chosen.
pub fn show_question(_editor: Editor) {}
