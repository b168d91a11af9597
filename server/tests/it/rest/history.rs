//! `/api/v1/page/history`: who changed what, when and how; back to any of the last hundred drafts.

use serde_json::json;

use crate::support::{on_both, redacted};

on_both! {
    async fn the_history_tells_who_changed_what_and_how(app) {
        let ada = app.owner("ada").await;
        let tile = json!({ "tile": { "id": "t_abcdefghijkl", "type": "link", "url": "https://ada.example", "title": "Print shop" } });
        ada.post("/api/v1/page/tiles", tile).await.expect(201);
        ada.patch("/api/v1/page/tiles/t_abcdefghijkl", json!({ "color": "mint" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.patch("/api/v1/page/theme", json!({ "style": "cobalt" })).await.expect(200);
        // What changes nothing is no entry.
        ada.patch("/api/v1/page/theme", json!({ "style": "cobalt" })).await.expect(200);
        let listed = ada.get("/api/v1/page/history").await.expect(200);
        insta::assert_snapshot!("history", redacted(&listed.body()));
        assert_eq!(listed.header("etag"), ada.get("/api/v1/page").await.header("etag"));
        let again = ada.clone().with("if-none-match", listed.header("etag"));
        again.get("/api/v1/page/history").await.expect(304);
    }

    async fn an_earlier_draft_is_read_and_restored_as_an_edit(app) {
        let ada = app.owner("ada").await;
        let tile = json!({ "tile": { "id": "t_abcdefghijkl", "type": "text", "text": "Here" } });
        ada.post("/api/v1/page/tiles", tile).await.expect(201);
        let then = ada.get("/api/v1/page").await.body();
        ada.call(reqwest::Method::DELETE, "/api/v1/page/tiles/t_abcdefghijkl", None).await.expect(200);
        let past = ada.get("/api/v1/page/history/2").await.expect(200);
        assert_eq!(past.body()["draft"], then["draft"]);
        assert_eq!(past.body()["act"], "add");
        let back = ada.call(reqwest::Method::POST, "/api/v1/page/history/2/restore", None).await.expect(200).body();
        assert_eq!((&back["draft"], &back["version"]), (&then["draft"], &json!(4)));
        let newest = ada.get("/api/v1/page/history").await.body()["history"][0].clone();
        assert_eq!((&newest["act"], &newest["summary"]), (&json!("restore"), &json!("Restored version 2")));
        let stale = json!({ "baseVersion": 3 });
        ada.post("/api/v1/page/history/2/restore", stale).await.refused(409, "version_conflict");
    }

    async fn only_the_last_hundred_drafts_are_kept(app) {
        let ada = app.owner("ada").await;
        for at in 0..104 {
            ada.patch("/api/v1/page/profile", json!({ "bio": format!("{at}") })).await.expect(200);
        }
        let history = ada.get("/api/v1/page/history").await.body()["history"].clone();
        let versions: Vec<_> = history.as_array().unwrap().iter().map(|it| it["version"].as_u64().unwrap()).collect();
        assert_eq!(versions, (6..=105).rev().collect::<Vec<_>>());
        ada.get("/api/v1/page/history/5").await.refused(404, "version_not_found");
        ada.get("/api/v1/page/history/6").await.expect(200);
    }

    async fn a_history_is_its_owners_alone(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        ada.patch("/api/v1/page/profile", json!({ "bio": "secret" })).await.expect(200);
        bob.get("/api/v1/page/history/2").await.refused(404, "version_not_found");
        assert!(!bob.get("/api/v1/page/history").await.text.contains("bio"));
        app.anonymous().get("/api/v1/page/history").await.refused(401, "unauthorized");
        app.keyed("eve").await.get("/api/v1/page/history").await.refused(404, "no_page");
    }
}
