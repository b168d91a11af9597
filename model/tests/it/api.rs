//! The bodies of the REST API (decisions, The page over REST).

use std::collections::HashMap;

use mantel_model::api::{AddTiles, Adding, Claim, DraftView, Import, MoveTile, PageView, Patch, PutPage, options};
use mantel_model::facts::Facts;
use mantel_model::id::SeededIds;
use mantel_model::look::Look;
use mantel_model::template::{Template, name_of, samples};
use mantel_model::tile::Size;
use mantel_model::{Draft, Problem, Username};
use serde_json::{Value, json};

fn paths<T: std::fmt::Debug>(read: Result<T, Vec<Problem>>) -> Vec<String> {
    read.unwrap_err().into_iter().map(|problem| problem.path).collect()
}

#[test]
fn a_claim_names_its_username_and_may_choose_look_palette_layout_and_template() {
    let body =
        json!({ "username": "Ada", "style": "cobalt", "preset": "moonlit", "layout": "list", "template": "writer" });
    let claim = Claim::read(&body).unwrap();
    let draft = claim.draft(&Username::parse("ada").unwrap(), &mut SeededIds::new(1));
    let theme = serde_json::to_value(&draft.theme).unwrap();
    assert_eq!(
        (&theme["style"], &theme["preset"], &theme["layout"]),
        (&json!("cobalt"), &json!("moonlit"), &json!("list"))
    );
    assert!(!draft.tiles.is_empty());
}

#[test]
fn an_empty_claim_starts_blank_and_one_without_a_style_on_the_desk() {
    let claim = Claim::read(&json!({ "username": "ada", "empty": true })).unwrap();
    let draft = claim.draft(&Username::parse("ada").unwrap(), &mut SeededIds::new(1));
    assert_eq!(draft.tiles, []);
    assert_eq!(draft.theme.look(), Look::Cozy);
    assert_eq!(draft.profile.name.as_str(), "Ada");
}

#[test]
fn every_wrong_field_of_a_claim_is_named() {
    let body = json!({ "style": "washi", "preset": "oak", "layout": "grid", "empty": "yes", "name": "Ada" });
    assert_eq!(paths(Claim::read(&body)), ["/name", "/preset", "/username", "/layout", "/empty"]);
    assert_eq!(paths(Claim::read(&json!([]))), [""]);
}

#[test]
fn an_addition_is_exactly_one_of_input_inputs_and_tile() {
    assert_eq!(paths(AddTiles::read(&json!({}))), [""]);
    assert_eq!(paths(AddTiles::read(&json!({ "input": "a", "inputs": ["b"] }))), [""]);
    assert_eq!(paths(AddTiles::read(&json!({ "inputs": [] }))), ["/inputs"]);
    assert_eq!(paths(AddTiles::read(&json!({ "inputs": vec!["a"; 31] }))), ["/inputs"]);
    assert_eq!(paths(AddTiles::read(&json!({ "inputs": ["a", " ", 3] }))), ["/inputs/1", "/inputs/2"]);
    assert_eq!(paths(AddTiles::read(&json!({ "tile": { "type": "link" }, "after": "x" }))), ["/after", "/tile/url"]);
    let one = AddTiles::read(&json!({ "input": " https://example.com ", "size": "w" })).unwrap();
    assert_eq!(one.adding, Adding::Input("https://example.com".to_owned()));
    assert_eq!(serde_json::to_value(&one).unwrap(), json!({ "input": "https://example.com", "size": "w" }));
}

#[test]
fn a_put_gives_tiles_without_ids_their_own_and_paths_from_the_body() {
    let body = |tile: Value| json!({ "page": { "profile": {}, "theme": {}, "tiles": [tile] }, "baseVersion": 3 });
    let put = PutPage::read(&body(json!({ "type": "text", "text": "x" })), &mut SeededIds::new(1)).unwrap();
    assert_eq!((put.terms.base_version, put.page.draft.tiles.len()), (Some(3), 1));
    let wrong = PutPage::read(&body(json!({ "type": "text" })), &mut SeededIds::new(1));
    assert_eq!(paths(wrong), ["/page/tiles/0/text"]);
}

#[test]
fn base_version_is_taken_out_of_a_patch_and_must_be_a_whole_number() {
    let patch = Patch::read(&json!({ "accent": "#000000", "baseVersion": 7 })).unwrap();
    assert_eq!((patch.fields, patch.terms.base_version), (json!({ "accent": "#000000" }), Some(7)));
    assert_eq!(paths(Patch::read(&json!({ "baseVersion": 1.5 }))), ["/baseVersion"]);
    assert_eq!(paths(Patch::read(&json!("x"))), [""]);
    assert_eq!(paths(MoveTile::read(&json!({ "position": -1 }))), ["/position"]);
    assert_eq!(paths(MoveTile::read(&json!({ "position": 1.5, "baseVersion": 1e30 }))), ["/baseVersion", "/position"]);
    assert_eq!(MoveTile::read(&json!({ "position": 3.0 })).unwrap().position, 3);
    assert_eq!(paths(Import::read(&json!({ "file": 3 }))), ["/file"]);
}

#[test]
fn a_page_view_reads_back_what_it_wrote_with_facts_beside_the_tiles() {
    let username = Username::parse("ada").unwrap();
    let draft = Template::Developer.draft(Look::Night, &username, &mut SeededIds::new(4));
    let stars = Facts { stars: Some(3), fetched_at: Some("2026-11-21T09:30:00Z".into()), ..Facts::default() };
    let facts = HashMap::from([(draft.tiles[2].id.clone(), stars)]);
    let view = PageView {
        url: "http://localhost:3000/ada".into(),
        username,
        version: 7,
        unpublished_changes: true,
        suspended: None,
        published: None,
        draft: DraftView::of(draft.clone(), &facts),
        next: "Publish when the owner is happy.".into(),
        pictures: HashMap::new(),
        warnings: None,
    };
    let text = serde_json::to_string(&view).unwrap();
    assert!(text.contains("\"unpublishedChanges\":true,\"published\":null"));
    assert!(text.contains("\"facts\":{\"stars\":3,\"fetchedAt\":\"2026-11-21T09:30:00Z\"}"));
    let read: PageView = serde_json::from_str(&text).unwrap();
    assert_eq!(read, view);
    assert_eq!(read.draft.split_facts(), (draft, facts));
}

#[test]
fn every_template_reads_in_every_look_and_says_nothing_of_anyone_real() {
    let username = Username::parse("ines-harrow").unwrap();
    assert_eq!(name_of(&username), "Ines Harrow");
    for template in Template::ALL {
        for look in Look::ALL {
            let draft: Draft = template.draft(*look, &username, &mut SeededIds::new(2));
            assert_eq!(draft.tiles.is_empty(), *template == Template::Blank, "{template}");
            assert_eq!(draft.theme.look(), *look);
            for address in draft.tiles.iter().filter_map(|tile| tile.kind.address()) {
                let reserved = address.as_str().contains("example.com") || address.as_str().contains("octocat/");
                assert!(reserved, "{template}: {address}");
            }
        }
    }
}

#[test]
fn a_tile_is_a_sample_while_it_equals_one_of_a_template() {
    let username = Username::parse("ines").unwrap();
    for template in Template::ALL {
        let mut draft: Draft = template.draft(Look::Lofi, &username, &mut SeededIds::new(5));
        let all: Vec<_> = draft.tiles.iter().map(|tile| tile.id.clone()).collect();
        assert_eq!(samples(&draft), all, "{template}");
        for tile in &mut draft.tiles {
            tile.size = if tile.size == Size::L { Size::S } else { Size::L };
        }
        assert!(samples(&draft).is_empty(), "{template}");
    }
}

#[test]
fn options_list_every_look_with_its_note_and_four_palettes_and_every_set() {
    let options = serde_json::to_value(options()).unwrap();
    assert_eq!(options["looks"].as_array().unwrap().len(), 6);
    for look in options["looks"].as_array().unwrap() {
        assert_eq!(look["palettes"].as_array().unwrap().len(), 4, "{look}");
        assert!(look["note"].as_str().unwrap().ends_with('.'), "{look}");
    }
    let washi = options["looks"].as_array().unwrap().iter().find(|list| list["name"] == "washi").unwrap();
    let names: Vec<_> =
        washi["palettes"].as_array().unwrap().iter().map(|list| list["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["kinari", "sakura", "yomogi", "sumi"]);
    let link = &options["tileTypes"][0];
    assert_eq!((&link["name"], &link["required"]), (&json!("link"), &json!(["url"])));
    assert_eq!(options["sizes"][1], json!({ "name": "w", "label": "Wide", "note": "2x1" }));
    assert!(options["platforms"].as_array().unwrap().len() > 90);
    assert_eq!(options["limits"]["tiles"], 300);
}

#[test]
fn a_taken_name_has_up_to_six_alternatives_that_are_names() {
    let of = |name: &str| {
        let name = Username::parse(name).unwrap();
        name.alternatives().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(of("Ada"), ["ada2", "adahq", "ada-page", "hello-ada", "ada3", "ada4"]);
    assert_eq!(of("ada9")[0], "ada10");
    assert_eq!(of("2024")[0], "2025");
    let longest = "a".repeat(30);
    for name in ["ab1", "a_-", "999", "99999999999999999999", "ada4294967295", longest.as_str()] {
        let others = of(name);
        assert!((3..=6).contains(&others.len()), "{name}: {others:?}");
        for (index, other) in others.iter().enumerate() {
            assert!(Username::parse(other).is_ok() && other != name, "{name}: {other}");
            assert!(!others[..index].contains(other), "{name}: {other} twice");
        }
    }
}
