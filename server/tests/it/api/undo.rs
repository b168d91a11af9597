//! `/api/v1/page/undo` and the tool `undo`: each credential takes back what it changed, and nothing else.

use serde_json::{Value, json};

use crate::mcp;
use crate::support::{Actor, TestApp, on_both};

const UNDO: &str = "/api/v1/page/undo";
const PROFILE: &str = "/api/v1/page/profile";
const TILES: &str = "/api/v1/page/tiles";

/// Another credential of Ada's account.
async fn another(app: &TestApp, name: &str) -> Actor {
    let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
    let (_, key) = app.app.service.make_key(&account, name).await.unwrap();
    app.anonymous().with_bearer(&key)
}

async fn draft(actor: &Actor) -> Value {
    actor.get("/api/v1/page").await.expect(200).body()["draft"].clone()
}

fn paths(body: &Value, list: &str) -> Vec<String> {
    let all = body[list].as_array().cloned().unwrap_or_default();
    all.iter().map(|problem| problem["path"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn the_last_edit_is_taken_back_and_the_next_call_takes_that_back(app) {
        let ada = app.owner("ada").await;
        let empty = draft(&ada).await;
        ada.post(TILES, json!({ "input": "One" })).await.expect(201);
        let one = draft(&ada).await;
        ada.patch(PROFILE, json!({ "bio": "Potter" })).await.expect(200);
        let two = draft(&ada).await;
        let tried = ada.post(UNDO, json!({ "dryRun": true })).await.expect(200).body();
        assert_eq!((&tried["dryRun"], &tried["changes"]["profile"][0]["field"]), (&json!(true), &json!("bio")), "{tried}");
        assert_eq!(draft(&ada).await, two);
        assert_eq!(ada.post(UNDO, json!({})).await.expect(200).body()["draft"], one);
        assert_eq!(ada.post(UNDO, json!({})).await.expect(200).body()["draft"], two);
        assert_eq!(ada.post(UNDO, json!({ "to": 1 })).await.expect(200).body()["draft"], empty);
        assert_eq!(ada.post(UNDO, json!({})).await.expect(200).body()["draft"], two);
        let history = ada.get("/api/v1/page/history").await.body();
        assert_eq!(history["history"][0]["act"], "undo");
        assert!(history["history"][0]["summary"].as_str().unwrap().starts_with("Took back"), "{history}");
    }

    async fn what_others_changed_since_stays_and_is_named(app) {
        let ada = app.owner("ada").await;
        let claude = another(&app, "Claude").await;
        ada.patch(PROFILE, json!({ "name": "Ada", "bio": "Potter", "location": "Lisbon" })).await.expect(200);
        claude.patch(PROFILE, json!({ "bio": "Sculptor", "location": "Porto" })).await.expect(200);
        let tile = claude.post(TILES, json!({ "input": "One" })).await.expect(201).body()["tiles"][0]["id"].clone();
        let from = draft(&ada).await["tiles"].as_array().unwrap().len();
        ada.patch(PROFILE, json!({ "bio": "Painter", "name": "Ada L." })).await.expect(200);
        let undone = claude.post(UNDO, json!({ "to": 2 })).await.expect(200).body();
        let profile = &undone["draft"]["profile"];
        assert_eq!((&profile["name"], &profile["bio"], &profile["location"]), (&json!("Ada L."), &json!("Painter"), &json!("Lisbon")));
        assert_eq!(undone["draft"]["tiles"].as_array().unwrap().len(), from - 1);
        assert!(undone["draft"]["tiles"].as_array().unwrap().iter().all(|own| own["id"] != tile));
        assert_eq!(paths(&undone, "warnings"), ["/profile/bio"]);
        // Everything that is left of it was changed by somebody else.
        claude.post(TILES, json!({ "input": "Two" })).await.expect(201);
        let two = draft(&ada).await["tiles"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
        ada.patch(&format!("{TILES}/{two}"), json!({ "text": "Three" })).await.expect(200);
        let refusal = claude.post(UNDO, json!({})).await.refused(409, "nothing_to_undo").body();
        assert_eq!(paths(&refusal, "errors"), [format!("/tiles/{two}")]);
    }

    async fn a_credential_takes_back_only_what_it_did(app) {
        let ada = app.owner("ada").await;
        let claude = another(&app, "Claude").await;
        claude.post(UNDO, json!({})).await.refused(409, "nothing_to_undo");
        // The claim made the page: there is nothing before it.
        ada.post(UNDO, json!({})).await.refused(409, "nothing_to_undo");
        ada.patch(PROFILE, json!({ "bio": "Potter" })).await.expect(200);
        claude.post(UNDO, json!({ "to": 1 })).await.refused(409, "nothing_to_undo");
        for to in [0, 3, 9_007_199_254_740_991_u64] {
            ada.post(UNDO, json!({ "to": to })).await.refused(404, "version_not_found");
        }
        ada.post(UNDO, json!({ "to": 2 })).await.refused(409, "nothing_to_undo");
        for body in [json!({ "to": "1" }), json!({ "to": -1 }), json!({ "from": 1 }), json!([])] {
            ada.post(UNDO, body).await.refused(400, "invalid_input");
        }
        ada.post(UNDO, json!({ "baseVersion": 1 })).await.refused(409, "version_conflict");
        ada.post(UNDO, json!({ "baseVersion": 2 })).await.expect(200);
        app.anonymous().post(UNDO, json!({})).await.expect(401);
        app.keyed("bob").await.post(UNDO, json!({})).await.refused(404, "no_page");
    }

    async fn an_agent_undoes_one_call_by_its_client_id(app) {
        let ada = app.owner("ada").await;
        let claude = another(&app, "Claude").await;
        mcp::call(&claude, "set_profile", json!({ "bio": "Potter", "clientId": "c1" })).await;
        mcp::call(&claude, "set_theme", json!({ "style": "night", "clientId": "c2" })).await;
        let undone = mcp::call(&claude, "undo", json!({ "clientId": "c1" })).await;
        assert!(undone["summary"].as_str().is_some_and(|told| told.contains("bio")), "{undone}");
        let now = draft(&ada).await;
        assert_eq!((&now["profile"]["bio"], &now["theme"]["style"]), (&Value::Null, &json!("night")));
        // A retry is no second undo, and of a call that only published nothing can be undone.
        assert_eq!(mcp::call(&claude, "undo", json!({ "clientId": "c1" })).await, undone);
        mcp::call(&claude, "publish", json!({ "clientId": "p" })).await;
        let refusal = mcp::refused(&claude, "undo", json!({ "clientId": "p" })).await;
        assert!(refusal.contains("nothing_to_undo"), "{refusal}");
        assert_eq!(draft(&ada).await, now);
        // Nor a call of somebody else.
        let other = another(&app, "Codex").await;
        let refusal = mcp::refused(&other, "undo", json!({ "clientId": "c2" })).await;
        assert!(refusal.contains("nothing_to_undo"), "{refusal}");
    }

    async fn a_key_takes_back_nothing_that_an_earlier_key_of_its_name_did(app) {
        let ada = app.owner("ada").await;
        let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
        let (row, key) = app.app.service.make_key(&account, "Claude").await.unwrap();
        app.anonymous().with_bearer(&key).patch(PROFILE, json!({ "bio": "Potter" })).await.expect(200);
        app.app.service.revoke_key(&account, &row.id).await.unwrap();
        let later = another(&app, "Claude").await;
        for body in [json!({}), json!({ "to": 1 })] {
            later.post(UNDO, body).await.refused(409, "nothing_to_undo");
        }
        assert_eq!(draft(&ada).await["profile"]["bio"], "Potter");
    }

    async fn an_agent_undoes_what_it_did_in_one_call(app) {
        let ada = app.owner("ada").await;
        let claude = another(&app, "Claude").await;
        let before = draft(&ada).await;
        mcp::call(&claude, "set_theme", json!({ "style": "night" })).await;
        mcp::call(&claude, "add_tile", json!({ "inputs": ["One", "https://a.example/"] })).await;
        ada.patch(PROFILE, json!({ "bio": "Potter" })).await.expect(200);
        let undone = mcp::call(&claude, "undo", json!({ "to": 1, "clientId": "undo-1" })).await;
        assert_eq!((&undone["undone"], &undone["warnings"]), (&json!(true), &Value::Null), "{undone}");
        let now = draft(&ada).await;
        assert_eq!((&now["theme"], &now["tiles"]), (&before["theme"], &before["tiles"]));
        assert_eq!(now["profile"]["bio"], "Potter");
        // A retry is no second undo.
        assert_eq!(mcp::call(&claude, "undo", json!({ "to": 1, "clientId": "undo-1" })).await, undone);
        assert_eq!(draft(&ada).await, now);
        let refusal = mcp::refused(&claude, "undo", json!({ "to": 99 })).await;
        assert!(refusal.contains("version 99"), "{refusal}");
    }
}
