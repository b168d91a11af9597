//! The whole flow: discovery, registration, consent, tokens, use, refresh, revocation.

use serde_json::json;

use super::agent::{AUTHORIZE, Agent, BACK, REGISTER, REVOKE, answer, get, hidden, pair, person};
use crate::support::{PASSWORD, TestApp, on_both};

on_both! {
    async fn a_program_finds_its_way_from_a_401_to_a_published_page(app) {
        let anyone = app.anonymous();
        let asked = anyone.get("/api/v1/page").await.refused(401, "unauthorized");
        let way = format!("Bearer resource_metadata=\"{}/.well-known/oauth-protected-resource/api/mcp\", scope=\"page:write\"", app.url);
        assert_eq!(asked.header("www-authenticate"), way);
        let resource = anyone.get("/.well-known/oauth-protected-resource/api/mcp").await.expect(200);
        assert_eq!(resource.header("access-control-allow-origin"), "*");
        assert_eq!(resource.body()["authorization_servers"], json!([app.url]));
        let server = anyone.get("/.well-known/oauth-authorization-server").await.expect(200).body();
        assert_eq!((&server["issuer"], &server["code_challenge_methods_supported"]), (&json!(app.url), &json!(["S256"])));
        for (endpoint, path) in [("authorization_endpoint", AUTHORIZE), ("registration_endpoint", REGISTER), ("revocation_endpoint", REVOKE)] {
            assert_eq!(server[endpoint], format!("{}{path}", app.url));
        }
        let ada = person(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let reply = agent.answered(&ada, &[("scope", Some("page:write offline_access"))], &[("answer", "allow"), ("publish", "on")]).await.expect(303);
        let back = reply.header("location");
        assert!(back.starts_with(&format!("{BACK}?code=mantelc_")), "{back}");
        let pairs = answer(back);
        assert_eq!((get(&pairs, "state"), get(&pairs, "iss")), (Some("st&te"), Some(app.url.as_str())));
        let tokens = agent.exchange(get(&pairs, "code").unwrap(), &[]).await.expect(200);
        assert_eq!((tokens.header("cache-control"), tokens.header("pragma")), ("no-store", "no-cache"));
        let body = tokens.body();
        assert_eq!((&body["token_type"], &body["expires_in"], &body["scope"]), (&json!("Bearer"), &json!(3600), &json!("page:write offline_access")));
        let (access, refresh) = pair(&body);
        let claude = agent.with(&access);
        assert_eq!(claude.get("/api/v1/page").await.expect(200).body()["username"], "ada");
        claude.post("/api/v1/page/tiles", json!({ "input": "From afar" })).await.expect(201);
        claude.post("/api/v1/page/publish", json!({})).await.expect(200);
        let history = claude.get("/api/v1/page/history").await.body();
        assert_eq!(history["history"][0]["by"], json!({ "kind": "client", "name": "Claude" }));
        let (second, _) = pair(&agent.refresh(&refresh, &[]).await.expect(200).body());
        agent.with(&second).get("/api/v1/page").await.expect(200);
        // The first access token stays valid for its hour.
        claude.get("/api/v1/page").await.expect(200);
        agent.anyone.form(REVOKE, &[("token", &refresh), ("client_id", &agent.id)]).await.expect(200);
        for gone in [&access, &second] {
            agent.with(gone).get("/api/v1/page").await.refused(401, "unauthorized");
        }
    }

    async fn a_person_signs_in_on_the_way_and_comes_back(app) {
        app.owner("ada").await;
        let (browser, agent) = (app.anonymous(), Agent::new(&app).await);
        let page = agent.ask(&browser, &[]).await.expect(200).text;
        assert!(page.contains("Claude asks to work on your page") && !page.contains("name=\"ticket\""));
        let next = hidden(&page, "next");
        assert_eq!(next, format!("{AUTHORIZE}?{}", agent.query(&[])));
        let fields = [("email", "ada@harrow.example"), ("password", PASSWORD), ("next", next.as_str())];
        let on = browser.form("/signin", &fields).await.expect(303).header("location").to_owned();
        assert_eq!(on, next);
        let page = browser.get(&on).await.expect(200);
        // Apps that opened a popup wait for its response.
        assert_eq!(page.header("cross-origin-opener-policy"), "unsafe-none");
        let way = app.anonymous().get(&format!("/signup?next={}", next.replace('&', "%26"))).await.expect(200);
        assert_eq!(way.header("cross-origin-opener-policy"), "unsafe-none");
        let page = page.text;
        assert!(page.contains("Claude asks to work on") && page.contains("/ada") && page.contains("https://agent.example"));
    }

    async fn somebody_new_signs_up_on_the_way_and_names_their_page(app) {
        let (browser, agent) = (app.anonymous(), Agent::new(&app).await);
        let next = hidden(&agent.ask(&browser, &[]).await.text, "next");
        let fields = [("email", "new@harrow.example"), ("password", PASSWORD), ("next", next.as_str())];
        assert_eq!(browser.form("/signup", &fields).await.expect(303).header("location"), next);
        let yes = |name: &'static str| [("answer", "allow"), ("username", name)];
        let page = agent.answered(&browser, &[], &yes("admin")).await.expect(422).text;
        assert!(page.contains("kept for the service") && page.contains("value=\"admin\""), "{page}");
        let reply = agent.answered(&browser, &[], &yes("newton")).await.expect(303);
        let code = get(&answer(reply.header("location")), "code").unwrap().to_owned();
        let (access, _) = pair(&agent.exchange(&code, &[]).await.expect(200).body());
        assert_eq!(agent.with(&access).get("/api/v1/page").await.expect(200).body()["username"], "newton");
    }
}

/// The metadata fields that known MCP hosts require.
#[tokio::test]
async fn metadata_is_as_hosts_expect_it() {
    let app = TestApp::set(&[("BASE_URL", "https://mantel.example"), ("CIMD", "off")]).await;
    let anyone = app.anonymous();
    let get = async |path: &str| anyone.get(path).await.expect(200).body();
    let resource = get("/.well-known/oauth-protected-resource").await;
    assert_eq!(resource, get("/.well-known/oauth-protected-resource/api/mcp").await);
    assert_eq!(resource["resource"], "https://mantel.example/api/mcp");
    assert_eq!(resource["scopes_supported"], json!(["page:write"]));
    let server = get("/.well-known/oauth-authorization-server").await;
    assert_eq!(server, get("/.well-known/openid-configuration").await);
    assert_eq!(server["token_endpoint_auth_methods_supported"], json!(["none"]));
    assert_eq!(server["authorization_response_iss_parameter_supported"], true);
    assert_eq!(server.get("client_id_metadata_document_supported"), None);
    let preflight = anyone.call(reqwest::Method::OPTIONS, "/api/auth/oauth2/token", None).await.expect(204);
    assert_eq!(preflight.header("access-control-allow-origin"), "*");
}
