//! Everything that can be added to the page, one button for each: notes, headings and stamps begin on the page with the
//! caret in them, a picture asks for a file, everything else asks for its address in place.

mod address_form;

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::text::Text;
use mantel_model::tile::{Heading, Kind, NewTile, Note, NoteLook};

use crate::components::{dom, icon};
use crate::editor::sidebar;
use crate::editor::state::editor::Editor;
use crate::editor::state::sections::{is_heading, section};
use crate::editor::state::selection::{InlineEdit, Selection};
use crate::editor::upload;

/// What can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addable {
    Link,
    Note,
    Heading,
    Picture,
    Stamp,
    Video,
    Music,
    Repository,
    Social,
}

impl Addable {
    const ALL: [Self; 9] = [
        Self::Link,
        Self::Note,
        Self::Heading,
        Self::Picture,
        Self::Stamp,
        Self::Video,
        Self::Music,
        Self::Repository,
        Self::Social,
    ];

    const fn label(self) -> &'static str {
        match self {
            Self::Link => "Link",
            Self::Note => "Note",
            Self::Heading => "Heading",
            Self::Picture => "Picture",
            Self::Stamp => "Stamp",
            Self::Video => "Video",
            Self::Music => "Music",
            Self::Repository => "Repository",
            Self::Social => "Social",
        }
    }

    fn icon(self) -> AnyView {
        icon::stroke(match self {
            Self::Link => icon::LINK,
            Self::Note => icon::NOTE,
            Self::Heading => icon::HEADING,
            Self::Picture => icon::IMAGE,
            Self::Stamp => icon::BADGE,
            Self::Video => return icon::play(),
            Self::Music => icon::MUSIC,
            Self::Repository => icon::BRANCH,
            Self::Social => icon::AT,
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
        None => view! { <div class="editor-add-kinds">{Addable::ALL.map(one).collect_view()}</div> }.into_any(),
        Some(kind) => address_form::form(editor, kind, asking, done),
    };
    shown.into_any()
}

fn begin(editor: Editor, kind: Addable, asking: RwSignal<Option<Addable>>, done: Callback<()>) {
    match kind {
        Addable::Note => write(editor, note("A note", None), "text", done),
        Addable::Stamp => write(editor, note("A stamp", Some(NoteLook::Stamp)), "text", done),
        Addable::Heading => {
            let heading = Text::new("A new section").ok().map(|text| Kind::Heading(Heading { text }));
            write(editor, heading, "text", done);
        }
        Addable::Picture => {
            done.run(());
            upload::choose_images(editor);
        }
        Addable::Link | Addable::Video | Addable::Music | Addable::Repository | Addable::Social => {
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
