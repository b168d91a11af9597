//! The tools.

use serde_json::{Value, json};

use super::{ask, call, refused};
use crate::support::{TestApp, on_both, redacted};

on_both! {
    async fn a_page_is_built_and_published_as_the_specification_tells(app) {
        let ada = app.keyed("ada").await;
        let none = call(&ada, "get_page", json!({})).await;
        assert!(none["page"].is_null() && none["next"].as_str().unwrap().contains("create_page"));
        let made = call(&ada, "create_page", json!({ "username": "Ada", "style": "painted", "empty": true })).await;
        assert_eq!((&made["page"]["username"], &made["version"]), (&json!("ada"), &json!(1)));
        let links = json!(["https://ada.example/shop", "ada/engine", "ada@harrow.example", "A note of mine"]);
        let added = call(&ada, "add_tile", json!({ "inputs": links, "size": "w" })).await;
        insta::assert_snapshot!("added", redacted(&added));
        let id = added["tiles"][0]["id"].clone();
        let changed = call(&ada, "update_tile", json!({ "id": id, "patch": { "title": "Print shop", "size": "l" } })).await;
        assert_eq!((&changed["tile"]["title"], &changed["version"]), (&json!("Print shop"), &json!(3)));
        let moved = call(&ada, "move_tile", json!({ "id": id, "position": 3 })).await;
        assert_eq!(moved["tile"]["id"], id);
        let theme = call(&ada, "set_theme", json!({ "style": "cobalt", "accent": "#b5562b" })).await;
        assert_eq!((&theme["theme"]["style"], &theme["theme"]["preset"]), (&json!("cobalt"), &json!("almanac")));
        let profile = call(&ada, "set_profile", json!({ "name": "Ada", "bio": "Engines.", "avatarFocus": { "x": 40, "y": 20 } })).await;
        assert_eq!(profile["profile"]["bio"], "Engines.");
        let page = call(&ada, "get_page", json!({})).await;
        insta::assert_snapshot!("sketch", page["sketch"].as_str().unwrap());
        assert!(page["page"]["next"].is_null() && page["next"].is_string());
        let removed = call(&ada, "remove_tile", json!({ "id": id })).await;
        assert_eq!((&removed["removed"], &removed["unpublishedChanges"]), (&id, &json!(true)));
        let live = call(&ada, "publish", json!({ "baseVersion": removed["version"] })).await;
        assert_eq!((&live["url"], &live["unpublishedChanges"]), (&json!(format!("{}/ada", app.url)), &json!(false)));
        let public = app.anonymous().get("/api/v1/public/ada").await.expect(200).body();
        assert_eq!(public["profile"]["bio"], "Engines.");
    }

    async fn mcp_has_the_same_effect_as_rest(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let tile = json!({ "id": "t_abcdefghijkl", "type": "text", "text": "Here" });
        let patch = json!({ "text": "There", "color": "mint" });
        let theme = json!({ "style": "washi", "layout": "list", "background": { "dim": 0.4 } });
        let profile = json!({ "name": "Somebody", "location": "Porto" });
        // Far enough apart for separate history entries.
        let pause = || app.app.service.clock().advance(2 * 60_000);
        pause();
        ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
        pause();
        ada.patch("/api/v1/page/tiles/t_abcdefghijkl", patch.clone()).await.expect(200);
        pause();
        ada.patch("/api/v1/page/theme", theme.clone()).await.expect(200);
        pause();
        ada.patch("/api/v1/page/profile", profile.clone()).await.expect(200);
        pause();
        call(&bob, "add_tile", json!({ "tile": tile })).await;
        pause();
        call(&bob, "update_tile", json!({ "id": "t_abcdefghijkl", "patch": patch })).await;
        pause();
        call(&bob, "set_theme", theme).await;
        pause();
        call(&bob, "set_profile", profile).await;
        let (one, two) = (ada.get("/api/v1/page").await.body(), bob.get("/api/v1/page").await.body());
        assert_eq!(one["draft"].to_string(), two["draft"].to_string());
        assert_eq!(one["version"], two["version"]);
        let acts = |page: Value| page["history"].as_array().unwrap().iter().map(|list| (list["act"].clone(), list["summary"].clone())).take(4).collect::<Vec<_>>();
        assert_eq!(acts(ada.get("/api/v1/page/history").await.body()), acts(bob.get("/api/v1/page/history").await.body()));
    }

    async fn refusals_say_how_to_go_on(app) {
        let ada = app.keyed("ada").await;
        let mut all = vec![refused(&ada, "add_tile", json!({ "input": "https://ada.example" })).await];
        all.push(refused(&ada, "create_page", json!({ "username": "admin" })).await);
        call(&ada, "create_page", json!({ "username": "ada", "empty": true })).await;
        all.push(refused(&ada, "create_page", json!({ "username": "other" })).await);
        all.push(refused(&ada, "import_page", json!({ "file": { "name": "A", "links": [] } })).await);
        all.push(refused(&ada, "add_tile", json!({ "input": "a", "inputs": ["b"], "size": "xl" })).await);
        all.push(refused(&ada, "update_tile", json!({ "id": "nonsense", "patch": 7, "extra": true })).await);
        all.push(refused(&ada, "update_tile", json!({ "id": "t_aaaaaaaaaaaa", "patch": { "size": "s" } })).await);
        call(&ada, "add_tile", json!({ "tile": { "id": "t_abcdefghijkl", "type": "text", "text": "Here" } })).await;
        all.push(refused(&ada, "update_tile", json!({ "id": "t_abcdefghijkl", "patch": { "color": "mauve" } })).await);
        all.push(refused(&ada, "set_theme", json!({ "style": "washy", "accent": "red" })).await);
        all.push(refused(&ada, "move_tile", json!({ "id": "t_abcdefghijkl", "position": -1 })).await);
        all.push(refused(&ada, "publish", json!({ "baseVersion": 9 })).await);
        insta::assert_snapshot!("refusals", all.join("\n\n"));
        assert_eq!(call(&ada, "get_page", json!({})).await["page"]["version"], 2);
    }

    async fn a_link_that_is_there_is_added_and_the_reply_says_so(app) {
        let ada = app.owner("ada").await;
        let first = call(&ada, "add_tile", json!({ "input": "https://ada.example/shop" })).await;
        assert!(first["duplicates"].is_null());
        let second = call(&ada, "add_tile", json!({ "input": "https://ada.example/shop" })).await;
        assert_eq!(second["duplicates"][0]["of"], first["tiles"][0]["id"]);
        assert_eq!(second["duplicates"][0]["id"], second["tiles"][0]["id"]);
        assert_eq!(call(&ada, "get_page", json!({})).await["page"]["draft"]["tiles"].as_array().unwrap().len(), 2);
    }

    async fn a_client_id_makes_a_retry_safe_and_a_dry_run_changes_nothing(app) {
        let ada = app.owner("ada").await;
        let tried = call(&ada, "add_tile", json!({ "input": "One", "dryRun": true })).await;
        assert_eq!((&tried["dryRun"], &tried["version"]), (&json!(true), &json!(1)));
        let add = json!({ "input": "One", "clientId": "step 1" });
        let first = call(&ada, "add_tile", add.clone()).await;
        assert_eq!(call(&ada, "add_tile", add).await, first);
        let other = refused(&ada, "add_tile", json!({ "input": "Two", "clientId": "step 1" })).await;
        assert!(other.contains("idempotency_key_reused"), "{other}");
        assert_eq!(call(&ada, "get_page", json!({})).await["page"]["version"], 2);
        let live = call(&ada, "publish", json!({ "clientId": "p" })).await;
        call(&ada, "add_tile", json!({ "input": "Later" })).await;
        assert_eq!(call(&ada, "publish", json!({ "clientId": "p" })).await, live);
        assert_eq!(call(&ada, "get_page", json!({})).await["page"]["unpublishedChanges"], true);
    }
}

#[tokio::test]
async fn what_is_listed_is_what_is_answered() {
    let app = TestApp::set(&[]).await;
    let ada = app.keyed("ada").await;
    let listed = ask(&ada, "tools/list", json!({})).await;
    let calls = [
        ("get_page", json!({})),
        ("list_options", json!({})),
        ("create_page", json!({ "username": "ada" })),
        ("get_page", json!({})),
        (
            "import_page",
            json!({ "file": { "name": "Ada", "links": ["https://ada.example"], "nope": 1 }, "replace": true }),
        ),
        (
            "add_tile",
            json!({ "tile": { "id": "t_abcdefghijkl", "type": "image", "src": "https://ada.example/a.png", "pos": { "x": 0, "y": 0, "w": 288, "h": 288 } } }),
        ),
        ("update_tile", json!({ "id": "t_abcdefghijkl", "patch": { "title": null, "zoom": 2 } })),
        ("move_tile", json!({ "id": "t_abcdefghijkl", "position": 0 })),
        ("set_theme", json!({ "layout": "canvas", "accent": null })),
        ("set_profile", json!({ "bio": "x" })),
        ("remove_tile", json!({ "id": "t_abcdefghijkl", "dryRun": true })),
        ("remove_tile", json!({ "id": "t_abcdefghijkl" })),
        ("publish", json!({})),
    ];
    for (name, arguments) in calls {
        let tool = listed["tools"].as_array().unwrap().iter().find(|list| list["name"] == name).unwrap();
        let input = jsonschema::validator_for(&tool["inputSchema"]).unwrap();
        assert!(input.is_valid(&arguments), "{name} {arguments}");
        let output = jsonschema::validator_for(&tool["outputSchema"]).unwrap();
        let answer = call(&ada, name, arguments.clone()).await;
        let wrong: Vec<_> = output
            .iter_errors(&answer)
            .map(|iter_error| format!("{} at {}", iter_error, iter_error.instance_path))
            .collect();
        assert!(wrong.is_empty(), "{name} {arguments}: {wrong:?}");
    }
}
