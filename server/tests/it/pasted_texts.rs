//! The model's vectors of pasted texts and documents, through REST and MCP: both read them alike.

use mantel_model::Tile;
use mantel_model::brief;
use mantel_model::move_in;
use serde_json::{Value, json};

use crate::mcp;
use crate::support::{Database, TestApp, on_both};

#[path = "../../../model/tests/vectors/documents/mod.rs"]
mod documents;
#[path = "../../../model/tests/vectors/mod.rs"]
mod vectors;

fn without_ids(tiles: &Value) -> Value {
    let mut tiles = tiles.clone();
    for tile in tiles.as_array_mut().unwrap() {
        for name in ["id", "facts"] {
            tile.as_object_mut().unwrap().shift_remove(name);
        }
    }
    tiles
}

#[tokio::test]
async fn every_line_and_list_becomes_the_same_tiles_over_rest_and_mcp() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (person, agent) = (app.owner("ada").await, app.owner("bob").await);
    let all: Vec<_> = vectors::lines().into_iter().chain(vectors::lists()).collect();
    for (at, vector) in all.iter().enumerate() {
        // Before the page is full.
        if at % 20 == 0 {
            for owner in [&person, &agent] {
                let empty =
                    json!({ "page": { "profile": { "name": "Ada" }, "theme": { "style": "cozy" }, "tiles": [] } });
                owner.put("/api/v1/page", empty).await.expect(200);
            }
        }
        let body = json!({ "input": vector.input });
        let reply = person.post("/api/v1/page/tiles", body.clone()).await;
        // A line as an input is refused for a password in it, where a list has it cut out.
        if vector.outline.is_empty() || reply.text.contains("contains a user name or password") {
            reply.refused(400, "invalid_input");
            mcp::refused(&agent, "add_tile", body).await;
            continue;
        }
        let added = reply.expect(201).body();
        let by_agent = mcp::call(&agent, "add_tile", body).await;
        for reply in [&added, &by_agent] {
            let tiles: Vec<Tile> = serde_json::from_value(reply["tiles"].clone()).unwrap();
            let outline: Vec<String> = tiles.iter().map(|tile| vectors::outline(&tile.kind)).collect();
            assert_eq!(outline, vector.outline[..vector.outline.len().min(30)], "{}", vector.name);
            let more = usize::from(vector.outline.len() > 30);
            let told = reply.get("warnings").and_then(Value::as_array).map_or(0, Vec::len);
            assert_eq!(told, vector.warnings.len() + more, "{}", vector.name);
        }
    }
}

/// What a document says of a page, without what each page has of its own: ids, what links lead to, and the name, which is
/// the username where the document has none.
fn content(draft: &Value) -> Value {
    let mut profile = draft["profile"].clone();
    profile.as_object_mut().unwrap().shift_remove("name");
    json!({ "profile": profile, "theme": draft["theme"], "tiles": without_ids(&draft["tiles"]) })
}

fn told(warnings: &Value) -> Vec<(String, String)> {
    let warnings = warnings.as_array().into_iter().flatten();
    let told = warnings.map(|warning| {
        let text = |name: &str| warning[name].as_str().unwrap_or_default().to_owned();
        (text("path"), text("message"))
    });
    told.filter(|(path, words)| path != "/name" && !words.starts_with("The username was ignored")).collect()
}

#[tokio::test]
async fn every_document_becomes_the_same_page_over_rest_and_mcp() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (person, agent) = (app.owner("ada").await, app.owner("bob").await);
    for document in documents::documents() {
        let name = &document.name;
        let body = json!({ "file": document.input, "replace": true });
        let reply = person.post("/api/v1/page/import", body.clone()).await;
        let Ok(wanted) = brief::import(&document.input, 1) else {
            reply.refused(400, "unreadable_file");
            mcp::refused(&agent, "import_page", body).await;
            continue;
        };
        let imported = reply.expect(201).body();
        let by_agent = mcp::call(&agent, "import_page", body).await;
        let draft = content(&serde_json::to_value(&wanted.draft).unwrap());
        let warnings = told(&serde_json::to_value(&wanted.warnings).unwrap());
        for (interface, page, reply) in [("REST", &imported, &imported), ("MCP", &by_agent["page"], &by_agent)] {
            assert_eq!(content(&page["draft"]), draft, "{name} over {interface}");
            // What another service wrote is read by the reader of its pages, which leaves out the rest of them unsaid.
            if !move_in::is_elsewhere(&document.input) {
                assert_eq!(told(&reply["warnings"]), warnings, "{name} over {interface}");
            }
        }
    }
}

on_both! {
    async fn inputs_are_texts_and_items_of_a_brief(app) {
        let ada = app.owner("ada").await;
        let inputs = json!([
            { "heading": "Shops" }, { "url": "https://shop.example", "title": "Print shop", "size": "w", "color": "mint" },
            "Letters: https://letters.example", "harrow/glaze-calc", { "image": "https://harrow.example/kiln.jpg", "caption": "The kiln" },
            { "text": "Open on **Fridays**" }, { "stamp": "Open studio" }, { "heading": "Elsewhere", "items": ["@ines@hachyderm.io"] },
        ]);
        let added = ada.post("/api/v1/page/tiles", json!({ "inputs": inputs, "color": "sky" })).await.expect(201).body();
        let kinds: Vec<&str> = added["tiles"].as_array().unwrap().iter().map(|tile| tile["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["heading", "link", "link", "github", "image", "text", "text", "heading", "social"]);
        assert_eq!((&added["tiles"][1]["size"], &added["tiles"][1]["color"]), (&json!("w"), &json!("mint")));
        assert_eq!((&added["tiles"][2]["title"], &added["tiles"][2]["color"]), (&json!("Letters"), &json!("sky")));
        // What is no item is a problem at its place, all of them at once, and nothing is added.
        let wrong = json!({ "inputs": ["https://a.example", { "mood": "calm" }, "javascript:alert(1)", {}, " "] });
        let refusal = ada.post("/api/v1/page/tiles", wrong).await.refused(400, "invalid_input").body();
        let paths: Vec<&str> = refusal["errors"].as_array().unwrap().iter().map(|error| error["path"].as_str().unwrap()).collect();
        assert!(paths.contains(&"/inputs/2") && paths.contains(&"/inputs/4"), "{refusal}");
        let page = ada.get("/api/v1/page").await.expect(200).body();
        assert_eq!(page["draft"]["tiles"].as_array().unwrap().len(), 9);
    }

    async fn a_list_in_one_input_adds_thirty_tiles_and_names_the_rest(app) {
        let ada = app.owner("ada").await;
        let list: String = (0..34).map(|number| format!("- Shop {number}: https://shop{number}.example\n")).collect();
        let added = ada.post("/api/v1/page/tiles", json!({ "input": list })).await.expect(201).body();
        assert_eq!(added["tiles"].as_array().unwrap().len(), 30);
        let warnings = added["warnings"].to_string();
        for number in 30..34 {
            assert!(warnings.contains(&format!("shop{number}.example")), "{warnings}");
        }
    }

    async fn ten_titled_links_under_three_headings_are_one_call(app) {
        let agent = app.owner("ada").await;
        let list = "## Shops\n- Prints: https://a.example\n- Pots: https://b.example\n- Books: https://c.example\n\n## Words\n\
                    1. Letters – https://d.example\n2. Notes – https://e.example\n3. Essays – https://f.example\n\n## Elsewhere\n\
                    [Film](https://g.example)\n[Radio](https://h.example)\n[Stage](https://i.example)\n[Wall](https://j.example)";
        let added = mcp::call(&agent, "add_tile", json!({ "input": list })).await;
        let tiles = added["tiles"].as_array().unwrap();
        let count = |kind: &str| tiles.iter().filter(|tile| tile["type"] == kind).count();
        assert_eq!((count("heading"), count("link")), (3, 10), "{added}");
        assert!(tiles.iter().filter(|tile| tile["type"] == "link").all(|tile| tile["title"].is_string()), "{added}");
    }
}
