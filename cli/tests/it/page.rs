//! The output for people: claim, get, status, options.

use serde_json::json;

use crate::support::{Person, SHELF};

#[test]
fn a_claim_makes_a_page_and_draws_it() {
    let ada = Person::new("claimer");
    let run = ada.run(&["claim", &ada.name, "--style", "washi", "--preset", "sumi", "--template", "studio"]).success();
    insta::assert_snapshot!(run.shown());
    let again = ada.run(&["claim", "another-name"]).refused();
    assert!(again.err.contains("mantel apply"), "{}", again.err);
}

#[test]
fn a_claim_can_be_rehearsed() {
    let ada = Person::new("rehearser");
    let run = ada.run(&["claim", &ada.name, "--empty", "--dry-run"]).success();
    assert!(run.err.contains("nothing changed"), "{}", run.err);
    ada.run(&["get"]).refused();
}

#[test]
fn a_page_is_drawn_as_a_grid_under_its_sections() {
    let ines = Person::with("ines", SHELF);
    insta::assert_snapshot!("grid", ines.run(&["get"]).success().shown());
    let narrow = ines.run_with(&["get"], "", &[("COLUMNS", "44")]).success();
    insta::assert_snapshot!("narrow", narrow.shown());
    assert!(narrow.out.lines().all(|line| line.chars().count() <= 44), "{}", narrow.out);
}

#[test]
fn a_list_has_rows_and_a_canvas_its_places() {
    let ines = Person::with("lister", SHELF);
    ines.run(&["theme", "--layout", "list"]).success();
    insta::assert_snapshot!("list", ines.run(&["get"]).success().shown());
    ines.run(&["theme", "--layout", "canvas"]).success();
    ines.run(&["update", "t_dddddddddddd", "--pos", "912,100,288,160,-3,2"]).success();
    ines.run(&["update", "t_cccccccccccc", "--pos", "0,0,600,320"]).success();
    insta::assert_snapshot!("canvas", ines.run(&["get"]).success().shown());
}

#[test]
fn colour_is_for_terminals_and_for_who_asks() {
    let ines = Person::with("painter", SHELF);
    let plain = ines.run(&["get"]).success().out;
    assert!(!plain.contains('\u{1b}'));
    let colored = ines.run(&["get", "--color", "always"]).success().out;
    assert!(colored.contains("\u{1b}[1mInes Harrow\u{1b}[0m"), "{colored}");
    assert!(colored.contains("\u{1b}[38;5;222m╭"), "the note is butter: {colored}");
    let before = ines.run(&["--color", "always", "get"]).success().out;
    assert_eq!(colored, before);
    let add = ines.run(&["--color", "always", "add", "Hello", "--color", "mint"]).success().out;
    assert!(add.contains("\u{1b}[32m+\u{1b}[0m"), "{add}");
}

/// On a terminal there is colour, unless NO_COLOR is set.
#[test]
fn no_color_is_heeded_on_a_terminal() {
    let ines = Person::with("terminal", SHELF);
    let on_terminal = |env: &str| {
        let line = format!("env {env} {} status", env!("CARGO_BIN_EXE_mantel"));
        let mut script = std::process::Command::new("script");
        script
            .args(["-qec", &line, "/dev/null"])
            .env("SERVICE_URL", crate::support::url())
            .env("SERVICE_API_KEY", &ines.key);
        script.env("TERM", "xterm").env_remove("NO_COLOR").stdin(std::process::Stdio::null()).output()
    };
    let Ok(colored) = on_terminal("A=1") else {
        eprintln!("There is no `script` here to make a terminal: skipped.");
        return;
    };
    assert!(String::from_utf8_lossy(&colored.stdout).contains("\u{1b}[1m"), "{colored:?}");
    let plain = on_terminal("NO_COLOR=1").unwrap();
    assert!(String::from_utf8_lossy(&plain.stdout).contains("terminal"), "{plain:?}");
    assert!(!String::from_utf8_lossy(&plain.stdout).contains("\u{1b}[1m"), "{plain:?}");
}

#[test]
fn words_of_a_page_do_not_steer_the_terminal() {
    let file = SHELF.replace("Print shop", "Print\\u001b[2J shop");
    let ines = Person::with("steering", &file);
    assert!(!ines.run(&["get"]).success().out.contains('\u{1b}'));
}

#[test]
fn the_draft_is_drawn_as_visitors_with_a_terminal_see_it() {
    let ines = Person::with("visited", SHELF);
    let plain = ines.run(&["get", "--page"]).success().out;
    assert!(plain.is_ascii() && plain.lines().all(|line| line.len() <= 80), "{plain}");
    assert!(plain.contains("\n    INES HARROW\n    ===========\n"), "{plain}");
    assert!(plain.contains(&format!("    {}/{}", crate::support::url(), ines.name)), "{plain}");
    assert!(plain.contains("plain: mantel get --page --color never\n"), "{plain}");
    let colored = ines.run(&["get", "--page", "--color", "always"]).success().out;
    assert!(colored.contains("▀") && colored.contains("\u{1b}]8;;https://"), "{colored}");
    assert!(colored.lines().all(|line| line.ends_with("\u{1b}[0m")), "{colored}");
    // The draft, live or not; as data it is what it always is.
    assert!(ines.run(&["get", "--page", "--json"]).json()["draft"].is_object());
}

#[test]
fn status_is_short_and_json_has_the_fields() {
    let ines = Person::with("glancer", SHELF);
    insta::assert_snapshot!("status_draft", ines.run(&["status"]).success().shown());
    ines.run(&["publish"]).success();
    insta::assert_snapshot!("status_live", ines.run(&["status"]).success().shown());
    let status = ines.run(&["status", "--json"]).json();
    assert_eq!(status["unpublishedChanges"], json!(false));
    assert_eq!(status["published"]["version"], json!(1));
}

#[test]
fn check_tells_what_may_be_wrong_and_json_has_the_calls() {
    let ines = Person::with("checker", SHELF);
    ines.run(&["add", "https://twice.example", "https://twice.example/"]).success();
    let shown = ines.run(&["check"]).success().shown();
    assert!(shown.contains("It leads where “twice.example” leads already."), "{shown}");
    let check = ines.run(&["check", "--json"]).json();
    let finding = check["findings"].as_array().unwrap().iter().find(|finding| finding["code"] == "duplicate").unwrap();
    assert_eq!(finding["call"]["tool"], json!("remove_tile"));
    ines.run(&["remove", finding["tile"].as_str().unwrap()]).success();
    assert!(!ines.run(&["check"]).success().shown().contains("leads already"));
}

#[test]
fn get_as_json_is_the_page_of_the_api() {
    let ines = Person::with("json", SHELF);
    let page = ines.page();
    assert_eq!(page["draft"]["tiles"].as_array().unwrap().len(), 6);
    assert_eq!(page["username"], json!(ines.name));
}

#[test]
fn options_need_no_key_and_can_be_narrowed() {
    let ines = Person::new("options");
    let run = ines.run_with(&["options", "tile-styles"], "", &[("SERVICE_API_KEY", "")]).success();
    insta::assert_snapshot!("options_tile_styles", run.shown());
    assert!(ines.run(&["options"]).success().out.contains("kinari, sakura, yomogi, sumi"));
    let fonts = ines.run(&["options", "fonts", "--json"]).json();
    assert_eq!(fonts["fonts"][0]["name"], json!("look"));
    assert!(ines.run(&["options", "font"]).misused().err.contains("did you mean fonts?"));
}
