//! Edits of tiles, theme and profile.

use serde_json::{Value, json};

use crate::support::{PIXEL, Person, SHELF};

#[test]
fn inputs_are_added_in_order_and_told() {
    let ines = Person::with("adder", SHELF);
    let run = ines
        .run(&["add", "https://letters.example/", "hello@harrow.example", "harrow/wheel", "Closed in August"])
        .success();
    insta::assert_snapshot!("added", run.shown());
    let after =
        ines.run(&["add", "First", "Second", "--after", "t_aaaaaaaaaaaa", "--size", "w", "--color", "mint"]).success();
    assert_eq!(after.out.lines().count(), 2);
    let page = ines.page();
    let tiles = page["draft"]["tiles"].as_array().unwrap();
    assert_eq!(
        (&tiles[1]["text"], &tiles[1]["size"], &tiles[2]["text"]),
        (&json!("First"), &json!("w"), &json!("Second"))
    );
}

#[test]
fn lines_of_standard_input_are_added_thirty_a_call() {
    let ines = Person::with("liner", SHELF);
    let lines: String = (1..=65).map(|number| format!("Note {number}\n\n")).collect();
    let added =
        ines.run_with(&["add", "-", "--after", "t_aaaaaaaaaaaa", "--base-version", "1", "--json"], &lines, &[]).json();
    assert_eq!(added["tiles"].as_array().unwrap().len(), 65);
    // Three calls, each based on the version that the previous one made.
    assert_eq!(added["version"], json!(4));
    let page = ines.page();
    let notes: Vec<&str> =
        page["draft"]["tiles"].as_array().unwrap()[1..=65].iter().map(|tile| tile["text"].as_str().unwrap()).collect();
    assert_eq!((notes[0], notes[30], notes[64]), ("Note 1", "Note 31", "Note 65"));
    assert!(ines.run_with(&["add", "-"], "\n \n", &[]).misused().err.contains("nothing to add"));
}

#[test]
fn a_whole_tile_keeps_its_id() {
    let ines = Person::with("tiler", SHELF);
    let tile = r#"{"id": "t_zzzzzzzzzzzz", "type": "text", "text": "Badge", "look": "stamp"}"#;
    let added = ines.run(&["add", "--tile", tile, "--json"]).json();
    assert_eq!(added["tiles"][0]["id"], json!("t_zzzzzzzzzzzz"));
    assert!(ines.run(&["add", "--tile", "[1]"]).misused().err.contains("JSON object"));
}

#[test]
fn a_picture_file_is_uploaded_and_becomes_a_tile() {
    let ines = Person::with("photographer", SHELF);
    ines.file("kiln.png", PIXEL);
    let run = ines.run(&["add", "Before", "./kiln.png", "After", "--json"]);
    let added: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    let src = added["tiles"][1]["src"].as_str().unwrap();
    assert!(src.starts_with("/media/"), "{src}");
    assert_eq!((&added["tiles"][0]["text"], &added["tiles"][2]["text"]), (&json!("Before"), &json!("After")));
    ines.run(&["profile", "--avatar", "kiln.png", "--avatar-focus", "50,20", "--avatar-zoom", "1.5"]).success();
    ines.run(&["theme", "--background-style", "image", "--background-image", "./kiln.png"]).success();
    ines.run(&["update", "t_ffffffffffff", "--src", "./kiln.png"]).success();
    let draft = &ines.page()["draft"];
    for own in [&draft["profile"]["avatar"], &draft["theme"]["background"]["image"], &draft["tiles"][5]["src"]] {
        assert_eq!(own, src);
    }
    assert_eq!(draft["profile"]["avatarFocus"], json!({ "x": 50, "y": 20 }));
}

#[test]
fn what_is_no_picture_is_refused_before_it_is_sent() {
    let ines = Person::with("mistaker", SHELF);
    ines.file("notes.png", "not a picture");
    assert!(ines.run(&["add", "notes.png"]).refused().err.contains("PNG, JPEG, WebP, AVIF or GIF"));
    assert!(ines.run(&["add", "./gone.png"]).refused().err.contains("There is no file ./gone.png"));
    ines.file("kiln.png", PIXEL);
    assert!(ines.run(&["add", "kiln.png", "--dry-run"]).misused().err.contains("--dry-run"));
}

#[test]
fn fields_of_a_tile_change_and_empty_words_clear_them() {
    let ines = Person::with("updater", SHELF);
    let id = "t_bbbbbbbbbbbb";
    let run = ines
        .run(&["update", id, "--title", "Shop", "--description", "Mugs and bowls", "--size", "l", "--color", "sky"])
        .success();
    insta::assert_snapshot!("updated", run.shown());
    ines.run(&["update", id, "--description", "", "--focus", "10,20", "--zoom", "2", "--patch", r#"{"title": null}"#])
        .success();
    let tile = &ines.page()["draft"]["tiles"][1];
    assert_eq!((&tile["title"], &tile["description"], &tile["focus"]["x"]), (&Value::Null, &Value::Null, &json!(10)));
    assert!(ines.run(&["update", id]).misused().err.contains("nothing to change"));
    assert!(ines.run(&["update", id, "--size", "xl"]).misused().err.contains("use s, w, t or l"));
    assert!(ines.run(&["update", "nonsense", "--size", "l"]).misused().err.contains("is not a tile id"));
    assert!(ines.run(&["update", id, "--pos", "1,2"]).misused().err.contains("x,y,w,h"));
}

#[test]
fn tiles_move_to_an_index_or_beside_another() {
    let ines = Person::with("mover", SHELF);
    let order = || ines.ids().iter().map(|id| id[2..3].to_owned()).collect::<String>();
    insta::assert_snapshot!("moved", ines.run(&["move", "t_ffffffffffff", "0"]).success().shown());
    assert_eq!(order(), "fabcde");
    ines.run(&["move", "t_ffffffffffff", "--after", "t_bbbbbbbbbbbb"]).success();
    assert_eq!(order(), "abfcde");
    ines.run(&["move", "t_aaaaaaaaaaaa", "--before", "t_dddddddddddd"]).success();
    assert_eq!(order(), "bfcade");
    ines.run(&["move", "t_bbbbbbbbbbbb", "--last"]).success();
    ines.run(&["move", "t_eeeeeeeeeeee", "--first"]).success();
    assert_eq!(order(), "efcadb");
    ines.run(&["move", "t_eeeeeeeeeeee"]).misused();
    ines.run(&["move", "t_eeeeeeeeeeee", "--after", "t_qqqqqqqqqqqq"]).refused();
}

#[test]
fn tiles_are_removed_one_or_many() {
    let ines = Person::with("remover", SHELF);
    insta::assert_snapshot!("removed", ines.run(&["remove", "t_aaaaaaaaaaaa", "t_eeeeeeeeeeee"]).success().shown());
    assert_eq!(ines.ids().len(), 4);
    let gone = ines.run(&["remove", "t_bbbbbbbbbbbb", "--json"]).json();
    assert_eq!(gone["removed"], json!("t_bbbbbbbbbbbb"));
    assert!(ines.run(&["remove", "t_aaaaaaaaaaaa"]).refused().err.contains("mantel get shows"));
}

#[test]
fn a_dry_run_shows_and_changes_nothing() {
    let ines = Person::with("dry", SHELF);
    let before = ines.page();
    let run = |args: &[&str]| ines.run(args).success().shown();
    insta::assert_snapshot!("dry_add", run(&["add", "Hello", "https://a.example", "--dry-run"]));
    insta::assert_snapshot!(
        "dry_update",
        run(&["update", "t_bbbbbbbbbbbb", "--title", "Shop", "--pos", "0,0,288,288", "--dry-run"])
    );
    insta::assert_snapshot!("dry_move", run(&["move", "t_ffffffffffff", "0", "--dry-run"]));
    insta::assert_snapshot!("dry_remove", run(&["remove", "t_ffffffffffff", "--dry-run"]));
    insta::assert_snapshot!("dry_theme", run(&["theme", "--style", "night", "--background-dim", "0.5", "--dry-run"]));
    insta::assert_snapshot!("dry_profile", run(&["profile", "--bio", "", "--name", "Ines", "--dry-run"]));
    insta::assert_snapshot!("dry_publish", run(&["publish", "--dry-run"]));
    assert_eq!(ines.page(), before);
    let dry = ines.run(&["add", "Hello", "--dry-run", "--json"]).json();
    assert_eq!((&dry["dryRun"], &dry["changes"]["summary"]), (&json!(true), &json!("Added Hello")));
}

#[test]
fn a_theme_changes_by_its_flags_and_is_checked_first() {
    let ines = Person::with("dresser", SHELF);
    let run = ines
        .run(&[
            "theme",
            "--style",
            "washi",
            "--preset",
            "sumi",
            "--motion",
            "off",
            "--tile-style",
            "flat",
            "--accent",
            "none",
        ])
        .success();
    insta::assert_snapshot!("theme", run.shown());
    let theme = &ines.page()["draft"]["theme"];
    assert_eq!((&theme["preset"], &theme["motion"], &theme["accent"]), (&json!("sumi"), &json!(false), &Value::Null));
    for (args, said) in [
        (&["theme", "--layout", "lst"][..], "did you mean \"list\"?"),
        (&["theme", "--preset", "sumy"], "did you mean \"sumi\"?"),
        (&["theme", "--style", "night", "--preset", "sumi"], "sumi is a palette of washi"),
        (&["theme", "--accent", "red"], "six hex digits"),
        (&["theme", "--motion", "maybe"], "on or off"),
        (&["theme"], "nothing to change"),
    ] {
        let run = ines.run(args).misused();
        assert!(run.err.contains(said), "{}", run.err);
    }
    // Only the service can check this one: the draft's look has other palettes.
    assert!(ines.run(&["theme", "--preset", "meadow"]).refused().err.contains("kinari"));
    ines.run(&["theme", "--style", "press"]).success();
    assert_eq!(ines.page()["draft"]["theme"]["style"], json!("cobalt"));
}

#[test]
fn a_profile_changes_by_its_flags() {
    let ines = Person::with("namer", SHELF);
    let run = ines
        .run(&["profile", "--name", "Ines H.", "--location", "", "--avatar", "https://harrow.example/me.jpg"])
        .success();
    insta::assert_snapshot!("profile", run.shown());
    ines.run(&["profile", "--avatar", "none"]).success();
    let profile = &ines.page()["draft"]["profile"];
    assert_eq!((&profile["avatar"], &profile["location"]), (&Value::Null, &Value::Null));
    let long = "x".repeat(700);
    let run = ines.run(&["profile", "--bio", &long, "--avatar-focus", "50,50"]).refused();
    assert!(run.err.contains("/bio"), "{}", run.err);
}

#[test]
fn an_edit_from_another_version_is_refused() {
    let ines = Person::with("versioned", SHELF);
    ines.run(&["add", "One", "--base-version", "1"]).success();
    for args in [
        &["add", "Two", "--base-version", "1"][..],
        &["update", "t_bbbbbbbbbbbb", "--size", "l", "--base-version", "1"],
        &["move", "t_bbbbbbbbbbbb", "0", "--base-version", "1"],
        &["remove", "t_bbbbbbbbbbbb", "--base-version", "1"],
        &["theme", "--layout", "list", "--base-version", "1"],
        &["profile", "--name", "X", "--base-version", "1"],
        &["publish", "--base-version", "1"],
    ] {
        let run = ines.run(args).refused();
        assert!(run.err.contains("Nothing was changed"), "{args:?}: {}", run.err);
    }
    assert_eq!(ines.page()["version"], json!(2));
}

#[test]
fn what_tiles_lead_to_is_looked_up_again() {
    let ines = Person::with("asker", SHELF);
    let before = ines.page()["version"].clone();
    let run = ines.run(&["refresh", "t_bbbbbbbbbbbb", "t_dddddddddddd"]).success();
    assert!(run.out.lines().count() == 2 && run.out.lines().all(|line| line.starts_with("~ ")), "{}", run.out);
    assert!(run.err.contains("Being looked up"), "{}", run.err);
    assert_eq!(ines.page()["version"], before);
    // A note has no address, and the unknown id names no tile.
    ines.run(&["refresh", "t_cccccccccccc"]).refused();
    ines.run(&["refresh", "t_zzzzzzzzzzzz", "--json"]).refused();
}
