//! Taking a page offline, and deleting it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::on_both;

const PAGE: &str = "/api/v1/page";

on_both! {
    async fn an_unpublished_page_is_gone_for_visitors_and_stays_a_draft(app) {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let live = ada.get(PAGE).await;
        let taken = ada.call(Method::POST, "/api/v1/page/unpublish", None).await.expect(200);
        assert_eq!(taken.body(), json!({ "published": null, "version": 1, "unpublishedChanges": true }));
        app.anonymous().get("/ada").await.expect(404);
        app.anonymous().get("/api/v1/public/ada").await.refused(404, "page_not_found");
        let draft = ada.get(PAGE).await;
        assert_eq!(draft.body()["draft"], live.body()["draft"]);
        assert_eq!((draft.body()["version"].clone(), draft.body()["published"].clone()), (json!(1), Value::Null));
        assert_eq!(draft.header("etag"), taken.header("etag"));
        assert_ne!(draft.header("etag"), live.header("etag"));
        // Repeating it is harmless.
        ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
        ada.post("/api/v1/page/unpublish", json!({ "baseVersion": 9 })).await.refused(409, "version_conflict");
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        app.anonymous().get("/ada").await.expect(200);
    }

    async fn a_deleted_page_is_gone_with_its_history(app) {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.call(Method::DELETE, PAGE, Some(("application/json", b"{\"baseVersion\": 3}".to_vec()))).await.refused(409, "version_conflict");
        let stale = ada.clone().with("if-match", "\"7.0.0\"");
        stale.call(Method::DELETE, PAGE, None).await.refused(409, "version_conflict");
        let gone = ada.call(Method::DELETE, PAGE, None).await.expect(204);
        assert_eq!(gone.text, "");
        ada.get(PAGE).await.refused(404, "no_page");
        ada.get("/api/v1/page/history").await.refused(404, "no_page");
        ada.call(Method::DELETE, PAGE, None).await.refused(404, "no_page");
        app.anonymous().get("/ada").await.expect(404);
    }

    async fn the_name_of_a_deleted_page_is_kept_for_its_owner(app) {
        let (ada, bob) = (app.owner("ada").await, app.keyed("bob").await);
        ada.call(Method::DELETE, PAGE, None).await.expect(204);
        let claim = json!({ "username": "ada", "empty": true });
        bob.post("/api/v1/claim", claim.clone()).await.refused(409, "username_taken");
        assert_eq!(bob.get("/api/v1/username?check=Ada").await.body()["code"], "username_taken");
        let again = ada.post("/api/v1/claim", claim).await.expect(201).body();
        assert_eq!(again["version"], 1);
        let history = ada.get("/api/v1/page/history").await.body();
        assert_eq!(history["history"].as_array().unwrap().len(), 1);
    }
}
