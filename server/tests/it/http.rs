//! What HTTP asks of every address: one spelling, compressed texts, conditions by date, reads from other sites, rates, and
//! indexes instead of dead ends.

use reqwest::Method;
use serde_json::json;

use crate::support::{Actor, TestApp, on_both};

/// A published page with enough on it to be worth compressing.
async fn published(ada: &Actor) {
    let notes: Vec<_> =
        (0..20).map(|at| format!("Note {at} on the shelf above the kiln, for whoever reads it")).collect();
    ada.post("/api/v1/page/tiles", json!({ "inputs": notes })).await.expect(201);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
}

on_both! {
    async fn an_address_with_slashes_at_its_end_leads_to_the_one_without(app) {
        published(&app.owner("ada").await).await;
        let anyone = app.anonymous();
        for (from, to) in [
            ("/ada/", "/ada"), ("/ada///", "/ada"), ("/ada/?utm=x/", "/ada?utm=x/"), ("/ada/llms.txt/", "/ada/llms.txt"),
            ("/looks/", "/looks"), ("/docs/api/", "/docs/api"), ("/openapi.json/", "/openapi.json"), ("/edit/", "/edit"),
            ("/api/v1/options/", "/api/v1/options"), ("/api/v1/public/ada/", "/api/v1/public/ada"), ("/nobody/", "/nobody"),
        ] {
            assert_eq!(anyone.get(from).await.expect(308).header("location"), to, "{from}");
        }
        let posted = anyone.call(Method::POST, "/api/v1/page/tiles/", None).await.expect(308);
        assert_eq!(posted.header("location"), "/api/v1/page/tiles");
        // The way of a page of another site that reads an address is not cut.
        assert_eq!(anyone.get("/api/v1/public/ada/").await.header("access-control-allow-origin"), "*");
        for elsewhere in ["//evil.example/", "//evil.example/%2e%2e/", "/%5cevil.example/"] {
            let reply = anyone.get(elsewhere).await;
            assert!(!reply.header("location").starts_with("//"), "{elsewhere} {}", reply.header("location"));
        }
    }

    async fn texts_are_compressed_and_the_same(app) {
        let ada = app.owner("ada").await;
        published(&ada).await;
        let anyone = app.anonymous();
        let page = "/api/v1/page";
        for path in [
            "/ada", "/ada/llms.txt", "/api/v1/public/ada", "/api/v1/options", "/openapi.json", "/schema/page.schema.json",
            "/schema/brief.schema.json", "/brands.svg", "/docs/errors", page, "/api/v1/page/export",
        ] {
            let caller = if path.starts_with(page) { ada.clone() } else { anyone.clone() };
            let plain = caller.get(path).await.expect(200);
            assert!(plain.header("vary").contains("Accept-Encoding"), "{path} {}", plain.header("vary"));
            assert_eq!(plain.header("content-encoding"), "", "{path}");
            for encoding in ["br", "gzip"] {
                let caller = caller.clone().with("accept-encoding", encoding);
                let packed = caller.get(path).await.expect(200);
                assert_eq!(packed.header("content-encoding"), encoding, "{path}");
                assert_eq!(packed.text, plain.text, "{path}");
                assert!(caller.download(path).await.len() < plain.text.len(), "{path}");
                // What caches store has another tag for each encoding; the draft keeps the one that edits are based on.
                let (tag, of_plain) = (packed.header("etag"), plain.header("etag"));
                assert_eq!(tag == of_plain, of_plain.is_empty() || path.starts_with(page), "{path} {tag} {of_plain}");
                if !tag.is_empty() {
                    let caller = if path.starts_with(page) { ada.clone() } else { anyone.clone() };
                    caller.with("if-none-match", tag).get(path).await.expect(304);
                }
            }
        }
        // Nothing is gained below a kilobyte, and a stream of events must not wait.
        let small = anyone.with("accept-encoding", "br").get("/api/v1/username?check=free-name").await.expect(200);
        assert_eq!(small.header("content-encoding"), "");
    }

    async fn a_page_is_asked_for_by_its_date(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        published(&ada).await;
        for path in ["/ada", "/ada/llms.txt", "/api/v1/public/ada"] {
            let since = |date: &str| anyone.clone().with("if-modified-since", date);
            let date = anyone.get(path).await.expect(200).header("last-modified").to_owned();
            let unchanged = since(&date).get(path).await.expect(304);
            assert!(!unchanged.header("etag").is_empty(), "{path}");
            since("Tue, 19 Jan 2038 03:14:07 GMT").get(path).await.expect(304);
            since("Sun, 06 Nov 1994 08:49:37 GMT").get(path).await.expect(200);
            // The other two forms of dates (RFC 9110, 5.6.7), and what is none.
            since("Sunday, 06-Nov-94 08:49:37 GMT").get(path).await.expect(200);
            since("yesterday").get(path).await.expect(200);
            // A tag says more than a date.
            since(&date).with("if-none-match", "\"other\"").get(path).await.expect(200);
        }
    }

    async fn what_anyone_may_read_any_site_may_read(app) {
        published(&app.owner("ada").await).await;
        let anyone = app.anonymous().with("origin", "https://elsewhere.example");
        for path in [
            "/api/v1", "/api/v1/public/ada", "/api/v1/public/nobody", "/api/v1/options", "/api/v1/username?check=free-name",
            "/api/v1/username", "/openapi.json", "/schema", "/schema/page.schema.json", "/ada.vcf", "/ada.txt", "/ada/llms.txt",
            "/ada/feed.xml", "/ada/card.jpg", "/ada/icon-64.png", "/ada/manifest.webmanifest", "/ada/qr.svg", "/ada/qr.png",
            "/sitemap.xml", "/oembed", "/oembed/providers.json", "/.well-known/webfinger", "/.well-known/api-catalog", "/robots.txt",
        ] {
            let reply = anyone.get(path).await;
            assert_eq!(reply.header("access-control-allow-origin"), "*", "{path}");
            assert_eq!(reply.header("access-control-allow-credentials"), "", "{path}");
        }
        // The second time from the cache.
        assert_eq!(anyone.get("/ada/llms.txt").await.expect(200).header("access-control-allow-origin"), "*");
        for path in ["/ada.vcf", "/ada.txt", "/ada/feed.xml", "/openapi.json", "/schema/page.schema.json"] {
            let preflight = anyone.call(Method::OPTIONS, path, None).await.expect(204);
            assert_eq!(preflight.header("access-control-allow-origin"), "*", "{path}");
            assert!(preflight.header("access-control-allow-headers").contains("If-None-Match"), "{path}");
        }
        for path in ["/ada", "/ada/share"] {
            let preflight = anyone.call(Method::OPTIONS, path, None).await;
            assert_eq!(preflight.header("access-control-allow-origin"), "", "{path}");
        }
        for path in ["/api/v1", "/api/v1/public/ada", "/api/v1/options", "/api/v1/username"] {
            let preflight = anyone.call(Method::OPTIONS, path, None).await.expect(204);
            assert!(preflight.header("access-control-allow-headers").contains("If-None-Match"), "{path}");
            let exposed = anyone.get(path).await;
            assert!(exposed.header("access-control-expose-headers").contains("RateLimit"), "{path}");
        }
        // Nothing that takes a credential.
        assert_eq!(anyone.get("/api/v1/page").await.expect(401).header("access-control-allow-origin"), "");
    }

    async fn programs_that_know_one_address_find_the_others(app) {
        let anyone = app.anonymous();
        let base = &app.app.config.base_url;
        let index = anyone.get("/api/v1").await.expect(200).body();
        for (name, address) in index.as_object().unwrap().iter().filter(|it| !matches!(it.0.as_str(), "name" | "version")) {
            let path = address.as_str().unwrap().strip_prefix(base.as_str()).unwrap().replace("{username}", "nobody");
            let status = anyone.get(&path).await.status.as_u16();
            let expected: &[u16] = match name.as_str() {
                "page" => &[401],
                "publicPage" => &[404],
                "mcp" => &[401, 405],
                _ => &[200],
            };
            assert!(expected.contains(&status), "{name} {path} {status}");
        }
        let schemas = anyone.get("/schema").await.expect(200).body();
        for schema in schemas["schemas"].as_array().unwrap() {
            let path = schema["url"].as_str().unwrap().strip_prefix(base.as_str()).unwrap();
            anyone.get(path).await.expect(200);
        }
        let docs = anyone.get("/docs").await.expect(200);
        for path in ["/docs/api", "/docs/errors", "/openapi.json", "/schema", "/api/v1", "/api/v1/options"] {
            assert!(docs.text.contains(&format!("href=\"{path}\"")), "{path}");
        }
    }

    async fn programs_find_what_they_try_on_any_site(app) {
        let anyone = app.anonymous();
        assert_eq!(anyone.get("/.well-known/change-password").await.expect(303).header("location"), "/settings#password");
        let head = anyone.call(Method::HEAD, "/.well-known/api-catalog", None).await.expect(200);
        assert!(head.header("link").ends_with("/.well-known/api-catalog>; rel=\"api-catalog\""), "{}", head.header("link"));
        let catalog = anyone.get("/.well-known/api-catalog").await.expect(200);
        assert!(catalog.header("content-type").starts_with("application/linkset+json"));
        let base = app.app.config.base_url.clone();
        let links = &catalog.body()["linkset"][0];
        assert_eq!(links["anchor"], format!("{base}/api/v1"));
        for relation in ["service-desc", "service-doc", "status"] {
            let path = links[relation][0]["href"].as_str().unwrap().strip_prefix(base.as_str()).unwrap().to_owned();
            anyone.get(&path).await.expect(200);
        }
        // Nobody is named unless the settings say so.
        anyone.get("/.well-known/security.txt").await.expect(404);
    }
}

#[tokio::test]
async fn faults_are_reported_to_whom_the_settings_name() {
    for (setting, contact) in [
        ("security@harrow.example", "mailto:security@harrow.example"),
        ("https://harrow.example/report", "https://harrow.example/report"),
    ] {
        let app = TestApp::set(&[("SECURITY_CONTACT", setting)]).await;
        let reply = app.anonymous().get("/.well-known/security.txt").await.expect(200);
        assert_eq!(reply.header("content-type"), "text/plain; charset=utf-8");
        let field = |name: &str| reply.text.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
        assert_eq!(field("Contact:"), contact);
        let expires =
            time::OffsetDateTime::parse(&field("Expires:"), &time::format_description::well_known::Rfc3339).unwrap();
        let days = (expires - time::OffsetDateTime::now_utc()).whole_days();
        assert!((150..365).contains(&days), "{days}");
    }
}
