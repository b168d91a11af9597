//! The paste field: shows what each line becomes before it is added.

use std::collections::HashSet;

use leptos::prelude::*;
use mantel_model::brief::Imported;
use mantel_model::move_in::KnownAddress;
use mantel_model::tile::{Kind, NewTile, Platform};

use crate::components::lazy_code::LoadState;
use crate::components::paste_preview::{Duplicate, PastePreview, PastedTile, PastedTiles, Readings};
use crate::components::paste_waiting::{self, EnteredTexts};
use crate::components::tile_label::page_contents;
use crate::components::{dom, icon, paste_notes, tile_icon, tile_label};
use crate::editor::canvas::elements;
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// How long after the last keystroke the lines are named, ms.
const REST: u64 = 150;
/// The most lines that are named one by one.
const NAMED: usize = 8;

/// The field, with the preview below it.
pub fn field(editor: Editor) -> AnyView {
    let text = editor.paste_text;
    let named = RwSignal::new(String::new());
    // Duplicates that are to be added all the same, by address.
    let wanted = RwSignal::new(HashSet::<String>::new());
    Effect::new(move |_| {
        let now = text.get();
        dom::after(REST, move || {
            if text.with_untracked(|text| *text == now) {
                named.set(now);
            }
        });
    });
    let said = Memo::new(move |_| named.with(|text| editor.paste_preview(text)));
    let empty = Memo::new(move |_| text.with(|text| text.trim().is_empty()));
    let readable = Memo::new(move |_| editor.paste_reader.state() == LoadState::Loaded);
    // The reader is fetched before it is needed: with the focus, or with the first character.
    Effect::new(move |_| {
        if text.with(|text| !text.is_empty()) {
            editor.paste_reader.load();
        }
    });
    let entered = EnteredTexts::new(editor.paste_reader, text);
    let submit = move || match empty.get_untracked() {
        true => dom::focus("paste"),
        false => entered.enter(move || add(editor, wanted)),
    };
    let key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" if !event.shift_key() && !event.is_composing() => {
            event.prevent_default();
            submit();
        }
        "Escape" if text.with_untracked(|text| !text.is_empty()) => {
            event.stop_propagation();
            text.set(String::new());
        }
        _ => {}
    };
    let count = move || said.with(|value| value.as_ref().map_or(0, |value| tiles_to_add(value, &wanted.get()).len()));
    let rows = move || text.with(|text| (text.matches('\n').count() + 1).clamp(1, 5)).to_string();
    let bare = Memo::new(move |_| editor.draft.with(|draft| draft.tiles.is_empty()));
    let hint = move || {
        if bare.get() {
            "Start with anything: your site, a repository, an email."
        } else {
            "Each line of a list makes a tile. Drop pictures anywhere on the page."
        }
    };
    Effect::new(move |_| first_run(editor));
    let label = move || match (empty.get(), count()) {
        (true, _) => "Add to your page".to_owned(),
        (false, 0 | 1) => "Add".to_owned(),
        (false, many) => format!("Add {many} tiles"),
    };
    // Without text to add, the button offers everything that can be added.
    let press = move |_| {
        if empty.get_untracked() {
            return editor.add_menu.update(|open| *open = !*open);
        }
        submit();
        dom::focus("paste");
    };
    let typed = move |event| {
        text.set(event_target_value(&event));
        editor.add_menu.set(false);
    };
    let expanded = move || empty.get().then(|| editor.add_menu.get().to_string());
    view! {
        <div class="editor-paste-field">
            <label class="ui-sr-only" for="paste">"Paste a link, or write. Enter adds, Shift and Enter begins a line."</label>
            <textarea class="ui-field paste" id="paste" rows=rows placeholder="Paste a link, or write" autocomplete="off" aria-describedby="paste-preview" prop:value=move || text.get() on:focus=move |_| editor.paste_reader.load() on:input=typed on:keydown=key></textarea>
            <button type="button" class="editor-add-button" id="add" title="Add" aria-label=label aria-expanded=expanded aria-controls=move || editor.add_menu.get().then_some("add-menu") on:click=press>{icon::stroke(icon::PLUS)}</button>
            <div class="editor-paste-preview" id="paste-preview" aria-live="polite">
                {move || match said.get() {
                    None if !empty.get() && !readable.get() => paste_waiting::view(editor.paste_reader, "editor-hint"),
                    None if editor.add_menu.get() => ().into_any(),
                    None => view! { <p class="editor-hint">{hint()}</p> }.into_any(),
                    Some(PastePreview::Page(found)) => page(editor, *found),
                    Some(PastePreview::Tiles(list)) => lines(editor, list, wanted),
                }}
            </div>
        </div>
    }
    .into_any()
}

/// Focuses the field on an empty page, if nothing else has the focus.
fn first_run(editor: Editor) {
    let empty = editor.draft.with_untracked(|draft| draft.tiles.is_empty());
    let idle = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
    let touch = window().match_media("(hover:none)").ok().flatten().is_some_and(|match_media| match_media.matches());
    if empty && idle && !touch {
        dom::focus("paste");
    }
}

/// The tiles that would be added.
fn tiles_to_add(preview: &PastePreview, wanted: &HashSet<String>) -> Vec<NewTile> {
    let PastePreview::Tiles(PastedTiles { tiles: list, .. }) = preview else { return Vec::new() };
    let comes = |pasted: &&PastedTile| {
        pasted.skip_reason().is_none() || pasted.address().is_some_and(|address| wanted.contains(&address))
    };
    list.iter().filter(comes).map(|pasted| pasted.tile.clone()).collect()
}

/// Adds what the field contains.
fn add(editor: Editor, wanted: RwSignal<HashSet<String>>) {
    let Some(preview) = editor.paste_text.with_untracked(|pasted| untrack(|| editor.paste_preview(pasted))) else {
        return;
    };
    if let PastePreview::Page(found) = preview {
        return replace(editor, *found);
    }
    let tiles = wanted.with_untracked(|current| tiles_to_add(&preview, current));
    if tiles.is_empty() {
        return show_known(editor, &preview);
    }
    if super::add(editor, tiles) {
        editor.paste_text.set(String::new());
        editor.paste_readings.set(Readings::new());
        wanted.set(HashSet::new());
    }
}

/// There is nothing new: shows the tile that already exists.
fn show_known(editor: Editor, preview: &PastePreview) {
    let PastePreview::Tiles(PastedTiles { tiles: list, .. }) = preview else { return };
    let here = list
        .iter()
        .find_map(|pasted| if let Duplicate::OnPage(id) = &pasted.duplicate { Some(id.clone()) } else { None });
    if let Some(id) = here {
        editor.announce("Already on your page, skipped.");
        editor.select(Some(Selection::Tile(id.clone())));
        elements::reveal(Selection::Tile(id));
    }
}

/// What each line becomes.
fn lines(editor: Editor, list: PastedTiles, wanted: RwSignal<HashSet<String>>) -> AnyView {
    let PastedTiles { tiles, warnings, known } = list;
    let rest = tiles.len().saturating_sub(NAMED);
    let all = tiles.into_iter().take(NAMED).map(|pasted| line(editor, &pasted, wanted)).collect_view();
    view! {
        {all}
        {(rest > 0).then(|| view! { <p class="editor-hint">{format!("and {rest} more")}</p> })}
        {paste_notes::warnings(&warnings)}
        {known.map(|known| move_in_offer(editor, known))}
    }
    .into_any()
}

/// The offer to move in all of the page behind an address.
pub fn move_in_offer(editor: Editor, known: KnownAddress) -> AnyView {
    paste_notes::move_in_offer(known, move |address| {
        editor.paste_text.set(String::new());
        editor.open_dialog(Dialog::MoveIn);
        editor.move_in.read_address(&address);
    })
}

fn line(editor: Editor, it: &PastedTile, wanted: RwSignal<HashSet<String>>) -> AnyView {
    let kind = &it.tile.kind;
    let choice = it.ambiguity.clone().map(|ambiguity| paste_notes::choice(ambiguity, editor.paste_readings));
    let (name, address, reason) = (becomes(&it.tile), it.address().unwrap_or_default(), it.skip_reason());
    let known = address.clone();
    let skipped = move || reason.filter(|_| !wanted.with(|value| value.contains(&known)));
    let out = skipped.clone();
    let anyway = move |address: String| view! { ". "<button type="button" class="ui-link" on:click=move |_| wanted.update(|wanted_tiles| { wanted_tiles.insert(address.clone()); })>"Add anyway"</button> };
    view! {
        <div class="editor-paste-preview-row" class:known=move || out().is_some()>
            {tile_icon::of(kind)}
            <span><strong dir="auto">{tile_label::shorten(&tile_label::title(kind), 60)}</strong>
                <span>{move || match skipped() { Some(words) => view! { {words}{anyway(address.clone())} }.into_any(), None => name.clone().into_any() }}</span>
            </span>
            {choice}
        </div>
    }
    .into_any()
}

/// What a tile becomes, as text: "Video, wide", "Email, joins the row under your name".
pub fn becomes(tile: &NewTile) -> String {
    let name = tile_label::name(&tile.kind);
    match &tile.kind {
        Kind::Social(it) if it.platform == Platform::Email => "Email, joins the row under your name".to_owned(),
        Kind::Social(_) => format!("{name}, joins the row under your name"),
        Kind::Heading(_) => name,
        _ => format!("{name}, {}", tile_label::size(tile.size)),
    }
}

/// The preview of a pasted page, with a button that replaces the page.
fn page(editor: Editor, found: Imported) -> AnyView {
    let name = found.draft.profile.name.to_string();
    let name = if name.is_empty() { "A page".to_owned() } else { name };
    let tiles = found.draft.tiles.len();
    let stop =
        found.stop.as_ref().map(|stop| format!(" Only what stands before line {} could be read.", stop.place.line));
    let file = found.clone();
    let act = move |_| replace(editor, file.clone());
    view! {
        <p class="editor-paste-preview-row">{tile_icon::page()}<span><strong dir="auto">{name}</strong><span>{format!("A whole page with {}.", page_contents(tiles))}{stop}</span></span></p>
        {paste_notes::warnings(&found.warnings)}
        <button type="button" class="ui-button quiet editor-replace" on:click=act>"Replace this page"</button>
    }
    .into_any()
}

/// Replaces the page, in one undo step.
fn replace(editor: Editor, found: Imported) {
    let words = "Replaced the page";
    if editor.replace_draft(&found.draft, words, "") {
        editor.select(None);
        editor.notify(words, true);
    }
    editor.paste_text.set(String::new());
    dom::focus("paste");
}
