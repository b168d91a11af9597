//! The signals of moving in, and what the screens around it hand over.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mantel_model::Draft;
use mantel_model::brief::Brief;
use mantel_model::move_in::{EnclosedPicture, LeftOut, MovedIn, ThemeSuggestion};
use web_sys::DragEvent;

use crate::components::dom;
use crate::components::lazy_code::{LazyCode, LoadState};

/// The kinds of files that may be a saved page or a list of links, as a file input lists them.
pub const FILES: &str = ".html,.htm,.mhtml,.mht,.json,.csv,.tsv,.txt,.md,.opml,.xml,.yaml,.yml,text/html,application/json,text/csv,text/plain";

/// The screen that moving in is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostScreen {
    /// A tab of `/new`.
    New,
    /// A dialog of the editor.
    Editor,
    /// The first thing that the owner of a new page sees.
    Welcome,
}

/// What the screen around it hands over.
#[derive(Clone, Copy)]
pub struct Host {
    /// Which screen it is.
    pub place: HostScreen,
    /// The page that is moved into.
    pub page: Signal<Draft>,
    /// Adds to the page what is taken, as one step that can be undone.
    pub take: Callback<Taken>,
    /// Uploads a picture of the person that stood in the file, where there is an account for it.
    pub picture: Option<Callback<EnclosedPicture>>,
    /// Undoes that step.
    pub undo: Callback<()>,
    /// Leaves the screen: everything is taken, or nothing is to be.
    pub done: Callback<()>,
    /// Shows the page that is previewed, where it is not beside the rows.
    pub look: Callback<()>,
}

/// What is taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The tiles, and the profile if that is taken too.
    pub brief: Brief,
    /// Whether the profile is taken.
    pub profile: bool,
    /// Its palette and its accent, if they are taken.
    pub theme: Option<ThemeSuggestion>,
    /// "12 tiles moved in".
    pub label: String,
}

/// A page that was read.
#[derive(Debug, PartialEq)]
pub struct FoundPage {
    /// What was found.
    pub page: MovedIn,
    /// Its address, or the name of its file.
    pub from: String,
    /// Whether it came as a file.
    pub file: bool,
}

/// Why nothing could be read, and what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProblem {
    /// What happened, as a heading.
    pub title: String,
    /// The reason in the words of whoever refused.
    pub reason: Option<String>,
    /// What to do.
    pub advice: String,
    /// Whether a file helps.
    pub file: bool,
    /// Whether the same may work another time.
    pub again: bool,
}

/// How far it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// Nothing was read yet.
    #[default]
    Asking,
    /// Being read: its address, or the name of its file.
    Reading(String),
    /// It was read.
    Found(Arc<FoundPage>),
    /// It could not be read.
    Failed(ReadProblem),
    /// It was taken: what was, and what was not and why.
    Moved(String, Arc<Vec<LeftOut>>),
}

/// What the code in the file of its own is called for.
pub enum Task {
    /// Draws the screen.
    Screen(Host),
    /// Reads the address in the field.
    ReadAddress,
    /// Reads a file.
    ReadFile(web_sys::File),
}

/// The signals of moving in.
#[derive(Clone, Copy)]
pub struct MoveIn {
    code: LazyCode,
    start: fn(Self, Task),
    /// The text of the address field.
    pub address: RwSignal<String>,
    /// How far it is.
    pub stage: RwSignal<Stage>,
    /// The indices of the chosen rows.
    pub chosen: RwSignal<BTreeSet<usize>>,
    /// Whether its colours are taken too.
    pub its_colors: RwSignal<bool>,
    /// What would be taken now; `None` while nothing is found.
    pub taken: RwSignal<Option<Taken>>,
    /// Whether reading takes long.
    pub slow: RwSignal<bool>,
    /// The text that screen readers announce.
    pub announcement: RwSignal<String>,
    /// Counts what is read, so that an old reply does not count.
    pub attempt: StoredValue<u32>,
    /// Whether the address field takes the focus as soon as it is there.
    pub wants_focus: StoredValue<bool>,
}

impl MoveIn {
    /// Nothing read yet. `start` starts to read, once `code` is loaded.
    pub(super) fn new(code: LazyCode, start: fn(Self, Task)) -> Self {
        Self {
            code,
            start,
            address: RwSignal::new(String::new()),
            stage: RwSignal::new(Stage::Asking),
            chosen: RwSignal::new(BTreeSet::new()),
            its_colors: RwSignal::new(false),
            taken: RwSignal::new(None),
            slow: RwSignal::new(false),
            announcement: RwSignal::new(String::new()),
            attempt: StoredValue::new(0),
            wants_focus: StoredValue::new(false),
        }
    }

    /// Fetches the code, unless that has happened or is under way.
    pub fn load(self) {
        self.code.load();
    }

    /// Whether the code is loaded, tracked.
    pub fn load_state(self) -> LoadState {
        self.code.state()
    }

    /// Fills in an address without reading it: whoever followed a link has not asked for that.
    pub fn ask_about(self, address: &str) {
        self.address.set(address.to_owned());
        self.focus_field();
    }

    /// Focuses the address field, as soon as it is there.
    pub fn focus_field(self) {
        self.wants_focus.set_value(true);
        dom::focus("move-in-address");
    }

    /// Reads an address as soon as the code is there.
    pub fn read_address(self, address: &str) {
        self.address.set(address.to_owned());
        self.run(Task::ReadAddress);
    }

    /// Reads the file that was dropped, if there is one.
    pub fn drop_file(self, event: &DragEvent) -> bool {
        let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
        let Some(file) = file else { return false };
        event.prevent_default();
        self.read_file(file);
        true
    }

    /// Whether a file may be a saved page or a list of links, by its name.
    pub fn is_readable(file: &web_sys::File) -> bool {
        let name = file.name().to_ascii_lowercase();
        FILES.split(',').any(|end| end.starts_with('.') && name.ends_with(end))
    }

    /// Reads a file as soon as the code is there.
    pub fn read_file(self, file: web_sys::File) {
        self.run(Task::ReadFile(file));
    }

    fn run(self, task: Task) {
        spawn_local(async move {
            if self.code.ready().await {
                (self.start)(self, task);
            }
        });
    }

    /// The colours of the page that was found, in quarters as a palette is drawn; `None` when they are not known.
    pub fn colors_style(self) -> Option<String> {
        self.stage.with(|stage| {
            let Stage::Found(found) = stage else { return None };
            found.page.theme?;
            let colors = &found.page.colors;
            let (ground, accent) = (colors.first()?, colors.get(1).or(colors.first())?);
            let text = colors.get(2).unwrap_or(accent);
            Some(format!("--a:{ground};--b:{accent};--c:{ground};--d:{text}"))
        })
    }

    /// Forgets what was read.
    pub fn clear(self) {
        self.attempt.update_value(|attempt| *attempt = attempt.wrapping_add(1));
        self.stage.set(Stage::Asking);
        self.chosen.set(BTreeSet::new());
        self.taken.set(None);
    }
}
