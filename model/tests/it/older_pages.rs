//! Pages from before there were rules of handles and of sites: they stay readable, editable and publishable, and are
//! mended when edited (decisions, Handles and addresses).

use mantel_model::api::PutPage;
use mantel_model::brief::{Imported, import_value};
use mantel_model::edit::{Applied, Edit, EditError, apply};
use mantel_model::id::SeededIds;
use mantel_model::read::read_tile;
use mantel_model::{Draft, TileId};
use serde_json::{Value, json};

/// A draft that no server would take tile by tile today.
pub fn draft() -> Value {
    json!({
        "profile": { "name": "Ada" },
        "theme": { "style": "cozy" },
        "tiles": [
            { "id": "t_aaaaaaaaaaaa", "type": "social", "platform": "instagram", "handle": "https://www.instagram.com/ines/" },
            { "id": "t_bbbbbbbbbbbb", "type": "social", "platform": "instagram", "handle": "ines harrow!" },
            { "id": "t_cccccccccccc", "type": "video", "url": "https://harrow.example/kiln" },
            { "id": "t_dddddddddddd", "type": "music", "url": "https://harrow.example/song" },
            { "id": "t_eeeeeeeeeeee", "type": "text", "text": "See https://user:secret@harrow.example/" },
            { "id": "t_ffffffffffff", "type": "text", "text": "Hello" },
        ],
    })
}

fn stored() -> Draft {
    serde_json::from_value(draft()).unwrap()
}

fn id(letter: char) -> TileId {
    TileId::parse(&format!("t_{}", letter.to_string().repeat(12))).unwrap()
}

fn edit(edit: Edit) -> Result<Applied, EditError> {
    apply(&stored(), edit, &mut SeededIds::new(1))
}

fn tile(applied: &Applied, letter: char) -> Value {
    serde_json::to_value(applied.draft.tile(&id(letter)).unwrap()).unwrap()
}

#[test]
fn a_stored_page_is_read_as_it_is() {
    let draft: Draft = stored();
    let again = serde_json::to_value(&draft).unwrap();
    for (before, after) in self::draft()["tiles"].as_array().unwrap().iter().zip(again["tiles"].as_array().unwrap()) {
        for name in ["type", "handle", "url", "text"] {
            assert_eq!(before.get(name), after.get(name), "{before}");
        }
    }
}

#[test]
fn another_tile_of_the_page_can_be_edited_moved_and_removed() {
    let applied = edit(Edit::Update { id: id('f'), patch: json!({ "text": "Good day" }) }).unwrap();
    assert_eq!(applied.draft.tiles[..5], stored().tiles[..5]);
    edit(Edit::Move { id: id('a'), position: 3 }).unwrap();
    edit(Edit::Remove { id: id('b') }).unwrap();
    let note = read_tile(&json!({ "type": "text", "text": "New" })).unwrap();
    edit(Edit::Add { tiles: vec![note], after: Some(id('b')) }).unwrap();
    edit(Edit::Theme(json!({ "accent": "#112233" }))).unwrap();
}

#[test]
fn an_edited_tile_is_mended_or_keeps_what_the_edit_does_not_send() {
    let wide = |letter| tile(&edit(Edit::Update { id: id(letter), patch: json!({ "size": "w" }) }).unwrap(), letter);
    assert_eq!((&wide('a')["handle"], &wide('a')["size"]), (&json!("ines"), &json!("w")));
    assert_eq!(wide('b')["handle"], "ines harrow!");
    assert_eq!(wide('c')["url"], "https://harrow.example/kiln");
    assert_eq!(wide('d')["type"], "music");
    assert_eq!(wide('e')["text"], "See https://user:secret@harrow.example/");
}

#[test]
fn what_an_edit_sends_is_checked() {
    let refused = |letter, patch| match edit(Edit::Update { id: id(letter), patch }).unwrap_err() {
        EditError::Invalid(problems) => (problems[0].path.clone(), problems[0].message.clone()),
        other => panic!("{other:?}"),
    };
    let (path, message) = refused('b', json!({ "handle": "ines harrow?" }));
    assert_eq!((path.as_str(), message.contains("like ines.harrow")), ("/handle", true), "{message}");
    assert_eq!(refused('b', json!({ "platform": "x" })).0, "/handle");
    assert_eq!(refused('c', json!({ "url": "https://harrow.example/other" })).0, "/url");
    assert_eq!(refused('e', json!({ "text": "Still https://user:secret@harrow.example/" })).0, "/text");
    let mended = edit(Edit::Update { id: id('b'), patch: json!({ "handle": "@ines" }) }).unwrap();
    assert_eq!(tile(&mended, 'b')["handle"], "ines");
}

#[test]
fn an_older_export_replaces_a_draft_mended_and_not_refused() {
    let body = json!({ "page": draft() });
    let put = PutPage::read(&body, &mut SeededIds::new(1)).unwrap();
    let tiles = serde_json::to_value(&put.page.draft.tiles).unwrap();
    assert_eq!((&tiles[0]["handle"], &tiles[1]["handle"]), (&json!("ines"), &json!("ines harrow!")));
    assert_eq!((&tiles[2]["type"], &tiles[3]["type"]), (&json!("video"), &json!("music")));
    // A tile without an id is new.
    let mut new = draft();
    new["tiles"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|tile| drop(tile.as_object_mut().unwrap().shift_remove("id")));
    let problems = PutPage::read(&json!({ "page": new }), &mut SeededIds::new(1)).unwrap_err();
    let paths: Vec<&str> = problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["/page/tiles/1/handle", "/page/tiles/2/url", "/page/tiles/3/url", "/page/tiles/4/text"]);
}

#[test]
fn an_import_mends_with_warnings_and_loses_nothing() {
    let told = |page: &Imported, path: &str| page.warnings.iter().any(|warning| warning.path == path);
    let page = import_value(&draft(), 1).unwrap();
    let tiles = serde_json::to_value(&page.draft.tiles).unwrap();
    assert_eq!((&tiles[0]["handle"], &tiles[1]["handle"]), (&json!("ines"), &json!("ines harrow!")));
    assert_eq!((&tiles[2]["type"], &tiles[3]["type"]), (&json!("video"), &json!("music")));
    assert_eq!(tiles[4]["text"], "See https://harrow.example/");
    for path in ["/tiles/0/handle", "/tiles/1/handle", "/tiles/4/text"] {
        assert!(told(&page, path), "{path}: {:?}", page.warnings);
    }
    let mut new = draft();
    new["tiles"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|tile| drop(tile.as_object_mut().unwrap().shift_remove("id")));
    let page = import_value(&new, 1).unwrap();
    let kinds: Vec<String> = page.draft.tiles.iter().map(|tile| tile.kind.name().to_string()).collect();
    assert_eq!(kinds, ["social", "social", "link", "link", "text", "text"]);
    assert!(told(&page, "/tiles/2/type") && told(&page, "/tiles/3/type"), "{:?}", page.warnings);
}

#[test]
fn half_a_focus_is_the_same_with_and_without_an_old_one() {
    let page: Draft = serde_json::from_value(json!({ "profile": {}, "theme": {}, "tiles": [
        { "id": "t_aaaaaaaaaaaa", "type": "image", "src": "/media/a.png" },
        { "id": "t_bbbbbbbbbbbb", "type": "image", "src": "/media/a.png", "focus": { "x": 10, "y": 50 } },
    ] }))
    .unwrap();
    let focus = |letter, patch: Value| {
        let applied = apply(&page, Edit::Update { id: id(letter), patch }, &mut SeededIds::new(1)).unwrap();
        serde_json::to_value(applied.draft.tile(&id(letter)).unwrap()).unwrap().get("focus").cloned()
    };
    for letter in ['a', 'b'] {
        assert_eq!(focus(letter, json!({ "focus": { "x": 20 } })), Some(json!({ "x": 20, "y": 50 })), "{letter}");
        assert_eq!(focus(letter, json!({ "focus": { "x": null, "y": 50 } })), Some(json!({ "x": 50, "y": 50 })));
        assert_eq!(focus(letter, json!({ "focus": null })), None);
    }
    assert_eq!(focus('a', json!({ "focus": {} })), None);
    assert_eq!(focus('b', json!({ "focus": {} })), Some(json!({ "x": 10, "y": 50 })));
    let profile = |patch| apply(&page, Edit::Profile(patch), &mut SeededIds::new(1)).unwrap().draft.profile;
    assert_eq!(
        serde_json::to_value(profile(json!({ "avatarFocus": { "y": 1 } }))).unwrap()["avatarFocus"],
        json!({ "x": 50, "y": 1 })
    );
    assert_eq!(profile(json!({ "avatarFocus": {} })).avatar_focus, None);
}

#[test]
fn an_empty_colour_is_refused_and_null_clears() {
    let theme = |patch| edit(Edit::Theme(patch));
    assert!(
        matches!(theme(json!({ "accent": "" })), Err(EditError::Invalid(problems)) if problems[0].path == "/accent")
    );
    assert!(
        matches!(theme(json!({ "background": { "color": "" } })), Err(EditError::Invalid(problems)) if problems[0].path == "/background/color")
    );
    assert!(theme(json!({ "accent": null, "background": { "color": null } })).is_ok());
}
