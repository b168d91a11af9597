//! The editor's signals, and the operations on them.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mantel_model::Draft;
use mantel_model::brief::{Brief, Item};
use mantel_model::tile::{NewTile, TileColor};

use super::brief_state::{BriefState, LocatedWarning, ReadError};
use super::reader;
use super::start::Start;
use crate::components::lazy_code::LazyCode;
use crate::components::paste_preview::Readings;
use crate::components::{dom, tile_label};
use crate::move_in::{self, MoveIn, Taken};

/// The tabs of the sidebar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The form.
    Form,
    /// The JSON field.
    Json,
    /// Moving in from a page elsewhere.
    MoveIn,
}

/// Where the page being edited came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nowhere yet: it is empty.
    Empty,
    /// The link that was opened.
    Link,
    /// This browser's storage.
    Storage,
    /// Edits made here.
    Edited,
}

/// Why the JSON field cannot be read completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The reason, as a sentence with the position.
    pub message: String,
    /// The line, from 1.
    pub line: u32,
}

/// A step that can be undone.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoStep {
    /// What was done, as a sentence.
    pub label: String,
    /// The state before it.
    pub before: BriefState,
    /// Distinguishes steps.
    pub id: u32,
}

/// The editor's signals, handed to every part of the screen.
#[derive(Clone, Copy)]
pub struct BriefEditor {
    /// The data that the service provided with the document.
    pub start: StoredValue<Start>,
    /// The content.
    pub state: RwSignal<BriefState>,
    /// The page that the content describes.
    pub draft: Memo<Draft>,
    /// The page that the preview shows: with what is chosen while somebody moves in.
    pub shown: Memo<Draft>,
    /// The text of the JSON field.
    pub json_text: RwSignal<String>,
    /// Why the JSON field cannot be read completely.
    pub json_error: RwSignal<Option<JsonError>>,
    /// The tab shown.
    pub tab: RwSignal<Tab>,
    /// The line of the JSON field to scroll to next.
    pub reveal_line: RwSignal<Option<u32>>,
    /// Where the page came from.
    pub origin: RwSignal<Origin>,
    /// The text that screen readers announce.
    pub announcement: RwSignal<String>,
    /// The last step that can be undone.
    pub undo_step: RwSignal<Option<UndoStep>>,
    /// The open row, by the key of its item.
    pub open_row: RwSignal<Option<u32>>,
    /// Whether every row is shown.
    pub all_rows: RwSignal<bool>,
    /// Whether the claim card covers the sidebar.
    pub claim_open: RwSignal<bool>,
    /// The address of the page once it is live.
    pub live_url: RwSignal<Option<String>>,
    /// The text of the paste field.
    pub paste_text: RwSignal<String>,
    /// How ambiguous texts are read, where somebody has said so.
    pub paste_readings: RwSignal<Readings>,
    /// The code that reads what is pasted, and the JSON field.
    pub reader: LazyCode,
    /// Moving in from a page elsewhere.
    pub move_in: MoveIn,
    /// Whether the preview covers the form, on a narrow window.
    pub preview_large: RwSignal<bool>,
    last_undo_id: StoredValue<u32>,
}

impl BriefEditor {
    /// An editor for the page that the query describes. Whether the reader's code is loaded already is said by
    /// `reader_fetched`.
    pub fn new(start: Start, reader_fetched: bool) -> Self {
        let initial = start.initial_state();
        let origin = if initial.is_some() { Origin::Link } else { Origin::Empty };
        let state = RwSignal::new(initial.unwrap_or_default());
        let tab = RwSignal::new(if start.moves_in() { Tab::MoveIn } else { Tab::Form });
        let move_in = move_in::begin();
        let draft = Memo::new(move |_| state.with(BriefState::draft));
        let shown = Memo::new(move |_| match move_in.taken.get().filter(|_| tab.get() == Tab::MoveIn) {
            Some(taken) => state.with(|state| state.moved_in(&taken).draft()),
            None => draft.get(),
        });
        Self {
            start: StoredValue::new(start),
            state,
            draft,
            shown,
            json_text: RwSignal::new(String::new()),
            json_error: RwSignal::new(None),
            tab,
            reveal_line: RwSignal::new(None),
            origin: RwSignal::new(origin),
            announcement: RwSignal::new(String::new()),
            undo_step: RwSignal::new(None),
            open_row: RwSignal::new(None),
            all_rows: RwSignal::new(false),
            claim_open: RwSignal::new(false),
            live_url: RwSignal::new(None),
            paste_text: RwSignal::new(String::new()),
            paste_readings: RwSignal::new(Readings::new()),
            reader: reader::code(reader_fetched),
            move_in,
            preview_large: RwSignal::new(false),
            last_undo_id: StoredValue::new(0),
        }
    }

    /// A value derived from the brief that notifies only when it changes.
    pub fn memo<T: PartialEq + Send + Sync + 'static>(
        self,
        derive: impl Fn(&Brief) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.state.with(|state| derive(&state.brief)))
    }

    /// Shows a tab; the JSON text is generated when its tab is shown.
    pub fn show_tab(self, tab: Tab) {
        if tab == Tab::Json && self.tab.get_untracked() != Tab::Json && self.json_error.with_untracked(Option::is_none)
        {
            self.write_json();
        }
        self.tab.set(tab);
    }

    /// Opens the claim card.
    pub fn open_claim(self) {
        self.claim_open.set(true);
        dom::focus("claim-title");
    }

    /// Changes the brief from the form. The file as written is then outdated, and is generated anew when it is shown.
    pub fn edit(self, change: impl FnOnce(&mut Brief)) {
        self.mark_edited();
        if self.json_error.with_untracked(Option::is_some) {
            // The form cannot represent what could not be read: it is dropped, and an undo restores it.
            let text = Some(self.json_text.get_untracked());
            self.set_undo(BriefState { text, ..self.state.get_untracked() }, "What could not be read was left out");
        }
        self.state.update(|state| {
            change(&mut state.brief);
            state.text = None;
        });
        self.json_error.set(None);
        if self.tab.get_untracked() == Tab::Json {
            self.write_json();
        }
    }

    /// Changes one item, which clears the warnings about it.
    pub fn edit_item(self, key: u32, change: impl FnOnce(&mut Item)) {
        self.edit(|brief| {
            if let Some(item) = brief.links.iter_mut().find(|link| link.key == key) {
                change(item);
            }
        });
        self.clear_warnings(key);
    }

    fn clear_warnings(self, key: u32) {
        let about = |warning: &LocatedWarning| warning.item == Some(key);
        if self.state.with_untracked(|state| state.warnings.iter().any(about)) {
            self.state.update(|state| state.warnings.retain(|warning| !about(warning)));
        }
    }

    /// Generates the JSON text from the state.
    pub fn write_json(self) {
        let text = self.state.with_untracked(|state| state.text.clone());
        match text {
            Some(text) => self.json_text.set(text),
            None => {
                self.state.update(|state| {
                    state.text = Some(state.to_text().trim_end().to_owned());
                    state.warnings.clear();
                });
                self.json_text.set(self.state.with_untracked(|state| state.text.clone().unwrap_or_default()));
            }
        }
        self.json_error.set(None);
    }

    /// Reads the JSON field while somebody types: the last valid page stays when it cannot be read, and until the reader
    /// is there.
    pub fn set_json(self, text: String) {
        self.mark_edited();
        let read = if text.trim().is_empty() { Some(Ok(BriefState::default())) } else { reader::file(&text) };
        let Some(read) = read else { return self.read_json_later(text) };
        self.json_text.set(text);
        match read {
            Ok(state) => {
                self.json_error.set(None);
                self.state.set(state);
            }
            Err(ReadError { message, line, partial }) => {
                // A valid page stays until this can be read again; without one, the part that could be read is better
                // than nothing.
                let empty = self.state.with_untracked(BriefState::is_empty);
                let (partial, consequence) = match partial.filter(|_| empty) {
                    Some(partial) => (Some(partial), "The page shows what could be read before it."),
                    None => (None, "The page stays as it was until this reads again."),
                };
                self.json_error.set(Some(JsonError { message: format!("{message} {consequence}"), line }));
                if let Some(state) = partial {
                    self.state.set(*state);
                }
            }
        }
    }

    /// Reads the JSON field as soon as that is possible, unless it has another text by then.
    fn read_json_later(self, text: String) {
        self.json_text.set(text.clone());
        self.json_error.set(Some(JsonError { message: "Getting ready to read it.".to_owned(), line: 1 }));
        spawn_local(async move {
            let ready = self.reader.ready().await;
            if self.json_text.with_untracked(|present| *present != text) {
                return;
            }
            if ready {
                return self.set_json(text);
            }
            let message = "It could not be read yet: a part of the editor did not arrive. Your text stays here, and is read with the next letter.";
            self.json_error.set(Some(JsonError { message: message.to_owned(), line: 1 }));
        });
    }

    /// Loads another page; offers an undo if it replaces one.
    pub fn load(self, state: BriefState, origin: Origin, message: &str) {
        let before = self.state.get_untracked();
        if before.brief != Brief::default() && origin == Origin::Edited {
            self.set_undo(before, message);
        }
        self.open_row.set(None);
        self.state.set(state);
        self.origin.set(origin);
        self.json_error.set(None);
        self.announce(message);
        if self.tab.get_untracked() == Tab::Json {
            self.write_json();
        }
    }

    /// Takes what was chosen of a page elsewhere, as one step.
    pub fn take(self, taken: &Taken) {
        self.mark_edited();
        // The form cannot represent what could not be read: it is dropped, and an undo restores it.
        let unreadable = self.json_error.with_untracked(Option::is_some).then(|| self.json_text.get_untracked());
        let before = self.state.get_untracked();
        self.state.set(before.moved_in(taken));
        self.json_error.set(None);
        self.open_row.set(None);
        self.set_undo(BriefState { text: unreadable.or(before.text.clone()), ..before }, &taken.label);
    }

    /// Adds tiles at the end.
    pub fn add_tiles(self, tiles: Vec<NewTile>) {
        let (count, open_row) = (tiles.len(), self.open_row.get_untracked());
        self.edit(|brief| {
            for tile in tiles {
                let size = Some(tile.size).filter(|size| *size != tile.kind.default_size());
                let color = Some(tile.color).filter(|color| *color != TileColor::Auto);
                let key = brief.fresh_key();
                brief.links.push(Item { key, kind: tile.kind, size, color, lang: tile.lang });
            }
        });
        self.all_rows.set(true);
        self.open_row.set(open_row);
        self.announce(&if count == 1 { "Added".to_owned() } else { format!("{count} tiles added") });
    }

    /// Removes an item and offers an undo.
    pub fn remove_item(self, key: u32) {
        let before = self.state.get_untracked();
        let title = before.brief.links.iter().find(|link| link.key == key).map(|link| tile_label::title(&link.kind));
        self.edit(|brief| brief.links.retain(|link| link.key != key));
        self.clear_warnings(key);
        self.set_undo(before, &format!("{} removed", title.unwrap_or_default()));
    }

    /// Moves an item to the index that `target` computes from its present one.
    pub fn move_item(self, key: u32, target: impl FnOnce(usize) -> usize) {
        let mut moved = None;
        self.edit(|brief| {
            let Some(from) = brief.links.iter().position(|link| link.key == key) else { return };
            let to = target(from).min(brief.links.len().saturating_sub(1));
            if to != from {
                let item = brief.links.remove(from);
                brief.links.insert(to, item);
                moved = Some((to + 1, brief.links.len()));
            }
        });
        if let Some((place, count)) = moved {
            self.announcement.set(format!("Moved to place {place} of {count}"));
        }
    }

    /// Offers to undo a step, unless there was no content before it.
    pub fn offer_undo(self, before: BriefState, label: &str) {
        if !before.is_empty() {
            self.set_undo(before, label);
        }
    }

    /// Offers to undo a step for eight seconds.
    fn set_undo(self, before: BriefState, label: &str) {
        let id = self.last_undo_id.with_value(|id| id.wrapping_add(1));
        self.last_undo_id.set_value(id);
        self.undo_step.set(Some(UndoStep { label: label.to_owned(), before, id }));
        self.announce(&format!("{label}. Undo is at the foot of the form."));
        dom::after(8000, move || {
            if self.undo_step.with_untracked(|step| step.as_ref().is_some_and(|step| step.id == id)) {
                self.undo_step.set(None);
            }
        });
    }

    /// Undoes the last step.
    pub fn undo(self) {
        let Some(step) = self.undo_step.get_untracked() else { return };
        self.undo_step.set(None);
        let text = step.before.text.clone();
        self.state.set(step.before);
        self.announce("Back as it was");
        if let Some(unreadable) = text.filter(|text| !matches!(reader::file(text), Some(Ok(_)))) {
            return self.set_json(unreadable);
        }
        if self.tab.get_untracked() == Tab::Json {
            self.write_json();
        }
    }

    /// Applies what was typed into a field before the editor was mounted.
    pub fn replay_typed(self, field: &str, text: String) {
        match field {
            "name" => self.edit(|brief| brief.name = text),
            "where" => self.edit(|brief| brief.location = text),
            "line" => self.edit(|brief| brief.bio = text),
            "move-in-address" => self.move_in.address.set(text),
            _ => self.paste_text.set(text),
        }
    }

    /// Announces something to screen readers.
    pub fn announce(self, message: &str) {
        self.announcement.set(message.to_owned());
    }

    fn mark_edited(self) {
        if self.origin.get_untracked() != Origin::Edited {
            self.origin.set(Origin::Edited);
        }
    }
}
