//! Tiles, theme, profile.

use reqwest::Method;
use serde_json::json;

use crate::support::{on_both, redacted};

on_both! {
    async fn tiles_are_added_changed_moved_and_removed(app) {
        let ada = app.owner("ada").await;
        let one = ada.post("/api/v1/page/tiles", json!({ "input": "https://ada.example", "size": "w", "color": "mint" })).await.expect(201);
        insta::assert_snapshot!("add", redacted(&one.body()));
        let id = one.body()["tiles"][0]["id"].as_str().unwrap().to_owned();
        let many = json!({ "inputs": ["ada/engine", "ada@harrow.example", "A note of mine"], "after": id });
        let many = ada.post("/api/v1/page/tiles", many).await.expect(201).body();
        let kinds: Vec<_> = many["tiles"].as_array().unwrap().iter().map(|list| list["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["github", "social", "text"]);
        let tile = json!({ "tile": { "id": "t_abcdefghijkl", "type": "heading", "text": "First" } });
        ada.post("/api/v1/page/tiles", tile).await.expect(201);
        let patched = ada.patch(&format!("/api/v1/page/tiles/{id}"), json!({ "title": "Home", "size": null })).await.expect(200);
        insta::assert_snapshot!("update", redacted(&patched.body()));
        let moved = ada.post("/api/v1/page/tiles/t_abcdefghijkl/move", json!({ "position": 0 })).await.expect(200);
        assert_eq!(moved.body()["tile"]["text"], "First");
        let far = ada.post(&format!("/api/v1/page/tiles/{id}/move"), json!({ "position": 99 })).await.expect(200);
        assert_eq!(far.header("etag"), format!("\"{}.0.0\"", far.body()["version"]));
        let gone = ada.call(Method::DELETE, "/api/v1/page/tiles/t_abcdefghijkl", None).await.expect(200).body();
        assert_eq!((gone["removed"].as_str(), gone["unpublishedChanges"].as_bool()), (Some("t_abcdefghijkl"), Some(true)));
        let tiles = ada.get("/api/v1/page").await.body()["draft"]["tiles"].clone();
        let kinds: Vec<_> = tiles.as_array().unwrap().iter().map(|list| list["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["github", "social", "text", "link"]);
    }

    async fn unknown_tiles_are_404(app) {
        let ada = app.owner("ada").await;
        for id in ["t_aaaaaaaaaaaa", "x", "%F0%9F%94%A5"] {
            let path = format!("/api/v1/page/tiles/{id}");
            ada.patch(&path, json!({ "title": "x" })).await.refused(404, "tile_not_found");
            ada.call(Method::DELETE, &path, None).await.refused(404, "tile_not_found");
            ada.post(&format!("{path}/move"), json!({ "position": 0 })).await.refused(404, "tile_not_found");
        }
        ada.post("/api/v1/page/tiles", json!({ "input": "x", "after": "t_aaaaaaaaaaaa" })).await.refused(404, "tile_not_found");
    }

    async fn theme_and_profile_change_only_what_is_sent(app) {
        let ada = app.owner("ada").await;
        let theme = ada.patch("/api/v1/page/theme", json!({ "style": "cobalt", "layout": "list", "accent": "#AABBCC" })).await.expect(200);
        insta::assert_snapshot!("theme", redacted(&theme.body()));
        // POST is equivalent to PATCH; a new style without preset takes its first palette; null resets.
        let posted = ada.post("/api/v1/page/theme", json!({ "style": "press", "accent": null })).await.expect(200).body();
        assert_eq!((&posted["theme"]["style"], &posted["theme"]["layout"]), (&json!("cobalt"), &json!("list")));
        assert_eq!(posted["theme"].get("accent"), None);
        let profile = ada.patch("/api/v1/page/profile", json!({ "name": "Ada", "avatarFocus": { "x": 10, "y": 90 }, "avatarZoom": 2 })).await.expect(200);
        insta::assert_snapshot!("profile", redacted(&profile.body()));
        let cleared = ada.patch("/api/v1/page/profile", json!({ "avatarFocus": null })).await.expect(200).body();
        assert_eq!(cleared["profile"].get("avatarFocus"), None);
        assert_eq!(cleared["profile"]["name"], "Ada");
    }

    async fn options_list_everything(app) {
        let body = app.anonymous().get("/api/v1/options").await.expect(200).body();
        assert_eq!(body["looks"].as_array().unwrap().len(), 6);
        assert_eq!(body["limits"]["tiles"], 300);
    }
}
