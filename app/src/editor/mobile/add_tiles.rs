//! Adding tiles on a phone: a paste field, what each line becomes, and a button with the number of tiles.

use std::collections::HashSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mantel_model::brief::Imported;
use mantel_model::tile::NewTile;

use super::bottom_sheet::{BottomSheet, bottom_sheet};
use crate::components::paste_preview::{PastePreview, PastedTile, Readings};
use crate::components::tile_label::{page_contents, tile_count};
use crate::components::{dom, icon, paste_notes, paste_waiting, tile_icon, tile_label};
use crate::editor::sidebar;
use crate::editor::state::editor::Editor;
use crate::editor::upload;

/// The bottom sheet; `kinds` renders the buttons of everything that can be added, whose code is loaded lazily.
pub fn sheet(editor: Editor, kinds: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    let text = editor.paste_text;
    // The lines whose default is reversed: new ones that are left out, and duplicates that are added all the same.
    let turned = RwSignal::new(HashSet::<usize>::new());
    let read = Memo::new(move |_| text.with(|text| editor.paste_preview(text)));
    let empty = Memo::new(move |_| text.with(|text| text.trim().is_empty()));
    editor.paste_reader.load();
    dom::focus("adding");
    let typed = move |event| {
        text.set(event_target_value(&event));
        turned.set(HashSet::new());
    };
    let inside = view! {
        <div class="editor-add-tiles">
            <label class="ui-sr-only" for="adding">"Links, a repository, an email, a note: one on each line"</label>
            <textarea class="ui-field" id="adding" rows="4" placeholder="Paste a link, or write" prop:value=move || text.get() on:input=typed></textarea>
            {move || empty.get().then(&kinds)}
            <div aria-live="polite">
                {move || read.get().map(|item| preview_lines(editor, &item, turned))}
                {move || (!empty.get()).then(|| paste_waiting::view(editor.paste_reader, "editor-hint"))}
            </div>
        </div>
    };
    let add = move |_| {
        if empty.get_untracked() {
            return dom::focus("adding");
        }
        spawn_local(async move {
            editor.paste_reader.ready().await;
            // The sheet may have been closed, or emptied, while the reader was fetched.
            let Some(read) = read.try_get_untracked().flatten() else { return };
            if add(editor, read, &turned.get_untracked()) {
                text.set(String::new());
                editor.close_dialog();
            }
        });
    };
    let picture = move |_| {
        editor.close_dialog();
        upload::choose_images(editor);
    };
    let label = move || match read.get() {
        Some(PastePreview::Page(_)) => "Replace this page".to_owned(),
        Some(PastePreview::Tiles(list)) => {
            format!("Add {}", tile_count(tiles_to_add(&list.tiles, &turned.get()).len()))
        }
        None => "Add".to_owned(),
    };
    let foot = view! {
        <div class="editor-bottom-sheet-footer">
            <button type="button" class="ui-button" on:click=add>{label}</button>
            <button type="button" class="ui-button quiet editor-file-button" on:click=picture>{icon::stroke(icon::IMAGE)}"Picture"</button>
        </div>
    };
    let its = BottomSheet { title: "Add to your page", class: "", veil: true };
    bottom_sheet(editor, its, inside.into_any(), foot.into_any())
}

/// Whether the line at an index is added.
fn comes(it: &PastedTile, at: usize, turned: &HashSet<usize>) -> bool {
    it.skip_reason().is_none() != turned.contains(&at)
}

fn tiles_to_add(list: &[PastedTile], turned: &HashSet<usize>) -> Vec<NewTile> {
    let all = list.iter().enumerate().filter(|(at, it)| comes(it, *at, turned));
    all.map(|(_, it)| it.tile.clone()).collect()
}

/// Adds the tiles or replaces the page; `false` if there was nothing to do.
fn add(editor: Editor, read: PastePreview, turned: &HashSet<usize>) -> bool {
    match read {
        PastePreview::Page(found) => {
            let words = "Replaced the page";
            let done = editor.replace_draft(&found.draft, words, "");
            editor.select(None);
            if done {
                editor.notify(words, true);
            }
            done
        }
        PastePreview::Tiles(list) => {
            let tiles = tiles_to_add(&list.tiles, turned);
            editor.paste_readings.set(Readings::new());
            !tiles.is_empty() && sidebar::add(editor, tiles)
        }
    }
}

/// What each line becomes.
fn preview_lines(editor: Editor, read: &PastePreview, turned: RwSignal<HashSet<usize>>) -> AnyView {
    match read {
        PastePreview::Page(found) => page(found),
        PastePreview::Tiles(list) => {
            let lines = list.tiles.iter().enumerate().map(|(at, it)| line(editor, at, it, turned)).collect_view();
            let offer = list.known.clone().map(|known| sidebar::move_in_offer(editor, known));
            view! { {lines}{paste_notes::warnings(&list.warnings)}{offer} }.into_any()
        }
    }
}

fn page(found: &Imported) -> AnyView {
    let name = found.draft.profile.name.to_string();
    let name = if name.is_empty() { "A page".to_owned() } else { name };
    let many = found.draft.tiles.len();
    view! { <p class="editor-pasted-tile">{tile_icon::page()}<span><strong dir="auto">{name}</strong><span>{format!("A whole page with {}", page_contents(many))}</span></span></p> {paste_notes::warnings(&found.warnings)} }.into_any()
}

fn line(editor: Editor, at: usize, it: &PastedTile, turned: RwSignal<HashSet<usize>>) -> AnyView {
    let kind = &it.tile.kind;
    let title = tile_label::shorten(&tile_label::title(kind), 60);
    let (reason, becomes) = (it.skip_reason(), sidebar::becomes(&it.tile));
    let is = Memo::new(move |_| reason.is_none() != turned.with(|turned| turned.contains(&at)));
    let hint = move || match (is.get(), reason) {
        (true, _) => becomes.clone(),
        (false, Some(reason)) => reason.to_owned(),
        (false, None) => "Left out".to_owned(),
    };
    let turn = move |_| {
        turned.update(|turned| {
            if !turned.remove(&at) {
                turned.insert(at);
            }
        });
    };
    let name = title.clone();
    let label = move || if is.get() { format!("Leave out {name}") } else { format!("Add {name} anyway") };
    let choice = it.ambiguity.clone().map(|ambiguity| paste_notes::choice(ambiguity, editor.paste_readings));
    let sign = move || icon::stroke(if is.get() { icon::CLOSE } else { icon::PLUS });
    view! {
        <div class="editor-pasted-tile" class:out=move || !is.get()>
            {tile_icon::of(kind)}
            <span><strong dir="auto">{title}</strong><span>{hint}</span>{choice}</span>
            <button type="button" class="editor-icon-button" aria-label=label on:click=turn>{sign}</button>
        </div>
    }
    .into_any()
}
