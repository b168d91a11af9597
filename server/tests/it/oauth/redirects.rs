//! Attacks on the redirect address (RFC 9700, 2.1 and 4.1; RFC 8252).

use serde_json::json;

use super::agent::{AUTHORIZE, Agent, BACK, REGISTER, answer, get, person, refused, shown_without_redirect};
use crate::support::{Actor, Database, TestApp, on_both};

/// Sends a request with a redirect address that was not registered.
async fn astray(redirects: &[&str], asked: &[&str]) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = person(&app, "ada").await;
    let agent = Agent::named(&app, "Claude", redirects).await;
    for address in asked {
        shown_without_redirect(agent.ask(&ada, &[("redirect_uri", Some(address))]).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_another_host() {
    astray(&[BACK], &["https://evil.example/callback", "https://agent.example.evil.example/callback"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_another_path_query_or_fragment() {
    let all = [
        "https://agent.example/callback/../evil",
        "https://agent.example/callback/x",
        "https://agent.example/callback?x=1",
    ];
    astray(&[BACK], &all).await;
    astray(
        &[BACK],
        &["https://agent.example/callback#x", "https://agent.example/Callback", "https://agent.example/callback/"],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_another_spelling_of_the_same_address() {
    let all =
        ["HTTPS://agent.example/callback", "https://AGENT.example/callback", "https://agent.example:443/callback"];
    astray(&[BACK], &all).await;
    astray(&[BACK], &["https://agent.example/%63allback", "https://agent.example./callback"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_userinfo_and_backslashes_that_hide_the_host() {
    let all = [
        "https://agent.example@evil.example/callback",
        "https://agent.example\\@evil.example/callback",
        "https:agent.example/callback",
    ];
    astray(&[BACK], &all).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_another_port_where_the_host_is_not_this_computer() {
    astray(
        &[BACK, "http://127.0.0.1/cb"],
        &["https://agent.example:8443/callback", "http://127.0.0.2:1/cb", "http://127.0.0.1:1/other"],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_localhost_that_is_somebody_elses() {
    astray(
        &["http://localhost/cb"],
        &[
            "http://localhost.evil.example/cb",
            "http://evil.example/cb",
            "https://localhost/cb",
            "http://localhost@evil.example/cb",
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_scheme_that_runs_script() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let anyone = app.anonymous();
    for address in [
        "javascript:alert(1)",
        "data:text/html,<script>",
        "file:///etc/passwd",
        "vbscript:x",
        "blob:https://a.example/1",
        "about:blank",
    ] {
        let reply = anyone.post(REGISTER, json!({ "redirect_uris": [address] })).await;
        refused(reply, 400, "invalid_redirect_uri");
        let agent = Agent::new(&app).await;
        shown_without_redirect(agent.ask(&anyone, &[("redirect_uri", Some(address))]).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_plain_http_to_another_computer() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    for address in
        ["http://evil.example/cb", "http://192.168.1.2/cb", "http://0.0.0.0/cb", "http://localhost.evil.example/cb"]
    {
        refused(
            app.anonymous().post(REGISTER, json!({ "redirect_uris": [address] })).await,
            400,
            "invalid_redirect_uri",
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_request_without_client_or_address() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    shown_without_redirect(agent.ask(&ada, &[("client_id", None)]).await);
    shown_without_redirect(agent.ask(&ada, &[("client_id", Some("c_nobody"))]).await);
    shown_without_redirect(agent.ask(&ada, &[("redirect_uri", None)]).await);
    shown_without_redirect(agent.ask(&ada, &[("redirect_uri", Some(""))]).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_two_addresses_or_two_clients_in_one_request() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    for more in ["redirect_uri=https%3A%2F%2Fevil.example%2F", "client_id=c_other"] {
        shown_without_redirect(ada.get(&format!("{AUTHORIZE}?{}&{more}", agent.query(&[]))).await);
        shown_without_redirect(ada.get(&format!("{AUTHORIZE}?{more}&{}", agent.query(&[]))).await);
    }
}

/// An error must not redirect to an address that is not the client's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_the_error_answer_as_an_open_door() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    let evil = ("redirect_uri", Some("https://evil.example/"));
    for wrong in [
        ("response_type", Some("token")),
        ("scope", Some("admin")),
        ("code_challenge", None),
        ("resource", Some("https://x.example")),
    ] {
        shown_without_redirect(agent.ask(&ada, &[evil, wrong]).await);
    }
}

async fn port(agent: &Agent, ada: &Actor, address: &str) -> String {
    let reply = agent.answered(ada, &[("redirect_uri", Some(address))], &[("answer", "allow")]).await.expect(303);
    reply.header("location").to_owned()
}

on_both! {
    async fn programs_on_this_computer_may_listen_on_any_port(app) {
        let ada = person(&app, "ada").await;
        let agent = Agent::named(&app, "Claude Code", &["http://localhost/callback", "http://127.0.0.1/callback", "http://[::1]:1/callback"]).await;
        for address in ["http://localhost:54321/callback", "http://127.0.0.1:9/callback", "http://[::1]:33418/callback"] {
            let back = port(&agent, &ada, address).await;
            assert!(back.starts_with(&format!("{address}?code=")), "{back}");
            // The code is bound to that redirect port.
            let code = get(&answer(&back), "code").unwrap().to_owned();
            refused(agent.exchange(&code, &[("redirect_uri", Some("http://localhost:1/callback"))]).await, 400, "invalid_grant");
            let code = get(&answer(&port(&agent, &ada, address).await), "code").unwrap().to_owned();
            agent.exchange(&code, &[("redirect_uri", Some(address))]).await.expect(200);
        }
        let page = agent.ask(&ada, &[("redirect_uri", Some("http://127.0.0.1:33418/callback"))]).await.expect(200).text;
        assert!(page.contains("an app on this computer") && page.contains("33418") && page.contains("Any program on this computer"));
    }

    async fn an_app_with_a_scheme_of_its_own_is_answered_there(app) {
        let ada = person(&app, "ada").await;
        let address = "cursor://anysphere.cursor-retrieval/oauth/callback";
        let agent = Agent::named(&app, "Cursor", &[address, "javascript:alert(1)"]).await;
        let page = agent.ask(&ada, &[("redirect_uri", Some(address))]).await.expect(200);
        assert!(page.header("content-security-policy").contains("form-action 'self' cursor:;"));
        assert!(port(&agent, &ada, address).await.starts_with(&format!("{address}?code=mantelc_")));
        shown_without_redirect(agent.ask(&ada, &[("redirect_uri", Some("javascript:alert(1)"))]).await);
    }
}
