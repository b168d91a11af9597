//! `/api/v1/page/insights`, the tool `get_insights` and the resource `mantel://insights`.

use serde_json::{Value, json};

use crate::mcp;
use crate::support::{TestApp, on_both};

const INSIGHTS: &str = "/api/v1/page/insights";

/// The paths of the problems in a refusal.
fn paths(refusal: &Value) -> Vec<&str> {
    refusal["errors"].as_array().unwrap().iter().map(|problem| problem["path"].as_str().unwrap()).collect()
}

on_both! {
    async fn programs_read_the_span_and_the_screen_that_they_name(app) {
        app.keyed("bob").await.get(INSIGHTS).await.refused(404, "no_page");
        app.anonymous().get(INSIGHTS).await.refused(401, "unauthorized");
        let ada = app.owner("ada").await;
        let usual = ada.get(INSIGHTS).await.expect(200);
        assert_eq!(usual.header("cache-control"), "no-store");
        let usual = usual.body();
        assert_eq!((&usual["range"], &usual["screen"]), (&json!("30d"), &json!("all")));
        for (range, screen) in [("7d", "desktop"), ("30d", "phone"), ("90d", "all"), ("12m", "desktop")] {
            let body = ada.get(&format!("{INSIGHTS}?range={range}&screen={screen}")).await.expect(200).body();
            assert_eq!((&body["range"], &body["screen"]), (&json!(range), &json!(screen)));
        }
        let refusal = ada.get(&format!("{INSIGHTS}?range=31d&screen=tv&from=2026-01-01&range=7d&range=7d")).await;
        let refusal = refusal.refused(400, "invalid_input").body();
        assert_eq!(paths(&refusal), ["/range", "/screen", "/from", "/range"]);
        for query in ["range=", "RANGE=7d", "range=7d&range=7d", "range=%00", "screen=all%20"] {
            ada.get(&format!("{INSIGHTS}?{query}")).await.refused(400, "invalid_input");
        }
        ada.post(INSIGHTS, json!({})).await.refused(405, "method_not_allowed");
    }

    async fn agents_get_it_in_words_and_as_rest_has_it(app) {
        let ada = app.owner("ada").await;
        let told = mcp::call(&ada, "get_insights", json!({ "range": "7d", "screen": "phone" })).await;
        let mut rest = ada.get(&format!("{INSIGHTS}?range=7d&screen=phone")).await.expect(200).body();
        rest["next"] = told["next"].clone();
        assert_eq!(told, rest);
        let usual = mcp::call(&ada, "get_insights", json!({ "range": null })).await;
        assert_eq!(usual["range"], "30d");
        let said = mcp::refused(&ada, "get_insights", json!({ "range": "month", "screen": 7, "days": 3 })).await;
        for path in ["/range", "/screen", "/days"] {
            assert!(said.contains(&format!("\n- {path}: ")), "{said}");
        }
        let read = mcp::ask(&ada, "resources/read", json!({ "uri": "mantel://insights" })).await;
        let read: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(read, ada.get(INSIGHTS).await.body());
    }
}

#[tokio::test]
async fn reading_it_counts_as_reading() {
    let app = TestApp::set(&[("RATE_READS", "3")]).await;
    let ada = app.owner("ada").await;
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(ada.get(INSIGHTS).await.status.as_u16());
    }
    assert!(statuses.contains(&200) && statuses.ends_with(&[429]), "{statuses:?}");
}
