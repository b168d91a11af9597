//! The strict reader: all problems at once, each with a path and a sentence that says what to fix.

use mantel_model::id::SeededIds;
use mantel_model::{Draft, PageFile, Problem, read};
use serde_json::{Value, json};

fn problems<T: std::fmt::Debug>(read: Result<T, Vec<Problem>>) -> Vec<(String, String)> {
    read.unwrap_err().into_iter().map(|problem| (problem.path, problem.message)).collect()
}

fn page() -> Value {
    json!({
        "$schema": "http://localhost:3000/schema/page.schema.json",
        "mantel": 1,
        "username": "ada",
        "profile": { "name": "Ada", "avatarFocus": { "x": 50, "y": 33.5 } },
        "theme": { "style": "washi", "preset": "sumi" },
        "tiles": [
            { "id": "t_aaaaaaaaaaaa", "type": "link", "url": "https://example.com/", "size": "w" },
            { "id": "t_aaaaaaaaaaab", "type": "text", "text": "**Hello**" },
            { "id": "t_aaaaaaaaaaac", "type": "image", "src": "/media/a.webp", "focus": { "x": 1, "y": 2 }, "zoom": 1.5,
              "pos": { "x": 0, "y": 8, "w": 288, "h": 288 } },
        ],
    })
}

#[test]
fn every_problem_is_found_at_once_with_its_path_and_what_to_fix() {
    let mut page = page();
    page["theme"]["accent"] = json!("red");
    page["theme"]["tile_style"] = json!("flat");
    page["tiles"][0]["size"] = json!("x");
    page["tiles"][0]["titel"] = json!("Shop");
    page["tiles"][1]["text"] = json!(3);
    page["tiles"][2]["pos"]["r"] = json!(20);
    page["tiles"][2]["zoom"] = json!("2");
    page["mantel"] = json!(2);
    let found = problems(read::read_page_file(&page, &mut SeededIds::new(1)));
    let expected = [
        ("/mantel", "expected the format number 1, found the number 2"),
        ("/theme/tile_style", "there is no field \"tile_style\" in a theme; did you mean \"tileStyle\"?"),
        ("/theme/accent", "\"red\" is not a colour; write six hex digits, like #9c3a34"),
        ("/tiles/0/size", "\"x\" is not a size; use s, w, t or l"),
        ("/tiles/0/titel", "there is no field \"titel\" in a link tile; did you mean \"title\"?"),
        ("/tiles/1/text", "expected a text in quotes, found the number 3"),
        ("/tiles/2/pos/r", "r must be a number from -15 to 15"),
        ("/tiles/2/zoom", "expected a number, found the text \"2\""),
    ];
    let found: Vec<_> = found.iter().map(|(path, message)| (path.as_str(), message.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_page_file_written_read_and_written_again_is_the_same_bytes() {
    let first: PageFile = read::read_page_file(&page(), &mut SeededIds::new(1)).unwrap();
    let text = first.to_text();
    let again: PageFile = serde_json::from_str(&text).unwrap();
    assert_eq!(again, first);
    assert_eq!(again.to_text(), text);
}

#[test]
fn a_preset_of_another_look_is_refused_and_the_four_are_listed() {
    let found = problems(read::read_theme(&json!({ "style": "washi", "preset": "moonlit" })));
    assert_eq!(found[0].0, "/preset");
    assert_eq!(
        found[0].1,
        "\"moonlit\" is a palette of cobalt; the palettes of washi are kinari, sakura, yomogi and sumi"
    );
}

#[test]
fn each_tile_type_takes_its_own_fields_and_no_others() {
    let found = problems(read::read_tile(&json!({ "type": "github", "repo": "a/b", "title": "x" })));
    assert_eq!(found[0].0, "/title");
    let found = problems(read::read_tile(&json!({ "type": "heading" })));
    assert_eq!(found, [("/text".to_owned(), "\"text\" is missing; a heading tile needs it".to_owned())]);
}

#[test]
fn facts_that_come_with_a_tile_are_ignored() {
    let tile = read::read_tile(&json!({ "type": "github", "repo": "a/b", "facts": { "stars": 3 } })).unwrap();
    assert!(!serde_json::to_string(&tile.with_id(mantel_model::TileId::from_bits(1))).unwrap().contains("stars"));
}

#[test]
fn a_draft_needs_its_three_parts_so_that_nothing_is_wiped_by_leaving_it_out() {
    let found = problems(read::read_draft(&json!({ "profile": {} }), &mut SeededIds::new(1)));
    let paths: Vec<_> = found.iter().map(|problem| problem.0.as_str()).collect();
    assert_eq!(paths, ["/theme", "/tiles"]);
    assert!(serde_json::from_value::<Draft>(json!({ "profile": {}, "theme": {}, "tiles": [] })).is_ok());
}

#[test]
fn an_id_used_twice_is_a_problem_at_the_second() {
    let mut page = page();
    page["tiles"][1]["id"] = json!("t_aaaaaaaaaaaa");
    let found = problems(read::read_page_file(&page, &mut SeededIds::new(1)));
    assert_eq!(found[0].0, "/tiles/1/id");
}

#[test]
fn a_body_is_json_within_32_levels_or_the_place_of_its_mistake_is_told() {
    let told = |body: &str| read::read_json(body.as_bytes()).unwrap_err().message;
    assert_eq!(read::read_json(br#"{ "a": "[[[\"[" }"#).unwrap()["a"], "[[[\"[");
    assert!(read::read_json(format!("{}{}", "[".repeat(32), "]".repeat(32)).as_bytes()).is_ok());
    assert_eq!(told(&format!("{}{}", "[".repeat(33), "]".repeat(33))), "this JSON is nested more than 32 levels deep");
    assert_eq!(told(&"[".repeat(1_000_000)), "this JSON is nested more than 32 levels deep");
    assert_eq!(told("{\n \"a\": 1,\n}"), "this is not JSON: line 3, column 1: trailing comma");
    assert_eq!(told("  "), "the body is empty; send JSON");
    assert_eq!(
        read::read_json(b"{\"a\": \"\xff\"}").unwrap_err().message,
        "the body is not UTF-8 text: byte 8 is the first that is not"
    );
}

#[test]
fn what_is_told_of_a_hostile_body_stays_small() {
    let many: serde_json::Map<String, Value> = (0..20_000).map(|number| (format!("titel{number}"), json!(1))).collect();
    let found = problems(read::read_theme(&Value::Object(many)));
    assert_eq!(found.len(), 101);
    assert_eq!(found[100].1, "and 19900 more problems; mend these first");
    let long = "x".repeat(500_000);
    for value in [
        json!({ long.clone(): 1 }),
        json!({ "accent": long }),
        json!({ "style": long }),
        json!({ "preset": long }),
        json!({ "background": { "image": long, "color": long } }),
    ] {
        for (path, message) in problems(read::read_theme(&value)) {
            assert!(path.len() + message.len() < 600, "{}", message.len());
        }
    }
    let tile = json!({ "id": long, "type": long, "url": long, "after": long });
    for (path, message) in
        problems(read::read_draft(&json!({ "profile": {}, "theme": {}, "tiles": [tile] }), &mut SeededIds::new(1)))
    {
        assert!(path.len() + message.len() < 600, "{}", message.len());
    }
}
