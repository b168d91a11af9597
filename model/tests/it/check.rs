//! What may be wrong with a page, and the calls that mend it.

use std::collections::HashMap;

use mantel_model::check::{BrokenWord, CODES, DeadLink, Finding, Known, LONG, Severity, check};
use mantel_model::edit::apply;
use mantel_model::facts::Facts;
use mantel_model::id::SeededIds;
use mantel_model::photo::{Measure, PictureInfo, Pictures};
use mantel_model::{Draft, Edit, TileId};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::any;

const WIDE: &str = "/media/wide";
const TALL: &str = "/media/tall";

fn pictures() -> Pictures {
    let info = |src: &str, width, height| {
        let measure = Some(Measure { width, height, tint: None });
        (src.to_owned(), PictureInfo { src: src.to_owned(), measure, sketch: None })
    };
    [info(WIDE, 1600, 900), info(TALL, 900, 1600)].into_iter().collect()
}

fn page(theme: Value, tiles: Value) -> Draft {
    let mut tiles = tiles;
    for (at, tile) in tiles.as_array_mut().unwrap().iter_mut().enumerate() {
        tile["id"] = json!(format!("t_{}", char::from(b'a' + u8::try_from(at).unwrap()).to_string().repeat(12)));
    }
    let profile = json!({ "name": "Ada", "bio": "Potter", "avatar": "https://ada.example/a.jpg" });
    serde_json::from_value(json!({ "profile": profile, "theme": theme, "tiles": tiles })).unwrap()
}

/// The findings, with nothing known of links.
fn found_with(draft: &Draft, pictures: &Pictures) -> Vec<Finding> {
    check(draft, &Known { facts: &HashMap::new(), pictures, dead: &HashMap::new(), broken: &HashMap::new() })
}

fn found(draft: &Draft) -> Vec<Finding> {
    found_with(draft, &pictures())
}

fn codes(draft: &Draft) -> Vec<&'static str> {
    found(draft).iter().map(|finding| finding.code).collect()
}

/// The page after all calls that are ready.
fn mended(draft: &Draft, findings: &[Finding]) -> Draft {
    findings.iter().filter_map(|finding| finding.call.as_ref()).fold(draft.clone(), |page, call| {
        let id = || TileId::parse(call.arguments["id"].as_str().unwrap()).unwrap();
        let edit = match call.tool {
            "set_theme" => Edit::Theme(call.arguments.clone()),
            "update_tile" => Edit::Update { id: id(), patch: call.arguments["patch"].clone() },
            "remove_tile" => Edit::Remove { id: id() },
            other => panic!("there is no tool {other}"),
        };
        apply(&page, edit, &mut SeededIds::new(1)).unwrap().draft
    })
}

#[test]
fn a_page_with_nothing_wrong_has_no_finding() {
    let tiles = json!([{ "type": "heading", "text": "Shop" }, { "type": "link", "url": "https://a.example/", "title": "Pots" },
        { "type": "image", "src": WIDE, "alt": "A pot", "size": "w" }]);
    assert_eq!(found(&page(json!({ "style": "washi" }), tiles)), []);
}

#[test]
fn each_finding_has_its_tile_and_where_no_judgement_is_needed_its_call() {
    let tiles = json!([
        { "type": "heading", "text": "Empty" },
        { "type": "heading", "text": "Shop" },
        { "type": "link", "url": "https://a.example/" },
        { "type": "link", "url": "https://a.example", "title": "Again" },
        { "type": "image", "src": WIDE, "size": "s" },
        { "type": "image", "src": TALL, "size": "w", "alt": "A tower" },
        { "type": "heading", "text": "Only a double below" },
        { "type": "link", "url": "https://a.example", "title": "Once more" },
    ]);
    let draft = page(json!({ "style": "night", "accent": "#000000" }), tiles);
    let all = found(&draft);
    let told: Vec<_> = all
        .iter()
        .map(|finding| {
            (
                finding.code,
                finding.tile.as_ref().map_or("-", |id| &id.as_str()[2..3]),
                finding.call.as_ref().map(|call| call.tool),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("accent", "-", Some("set_theme")),
            ("section", "a", Some("remove_tile")),
            ("title", "c", Some("update_tile")),
            ("duplicate", "d", Some("remove_tile")),
            ("alt", "e", None),
            ("crop", "e", Some("update_tile")),
            ("crop", "f", Some("update_tile")),
            ("section", "g", Some("remove_tile")),
            ("duplicate", "h", Some("remove_tile")),
        ]
    );
    assert!(all.iter().all(|finding| finding.message.len() > 20 && finding.message.ends_with('.')));
    assert_eq!(codes(&mended(&draft, &all)), ["alt"]);
}

#[test]
fn a_link_without_a_title_gets_one_from_its_address() {
    let titled = |url: &str| {
        let all = found(&page(json!({}), json!([{ "type": "link", "url": url }])));
        all[0].call.as_ref().unwrap().arguments["patch"]["title"].as_str().unwrap().to_owned()
    };
    for (url, title) in [
        ("https://a.example/print-shop", "Print shop"),
        ("https://a.example/2026/Open_Studio.html?x=1#y", "Open studio"),
        ("https://a.example/newsletter/", "Newsletter"),
        ("https://www.a.example/", "a.example"),
        ("https://a.example/p/8f3e", "a.example"),
        ("https://a.example/abc", "a.example"),
        ("https://a.example/donaudampfschifffahrt", "a.example"),
        ("https://a.example/%D0%BF%D1%80", "a.example"),
    ] {
        assert_eq!(titled(url), title, "{url}");
    }
}

#[test]
fn what_takes_judgement_is_told_without_a_call() {
    let blank: Draft =
        serde_json::from_value(json!({ "profile": { "name": "" }, "theme": { "style": "washi" }, "tiles": [] }))
            .unwrap();
    let all = found(&blank);
    assert_eq!(
        (all.len(), all[0].code, all[0].severity, all[0].judgement, &all[0].call),
        (1, "profile", Severity::Problem, true, &None)
    );
    assert_eq!(all[0].message, "The profile has no name, no bio, no picture.");
    let note = |at: usize| json!({ "id": format!("t_{}{}", "a".repeat(8), ["aa", "bb", "cc", "dd"][at / 20].to_owned() + &char::from(b'a' + u8::try_from(at % 20).unwrap()).to_string().repeat(2)), "type": "text", "text": "Note" });
    let tiles: Vec<_> = (0..=LONG).map(note).collect();
    let long: Draft = serde_json::from_value(json!({ "profile": { "name": "A", "bio": "b", "avatar": "https://a.example/a.png" }, "theme": { "style": "washi" }, "tiles": tiles })).unwrap();
    assert_eq!(codes(&long), ["length"]);
}

#[test]
fn what_is_known_of_a_link_is_its_title_and_a_zoom_that_was_chosen_stays() {
    let draft = page(
        json!({}),
        json!([{ "type": "link", "url": "https://a.example/" }, { "type": "image", "src": WIDE, "size": "s", "alt": "x", "zoom": 2 }]),
    );
    let facts = Facts { title: Some("Pots".to_owned()), ..Facts::default() };
    let facts = [(draft.tiles[0].id.clone(), facts)].into_iter().collect();
    assert_eq!(
        check(&draft, &Known { facts: &facts, pictures: &pictures(), dead: &HashMap::new(), broken: &HashMap::new() }),
        []
    );
    assert_eq!(codes(&draft), ["title"]);
}

#[test]
fn a_link_that_leads_nowhere_is_told_with_what_it_answers_and_since_when() {
    let links: Vec<_> =
        (0..4).map(|at| json!({ "type": "link", "url": format!("https://a.example/{at}"), "title": "Pots" })).collect();
    let draft = page(json!({}), json!(links));
    let dead: HashMap<_, _> = [None, Some(404), Some(410), Some(500)]
        .into_iter()
        .zip(&draft.tiles)
        .map(|(status, tile)| (tile.id.clone(), DeadLink { status, since: "19 November".to_owned() }))
        .collect();
    let found =
        check(&draft, &Known { facts: &HashMap::new(), pictures: &pictures(), dead: &dead, broken: &HashMap::new() });
    let told: Vec<_> = found.iter().map(|finding| finding.message.split(" since").next().unwrap()).collect();
    let wanted = [
        "Nothing has answered at the link",
        "The link has led to “Not found” (404)",
        "The link has led to “Gone” (410)",
        "The link has led to an error (500)",
    ];
    assert_eq!(told, wanted);
    let takes_judgement = |finding: &Finding| finding.severity == Severity::Problem && finding.call.is_none();
    assert!(found.iter().all(|finding| finding.code == "dead" && takes_judgement(finding)));
}

#[test]
fn a_broken_word_is_told_with_where_and_mended_where_a_wide_tile_holds_it() {
    let note = json!({ "type": "text", "text": "Donaudampfschifffahrt", "size": "s" });
    let picture = json!({ "type": "image", "src": "https://a.example/a.png", "alt": "A ship", "size": "s" });
    let draft = page(json!({}), json!([note, note, note, picture]));
    let broken =
        |phone, wide, fits_wider| BrokenWord { word: "Donaudampfschifffahrt".to_owned(), phone, wide, fits_wider };
    let words =
        [broken(true, false, true), broken(false, true, true), broken(true, true, false), broken(true, true, true)];
    let words = draft.tiles.iter().map(|tile| tile.id.clone()).zip(words).collect();
    let known = Known { facts: &HashMap::new(), pictures: &pictures(), dead: &HashMap::new(), broken: &words };
    let told: Vec<_> = check(&draft, &known)
        .into_iter()
        .map(|finding| (finding.code, finding.message, finding.call.map(|call| call.arguments["patch"].clone())))
        .collect();
    let said = |place: &str| format!("“Donaudampfschifffahrt” is longer than its line {place}, and broken there.");
    let both = "on phones and on wide screens";
    let wanted = [
        ("word", said("on a phone"), Some(json!({ "size": "w" }))),
        ("word", said("on a wide screen"), Some(json!({ "size": "w" }))),
        ("word", said(both), None),
        ("word", said(both), None),
    ];
    assert_eq!(told, wanted);
}

proptest! {
    #[test]
    fn making_every_ready_call_leaves_no_finding_that_has_one(draft in any::draft(12)) {
        let measure = |width, height| Some(Measure { width, height, tint: None });
        let pictures: Pictures = draft
            .pictures()
            .enumerate()
            .map(|(at, src)| {
                let measure = if at % 2 == 0 { measure(1600, 600) } else { measure(600, 1600) };
                (src.as_str().to_owned(), PictureInfo { src: src.as_str().to_owned(), measure, sketch: None })
            })
            .collect();
        let page = mended(&draft, &found_with(&draft, &pictures));
        let left = found_with(&page, &pictures);
        prop_assert!(left.iter().all(|finding| CODES.contains(&finding.code)));
        prop_assert!(left.iter().all(|finding| finding.call.is_none()), "{left:?}");
    }
}
