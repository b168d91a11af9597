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
        // JSON may write a whole number with a fraction of zero, however large it is.
        let large = json!({ "position": 2_251_799_813_685_247.0_f64 });
        ada.post(&format!("/api/v1/page/tiles/{id}/move?dryRun=true"), large).await.expect(200);
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
        let ids = [("t_aaaaaaaaaaaa", 404, "tile_not_found"), ("x", 400, "invalid_input"), ("%F0%9F%94%A5", 400, "invalid_input")];
        for (id, status, code) in ids {
            let path = format!("/api/v1/page/tiles/{id}");
            ada.patch(&path, json!({ "title": "x" })).await.refused(status, code);
            ada.call(Method::DELETE, &path, None).await.refused(status, code);
            ada.post(&format!("{path}/move"), json!({ "position": 0 })).await.refused(status, code);
        }
        ada.post("/api/v1/page/tiles", json!({ "input": "x", "after": "t_aaaaaaaaaaaa" })).await.refused(404, "tile_not_found");
        for after in ["", "x", "T_AAAAAAAAAAAA"] {
            ada.post("/api/v1/page/tiles", json!({ "input": "x", "after": after })).await.refused(400, "invalid_input");
        }
        ada.post("/api/v1/page/tiles", json!({ "input": "x", "after": null, "size": null })).await.expect(201);
    }

    async fn what_no_tile_may_hold_is_refused_with_a_sentence(app) {
        let ada = app.owner("ada").await;
        let before = ada.get("/api/v1/page").await.body();
        for (body, path, words) in [
            (json!({ "input": "javascript:alert(1)" }), "/input", "not allowed"),
            (json!({ "input": "JAVA\u{1}script&colon;alert(1)" }), "/input", "not allowed"),
            (json!({ "input": "data:text/html,<p>" }), "/input", "not allowed"),
            (json!({ "input": "file:///etc/passwd" }), "/input", "not allowed"),
            (json!({ "inputs": ["https://harrow.example", "vbscript:x"] }), "/inputs/1", "not allowed"),
            (json!({ "input": "https://user:secret@harrow.example/a" }), "/input", "password"),
            (json!({ "input": "See https://user:secret@harrow.example/a" }), "/input", "password"),
            (json!({ "tile": { "type": "text", "text": "https://user:secret@harrow.example/a" } }), "/tile/text", "password"),
            (json!({ "tile": { "type": "social", "platform": "instagram", "handle": "ines harrow" } }), "/tile/handle", "An Instagram handle has letters, numbers, dots and underscores, like ines.harrow"),
            (json!({ "tile": { "type": "social", "platform": "whatsapp", "handle": "ines" } }), "/tile/handle", "country code"),
            (json!({ "tile": { "type": "video", "url": "https://harrow.example/kiln" } }), "/tile/url", "video site"),
            (json!({ "tile": { "type": "music", "url": "https://youtu.be/abc" } }), "/tile/url", "streaming service"),
        ] {
            let refused = ada.post("/api/v1/page/tiles", body.clone()).await.refused(400, "invalid_input").body();
            assert_eq!(refused["errors"][0]["path"], path, "{body}");
            assert!(refused["errors"][0]["message"].as_str().unwrap().contains(words), "{refused}");
            assert!(!refused.to_string().contains("secret"), "{refused}");
        }
        assert_eq!(ada.get("/api/v1/page").await.body()["version"], before["version"]);
    }

    async fn handles_are_mended(app) {
        let ada = app.owner("ada").await;
        for (platform, handle, mended) in [
            ("instagram", "https://www.instagram.com/ines/", "ines"),
            ("mastodon", "mastodon.social/@ines@hachyderm.io", "ines@hachyderm.io"),
            ("email", "mailto:ines@harrow.example?subject=Hi", "ines@harrow.example"),
        ] {
            let tile = json!({ "tile": { "type": "social", "platform": platform, "handle": handle } });
            assert_eq!(ada.post("/api/v1/page/tiles", tile).await.expect(201).body()["tiles"][0]["handle"], mended);
        }
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
