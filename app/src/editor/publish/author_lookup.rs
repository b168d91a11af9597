//! Reads the history to find who made each change.

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::api::HistoryDraft;
use wasm_bindgen_futures::spawn_local;

use super::state::PublishState;
use crate::api_client;
use crate::editor::sync::session_token::with_token;

/// The most history entries that are read.
const MOST: usize = 12;

/// Reads the history back to the live version, newest first; rows show their author once it is known.
pub fn find(work: PublishState) {
    let editor = work.editor;
    let until =
        editor.published.with_untracked(|published| published.as_ref().map_or(0, |published| published.version));
    spawn_local(async move {
        let Ok(history) = with_token(async |token| api_client::history(token).await).await else { return };
        let mut newer: Option<HistoryDraft> = None;
        for entry in history.history.into_iter().take(MOST) {
            let version = entry.version;
            let Ok(older) = with_token(async |token| api_client::history_draft(token, version).await).await else {
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
        // The first entry of all: everything on the page was made by its author.
        if let Some(first) = newer {
            let who = (first.entry.by.clone(), first.entry.at.clone());
            let after = first.draft.split_facts().0;
            let bare = Draft { profile: after.profile.clone(), theme: after.theme.clone(), tiles: Vec::new() };
            let _ = work.authors.try_update(|authors| authors.learn(&bare, &after, &who));
        }
    });
}
