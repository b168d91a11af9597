//! Attacks on authorization requests: response types, PKCE, scopes, resources (RFC 6749, 7636, 8707, 9207).

use super::agent::{AUTHORIZE, Agent, VERIFIER, challenge, pair, person, refused, sent_back, shown_without_redirect};
use crate::support::{Database, TestApp, on_both};

/// Sends an invalid request; the error is returned to the client.
async fn wrong(changes: &[(&str, Option<&str>)], error: &str) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    sent_back(agent.ask(&ada, changes).await, &agent, error);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_tokens_in_the_address() {
    wrong(&[("response_type", Some("token"))], "unsupported_response_type").await;
    wrong(&[("response_type", Some("code token"))], "unsupported_response_type").await;
    wrong(&[("response_type", Some("id_token"))], "unsupported_response_type").await;
    wrong(&[("response_type", None)], "invalid_request").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_answers_in_a_fragment_or_a_form() {
    wrong(&[("response_mode", Some("fragment"))], "invalid_request").await;
    wrong(&[("response_mode", Some("form_post"))], "invalid_request").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_no_proof_key() {
    wrong(&[("code_challenge", None), ("code_challenge_method", None)], "invalid_request").await;
    wrong(&[("code_challenge", None)], "invalid_request").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_plain_proof_key() {
    wrong(&[("code_challenge_method", Some("plain")), ("code_challenge", Some(VERIFIER))], "invalid_request").await;
    // Without a method, `plain` would be the default (RFC 7636, 4.3).
    wrong(&[("code_challenge_method", None)], "invalid_request").await;
    wrong(&[("code_challenge_method", Some("s256"))], "invalid_request").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_challenge_that_is_no_hash() {
    for challenge in ["x", "=".repeat(43).as_str(), "a".repeat(44).as_str(), "a".repeat(42).as_str()] {
        wrong(&[("code_challenge", Some(challenge))], "invalid_request").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_more_than_the_one_scope() {
    wrong(&[("scope", Some("admin"))], "invalid_scope").await;
    wrong(&[("scope", Some("page:write account:delete"))], "invalid_scope").await;
    wrong(&[("scope", Some("openid"))], "invalid_scope").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_token_for_another_service() {
    for resource in ["https://other.example/api/mcp", "http://127.0.0.1:1/api/mcp", "not an address"] {
        wrong(&[("resource", Some(resource))], "invalid_target").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_request_object_that_says_something_else() {
    wrong(&[("request", Some("eyJhbGciOiJub25lIn0.e30."))], "request_not_supported").await;
    wrong(&[("request_uri", Some("https://evil.example/request"))], "request_uri_not_supported").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_consent_without_a_person() {
    wrong(&[("prompt", Some("none"))], "interaction_required").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_parameter_sent_twice() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    let other = challenge("another-verifier-of-at-least-forty-three-chars");
    for more in [
        format!("code_challenge={other}"),
        "scope=page:write&scope=page:write".to_owned(),
        "response_type=code".to_owned(),
    ] {
        let reply = ada.get(&format!("{AUTHORIZE}?{}&{more}", agent.query(&[]))).await;
        sent_back(reply, &agent, "invalid_request");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_request_that_is_too_long() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    agent.ask(&ada, &[("state", Some("x".repeat(4000).as_str()))]).await.expect(200);
    shown_without_redirect(agent.ask(&ada, &[("state", Some("x".repeat(7000).as_str()))]).await);
}

on_both! {
    async fn resources_are_understood_in_any_spelling_and_bind_the_code(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let mcp = format!("{}/api/mcp", app.url);
        for named in [mcp.clone(), format!("{mcp}/"), mcp.replace("http://", "HTTP://"), app.url.clone(), format!("{}/api/v1", app.url)] {
            let code = agent.code_for(&ada, &[("resource", Some(&named))]).await;
            let (access, _) = pair(&agent.exchange(&code, &[("resource", Some(&named))]).await.expect(200).body());
            agent.with(&access).get("/api/v1/page").await.expect(200);
        }
    }

    async fn attack_a_code_for_one_resource_used_for_another(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        for other in [format!("{}/api/v1", app.url), "https://other.example/".to_owned()] {
            let code = agent.code(&ada).await;
            refused(agent.exchange(&code, &[("resource", Some(&other))]).await, 400, "invalid_target");
        }
        let (_, refresh) = agent.tokens(&ada).await;
        refused(agent.refresh(&refresh, &[("resource", "https://other.example/")]).await, 400, "invalid_target");
    }
}

/// A token is bound to its audience: at another address of the service it is invalid (RFC 8707).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_token_of_another_audience() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    let (access, _) = agent.tokens(&ada).await;
    let mut other = (*app.app.config).clone();
    other.base_url = "https://elsewhere.example".to_owned();
    let moved = mantel_server::ops::serve::open(other).await.unwrap();
    assert!(moved.service.caller(&access).await.is_err());
    assert!(app.app.service.caller(&access).await.is_ok());
}
