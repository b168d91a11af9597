//! The tools.

use serde_json::{Value, json};

use super::{ask, call, refused};
use crate::support::{Actor, TestApp, on_both, redacted};

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

    async fn the_next_step_after_a_refusal_is_one_that_helps(app) {
        let ada = app.owner("ada").await;
        call(&ada, "add_tile", json!({ "input": "A note" })).await;
        let svg = "data:image/svg+xml;base64,PHN2Zy8+";
        for (tool, arguments, step) in [
            ("see_page", json!({ "version": "live", "tile": "t_aaaaaaaaaaaa" }), "see_page"),
            ("undo", json!({ "to": 999 }), "mantel://history"),
            ("add_tile", json!({ "tile": { "type": "image", "src": svg } }), "PNG, JPEG or WebP"),
            ("get_page", json!({ "draft": true }), "mend every point"),
            ("list_options", json!({ "topics": "looks" }), "mend every point"),
        ] {
            let said = refused(&ada, tool, arguments).await;
            let next = said.split("Next: ").nth(1).unwrap();
            assert!(next.contains(step) && !next.contains("in a moment") && !said.contains("/api/v1"), "{tool}: {said}");
        }
        // Which of several pictures it was, is told.
        let tiles = json!([{ "image": "https://a.example/a.png" }, { "image": svg }]);
        let said = refused(&ada, "add_tile", json!({ "inputs": tiles })).await;
        assert!(said.contains("/inputs/1/image"), "{said}");
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
        assert!(other.contains("idempotency_key_reused") && !other.contains("Idempotency-Key"), "{other}");
        assert_eq!(call(&ada, "get_page", json!({})).await["page"]["version"], 2);
        let live = call(&ada, "publish", json!({ "clientId": "p" })).await;
        call(&ada, "add_tile", json!({ "input": "Later" })).await;
        assert_eq!(call(&ada, "publish", json!({ "clientId": "p" })).await, live);
        assert_eq!(call(&ada, "get_page", json!({})).await["page"]["unpublishedChanges"], true);
    }
}

#[tokio::test]
async fn what_is_called_is_what_is_listed() {
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
        let answer = call(&ada, name, arguments.clone()).await;
        let told = ["page", "looks", "version", "next"].into_iter().any(|field| answer.get(field).is_some());
        assert!(told, "{name} {arguments}: {answer}");
    }
}

/// A page with two tiles, and their ids.
async fn two_tiles(ada: &Actor) -> [Value; 2] {
    let added = call(ada, "add_tile", json!({ "inputs": ["One", "https://two.example/"] })).await;
    [added["tiles"][0]["id"].clone(), added["tiles"][1]["id"].clone()]
}

on_both! {
    async fn what_a_change_replaced_comes_with_it_and_puts_it_back(app) {
        let ada = app.owner("ada").await;
        let ids = two_tiles(&ada).await;
        let page = async || call(&ada, "get_page", json!({})).await["page"]["draft"].clone();
        call(&ada, "set_theme", json!({ "style": "washi", "preset": "sumi", "accent": "#b5562b" })).await;
        call(&ada, "set_profile", json!({ "name": "Ada", "location": "Porto" })).await;
        let first = page().await;
        let theme = call(&ada, "set_theme", json!({ "style": "night", "accent": null, "layout": "list" })).await;
        assert_eq!(theme["before"], json!({ "style": "washi", "preset": "sumi", "layout": "bento", "accent": "#b5562b" }));
        let profile = call(&ada, "set_profile", json!({ "bio": "Engines.", "location": null })).await;
        assert_eq!(profile["before"], json!({ "location": "Porto", "bio": null }));
        let tile = call(&ada, "update_tile", json!({ "id": ids[0], "patch": { "text": "Other", "color": "mint", "size": "l" } })).await;
        assert_eq!(tile["before"], json!({ "size": "s", "color": "auto", "text": "One" }));
        let removed = call(&ada, "remove_tile", json!({ "id": ids[1] })).await;
        assert_eq!((&removed["before"]["tile"]["id"], &removed["before"]["position"]), (&ids[1], &json!(1 + first["tiles"].as_array().unwrap().len() - 2)));
        call(&ada, "set_theme", theme["before"].clone()).await;
        call(&ada, "set_profile", profile["before"].clone()).await;
        call(&ada, "update_tile", json!({ "id": ids[0], "patch": tile["before"] })).await;
        call(&ada, "add_tile", json!({ "tile": removed["before"]["tile"] })).await;
        call(&ada, "move_tile", json!({ "id": ids[1], "position": removed["before"]["position"] })).await;
        assert_eq!(page().await, first);
        // What changes nothing has nothing before it; a retry tells the same.
        let same = call(&ada, "set_profile", json!({ "name": "Ada" })).await;
        assert_eq!(same["before"], json!({}));
        let long = "word ".repeat(390);
        let longer = json!({ "id": ids[0], "patch": { "text": format!("{long} now") }, "clientId": "long" });
        call(&ada, "update_tile", json!({ "id": ids[0], "patch": { "text": long.trim() } })).await;
        let told = call(&ada, "update_tile", longer.clone()).await;
        assert_eq!((&told["before"], call(&ada, "update_tile", longer).await), (&json!({ "text": long.trim() }), told.clone()));
    }

    async fn a_move_tells_the_order_and_a_dry_run_what_would_be_lost(app) {
        let ada = app.owner("ada").await;
        call(&ada, "import_page", json!({ "file": { "name": "Ada", "links": ["A note", "https://two.example/", { "heading": "Shops" }] }, "replace": true })).await;
        let tiles = call(&ada, "get_page", json!({})).await["page"]["draft"]["tiles"].clone();
        let moved = call(&ada, "move_tile", json!({ "id": tiles[2]["id"], "position": 0 })).await;
        assert_eq!(moved["order"], "Shops; A note; two.example");
        let tried = call(&ada, "import_page", json!({ "file": { "name": "Ada", "links": ["https://two.example/"] }, "replace": true, "dryRun": true })).await;
        assert_eq!((&tried["lost"], tried.as_object().unwrap().keys().next().unwrap().as_str()), (&json!(["Shops", "A note"]), "lost"), "{tried}");
        // So are fields that would be empty, of the profile and of tiles that stay.
        call(&ada, "set_profile", json!({ "bio": "Potter" })).await;
        call(&ada, "update_tile", json!({ "id": tiles[1]["id"], "patch": { "title": "Two", "description": "Pots" } })).await;
        let mut bare = call(&ada, "get_page", json!({})).await["page"]["draft"].clone();
        bare["profile"].as_object_mut().unwrap().remove("bio");
        bare["tiles"].as_array_mut().unwrap().iter_mut().for_each(|tile| drop(tile.as_object_mut().unwrap().remove("description")));
        let tried = call(&ada, "import_page", json!({ "file": bare, "replace": true, "dryRun": true })).await;
        assert_eq!(tried["lost"], json!(["bio of the profile", "description of Two"]), "{tried}");
        // The draft itself, edited, goes back in one call; its tiles stay the same tiles.
        let mut draft = call(&ada, "get_page", json!({})).await["page"]["draft"].clone();
        draft["tiles"][1]["text"] = json!("Another note");
        let back = call(&ada, "import_page", json!({ "file": draft, "replace": true })).await;
        let ids = |tiles: &Value| tiles.as_array().unwrap().iter().map(|tile| tile["id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(&back["page"]["draft"]["tiles"]), ids(&draft["tiles"]));
        assert_eq!((&back["page"]["draft"]["tiles"][1]["text"], &back["warnings"]), (&json!("Another note"), &json!([])));
    }

    async fn tiles_that_agents_send_are_mended(app) {
        let ada = app.owner("ada").await;
        let picture = call(&ada, "add_tile", json!({ "tile": { "type": "image", "image": "https://ada.example/a.png" } })).await;
        assert_eq!((&picture["tiles"][0]["src"], &picture["warnings"][0]["path"]), (&json!("https://ada.example/a.png"), &json!("/tile/image")));
        let id = picture["tiles"][0]["id"].clone();
        let swapped = call(&ada, "update_tile", json!({ "id": id, "patch": { "image": "https://ada.example/b.png" } })).await;
        assert_eq!((&swapped["tile"]["src"], &swapped["warnings"][0]["path"]), (&json!("https://ada.example/b.png"), &json!("/patch/image")));
        let addresses = ["https://github.com/ada/engine", "github.com/ada/engine", "https://github.com/ada/engine.git", "git@github.com:ada/engine.git"];
        for address in addresses {
            let repo = call(&ada, "add_tile", json!({ "tile": { "type": "github", "repo": address } })).await;
            assert_eq!((&repo["tiles"][0]["repo"], &repo["warnings"][0]["path"]), (&json!("ada/engine"), &json!("/tile/repo")), "{address}");
        }
        // What says both is not guessed at.
        for tile in [json!({ "type": "image", "image": "https://a.example/a.png", "src": "https://a.example/b.png" }), json!({ "type": "github", "repo": "https://example.com/a" })] {
            let said = refused(&ada, "add_tile", json!({ "tile": tile })).await;
            assert!(said.contains("/tile/"), "{said}");
        }
    }
}

#[tokio::test]
async fn the_options_come_by_topic_and_in_few_words() {
    let app = TestApp::set(&[]).await;
    let ada = app.keyed("ada").await;
    let all = call(&ada, "list_options", json!({})).await;
    let whole = app.anonymous().get("/api/v1/options").await.expect(200).body();
    let names = |list: &Value| match list {
        Value::Array(names) => names.clone(),
        Value::Object(named) => named.keys().map(|name| json!(name)).collect(),
        _ => Vec::new(),
    };
    // Every value is there, in the same order.
    for (list, options) in whole.as_object().unwrap() {
        match options.as_array() {
            Some(options) => {
                let wanted: Vec<_> = options.iter().map(|option| option["name"].clone()).collect();
                assert_eq!(names(&all[list]), wanted, "{list}");
            }
            None => assert_eq!(&all[list], options, "{list}"),
        }
    }
    for look in whole["looks"].as_array().unwrap() {
        let wanted: Vec<_> =
            look["palettes"].as_array().unwrap().iter().map(|palette| palette["name"].clone()).collect();
        assert_eq!(all["looks"][look["name"].as_str().unwrap()]["presets"], json!(wanted));
    }
    let mut parts = serde_json::Map::new();
    for topic in ["looks", "theme", "tiles", "platforms", "templates", "limits"] {
        parts.extend(call(&ada, "list_options", json!({ "topic": topic })).await.as_object().unwrap().clone());
    }
    assert_eq!(Value::Object(parts).as_object().unwrap().len(), all.as_object().unwrap().len());
    let looks = call(&ada, "list_options", json!({ "topic": "looks" })).await;
    assert_eq!(looks.as_object().unwrap().keys().collect::<Vec<_>>(), ["looks"]);
    let said = refused(&ada, "list_options", json!({ "topic": "fonts" })).await;
    assert!(said.contains("looks, theme, tiles"), "{said}");
    // `make mcp` counts tokens: 1,842 at most.
    assert!(all.to_string().len() < 8_000, "{}", all.to_string().len());
}
