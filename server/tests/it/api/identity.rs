//! Credentials: which are accepted, which are rejected, and with what error.

use serde_json::json;

use crate::support::on_both;

const EDITING: &[(&str, &str)] = &[
    ("GET", "/api/v1/page"),
    ("PUT", "/api/v1/page"),
    ("POST", "/api/v1/claim"),
    ("POST", "/api/v1/page/import"),
    ("POST", "/api/v1/page/tiles"),
    ("PATCH", "/api/v1/page/tiles/t_aaaaaaaaaaaa"),
    ("DELETE", "/api/v1/page/tiles/t_aaaaaaaaaaaa"),
    ("POST", "/api/v1/page/tiles/t_aaaaaaaaaaaa/move"),
    ("PATCH", "/api/v1/page/theme"),
    ("POST", "/api/v1/page/theme"),
    ("PATCH", "/api/v1/page/profile"),
    ("POST", "/api/v1/page/publish"),
];

on_both! {
    async fn every_editing_route_asks_for_a_good_credential(app) {
        let wrong = ["", "Bearer", "Bearer ", "Bearer x", "Basic YTpi", "Bearer mantel_0000000000000000000000000000000000000000000000000"];
        for (method, path) in EDITING {
            let method: reqwest::Method = method.parse().unwrap();
            let reply = app.anonymous().json(method.clone(), path, json!({})).await.refused(401, "unauthorized");
            assert!(reply.header("www-authenticate").starts_with("Bearer "), "{path}");
            for value in wrong {
                let actor = app.anonymous().with("authorization", value);
                actor.json(method.clone(), path, json!({})).await.refused(401, "unauthorized");
            }
        }
        let revoked = app.anonymous().with_bearer(&mantel_server::service::secret::generate(mantel_server::service::secret::Kind::Key));
        let reply = revoked.get("/api/v1/page").await.refused(401, "unauthorized");
        assert!(reply.header("www-authenticate").contains("error=\"invalid_token\""));
    }

    async fn a_revoked_key_is_dead_at_once_and_cookies_never_count(app) {
        let service = &app.app.service;
        let account = service.make_account("ada@harrow.example", crate::support::PASSWORD, None).await.unwrap();
        let (row, key) = service.make_key(&account, "one").await.unwrap();
        let ada = app.anonymous().with_bearer(&key);
        ada.get("/api/v1/page").await.refused(404, "no_page");
        service.revoke_key(&account, &row.id).await.unwrap();
        ada.get("/api/v1/page").await.refused(401, "unauthorized");
        let browser = app.anonymous();
        browser.form("/signin", &[("email", "ada@harrow.example"), ("password", crate::support::PASSWORD)]).await.expect(303);
        browser.get("/settings").await.expect(200);
        browser.get("/api/v1/page").await.refused(401, "unauthorized");
    }

    async fn nobody_reaches_the_page_of_another(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let tile = ada.post("/api/v1/page/tiles", json!({ "input": "mine" })).await.body()["tiles"][0]["id"].clone();
        let path = format!("/api/v1/page/tiles/{}", tile.as_str().unwrap());
        bob.patch(&path, json!({ "text": "yours" })).await.refused(404, "tile_not_found");
        bob.call(reqwest::Method::DELETE, &path, None).await.refused(404, "tile_not_found");
        assert_eq!(bob.get("/api/v1/page").await.body()["username"], "bob");
    }
}

on_both! {
    /// `PLANS=gated`: Pro looks are rejected with the free ones named, and a lenient import falls back to painted.
    async fn gated_looks_need_the_plan(app set &[("PLANS", "gated")]) {
        let ada = app.owner("ada").await;
        let refused = ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.refused(403, "plan_required");
        assert_eq!(refused.body()["detail"], "The look night needs the plan pro. Free looks: painted, cozy, cobalt.");
        let file = json!({ "name": "Ada", "look": "washi", "links": [] });
        let body = ada.post("/api/v1/page/import", json!({ "file": file, "replace": true })).await.expect(201).body();
        assert_eq!(body["draft"]["theme"]["style"], "painted");
        assert!(body["warnings"].to_string().contains("loaded in painted"), "{body}");
        let row = app.app.service.account("ada@harrow.example").await.unwrap();
        app.app.service.store().set_plan(&row.id, "pro").await.unwrap();
        ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.expect(200);
        // The plan ends: the chosen look stays and stays editable.
        app.app.service.store().set_plan(&row.id, "free").await.unwrap();
        ada.patch("/api/v1/page/theme", json!({ "layout": "list" })).await.expect(200);
        ada.patch("/api/v1/page/theme", json!({ "style": "lofi" })).await.refused(403, "plan_required");
    }
}
