//! Every change goes through `apply`: each kind of edit, its errors, and that no sequence of edits breaks a page.

use mantel_model::edit::{Applied, Changes, Edit, EditError, apply, apply_stored, summary};
use mantel_model::facts::links_anew;
use mantel_model::id::SeededIds;
use mantel_model::page::{PageFile, unpublished_changes};
use mantel_model::tile::differing_tiles;
use mantel_model::{Draft, TileId, limits, read};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::any;

fn page() -> Draft {
    let page = json!({
        "profile": { "name": "Ada", "bio": "Potter" },
        "theme": { "style": "washi", "preset": "sumi", "background": { "dim": 0.5 } },
        "tiles": [
            { "id": "t_aaaaaaaaaaaa", "type": "link", "url": "https://example.com/", "title": "Site" },
            { "id": "t_bbbbbbbbbbbb", "type": "text", "text": "Hello", "pos": { "x": 8, "y": 8, "w": 160, "h": 160, "r": 5 } },
            { "id": "t_cccccccccccc", "type": "image", "src": "/media/a.png", "focus": { "x": 10, "y": 20 } },
        ],
    });
    serde_json::from_value(page).unwrap()
}

fn id(letter: char) -> TileId {
    TileId::parse(&format!("t_{}", letter.to_string().repeat(12))).unwrap()
}

fn done(edit: Edit) -> Applied {
    apply(&page(), edit, &mut SeededIds::new(9)).unwrap()
}

fn refused(edit: Edit) -> EditError {
    apply(&page(), edit, &mut SeededIds::new(9)).unwrap_err()
}

fn problems(edit: Edit) -> Vec<(String, String)> {
    refused(edit).problems().into_iter().map(|problem| (problem.path, problem.message)).collect()
}

fn order(draft: &Draft) -> String {
    draft.tiles.iter().filter_map(|tile| tile.id.as_str().chars().nth(2)).collect()
}

#[test]
fn add_puts_tiles_at_the_end_or_after_one_and_gives_ids() {
    let note = || read::read_tile(&json!({ "type": "text", "text": "New" })).unwrap();
    let end = done(Edit::Add { tiles: vec![note(), note()], after: None });
    assert_eq!(end.draft.tiles.len(), 5);
    assert_eq!(end.touched.len(), 2);
    assert_eq!(end.draft.tiles[3].id, end.touched[0]);
    let after = done(Edit::Add { tiles: vec![note()], after: Some(id('a')) });
    assert_eq!(after.draft.position(&after.touched[0]), Some(1));
    assert_eq!(refused(Edit::Add { tiles: vec![note()], after: Some(id('x')) }), EditError::TileNotFound(id('x')));
}

#[test]
fn a_tile_given_with_a_well_formed_unused_id_keeps_it_and_otherwise_gets_one() {
    let with = |id: &str| read::read_tile(&json!({ "id": id, "type": "text", "text": "New" })).unwrap();
    let added = |id: &str| done(Edit::Add { tiles: vec![with(id)], after: None }).touched[0].clone();
    assert_eq!(added("t_dddddddddddd"), id('d'));
    assert_ne!(added("t_aaaaaaaaaaaa"), id('a'));
    assert_eq!(added("anything else").as_str().len(), 14);
    let twice = done(Edit::Add { tiles: vec![with("t_dddddddddddd"), with("t_dddddddddddd")], after: None });
    assert_ne!(twice.touched[0], twice.touched[1]);
}

#[test]
fn a_patch_changes_what_is_sent_clears_what_is_null_and_merges_objects() {
    let patch = json!({ "title": null, "size": "l", "description": "Prints" });
    let link = &done(Edit::Update { id: id('a'), patch }).draft.tiles[0];
    let expected = json!({ "id": "t_aaaaaaaaaaaa", "type": "link", "url": "https://example.com/",
        "description": "Prints", "size": "l", "color": "auto" });
    assert_eq!(serde_json::to_value(link).unwrap(), expected);
    let moved = &done(Edit::Update { id: id('b'), patch: json!({ "pos": { "x": 80 } }) }).draft.tiles[1];
    let pos = json!({ "x": 80, "y": 8, "w": 160, "h": 160, "r": 5, "z": 0 });
    assert_eq!(serde_json::to_value(moved).unwrap()["pos"], pos);
    assert_eq!(done(Edit::Update { id: id('b'), patch: json!({ "pos": null }) }).draft.tiles[1].pos, None);
}

#[test]
fn a_patch_names_everything_wrong_with_it() {
    let patch =
        json!({ "type": "text", "id": "t_xxxxxxxxxxxx", "url": null, "tilte": null, "size": "xl", "facts": {} });
    let found = problems(Edit::Update { id: id('a'), patch });
    let paths: Vec<_> = found.iter().map(|problem| problem.0.as_str()).collect();
    assert_eq!(paths, ["/id", "/type", "/facts", "/size", "/tilte", "/url"]);
    assert_eq!(found[1].1, "the type of a tile stays as it is (link); remove the tile and add another instead");
    assert_eq!(found[4].1, "there is no field \"tilte\" in a link tile; did you mean \"title\"?");
    assert_eq!(problems(Edit::Update { id: id('a'), patch: json!([]) })[0].0, "");
    assert_eq!(refused(Edit::Update { id: id('x'), patch: json!({}) }), EditError::TileNotFound(id('x')));
}

#[test]
fn move_takes_a_position_in_the_list_and_past_the_end_means_the_end() {
    let moved = |tile, position| order(&done(Edit::Move { id: id(tile), position }).draft);
    assert_eq!(moved('a', 1), "bac");
    assert_eq!(moved('c', 0), "cab");
    assert_eq!(moved('a', usize::MAX), "bca");
    assert!(!done(Edit::Move { id: id('b'), position: 1 }).changed);
    assert_eq!(refused(Edit::Move { id: id('x'), position: 0 }), EditError::TileNotFound(id('x')));
}

#[test]
fn remove_takes_the_tile_away() {
    assert_eq!(order(&done(Edit::Remove { id: id('b') }).draft), "ac");
    assert_eq!(refused(Edit::Remove { id: id('x') }), EditError::TileNotFound(id('x')));
}

#[test]
fn only_the_theme_fields_sent_are_changed() {
    let theme = done(Edit::Theme(json!({ "font": "book", "background": { "blur": 8 } }))).draft.theme;
    let theme = serde_json::to_value(theme).unwrap();
    assert_eq!((&theme["style"], &theme["preset"], &theme["font"]), (&json!("washi"), &json!("sumi"), &json!("book")));
    assert_eq!((&theme["background"]["dim"], &theme["background"]["blur"]), (&json!(0.5), &json!(8)));
}

#[test]
fn a_new_style_without_preset_takes_its_first_palette_and_the_same_style_keeps_its_own() {
    let palette = |patch: Value| done(Edit::Theme(patch)).draft.theme.palette.name();
    assert_eq!(palette(json!({ "style": "cobalt" })), "almanac");
    assert_eq!(palette(json!({ "style": "cobalt", "preset": "moonlit" })), "moonlit");
    assert_eq!(palette(json!({ "style": "washi" })), "sumi");
    assert_eq!(palette(json!({ "style": "press" })), "almanac");
    assert_eq!(palette(json!({ "style": "gallery" })), "meadow");
    assert_eq!(palette(json!({ "preset": null })), "kinari");
}

#[test]
fn a_theme_problem_says_why() {
    let message = |patch: Value| problems(Edit::Theme(patch))[0].clone();
    assert_eq!(message(json!({ "accent": "#12345" })).0, "/accent");
    assert!(
        message(json!({ "preset": "oak" })).1.ends_with("the palettes of washi are kinari, sakura, yomogi and sumi")
    );
    assert_eq!(message(json!({ "style": null })).0, "/style");
    assert_eq!(
        message(json!({ "background": { "dim": 0.9 } })),
        ("/background/dim".into(), "dim must be a number from 0 to 0.8".into())
    );
    assert_eq!(message(json!({ "fonts": null })).0, "/fonts");
}

#[test]
fn the_profile_changes_by_the_fields_sent() {
    let patch = json!({ "name": "Ada L", "bio": null, "avatarFocus": { "x": 1, "y": 2 }, "avatarZoom": 2 });
    let profile = serde_json::to_value(done(Edit::Profile(patch)).draft.profile).unwrap();
    assert_eq!(profile, json!({ "name": "Ada L", "avatarFocus": { "x": 1, "y": 2 }, "avatarZoom": 2 }));
    assert_eq!(problems(Edit::Profile(json!({ "avatarZoom": 4 })))[0].0, "/avatarZoom");
    assert_eq!(problems(Edit::Profile(json!({ "name": "x".repeat(81) })))[0].0, "/name");
}

#[test]
fn an_edit_that_changes_nothing_says_so_and_undoing_leaves_nothing_to_publish() {
    assert!(!done(Edit::Theme(json!({}))).changed);
    assert!(!done(Edit::Update { id: id('a'), patch: json!({ "title": "Site" }) }).changed);
    assert!(!done(Edit::Replace(Box::new(page()))).changed);
    let there = done(Edit::Profile(json!({ "bio": "Other" }))).draft;
    assert!(unpublished_changes(&there, Some(&page())));
    let back = apply(&there, Edit::Profile(json!({ "bio": "Potter" })), &mut SeededIds::new(1)).unwrap().draft;
    assert!(!unpublished_changes(&back, Some(&page())));
    assert!(unpublished_changes(&back, None));
}

#[test]
fn a_page_holds_at_most_300_tiles_and_512_kib() {
    let note = |text: &str| read::read_tile(&json!({ "type": "text", "text": text })).unwrap();
    let many = vec![note("x"); limits::TILES - 3];
    assert_eq!(done(Edit::Add { tiles: many, after: None }).draft.tiles.len(), 300);
    let more = vec![note("x"); limits::TILES - 2];
    assert_eq!(refused(Edit::Add { tiles: more, after: None }), EditError::TooManyTiles { count: 301 });
    // 2,000 characters of three bytes each per note.
    let heavy = vec![note(&"漢".repeat(limits::TEXT)); 90];
    let error = refused(Edit::Add { tiles: heavy, after: None });
    assert!(matches!(error, EditError::PageTooLarge { bytes, limit } if bytes > limit && limit == 512 * 1024));
    assert_eq!(error.code(), "page_too_large");
}

#[test]
fn a_page_above_a_limit_may_still_shrink() {
    let mut page = page();
    let note = read::read_tile(&json!({ "type": "text", "text": "x" })).unwrap();
    page.tiles = (0..302).map(|bits| note.clone().with_id(TileId::from_bits(bits))).collect();
    let (first, second) = (page.tiles[0].id.clone(), page.tiles[1].id.clone());
    assert!(apply(&page, Edit::Remove { id: first }, &mut SeededIds::new(1)).is_ok());
    let same = apply(&page, Edit::Move { id: second, position: 5 }, &mut SeededIds::new(1));
    assert_eq!(same.unwrap_err(), EditError::TooManyTiles { count: 302 });
}

#[test]
fn a_stored_draft_is_edited_in_its_json_where_a_part_changes() {
    let mut page = page();
    // Text that looks like a part of the JSON is none.
    let note = |text: &str| read::read_tile(&json!({ "type": "text", "text": text })).unwrap();
    let (first, profile) =
        (serde_json::to_string(&page.tiles[0]).unwrap(), serde_json::to_string(&page.profile).unwrap());
    page.tiles.insert(0, note(&first).with_id(id('p')));
    page.tiles.insert(1, note(&format!("\"profile\":{profile}")).with_id(id('q')));
    page.tiles.insert(2, note("\"theme\":{").with_id(id('r')));
    for edit in [
        Edit::Update { id: id('a'), patch: json!({ "title": "Other \"site\"" }) },
        Edit::Update { id: id('p'), patch: json!({ "text": "No JSON" }) },
        Edit::Profile(json!({ "bio": "Other" })),
        Edit::Theme(json!({ "layout": "list" })),
        Edit::Remove { id: id('q') },
    ] {
        let (applied, json) = apply_stored(&page, &page.json(), edit.clone(), &mut SeededIds::new(9)).unwrap();
        assert_eq!(Ok(&applied), apply(&page, edit, &mut SeededIds::new(9)).as_ref());
        assert!(applied.changed);
        assert_eq!(json, applied.draft.json());
        page = applied.draft;
    }
    // Nothing else is written anew, however much it is.
    let marked = page.json().replace("{\"id\":\"t_bbbbbbbbbbbb\"", "{ \"id\":\"t_bbbbbbbbbbbb\"");
    let edit = Edit::Update { id: id('a'), patch: json!({ "title": "Site" }) };
    let (applied, json) = apply_stored(&page, &marked, edit, &mut SeededIds::new(9)).unwrap();
    assert!(json.contains("{ \"id\":\"t_bbbbbbbbbbbb\""));
    assert_eq!(json.replace("{ \"id\"", "{\"id\""), applied.draft.json());
    // Where the JSON of the part is written otherwise, by another version of the program, all of it is.
    let spaced = page.json().replace("\"id\":", "\"id\": ");
    let edit = Edit::Update { id: id('a'), patch: json!({ "title": "Site" }) };
    let (applied, json) = apply_stored(&page, &spaced, edit, &mut SeededIds::new(9)).unwrap();
    assert_eq!(json, applied.draft.json());
}

#[test]
fn a_draft_whose_ids_repeat_is_refused() {
    let mut twice = page();
    twice.tiles[1].id = twice.tiles[0].id.clone();
    assert_eq!(problems(Edit::Replace(Box::new(twice)))[0].0, "/tiles/1/id");
}

#[test]
fn a_change_is_told_in_one_line() {
    let told = |edit: Edit| summary(&page(), &done(edit).draft);
    let note = || read::read_tile(&json!({ "type": "text", "text": "**New** things" })).unwrap();
    assert_eq!(told(Edit::Add { tiles: vec![note()], after: None }), "Added New things");
    assert_eq!(told(Edit::Add { tiles: vec![note(), note()], after: None }), "Added 2 tiles");
    assert_eq!(told(Edit::Update { id: id('a'), patch: json!({ "size": "l" }) }), "Changed Site");
    assert_eq!(told(Edit::Move { id: id('a'), position: 2 }), "Moved Site");
    assert_eq!(told(Edit::Remove { id: id('c') }), "Removed a picture");
    assert_eq!(told(Edit::Theme(json!({ "style": "night" }))), "Changed the look to Night, Sodium");
    assert_eq!(told(Edit::Theme(json!({ "preset": "yomogi" }))), "Changed the palette to Yomogi");
    assert_eq!(told(Edit::Theme(json!({ "layout": "list" }))), "Changed the layout to List");
    assert_eq!(told(Edit::Theme(json!({ "tileStyle": "flat", "font": "book" }))), "Changed the font and tile style");
    assert_eq!(told(Edit::Profile(json!({ "bio": null, "name": "Ada L" }))), "Changed the name and bio");
    assert_eq!(told(Edit::Theme(json!({}))), "Nothing changed");
}

#[test]
fn as_few_tiles_as_possible_count_as_moved() {
    let mut after = page();
    after.tiles.rotate_left(1);
    let changes = Changes::between(&page(), &after);
    assert_eq!(changes, Changes { moved: vec![id('a')], ..Changes::default() });
}

/// Arbitrary JSON that is valid only by accident.
fn noise() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        any::<f64>().prop_map(|value| json!(value)),
        "\\PC{0,8}".prop_map(|value| json!(value)),
        prop::sample::select(vec![
            "s",
            "washi",
            "oak",
            "bento",
            "#123456",
            "https://a.example",
            "a/b",
            "email",
            "press"
        ])
        .prop_map(|value| json!(value)),
    ];
    let names = prop::sample::select(vec![
        "x",
        "y",
        "w",
        "h",
        "r",
        "z",
        "style",
        "preset",
        "accent",
        "font",
        "layout",
        "background",
        "dim",
        "image",
        "url",
        "title",
        "text",
        "look",
        "size",
        "color",
        "pos",
        "focus",
        "zoom",
        "alt",
        "name",
        "bio",
        "avatar",
        "avatarFocus",
        "id",
        "type",
        "src",
        "repo",
        "handle",
        "platform",
        "facts",
        "tiles",
        "profile",
        "theme",
        "a~/b",
        "",
    ]);
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((names.clone().prop_map(str::to_owned), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
    .boxed()
}

/// A step of a script; tiles are chosen by number, since ids come and go.
#[derive(Clone, Debug)]
pub enum Step {
    Replace(Value),
    Add(Vec<Value>, Option<usize>),
    Update(usize, Value),
    Move(usize, usize),
    Remove(usize),
    Theme(Value),
    Profile(Value),
}

pub fn step() -> BoxedStrategy<Step> {
    let index = || 0usize..12;
    let patch = |valid: BoxedStrategy<Value>| prop_oneof![valid, noise()];
    prop_oneof![
        1 => patch(any::written_draft(6)).prop_map(Step::Replace),
        4 => (prop::collection::vec(prop_oneof![4 => any::tile(), 1 => noise()], 0..4), prop::option::of(index()))
            .prop_map(|(tiles, after)| Step::Add(tiles, after)),
        4 => (index(), patch(any::tile())).prop_map(|(at, patch)| Step::Update(at, patch)),
        2 => (index(), 0usize..20).prop_map(|(at, to)| Step::Move(at, to)),
        1 => index().prop_map(Step::Remove),
        2 => patch(any::theme()).prop_map(Step::Theme),
        2 => patch(any::profile()).prop_map(Step::Profile),
    ]
    .boxed()
}

pub fn edit_of(step: Step, draft: &Draft, ids: &mut SeededIds) -> Option<Edit> {
    let nth = |at: usize| draft.tiles.get(at).map_or(id('x'), |tile| tile.id.clone());
    Some(match step {
        Step::Replace(page) => Edit::Replace(Box::new(read::read_draft(&page, ids).ok()?)),
        Step::Add(tiles, after) => Edit::Add {
            tiles: tiles.iter().filter_map(|tile| read::read_tile(tile).ok()).collect(),
            after: after.map(nth),
        },
        Step::Update(at, patch) => Edit::Update { id: nth(at), patch },
        Step::Move(at, position) => Edit::Move { id: nth(at), position },
        Step::Remove(at) => Edit::Remove { id: nth(at) },
        Step::Theme(patch) => Edit::Theme(patch),
        Step::Profile(patch) => Edit::Profile(patch),
    })
}

proptest! {
    #[test]
    fn any_draft_round_trips_and_its_export_is_byte_identical(draft in any::draft(20)) {
        let file = PageFile::of(draft, None, "http://localhost:3000");
        let text = file.to_text();
        let again: PageFile = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&again, &file);
        prop_assert_eq!(again.to_text(), text);
    }

    #[test]
    fn no_sequence_of_edits_makes_an_invalid_page(start in any::draft(6), steps in prop::collection::vec(step(), 0..12)) {
        let mut ids = SeededIds::new(3);
        let mut draft = start;
        for step in steps {
            let Some(edit) = edit_of(step, &draft, &mut ids) else { continue };
            let stored = apply_stored(&draft, &draft.json(), edit.clone(), &mut ids.clone());
            // The same JSON as another program would write it.
            let spaced = serde_json::to_string_pretty(&draft).unwrap();
            let respelled = apply_stored(&draft, &spaced, edit.clone(), &mut ids.clone());
            match apply(&draft, edit, &mut ids) {
                Ok(applied) => {
                    prop_assert_eq!(stored, Ok((applied.clone(), applied.draft.json())));
                    let (respelled, json) = respelled.unwrap();
                    prop_assert_eq!(&respelled, &applied);
                    prop_assert_eq!(&serde_json::from_str::<Draft>(&json).unwrap(), &applied.draft);
                    prop_assert_eq!(applied.changed, applied.draft != draft);
                    prop_assert_eq!(applied.changed, !Changes::between(&draft, &applied.draft).is_empty());
                    let (start, old, new) = differing_tiles(&draft.tiles, &applied.draft.tiles);
                    let end = draft.tiles.len() - start - old.len();
                    prop_assert_eq!(applied.draft.tiles.len(), start + new.len() + end);
                    prop_assert_eq!(&draft.tiles[..start], &applied.draft.tiles[..start]);
                    prop_assert_eq!(&draft.tiles[start + old.len()..], &applied.draft.tiles[start + new.len()..]);
                    prop_assert!(old.first().zip(new.first()).is_none_or(|(old, new)| old != new));
                    prop_assert!(old.last().zip(new.last()).is_none_or(|(old, new)| old != new));
                    draft = applied.draft;
                }
                Err(error) => {
                    prop_assert!(!error.to_string().is_empty());
                    prop_assert_eq!(stored, Err(error));
                }
            }
            prop_assert!(draft.problems().is_empty());
            let read: Draft = serde_json::from_value(serde_json::to_value(&draft).unwrap()).unwrap();
            prop_assert_eq!(&read, &draft);
        }
    }

    #[test]
    fn the_same_script_gives_the_same_bytes(start in any::draft(4), steps in prop::collection::vec(step(), 0..6)) {
        let run = || {
            let mut ids = SeededIds::new(5);
            let mut draft = start.clone();
            for step in steps.clone() {
                let Some(edit) = edit_of(step, &draft, &mut ids) else { continue };
                if let Ok(applied) = apply(&draft, edit, &mut ids) {
                    draft = applied.draft;
                }
            }
            serde_json::to_string(&draft).unwrap()
        };
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn reading_noise_never_panics_and_always_says_what_is_wrong(value in noise()) {
        let mut ids = SeededIds::new(1);
        for refused in [
            read::read_page_file(&value, &mut ids).err(),
            read::read_draft(&value, &mut ids).err(),
            read::read_tile(&value).err(),
            read::read_theme(&value).err(),
            read::read_profile(&value).err(),
        ].into_iter().flatten() {
            prop_assert!(!refused.is_empty());
            for problem in refused {
                prop_assert!(!problem.message.is_empty());
                // The path exists in the input, or is one missing field below an existing value.
                let parent = problem.path.rsplit_once('/').map_or("", |parts| parts.0);
                prop_assert!(value.pointer(parent).is_some(), "{}", problem.path);
            }
        }
    }
}

#[test]
fn only_an_address_that_no_tile_had_is_linked_anew() {
    let before = page();
    let anew = |edit: Edit| links_anew(&before.tiles, &done(edit).draft.tiles);
    let update = |letter: char, patch: Value| Edit::Update { id: id(letter), patch };
    assert!(!anew(update('a', json!({ "title": "Another", "color": "mint" }))));
    assert!(!anew(update('a', json!({ "url": "https://example.com/#part" }))));
    assert!(anew(update('a', json!({ "url": "https://example.com/other" }))));
    assert!(!anew(update('b', json!({ "text": "https://example.com/other" }))));
    assert!(!anew(Edit::Move { id: id('a'), position: 2 }));
    assert!(!anew(Edit::Remove { id: id('a') }));
    let link = |url: &str| {
        let tile = json!({ "type": "link", "url": url });
        Edit::Add { tiles: vec![read::read_tile(&tile).unwrap()], after: None }
    };
    assert!(!anew(link("https://example.com/")));
    assert!(anew(link("https://example.com/other")));
    assert!(anew(Edit::Replace(Box::new(done(link("https://example.com/other")).draft))));
    assert!(
        links_anew(&[], &before.tiles) && !links_anew(&before.tiles, &before.tiles) && !links_anew(&before.tiles, &[])
    );
}
