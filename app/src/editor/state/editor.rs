//! The editor's signals and what is derived from them.
//!
//! Everything that the owner does to the page goes through `Editor::edit` or `Editor::replace_draft` (see `edits`): it
//! is drawn at once, sent by `sync`, and can be undone. Only these methods and `sync` write to the draft.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::api::{HistoryDraft, Published};
use mantel_model::facts::Facts;
use mantel_model::photo::Pictures;
use mantel_model::sync::DraftSync;
use mantel_model::{Draft, Tile, TileId};

use super::breakpoint::Breakpoint;
use super::canvas::CanvasState;
use super::dialog::{Dialog, Screen, SidebarTab};
use super::notice::Notice;
use super::paste_reader;
use super::remote_change::RemoteChange;
use super::selection::{InlineEdit, Selection};
use super::start::Start;
use super::status::Connection;
use crate::components::lazy_code::LazyCode;
use crate::components::paste_preview::Readings;
use crate::components::scoped_memo::scoped_memo;
use crate::move_in::{self, MoveIn};
use crate::render::context::RenderContext;

/// The editor's signals, handed to every view.
#[derive(Clone, Copy)]
pub struct Editor {
    /// The data that the service provided with the document.
    pub start: StoredValue<Start>,
    /// The username of the page; it can change while the editor is open.
    pub username: RwSignal<String>,
    /// The draft with its unsent steps and its undo steps. Only `edits` and `sync` write to it.
    pub(crate) draft_sync: RwSignal<DraftSync>,
    /// Whether the work that this tab had stored before it was loaded has been restored into the draft.
    pub restored: RwSignal<bool>,
    /// Called after every change that may have left steps to send.
    pub(super) on_change: StoredValue<Option<fn(Self)>>,
    /// The draft being edited.
    pub draft: Memo<Draft>,
    /// What the canvas shows: the draft, or a version of the history.
    pub shown: Memo<Draft>,
    /// Metadata of what the tiles link to.
    pub facts: RwSignal<Arc<HashMap<TileId, Facts>>>,
    /// Metadata of the page's images.
    pub pictures: RwSignal<Arc<Pictures>>,
    /// The live page.
    pub live: RwSignal<Option<Draft>>,
    /// When it was published, and as which version.
    pub published: RwSignal<Option<Published>>,
    /// Why the operator of the service has taken the page down, as long as that lasts.
    pub suspended: RwSignal<Option<String>>,
    /// The selected items, the most recent last.
    pub selected: RwSignal<Vec<Selection>>,
    /// The field that is being edited in place.
    pub inline_edit: RwSignal<Option<InlineEdit>>,
    /// The version of the history that the canvas shows instead of the draft.
    pub viewed_version: RwSignal<Option<HistoryDraft>>,
    /// The state of the connection to the service.
    pub connection: RwSignal<Connection>,
    /// Recent changes by others, newest last.
    pub remote_changes: RwSignal<Vec<RemoteChange>>,
    /// The text that screen readers announce.
    pub announcement: RwSignal<String>,
    /// The notice at the foot of the canvas.
    pub notice: RwSignal<Option<Notice>>,
    /// The dialog, drawer or sheet that is open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// The breakpoint of the window's width.
    pub breakpoint: RwSignal<Breakpoint>,
    /// What the sidebar shows.
    pub sidebar_tab: RwSignal<SidebarTab>,
    /// Whether the sidebar and the design panel are shown.
    pub panels_shown: RwSignal<bool>,
    /// The screen size that the page is drawn for.
    pub screen: RwSignal<Screen>,
    /// Whether the page is drawn at full size rather than scaled to fit.
    pub full_size: RwSignal<bool>,
    /// Whether the menu of what can be added is open in the sidebar.
    pub add_menu: RwSignal<bool>,
    /// Whether a press in a list adds to the selection, so that several tiles can be chosen without a keyboard.
    pub choosing: RwSignal<bool>,
    /// Whether a heading that is moved in the list leaves the tiles of its section behind.
    pub heading_alone: RwSignal<bool>,
    /// The text in the paste field.
    pub paste_text: RwSignal<String>,
    /// How ambiguous texts are read, where the owner has said so.
    pub paste_readings: RwSignal<Readings>,
    /// Reads what is pasted.
    pub paste_reader: LazyCode,
    /// Moving in from a page elsewhere.
    pub move_in: MoveIn,
    /// Whether moving in is the first thing that the owner of a new page sees.
    pub welcome: RwSignal<bool>,
    /// Incremented whenever tiles may have moved on the screen, so that overlays measure again.
    pub layout_tick: RwSignal<u32>,
    /// What is in progress on the page itself: gestures, uploads.
    pub canvas: CanvasState,
    /// The time against which the age of remote changes is measured, ms since 1970; set when one arrives and when one
    /// expires.
    pub clock: RwSignal<f64>,
    /// Incremented whenever the user asks to see the open conflict.
    pub conflict_reveals: RwSignal<u32>,
    /// How many changes were sent after a reconnect; reset to 0 a while later.
    pub synced_after_reconnect: RwSignal<usize>,
    /// Whether the service has a newer build of the editor.
    pub update_available: RwSignal<bool>,
    pub(super) notice_count: StoredValue<u32>,
}

impl Editor {
    /// An editor for the data that the service provided.
    pub fn new(start: Start) -> Self {
        let (draft, facts) = start.page.draft.clone().split_facts();
        let pictures = start.page.pictures.clone();
        let live = start.live.clone().map(|live| live.split_facts().0);
        let draft_sync = RwSignal::new(DraftSync::new(draft, start.page.version, ""));
        let published = start.page.published.clone();
        let suspended = start.page.suspended.clone();
        let username = start.page.username.to_string();
        let viewed_version = RwSignal::new(None::<HistoryDraft>);
        let edited = Memo::new(move |_| draft_sync.with(|sync| sync.shown().clone()));
        Self {
            start: StoredValue::new(start),
            username: RwSignal::new(username),
            draft_sync,
            restored: RwSignal::new(false),
            on_change: StoredValue::new(None),
            draft: edited,
            shown: Memo::new(move |_| match viewed_version.get() {
                Some(version) => version.draft.split_facts().0,
                None => edited.get(),
            }),
            facts: RwSignal::new(Arc::new(facts)),
            pictures: RwSignal::new(Arc::new(pictures)),
            live: RwSignal::new(live),
            published: RwSignal::new(published),
            suspended: RwSignal::new(suspended),
            selected: RwSignal::new(Vec::new()),
            inline_edit: RwSignal::new(None),
            viewed_version,
            connection: RwSignal::new(Connection::Online),
            remote_changes: RwSignal::new(Vec::new()),
            announcement: RwSignal::new(String::new()),
            notice: RwSignal::new(None),
            dialog: RwSignal::new(None),
            breakpoint: RwSignal::new(Breakpoint::Wide),
            sidebar_tab: RwSignal::new(SidebarTab::Tiles),
            panels_shown: RwSignal::new(true),
            screen: RwSignal::new(Screen::Desktop),
            full_size: RwSignal::new(false),
            add_menu: RwSignal::new(false),
            choosing: RwSignal::new(false),
            heading_alone: RwSignal::new(false),
            paste_text: RwSignal::new(String::new()),
            paste_readings: RwSignal::new(Readings::new()),
            paste_reader: paste_reader::code(),
            move_in: move_in::begin(),
            welcome: RwSignal::new(false),
            layout_tick: RwSignal::new(0),
            canvas: CanvasState::default(),
            clock: RwSignal::new(0.0),
            conflict_reveals: RwSignal::new(0),
            synced_after_reconnect: RwSignal::new(0),
            update_available: RwSignal::new(false),
            notice_count: StoredValue::new(0),
        }
    }

    /// The context in which the page is drawn.
    pub fn render_context(self) -> RenderContext {
        let (facts, pictures) = (self.facts.get(), self.pictures.get());
        RenderContext { facts, pictures, sealed: true, draft: true, ..RenderContext::default() }
    }

    /// The same without tracking.
    pub fn render_context_untracked(self) -> RenderContext {
        untrack(|| self.render_context())
    }

    /// A memo of a part of the draft.
    pub fn draft_memo<T: PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Draft) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.boxed_draft_memo(Box::new(part))
    }

    /// Compiled once for each type of value, not for each memo.
    fn boxed_draft_memo<T: PartialEq + Send + Sync + 'static>(
        self,
        part: Box<dyn Fn(&Draft) -> T + Send + Sync>,
    ) -> Memo<T> {
        scoped_memo(move || self.draft.with(&part))
    }

    /// A tile; `None` when it is no longer on the page.
    pub fn tile(self, id: TileId) -> Memo<Option<Tile>> {
        self.draft_memo(move |draft| draft.tile(&id).cloned())
    }

    /// Selects a single item; `None` clears the selection.
    pub fn select(self, selection: Option<Selection>) {
        let now: Vec<Selection> = selection.into_iter().collect();
        if self.selected.with_untracked(|selected| *selected != now) {
            self.inline_edit.set(None);
            self.selected.set(now);
        }
    }

    /// Adds an item to the selection, or takes it out.
    pub fn toggle_selected(self, selection: &Selection) {
        self.inline_edit.set(None);
        self.selected.update(|selected| match selected.iter().position(|other| other == selection) {
            Some(at) => drop(selected.remove(at)),
            None => selected.push(selection.clone()),
        });
    }

    /// Shows the inspector of the selection again after a drag had put it away.
    pub fn show_inspector(self) {
        if self.canvas.dragged.with_untracked(|dragged| !dragged.is_empty()) {
            self.canvas.dragged.set(Vec::new());
        }
    }

    /// Whether the selection is as a drag left it, so that its inspector stays closed.
    pub fn is_dragged_selection(self) -> bool {
        self.canvas.dragged.with(|dragged| !dragged.is_empty() && self.selected.with(|selected| selected == dragged))
    }

    /// The selected item, if exactly one is selected.
    pub fn selected_one(self) -> Option<Selection> {
        self.selected.with(|selected| if let [one] = selected.as_slice() { Some(one.clone()) } else { None })
    }

    /// The selected tiles.
    pub fn selected_tiles(self) -> Vec<TileId> {
        let tile = |selection: &Selection| if let Selection::Tile(id) = selection { Some(id.clone()) } else { None };
        self.selected.with(|selected| selected.iter().filter_map(tile).collect())
    }

    /// Whether the page is drawn for a phone.
    pub fn is_phone_layout(self) -> bool {
        self.screen.get_untracked() == Screen::Phone || document().body().is_some_and(|body| body.client_width() < 600)
    }

    /// Whether tiles are placed freely on the screen size that the page is drawn for.
    pub fn is_free_layout(self) -> bool {
        self.draft.with_untracked(|draft| draft.theme.layout == mantel_model::theme::Layout::Canvas)
            && !self.is_phone_layout()
    }
}
