//! Attacks on tokens: theft, reuse, excess scope, use after revocation (RFC 6749, 6; RFC 7009; RFC 9700, 4.14).

use serde_json::json;
use tokio::task::JoinSet;

use super::agent::{Agent, BACK, REVOKE, pair, person, refused, signed_in};
use crate::support::{PASSWORD, TestApp, on_both};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

on_both! {
    async fn attack_a_refresh_token_used_again_later(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (_, stolen) = agent.tokens(&ada).await;
        let (access, refresh) = pair(&agent.refresh(&stolen, &[]).await.expect(200).body());
        app.app.service.clock().advance(31_000);
        refused(agent.refresh(&stolen, &[]).await, 400, "invalid_grant");
        // Thief and owner cannot be told apart, so both lose access.
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
    }

    async fn attack_a_refresh_token_used_again_at_once_after_its_successor(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (_, stolen) = agent.tokens(&ada).await;
        let (_, second) = pair(&agent.refresh(&stolen, &[]).await.expect(200).body());
        let (access, third) = pair(&agent.refresh(&second, &[]).await.expect(200).body());
        refused(agent.refresh(&stolen, &[]).await, 400, "invalid_grant");
        refused(agent.refresh(&third, &[]).await, 400, "invalid_grant");
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
    }

    async fn a_lost_reply_is_given_again_and_forks_nothing(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (_, refresh) = agent.tokens(&ada).await;
        let first = agent.refresh(&refresh, &[]).await.expect(200).body();
        app.app.service.clock().advance(20_000);
        let second = agent.refresh(&refresh, &[]).await.expect(200).body();
        assert_eq!(pair(&first), pair(&second));
        // The rest of the first hour.
        assert!((3570..=3580).contains(&second["expires_in"].as_i64().unwrap()), "{second}");
    }

    async fn many_refreshes_at_once_hear_one_answer(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (_, refresh) = agent.tokens(&ada).await;
        let mut calls = JoinSet::new();
        for _ in 0..8 {
            let (agent, refresh) = (agent.clone(), refresh.clone());
            calls.spawn(async move { pair(&agent.refresh(&refresh, &[]).await.expect(200).body()) });
        }
        let replies = calls.join_all().await;
        assert!(replies.iter().all(|reply| *reply == replies[0]));
    }

    async fn attack_a_repeat_that_asks_for_something_else(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let code = agent.code_for(&ada, &[("scope", Some("page:write offline_access"))]).await;
        let (_, refresh) = pair(&agent.exchange(&code, &[]).await.expect(200).body());
        let (access, _) = pair(&agent.refresh(&refresh, &[("scope", "offline_access")]).await.expect(200).body());
        agent.with(&access).get("/api/v1/page").await.refused(403, "insufficient_scope");
        refused(agent.refresh(&refresh, &[("scope", "page:write")]).await, 400, "invalid_grant");
    }

    async fn attack_a_refresh_for_more_than_was_given(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (_, refresh) = agent.tokens(&ada).await;
        for more in ["page:write offline_access", "admin", "page:write admin"] {
            refused(agent.refresh(&refresh, &[("scope", more)]).await, 400, "invalid_scope");
        }
        agent.refresh(&refresh, &[("scope", "page:write")]).await.expect(200);
    }

    async fn attack_a_refresh_token_of_another_client(app) {
        let ada = person(&app, "ada").await;
        let (agent, evil) = (Agent::new(&app).await, Agent::named(&app, "Evil", &[BACK]).await);
        let (access, refresh) = agent.tokens(&ada).await;
        refused(evil.refresh(&refresh, &[]).await, 400, "invalid_grant");
        // The token was stolen.
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
    }

    async fn attack_one_kind_of_token_as_another(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (access, refresh) = agent.tokens(&ada).await;
        refused(agent.refresh(&access, &[]).await, 400, "invalid_grant");
        let code = agent.code(&ada).await;
        for wrong in [&refresh, &code, &format!("{access}x"), &access[..access.len() - 1].to_owned()] {
            let reply = agent.with(wrong).get("/api/v1/page").await.refused(401, "unauthorized");
            assert!(reply.header("www-authenticate").contains("error=\"invalid_token\""));
        }
    }

    async fn attack_an_access_token_after_its_hour(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (access, refresh) = agent.tokens(&ada).await;
        app.app.service.clock().advance(HOUR - 60_000);
        agent.with(&access).get("/api/v1/page").await.expect(200);
        app.app.service.clock().advance(60_000);
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
        agent.refresh(&refresh, &[]).await.expect(200);
    }

    async fn attack_a_refresh_token_after_its_month_or_its_half_year(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (_, idle) = agent.tokens(&ada).await;
        app.app.service.clock().advance(30 * DAY);
        refused(agent.refresh(&idle, &[]).await, 400, "invalid_grant");
        let ada = signed_in(&app, "ada").await;
        let (_, mut refresh) = agent.tokens(&ada).await;
        for _ in 0..6 {
            app.app.service.clock().advance(29 * DAY);
            refresh = pair(&agent.refresh(&refresh, &[]).await.expect(200).body()).1;
        }
        app.app.service.clock().advance(6 * DAY);
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
    }

    async fn attack_tokens_that_were_given_back(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (access, refresh) = agent.tokens(&ada).await;
        agent.anyone.form(REVOKE, &[("token", &access), ("client_id", &agent.id)]).await.expect(200);
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
        let (access, refresh) = pair(&agent.refresh(&refresh, &[]).await.expect(200).body());
        agent.anyone.form(REVOKE, &[("token", &refresh), ("token_type_hint", "access_token"), ("client_id", &agent.id)]).await.expect(200);
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
    }

    async fn attack_giving_back_what_is_not_yours_or_nothing(app) {
        let ada = person(&app, "ada").await;
        let (agent, evil) = (Agent::new(&app).await, Agent::named(&app, "Evil", &[BACK]).await);
        let (access, refresh) = agent.tokens(&ada).await;
        for token in [&access, &refresh] {
            evil.anyone.form(REVOKE, &[("token", token), ("client_id", &evil.id)]).await.expect(200);
        }
        // The reply does not tell whether a token exists.
        let known = evil.anyone.form(REVOKE, &[("token", &access), ("client_id", &evil.id)]).await.expect(200).text;
        let unknown = evil.anyone.form(REVOKE, &[("token", "x"), ("client_id", &evil.id)]).await.expect(200).text;
        assert_eq!(known, unknown);
        evil.anyone.form(REVOKE, &[]).await.expect(200);
        evil.anyone.post(REVOKE, json!({ "token": access })).await.expect(200);
        agent.with(&access).get("/api/v1/page").await.expect(200);
        agent.refresh(&refresh, &[]).await.expect(200);
    }

    async fn attack_tokens_after_the_person_disconnected(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (access, refresh) = agent.tokens(&ada).await;
        let service = &app.app.service;
        let account = service.account("ada@harrow.example").await.unwrap().id;
        let connection = service.connections(&account).await.unwrap().remove(0);
        service.disconnect(&account, &connection.id).await.unwrap();
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
        assert!(service.connections(&account).await.unwrap().is_empty());
    }

    async fn attack_tokens_after_a_new_password(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (access, refresh) = agent.tokens(&ada).await;
        ada.form("/settings/password", &[("current", PASSWORD), ("password", "another long one")]).await.expect(303);
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
    }

    async fn attack_the_page_of_another_account(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let bob = person(&app, "bob").await;
        let (of_ada, of_bob) = (agent.tokens(&ada).await.0, agent.tokens(&bob).await.0);
        let tile = agent.with(&of_ada).post("/api/v1/page/tiles", json!({ "input": "mine" })).await.expect(201).body();
        let path = format!("/api/v1/page/tiles/{}", tile["tiles"][0]["id"].as_str().unwrap());
        agent.with(&of_bob).patch(&path, json!({ "text": "yours" })).await.refused(404, "tile_not_found");
        assert_eq!(agent.with(&of_bob).get("/api/v1/page").await.body()["username"], "bob");
        // One client disconnects; the other keeps its access.
        let service = &app.app.service;
        let account = service.account("ada@harrow.example").await.unwrap().id;
        let connection = service.connections(&account).await.unwrap().remove(0);
        assert!(service.disconnect(&service.account("bob@harrow.example").await.unwrap().id, &connection.id).await.is_err());
        service.disconnect(&account, &connection.id).await.unwrap();
        agent.with(&of_ada).get("/api/v1/page").await.refused(401, "unauthorized");
        agent.with(&of_bob).get("/api/v1/page").await.expect(200);
    }

    /// A copy of the database gives no access: it contains only hashes.
    async fn attack_with_a_copy_of_the_database(app) {
        use sqlx::{AnyConnection, Connection, Row};
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let code = agent.code(&ada).await;
        let (access, refresh) = agent.tokens(&ada).await;
        pair(&agent.refresh(&refresh, &[]).await.expect(200).body());
        let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
        let rows = sqlx::query("select hash, coalesce(salt, '') as rest from oauth_tokens union all select hash, challenge from oauth_codes");
        for row in rows.fetch_all(&mut connection).await.unwrap() {
            let (hash, rest): (String, String) = (row.try_get("hash").unwrap(), row.try_get("rest").unwrap());
            assert!([&code, &access, &refresh].iter().all(|it| !hash.contains(it.as_str()) && !rest.contains(it.as_str())));
            agent.with(&hash).get("/api/v1/page").await.refused(401, "unauthorized");
            refused(agent.refresh(&hash, &[]).await, 400, "invalid_grant");
        }
    }
}

/// Two processes share a database: a token revoked at one is rejected by the other at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_revoked_token_at_another_node() {
    let app = TestApp::on(crate::support::Database::Sqlite).await.unwrap();
    let node = mantel_server::ops::serve::open((*app.app.config).clone()).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    let (access, refresh) = agent.tokens(&ada).await;
    assert!(node.service.caller(&access).await.is_ok());
    agent.anyone.form(REVOKE, &[("token", &refresh), ("client_id", &agent.id)]).await.expect(200);
    assert!(node.service.caller(&access).await.is_err());
}
