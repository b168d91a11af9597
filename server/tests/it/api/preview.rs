//! `/api/v1/page/preview` and `/preview/…`: the draft, for anyone who has its private link.

use reqwest::Method;
use serde_json::{Value, json};

use crate::mcp::ask;
use crate::oauth::agent::{Agent, answer, get, pair, person};
use crate::support::on_both;

const LINK: &str = "/api/v1/page/preview";

on_both! {
    async fn a_private_link_shows_the_draft_and_nobody_keeps_it(app) {
        let (ada, visitor) = (app.owner("ada").await, app.anonymous());
        assert_eq!(ada.get(LINK).await.expect(200).body(), json!({ "preview": null }));
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada & Co" })).await.expect(200);
        let made = ada.post(LINK, json!({})).await.expect(201).body();
        assert_eq!(ada.get(LINK).await.expect(200).body(), made);
        let url = made["preview"]["url"].as_str().unwrap();
        let path = url.strip_prefix(&app.url).unwrap();
        assert!(path.len() == "/preview/".len() + 32, "{path}");
        let seen = visitor.get(path).await.expect(200);
        assert!(seen.text.contains("<title>Draft: Ada &amp; Co</title>") && seen.text.contains("noindex"), "{}", seen.text);
        for (name, value) in [("cache-control", "no-store"), ("referrer-policy", "no-referrer"), ("x-robots-tag", "noindex"), ("etag", "")] {
            assert_eq!(seen.header(name), value, "{name}");
        }
        assert!(!seen.text.contains("canonical") && !seen.text.contains("llms.txt"));
        // It follows the draft, and the page itself is still not public.
        ada.patch("/api/v1/page/profile", json!({ "name": "Ines" })).await.expect(200);
        assert!(visitor.get(path).await.expect(200).text.contains("<title>Draft: Ines</title>"));
        visitor.get("/ada").await.expect(404);
    }

    async fn a_link_that_was_replaced_revoked_or_made_up_leads_nowhere(app) {
        let (ada, visitor) = (app.owner("ada").await, app.anonymous());
        let path = async || {
            let made = ada.post(LINK, json!({})).await.expect(201).body();
            made["preview"]["url"].as_str().unwrap().strip_prefix(&app.url).unwrap().to_owned()
        };
        let (first, second) = (path().await, path().await);
        let gone = visitor.get(&first).await.expect(404);
        assert_eq!((gone.header("cache-control"), gone.header("referrer-policy")), ("no-store", "no-referrer"));
        visitor.get(&second).await.expect(200);
        // A link that differs is rejected, however long its common prefix with this one.
        for at in ["/preview/".len() + 12, second.len() - 1] {
            let other = if second.as_bytes()[at] == b'x' { "y" } else { "x" };
            visitor.get(&format!("{}{other}{}", &second[..at], &second[at + 1..])).await.expect(404);
        }
        ada.call(Method::DELETE, LINK, None).await.expect(204);
        ada.call(Method::DELETE, LINK, None).await.expect(204);
        visitor.get(&second).await.expect(404);
        for made_up in ["x", "%27%20or%201=1", "7Hq2mZk0VbNc4sXw9RtYpLdA3fGjEuQo"] {
            visitor.get(&format!("/preview/{made_up}")).await.expect(404);
        }
        let third = path().await;
        ada.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
        visitor.get(&third).await.expect(404);
        ada.get(LINK).await.refused(404, "no_page");
        ada.post("/api/v1/claim", json!({ "username": "ada" })).await.expect(201);
        assert_eq!(ada.get(LINK).await.body()["preview"], Value::Null);
        visitor.get(&third).await.expect(404);
    }

    async fn a_link_is_its_owners_alone(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let made = ada.post(LINK, json!({})).await.expect(201).body();
        assert_eq!(bob.get(LINK).await.body()["preview"], Value::Null);
        bob.call(Method::DELETE, LINK, None).await.expect(204);
        assert_eq!(ada.get(LINK).await.body(), made);
        for method in [Method::GET, Method::POST, Method::DELETE] {
            app.anonymous().call(method.clone(), LINK, None).await.refused(401, "unauthorized");
            app.keyed(&format!("eve-{method}")).await.call(method, LINK, None).await.refused(404, "no_page");
        }
        let account = app.app.service.account("ada@harrow.example").await.unwrap();
        app.app.service.set_suspended(&account.id, Some("Spam")).await.unwrap();
        ada.post(LINK, json!({})).await.refused(403, "suspended");
        let path = made["preview"]["url"].as_str().unwrap().strip_prefix(&app.url).unwrap().to_owned();
        app.anonymous().get(&path).await.expect(404);
    }

    async fn a_credential_that_may_not_publish_makes_no_link(app) {
        let ada = app.owner("ada").await;
        let made = ada.post(LINK, json!({})).await.expect(201).body();
        let service = &app.app.service;
        let account = service.account("ada@harrow.example").await.unwrap().id;
        let (key, secret) = service.make_key(&account, "Edits only").await.unwrap();
        service.let_key_publish(&account, &key.id, false).await.unwrap();
        let (browser, agent) = (person(&app, "bob").await, Agent::new(&app).await);
        let allowed = agent.answered(&browser, &[], &[("answer", "allow")]).await.expect(303);
        let code = get(&answer(allowed.header("location")), "code").unwrap().to_owned();
        let client = agent.with(&pair(&agent.exchange(&code, &[]).await.expect(200).body()).0);
        let edits_only = app.anonymous().with_bearer(&secret);
        for refused in [&edits_only, &client] {
            refused.patch("/api/v1/page/profile", json!({ "bio": "Edited" })).await.expect(200);
            refused.post(LINK, json!({})).await.refused(403, "publish_not_allowed");
            // Over MCP there is no way to ask for a link at all.
            let tools = ask(refused, "tools/list", json!({})).await;
            assert!(tools["tools"].as_array().is_some_and(|tools| !tools.is_empty()), "{tools}");
            assert!(!tools.to_string().contains("/preview"), "{tools}");
        }
        // The owner's link works as before, and theirs is the attempt to see.
        assert_eq!(ada.get(LINK).await.expect(200).body(), made);
        assert!(service.keys(&account).await.unwrap().iter().any(|row| row.id == key.id && row.asked_at.is_some()));
        assert_eq!(client.get(LINK).await.expect(200).body()["preview"], Value::Null);
        // Ending a link shows nothing to anybody.
        edits_only.call(Method::DELETE, LINK, None).await.expect(204);
        service.let_key_publish(&account, &key.id, true).await.unwrap();
        edits_only.post(LINK, json!({})).await.expect(201);
    }
}
