//! Attacks on consent and registration: forged answers, framing, false names, floods (RFC 7591; RFC 9700, 4.16).

use serde_json::json;

use super::agent::{
    AUTHORIZE, Agent, BACK, REGISTER, answer, get, hidden, pair, person, refused, sent_back, shown_without_redirect,
    signed_in,
};
use crate::support::{Database, TestApp, on_both};

on_both! {
    async fn attack_an_answer_without_its_ticket(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let request = agent.query(&[]);
        for ticket in ["", "x", &"0".repeat(64)] {
            let fields = [("request", request.as_str()), ("ticket", ticket), ("answer", "allow")];
            assert_eq!(ada.form(AUTHORIZE, &fields).await.expect(403).header("location"), "");
        }
    }

    async fn attack_an_answer_to_another_request(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let evil = Agent::named(&app, "Evil", &["https://evil.example/"]).await;
        let ticket = hidden(&agent.ask(&ada, &[]).await.text, "ticket");
        for request in [evil.query(&[("redirect_uri", Some("https://evil.example/"))]), agent.query(&[("scope", Some("page:write"))])] {
            let fields = [("request", request.as_str()), ("ticket", ticket.as_str()), ("answer", "allow")];
            ada.form(AUTHORIZE, &fields).await.expect(403);
        }
    }

    async fn attack_an_answer_with_the_ticket_of_another_session(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let eve = person(&app, "eve").await;
        let (request, ticket) = (agent.query(&[]), hidden(&agent.ask(&eve, &[]).await.text, "ticket"));
        let fields = [("request", request.as_str()), ("ticket", ticket.as_str()), ("answer", "allow")];
        ada.form(AUTHORIZE, &fields).await.expect(403);
        let again = signed_in(&app, "eve").await;
        again.form(AUTHORIZE, &fields).await.expect(403);
        eve.form(AUTHORIZE, &fields).await.expect(303);
    }

    async fn attack_an_answer_from_another_site(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let page = agent.ask(&ada, &[]).await.text;
        let (request, ticket) = (hidden(&page, "request"), hidden(&page, "ticket"));
        let fields = [("request", request.as_str()), ("ticket", ticket.as_str()), ("answer", "allow")];
        for (name, value) in [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "https://evil.example"), ("origin", "null")] {
            ada.clone().with(name, value).form(AUTHORIZE, &fields).await.expect(403);
        }
    }

    async fn attack_an_answer_by_nobody(app) {
        let agent = Agent::new(&app).await;
        let request = agent.query(&[]);
        let reply = app.anonymous().form(AUTHORIZE, &[("request", request.as_str()), ("answer", "allow")]).await.expect(303);
        assert_eq!(reply.header("location"), format!("{AUTHORIZE}?{request}"));
    }

    async fn attack_an_answer_with_characters_that_no_header_takes(app) {
        let ada = person(&app, "ada").await;
        for request in ["a\r\nSet-Cookie: x=y", "\n", "\0", "ä", "a\u{7f}b", "\u{2028}"] {
            for browser in [&app.anonymous(), &ada] {
                let reply = browser.form(AUTHORIZE, &[("request", request), ("answer", "allow")]).await;
                assert!(reply.status.is_client_error(), "{request:?}: {}", reply.status);
                assert_eq!((reply.header("location"), reply.header("set-cookie")), ("", ""));
            }
        }
    }

    async fn attack_an_answer_by_get(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let ticket = hidden(&agent.ask(&ada, &[]).await.text, "ticket");
        let reply = ada.get(&format!("{AUTHORIZE}?{}&answer=allow&ticket={ticket}", agent.query(&[]))).await.expect(200);
        assert!(reply.text.contains("Not now"));
    }

    async fn nobody_is_let_in_without_being_asked_again(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        agent.tokens(&ada).await;
        // RFC 8252, 8.6: a client that anybody can impersonate needs consent every time.
        agent.ask(&ada, &[]).await.expect(200);
    }

    async fn not_now_is_told_to_the_client_and_gives_nothing(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        sent_back(agent.answered(&ada, &[], &[("answer", "deny")]).await, &agent, "access_denied");
        sent_back(agent.answered(&ada, &[], &[]).await, &agent, "access_denied");
        let account = app.app.service.account("ada@harrow.example").await.unwrap();
        assert!(app.app.service.connections(&account.id).await.unwrap().is_empty());
    }

    async fn publishing_is_not_allowed_by_default_and_what_is_pressed_at_once_does_not_count(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let query = agent.query(&[]);
        let page = ada.get(&format!("{AUTHORIZE}?{query}")).await.expect(200).text;
        let switch = page.split("id=\"publish\"").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
        assert!(!switch.contains("checked"), "{switch}");
        let ticket = hidden(&page, "ticket");
        let fields = [("request", query.as_str()), ("ticket", ticket.as_str()), ("answer", "allow"), ("publish", "on")];
        let again = ada.form(AUTHORIZE, &fields).await.expect(422).text;
        assert!(again.contains("That was quick.") && again.contains("checked"), "{again}");
        let account = app.app.service.account("ada@harrow.example").await.unwrap();
        assert!(app.app.service.connections(&account.id).await.unwrap().is_empty());
        // The page that was shown again counts from when it was shown first.
        agent.read();
        let ticket = hidden(&again, "ticket");
        let fields = [("request", query.as_str()), ("ticket", ticket.as_str()), ("answer", "allow")];
        ada.form(AUTHORIZE, &fields).await.expect(303);
        // "Not now" counts at once, and a later time in the ticket is a false ticket.
        let ticket = hidden(&ada.get(&format!("{AUTHORIZE}?{query}")).await.text, "ticket");
        let early = format!("1.{}", ticket.split_once('.').unwrap().1);
        ada.form(AUTHORIZE, &[("request", query.as_str()), ("ticket", early.as_str()), ("answer", "allow")]).await.expect(403);
        ada.form(AUTHORIZE, &[("request", query.as_str()), ("ticket", ticket.as_str()), ("answer", "deny")]).await.expect(303);
    }

    async fn an_unchecked_box_keeps_publishing_to_the_owner(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let no = agent.answered(&ada, &[], &[("answer", "allow")]).await.expect(303);
        let code = answer(no.header("location")).swap_remove(0).1;
        let claude = agent.with(&pair(&agent.exchange(&code, &[]).await.expect(200).body()).0);
        claude.post("/api/v1/page/tiles", json!({ "input": "A note" })).await.expect(201);
        let refused = claude.post("/api/v1/page/publish", json!({})).await.refused(403, "publish_not_allowed");
        assert!(refused.body()["detail"].as_str().unwrap().contains("Ask the owner"));
        claude.post("/api/v1/page/publish", json!({ "dryRun": true })).await.refused(403, "publish_not_allowed");
        claude.post("/api/v1/page/unpublish", json!({})).await.refused(403, "publish_not_allowed");
        claude.call(reqwest::Method::DELETE, "/api/v1/page", None).await.refused(403, "publish_not_allowed");
        let service = &app.app.service;
        let account = service.account("ada@harrow.example").await.unwrap().id;
        let connection = service.connections(&account).await.unwrap().remove(0);
        assert!(!connection.rights.publish && connection.asked_at.is_some());
        service.let_connection_publish(&account, &connection.id, true).await.unwrap();
        claude.post("/api/v1/page/publish", json!({})).await.expect(200);
    }

    async fn two_programs_of_one_name_are_told_apart(app) {
        let ada = person(&app, "ada").await;
        for _ in 0..2 {
            let (access, _) = Agent::new(&app).await.tokens(&ada).await;
            app.anonymous().with_bearer(&access).patch("/api/v1/page/profile", json!({ "bio": access })).await.expect(200);
        }
        let account = app.app.service.account("ada@harrow.example").await.unwrap();
        let mut names: Vec<_> = app.app.service.connections(&account.id).await.unwrap().into_iter().map(|connection| connection.name).collect();
        names.sort();
        assert_eq!(names, ["Claude", "Claude 2"]);
    }

    async fn unused_registrations_end_after_a_day(app) {
        let (ada, unused) = (person(&app, "ada").await, Agent::new(&app).await);
        let used = Agent::new(&app).await;
        used.tokens(&ada).await;
        app.app.service.clock().advance(25 * 60 * 60 * 1000);
        Agent::new(&app).await;
        shown_without_redirect(unused.ask(&ada, &[]).await);
        used.ask(&ada, &[]).await.expect(200);
        refused(unused.exchange("x", &[]).await, 401, "invalid_client");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_the_page_in_a_frame() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    for browser in [ada, app.anonymous()] {
        let page = agent.ask(&browser, &[]).await.expect(200);
        let policy = page.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{policy}");
        assert!(!policy.contains("unsafe-eval") && policy.contains("script-src 'self';"), "{policy}");
        assert_eq!((page.header("x-frame-options"), page.header("cache-control")), ("DENY", "no-store"));
        assert_eq!(page.header("referrer-policy"), "no-referrer");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_name_that_is_markup_or_turns_text_around() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = person(&app, "ada").await;
    let name = "</h1><script>alert(1)</script>\u{202e}\u{200b}\"'";
    let agent = Agent::named(&app, name, &[BACK]).await;
    let page = agent.ask(&ada, &[]).await.expect(200).text;
    assert!(!page.contains("<script>alert") && !page.contains('\u{202e}') && !page.contains('\u{200b}'));
    assert!(page.contains("&lt;script&gt;"));
    let long = Agent::named(&app, &"Trust me ".repeat(40), &[BACK]).await;
    let page = long.ask(&ada, &[]).await.expect(200).text;
    assert!(!page.contains(&"Trust me ".repeat(5)), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_state_that_is_markup() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
    let state = "\"><script>alert(1)</script>\r\nset-cookie: x=y";
    let page = agent.ask(&ada, &[("state", Some(state))]).await.expect(200);
    assert!(!page.text.contains("<script>alert"));
    let reply = agent.answered(&ada, &[("state", Some(state))], &[("answer", "allow")]).await.expect(303);
    let pairs = answer(reply.header("location"));
    assert_eq!(get(&pairs, "state"), Some(state));
    assert_eq!(reply.header("set-cookie"), "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_person_by_what_the_page_does_not_say() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = person(&app, "ada").await;
    let nameless = app.anonymous().post(REGISTER, json!({ "redirect_uris": [BACK] })).await.expect(201).body();
    let agent = Agent { id: nameless["client_id"].as_str().unwrap().to_owned(), ..Agent::new(&app).await };
    let page = agent.ask(&ada, &[]).await.expect(200).text;
    for said in [
        "agent.example asks to work on",
        "The client gives no name",
        "https://agent.example",
        "has not checked who runs it",
    ] {
        assert!(page.contains(said), "{said} in {page}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_registration_with_nonsense() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let anyone = app.anonymous();
    for (body, error) in [
        (json!({}), "invalid_redirect_uri"),
        (json!({ "redirect_uris": [] }), "invalid_redirect_uri"),
        (json!({ "redirect_uris": "https://a.example/" }), "invalid_redirect_uri"),
        (json!({ "redirect_uris": [7, null] }), "invalid_redirect_uri"),
        (json!({ "redirect_uris": vec![BACK; 33] }), "invalid_redirect_uri"),
        (json!({ "redirect_uris": [BACK], "client_name": 7 }), "invalid_client_metadata"),
        (json!({ "redirect_uris": [BACK], "grant_types": ["password"] }), "invalid_client_metadata"),
        (json!({ "redirect_uris": [BACK], "grant_types": "x" }), "invalid_client_metadata"),
        (json!({ "redirect_uris": [BACK], "response_types": ["token"] }), "invalid_client_metadata"),
        (json!([]), "invalid_client_metadata"),
        (json!({ "redirect_uris": [BACK], "x": "y".repeat(20_000) }), "invalid_client_metadata"),
    ] {
        refused(anyone.post(REGISTER, body).await, 400, error);
    }
    refused(anyone.form(REGISTER, &[("redirect_uris", BACK)]).await, 400, "invalid_client_metadata");
}

/// Extra registration fields give a client nothing, and none of them is fetched or shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_registration_for_more_than_there_is() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let body = json!({
        "client_id": "c_mine", "client_secret": "mine", "client_name": "Claude", "client_uri": null,
        "redirect_uris": ["javascript:alert(1)", BACK, "http://evil.example/cb"],
        "grant_types": ["authorization_code", "password"], "token_endpoint_auth_method": "client_secret_post",
        "scope": "admin page:write", "logo_uri": "http://169.254.169.254/", "jwks_uri": "http://127.0.0.1/",
    });
    let reply = app.anonymous().post(REGISTER, body).await.expect(201);
    assert_eq!(reply.header("cache-control"), "no-store");
    let made = reply.body();
    assert_ne!(made["client_id"], "c_mine");
    assert_eq!((&made["redirect_uris"], &made["scope"]), (&json!([BACK]), &json!("page:write")));
    assert_eq!(
        (&made["token_endpoint_auth_method"], &made["grant_types"]),
        (&json!("none"), &json!(["authorization_code"]))
    );
    for absent in ["client_secret", "client_uri", "logo_uri", "jwks_uri"] {
        assert!(made.get(absent).is_none(), "{absent}");
    }
    assert!(!reply.text.contains("null"));
    // Without that grant type there is no refresh token.
    let ada = person(&app, "ada").await;
    let agent = Agent { id: made["client_id"].as_str().unwrap().to_owned(), ..Agent::new(&app).await };
    let code = agent.code(&ada).await;
    assert!(agent.exchange(&code, &[]).await.expect(200).body().get("refresh_token").is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_flood_of_registrations() {
    let app = TestApp::set(&[]).await;
    let anyone = app.anonymous();
    for _ in 0..20 {
        anyone.post(REGISTER, json!({ "redirect_uris": [BACK] })).await.expect(201);
    }
    let full = anyone.post(REGISTER, json!({ "redirect_uris": [BACK] })).await;
    assert_ne!(full.header("retry-after"), "");
    refused(full, 429, "temporarily_unavailable");
}

/// Secrets are compared in constant time; this checks that the code still does so.
#[test]
fn secrets_are_compared_without_telling_where_they_differ() {
    let (terms, page) =
        (include_str!("../../../src/service/oauth/scope.rs"), include_str!("../../../src/web/oauth/authorize.rs"));
    assert!(terms.contains("digest.as_bytes().ct_eq(challenge.as_bytes())"));
    assert!(page.contains(".as_bytes().ct_eq(posted.as_bytes())"));
    // Everything else is looked up by its SHA-256 hash, whose timing tells a guesser nothing.
    let store = include_str!("../../../src/store/oauth.rs");
    assert!(store.matches("where c.hash = $1").count() == 1 && store.matches("where t.hash = $1").count() == 2);
}
