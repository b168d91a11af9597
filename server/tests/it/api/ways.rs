//! `/api/v1/page/ways`: names for where the page's address is put up.

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::on_both;

const WAYS: &str = "/api/v1/page/ways";

fn names(list: &Value) -> Vec<&str> {
    list["ways"].as_array().unwrap().iter().map(|way| way["name"].as_str().unwrap()).collect()
}

on_both! {
    async fn ways_are_named_listed_and_forgotten(app) {
        let (ada, bob, visitor) = (app.owner("ada").await, app.owner("bob").await, app.anonymous());
        assert_eq!(ada.get(WAYS).await.expect(200).body(), json!({ "ways": [] }));
        let door = ada.post(WAYS, json!({ "name": "Door" })).await.expect(201).body();
        assert_eq!((&door["name"], &door["url"]), (&json!("door"), &json!(format!("{}/ada+door", app.url))));
        assert_eq!(ada.post(WAYS, json!({ "name": "DOOR" })).await.expect(200).body(), door);
        ada.post(WAYS, json!({ "name": "market" })).await.expect(201);
        assert_eq!(names(&ada.get(WAYS).await.body()), ["door", "market"]);
        assert_eq!(bob.get(WAYS).await.body(), json!({ "ways": [] }));
        bob.call(Method::DELETE, &format!("{WAYS}/door"), None).await.refused(404, "not_found");
        // Naming changes nothing that visitors see, and forgetting takes no address away.
        assert_eq!(ada.get("/api/v1/page").await.body()["version"], 1);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.call(Method::DELETE, &format!("{WAYS}/DOOR"), None).await.expect(204);
        ada.call(Method::DELETE, &format!("{WAYS}/door"), None).await.refused(404, "not_found");
        assert_eq!(names(&ada.get(WAYS).await.body()), ["market"]);
        assert_eq!(visitor.get("/ada+door").await.expect(303).header("location"), "/ada");
        // They follow the page to another name, and go with it.
        ada.post("/api/v1/page/username", json!({ "username": "lovelace" })).await.expect(200);
        let kept = ada.get(WAYS).await.body();
        assert_eq!(kept["ways"][0]["url"], format!("{}/lovelace+market", app.url));
        ada.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
        ada.get(WAYS).await.refused(404, "no_page");
        ada.post(WAYS, json!({ "name": "door" })).await.refused(404, "no_page");
        ada.call(Method::DELETE, &format!("{WAYS}/door"), None).await.refused(404, "no_page");
        ada.post("/api/v1/claim", json!({ "username": "ada" })).await.expect(201);
        assert_eq!(ada.get(WAYS).await.body(), json!({ "ways": [] }));
    }

    async fn what_is_no_name_is_refused_with_the_rule(app) {
        let ada = app.owner("ada").await;
        let long = "x".repeat(25);
        for name in ["", "a", "a b", "café", "a+b", "a/b", "door\n", long.as_str()] {
            let refusal = ada.post(WAYS, json!({ "name": name })).await.refused(400, "invalid_input").body();
            assert_eq!(refusal["errors"][0]["path"], "/name", "{refusal}");
            assert!(refusal["detail"].as_str().unwrap().contains("2 to 24 letters"), "{refusal}");
        }
        for body in [json!({}), json!({ "name": null }), json!({ "name": 7 }), json!({ "name": "door", "kind": "qr" }), json!([])] {
            ada.post(WAYS, body).await.refused(400, "invalid_input");
        }
        app.anonymous().get(WAYS).await.expect(401);
        app.anonymous().post(WAYS, json!({ "name": "door" })).await.expect(401);
        assert_eq!(ada.get(WAYS).await.body(), json!({ "ways": [] }));
    }

    async fn a_page_has_at_most_fifty_ways_also_when_named_at_once(app) {
        let ada = app.owner("ada").await;
        let name = |number: usize| json!({ "name": format!("way-{number}") });
        for number in 0..48 {
            ada.post(WAYS, name(number)).await.expect(201);
        }
        let mut last = JoinSet::new();
        for number in 48..54 {
            let ada = ada.clone();
            last.spawn(async move { ada.post(WAYS, name(number)).await.status.as_u16() });
        }
        let statuses = last.join_all().await;
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 2, "{statuses:?}");
        let refusal = ada.post(WAYS, name(90)).await.refused(400, "invalid_input").body();
        assert!(refusal["detail"].as_str().unwrap().contains("at most 50"), "{refusal}");
        ada.post(WAYS, name(0)).await.expect(200);
        assert_eq!(names(&ada.get(WAYS).await.body()).len(), 50);
        ada.call(Method::DELETE, &format!("{WAYS}/way-0"), None).await.expect(204);
        ada.post(WAYS, name(90)).await.expect(201);
    }
}
