//! Public pages.

mod card;
mod contact;
mod editor_check;
mod feed;
mod icon;
mod images;
mod insights;
mod insights_csv;
mod machines;
mod page_cache;
mod qr;
mod remote_images;
mod share;
mod terminal;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mantel_model::look::Look;
use reqwest::Method;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::support::{Reply, nodes, on_both};

/// Asserts that there is no script except the file that moves the windows of lofi, and the data for search engines.
fn no_script(reply: &Reply) {
    let (mut html, policy) = (reply.text.to_ascii_lowercase(), reply.header("content-security-policy"));
    html = html.replacen("<script type=\"application/ld+json\">", "", 1);
    let windows =
        html.find("<script src=\"/assets/lofi.").filter(|_| html.contains("<div dir=\"ltr\" data-look=\"lofi\""));
    if let Some(start) = windows {
        let end = html[start..].find("</script>").unwrap();
        let tag = html[start..start + end].to_owned();
        assert!(tag.ends_with(".js\" defer>") && tag.len() < 60, "{tag}");
        html = html.replacen(&format!("{tag}</script>"), "", 1);
        assert!(policy.contains("script-src 'self';"), "{policy}");
    } else {
        assert!(!policy.contains("script-src"), "{policy}");
    }
    assert_eq!(windows.is_some(), html.contains("data-look=\"lofi\""));
    for sign in ["<script", "javascript:", " onload", " onerror", " onclick", ".wasm", ".js\""] {
        assert!(!html.contains(sign), "{sign} in {html}");
    }
    assert!(policy.starts_with("default-src 'none'"));
}

on_both! {
    async fn a_published_page_is_drawn_in_its_own_looks_css_without_script_but_lofis(app) {
        let (ada, anyone) = (app.keyed("ada").await, app.anonymous());
        let file = include_str!("../../../../model/tests/briefs/illustrator.json");
        ada.post("/api/v1/page/import", json!({ "file": file, "username": "Ada-1" })).await.expect(201);
        anyone.get("/ada-1").await.expect(404);
        for look in Look::ALL {
            for palette in look.palettes() {
                ada.patch("/api/v1/page/theme", json!({ "style": look.as_str(), "preset": palette.name() })).await.expect(200);
                ada.post("/api/v1/page/publish", json!({})).await.expect(200);
                let page = anyone.get("/ada-1").await.expect(200);
                no_script(&page);
                assert!(page.text.contains(&format!("data-look=\"{look}\" data-palette=\"{}\"", palette.name())), "{look}");
                assert!(page.text.contains("Juniper Hale"));
                assert_eq!((page.text.matches("<style>").count(), page.text.matches("stylesheet").count()), (1, 0));
                let sheet = page.text.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
                assert!(sheet.contains(&format!(".page[data-look={look}]")), "{look}");
                let others = Look::ALL.iter().filter(|it| *it != look);
                assert!(others.into_iter().all(|it| !sheet.contains(&format!("[data-look={it}]"))), "{look}");
                let hash = format!("style-src 'sha256-{}'", STANDARD.encode(Sha256::digest(sheet.as_bytes())));
                assert!(page.header("content-security-policy").contains(&hash), "{look}");
            }
        }
        assert_eq!(anyone.get("/ADA-1").await.expect(308).header("location"), "/ada-1");
        assert_eq!(anyone.get("/Ada-1/llms.txt").await.expect(308).header("location"), "/ada-1/llms.txt");
    }

    async fn the_editor_stands_behind_sign_in_and_is_drawn_with_the_page(app) {
        let anyone = app.anonymous();
        assert_eq!(anyone.get("/edit").await.expect(303).header("location"), "/signin?next=%2Fedit");
        let browser = app.anonymous();
        let mail = ("email", "ben@harrow.example");
        browser.form("/signup", &[mail, ("password", "a long enough password")]).await.expect(303);
        assert_eq!(browser.get("/edit").await.expect(303).header("location"), "/settings");
        browser.form("/settings/claim", &[("username", "ben")]).await.expect(303);
        let page = browser.get("/edit").await.expect(200);
        assert!(page.text.contains("id=\"edit\"") && page.text.contains("class=\"page\""), "{}", page.text);
        assert!(page.text.contains("/assets/editor.") && page.text.contains("/assets/cozy."));
        assert_eq!(page.header("cache-control"), "no-store");
        assert!(page.header("content-security-policy").contains("script-src 'self' 'wasm-unsafe-eval';"));
    }

    async fn pages_are_kept_and_asked_for_again_until_they_change(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let page = anyone.get("/ada").await.expect(200);
        assert_eq!(page.header("cache-control"), "public, no-cache");
        assert!(page.header("last-modified").ends_with("GMT") && page.header("link").contains("llms.txt"));
        let held = anyone.clone().with("if-none-match", page.header("etag"));
        held.get("/ada").await.expect(304);
        ada.patch("/api/v1/page/profile", json!({ "name": "<Ada> & \"co\"" })).await.expect(200);
        held.get("/ada").await.expect(304);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let page = nodes::answer(&held, "/ada", |it| it.status == 200).await;
        assert!(page.text.contains("<title>&lt;Ada&gt; &amp; &quot;co&quot;</title>"));
        let text = anyone.get("/ada/llms.txt").await.expect(200);
        assert_eq!(text.header("content-type"), "text/plain; charset=utf-8");
        assert!(text.text.starts_with("# "));
        anyone.get("/nobody/llms.txt").await.expect(404);
    }

    async fn search_engines_are_told_whom_a_page_is_about(app) {
        let ada = app.owner("ada").await;
        let hostile = "</script><script>alert(1)</script><!-- \u{2028} \"";
        ada.patch("/api/v1/page/profile", json!({ "name": format!("Ada {hostile}"), "bio": "Engines." })).await.expect(200);
        let handles = json!({ "inputs": ["https://github.com/ada", "mailto:ada@harrow.example", "https://harrow.example/shop"] });
        ada.post("/api/v1/page/tiles", handles).await.expect(201);
        app.app.service.clock().advance(60 * 60 * 1000);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let page = app.anonymous().get("/ada").await.expect(200);
        let (_, rest) = page.text.split_once("<script type=\"application/ld+json\">").unwrap();
        let data = rest.split_once("</script>").unwrap().0;
        assert!(!data.contains('<'), "{data}");
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let person = &data["mainEntity"];
        assert_eq!((&data["@context"], &data["@type"], &person["@type"]), (&json!("https://schema.org"), &json!("ProfilePage"), &json!("Person")));
        assert!(person["name"].as_str().unwrap().starts_with("Ada </script>"), "{person}");
        assert_eq!((&person["description"], &person["alternateName"]), (&json!("Engines."), &json!("ada")));
        assert_eq!(person["sameAs"], json!(["https://github.com/ada"]), "mail is no profile");
        assert_eq!(data["url"], person["url"]);
        let published = ada.get("/api/v1/page").await.body()["published"]["at"].clone();
        assert_eq!(data["dateModified"], published);
        let created = data["dateCreated"].as_str().unwrap();
        assert!(created.ends_with('Z') && created < published.as_str().unwrap(), "{data}");
        let picture = &data["primaryImageOfPage"];
        assert_eq!((&picture["@type"], &picture["width"], &picture["height"]), (&json!("ImageObject"), &json!(1200), &json!(630)));
        assert!(page.text.contains(&format!("<meta property=\"og:image\" content=\"{}\">", picture["url"].as_str().unwrap())));
        for (kind, address) in [("text/plain", "/ada/llms.txt"), ("application/json", "/api/v1/public/ada"), ("text/vcard", "/ada.vcf")] {
            assert!(page.text.contains(&format!("<link rel=\"alternate\" type=\"{kind}\" href=\"{address}\">")), "{kind}");
            app.anonymous().get(address).await.expect(200);
        }
    }

    async fn a_page_says_which_language_its_words_are_in(app) {
        let ada = app.owner("ada").await;
        for (bio, lang) in [
            ("Potter", "en"),
            ("Töpferin in Bremen", "de"),
            ("Jürgen Müller, potter in Berlin", "en"),
            ("Crochenydd o Gaerdydd sydd wrth ei fodd gyda chlai", "und"),
        ] {
            ada.patch("/api/v1/page/profile", json!({ "name": "María de los Ángeles", "bio": bio })).await.expect(200);
            ada.post("/api/v1/page/publish", json!({})).await.expect(200);
            let page = app.anonymous().get("/ada").await.expect(200).text;
            let root = page.split_once("<head>").unwrap().0;
            assert_eq!(root, format!("<!DOCTYPE html><html lang=\"{lang}\">"), "{bio}");
        }
    }

    async fn a_missing_page_offers_its_name_when_it_is_free(app) {
        let anyone = app.anonymous();
        let free = anyone.get("/Juniper").await.expect(404);
        assert!(free.text.contains("value=\"juniper\""));
        app.owner("ada").await;
        // Claimed but not published: neither shown nor offered for claiming.
        assert!(!anyone.get("/ada").await.expect(404).text.contains("value=\"ada\""));
        assert!(!anyone.get("/a/b/c").await.expect(404).text.contains("name=\"username\""));
        anyone.call(Method::POST, "/nobody", None).await.expect(405);
    }

    async fn hostile_words_stay_words(app) {
        let ada = app.owner("ada").await;
        let evil = "</title><script>alert(1)</script><img src=x onerror=alert(1)>\"'`{{";
        ada.patch("/api/v1/page/profile", json!({ "name": evil, "bio": evil, "location": evil })).await.expect(200);
        for tile in [
            json!({ "type": "text", "text": evil }),
            json!({ "type": "text", "text": "[x](javascript:alert(1)) **b** *i*" }),
            json!({ "type": "link", "url": "https://x.example/\"><script>", "title": evil, "description": evil }),
            json!({ "type": "heading", "text": evil }),
        ] {
            ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
        }
        for look in Look::ALL {
            ada.patch("/api/v1/page/theme", json!({ "style": look.as_str() })).await.expect(200);
            ada.post("/api/v1/page/publish", json!({})).await.expect(200);
            let page = app.anonymous().get("/ada").await.expect(200);
            let data = page.text.matches("<script type=\"application/ld+json\">").count();
            assert_eq!(page.text.matches("<script").count() - data, usize::from(*look == Look::Lofi), "{}", page.text);
            assert!(!page.text.contains("<script>") && !page.text.contains("<img src=x"), "{}", page.text);
            assert!(!page.text.contains("href=\"javascript:"));
        }
    }
}

#[tokio::test]
async fn the_front_door_and_the_signs_of_life_answer() {
    let app = crate::support::TestApp::set(&[]).await;
    let anyone = app.anonymous();
    for path in ["/", "/new", "/signin", "/signup?username=ada&next=/new", "/docs/errors"] {
        let reply = anyone.get(path).await.expect(200);
        assert!(reply.header("content-type").starts_with("text/html"), "{path}");
        assert!(reply.header("content-security-policy").contains("script-src 'self'"), "{path}");
        assert!(reply.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert!(reply.header("x-request-id").starts_with("r_"));
    }
    for path in [
        "/healthz",
        "/readyz",
        "/robots.txt",
        "/schema/brief.schema.json",
        "/schema/page.schema.json",
        "/favicon.svg",
        "/favicon.ico",
    ] {
        anyone.get(path).await.expect(200);
    }
    anyone.get("/schema/other.json").await.expect(404);
    let errors = anyone.get("/docs/errors").await;
    for problem in mantel_server::http::error::PROBLEMS {
        assert!(errors.text.contains(&format!("id=\"{}\"", problem.code)), "{}", problem.code);
    }
}

#[tokio::test]
async fn files_are_kept_forever_and_come_packed() {
    let app = crate::support::TestApp::set(&[]).await;
    let anyone = app.anonymous();
    let html = anyone.get("/signin").await.text;
    let at = html.find("/assets/ui.").unwrap();
    let path = html[at..].split('"').next().unwrap().to_owned();
    let plain = anyone.get(&path).await.expect(200);
    assert_eq!(plain.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(plain.header("content-encoding"), "");
    let packed = anyone.clone().with("accept-encoding", "gzip, br");
    let reply = packed.get(&path).await;
    assert_eq!((reply.header("content-encoding"), reply.header("vary")), ("br", "Accept-Encoding"));
    assert_eq!(anyone.clone().with("accept-encoding", "gzip").get(&path).await.header("content-encoding"), "gzip");
    let etag = plain.header("etag").to_owned();
    anyone.clone().with("if-none-match", &etag).get(&path).await.expect(304);
    assert_eq!(anyone.get("/favicon.svg").await.header("cache-control"), "public, max-age=3600");
    assert_eq!(packed.get("/").await.header("content-encoding"), "br");
    anyone.get("/assets/../server/Cargo.toml").await.expect(404);
    anyone.get("/assets/%2e%2e/Cargo.toml").await.expect(404);
}

#[tokio::test]
async fn the_editor_draws_what_its_address_says() {
    let app = crate::support::TestApp::set(&[]).await;
    let reply = app
        .anonymous()
        .get("/new?name=Ada%20L&links=ada.example,ada/engine&look=cobalt&theme=moonlit")
        .await
        .expect(200);
    assert!(reply.text.contains("data-look=\"cobalt\" data-palette=\"moonlit\""), "{}", reply.text);
    assert!(reply.text.contains("Ada L") && reply.text.contains("ada/engine"));
    assert!(reply.text.contains("/assets/brief_editor.") && reply.text.contains("/assets/cobalt."));
    assert!(reply.header("content-security-policy").contains("script-src 'self' 'wasm-unsafe-eval';"));
    let evil =
        app.anonymous().get("/new?name=%3Cscript%3Ealert(1)%3C/script%3E&links=javascript:alert(1)").await.expect(200);
    assert!(!evil.text.contains("<script>alert"));
}
