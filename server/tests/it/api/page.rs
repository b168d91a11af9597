//! Claim, read, replace, import, publish.

use serde_json::json;

use crate::support::{on_both, redacted};

on_both! {
    async fn a_claim_makes_a_page_at_version_1(app) {
        let ada = app.keyed("ada").await;
        ada.get("/api/v1/page").await.refused(404, "no_page");
        let reply = ada.post("/api/v1/claim", json!({ "username": "Ada", "style": "painted", "template": "writer" })).await.expect(201);
        insta::assert_snapshot!("claim", redacted(&reply.body()));
        assert_eq!(reply.header("etag"), "\"1.0.0\"");
        assert_eq!(reply.header("cache-control"), "no-store");
        let again = ada.get("/api/v1/page").await.expect(200);
        assert_eq!(again.body(), reply.body());
        // Whether the account has a page is checked before anything else.
        ada.post("/api/v1/claim", json!({ "username": "!" })).await.refused(409, "page_exists");
        ada.post("/api/v1/claim", json!({})).await.refused(409, "page_exists");
        let bob = app.keyed("bob").await;
        bob.post("/api/v1/claim", json!({ "username": "ADA" })).await.refused(409, "username_taken");
        bob.post("/api/v1/claim", json!({ "username": "api" })).await.refused(400, "username_reserved");
        bob.post("/api/v1/claim", json!({ "username": "a b" })).await.refused(400, "username_invalid");
    }

    async fn versions_grow_by_one_and_only_with_a_change(app) {
        let ada = app.owner("ada").await;
        let theme = |accent: &str| json!({ "accent": accent });
        let one = ada.patch("/api/v1/page/theme", theme("#112233")).await.expect(200);
        assert_eq!((one.body()["version"].as_i64(), one.header("etag")), (Some(2), "\"2.0.0\""));
        let same = ada.patch("/api/v1/page/theme", theme("#112233")).await.expect(200);
        assert_eq!(same.body()["version"], 2);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert_eq!(ada.get("/api/v1/page").await.header("etag"), "\"2.1.0\"");
        let body = ada.get("/api/v1/page").await.body();
        assert_eq!((body["unpublishedChanges"].as_bool(), body["published"]["version"].as_i64()), (Some(false), Some(2)));
        // Compared by content, not by version: a change that is reverted leaves nothing unpublished.
        let there = ada.patch("/api/v1/page/theme", theme("#445566")).await.body();
        assert_eq!(there["unpublishedChanges"], true);
        let back = ada.patch("/api/v1/page/theme", theme("#112233")).await.body();
        assert_eq!((back["unpublishedChanges"].as_bool(), back["version"].as_i64()), (Some(false), Some(4)));
    }

    async fn a_stale_edit_is_refused_with_the_current_version(app) {
        let ada = app.owner("ada").await;
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada Lovelace" })).await.expect(200);
        let before = ada.get("/api/v1/page").await.body();
        let stale = ada.patch("/api/v1/page/profile", json!({ "name": "Bob", "baseVersion": 1 })).await;
        let stale = stale.refused(409, "version_conflict");
        assert_eq!(stale.body()["version"], 2);
        let page = json!({ "profile": {}, "theme": {}, "tiles": [] });
        ada.put("/api/v1/page", json!({ "page": page, "baseVersion": 1 })).await.refused(409, "version_conflict");
        ada.post("/api/v1/page/publish", json!({ "baseVersion": 1 })).await.refused(409, "version_conflict");
        let held = ada.clone().with("if-match", "\"1.9.9\"");
        held.patch("/api/v1/page/profile", json!({ "name": "Bob" })).await.refused(409, "version_conflict");
        held.patch("/api/v1/page/profile", json!({ "name": "B", "baseVersion": 2 })).await.refused(400, "invalid_input");
        ada.clone().with("if-match", "nonsense").patch("/api/v1/page/profile", json!({})).await.refused(400, "invalid_input");
        assert_eq!(ada.get("/api/v1/page").await.body(), before);
        // A weak tag never matches, whatever its version.
        let weak = ada.clone().with("if-match", "W/\"2.0.0\"");
        let weak = weak.patch("/api/v1/page/profile", json!({ "name": "Bob" })).await.refused(409, "version_conflict");
        assert_eq!(weak.body()["version"], 2);
        assert!(weak.body()["detail"].as_str().unwrap().contains("weak tag"), "{}", weak.text);
        // Only the version part of the ETag counts.
        let held = ada.clone().with("if-match", "\"2.7.7\"");
        held.patch("/api/v1/page/profile", json!({ "name": "Ada L." })).await.expect(200);
        ada.clone().with("if-match", "*").patch("/api/v1/page/profile", json!({ "bio": "b" })).await.expect(200);
    }

    async fn a_username_that_differs_in_put_is_refused(app) {
        let ada = app.owner("ada").await;
        let page = |username: serde_json::Value| json!({ "page": { "username": username, "profile": {}, "theme": {}, "tiles": [] } });
        let refused = ada.put("/api/v1/page", page(json!("someone-else"))).await.refused(400, "invalid_input").body();
        assert_eq!(refused["errors"][0]["path"], "/page/username");
        assert!(refused["errors"][0]["message"].as_str().unwrap().contains("this page is called ada"), "{refused}");
        for same in [json!("ada"), json!("ADA"), json!(null)] {
            ada.put("/api/v1/page", page(same)).await.expect(200);
        }
        app.keyed("bob").await.put("/api/v1/page", page(json!("bob"))).await.refused(404, "no_page");
    }

    async fn half_a_focus_and_an_empty_colour(app) {
        let ada = app.owner("ada").await;
        let profile = ada.patch("/api/v1/page/profile", json!({ "avatarFocus": { "x": 20 } })).await.expect(200).body();
        assert_eq!(profile["profile"]["avatarFocus"], json!({ "x": 20, "y": 50 }));
        let profile = ada.patch("/api/v1/page/profile", json!({ "avatarFocus": { "y": 10 } })).await.expect(200).body();
        assert_eq!(profile["profile"]["avatarFocus"], json!({ "x": 20, "y": 10 }));
        let refused = ada.patch("/api/v1/page/theme", json!({ "accent": "" })).await.refused(400, "invalid_input").body();
        assert_eq!(refused["errors"][0]["path"], "/accent");
        ada.patch("/api/v1/page/theme", json!({ "accent": "#112233" })).await.expect(200);
        let theme = ada.patch("/api/v1/page/theme", json!({ "accent": null })).await.expect(200).body();
        assert_eq!(theme["theme"].get("accent"), None);
    }

    async fn a_put_replaces_the_draft_and_gives_it_back(app) {
        let ada = app.owner("ada").await;
        let page = json!({
            "mantel": 1, "username": "ada",
            "profile": { "name": "Ada" },
            "theme": { "style": "washi", "preset": "sumi", "layout": "canvas" },
            "tiles": [
                { "id": "t_abcdefghijkl", "type": "link", "url": "https://ada.example/", "pos": { "x": 8, "y": 16, "w": 288, "h": 288, "r": -3, "z": 1 } },
                { "type": "text", "text": "**hi**", "look": "stamp" },
            ],
        });
        let reply = ada.put("/api/v1/page", json!({ "page": page, "baseVersion": 1 })).await.expect(200);
        insta::assert_snapshot!("put", redacted(&reply.body()));
        assert_eq!(reply.body()["draft"]["tiles"][0]["id"], "t_abcdefghijkl");
        assert_eq!(reply.body()["username"], "ada");
    }

    async fn conditional_reads_answer_304(app) {
        let ada = app.owner("ada").await;
        let etag = ada.get("/api/v1/page").await.header("etag").to_owned();
        let held = ada.clone().with("if-none-match", &etag);
        let reply = held.get("/api/v1/page").await.expect(304);
        assert_eq!((reply.text.as_str(), reply.header("etag")), ("", etag.as_str()));
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        held.get("/api/v1/page").await.expect(200);
    }

    async fn import_makes_a_page_and_replaces_only_when_told(app) {
        let ada = app.keyed("ada").await;
        let file = json!({ "name": "Ada", "links": ["https://github.com/ada", "ada/engine", "A note"], "colour": 1 });
        ada.post("/api/v1/page/import", json!({ "file": file })).await.refused(400, "username_needed");
        let made = ada.post("/api/v1/page/import", json!({ "file": file, "username": "ada" })).await.expect(201);
        insta::assert_snapshot!("import", redacted(&made.body()));
        let other = json!({ "name": "Eve", "username": "eve", "links": [] });
        ada.post("/api/v1/page/import", json!({ "file": other })).await.refused(409, "page_exists");
        assert_eq!(ada.get("/api/v1/page").await.body()["version"], 1);
        let replaced = ada.post("/api/v1/page/import", json!({ "file": other, "replace": true, "baseVersion": 1 })).await.expect(201);
        let body = replaced.body();
        assert_eq!((body["username"].as_str(), body["version"].as_i64()), (Some("ada"), Some(2)));
        assert!(body["warnings"].as_array().unwrap().iter().any(|list| list["path"] == "/username"), "{body}");
        ada.post("/api/v1/page/import", json!({ "file": other, "replace": true, "baseVersion": 1 })).await.refused(409, "version_conflict");
    }

    async fn what_cannot_be_read_says_where(app) {
        let ada = app.owner("ada").await;
        let reply = ada.post("/api/v1/page/import", json!({ "file": "nothing to see", "replace": true })).await;
        let body = reply.refused(400, "unreadable_file").body();
        assert_eq!(body["detail"], "Line 1, column 1: no page file and no link was found in this; a brief starts with { and has a name and links.");
        assert_eq!(body["errors"][0]["path"], "/file");
        assert_eq!(ada.get("/api/v1/page").await.body()["version"], 1);
    }

    async fn exported_pages_come_back_the_same(app) {
        let ada = app.keyed("ada").await;
        ada.post("/api/v1/claim", json!({ "username": "ada", "template": "studio", "style": "night" })).await.expect(201);
        let draft = ada.get("/api/v1/page").await.body()["draft"].clone();
        let bob = app.keyed("bob").await;
        let mut file = draft.clone();
        file["mantel"] = json!(1);
        let body = bob.post("/api/v1/page/import", json!({ "file": file, "username": "bob" })).await.expect(201).body();
        assert_eq!(body["draft"], draft, "tile ids included");
        assert_eq!(body["warnings"], json!([]));
    }
}
