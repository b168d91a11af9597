//! Who touched what since the page went live: read off the drafts that the history keeps.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::api::{By, ChangesView, HistoryDraft};
use mantel_model::{Draft, TileId};
use wasm_bindgen_futures::spawn_local;

use super::Work;
use super::change_list::Row;
use crate::api_client;
use crate::editor::sync::with_bearer;

/// Entries that are read at most.
const MOST: usize = 12;

/// Who, and when (RFC 3339).
type Who = (By, String);

/// The last who touched each thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Authors {
    tiles: HashMap<TileId, Who>,
    profile: Option<Who>,
    theme: Option<Who>,
    moved: Option<Who>,
}

impl Authors {
    /// Who made a row's change.
    pub fn of(&self, row: &Row) -> Option<Who> {
        match row {
            Row::Profile => self.profile.clone(),
            Row::Theme => self.theme.clone(),
            Row::Moved => self.moved.clone(),
            Row::Added(id) | Row::Changed(id) | Row::Removed(id) => self.tiles.get(id).cloned(),
        }
    }

    /// Takes in what one entry changed; what a newer one touched stays that one's.
    fn learn(&mut self, before: &Draft, after: &Draft, who: &Who) {
        let changes = ChangesView::between(before, after);
        let added = changes.added.iter().chain(&changes.removed).map(|it| &it.id);
        for id in added.chain(changes.changed.iter().map(|it| &it.id)) {
            self.tiles.entry(id.clone()).or_insert_with(|| who.clone());
        }
        let or = |known: &mut Option<Who>, is: bool| {
            if is && known.is_none() {
                *known = Some(who.clone());
            }
        };
        or(&mut self.profile, !changes.profile.is_empty());
        or(&mut self.theme, !changes.theme.is_empty());
        or(&mut self.moved, !changes.moved.is_empty());
    }
}

/// Reads the history back to what is live, newest first; rows tell who as it becomes known.
pub fn find(work: Work) {
    let editor = work.editor;
    let until =
        editor.published.with_untracked(|published| published.as_ref().map_or(0, |published| published.version));
    spawn_local(async move {
        let Ok(history) = with_bearer(async |bearer| api_client::history(bearer).await).await else { return };
        let mut newer: Option<HistoryDraft> = None;
        for entry in history.history.into_iter().take(MOST) {
            let version = entry.version;
            let Ok(older) = with_bearer(async |bearer| api_client::history_draft(bearer, version).await).await else {
                return;
            };
            let before = older.draft.clone().split_facts().0;
            if let Some(newer) = newer.take() {
                let who = (newer.entry.by.clone(), newer.entry.at.clone());
                let after = newer.draft.split_facts().0;
                if work.authors.try_update(|authors| authors.learn(&before, &after, &who)).is_none() {
                    return;
                }
            }
            if version <= until {
                return;
            }
            newer = Some(older);
        }
        // The first entry of all: everything on it is its.
        if let Some(first) = newer {
            let who = (first.entry.by.clone(), first.entry.at.clone());
            let after = first.draft.split_facts().0;
            let bare = Draft { profile: after.profile.clone(), theme: after.theme.clone(), tiles: Vec::new() };
            let _ = work.authors.try_update(|authors| authors.learn(&bare, &after, &who));
        }
    });
}
