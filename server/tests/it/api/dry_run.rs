//! `dryRun: true` on every edit reports what would change and changes nothing.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{on_both, redacted};

const TILE: &str = "/api/v1/page/tiles/t_abcdefghijkl";

fn edits() -> Vec<(Method, String, Value)> {
    let page = json!({ "profile": { "name": "Ada" }, "theme": { "style": "cobalt" }, "tiles": [] });
    let at = |rest: &str| format!("/api/v1/page{rest}");
    vec![
        (Method::PUT, at(""), json!({ "page": page })),
        (
            Method::POST,
            at("/import"),
            json!({ "file": { "name": "A", "links": ["https://a.example"] }, "replace": true }),
        ),
        (Method::POST, at("/tiles"), json!({ "inputs": ["https://ada.example", "A note"] })),
        (Method::PATCH, TILE.to_owned(), json!({ "text": "Other" })),
        (Method::POST, format!("{TILE}/move"), json!({ "position": 1 })),
        (Method::DELETE, TILE.to_owned(), json!({})),
        (Method::PATCH, at("/theme"), json!({ "layout": "list" })),
        (Method::POST, at("/theme"), json!({ "preset": "linen" })),
        (Method::PATCH, at("/profile"), json!({ "bio": "New" })),
        (Method::POST, at("/history/1/restore"), json!({})),
        (Method::POST, at("/publish"), json!({})),
    ]
}

on_both! {
    async fn every_edit_can_be_tried_first(app) {
        let ada = app.owner("ada").await;
        for (id, text) in [("t_abcdefghijkl", "Here"), ("t_abcdefghijkm", "There")] {
            let tile = json!({ "tile": { "id": id, "type": "text", "text": text } });
            ada.post("/api/v1/page/tiles", tile).await.expect(201);
        }
        let before = ada.get("/api/v1/page").await;
        let history = ada.get("/api/v1/page/history").await.body();
        for (method, path, mut body) in edits() {
            body["dryRun"] = json!(true);
            let tried = ada.json(method.clone(), &path, body.clone()).await.expect(200).body();
            assert_eq!((&tried["dryRun"], &tried["version"]), (&json!(true), &json!(3)), "{path}");
            assert_ne!(tried["changes"]["summary"], "Nothing changed", "{method} {path}");
            let now = ada.get("/api/v1/page").await;
            assert_eq!((now.body(), now.header("etag")), (before.body(), before.header("etag")), "{path}");
            // The real edit then makes the reported changes.
            body.as_object_mut().unwrap().remove("dryRun");
            body["baseVersion"] = json!(99);
            ada.json(method, &path, body).await.refused(409, "version_conflict");
        }
        assert_eq!(ada.get("/api/v1/page/history").await.body(), history);
    }

    async fn a_trial_tells_all_that_would_change(app) {
        let ada = app.owner("ada").await;
        for (id, text) in [("t_abcdefghijkl", "Here"), ("t_abcdefghijkm", "There"), ("t_abcdefghijkn", "Gone")] {
            let tile = json!({ "tile": { "id": id, "type": "text", "text": text } });
            ada.post("/api/v1/page/tiles", tile).await.expect(201);
        }
        let page = json!({
            "profile": { "name": "Ada", "location": "Turin" },
            "theme": { "style": "cobalt" },
            "tiles": [
                { "id": "t_abcdefghijkm", "type": "text", "text": "There" },
                { "id": "t_abcdefghijkl", "type": "text", "text": "Here, now", "color": "mint" },
                { "id": "t_abcdefghijkp", "type": "heading", "text": "New" },
            ],
        });
        let tried = ada.put("/api/v1/page", json!({ "page": page, "dryRun": true })).await.expect(200);
        insta::assert_snapshot!("trial", redacted(&tried.body()));
    }

    async fn a_trial_is_refused_as_the_edit_would_be(app) {
        let ada = app.owner("ada").await;
        ada.patch("/api/v1/page/theme", json!({ "accent": "red", "dryRun": true })).await.refused(400, "invalid_input");
        ada.patch(TILE, json!({ "text": "x", "dryRun": true })).await.refused(404, "tile_not_found");
        let stale = json!({ "bio": "x", "dryRun": true, "baseVersion": 9 });
        ada.patch("/api/v1/page/profile", stale).await.refused(409, "version_conflict");
        ada.patch("/api/v1/page/theme", json!({ "dryRun": 1 })).await.refused(400, "invalid_input");
    }

    async fn a_page_can_be_tried_before_there_is_one(app) {
        let ada = app.keyed("ada").await;
        let tried = ada.post("/api/v1/claim", json!({ "username": "ada", "dryRun": true })).await.expect(200).body();
        assert_eq!((&tried["version"], &tried["unpublishedChanges"]), (&json!(0), &json!(true)));
        let file = json!({ "name": "Ada", "links": ["https://ada.example"], "nope": 1 });
        let tried = json!({ "file": file, "username": "ada", "dryRun": true });
        let tried = ada.post("/api/v1/page/import", tried).await.expect(200).body();
        assert_eq!(tried["changes"]["added"].as_array().unwrap().len(), 1);
        assert_eq!(tried["warnings"].as_array().unwrap().len(), 1);
        ada.get("/api/v1/page").await.refused(404, "no_page");
        app.owner("bob").await;
        let taken = json!({ "username": "bob", "dryRun": true });
        ada.post("/api/v1/claim", taken).await.refused(409, "username_taken");
    }

    async fn a_tried_publish_tells_what_visitors_would_see_change(app) {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.patch("/api/v1/page/profile", json!({ "bio": "New" })).await.expect(200);
        let tried = ada.post("/api/v1/page/publish", json!({ "dryRun": true })).await.expect(200).body();
        assert_eq!(tried["changes"]["summary"], "Changed the bio");
        assert_eq!(tried["unpublishedChanges"], false);
        assert_eq!(ada.get("/api/v1/page").await.body()["unpublishedChanges"], true);
    }
}
