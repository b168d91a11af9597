//! Taking back one edit among those of others.

use mantel_model::Draft;
use mantel_model::edit::{Undone, apply, undo};
use mantel_model::id::SeededIds;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::any;
use crate::edit::{edit_of, step};

fn id(letter: char) -> String {
    format!("t_{}", letter.to_string().repeat(12))
}

/// A page with the notes that these letters name; a digit after a letter is a note's colour.
fn notes(order: &str) -> Draft {
    let note = |letter: char| json!({ "id": id(letter), "type": "text", "text": format!("Note {letter}") });
    page(json!({ "tiles": order.chars().map(note).collect::<Vec<_>>() }))
}

fn page(with: Value) -> Draft {
    let mut page = json!({ "profile": { "name": "Ada", "bio": "Potter" }, "theme": { "style": "washi", "preset": "sumi" }, "tiles": [] });
    for (part, value) in with.as_object().unwrap() {
        match (page[part].as_object_mut(), value) {
            (Some(fields), Value::Object(own)) => fields.extend(own.clone()),
            _ => page[part] = value.clone(),
        }
    }
    serde_json::from_value(page).unwrap()
}

fn order(draft: &Draft) -> String {
    draft.tiles.iter().filter_map(|tile| tile.id.as_str().chars().nth(2)).collect()
}

fn kept(undone: &Undone) -> Vec<&str> {
    undone.kept.iter().map(|problem| problem.path.as_str()).collect()
}

#[test]
fn tiles_go_come_back_and_stand_where_they_stood() {
    // Before the edit, after it, now; then with the edit taken back.
    for (before, after, now, expected) in [
        ("abc", "abcd", "abcd", "abc"),
        ("abc", "abcd", "xabcdy", "xabcy"),
        ("abc", "ac", "ac", "abc"),
        ("abc", "bc", "bc", "abc"),
        ("abcd", "d", "xd", "abcxd"),
        ("abc", "", "x", "abcx"),
        ("abc", "cab", "cab", "abc"),
        ("abc", "cab", "cxab", "axbc"),
        ("axb", "ba", "ba", "axb"),
        // Somebody else took it away since.
        ("ab", "abc", "ab", "ab"),
    ] {
        let undone = undo(&notes(before), &notes(after), &notes(now));
        assert_eq!((order(&undone.draft).as_str(), kept(&undone)), (expected, vec![]), "{before} {after} {now}");
    }
}

#[test]
fn what_somebody_changed_since_stays_and_is_named() {
    let before = page(json!({ "profile": { "bio": "Potter", "location": "Lisbon" } }));
    let after = page(json!({ "profile": { "bio": "Sculptor", "location": "Porto" }, "theme": { "radius": "large" } }));
    let now = page(
        json!({ "profile": { "bio": "Painter", "location": "Porto", "name": "Ines" }, "theme": { "radius": "large", "font": "mono" } }),
    );
    let undone = undo(&before, &after, &now);
    let expected = page(
        json!({ "profile": { "bio": "Painter", "location": "Lisbon", "name": "Ines" }, "theme": { "font": "mono" } }),
    );
    assert_eq!((undone.draft.clone(), kept(&undone)), (expected, vec!["/profile/bio"]));

    let tile =
        |title: &str, url: &str| json!({ "tiles": [{ "id": id('a'), "type": "link", "url": url, "title": title }] });
    let (old, new) = ("https://a.example/", "https://b.example/");
    let undone = undo(&page(tile("Shop", old)), &page(tile("Store", new)), &page(tile("Market", new)));
    assert_eq!(undone.draft, page(tile("Market", old)));
    assert_eq!(kept(&undone), [format!("/tiles/{}/title", id('a'))]);
    // Added by the edit, changed by somebody: it stays.
    let undone = undo(&notes(""), &page(tile("Shop", old)), &page(tile("Market", old)));
    assert_eq!(undone.draft, page(tile("Market", old)));
    assert_eq!(kept(&undone), [format!("/tiles/{}", id('a'))]);
    // Changed by the edit, removed by somebody: it does not come back.
    let undone = undo(&page(tile("Shop", old)), &page(tile("Store", old)), &notes(""));
    assert_eq!((order(&undone.draft).as_str(), kept(&undone).len()), ("", 1));
    // An order that somebody changed since.
    let undone = undo(&notes("abc"), &notes("cab"), &notes("bca"));
    assert_eq!((order(&undone.draft).as_str(), kept(&undone)), ("bca", vec!["/tiles"]));
}

#[test]
fn a_look_and_its_palette_go_together() {
    let of = |style: &str, preset: &str| page(json!({ "theme": { "style": style, "preset": preset } }));
    let (washi, night) = (of("washi", "sumi"), of("night", "sodium"));
    assert_eq!(undo(&washi, &night, &night).draft, washi);
    let other = of("night", "glacier");
    let undone = undo(&washi, &night, &other);
    assert_eq!((undone.draft.clone(), kept(&undone)), (other, vec!["/theme/style", "/theme/preset"]));
}

proptest! {
    #[test]
    fn an_edit_that_nobody_followed_is_taken_back_whole_and_so_is_its_undo(start in any::draft(6), steps in prop::collection::vec(step(), 1..4)) {
        let mut ids = SeededIds::new(5);
        let mut edited = start.clone();
        for step in steps {
            let Some(edit) = edit_of(step, &edited, &mut ids) else { continue };
            if let Ok(applied) = apply(&edited, edit, &mut ids) {
                edited = applied.draft;
            }
        }
        let undone = undo(&start, &edited, &edited);
        prop_assert_eq!(&undone.draft, &start);
        prop_assert!(undone.kept.is_empty(), "{:?}", undone.kept);
        prop_assert_eq!(undo(&edited, &start, &start).draft, edited);
    }

    #[test]
    fn an_undo_among_edits_of_others_makes_no_invalid_page(start in any::draft(6), own in step(), others in prop::collection::vec(step(), 0..4)) {
        let mut ids = SeededIds::new(7);
        let mut drafts = vec![start];
        for step in std::iter::once(own).chain(others) {
            let last = drafts[drafts.len() - 1].clone();
            let Some(edit) = edit_of(step, &last, &mut ids) else { continue };
            drafts.extend(apply(&last, edit, &mut ids).ok().map(|applied| applied.draft));
        }
        prop_assume!(drafts.len() > 1);
        let now = &drafts[drafts.len() - 1];
        let undone = undo(&drafts[0], &drafts[1], now);
        prop_assert!(undone.draft.problems().is_empty(), "{:?}", undone.draft.problems());
        let read: Draft = serde_json::from_value(serde_json::to_value(&undone.draft).unwrap()).unwrap();
        prop_assert_eq!(&read, &undone.draft);
        for problem in &undone.kept {
            prop_assert!(problem.path.starts_with('/') && !problem.message.is_empty());
        }
    }
}
