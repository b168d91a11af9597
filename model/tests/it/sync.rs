//! The editor's sync: local and remote edits merge, nothing is lost, everything can be undone.

use mantel_model::edit::{Edit, apply};
use mantel_model::id::SeededIds;
use mantel_model::sync::{About, Choice, Difference, DraftSync};
use mantel_model::tile::TileColor;
use mantel_model::{Draft, TileId, read};
use proptest::prelude::*;
use serde_json::{Value, json};

fn page(tiles: &Value) -> Draft {
    let page = json!({ "profile": { "name": "Ada" }, "theme": { "style": "cozy", "preset": "oak" }, "tiles": tiles });
    read::read_draft(&page, &mut SeededIds::new(1)).unwrap()
}

fn id(letter: char) -> TileId {
    TileId::parse(&format!("t_{}", letter.to_string().repeat(12))).unwrap()
}

/// A page of notes, each named by a letter.
fn notes(letters: &str) -> Draft {
    page(
        &letters
            .chars()
            .map(|letter| json!({ "id": id(letter), "type": "text", "text": letter.to_string() }))
            .collect(),
    )
}

fn order(draft: &Draft) -> String {
    draft.tiles.iter().filter_map(|tile| tile.id.as_str().chars().nth(2)).collect()
}

fn write(letter: char, words: &str) -> Edit {
    Edit::Update { id: id(letter), patch: json!({ "text": words }) }
}

fn words(draft: &Draft, letter: char) -> String {
    serde_json::to_value(draft.tile(&id(letter)).unwrap()).unwrap()["text"].as_str().unwrap().to_owned()
}

/// A fake service: one draft, a version, and rejection of stale base versions.
#[derive(Debug)]
struct Service {
    draft: Draft,
    version: u64,
}

impl Service {
    fn new(draft: Draft) -> Self {
        Self { draft, version: 1 }
    }

    fn take(&mut self, base: u64, edit: Edit) -> Option<u64> {
        if base != self.version {
            return None;
        }
        self.draft = apply(&self.draft, edit, &mut SeededIds::new(9)).ok()?.draft;
        self.version += 1;
        Some(self.version)
    }

    /// Sends all pending steps of a sync, as an editor does.
    fn drain(&mut self, sync: &mut DraftSync) {
        while let Some((_, edit)) = sync.next_to_send() {
            match self.take(sync.version(), edit) {
                Some(version) => sync.confirm(version),
                None => {
                    sync.receive(self.draft.clone(), self.version, None, "");
                }
            }
        }
        sync.receive(self.draft.clone(), self.version, None, "");
        assert_eq!(*sync.shown(), self.draft, "what is shown is what the service has");
    }
}

fn sync(service: &Service, name: &str) -> DraftSync {
    DraftSync::new(service.draft.clone(), service.version, name)
}

fn edit(sync: &mut DraftSync, edit: Edit) {
    sync.edit(edit, "Changed", "", &mut SeededIds::new(sync.version() * 1000 + sync.pending() as u64)).unwrap();
}

#[test]
fn edits_of_different_tiles_and_fields_merge() {
    let mut service = Service::new(notes("abc"));
    let (mut mine, mut theirs) = (sync(&service, "m"), sync(&service, "t"));
    edit(&mut mine, write('a', "mine"));
    edit(&mut mine, Edit::Update { id: id('b'), patch: json!({ "color": "mint" }) });
    edit(&mut theirs, write('b', "theirs"));
    edit(&mut theirs, Edit::Move { id: id('c'), position: 0 });
    edit(&mut theirs, Edit::Theme(json!({ "background": { "dim": 0.4 } })));
    edit(&mut mine, Edit::Theme(json!({ "background": { "blur": 3 } })));
    service.drain(&mut theirs);
    service.drain(&mut mine);
    assert!(mine.conflicts().is_empty());
    assert_eq!(order(&service.draft), "cab");
    assert_eq!((words(&service.draft, 'a').as_str(), words(&service.draft, 'b').as_str()), ("mine", "theirs"));
    assert_eq!(service.draft.theme.background.dim.get(), 0.4);
    assert_eq!(service.draft.theme.background.blur.get(), 3.0);
}

#[test]
fn the_same_field_on_both_sides_is_asked_and_everything_else_goes_on() {
    for (choice, a, count) in [(Choice::Mine, "mine", 2), (Choice::Theirs, "theirs", 2), (Choice::Both, "theirs", 3)] {
        let mut service = Service::new(notes("ab"));
        let (mut mine, mut theirs) = (sync(&service, "m"), sync(&service, "t"));
        edit(&mut mine, write('a', "mine"));
        edit(&mut mine, write('b', "also mine"));
        edit(&mut theirs, write('a', "theirs"));
        service.drain(&mut theirs);
        service.drain(&mut mine);
        assert_eq!(words(&service.draft, 'a'), "theirs");
        assert_eq!(words(&service.draft, 'b'), "also mine");
        let [conflict] = mine.conflicts() else { panic!("{:?}", mine.conflicts()) };
        assert_eq!(conflict.about, About::Tile(id('a')));
        assert_eq!(
            conflict.difference,
            Difference::Field { field: "text".to_owned(), mine: json!("mine"), theirs: json!("theirs") }
        );
        mine.resolve(conflict.id, choice, &mut SeededIds::new(7));
        service.drain(&mut mine);
        assert!(mine.conflicts().is_empty());
        assert_eq!(words(&service.draft, 'a'), a);
        assert_eq!(service.draft.tiles.len(), count);
        if choice == Choice::Both {
            assert_eq!(serde_json::to_value(&service.draft.tiles[1]).unwrap()["text"], "mine");
        }
    }
}

#[test]
fn a_tile_removed_on_one_side_and_changed_on_the_other_is_asked() {
    let mut service = Service::new(notes("ab"));
    let (mut mine, mut theirs) = (sync(&service, "m"), sync(&service, "t"));
    edit(&mut mine, Edit::Remove { id: id('a') });
    edit(&mut mine, write('b', "mine"));
    edit(&mut theirs, write('a', "theirs"));
    edit(&mut theirs, Edit::Remove { id: id('b') });
    service.drain(&mut theirs);
    service.drain(&mut mine);
    assert_eq!(order(&service.draft), "a");
    assert_eq!(mine.conflicts().len(), 2);
    let all: Vec<u64> = mine.conflicts().iter().map(|conflict| conflict.id).collect();
    for conflict in all {
        mine.resolve(conflict, Choice::Mine, &mut SeededIds::new(7));
    }
    service.drain(&mut mine);
    assert_eq!(order(&service.draft), "b");
    assert_eq!(words(&service.draft, 'b'), "mine");
}

#[test]
fn a_step_whose_reply_was_lost_is_known_as_done() {
    let mut service = Service::new(notes("ab"));
    let mut mine = sync(&service, "m");
    edit(&mut mine, write('a', "mine"));
    let new = json!({ "id": id('n'), "type": "text", "text": "new" });
    let tile =
        read::read_draft(&json!({ "profile": { "name": "x" }, "theme": {}, "tiles": [new] }), &mut SeededIds::new(1));
    edit(&mut mine, Edit::Add { tiles: vec![tile.unwrap().tiles.remove(0).into()], after: None });
    for _ in 0..2 {
        let (_, step) = mine.next_to_send().unwrap();
        service.take(service.version, step).unwrap();
        mine.send_failed();
        mine.receive(service.draft.clone(), service.version, None, "");
    }
    assert_eq!(mine.pending(), 0);
    assert!(mine.conflicts().is_empty());
    assert_eq!(order(&service.draft), "abn");
}

#[test]
fn who_goes_on_writing_after_a_lost_reply_is_asked_nothing() {
    for (applied, reloaded, undone) in
        [(true, false, false), (false, false, false), (true, true, false), (true, true, true), (false, true, true)]
    {
        let mut service = Service::new(notes("ab"));
        let mut mine = sync(&service, "m");
        edit(&mut mine, write('a', "on the tr"));
        let (_, step) = mine.next_to_send().unwrap();
        if applied {
            service.take(service.version, step).unwrap();
        }
        mine.send_failed();
        edit(&mut mine, write('a', "on the trai"));
        edit(&mut mine, write('a', "on the train"));
        if reloaded {
            let mut after = sync(&service, "n");
            after.continue_from(DraftSync::from_json(&mine.to_json()).unwrap());
            mine = after;
        }
        while undone && mine.undo().is_some() {}
        let expected = if undone { "a" } else { "on the train" };
        mine.receive(service.draft.clone(), service.version, None, "");
        assert!(mine.conflicts().is_empty(), "{applied} {reloaded} {undone}");
        assert_eq!(words(mine.shown(), 'a'), expected, "{applied} {reloaded} {undone}");
        service.drain(&mut mine);
        assert_eq!(words(&service.draft, 'a'), expected);
    }
}

/// The fields keep the names under which browsers have stored them: an update must not lose unsent work.
#[test]
fn work_that_an_earlier_version_stored_is_read() {
    let service = Service::new(notes("ab"));
    let update = json!({ "update": { "id": id('a'), "patch": { "text": "mine" }, "was": { "text": "a" } } });
    let stored = json!({
        "base": service.draft, "version": service.version, "name": "m", "count": 3, "redo": [],
        "steps": [{ "key": "m-1", "op": update }],
        "undo": [{ "words": "Wrote", "ops": [update], "gesture": "text" }],
        "clashes": [{ "id": 2, "about": "theme", "differ": { "field": { "field": "font", "mine": "hand", "theirs": "book" } }, "at": "" }],
        "refused": [{ "key": "m-3", "op": update, "words": "That is too long." }],
    });
    let mine = DraftSync::from_json(&stored.to_string()).unwrap();
    assert_eq!((words(mine.shown(), 'a').as_str(), mine.pending()), ("mine", 1));
    assert_eq!((mine.undoable(), mine.conflicts().len()), (Some("Wrote"), 1));
    assert_eq!(mine.rejected()[0].reason, "That is too long.");
    assert_eq!(serde_json::from_str::<Value>(&mine.to_json()).unwrap(), stored);
}

#[test]
fn what_waits_and_what_can_be_undone_survives_a_reload() {
    let mut service = Service::new(notes("abc"));
    let mut mine = sync(&service, "m");
    for turn in 0..20 {
        edit(&mut mine, write('a', &format!("turn {turn}")));
        if turn % 2 == 0 {
            service.drain(&mut mine);
        }
    }
    edit(&mut mine, Edit::Remove { id: id('a') });
    let mut back = DraftSync::from_json(&mine.to_json()).unwrap();
    assert_eq!(back.shown(), mine.shown());
    for _ in 0..21 {
        back.undo().unwrap();
    }
    assert_eq!(back.undo(), None);
    service.drain(&mut back);
    assert_eq!(service.draft, notes("abc"));
    for _ in 0..21 {
        back.redo().unwrap();
    }
    service.drain(&mut back);
    assert_eq!(order(&service.draft), "bc");
}

#[test]
fn undo_leaves_what_others_changed_since() {
    let mut service = Service::new(notes("ab"));
    let (mut mine, mut theirs) = (sync(&service, "m"), sync(&service, "t"));
    edit(&mut mine, Edit::Update { id: id('a'), patch: json!({ "text": "mine", "color": "mint" }) });
    service.drain(&mut mine);
    service.drain(&mut theirs);
    edit(&mut theirs, write('a', "theirs"));
    service.drain(&mut theirs);
    service.drain(&mut mine);
    assert!(mine.undo().is_some());
    service.drain(&mut mine);
    assert_eq!(words(&service.draft, 'a'), "theirs");
    assert_eq!(serde_json::to_value(service.draft.tile(&id('a'))).unwrap()["color"], "auto");
}

#[test]
fn what_somebody_else_did_can_be_undone_tile_by_tile() {
    let mut service = Service::new(notes("abc"));
    let (mut mine, mut theirs) = (sync(&service, "m"), sync(&service, "t"));
    edit(&mut theirs, write('a', "theirs"));
    edit(&mut theirs, Edit::Remove { id: id('b') });
    service.drain(&mut theirs);
    let update = mine.receive(service.draft.clone(), service.version, None, "").unwrap();
    assert_eq!(update.changes.changed.len(), 1);
    assert!(mine.revert(&update.before, &update.after, Some(&id('b')), "Put back b"));
    service.drain(&mut mine);
    assert_eq!(order(&service.draft), "abc");
    assert_eq!(words(&service.draft, 'a'), "theirs");
    assert!(mine.revert(&update.before, &update.after, None, "Undid all"));
    service.drain(&mut mine);
    assert_eq!(service.draft, notes("abc"));
}

#[test]
fn one_gesture_is_one_turn_and_one_step() {
    let mut service = Service::new(notes("ab"));
    let mut mine = sync(&service, "m");
    for words in ["h", "he", "hello"] {
        mine.edit(write('a', words), "Wrote", "a/text", &mut SeededIds::new(1)).unwrap();
    }
    assert_eq!(mine.pending(), 1);
    mine.undo().unwrap();
    assert_eq!(*mine.shown(), notes("ab"));
    service.drain(&mut mine);
    assert_eq!(service.version, 1, "nothing was left to send");
}

#[test]
fn a_refused_step_is_kept_apart_with_its_sentence() {
    let service = Service::new(notes("ab"));
    let mut mine = sync(&service, "m");
    edit(&mut mine, write('a', "mine"));
    edit(&mut mine, write('b', "mine"));
    assert!(mine.next_to_send().is_some());
    mine.reject("That is too long.");
    assert_eq!(mine.rejected().len(), 1);
    assert_eq!(words(mine.shown(), 'a'), "a");
    assert_eq!(words(mine.shown(), 'b'), "mine");
    let key = mine.rejected()[0].key.clone();
    mine.discard_rejected(&key);
    assert!(mine.rejected().is_empty());
}

#[test]
fn what_a_closed_tab_left_is_taken_over() {
    let mut service = Service::new(notes("abc"));
    let (mut gone, mut here) = (sync(&service, "g"), sync(&service, "h"));
    edit(&mut gone, write('a', "left behind"));
    edit(&mut gone, write('b', "left behind"));
    edit(&mut here, write('b', "here"));
    service.drain(&mut here);
    assert!(gone.has_unsaved_work());
    let mut left = DraftSync::from_json(&gone.to_json()).unwrap();
    let keys: Vec<String> = left.next_to_send().into_iter().map(|(step, _)| step.key).collect();
    here.adopt(&mut left);
    assert!(!left.has_unsaved_work(), "nobody else takes it over");
    assert_eq!(left.undoable(), Some("Changed"), "its tab may come back and undo it");
    assert_eq!(here.next_to_send().map(|(step, _)| vec![step.key]), Some(keys), "a call keeps its key");
    here.send_failed();
    service.drain(&mut here);
    assert_eq!((words(&service.draft, 'a').as_str(), words(&service.draft, 'b').as_str()), ("left behind", "here"));
    assert_eq!(here.conflicts().len(), 1);
}

#[test]
fn a_store_that_is_found_again_with_later_edits_gives_only_these() {
    let mut service = Service::new(notes("ab"));
    let (mut gone, mut here) = (sync(&service, "g"), sync(&service, "h"));
    let stored = |sync: &DraftSync| DraftSync::from_json(&sync.to_json()).unwrap();
    gone.edit(write('a', "one"), "Wrote", "a/text", &mut SeededIds::new(1)).unwrap();
    here.adopt(&mut stored(&gone));
    service.drain(&mut here);
    // The closed tab's final state: the same step continues, another follows, one was rejected.
    gone.edit(write('a', "one, two"), "Wrote", "a/text", &mut SeededIds::new(1)).unwrap();
    edit(&mut gone, write('b', "three"));
    here.adopt(&mut stored(&gone));
    service.drain(&mut here);
    assert_eq!(words(&service.draft, 'b'), "three");
    let conflict = here.conflicts().first().map(|conflict| conflict.id);
    if let Some(id) = conflict {
        here.resolve(id, Choice::Mine, &mut SeededIds::new(1));
        service.drain(&mut here);
    }
    assert_eq!(words(&service.draft, 'a'), "one, two");
    // Adopting the same state again changes nothing.
    let version = service.version;
    here.adopt(&mut stored(&gone));
    service.drain(&mut here);
    assert_eq!((service.version, here.conflicts().len(), here.rejected().len()), (version, 0, 0));
}

#[test]
fn a_tab_that_comes_back_goes_on_under_a_new_name() {
    let mut service = Service::new(notes("abc"));
    let mut before = sync(&service, "one");
    edit(&mut before, Edit::Remove { id: id('a') });
    service.drain(&mut before);
    edit(&mut before, write('b', "unsaved"));
    let mut back = sync(&service, "two");
    edit(&mut back, write('c', "done since"));
    back.continue_from(DraftSync::from_json(&before.to_json()).unwrap());
    assert_eq!(back.name(), "two");
    service.drain(&mut back);
    assert_eq!(words(&service.draft, 'b'), "unsaved");
    for _ in 0..3 {
        back.undo().unwrap();
    }
    assert_eq!(back.undo(), None);
    let (step, _) = back.next_to_send().unwrap();
    assert!(step.key.starts_with("two-"), "{}", step.key);
    back.send_failed();
    service.drain(&mut back);
    assert_eq!(service.draft, notes("abc"));
}

#[test]
fn a_key_that_came_with_another_call_is_replaced_unless_the_step_was_made() {
    let mut service = Service::new(notes("ab"));
    let mut mine = sync(&service, "m");
    edit(&mut mine, Edit::Remove { id: id('a') });
    service.drain(&mut mine);
    mine.undo().unwrap();
    // Never sent: the key belongs to another call.
    let (step, _) = mine.next_to_send().unwrap();
    assert!(!step.sent);
    mine.key_was_taken();
    let (again, edit) = mine.next_to_send().unwrap();
    assert_ne!(again.key, step.key);
    assert!(!again.sent);
    // Applied, but the reply is lost, also across a reload; then somebody removes the tile.
    service.take(mine.version(), edit).unwrap();
    let mut mine = DraftSync::from_json(&mine.to_json()).unwrap();
    service.take(service.version, Edit::Remove { id: id('a') }).unwrap();
    mine.receive(service.draft.clone(), service.version, None, "");
    let (third, _) = mine.next_to_send().unwrap();
    assert!(third.sent && third.key == again.key);
    mine.already_applied(&third.key);
    service.drain(&mut mine);
    assert_eq!((order(&service.draft).as_str(), mine.pending()), ("b", 0), "it does not come back");
    // Rejected for its stale base version: it was not applied.
    mine.edit(write('b', "once"), "Changed", "", &mut SeededIds::new(5)).unwrap();
    assert!(!mine.next_to_send().unwrap().0.sent);
    mine.not_made();
    mine.send_failed();
    assert!(!mine.next_to_send().unwrap().0.sent);
}

#[test]
fn a_step_is_undone_by_its_number_and_no_other() {
    let mut service = Service::new(notes("abc"));
    let mut mine = sync(&service, "m");
    edit(&mut mine, Edit::Remove { id: id('a') });
    let removal = mine.last_undo_step().unwrap();
    edit(&mut mine, write('b', "since"));
    assert!(mine.can_undo_step(removal));
    assert_eq!(mine.undo_step(removal).as_deref(), Some("Changed"));
    assert_eq!((order(mine.shown()).as_str(), words(mine.shown(), 'b').as_str()), ("abc", "since"));
    assert!(!mine.can_undo_step(removal));
    assert_eq!(mine.undo_step(removal), None);
    assert_eq!(mine.redo().as_deref(), Some("Changed"));
    assert_eq!(order(mine.shown()), "bc");
    assert!(!mine.can_undo_step(removal), "what is done again is another step");
    service.drain(&mut mine);
}

#[test]
fn another_page_altogether_is_one_call_when_tile_by_tile_would_take_too_many() {
    let many = |from: usize| {
        let id = |at: usize| {
            format!("t_{}{}aaaaaaaaaa", char::from(b'a' + (at / 20) as u8), char::from(b'a' + (at % 20) as u8))
        };
        page(&(from..from + 60).map(|at| json!({ "id": id(at), "type": "text", "text": at.to_string() })).collect())
    };
    let mut service = Service::new(many(0));
    let mut here = sync(&service, "here");
    assert!(here.set_draft(&many(60), "Replaced the page", ""));
    assert_eq!(here.pending(), 1);
    service.drain(&mut here);
    assert_eq!(service.draft, many(60));
    here.undo();
    service.drain(&mut here);
    assert_eq!(service.draft, many(0));
}

/// Twelve tiles under another name, none of which stays as it is.
fn earlier() -> Draft {
    let mut draft = notes("lkjihgfedcba");
    for (at, tile) in draft.tiles.iter_mut().enumerate() {
        tile.color = if at % 2 == 0 { TileColor::Mint } else { TileColor::Rose };
    }
    draft.profile = read::read_profile(&json!({ "name": "Before" })).unwrap();
    draft
}

#[test]
fn restoring_and_undoing_that_is_one_call_each_however_much_differs() {
    let now = notes("amnb");
    let mut service = Service::new(now.clone());
    let mut here = sync(&service, "here");
    assert!(here.restore(&earlier(), "Restored version 1"));
    assert!(!here.restore(&earlier(), "Restored version 1"), "it is restored already");
    service.drain(&mut here);
    assert_eq!((service.version, &service.draft), (2, &earlier()));
    assert_eq!(here.undo().as_deref(), Some("Restored version 1"));
    service.drain(&mut here);
    assert_eq!((service.version, &service.draft), (3, &now));
    assert_eq!(here.redo().as_deref(), Some("Restored version 1"));
    service.drain(&mut here);
    assert_eq!((service.version, &service.draft), (4, &earlier()));
}

#[test]
fn a_restore_and_its_undo_leave_what_others_changed_meanwhile() {
    let mut service = Service::new(notes("amnb"));
    let (mut mine, mut theirs) = (sync(&service, "m"), sync(&service, "t"));
    // While the restore is under way, somebody else writes in a tile that both drafts have, and adds one.
    assert!(mine.restore(&earlier(), "Restored version 1"));
    edit(&mut theirs, write('a', "theirs"));
    let added = notes("z").tiles.remove(0);
    edit(&mut theirs, Edit::Add { tiles: vec![added.into()], after: None });
    service.drain(&mut theirs);
    let before = service.version;
    service.drain(&mut mine);
    assert_eq!(service.version, before + 1, "still one call");
    assert_eq!((words(&service.draft, 'a'), service.draft.profile.name.as_str()), ("theirs".to_owned(), "Before"));
    assert!(service.draft.tile(&id('z')).is_some() && service.draft.tile(&id('m')).is_none());
    service.drain(&mut theirs);
    edit(&mut theirs, write('b', "theirs too"));
    service.drain(&mut theirs);
    let before = service.version;
    service.drain(&mut mine);
    mine.undo().unwrap();
    service.drain(&mut mine);
    assert_eq!(service.version, before + 1);
    assert_eq!([words(&service.draft, 'a'), words(&service.draft, 'b')], ["theirs", "theirs too"]);
    assert!(service.draft.tile(&id('m')).is_some());
    assert_eq!(service.draft.profile.name.as_str(), "Ada");
}

#[test]
fn a_restore_whose_reply_was_lost_is_made_once() {
    let mut service = Service::new(notes("amnb"));
    let mut here = sync(&service, "here");
    here.restore(&earlier(), "Restored version 1");
    let (_, sent) = here.next_to_send().unwrap();
    service.take(1, sent).unwrap();
    here.send_failed();
    here.receive(service.draft.clone(), service.version, None, "");
    assert_eq!((here.pending(), here.conflicts().len()), (0, 0));
    service.drain(&mut here);
    assert_eq!((service.version, &service.draft), (2, &earlier()));
}

#[test]
fn a_file_that_was_loaded_outside_is_undone_like_an_edit_and_known_once() {
    let (before, loaded) = (notes("ab"), earlier());
    let mut service = Service::new(loaded.clone());
    let mut here = sync(&service, "here");
    here.made_elsewhere(&loaded, "Loaded a file");
    assert_eq!(here.undoable(), None, "nothing changed");
    here.made_elsewhere(&before, "Loaded a file");
    here.made_elsewhere(&before, "Loaded a file");
    assert_eq!(here.undo().as_deref(), Some("Loaded a file"));
    here.made_elsewhere(&before, "Loaded a file");
    assert_eq!(here.undoable(), None);
    service.drain(&mut here);
    assert_eq!((service.version, &service.draft), (2, &before));
}

#[test]
fn a_look_takes_its_palette_along() {
    let mut service = Service::new(notes("a"));
    let (mut mine, mut theirs) = (sync(&service, "m"), sync(&service, "t"));
    edit(&mut mine, Edit::Theme(json!({ "style": "washi", "preset": "sumi" })));
    edit(&mut theirs, Edit::Theme(json!({ "preset": "linen" })));
    service.drain(&mut theirs);
    service.drain(&mut mine);
    assert_eq!(service.draft.theme.palette.name(), "sumi");
    mine.undo().unwrap();
    service.drain(&mut mine);
    assert_eq!(service.draft.theme.look().as_str(), "cozy");
}

/// A random action, on any existing tile.
#[derive(Clone, Debug)]
enum Deed {
    Add(usize),
    Write(usize, u8),
    Color(usize, u8),
    Move(usize, usize),
    Remove(usize),
    Theme(u8),
    Undo,
    Redo,
    Send,
}

fn deed() -> impl Strategy<Value = Deed> {
    let at = 0..8_usize;
    prop_oneof![
        3 => at.clone().prop_map(Deed::Add),
        4 => (at.clone(), any::<u8>()).prop_map(|(at, number)| Deed::Write(at, number)),
        2 => (at.clone(), any::<u8>()).prop_map(|(at, number)| Deed::Color(at, number)),
        3 => (at.clone(), at.clone()).prop_map(|(at, to)| Deed::Move(at, to)),
        2 => at.prop_map(Deed::Remove),
        1 => any::<u8>().prop_map(Deed::Theme),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
        3 => Just(Deed::Send),
    ]
}

fn act(sync: &mut DraftSync, deed: &Deed, ids: &mut SeededIds) {
    let shown = sync.shown().clone();
    let some = |at: usize| (!shown.tiles.is_empty()).then(|| shown.tiles[at % shown.tiles.len()].id.clone());
    let edit = match deed {
        Deed::Add(at) => {
            let new = json!({ "profile": { "name": "x" }, "theme": {}, "tiles": [{ "type": "text", "text": "new" }] });
            let tile = read::read_draft(&new, ids).unwrap().tiles.remove(0);
            Some(Edit::Add { tiles: vec![tile.into()], after: some(*at) })
        }
        Deed::Write(at, it) => some(*at).map(|id| Edit::Update { id, patch: json!({ "text": format!("words {it}") }) }),
        Deed::Color(at, it) => {
            let color = ["mint", "rose", "sky"][usize::from(*it) % 3];
            some(*at).map(|id| Edit::Update { id, patch: json!({ "color": color }) })
        }
        Deed::Move(at, to) => some(*at).map(|id| Edit::Move { id, position: *to }),
        Deed::Remove(at) => some(*at).map(|id| Edit::Remove { id }),
        Deed::Theme(it) => {
            let look = ["washi", "night", "cozy"][usize::from(*it) % 3];
            Some(Edit::Theme(json!({ "style": look })))
        }
        Deed::Undo => {
            sync.undo();
            None
        }
        Deed::Redo => {
            sync.redo();
            None
        }
        Deed::Send => None,
    };
    if let Some(edit) = edit {
        sync.edit(edit, "Changed", "", ids).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    /// Two editors and a service: whatever they do, in whatever order it arrives, all end with the same page, also
    /// after a reload each; and one who alone undoes everything is back at the start.
    #[test]
    fn all_tabs_come_to_the_same_page(deeds in prop::collection::vec((any::<bool>(), deed()), 1..40)) {
        let mut service = Service::new(notes("abcde"));
        let mut tabs = [sync(&service, "m"), sync(&service, "t")];
        let mut ids = SeededIds::new(5);
        for (which, deed) in &deeds {
            let sync = &mut tabs[usize::from(*which)];
            act(sync, deed, &mut ids);
            if matches!(deed, Deed::Send) {
                service.drain(sync);
            }
            let kept = DraftSync::from_json(&sync.to_json()).unwrap();
            prop_assert_eq!(kept.shown(), sync.shown());
        }
        for sync in &mut tabs {
            service.drain(sync);
        }
        for sync in &mut tabs {
            service.drain(sync);
            prop_assert_eq!(sync.pending(), 0);
            prop_assert_eq!(sync.shown(), &service.draft);
        }
    }

    #[test]
    fn who_works_alone_can_take_everything_back(deeds in prop::collection::vec(deed(), 1..40)) {
        let mut service = Service::new(notes("abcde"));
        let mut sync = sync(&service, "m");
        let mut ids = SeededIds::new(5);
        for deed in &deeds {
            act(&mut sync, deed, &mut ids);
            if matches!(deed, Deed::Send) {
                service.drain(&mut sync);
            }
        }
        let after = sync.shown().clone();
        let mut turns = 0;
        while sync.undo().is_some() {
            turns += 1;
        }
        prop_assert_eq!(sync.shown(), &notes("abcde"));
        for _ in 0..turns {
            sync.redo();
        }
        service.drain(&mut sync);
        prop_assert!(sync.conflicts().is_empty());
        if !deeds.iter().any(|deed| matches!(deed, Deed::Undo | Deed::Redo)) {
            prop_assert_eq!(service.draft, after);
        }
    }
}

#[test]
fn words_written_over_what_nobody_saw_are_asked_about() {
    let mut sync = DraftSync::new(notes("ab"), 1, "");
    let seen = sync.shown().clone();
    // Somebody else changes the note while it is being edited here, based on the previous text.
    let theirs = apply(&seen, write('a', "theirs"), &mut SeededIds::new(3)).unwrap().draft;
    sync.receive(theirs, 2, None, "");
    let over = |sync: &mut DraftSync, words: &str| {
        sync.edit_from(&seen, write('a', words), ("Wrote", "g"), None, &mut SeededIds::new(4)).unwrap()
    };
    assert!(!over(&mut sync, "mine"), "nothing changes before it is chosen");
    assert!(!over(&mut sync, "mine, longer"), "and what is typed on belongs to the same question");
    assert_eq!((words(sync.shown(), 'a').as_str(), sync.conflicts().len()), ("theirs", 1));
    let conflict = sync.conflicts()[0].clone();
    assert!(
        matches!(&conflict.difference, Difference::Field { field, mine, theirs } if field == "text" && *mine == json!("mine, longer") && *theirs == json!("theirs")),
        "{conflict:?}"
    );
    sync.resolve(conflict.id, Choice::Mine, &mut SeededIds::new(5));
    assert_eq!((words(sync.shown(), 'a').as_str(), sync.conflicts().len()), ("mine, longer", 0));
    // A change of another tile of the same page causes no conflict.
    let other = apply(&seen, write('b', "elsewhere"), &mut SeededIds::new(6)).unwrap().draft;
    assert!(sync.edit_from(&seen, write('b', "elsewhere"), ("Wrote", ""), None, &mut SeededIds::new(7)).unwrap());
    assert_eq!(words(sync.shown(), 'b'), words(&other, 'b'));
}

#[test]
fn words_for_a_tile_that_is_gone_by_now_ask_and_bring_it_back() {
    let seen = notes("ab");
    let mut sync = DraftSync::new(seen.clone(), 1, "");
    let theirs = apply(&seen, Edit::Remove { id: id('a') }, &mut SeededIds::new(3)).unwrap().draft;
    sync.receive(theirs, 2, None, "");
    for words in ["mine", "mine, longer"] {
        let made = sync.edit_from(&seen, write('a', words), ("Wrote", "g"), None, &mut SeededIds::new(4)).unwrap();
        assert!(!made, "nothing changes before it is chosen");
    }
    let [conflict] = sync.conflicts() else { panic!("one question: {:?}", sync.conflicts()) };
    assert!(matches!(&conflict.difference, Difference::Gone { .. }), "{conflict:?}");
    sync.resolve(conflict.id, Choice::Mine, &mut SeededIds::new(5));
    assert_eq!((words(sync.shown(), 'a').as_str(), sync.conflicts().len()), ("mine, longer", 0));
}
