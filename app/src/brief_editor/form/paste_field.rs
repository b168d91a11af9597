//! The paste field: links, notes, or a whole answer from a chat. Shows what each line becomes before it is added.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::brief_editor::brief_state::BriefState;
use crate::brief_editor::reader;
use crate::brief_editor::state::{BriefEditor, Origin, Tab};
use crate::components::lazy_code::LoadState;
use crate::components::paste_preview::{PastePreview, PastedTile, PastedTiles, Readings};
use crate::components::paste_waiting::{self, EnteredTexts};
use crate::components::{dom, paste_notes, tile_icon, tile_label};

/// The field.
pub fn field(editor: BriefEditor) -> AnyView {
    let text = editor.paste_text;
    let empty = Memo::new(move |_| text.with(|text| text.trim().is_empty()));
    let readable = Memo::new(move |_| editor.reader.state() == LoadState::Loaded);
    let preview = Memo::new(move |_| {
        if empty.get() || !readable.get() {
            return None;
        }
        text.with(|text| {
            editor.draft.with(|page| editor.paste_readings.with(|readings| reader::pasted(text, page, readings)))
        })
    });
    let entered = EnteredTexts::new(editor.reader, text);
    let area = NodeRef::<leptos::html::Textarea>::new();
    let add = move || {
        match preview.get_untracked() {
            Some((PastePreview::Page(_), Some(state))) => load(editor, state),
            Some((PastePreview::Tiles(PastedTiles { tiles: list, .. }), _)) => {
                // Duplicates are skipped, unless there is nothing else: then they are intentional.
                let only_duplicates = !list.iter().any(|pasted| pasted.skip_reason().is_none());
                let added = list.into_iter().filter(|pasted| only_duplicates || pasted.skip_reason().is_none());
                editor.add_tiles(added.map(|pasted| pasted.tile).collect());
                editor.paste_readings.set(Readings::new());
            }
            Some((PastePreview::Page(_), None)) | None => return,
        }
        text.set(String::new());
    };
    let submit = move || {
        if !empty.get_untracked() {
            entered.enter(add);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            submit();
        }
    };
    // A whole page is loaded as it is pasted; anything else waits for Enter.
    let pasted = move |_| {
        dom::after(0, move || {
            let pasted = text.get_untracked();
            spawn_local(async move {
                let same = editor.reader.ready().await && text.with_untracked(|text| *text == pasted);
                if same && matches!(preview.get_untracked(), Some((PastePreview::Page(_), _))) {
                    add();
                }
            });
        })
    };
    let rows = move || text.with(|text| text.lines().count().clamp(1, 5)).to_string();
    view! {
        <div class="brief-paste-field" class:full=move || !empty.get()>
            <label class="ui-sr-only" for="paste">"Paste links, a note, or what your chat wrote. Enter adds."</label>
            <textarea class="ui-field paste" id="paste" node_ref=area rows=rows placeholder="Paste links, a note, or what your chat wrote" aria-describedby="paste-preview" prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event)) on:keydown=key on:paste=pasted></textarea>
            <button type="button" class="brief-add-button" on:click=move |_| { submit(); dom::focus("paste"); }>{move || match preview.get() { Some((PastePreview::Tiles(list), _)) if list.tiles.len() > 1 => format!("Add {}", list.tiles.len()), Some((PastePreview::Page(_), _)) => "Load it".to_owned(), _ => "Enter adds".to_owned() }}</button>
            <div class="brief-paste-preview" id="paste-preview" aria-live="polite">{move || match preview.get() {
                Some((preview, _)) => Some(preview_lines(editor, preview)),
                None => (!empty.get() && !readable.get()).then(|| paste_waiting::view(editor.reader, "brief-hint ui-muted")),
            }}</div>
        </div>
    }
    .into_any()
}

/// What each line becomes.
fn preview_lines(editor: BriefEditor, preview: PastePreview) -> AnyView {
    match preview {
        PastePreview::Page(found) => {
            let tiles = found.draft.tiles.len();
            let name = found.draft.profile.name.to_string();
            let name = if name.is_empty() { "A page".to_owned() } else { name };
            view! { <p class="brief-paste-preview-row">{tile_icon::page()}<span><strong>{name}</strong>{format!("A whole page with {}. It takes the place of this one.", tile_label::page_contents(tiles))}</span></p> }.into_any()
        }
        PastePreview::Tiles(PastedTiles { tiles, warnings, known }) => {
            let line = |pasted: PastedTile| {
                let (skip_reason, kind) = (pasted.skip_reason(), pasted.tile.kind);
                let note = skip_reason.map_or_else(|| tile_label::name(&kind), str::to_owned);
                let choice = pasted.ambiguity.map(|ambiguity| paste_notes::choice(ambiguity, editor.paste_readings));
                view! { <div class="brief-paste-preview-row" class:known=skip_reason.is_some()>{tile_icon::of(&kind)}<span><strong dir="auto">{tile_label::shorten(&tile_label::title(&kind), 60)}</strong>{note}</span>{choice}</div> }
            };
            let rest = tiles.len().saturating_sub(8);
            let offer = known.map(|known| {
                paste_notes::move_in_offer(known, move |address| {
                    editor.paste_text.set(String::new());
                    editor.show_tab(Tab::MoveIn);
                    editor.move_in.read_address(&address);
                })
            });
            view! {
                {tiles.into_iter().take(8).map(line).collect_view()}
                {(rest > 0).then(|| view! { <p class="brief-paste-preview-row">{format!("and {rest} more")}</p> })}
                {paste_notes::warnings(&warnings)}
                {offer}
            }
            .into_any()
        }
    }
}

/// Loads a pasted page.
fn load(editor: BriefEditor, state: BriefState) {
    let message = match state.warnings.len() {
        0 => "Your page is drawn".to_owned(),
        1 => "Your page is drawn, with 1 thing to look at".to_owned(),
        count => format!("Your page is drawn, with {count} things to look at"),
    };
    editor.load(state, Origin::Edited, &message);
}
