//! `GET /api/v1/page/check` and the tool `check_page`: what may be wrong, and the calls that mend it.

use image::ImageFormat;
use serde_json::{Value, json};

use crate::mcp;
use crate::support::pictures::{drawn, file};
use crate::support::{TestApp, on_both};

const CHECK: &str = "/api/v1/page/check";

fn codes(check: &Value) -> Vec<String> {
    let code = |finding: &Value| finding["code"].as_str().unwrap().to_owned();
    check["findings"].as_array().unwrap().iter().map(code).collect()
}

on_both! {
    async fn what_is_wrong_is_told_and_mended_by_the_calls_as_they_stand(app) {
        let ada = app.owner("ada").await;
        let src = ada.upload("image/png", &file(&drawn(900, 300, false), ImageFormat::Png)).await.expect(201).body()["src"].clone();
        ada.patch("/api/v1/page/theme", json!({ "style": "night", "accent": "#000000" })).await.expect(200);
        for tile in [
            json!({ "type": "heading", "text": "Nothing below" }),
            json!({ "type": "heading", "text": "Shop" }),
            json!({ "type": "link", "url": "https://a.example/", "title": "Pots" }),
            json!({ "type": "link", "url": "https://a.example", "title": "Pots again" }),
            json!({ "type": "image", "src": src, "size": "s" }),
        ] {
            ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
        }
        let check = ada.get(CHECK).await.expect(200).body();
        assert_eq!(codes(&check), ["profile", "accent", "section", "duplicate", "alt", "crop"]);
        assert_eq!(check["version"], ada.get("/api/v1/page").await.body()["version"]);
        let told = mcp::call(&ada, "check_page", json!({})).await;
        assert_eq!(told["findings"], check["findings"]);
        assert!(told["next"].as_str().unwrap().contains("(4)"), "{told}");
        for finding in told["findings"].as_array().unwrap() {
            if let Some(call) = finding.get("call") {
                mcp::call(&ada, call["tool"].as_str().unwrap(), call["arguments"].clone()).await;
            }
        }
        let left = ada.get(CHECK).await.body();
        assert_eq!(codes(&left), ["profile", "alt"]);
        assert!(left["findings"].as_array().unwrap().iter().all(|finding| finding["call"].is_null()), "{left}");
        let next = mcp::call(&ada, "check_page", json!({})).await["next"].clone();
        assert!(next.as_str().unwrap().contains("judgement"), "{next}");
    }

    async fn a_check_changes_nothing_and_is_the_owners(app) {
        let ada = app.owner("ada").await;
        let before = ada.get("/api/v1/page").await.body();
        ada.get(CHECK).await.expect(200);
        mcp::call(&ada, "check_page", json!({})).await;
        assert_eq!(ada.get("/api/v1/page").await.body(), before);
        app.anonymous().get(CHECK).await.expect(401);
        app.keyed("bob").await.get(CHECK).await.refused(404, "no_page");
    }
}

#[tokio::test]
async fn a_full_page_is_checked() {
    let app = TestApp::set(&[]).await;
    let ada = app.owner("ada").await;
    let links: Vec<_> =
        (0..300).map(|at| json!({ "url": format!("https://a.example/{}", at / 2), "title": "Twice" })).collect();
    ada.post("/api/v1/page/import", json!({ "file": { "name": "Ada", "links": links }, "replace": true }))
        .await
        .expect(201);
    let check = ada.get(CHECK).await.expect(200).body();
    assert_eq!(codes(&check).iter().filter(|code| *code == "duplicate").count(), 150);
    assert!(codes(&check).contains(&"length".to_owned()));
}
