//! What the editor holds: one brief, seen as a form and as JSON, and everything that may be done to it.

use leptos::prelude::*;
use mantel_model::brief::{self, Brief, Item, Source, Warning};
use mantel_model::tile::Kind;
use mantel_model::{Draft, PageFile};

use super::Start;
use crate::components::dom;
/// Ids come from this and each item's key, so the server's first drawing and the browser's agree.
pub use crate::components::paste_preview::SEED;

/// The two views of the leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Fields and rows.
    Form,
    /// The file.
    Json,
}

/// Where the page on the table came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing yet.
    Fresh,
    /// The link that was opened.
    Link,
    /// This browser's storage.
    Kept,
    /// Somebody's hands, here.
    Hands,
}

/// A step back.
#[derive(Clone, Debug, PartialEq)]
pub struct Undo {
    /// What was done.
    pub words: String,
    /// What was there before.
    pub before: Held,
    /// Tells steps apart.
    pub at: u32,
}

/// Everything that a step back brings back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Held {
    /// The brief.
    pub brief: Brief,
    /// The page file it came from, for what a brief cannot say.
    pub file: Option<Draft>,
    /// The file as written, if it still says the same.
    pub text: Option<String>,
    /// What was noticed while reading.
    pub warnings: Vec<Warning>,
}

/// The editor's signals, handed to every part.
#[derive(Clone, Copy)]
pub struct Work {
    /// What the service said at the start.
    pub start: StoredValue<Start>,
    /// All of the page.
    pub held: RwSignal<Held>,
    /// The page drawn.
    pub draft: Memo<Draft>,
    /// What stands in the JSON field.
    pub text: RwSignal<String>,
    /// Why the JSON field cannot be read to its end, as a sentence with its place.
    pub trouble: RwSignal<Option<(String, u32)>>,
    /// The view shown.
    pub tab: RwSignal<Tab>,
    /// The line of JSON to show next.
    pub line: RwSignal<Option<u32>>,
    /// Where the page came from.
    pub origin: RwSignal<Origin>,
    /// Said to screen readers.
    pub said: RwSignal<String>,
    /// The last step that can be taken back.
    pub undo: RwSignal<Option<Undo>>,
    /// The row that stands open, by its item's key.
    pub open: RwSignal<Option<u32>>,
    /// Whether every row is shown.
    pub all: RwSignal<bool>,
    /// Whether the claim card stands over the leg.
    pub claiming: RwSignal<bool>,
    /// What stands in the paste field.
    pub pasted: RwSignal<String>,
    steps: StoredValue<u32>,
}

impl Work {
    /// An editor over what the query says.
    pub fn new(start: Start) -> Self {
        let first = start.held();
        let origin = if first.is_some() { Origin::Link } else { Origin::Fresh };
        let held = RwSignal::new(first.unwrap_or_default());
        Self {
            start: StoredValue::new(start),
            held,
            draft: Memo::new(move |_| held.with(Held::draft)),
            text: RwSignal::new(String::new()),
            trouble: RwSignal::new(None),
            tab: RwSignal::new(Tab::Form),
            line: RwSignal::new(None),
            origin: RwSignal::new(origin),
            said: RwSignal::new(String::new()),
            undo: RwSignal::new(None),
            open: RwSignal::new(None),
            all: RwSignal::new(false),
            claiming: RwSignal::new(false),
            pasted: RwSignal::new(String::new()),
            steps: StoredValue::new(0),
        }
    }

    /// A part of the brief that changes only when it does.
    pub fn part<T: PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Brief) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.held.with(|it| part(&it.brief)))
    }

    /// Changes the brief from the form. The file as written no longer says the same and is written anew when looked at.
    pub fn edit(self, change: impl FnOnce(&mut Brief)) {
        self.touched();
        if self.trouble.with_untracked(Option::is_some) {
            // What could not be read has no place in the form: it leaves with a step back.
            let text = Some(self.text.get_untracked());
            self.step_back(Held { text, ..self.held.get_untracked() }, "What could not be read was left out");
        }
        self.held.update(|it| {
            change(&mut it.brief);
            it.text = None;
        });
        self.trouble.set(None);
        if self.tab.get_untracked() == Tab::Json {
            self.rewrite();
        }
    }

    /// Changes one item; what was noticed about it is settled by that.
    pub fn edit_item(self, key: u32, change: impl FnOnce(&mut Item)) {
        self.edit(|brief| {
            if let Some(item) = brief.links.iter_mut().find(|link| link.key == key) {
                change(item);
            }
        });
        self.settle(key);
    }

    fn settle(self, key: u32) {
        let about = |warning: &Warning| item_of(&warning.path) == Some(key);
        if self.held.with_untracked(|it| it.warnings.iter().any(about)) {
            self.held.update(|it| it.warnings.retain(|warning| !about(warning)));
        }
    }

    /// Writes the JSON field from what is held.
    pub fn rewrite(self) {
        let text = self.held.with_untracked(|it| it.text.clone());
        match text {
            Some(text) => self.text.set(text),
            None => {
                self.held.update(|it| {
                    it.text = Some(it.written().trim_end().to_owned());
                    it.warnings.clear();
                });
                self.text.set(self.held.with_untracked(|it| it.text.clone().unwrap_or_default()));
            }
        }
        self.trouble.set(None);
    }

    /// Reads the JSON field as somebody types: the last good page stays when nothing can be read.
    pub fn typed(self, text: String) {
        self.touched();
        let read = if text.trim().is_empty() { Ok(Held::default()) } else { Held::read(&text) };
        self.text.set(text);
        match read {
            Ok(held) => {
                self.trouble.set(None);
                self.held.set(held);
            }
            Err((words, line, part)) => {
                // A page that was good stays until this reads again; with none there, what could be read is better than nothing.
                let bare = self.held.with_untracked(Held::is_empty);
                let (part, fate) = match part.filter(|_| bare) {
                    Some(part) => (Some(part), "The page shows what could be read before it."),
                    None => (None, "The page stays as it was until this reads again."),
                };
                self.trouble.set(Some((format!("{words} {fate}"), line)));
                if let Some(held) = part {
                    self.held.set(*held);
                }
            }
        }
    }

    /// Puts another page on the table, with a step back when there was one.
    pub fn load(self, held: Held, origin: Origin, words: &str) {
        let before = self.held.get_untracked();
        if before.brief != Brief::default() && origin == Origin::Hands {
            self.step_back(before, words);
        }
        self.open.set(None);
        self.held.set(held);
        self.origin.set(origin);
        self.trouble.set(None);
        self.tell(words);
        if self.tab.get_untracked() == Tab::Json {
            self.rewrite();
        }
    }

    /// Adds items at the end, as pasted or written.
    pub fn add(self, kinds: Vec<Kind>) {
        let (count, opened) = (kinds.len(), self.open.get_untracked());
        self.edit(|brief| {
            for kind in kinds {
                let key = brief.fresh_key();
                brief.links.push(Item::new(key, kind));
            }
        });
        self.all.set(true);
        self.open.set(opened);
        self.tell(&if count == 1 { "Added".to_owned() } else { format!("{count} tiles added") });
    }

    /// Takes an item out, with a step back.
    pub fn remove(self, key: u32) {
        let before = self.held.get_untracked();
        let words = before
            .brief
            .links
            .iter()
            .find(|link| link.key == key)
            .map(|link| crate::components::tile_label::title(&link.kind));
        self.edit(|brief| brief.links.retain(|link| link.key != key));
        self.settle(key);
        self.step_back(before, &format!("{} removed", words.unwrap_or_default()));
    }

    /// Moves an item by one place, or to a place.
    pub fn shift(self, key: u32, to: impl FnOnce(usize) -> usize) {
        let mut place = None;
        self.edit(|brief| {
            let Some(at) = brief.links.iter().position(|link| link.key == key) else { return };
            let to = to(at).min(brief.links.len().saturating_sub(1));
            if to != at {
                let item = brief.links.remove(at);
                brief.links.insert(to, item);
                place = Some((to + 1, brief.links.len()));
            }
        });
        if let Some((at, of)) = place {
            self.said.set(format!("Moved to place {at} of {of}"));
        }
    }

    /// Offers a step back to what was there before.
    pub fn offer(self, before: Held, words: &str) {
        if !before.is_empty() {
            self.step_back(before, words);
        }
    }

    /// Offers a step back for eight seconds.
    fn step_back(self, before: Held, words: &str) {
        let at = self.steps.with_value(|steps| steps.wrapping_add(1));
        self.steps.set_value(at);
        self.undo.set(Some(Undo { words: words.to_owned(), before, at }));
        self.tell(&format!("{words}. Undo is at the foot of the form."));
        dom::after(8000, move || {
            if self.undo.with_untracked(|undo| undo.as_ref().is_some_and(|undo| undo.at == at)) {
                self.undo.set(None);
            }
        });
    }

    /// Takes the last step back.
    pub fn take_back(self) {
        let Some(undo) = self.undo.get_untracked() else { return };
        self.undo.set(None);
        let written = undo.before.text.clone();
        self.held.set(undo.before);
        self.tell("Back as it was");
        if let Some(text) = written.filter(|written| Held::read(written).is_err()) {
            return self.typed(text);
        }
        if self.tab.get_untracked() == Tab::Json {
            self.rewrite();
        }
    }

    /// Takes in what was typed into a field before the editor was ready.
    pub fn replay(self, field: &str, words: String) {
        match field {
            "name" => self.edit(|it| it.name = words),
            "where" => self.edit(|it| it.location = words),
            "line" => self.edit(|it| it.bio = words),
            _ => self.pasted.set(words),
        }
    }

    /// Says something to screen readers.
    pub fn tell(self, words: &str) {
        self.said.set(words.to_owned());
    }

    fn touched(self) {
        if self.origin.get_untracked() != Origin::Hands {
            self.origin.set(Origin::Hands);
        }
    }
}

/// The item a warning is about, by its place in the file.
pub fn item_of(path: &str) -> Option<u32> {
    path.strip_prefix("/links/").or_else(|| path.strip_prefix("/tiles/"))?.split('/').next()?.parse().ok()
}

/// JSON without line breaks, as links carry it, spread over lines; anything else as it is.
pub fn spread(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if value.is_object() => brief::pretty(&value),
        _ => text.to_owned(),
    }
}

impl Held {
    /// Reads a text. What cannot be read to its end gives a sentence, its line, and what came before it.
    ///
    /// # Errors
    /// The sentence, the line, and the part that could be read.
    pub fn read(text: &str) -> Result<Self, (String, u32, Option<Box<Self>>)> {
        let found = brief::import_partial(text, SEED)
            .map_err(|error| (error.to_string(), error.place.map_or(1, |place| place.line), None))?;
        let stop = found.stop.clone();
        let held = match found.source {
            Source::Brief(brief) => {
                Self { brief: *brief, file: None, text: Some(text.to_owned()), warnings: found.warnings }
            }
            Source::PageFile => Self {
                brief: Brief { username: found.username, ..Brief::of(&found.draft) },
                file: Some(found.draft),
                text: Some(text.to_owned()),
                warnings: found.warnings,
            },
        };
        match stop {
            None => Ok(held),
            Some(stop) => {
                let (line, column) = (stop.place.line, stop.place.column);
                let words = format!("Line {line}, column {column}: {}.", stop.message.trim_end_matches('.'));
                Err((words, line, Some(Box::new(held))))
            }
        }
    }

    /// Whether there is anything.
    pub fn is_empty(&self) -> bool {
        let it = &self.brief;
        it.links.is_empty() && it.name.is_empty() && it.bio.is_empty() && it.location.is_empty() && it.avatar.is_none()
    }

    /// The page: the brief's, with what only a page file can say.
    pub fn draft(&self) -> Draft {
        let mut draft = self.brief.to_draft(SEED);
        let Some(file) = &self.file else { return draft };
        for (item, tile) in self.brief.links.iter().zip(&mut draft.tiles) {
            if let Some(old) = usize::try_from(item.key).ok().and_then(|number| file.tiles.get(number)) {
                tile.id = old.id.clone();
                tile.pos = old.pos;
            }
        }
        let told = std::mem::replace(&mut draft.theme, file.theme.clone());
        let theme = &mut draft.theme;
        (theme.palette, theme.layout, theme.photos, theme.font) = (told.palette, told.layout, told.photos, told.font);
        (theme.background.style, theme.background.image) = (told.background.style, told.background.image);
        draft.profile.avatar_focus = file.profile.avatar_focus;
        draft.profile.avatar_zoom = file.profile.avatar_zoom;
        draft
    }

    /// The file, as Mantel writes it: a brief, or a whole page file when it came from one.
    pub fn written(&self) -> String {
        if self.file.is_some() {
            return PageFile::of(self.draft(), self.brief.username.clone(), "").to_text();
        }
        brief::text(&self.brief)
    }
}
