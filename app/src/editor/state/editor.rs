//! What the editor holds, and the few ways in which anything changes.
//!
//! Everything that a person does to the page goes through [`Editor::edit`] or [`Editor::become_draft`]: it is drawn at
//! once, sent by `sync`, and can be taken back. Nothing else writes to the desk.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::api::{HistoryDraft, Published};
use mantel_model::facts::Facts;
use mantel_model::id::IdSource;
use mantel_model::photo::Pictures;
use mantel_model::sync::{Choice, DraftSync, RejectedStep};
use mantel_model::{Draft, Edit, Tile, TileId};

use super::breakpoint::Room;
use crate::components::dom;
use crate::editor::Start;
use crate::editor::presence::RemoteChange;
use crate::editor::sync::Net;
use crate::render::context::RenderContext;

/// What can be chosen on the table and in the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// The profile.
    Profile,
    /// A tile.
    Tile(TileId),
}

/// A field whose words are being written in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// Whose.
    pub thing: Selection,
    /// Name of the field, as the API has it.
    pub field: &'static str,
}

/// What lies over the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// What would go live.
    Publish,
    /// The keys.
    Keys,
    /// On a phone: the paste field.
    Adding,
    /// Without room for the left leg: the list of tiles, from the side or, on a phone, from below.
    Tiles,
    /// Without room for the right leg: looks, palettes and the rest of the design, from the side or from below.
    Look,
}

/// What the left leg shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Paste field and tiles.
    Tiles,
    /// The history.
    History,
}

/// The screen that the page is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 1280 wide.
    Desktop,
    /// 390 wide.
    Phone,
}

/// A sentence at the foot of the table, for eight seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened.
    pub words: String,
    /// Whether it offers to take the last turn back.
    pub undo: bool,
    /// Tells notices apart.
    pub at: u32,
}

/// The editor's signals, handed to every part.
#[derive(Clone, Copy)]
pub struct Editor {
    /// What the service said at the start.
    pub start: StoredValue<Start>,
    /// The name of the page; it can change while the editor is open.
    pub name: RwSignal<String>,
    /// Drafts, steps, turns. Written by this module and `sync` alone.
    pub(in crate::editor) desk: RwSignal<DraftSync>,
    /// The page as it is edited.
    pub draft: Memo<Draft>,
    /// The page on the table: the one that is edited, or a version of the history.
    pub shown: Memo<Draft>,
    /// What is filled in beside the tiles.
    pub facts: RwSignal<Arc<HashMap<TileId, Facts>>>,
    /// What is known of the page's pictures.
    pub pictures: RwSignal<Arc<Pictures>>,
    /// What is live.
    pub live: RwSignal<Option<Draft>>,
    /// When it went live, and as which version.
    pub published: RwSignal<Option<Published>>,
    /// Why whoever runs the service has taken the page down, while it is.
    pub suspended: RwSignal<Option<String>>,
    /// What is chosen, the last one last.
    pub chosen: RwSignal<Vec<Selection>>,
    /// The field whose words are being written in place.
    pub writing: RwSignal<Option<Writing>>,
    /// A version of the history on the table instead of the draft.
    pub looking: RwSignal<Option<HistoryDraft>>,
    /// How it stands with the service.
    pub net: RwSignal<Net>,
    /// What others did lately, the newest last.
    pub visits: RwSignal<Vec<RemoteChange>>,
    /// Said to screen readers.
    pub said: RwSignal<String>,
    /// Said at the foot of the table.
    pub notice: RwSignal<Option<Notice>>,
    /// What lies over the editor.
    pub sheet: RwSignal<Option<Sheet>>,
    /// How much room there is.
    pub room: RwSignal<Room>,
    /// What the left leg shows.
    pub leg: RwSignal<Leg>,
    /// Whether the legs stand.
    pub legs: RwSignal<bool>,
    /// The screen that the page is drawn for.
    pub screen: RwSignal<Screen>,
    /// Whether the page is drawn at its true size rather than fitted.
    pub full: RwSignal<bool>,
    /// What stands in the paste field.
    pub pasted: RwSignal<String>,
    /// Grows whenever tiles may stand elsewhere on the screen: what is drawn over them measures again.
    pub tick: RwSignal<u32>,
    /// What is under way on the page itself: gestures, uploads.
    pub board: crate::editor::canvas::Board,
    /// The time by which what others did counts as new, ms since 1970; set when something comes and when it grows old.
    pub clock: RwSignal<f64>,
    /// Grows whenever somebody asks to be led to what has to be chosen.
    pub asked: RwSignal<u32>,
    /// How many changes went up when the service could be reached again; 0 a while later.
    pub went_up: RwSignal<usize>,
    /// Whether the service has a newer editor than this one.
    pub stale: RwSignal<bool>,
    count: StoredValue<u32>,
}

impl Editor {
    /// An editor over what the service said.
    pub fn new(start: Start) -> Self {
        let (draft, facts) = start.page.draft.clone().split_facts();
        let pictures = start.page.pictures.clone();
        let live = start.live.clone().map(|live| live.split_facts().0);
        let desk = RwSignal::new(DraftSync::new(draft, start.page.version, ""));
        let published = start.page.published.clone();
        let suspended = start.page.suspended.clone();
        let name = start.page.username.to_string();
        let looking = RwSignal::new(None::<HistoryDraft>);
        let edited = Memo::new(move |_| desk.with(|desk| desk.shown().clone()));
        Self {
            start: StoredValue::new(start),
            name: RwSignal::new(name),
            desk,
            draft: edited,
            shown: Memo::new(move |_| match looking.get() {
                Some(version) => version.draft.split_facts().0,
                None => edited.get(),
            }),
            facts: RwSignal::new(Arc::new(facts)),
            pictures: RwSignal::new(Arc::new(pictures)),
            live: RwSignal::new(live),
            published: RwSignal::new(published),
            suspended: RwSignal::new(suspended),
            chosen: RwSignal::new(Vec::new()),
            writing: RwSignal::new(None),
            looking,
            net: RwSignal::new(Net::Fine),
            visits: RwSignal::new(Vec::new()),
            said: RwSignal::new(String::new()),
            notice: RwSignal::new(None),
            sheet: RwSignal::new(None),
            room: RwSignal::new(Room::Wide),
            leg: RwSignal::new(Leg::Tiles),
            legs: RwSignal::new(true),
            screen: RwSignal::new(Screen::Desktop),
            full: RwSignal::new(false),
            pasted: RwSignal::new(String::new()),
            tick: RwSignal::new(0),
            board: crate::editor::canvas::Board::new(),
            clock: RwSignal::new(0.0),
            asked: RwSignal::new(0),
            went_up: RwSignal::new(0),
            stale: RwSignal::new(false),
            count: StoredValue::new(0),
        }
    }

    /// What the page is drawn with.
    pub fn setting(self) -> RenderContext {
        let (facts, pictures) = (self.facts.get(), self.pictures.get());
        RenderContext { facts, pictures, sealed: true, draft: true, ..RenderContext::default() }
    }

    /// The same at this moment.
    pub fn setting_untracked(self) -> RenderContext {
        untrack(|| self.setting())
    }

    /// A part of the draft that changes only when it does.
    pub fn part<T: PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Draft) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.draft.with(&part))
    }

    /// A tile, as long as it is on the page.
    pub fn tile(self, id: TileId) -> Memo<Option<Tile>> {
        self.part(move |it| it.tile(&id).cloned())
    }

    /// Makes an edit, a turn of its own; `words` name it in the past: "Moved Print shop". A refusal is told.
    pub fn edit(self, edit: Edit, words: &str) -> bool {
        self.edit_in(edit, words, "")
    }

    /// Makes an edit of a gesture: those of one `gesture` in a row are one turn.
    pub fn edit_in(self, edit: Edit, words: &str, gesture: &str) -> bool {
        let made = self.desk.try_update(|desk| desk.edit(edit, words, gesture, &mut RandomIds));
        self.after(made.unwrap_or(Ok(false)).map_err(|error| error.to_string()))
    }

    /// Makes an edit of somebody who wrote over the draft as it was `seen`; what others changed there since is asked about.
    pub fn edit_over(self, seen: &Draft, edit: Edit, words: &str, gesture: &str) -> bool {
        let by = self.visits.with_untracked(|visits| visits.last().map(|visit| visit.by.clone()));
        let made = self.desk.try_update(|desk| {
            let known = desk.conflicts().len();
            let made = desk.edit_from(seen, edit, (words, gesture), by.as_ref(), &mut RandomIds);
            (made, desk.conflicts().len() > known)
        });
        let (made, asked) = made.unwrap_or((Ok(false), false));
        if asked {
            self.say("Changed elsewhere too: choose which to keep. Everything else goes on.");
        }
        self.after(made.map_err(|error| error.to_string()))
    }

    /// Makes the draft this one, in one turn of as few edits as it takes.
    pub fn become_draft(self, after: &Draft, words: &str, gesture: &str) -> bool {
        let made = self.desk.try_update(|desk| desk.set_draft(after, words, gesture));
        self.after(Ok(made.unwrap_or(false)))
    }

    fn after(self, made: Result<bool, String>) -> bool {
        self.looking.set(None);
        match made {
            Ok(changed) => {
                if changed {
                    crate::editor::sync::go(self);
                }
                changed
            }
            Err(words) => {
                self.say(&words);
                self.note(&words, false);
                false
            }
        }
    }

    /// Ends a gesture: what comes next is a turn of its own.
    pub fn pause(self) {
        self.desk.update_untracked(DraftSync::end_gesture);
    }

    /// Takes the last turn back.
    pub fn undo(self) {
        if let Some(words) = self.desk.try_update(DraftSync::undo).flatten() {
            self.say(&format!("Taken back: {words}"));
            crate::editor::sync::go(self);
        }
    }

    /// Does again what was taken back last.
    pub fn redo(self) {
        if let Some(words) = self.desk.try_update(DraftSync::redo).flatten() {
            self.say(&format!("Done again: {words}"));
            crate::editor::sync::go(self);
        }
    }

    /// What can be taken back next.
    pub fn undoable(self) -> Option<String> {
        self.desk.with(|desk| desk.undoable().map(str::to_owned))
    }

    /// What can be done again next.
    pub fn redoable(self) -> Option<String> {
        self.desk.with(|desk| desk.redoable().map(str::to_owned))
    }

    /// Undoes what others did, of one tile or of all.
    pub fn revert(self, visit: &RemoteChange, only: Option<&TileId>) {
        let words = format!("Undid what {} did", visit.who());
        let done = self.desk.try_update(|desk| desk.revert(&visit.before, &visit.after, only, &words));
        if done == Some(true) {
            self.say(&words);
            crate::editor::sync::go(self);
        } else {
            self.note("Nothing of it is left to undo: it was changed since.", false);
        }
    }

    /// Settles a question that came of two changes.
    pub fn choose_side(self, clash: u64, choice: Choice) {
        self.desk.update(|desk| desk.resolve(clash, choice, &mut RandomIds));
        crate::editor::sync::go(self);
    }

    /// Forgets a change that the service refused.
    pub fn discard(self, key: &str) {
        self.desk.update(|desk| desk.discard_rejected(key));
        crate::editor::sync::go(self);
    }

    /// Changes that the service refused, with its sentences.
    pub fn refused(self) -> Vec<RejectedStep> {
        self.desk.with(|desk| desk.rejected().to_vec())
    }

    /// An id for a tile that is made here.
    pub fn fresh_id(self) -> TileId {
        self.draft.with_untracked(|draft| draft.fresh_id(&mut RandomIds))
    }

    /// Chooses one thing alone; none puts the choice down.
    pub fn choose(self, thing: Option<Selection>) {
        let now: Vec<Selection> = thing.into_iter().collect();
        if self.chosen.with_untracked(|chosen| *chosen != now) {
            self.writing.set(None);
            self.chosen.set(now);
        }
    }

    /// The one thing that is chosen, if it is one.
    pub fn only(self) -> Option<Selection> {
        self.chosen.with(|chosen| if let [one] = chosen.as_slice() { Some(one.clone()) } else { None })
    }

    /// The tiles that are chosen.
    pub fn tiles_chosen(self) -> Vec<TileId> {
        let tile = |thing: &Selection| if let Selection::Tile(id) = thing { Some(id.clone()) } else { None };
        self.chosen.with(|chosen| chosen.iter().filter_map(tile).collect())
    }

    /// Says something to screen readers.
    pub fn say(self, words: &str) {
        self.said.set(words.to_owned());
    }

    /// Says something at the foot of the table, and to screen readers; with `undo` it offers to take the last turn back.
    pub fn note(self, words: &str, undo: bool) {
        let at = self.count.with_value(|count| count.wrapping_add(1));
        self.count.set_value(at);
        self.notice.set(Some(Notice { words: words.to_owned(), undo, at }));
        self.say(&if undo { format!("{words}. Undo is at the foot of the page.") } else { words.to_owned() });
        dom::after(8000, move || {
            if self.notice.with_untracked(|notice| notice.as_ref().is_some_and(|notice| notice.at == at)) {
                self.notice.set(None);
            }
        });
    }
}

/// Ids of tiles made in this browser.
struct RandomIds;

impl IdSource for RandomIds {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a random number below 2^32")]
    fn bits(&mut self) -> u64 {
        let half = || (js_sys::Math::random() * 4_294_967_296.0) as u64;
        half() << 32 | half()
    }
}
