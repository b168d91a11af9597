//! Public data: published pages as JSON, names.

use serde_json::json;

use crate::support::{nodes, on_both, redacted};

on_both! {
    async fn a_published_page_is_json_for_anyone_and_any_site(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.post("/api/v1/page/tiles", json!({ "input": "https://ada.example" })).await.expect(201);
        let hidden = anyone.get("/api/v1/public/ada").await.refused(404, "page_not_found");
        assert_eq!(hidden.header("access-control-allow-origin"), "*");
        ada.post("/api/v1/page/publish", json!({ "baseVersion": 2 })).await.expect(200);
        let reply = anyone.get("/api/v1/public/AdA").await.expect(200);
        insta::assert_snapshot!("public", redacted(&reply.body()));
        assert_eq!((reply.header("access-control-allow-origin"), reply.header("cache-control")), ("*", "public, no-cache"));
        let etag = reply.header("etag").to_owned();
        assert_eq!(etag, "\"2.1.0\"");
        anyone.clone().with("if-none-match", &etag).get("/api/v1/public/ada").await.expect(304);
        // The live page stays unchanged until the next publish.
        ada.patch("/api/v1/page/profile", json!({ "name": "Later" })).await.expect(200);
        assert_eq!(anyone.get("/api/v1/public/ada").await.body(), reply.body());
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        nodes::answer(&anyone, "/api/v1/public/ada", |it| it.body()["profile"]["name"] == "Later").await;
        for name in ["nobody", "...", "a%2Fb", "%00", "x".repeat(500).as_str()] {
            anyone.get(&format!("/api/v1/public/{name}")).await.expect(404);
        }
    }

    async fn names_are_checked_in_words(app) {
        app.owner("ada").await;
        let anyone = app.anonymous();
        let check = async |name: &str| anyone.get(&format!("/api/v1/username?check={name}")).await.expect(200).body();
        assert_eq!(check("free-name").await, json!({ "ok": true }));
        for (name, code) in [("ADA", "username_taken"), ("Admin", "username_reserved"), ("n-e-w", "username_reserved"), ("ab", "username_invalid"), ("a%20b", "username_invalid"), ("", "username_invalid")] {
            let body = check(name).await;
            assert_eq!((body["ok"].as_bool(), body["code"].as_str()), (Some(false), Some(code)), "{name}");
            assert!(body["reason"].as_str().unwrap().ends_with('.'), "{body}");
        }
        anyone.get("/api/v1/username").await.refused(400, "invalid_input");
    }

    async fn a_free_name_is_suggested_for_a_taken_one_and_can_be_claimed(app) {
        let check = async |name: &str| app.anonymous().get(&format!("/api/v1/username?check={name}")).await.expect(200).body();
        app.owner("ada").await;
        app.owner("ada2").await;
        app.owner("adahq").await;
        let suggestion = check("ada").await["suggestion"].as_str().unwrap().to_owned();
        assert_eq!(suggestion, "ada-page");
        assert_eq!(check(&suggestion).await, json!({ "ok": true }));
        app.owner(&suggestion).await;
        assert_eq!(check("ada").await["suggestion"], "hello-ada");
        // Only a taken name has another.
        for name in ["free-name", "admin", "a b"] {
            assert_eq!(check(name).await.get("suggestion"), None, "{name}");
        }
    }
}

/// A username never shadows a route: every first path segment of the router is reserved.
#[tokio::test]
async fn no_name_shadows_a_route() {
    let app = crate::support::TestApp::set(&[("RATE_NAMES", "1000000")]).await;
    let segments = mantel_server::router::first_segments();
    for known in
        ["api", "account", "new", "signup", "signin", "signout", "docs", "schema", "healthz", "readyz", "assets"]
    {
        assert!(segments.iter().any(|segment| segment == known), "{known} is not routed any more");
    }
    for segment in segments {
        let reply = app.anonymous().get(&format!("/api/v1/username?check={segment}")).await.expect(200).body();
        assert_eq!(reply["ok"], false, "{segment} could be claimed");
    }
}
