//! `plan` and `apply`: a page kept in a file.

use serde_json::{Value, json};

use crate::support::{Person, SHELF, url};

fn edited() -> String {
    SHELF
        .replace("\"Print shop\", \"size\": \"w\"", "\"Shop\", \"size\": \"l\"")
        .replace("\"#b8412f\"", "\"#3366aa\"")
        .replace("Leeds", "York")
        .replace(
            "{ \"id\": \"t_cccccccccccc\"",
            "{ \"type\": \"text\", \"text\": \"New\" }, { \"id\": \"t_cccccccccccc\"",
        )
        .replace("    { \"id\": \"t_dddddddddddd\", \"type\": \"github\", \"repo\": \"harrow/glaze-calc\" },\n", "")
}

#[test]
fn a_plan_tells_the_difference_and_changes_nothing() {
    let ines = Person::with("planner", SHELF);
    let path = ines.file("page.json", edited());
    let before = ines.page();
    insta::assert_snapshot!("plan", ines.run(&["plan", &path]).success().shown());
    assert_eq!(ines.run(&["plan", &path, "--exit-code", "-q"]).code, 1);
    let plan = ines.run(&["plan", &path, "--json"]).json();
    assert_eq!(ines.run(&["plan", &path, "--json"]).json(), plan);
    assert_eq!(plan["edits"].as_array().unwrap().len(), 5);
    assert_eq!(plan["changes"]["removed"][0]["id"], json!("t_dddddddddddd"));
    assert_eq!(ines.page(), before);
    let same = ines.file("same.json", SHELF);
    insta::assert_snapshot!("plan_same", ines.run(&["plan", &same, "--exit-code"]).success().shown());
}

#[test]
fn applying_makes_it_so_with_those_edits_and_ids_stay() {
    let ines = Person::with("applier", SHELF);
    let path = ines.file("page.json", edited());
    let planned = ines.run(&["plan", &path, "--json"]).json()["changes"]["added"][0]["id"].clone();
    insta::assert_snapshot!("apply", ines.run(&["apply", &path, "--publish"]).success().shown());
    let page = ines.page();
    assert_eq!((&page["version"], &page["unpublishedChanges"]), (&json!(6), &json!(false)));
    assert_eq!(page["draft"]["theme"]["accent"], json!("#3366aa"));
    let ids = ines.ids();
    assert_eq!(json!(ids[2]), planned);
    assert_eq!((ids[1].as_str(), ids[3].as_str(), ids.len()), ("t_bbbbbbbbbbbb", "t_cccccccccccc", 6));
    // A second run changes nothing, although the new tile has no id in the file.
    let again = ines.run(&["apply", &path, "--publish", "--json"]).json();
    assert_eq!((&again["edits"], &again["version"], &again["published"]), (&json!(0), &json!(6), &Value::Null));
}

#[test]
fn a_brief_keeps_the_ids_of_what_it_names() {
    let brief = r#"{"name": "Ines", "links": ["https://a.example", "harrow/glaze-calc", {"text": "Open on Fridays"}]}"#;
    let ines = Person::with("briefer", brief);
    let before = ines.ids();
    let edited = brief
        .replace("Fridays", "Saturdays")
        .replace("\"https://a.example\", ", "")
        .replace("]}", ", \"https://b.example\"]}");
    let run = ines.run_with(&["apply", "-"], &edited, &[]).success();
    assert!(run.err.contains("3 edits"), "{}", run.err);
    assert_eq!(ines.ids()[..2], before[1..]);
}

#[test]
fn where_there_is_no_page_it_is_made() {
    let ada = Person::new("newcomer");
    let path = ada.file("page.json", SHELF);
    assert_eq!(ada.run(&["plan", &path, "--exit-code"]).code, 1);
    assert!(ada.run(&["apply", &path]).code == 2);
    let run = ada.run(&["apply", &path, "--username", &ada.name, "--publish"]).success();
    assert!(run.out.trim_end().ends_with(&format!("{}/{}", url(), ada.name)), "{}", run.out);
    assert_eq!(ada.ids()[0], "t_aaaaaaaaaaaa");
    ada.run(&["plan", &path, "--exit-code"]).success();
}

#[test]
fn a_page_that_moved_on_is_not_overwritten() {
    let ines = Person::with("other", SHELF);
    let path = ines.file("page.json", edited());
    ines.run(&["add", "Somebody else's note"]).success();
    let run = ines.run(&["apply", &path, "--base-version", "1"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("version 2"), "{}", run.err);
    assert_eq!(ines.page()["version"], json!(2));
}

#[test]
fn mistakes_in_a_page_file_do_not_take_tiles_away() {
    let ines = Person::with("careful", SHELF);
    let path = ines.file("page.json", SHELF.replace("https://shop.harrow.example/", "javascript:alert(1)"));
    let run = ines.run(&["apply", &path]).refused();
    assert!(run.err.contains("--forgiving") && run.err.contains("page.json:"), "{}", run.err);
    assert_eq!(ines.page()["version"], json!(1));
    ines.run(&["apply", &path, "--forgiving"]).success();
    assert_eq!(ines.ids().len(), 5);
}
