//! An empty page: three placeholders that are buttons (screens, 2 "Empty").

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::{Kind, NewTile, Note};
use mantel_model::{Draft, Edit, layout};

use super::elements;
use crate::editor::state::dialog::{Dialog, Screen};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::{InlineEdit, Selection};
use crate::editor::upload;

fn bare(draft: &Draft) -> bool {
    let free = draft.theme.layout == Layout::Canvas;
    draft.tiles.iter().all(|tile| layout::in_social_group(tile, free))
}

/// The placeholders, where the page has room for its tiles.
pub fn ghosts(editor: Editor) -> AnyView {
    let empty = Memo::new(move |_| editor.shown.with(bare));
    let looking = move || editor.viewed_version.with(Option::is_some);
    let shown = move || (empty.get() && !looking() && editor.canvas.uploads.with(Vec::is_empty)).then(|| drawn(editor));
    shown.into_any()
}

fn drawn(editor: Editor) -> AnyView {
    let place = RwSignal::new(String::new());
    Effect::new(move |_| {
        editor.layout_tick.track();
        let Some(nothing) = elements::query(".editor-page .nothing") else { return };
        let frame = elements::frame_of(&nothing).unwrap_or_default();
        let ink = elements::computed_style(&nothing)
            .and_then(|style| style.get_property_value("color").ok())
            .unwrap_or_default();
        place.set(format!("top:{:.0}px;color:{ink}", frame.y));
    });
    view! {
        <div class="editor-empty" style=move || place.get()>
            <h2>"Nothing here yet"</h2>
            <p>"Start with anything: your site, a repository, an email."</p>
            <div class="editor-empty-actions">
                {ghost("link", "Paste a link", TAG, move || paste(editor))}
                {ghost("note", "Write a note", NOTE, move || note(editor))}
                {ghost("picture", "Drop a picture", PICTURE, move || upload::choose_images(editor))}
            </div>
        </div>
    }
    .into_any()
}

fn ghost(class: &'static str, label: &'static str, shape: &'static str, act: impl Fn() + 'static) -> AnyView {
    view! { <button type="button" class=format!("editor-empty-{class}") on:click=move |_| act()><svg viewBox="0 0 144 168" aria-hidden="true" inner_html=shape></svg><span>{label}</span></button> }.into_any()
}

fn paste(editor: Editor) {
    if editor.screen.get_untracked() == Screen::Phone || editor.is_phone_layout() {
        editor.open_dialog(Dialog::AddTiles);
    }
    editor.focus_paste_field();
}

/// Adds a note with placeholder text, ready to be overwritten.
fn note(editor: Editor) {
    let Ok(text) = mantel_model::text::Text::new("A note") else { return };
    let id = editor.new_tile_id();
    let note = NewTile { id: Some(id.clone()), ..NewTile::of(Kind::Text(Note { text, look: None })) };
    if editor.edit(Edit::Add { tiles: vec![note], after: None }, "Added a note") {
        let selection = Selection::Tile(id);
        editor.select(Some(selection.clone()));
        editor.inline_edit.set(Some(InlineEdit { selection, field: "text" }));
    }
}

const TAG: &str = r#"<path d="M2 36 42 3h58l42 33v128l-140 2z"/><circle cx="71" cy="34" r="10"/>"#;
const NOTE: &str = r#"<path d="M2 3h140v136l-26 27H2z"/><path d="M22 42h94M22 66h94M22 90h60"/>"#;
const PICTURE: &str = r#"<path d="M4 2h138l-2 164H2z"/><path d="M16 16h114v104H14z"/>"#;
