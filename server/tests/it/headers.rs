//! The security headers on every address and in each look; and what must never be logged.

use std::io::Read;

use mantel_server::router;
use serde_json::json;

use crate::support::{Database, OPEN, Reply, TestApp};

const BASE: &str = "https://links.example";

/// The policy's sources for a directive, or its default.
fn sources<'a>(policy: &'a str, kind: &str) -> &'a str {
    let named =
        |text: &str| policy.split("; ").find_map(|part| part.strip_prefix(text).filter(|rest| rest.starts_with(' ')));
    named(kind).or_else(|| named("default-src")).unwrap_or_default()
}

#[track_caller]
fn strict(path: &str, reply: &Reply) {
    let policy = reply.header("content-security-policy");
    let script = sources(policy, "script-src");
    let kind = reply.header("content-type");
    let part = ["image/svg", "text/css", "text/javascript"].iter().any(|it| kind.starts_with(it));
    assert!(policy.starts_with("default-src 'none'") || (part && policy.is_empty()), "{path}: {policy}");
    for loose in ["unsafe-inline", "'unsafe-eval'", "http:", "https:", "data:", "blob:", "*"] {
        assert!(!script.contains(loose), "{path}: script-src {script}");
    }
    if reply.header("content-type").starts_with("text/html") {
        // The small form of a page is the one document for frames.
        let frames = if path.ends_with("/embed") && reply.status == 200 {
            "frame-ancestors *"
        } else {
            "frame-ancestors 'none'"
        };
        assert!(policy.contains("base-uri 'none'") && policy.contains(frames), "{path}: {policy}");
        assert!(policy.contains("form-action"), "{path}: {policy}");
        for tag in reply.text.split("<script").skip(1) {
            let tag = &tag[..tag.find('>').unwrap()];
            assert!(
                tag.contains("src=")
                    || tag.contains("type=\"application/json\"")
                    || tag.contains("type=\"application/ld+json\""),
                "{path}: <script{tag}>"
            );
        }
    }
    assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
    assert!(["no-referrer", "strict-origin-when-cross-origin"].contains(&reply.header("referrer-policy")), "{path}");
    assert!(reply.header("permissions-policy").contains("camera=()"), "{path}");
    assert_eq!(reply.header("strict-transport-security"), "max-age=31536000", "{path}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_address_and_each_look_keeps_browsers_strict() {
    let app = TestApp::with(Database::Sqlite, &[OPEN, &[("BASE_URL", BASE)]].concat()).await.unwrap();
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let visitor = app.anonymous();
    let mut seen = 0;
    for (route, _) in router::routes() {
        let path = route
            .replace("{username}", "ada")
            .replace("{look}", "night")
            .replace("{palette}", "sodium")
            .replace("{file}", "page.schema.json");
        let path: String =
            path.split('/').map(|part| if part.starts_with('{') { "x" } else { part }).collect::<Vec<_>>().join("/");
        for person in [&visitor, &ada] {
            if route == "/api/v1/page/events" {
                continue;
            }
            strict(&path, &person.get(&path).await);
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen} replies");
    for path in ["/nobody-here", "/nowhere/at/all", "/favicon.svg", "/ADA"] {
        strict(path, &visitor.get(path).await);
    }
    for look in ["cozy", "washi", "lofi", "painted", "cobalt", "night"] {
        ada.patch("/api/v1/page/theme", json!({ "style": look })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        // First from the route, then from the cache.
        for _ in 0..2 {
            let page = visitor.get("/ada").await.expect(200);
            strict(look, &page);
            let script = sources(page.header("content-security-policy"), "script-src");
            assert_eq!(script.contains("'self'"), look == "lofi", "{look}: {script}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_holds_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let make = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    crate::support::binary::admin(folder.path(), &make, "a very secret password\n");
    let key = crate::support::binary::admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "x"], "");
    let mut server =
        crate::support::binary::start_logged(folder.path(), &[("LOG", "trace"), ("LOG_FORMAT", "json")]).await;
    let mut out = server.child.stderr.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let ada = crate::support::Actor::new(&server.url).with_bearer(&key);
    let link = ada.post("/api/v1/page/preview", json!({})).await.expect(201).body();
    let link = link["preview"]["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    ada.get(&format!("/preview/{link}")).await.expect(200);
    let browser = crate::support::Actor::new(&server.url).with("sec-fetch-site", "same-origin");
    let signed = browser
        .form("/signin", &[("email", "ada@harrow.example"), ("password", "a very secret password")])
        .await
        .expect(303);
    let cookie = signed.header("set-cookie").split(['=', ';']).nth(1).unwrap().to_owned();
    let bearer = browser.post("/api/auth/session/token", json!({})).await.expect(200).body();
    let bearer = bearer
        .as_object()
        .unwrap()
        .values()
        .find_map(|object| object.as_str().filter(|text| text.len() > 20))
        .unwrap()
        .to_owned();
    browser.form("/signin", &[("email", "ada@harrow.example"), ("password", "another secret password")]).await;
    crate::support::Actor::new(&server.url).get("/reset/mantelp_0123456789abcdef").await.expect(404);
    crate::support::Actor::new(&server.url).get("/agents/asked/0123456789abcdef").await.expect(303);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let log = reading.join().unwrap().unwrap();
    assert!(
        log.contains("/api/v1/page/preview") && log.contains("\"path\":\"/preview/\""),
        "the log tells of requests"
    );
    for secret in [key.as_str(), &link, &cookie, &bearer, "secret password", "0123456789abcdef"] {
        assert!(secret.len() > 10 && !log.contains(secret), "{secret} stands in the log");
    }
}

/// Whatever is sent to any address ends in no header of the reply, and breaks none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn input_that_no_header_takes_is_never_a_fault_of_ours() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = crate::oauth::agent::person(&app, "ada").await;
    let names = ["next", "request", "username", "email", "password", "name", "check", "done", "client_id", "state"];
    for evil in ["/a\r\nX-Evil: b", "/\n", "/\0", "/ä", "/a\u{7f}", "//\\evil"] {
        let fields: Vec<_> = names.iter().map(|name| (*name, evil)).collect();
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&fields).finish();
        let inside: String = url::form_urlencoded::byte_serialize(evil.as_bytes()).collect();
        for (path, _) in router::routes() {
            let parts = path.split('/').map(|part| if part.starts_with('{') { inside.as_str() } else { part });
            let path = parts.collect::<Vec<_>>().join("/");
            for caller in [&app.anonymous(), &ada] {
                let got = caller.get(&format!("{path}?{query}")).await;
                // Signing out would end what the other calls need.
                let posted = if path == "/signout" { None } else { Some(caller.form(&path, &fields).await) };
                for reply in std::iter::once(got).chain(posted) {
                    assert!(reply.status.as_u16() < 500, "{path} {evil:?}: {}", reply.status);
                    assert!(!reply.headers.contains_key("x-evil"), "{path} {evil:?}");
                }
            }
        }
    }
}
