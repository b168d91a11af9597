//! Everything that can be added to the page, one button for each: notes, headings and stamps begin on the page with the
//! caret in them, a picture asks for a file, everything else asks for its address in place.

mod address_form;

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::text::Text;
use mantel_model::tile::{Heading, Kind, KindName, NewTile, Note, NoteLook};

use crate::components::{dom, icon};
use crate::editor::sidebar;
use crate::editor::state::editor::Editor;
use crate::editor::state::sections::{is_heading, section};
use crate::editor::state::selection::{InlineEdit, Selection};
use crate::editor::upload;

/// What can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addable {
    Tile(KindName),
    /// A note that is a stamp.
    Stamp,
}

/// Everything that can be added, in the order of its buttons.
const ADDABLES: [Addable; KindName::ALL.len() + 1] = [
    Addable::Tile(KindName::Link),
    Addable::Tile(KindName::Text),
    Addable::Tile(KindName::Heading),
    Addable::Tile(KindName::Image),
    Addable::Stamp,
    Addable::Tile(KindName::Video),
    Addable::Tile(KindName::Music),
    Addable::Tile(KindName::Github),
    Addable::Tile(KindName::Social),
];

impl Addable {
    const fn label(self) -> &'static str {
        match self {
            Self::Tile(kind) => kind.label(),
            Self::Stamp => NoteLook::Stamp.label(),
        }
    }

    fn icon(self) -> AnyView {
        icon::stroke(match self {
            Self::Tile(KindName::Link) => icon::LINK,
            Self::Tile(KindName::Text) => icon::NOTE,
            Self::Tile(KindName::Heading) => icon::HEADING,
            Self::Tile(KindName::Image) => icon::IMAGE,
            Self::Stamp => icon::BADGE,
            Self::Tile(KindName::Video) => return icon::play(),
            Self::Tile(KindName::Music) => icon::MUSIC,
            Self::Tile(KindName::Github) => icon::BRANCH,
            Self::Tile(KindName::Social) => icon::AT,
        })
    }
}

/// The menu in the sidebar, while it is open.
pub fn menu(editor: Editor) -> AnyView {
    let close = move || {
        editor.add_menu.set(false);
        dom::focus("add");
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            event.prevent_default();
            event.stop_propagation();
            close();
        }
    };
    let shown = move || {
        editor.add_menu.get().then(|| {
            dom::focus("add-link");
            let done = Callback::new(move |()| editor.add_menu.set(false));
            view! { <div class="editor-add-menu" id="add-menu" role="group" aria-label="Add to your page" on:keydown=key>{kinds(editor, done)}</div> }
        })
    };
    shown.into_any()
}

/// The buttons, or the form of the one that was pressed; `done` closes what they are in.
pub fn kinds(editor: Editor, done: Callback<()>) -> AnyView {
    let asking = RwSignal::new(None::<Addable>);
    let one = move |kind: Addable| {
        let id = format!("add-{}", kind.label().to_lowercase());
        view! { <button type="button" class="editor-add-kind" id=id on:click=move |_| begin(editor, kind, asking, done)>{kind.icon()}{kind.label()}</button> }
    };
    let shown = move || match asking.get() {
        None => view! { <div class="editor-add-kinds">{ADDABLES.map(one).collect_view()}</div> }.into_any(),
        Some(kind) => address_form::form(editor, kind, asking, done),
    };
    shown.into_any()
}

fn begin(editor: Editor, kind: Addable, asking: RwSignal<Option<Addable>>, done: Callback<()>) {
    match kind {
        Addable::Tile(KindName::Text) => write(editor, note("A note", None), "text", done),
        Addable::Stamp => write(editor, note("A stamp", Some(NoteLook::Stamp)), "text", done),
        Addable::Tile(KindName::Heading) => {
            let heading = Text::new("A new section").ok().map(|text| Kind::Heading(Heading { text }));
            write(editor, heading, "text", done);
        }
        Addable::Tile(KindName::Image) => {
            done.run(());
            upload::choose_images(editor);
        }
        Addable::Tile(_) => {
            asking.set(Some(kind));
            dom::focus("add-address");
        }
    }
}

fn note(words: &str, look: Option<NoteLook>) -> Option<Kind> {
    Text::new(words).ok().map(|text| Kind::Text(Note { text, look }))
}

/// Adds a tile with sample words and edits them in place; typing replaces them.
fn write(editor: Editor, kind: Option<Kind>, field: &'static str, done: Callback<()>) {
    done.run(());
    let Some(kind) = kind else { return };
    let selected = untrack(|| editor.selected_tiles()).pop();
    let after = match &kind {
        Kind::Heading(_) => selected.and_then(|id| end_of_section(editor, &id)),
        _ => selected,
    };
    if sidebar::add_behind(editor, vec![NewTile::of(kind)], after)
        && let Some(selection) = untrack(|| editor.selected_one())
    {
        if let Selection::Tile(id) = &selection {
            editor.canvas.sample_words.set_value(Some(id.clone()));
        }
        editor.inline_edit.set(Some(InlineEdit { selection, field }));
    }
}

/// The last tile of the section that a tile is in, so that a new section behind it leaves that one whole.
fn end_of_section(editor: Editor, id: &TileId) -> Option<TileId> {
    editor.draft.with_untracked(|draft| {
        let at = draft.position(id)?;
        let above = draft.tiles.iter().take(at + 1).rfind(|tile| is_heading(tile));
        match above {
            Some(heading) => section(draft, &heading.id).pop(),
            None => draft.tiles.iter().take_while(|tile| !is_heading(tile)).last().map(|tile| tile.id.clone()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{ADDABLES, Addable, KindName};

    #[test]
    fn every_tile_type_has_its_button() {
        for kind in KindName::ALL {
            assert_eq!(ADDABLES.iter().filter(|addable| **addable == Addable::Tile(*kind)).count(), 1, "{kind:?}");
        }
    }
}
