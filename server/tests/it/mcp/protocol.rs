//! Both protocol versions at one address, who may call, and from which origin.

use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};

use super::{ask, send};
use crate::support::pictures::{drawn, file};
use crate::support::{TestApp, on_both};

on_both! {
    async fn both_eras_are_served_on_one_address(app) {
        let ada = app.keyed("ada").await;
        let found = ask(&ada, "server/discover", json!({})).await;
        let versions: Vec<_> = found["supportedVersions"].as_array().unwrap().iter().map(|list| list.as_str().unwrap()).collect();
        assert!(versions.contains(&"2026-07-28") && versions.contains(&"2025-11-25"), "{found}");
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "old", "version": "1" } } });
        let hello = ada.post("/api/mcp", hello).await.expect(200);
        assert_eq!(hello.header("mcp-session-id"), "");
        let hello = hello.body()["result"].clone();
        assert_eq!(hello["protocolVersion"], "2025-11-25");
        assert!(hello["instructions"].as_str().unwrap().chars().take(512).collect::<String>().contains("Start with get_page"));
        let old = ada.clone().with("mcp-protocol-version", "2025-11-25");
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        old.post("/api/mcp", ready).await.expect(202);
        let tools = old.post("/api/mcp", json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" })).await.expect(200);
        assert_eq!(tools.body()["result"]["tools"].as_array().unwrap().len(), 15);
        assert_eq!(tools.header("content-type"), "application/json");
    }

    async fn nobody_calls_without_a_credential(app) {
        for person in [app.anonymous(), app.anonymous().with_bearer("nonsense")] {
            let reply = person.post("/api/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })).await;
            let reply = reply.refused(401, "unauthorized");
            assert!(reply.header("www-authenticate").starts_with("Bearer "));
            assert!(reply.header("www-authenticate").contains("scope=\"page:write\""));
            let said = reply.body()["detail"].as_str().unwrap().to_owned();
            assert!(said.contains("API key") && said.contains("OAuth"), "{said}");
        }
    }

    async fn what_is_no_message_gets_the_protocols_own_error(app) {
        let ada = app.keyed("ada").await;
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
        for (body, code) in [
            ("{".to_owned(), -32700),
            (String::new(), -32700),
            (format!("{call}{call}"), -32700),
            ("null".to_owned(), -32600),
            ("5".to_owned(), -32600),
            ("\"tools/list\"".to_owned(), -32600),
            ("{}".to_owned(), -32600),
            (json!({ "jsonrpc": "2.0", "id": {}, "method": "tools/list" }).to_string(), -32600),
            (format!(" [{call},{call}]"), -32600),
            ("[]".to_owned(), -32600),
        ] {
            let answer = ada.call(Method::POST, "/api/mcp", Some(("application/json", body.clone().into_bytes()))).await.expect(400);
            let answer = answer.body();
            assert_eq!((&answer["jsonrpc"], &answer["id"], &answer["error"]["code"]), (&json!("2.0"), &Value::Null, &json!(code)), "{body}");
            assert!(answer["error"]["message"].as_str().is_some_and(|words| words.len() > 20), "{answer}");
        }
        for body in [
            json!({ "jsonrpc": "2.0", "id": "a" }),
            json!({ "jsonrpc": "1.0", "id": "a", "method": "tools/list" }),
            json!({ "id": "a", "method": "tools/list" }),
            json!({ "jsonrpc": "2.0", "id": "a", "method": 5 }),
            json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list", "params": 5 }),
            json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list", "params": [] }),
        ] {
            let answer = ada.post("/api/mcp", body.clone()).await.expect(400).body();
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("a"), &json!(-32600)), "{body}");
        }
    }

    async fn only_post_and_only_json(app) {
        let ada = app.keyed("ada").await;
        ada.get("/api/mcp").await.refused(405, "method_not_allowed");
        ada.call(Method::DELETE, "/api/mcp", None).await.refused(405, "method_not_allowed");
        let text = Some(("text/plain", b"{}".to_vec()));
        ada.call(Method::POST, "/api/mcp", text).await.refused(415, "unsupported_media_type");
    }

    async fn resources_prompts_and_the_skill_can_be_read(app) {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let listed = ask(&ada, "resources/list", json!({})).await;
        for resource in listed["resources"].as_array().unwrap() {
            let read = ask(&ada, "resources/read", json!({ "uri": resource["uri"] })).await;
            let content = &read["contents"][0];
            assert_eq!((&content["uri"], &content["mimeType"]), (&resource["uri"], &resource["mimeType"]));
            assert!(content["text"].as_str().unwrap().len() > 40, "{resource}");
        }
        let skills = ask(&ada, "skills/list", json!({})).await;
        assert_eq!(skills["skills"][0]["frontmatter"]["name"], "mantel-page");
        let uri = skills["skills"][0]["uri"].clone();
        assert_eq!(ask(&ada, "skills/get", json!({ "uri": uri })).await["skill"], skills["skills"][0]);
        let prompts = ask(&ada, "prompts/list", json!({})).await;
        assert_eq!(prompts["prompts"].as_array().unwrap().len(), 2);
        let built = ask(&ada, "prompts/get", json!({ "name": "build_my_page", "arguments": { "about": "https://ada.example" } })).await;
        assert!(built["messages"][0]["content"]["text"].as_str().unwrap().contains("https://ada.example"));
        let unknown = send(&ada, "resources/read", json!({ "uri": "mantel://nothing" })).await;
        let error = &unknown.body()["error"];
        assert_eq!((&error["code"], &error["data"]["uri"]), (&json!(-32602), &json!("mantel://nothing")));
        let history = ask(&ada, "resources/read", json!({ "uri": "mantel://history" })).await;
        let history: Value = serde_json::from_str(history["contents"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!((&history["history"][0]["act"], &history["history"][0]["version"]), (&json!("claim"), &json!(1)));
        let missing = send(&app.keyed("bob").await, "resources/read", json!({ "uri": "mantel://history" })).await;
        assert_eq!(missing.body()["error"]["data"], json!({ "code": "no_page", "uri": "mantel://history" }));
        let said = missing.body()["error"]["message"].to_string();
        assert!(said.contains("create_page") && !said.contains("/api/"), "{said}");
    }

    async fn the_drawn_draft_shows_its_pictures_from_here(app) {
        let ada = app.owner("ada").await;
        let png = file(&drawn(700, 500, false), ImageFormat::Png);
        let src = ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned();
        for src in [src.as_str(), "https://far.example/cat.png"] {
            ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src, "title": "src=\"/media/x\"" } })).await.expect(201);
        }
        let draft = async || {
            let read = ask(&ada, "resources/read", json!({ "uri": "mantel://draft.html" })).await;
            read["contents"][0]["text"].as_str().unwrap().to_owned()
        };
        let (base, html) = (app.url.as_str(), draft().await);
        assert!(html.contains(&format!("src=\"{base}{src}/640.webp\" srcset=\"{base}{src}/240.webp 240w, {base}{src}/320.webp 320w, {base}{src}/480.webp 480w")), "{html}");
        assert!(html.contains(&format!("src=\"{base}/media/far/")) && !html.contains("far.example"), "{html}");
        assert!(html.contains("src=\"/media/x\"") || html.contains("src=&quot;/media/x&quot;"), "words stay words");
        ada.patch("/api/v1/page/theme", json!({ "photos": "dither" })).await.expect(200);
        assert!(draft().await.contains(&format!("src=\"{base}{src}/dither-")));
    }

    async fn the_server_is_found_before_anyone_connects(app) {
        let anyone = app.anonymous();
        let card = anyone.get("/api/mcp/server-card").await.expect(200);
        assert_eq!((card.header("content-type"), card.header("access-control-allow-origin")), ("application/mcp-server-card+json", "*"));
        assert_eq!(card.body()["remotes"][0]["url"], format!("{}/api/mcp", app.url));
        let again = anyone.clone().with("if-none-match", card.header("etag"));
        again.get("/api/mcp/server-card").await.expect(304);
        let catalog = anyone.get("/.well-known/ai-catalog.json").await.expect(200).body();
        assert_eq!(catalog["entries"][0]["url"], format!("{}/api/mcp/server-card", app.url));
        let text = anyone.get("/llms.txt").await.expect(200).text;
        assert!(text.starts_with("# Mantel\n\n> ") && text.contains(&format!("({}/api/mcp)", app.url)));
        assert!(anyone.get("/skill.md").await.expect(200).text.starts_with("---\nname: mantel-page\n"));
    }
}

#[tokio::test]
async fn pages_of_any_site_may_call_with_a_bearer() {
    let app = TestApp::set(&[]).await;
    let ada = app.keyed("ada").await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    // Names that were made to lead here, and origins that are no site's.
    for (name, value) in [("host", "evil.example"), ("origin", "null"), ("origin", "file://"), ("origin", "https://")] {
        let reply = ada.clone().with(name, value).post("/api/mcp", list.clone()).await;
        assert_eq!(reply.status, 403, "{name}: {value}");
    }
    for site in [app.url.as_str(), "https://app.example", "http://localhost:6274"] {
        let there = app.anonymous().with("origin", site);
        let asked = ["POST", "GET", "DELETE"].map(|method| ("access-control-request-method", method));
        for (name, value) in asked {
            let preflight = there
                .clone()
                .with(name, value)
                .with("access-control-request-headers", "authorization,content-type,mcp-protocol-version,mcp-method");
            let allowed = preflight.call(Method::OPTIONS, "/api/mcp", None).await.expect(204);
            assert_eq!(allowed.header("access-control-allow-origin"), "*");
            assert!(allowed.header("access-control-allow-methods").contains(value));
            assert!(
                ["Authorization", "MCP-Protocol-Version", "*"]
                    .iter()
                    .all(|name| allowed.header("access-control-allow-headers").contains(name))
            );
        }
        let served = ada.clone().with("origin", site).post("/api/mcp", list.clone()).await.expect(200);
        // The way to sign in can be read, too.
        let refused = there.post("/api/mcp", list.clone()).await.expect(401);
        for reply in [served, refused] {
            assert_eq!(reply.header("access-control-allow-origin"), "*");
            assert_eq!(reply.header("access-control-allow-credentials"), "");
            assert!(reply.header("access-control-expose-headers").contains("WWW-Authenticate"));
        }
    }
    for accept in ["*/*", "application/json, text/event-stream", "application/*"] {
        ada.clone().with("accept", accept).post("/api/mcp", list.clone()).await.expect(200);
    }
}

#[tokio::test]
async fn tools_are_listed_as_hosts_need_them() {
    let app = TestApp::set(&[]).await;
    let ada = app.keyed("ada").await;
    let listed = ask(&ada, "tools/list", json!({})).await;
    assert!(listed["ttlMs"].as_u64().unwrap() > 0);
    let tools = listed["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let wanted = [
        "get_page",
        "list_options",
        "create_page",
        "import_page",
        "add_tile",
        "update_tile",
        "move_tile",
        "remove_tile",
        "set_theme",
        "set_profile",
        "publish",
        "undo",
        "see_page",
        "check_page",
        "get_insights",
    ];
    assert_eq!(names, wanted);
    for tool in tools {
        let name = &tool["name"];
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(tool["annotations"][hint].is_boolean(), "{name} {hint}");
        }
        let destructive = matches!(name.as_str(), Some("import_page" | "remove_tile"));
        assert_eq!(tool["annotations"]["destructiveHint"], destructive, "{name}");
        assert!(tool["title"].as_str().is_some_and(|text| !text.is_empty()));
        let about = tool["description"].as_str().unwrap();
        assert!((80..2000).contains(&about.len()), "{name}: {}", about.len());
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{name}");
        assert!(!schema.to_string().contains("$ref"), "{name}");
        for keyword in ["anyOf", "oneOf", "allOf"] {
            assert!(schema.get(keyword).is_none(), "{name}");
        }
        // No host needs it, and every conversation would pay for it (issue "Agents see what they do", short ways).
        assert!(tool["outputSchema"].is_null(), "{name}");
        let style = schema["properties"]["style"].to_string();
        assert!(!style.contains("press") && !style.contains("gallery"), "{name} offers retired looks: {style}");
        assert!(!tool.to_string().contains("/api/v1"), "{name} names a call of the API");
    }
    // `make mcp` counts tokens: 6,000 at most.
    let size = Value::to_string(&listed).len();
    assert!(size < 26_000, "{size} bytes of tools would fill a context");
    assert_eq!(ask(&ada, "tools/list", json!({})).await, listed);
}
