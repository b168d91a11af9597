//! `/api/v1/page/insights`, the tool `get_insights` and the resource `mantel://insights`.

use reqwest::Method;
use serde_json::{Value, json};

use crate::mcp;
use crate::support::{TestApp, on_both};

const INSIGHTS: &str = "/api/v1/page/insights";

/// What a browser sends that somebody opens a page with.
const BROWSER: [(&str, &str); 5] = [
    (
        "user-agent",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    ),
    ("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    ("accept-language", "en-GB,en;q=0.9"),
    ("sec-fetch-dest", "document"),
    ("sec-fetch-mode", "navigate"),
];

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

    async fn what_people_press_is_one_call(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let mut tiles = Vec::new();
        for title in ["=SUM(A1)", "Letters", "Never"] {
            let tile = json!({ "type": "link", "url": format!("https://harrow.example/{}", tiles.len()), "title": title });
            let added = ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201).body();
            tiles.push(added["tiles"][0]["id"].as_str().unwrap().to_owned());
        }
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let person = BROWSER.iter().fold(anyone.clone(), |person, (name, value)| person.with(name, value));
        for _ in 0..3 {
            person.get("/ada").await.expect(200);
        }
        let ping = anyone.with("user-agent", BROWSER[0].1).with("sec-fetch-site", "same-origin").with("origin", &app.url);
        for (tile, times) in [(&tiles[0], 2), (&tiles[1], 1)] {
            for _ in 0..times {
                let body = Some(("text/ping", b"PING".to_vec()));
                ping.call(Method::POST, &format!("/ada/pressed/{tile}"), body).await.expect(204);
            }
        }
        app.app.visits.write().await.unwrap();
        let counted = ada.get(INSIGHTS).await.expect(200).body();
        assert_eq!(counted["total"], json!({ "visits": 3, "presses": 3 }), "{counted}");
        let first = &counted["tiles"][0];
        assert_eq!((&first["id"], &first["pressed"], &first["to"]), (&json!(tiles[0]), &json!(2), &json!("harrow.example")));
        assert_eq!(first["tenthsOf100"], 667);
        let told = mcp::ask(&ada, "tools/call", json!({ "name": "get_insights", "arguments": {} })).await;
        let words = told["content"][0]["text"].as_str().unwrap();
        let pressed = format!("Pressed most:\n1. =SUM(A1) (harrow.example) [{}]: 2, 66.7 of 100 visits\n2. Letters", tiles[0]);
        assert!(words.contains("3 visits, 3 presses") && words.contains(&pressed) && !words.contains("Never"), "{words}");
        // A stranger's key reads the stranger's page alone.
        let bob = app.owner("bob").await.get(INSIGHTS).await.expect(200).body();
        assert_eq!(bob["total"], json!({ "visits": 0, "presses": 0 }));
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
