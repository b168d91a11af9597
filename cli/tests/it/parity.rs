//! The same edits made in six ways (the model, REST, MCP, the command, an import of the result, and `apply`) give the
//! same bytes.

use mantel_model::id::SeededIds;
use mantel_model::page::PageFile;
use mantel_model::{Draft, Edit, TileId, apply, read};
use serde_json::{Value, json};

use crate::support::{Person, SHELF, url};

/// One edit, as each interface takes it.
struct Step {
    edit: Edit,
    rest: (&'static str, &'static str, Value),
    command: &'static [&'static str],
}

fn id(letter: char) -> TileId {
    TileId::parse(&format!("t_{}", letter.to_string().repeat(12))).unwrap()
}

fn added(tile: Value, after: Option<char>, rest: Value, command: &'static [&'static str]) -> Step {
    let edit = Edit::Add { tiles: vec![read::read_tile(&tile).unwrap()], after: after.map(id) };
    Step { edit, rest: ("POST", "/api/v1/page/tiles", rest), command }
}

/// Every kind of edit, with every field of a tile.
fn script() -> Vec<Step> {
    let note = json!({ "id": "t_gggggggggggg", "type": "text", "text": "Closed in August", "color": "rose" });
    let video = json!({ "id": "t_hhhhhhhhhhhh", "type": "video", "url": "https://vimeo.com/76979871", "title": "Throwing", "focus": { "x": 10, "y": 90 } });
    let theme = json!({ "style": "night", "font": "mono", "accent": null, "motion": false, "background": { "style": "dots", "dim": 0.5, "color": "#101418" } });
    let profile = json!({ "name": "Ines H.", "location": null, "avatar": "https://harrow.example/me.jpg", "avatarFocus": { "x": 50, "y": 12.5 }, "avatarZoom": 1.5, "pageTitle": "Ines Harrow, potter", "pageDescription": null, "lang": "pt-BR", "listed": false });
    let link = json!({ "title": null, "description": "Mugs & “bowls”", "me": true, "size": "l", "color": "mint", "lang": "fr", "pos": { "x": 8, "y": 16, "w": 592, "h": 288, "r": -3 } });
    vec![
        added(
            note.clone(),
            None,
            json!({ "tile": note }),
            &[
                "add",
                "--tile",
                r#"{"id": "t_gggggggggggg", "type": "text", "text": "Closed in August", "color": "rose"}"#,
            ],
        ),
        added(
            video.clone(),
            Some('a'),
            json!({ "tile": video, "after": "t_aaaaaaaaaaaa" }),
            &[
                "add",
                "--after",
                "t_aaaaaaaaaaaa",
                "--tile",
                r#"{"id": "t_hhhhhhhhhhhh", "type": "video", "url": "https://vimeo.com/76979871", "title": "Throwing", "focus": {"x": 10, "y": 90}}"#,
            ],
        ),
        Step {
            edit: Edit::Theme(theme.clone()),
            rest: ("PATCH", "/api/v1/page/theme", theme),
            command: &[
                "theme",
                "--style",
                "night",
                "--font",
                "mono",
                "--accent",
                "none",
                "--motion",
                "off",
                "--background-style",
                "dots",
                "--background-dim",
                "0.5",
                "--background-color",
                "#101418",
            ],
        },
        Step {
            edit: Edit::Profile(profile.clone()),
            rest: ("PATCH", "/api/v1/page/profile", profile),
            command: &[
                "profile",
                "--name",
                "Ines H.",
                "--location",
                "",
                "--avatar",
                "https://harrow.example/me.jpg",
                "--avatar-focus",
                "50,12.5",
                "--avatar-zoom",
                "1.5",
                "--page-title",
                "Ines Harrow, potter",
                "--page-description",
                "",
                "--lang",
                "pt-BR",
                "--listed",
                "off",
            ],
        },
        Step {
            edit: Edit::Update { id: id('b'), patch: link.clone() },
            rest: ("PATCH", "/api/v1/page/tiles/t_bbbbbbbbbbbb", link),
            command: &[
                "update",
                "t_bbbbbbbbbbbb",
                "--title",
                "",
                "--description",
                "Mugs & “bowls”",
                "--me",
                "on",
                "--size",
                "l",
                "--color",
                "mint",
                "--lang",
                "fr",
                "--pos",
                "8,16,592,288,-3",
            ],
        },
        Step {
            edit: Edit::Move { id: id('f'), position: 1 },
            rest: ("POST", "/api/v1/page/tiles/t_ffffffffffff/move", json!({ "position": 1 })),
            command: &["move", "t_ffffffffffff", "1"],
        },
        Step {
            edit: Edit::Remove { id: id('d') },
            rest: ("DELETE", "/api/v1/page/tiles/t_dddddddddddd", json!({})),
            command: &["remove", "t_dddddddddddd"],
        },
    ]
}

fn by_model() -> Draft {
    let start: Value = serde_json::from_str(SHELF).unwrap();
    let mut ids = SeededIds::new(0);
    let start = read::read_page_file(&start, &mut ids).unwrap().draft;
    script().into_iter().fold(start, |draft, step| apply(&draft, step.edit, &mut ids).unwrap().draft)
}

/// Sends a request as this person; returns the reply of a call that was accepted.
fn send(person: &Person, method: &str, path: &str, headers: &[(&str, &str)], body: &Value) -> Value {
    let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", url()));
    let bearer = format!("Bearer {}", person.key);
    let own = [
        ("authorization", bearer.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    for (name, value) in own.iter().chain(headers) {
        request = request.header(*name, *value);
    }
    let agent = ureq::Agent::new_with_defaults();
    let reply = agent.run(request.body(body.to_string()).unwrap()).unwrap().into_body().read_to_string().unwrap();
    serde_json::from_str(&reply).unwrap()
}

fn by_rest() -> Person {
    let person = Person::new("by-rest");
    let file: Value = serde_json::from_str(SHELF).unwrap();
    send(&person, "POST", "/api/v1/page/import", &[], &json!({ "file": file, "username": person.name }));
    for step in script() {
        send(&person, step.rest.0, step.rest.1, &[], &step.rest.2);
    }
    person
}

fn by_mcp() -> Person {
    let person = Person::new("by-mcp");
    let version = "2026-07-28";
    let call = |tool: &str, arguments: Value| {
        let about = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "parity", "version": "1" },
        });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": about });
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let headers = [("mcp-protocol-version", version), ("mcp-method", "tools/call"), ("mcp-name", tool)];
        let reply = send(&person, "POST", "/api/mcp", &headers, &body);
        assert!(reply["error"].is_null() && reply["result"]["isError"] != json!(true), "{tool}: {reply}");
    };
    let file: Value = serde_json::from_str(SHELF).unwrap();
    call("import_page", json!({ "file": file, "username": person.name }));
    for step in script() {
        match step.edit {
            Edit::Add { .. } => call("add_tile", step.rest.2),
            Edit::Theme(patch) => call("set_theme", patch),
            Edit::Profile(patch) => call("set_profile", patch),
            Edit::Update { id, patch } => call("update_tile", json!({ "id": id, "patch": patch })),
            Edit::Move { id, position } => call("move_tile", json!({ "id": id, "position": position })),
            Edit::Remove { id } => call("remove_tile", json!({ "id": id })),
            Edit::Replace(_) => panic!("the script replaces nothing"),
        }
    }
    person
}

fn by_command() -> Person {
    let person = Person::with("by-command", SHELF);
    for step in script() {
        person.run(step.command).success();
    }
    person
}

fn by_import(outcome: &str) -> Person {
    Person::with("by-import", outcome)
}

fn by_apply(outcome: &str) -> Person {
    let person = Person::with("by-apply", SHELF);
    person.run_with(&["apply", "-"], outcome, &[]).success();
    person
}

#[test]
fn one_script_gives_the_same_bytes_whichever_way_it_goes() {
    let draft = by_model();
    let wanted = serde_json::to_string(&draft).unwrap();
    let outcome = PageFile::of(draft, None, url()).to_text();
    for person in [by_rest(), by_mcp(), by_command(), by_import(&outcome), by_apply(&outcome)] {
        assert_eq!(person.page()["draft"].to_string(), wanted, "{}", person.name);
    }
}
