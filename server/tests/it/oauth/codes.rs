//! Attacks on codes: replay, theft, injection, mix-up (RFC 6749, 4.1.2; RFC 7636; RFC 9207; RFC 9700, 4.4 and 4.5).

use tokio::task::JoinSet;

use super::agent::{Agent, BACK, TOKEN, VERIFIER, answer, challenge, get, pair, person, refused};
use crate::support::{Database, TestApp, on_both};

on_both! {
    async fn attack_a_code_used_twice(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let code = agent.code(&ada).await;
        let (access, refresh) = pair(&agent.exchange(&code, &[]).await.expect(200).body());
        agent.with(&access).get("/api/v1/page").await.expect(200);
        refused(agent.exchange(&code, &[]).await, 400, "invalid_grant");
        // The code is known to somebody else: all tokens issued for it are revoked.
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
    }

    async fn attack_a_code_used_twice_after_its_tokens_were_refreshed(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let code = agent.code(&ada).await;
        let (_, refresh) = pair(&agent.exchange(&code, &[]).await.expect(200).body());
        let (access, refresh) = pair(&agent.refresh(&refresh, &[]).await.expect(200).body());
        refused(agent.exchange(&code, &[]).await, 400, "invalid_grant");
        agent.with(&access).get("/api/v1/page").await.refused(401, "unauthorized");
        refused(agent.refresh(&refresh, &[]).await, 400, "invalid_grant");
    }

    async fn attack_a_code_used_many_times_at_once(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let code = agent.code(&ada).await;
        let mut calls = JoinSet::new();
        for _ in 0..8 {
            let (agent, code) = (agent.clone(), code.clone());
            calls.spawn(async move { agent.exchange(&code, &[]).await });
        }
        let replies = calls.join_all().await;
        let given: Vec<_> = replies.iter().filter(|reply| reply.status == 200).collect();
        assert!(given.len() <= 1, "{}", given.len());
        for reply in given {
            agent.with(&pair(&reply.body()).0).get("/api/v1/page").await.refused(401, "unauthorized");
        }
    }

    async fn attack_a_code_after_its_minute(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (one, other) = (agent.code(&ada).await, agent.code(&ada).await);
        app.app.service.clock().advance(45_000);
        agent.exchange(&one, &[]).await.expect(200);
        app.app.service.clock().advance(15_000);
        refused(agent.exchange(&other, &[]).await, 400, "invalid_grant");
    }

    async fn attack_a_stolen_code_without_its_proof(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let guesses = ["another-verifier-of-at-least-forty-three-chars", &challenge(VERIFIER), "short", &"a".repeat(129)];
        for guess in guesses {
            let code = agent.code(&ada).await;
            refused(agent.exchange(&code, &[("code_verifier", Some(guess))]).await, 400, "invalid_grant");
            // One wrong guess invalidates the code.
            refused(agent.exchange(&code, &[]).await, 400, "invalid_grant");
        }
        let code = agent.code(&ada).await;
        refused(agent.exchange(&code, &[("code_verifier", None)]).await, 400, "invalid_request");
        refused(agent.exchange(&code, &[("code_verifier", Some(""))]).await, 400, "invalid_request");
    }

    async fn attack_a_code_of_another_client(app) {
        let ada = person(&app, "ada").await;
        let (agent, evil) = (Agent::new(&app).await, Agent::named(&app, "Evil", &[BACK]).await);
        let code = agent.code(&ada).await;
        refused(evil.exchange(&code, &[]).await, 400, "invalid_grant");
        refused(agent.exchange(&code, &[]).await, 400, "invalid_grant");
    }

    async fn attack_a_code_with_another_redirect_address(app) {
        let ada = person(&app, "ada").await;
        let agent = Agent::named(&app, "Claude", &[BACK, "https://agent.example/other"]).await;
        let code = agent.code(&ada).await;
        refused(agent.exchange(&code, &[("redirect_uri", Some("https://agent.example/other"))]).await, 400, "invalid_grant");
        refused(agent.exchange(&agent.code(&ada).await, &[("redirect_uri", None)]).await, 400, "invalid_request");
    }

    async fn attack_codes_that_were_never_given(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let code = agent.code(&ada).await;
        let (access, refresh) = agent.tokens(&ada).await;
        for wrong in ["x", "mantelc_", &code[..code.len() - 1], &format!("{code}x"), &access, &refresh] {
            refused(agent.exchange(wrong, &[]).await, 400, "invalid_grant");
        }
        agent.exchange(&code, &[]).await.expect(200);
    }

    async fn attack_a_code_after_the_person_disconnected(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        agent.tokens(&ada).await;
        let code = agent.code(&ada).await;
        let account = app.app.service.account("ada@harrow.example").await.unwrap();
        let connection = app.app.service.connections(&account.id).await.unwrap().remove(0);
        app.app.service.disconnect(&account.id, &connection.id).await.unwrap();
        refused(agent.exchange(&code, &[]).await, 400, "invalid_grant");
    }
}

/// A client of several servers distinguishes their responses by the issuer, on success and on error.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_mix_up_of_servers() {
    let (one, other) = (TestApp::on(Database::Sqlite).await.unwrap(), TestApp::on(Database::Sqlite).await.unwrap());
    let (ada, agent) = (person(&one, "ada").await, Agent::new(&one).await);
    for (fields, error) in [([("answer", "allow")], None), ([("answer", "deny")], Some("access_denied"))] {
        let reply = agent.answered(&ada, &[], &fields).await.expect(303);
        let pairs = answer(reply.header("location"));
        assert_eq!((get(&pairs, "iss"), get(&pairs, "error")), (Some(one.url.as_str()), error));
        assert_eq!(pairs.iter().filter(|pair| pair.0 == "iss").count(), 1);
    }
    // A code of one server is invalid at the other.
    let code = agent.code(&ada).await;
    let there = Agent::new(&other).await;
    refused(there.exchange(&code, &[]).await, 400, "invalid_grant");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_the_token_endpoint_with_other_grants_and_forms() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    for grant in [
        "password",
        "client_credentials",
        "implicit",
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "urn:ietf:params:oauth:grant-type:device_code",
    ] {
        refused(agent.exchange("x", &[("grant_type", Some(grant))]).await, 400, "unsupported_grant_type");
    }
    refused(agent.exchange("x", &[("grant_type", None)]).await, 400, "invalid_request");
    let code = agent.code(&ada).await;
    let twice = [("grant_type", "authorization_code"), ("client_id", &agent.id), ("code", &code), ("code", &code)];
    refused(agent.anyone.form(TOKEN, &twice).await, 400, "invalid_request");
    refused(agent.anyone.post(TOKEN, serde_json::json!({ "code": code })).await, 400, "invalid_request");
    // Secrets in the query are ignored.
    let address = format!("{TOKEN}?grant_type=authorization_code&client_id={}&code={code}", agent.id);
    refused(agent.anyone.form(&address, &[]).await, 400, "invalid_request");
    agent.anyone.get(TOKEN).await.expect(405);
    agent.exchange(&code, &[]).await.expect(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_client_that_pretends_to_have_a_secret() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    let code = agent.code(&ada).await;
    refused(agent.exchange(&code, &[("client_secret", Some("guess"))]).await, 401, "invalid_client");
    refused(agent.exchange(&code, &[("client_assertion", Some("e30.e30."))]).await, 401, "invalid_client");
    let basic = Agent { anyone: agent.anyone.clone().with("authorization", "Basic YTpi"), ..agent.clone() };
    refused(basic.exchange(&code, &[]).await, 401, "invalid_client");
    refused(agent.exchange(&code, &[("client_id", Some("c_nobody"))]).await, 401, "invalid_client");
    agent.exchange(&code, &[]).await.expect(200);
}
