//! The live page and the draft as framed pages on the shelf; differences are highlighted.

use leptos::prelude::*;
use mantel_model::sync::DraftSync;
use mantel_model::{Draft, TileId};

use super::state::PublishState;
use crate::render::context::RenderContext;
use crate::render::page::thumbnail;

/// The box of the live page, px.
const BEFORE: thumbnail::BoxSize = (146.0, 214.0);
/// The box of the draft, px.
const AFTER: thumbnail::BoxSize = (168.0, 256.0);

/// Both pages and the shelf under them.
pub fn view(work: PublishState) -> AnyView {
    let editor = work.editor;
    let setting = move || RenderContext { draft: false, miniature: true, ..editor.render_context_untracked() };
    let before = move || {
        editor.live.get().map(|live| {
            let touched =
                work.changes.with(|changes| changes.removed.iter().map(|tile| tile.id.clone()).collect::<Vec<_>>());
            let changed =
                work.changes.with(|changes| changes.changed.iter().map(|tile| tile.id.clone()).collect::<Vec<_>>());
            let version = editor
                .published
                .with(|published| published.as_ref().map(|published| format!("Version {}", published.version)));
            let ringed = positions(&live, touched.into_iter().chain(changed));
            page("before", "Live now", version, thumbnail::of_page(&live, &setting(), BEFORE), ringed)
        })
    };
    let same = Memo::new(move |_| editor.live.with(|live| editor.draft.with(|draft| live.as_ref() == Some(draft))));
    let after = move || {
        if same.get() {
            return None;
        }
        let now = editor.draft.get();
        let added = work.changes.with(|changes| changes.added.iter().map(|tile| tile.id.clone()).collect::<Vec<_>>());
        let changed =
            work.changes.with(|changes| changes.changed.iter().map(|tile| tile.id.clone()).collect::<Vec<_>>());
        let all = editor.live.with(Option::is_none);
        let ringed = if all { Vec::new() } else { positions(&now, added.into_iter().chain(changed)) };
        let version = Some(format!("Version {}", editor.draft_sync.with(DraftSync::version)));
        Some(page("after", "After", version, thumbnail::of_page(&now, &setting(), AFTER), ringed))
    };
    view! { <div class="editor-before-after" aria-hidden="true">{before}{after}<span class="ui-shelf low"></span></div> }.into_any()
}

fn positions(draft: &Draft, ids: impl Iterator<Item = TileId>) -> Vec<usize> {
    ids.filter_map(|id| draft.position(&id)).collect()
}

fn page(
    class: &'static str,
    name: &'static str,
    version: Option<String>,
    page: AnyView,
    ringed: Vec<usize>,
) -> AnyView {
    let node = NodeRef::<leptos::html::Figure>::new();
    Effect::new(move |_| {
        let Some(figure) = node.get() else { return };
        for at in &ringed {
            // Tiles of a miniature have no ids: they are found by their index on the page.
            let tile = figure.query_selector(&format!(".tile[style*=\"--i:{at};\"]")).ok().flatten();
            if let Some(tile) = tile {
                let _ = tile.class_list().add_1("editor-highlight");
            }
        }
    });
    view! {
        <figure class=format!("editor-before-after-page {class}") node_ref=node>
            <span class="ui-frame">{page}</span>
            <figcaption><b>{name}</b><span>{version}</span></figcaption>
        </figure>
    }
    .into_any()
}
