//! The plan from one draft to another: it reaches its goal, is short, and keeps ids.

use std::collections::{HashMap, HashSet, VecDeque};

use mantel_model::edit::{Changes, Edit, apply, plan, recognise};
use mantel_model::id::SeededIds;
use mantel_model::{Draft, TileId, brief, limits, read};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::any;

fn page(tiles: &Value) -> Draft {
    let page = json!({ "profile": { "name": "Ada" }, "theme": { "style": "washi" }, "tiles": tiles });
    read::read_draft(&page, &mut SeededIds::new(1)).unwrap()
}

/// A page of notes, each named by a letter.
fn notes(letters: &str) -> Draft {
    let note = |character: char| json!({ "id": format!("t_{}", character.to_string().repeat(12)), "type": "text", "text": character });
    page(&letters.chars().map(note).collect())
}

fn followed(before: &Draft, steps: &[Edit]) -> Draft {
    let mut ids = SeededIds::new(99);
    steps.iter().fold(before.clone(), |draft, step| apply(&draft, step.clone(), &mut ids).unwrap().draft)
}

/// The steps in short notation: `+a` added, `-a` removed, `>a` moved, `~a` updated.
fn short(steps: &[Edit]) -> String {
    let letter = |id: &TileId| id.as_str().chars().nth(2).unwrap();
    let word = |step: &Edit| match step {
        Edit::Add { tiles, .. } => format!("+{}", letter(tiles[0].id.as_ref().unwrap())),
        Edit::Remove { id } => format!("-{}", letter(id)),
        Edit::Move { id, .. } => format!(">{}", letter(id)),
        Edit::Update { id, .. } => format!("~{}", letter(id)),
        Edit::Theme(_) => "theme".to_owned(),
        Edit::Profile(_) => "profile".to_owned(),
        Edit::Replace(_) => "replace".to_owned(),
    };
    steps.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn way(before: &str, after: &str) -> String {
    let (before, after) = (notes(before), notes(after));
    let steps = plan(&before, &after);
    assert_eq!(followed(&before, &steps), after);
    short(&steps)
}

#[test]
fn one_difference_is_one_edit() {
    assert_eq!(way("abc", "abc"), "");
    assert_eq!(way("abc", "abcd"), "+d");
    assert_eq!(way("abc", "adbc"), "+d");
    assert_eq!(way("abc", "ab"), "-c");
    assert_eq!(way("abc", "bc"), "-a");
    assert_eq!(way("abcdef", "bcdefa"), ">a");
    assert_eq!(way("abcdef", "fabcde"), ">f");
    assert_eq!(way("", "abc"), "+a +b +c");
    assert_eq!(way("abc", ""), "-a -b -c");
}

#[test]
fn a_tile_for_the_front_takes_a_move_only_when_all_others_stay() {
    assert_eq!(way("abc", "dabc"), "+d >d");
    assert_eq!(way("abc", "dbc"), "+d -a");
    assert_eq!(way("abc", "dcb"), "+d >c -a");
    assert_eq!(way("ab", "dba"), "+d >a");
    assert_eq!(way("a", "b"), "-a +b");
}

#[test]
fn a_patch_holds_what_differs_and_null_for_what_is_gone() {
    let tile = |more: Value| {
        let mut tile = json!({ "id": "t_aaaaaaaaaaaa", "type": "link", "url": "https://example.com/" });
        tile.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        page(&json!([tile]))
    };
    let before = tile(json!({ "title": "Site", "zoom": 2, "pos": { "x": 0, "y": 0, "w": 288, "h": 288 } }));
    let after = tile(json!({ "title": "Shop", "pos": { "x": 8, "y": 0, "w": 288, "h": 288 } }));
    let steps = plan(&before, &after);
    let [Edit::Update { patch, .. }] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!(*patch, json!({ "title": "Shop", "zoom": null, "pos": { "x": 8 } }));
    assert_eq!(followed(&before, &steps), after);
}

#[test]
fn a_tile_of_another_type_under_the_same_id_goes_and_comes_anew() {
    let before = notes("abc");
    let mut after = before.clone();
    let heading = json!({ "id": after.tiles[1].id, "type": "heading", "text": "b" });
    after.tiles[1] = serde_json::from_value(heading).unwrap();
    let steps = plan(&before, &after);
    assert_eq!(short(&steps), "-b +b");
    assert_eq!(followed(&before, &steps), after);
}

#[test]
fn a_full_page_changes_within_its_limit() {
    let full = |from: u64| {
        let note = |number: u64| json!({ "id": TileId::from_bits(number), "type": "text", "text": number.to_string() });
        page(&(from..from + limits::TILES as u64).map(note).collect())
    };
    let (before, after) = (full(0), full(1));
    let steps = plan(&before, &after);
    assert_eq!(steps.len(), 2);
    assert_eq!(followed(&before, &steps), after);
    let mut after = before.clone();
    after.tiles[0].id = TileId::from_bits(5000);
    assert_eq!(followed(&before, &plan(&before, &after)), after);
}

#[test]
fn where_no_way_of_steps_keeps_the_limits_it_is_one_replacement() {
    let long = "x".repeat(limits::TEXT);
    let page_of = |texts: &[&str]| {
        let tiles: Vec<Value> = texts
            .iter()
            .zip(0..)
            .map(|(text, at)| json!({ "id": TileId::from_bits(at), "type": "text", "text": text }))
            .collect();
        page(&tiles.into())
    };
    // As many notes as fit when one of them is short.
    let with_short = |at: usize, count: usize| {
        let mut texts = vec![long.as_str(); count];
        texts[at] = "short";
        page_of(&texts)
    };
    let count = (240..limits::TILES).rev().find(|count| with_short(0, *count).bytes() <= limits::PAGE_BYTES).unwrap();
    let (before, after) = (with_short(0, count), with_short(239, count));
    assert!(after.bytes() <= limits::PAGE_BYTES);
    let steps = plan(&before, &after);
    assert_eq!(short(&steps), "replace");
    assert_eq!(followed(&before, &steps), after);
}

#[test]
fn tiles_of_a_brief_are_recognised_by_what_they_are() {
    let text = r#"{"name": "Ines", "links": ["https://a.example", {"url": "https://b.example", "title": "Shop"}, "harrow/glaze-calc", {"heading": "More"}, {"text": "Open on Fridays"}]}"#;
    let before = brief::import(text, 1).unwrap().draft;
    let edited = text
        .replace("\"https://a.example\", ", "")
        .replace("https://b.example", "https://c.example")
        .replace("Fridays", "Saturdays")
        .replace("harrow/glaze-calc", "Harrow/Glaze-Calc");
    let mut after = brief::import(&edited, 2).unwrap().draft;
    recognise(&before, &mut after, &HashSet::new());
    let ids = |draft: &Draft| draft.tiles.iter().map(|tile| tile.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&after), ids(&before)[1..]);
    let changes = Changes::between(&before, &after);
    assert_eq!((changes.removed.len(), changes.changed.len(), changes.added.len()), (1, 3, 0));
}

#[test]
fn an_id_that_the_file_names_is_kept() {
    let before = notes("ab");
    let mut after = notes("b");
    after.tiles[0].id = TileId::from_bits(7);
    let own: HashSet<TileId> = [TileId::from_bits(7)].into();
    recognise(&before, &mut after, &own);
    assert_eq!(after.tiles[0].id, TileId::from_bits(7));
    recognise(&before, &mut after, &HashSet::new());
    assert_eq!(after.tiles[0].id, before.tiles[1].id);
}

/// Every list that one call can make of a list: a tile added after another or at the end, moved, or removed.
fn next(list: &str) -> Vec<String> {
    let letters: Vec<char> = list.chars().collect();
    let inserted = |letters: &[char], at: usize, letter: char| {
        let mut out = letters.to_vec();
        out.insert(at, letter);
        out.into_iter().collect::<String>()
    };
    let mut out = Vec::new();
    for new in ('a'..='e').filter(|letter| !list.contains(*letter)) {
        let places = 1..=letters.len();
        out.extend(places.map(|at| inserted(&letters, at, new)));
        if letters.is_empty() {
            out.push(new.to_string());
        }
    }
    for (at, it) in letters.iter().enumerate() {
        let mut rest = letters.clone();
        rest.remove(at);
        out.push(rest.iter().collect());
        out.extend((0..=rest.len()).map(|to| inserted(&rest, to, *it)));
    }
    out
}

/// From three tiles to every list of up to five: no shorter plan exists.
#[test]
fn there_is_no_shorter_way() {
    let mut seen = HashMap::from([("abc".to_owned(), 0)]);
    let mut open = VecDeque::from(["abc".to_owned()]);
    while let Some(list) = open.pop_front() {
        let steps = seen[&list];
        for other in next(&list) {
            if !seen.contains_key(&other) {
                seen.insert(other.clone(), steps + 1);
                open.push_back(other);
            }
        }
    }
    assert_eq!(seen.len(), 326, "all lists of up to five letters");
    for (list, steps) in seen {
        assert_eq!(way("abc", &list).split_whitespace().count(), steps, "abc to {list}: {}", way("abc", &list));
    }
}

/// Two pages that share some tiles: unchanged, changed or with another type, in any order.
fn two_pages() -> impl Strategy<Value = (Draft, Draft)> {
    let pages = (any::draft(9), any::draft(9), any::<bool>(), any::<bool>());
    pages.prop_flat_map(|(before, other, profile, theme)| {
        let mut pool = before.tiles.clone();
        pool.extend(other.tiles.iter().cloned());
        let most = pool.len();
        let order = prop::sample::subsequence(pool, 0..=most).prop_shuffle();
        let mixed = prop::collection::vec(0_usize..6, most);
        (Just(before), Just(other), order, mixed).prop_map(move |(before, other, mut tiles, mixed)| {
            for (tile, how) in tiles.iter_mut().zip(mixed) {
                if let (0, Some(content)) = (how, other.tiles.first()) {
                    let id = tile.id.clone();
                    *tile = content.clone();
                    tile.id = id;
                }
            }
            let mut after = before.clone();
            after.tiles = tiles;
            if profile {
                after.profile = other.profile;
            }
            if theme {
                after.theme = other.theme;
            }
            (before, after)
        })
    })
}

proptest! {
    #[test]
    fn a_plan_leads_to_the_page_it_was_made_for((before, after) in two_pages()) {
        let steps = plan(&before, &after);
        prop_assert!(!steps.iter().any(|step| matches!(step, Edit::Replace(_))), "{}", short(&steps));
        prop_assert_eq!(followed(&before, &steps), after);
    }

    #[test]
    fn no_edit_is_there_twice_or_for_nothing((before, after) in two_pages()) {
        let changes = Changes::between(&before, &after);
        let steps = plan(&before, &after);
        prop_assert_eq!(steps.is_empty(), changes.is_empty());
        let type_of = |draft: &Draft, id: &TileId| draft.tile(id).map(|tile| tile.kind.name());
        // A tile whose type changes is removed and added again instead of changed.
        let anew = changes.changed.iter().filter(|id| type_of(&before, id) != type_of(&after, id)).count();
        let parts = usize::from(!changes.profile.is_empty()) + usize::from(!changes.theme.is_empty());
        let tiles = changes.added.len() + changes.removed.len() + changes.changed.len() + changes.moved.len() + anew;
        let front = 1;
        prop_assert!(steps.len() <= parts + tiles + front, "{} for {:?}", short(&steps), changes);
        for step in &steps {
            let draft = followed(&before, &steps[..steps.iter().position(|other| other == step).unwrap()]);
            prop_assert!(apply(&draft, step.clone(), &mut SeededIds::new(5)).unwrap().changed);
        }
    }

    #[test]
    fn a_plan_from_any_page_to_any_other((before, after) in (any::draft(6), any::draft(6))) {
        prop_assert_eq!(followed(&before, &plan(&before, &after)), after.clone());
        prop_assert!(plan(&after, &after).is_empty());
    }
}
