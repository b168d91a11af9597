//! What programs read of a page: its language, the sitemap, oEmbed and the small form, WebFinger, `rel="me"`.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::{Actor, OPEN, TestApp, contract, copies, on_both};

/// Publishes a page with this profile and these tiles.
async fn publish(owner: &Actor, profile: Value, inputs: Value) {
    owner.patch("/api/v1/page/profile", profile).await.expect(200);
    owner.post("/api/v1/page/tiles", json!({ "inputs": inputs })).await.expect(201);
    owner.post("/api/v1/page/publish", json!({})).await.expect(200);
}

on_both! {
    async fn a_page_says_its_language_and_the_direction_of_its_lines(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        publish(&ada, json!({ "name": "Ada" }), json!(["مرحبا بكم في ورشتي الصغيرة"])).await;
        let html = anyone.get("/ada").await.expect(200).text;
        assert!(html.starts_with("<!DOCTYPE html><html lang=\"ar\" dir=\"rtl\">"), "{}", &html[..80]);
        assert!(html.contains("<div dir=\"rtl\" data-look="), "the page itself, too");
        let draft = ada.get("/api/v1/page").await.body()["draft"].clone();
        assert_eq!(draft["profile"].get("lang"), None, "a guess is not written");
        let tile = draft["tiles"][0]["id"].as_str().unwrap().to_owned();
        ada.patch(&format!("/api/v1/page/tiles/{tile}"), json!({ "lang": "AR" })).await.expect(200);
        publish(&ada, json!({ "lang": "pt-br" }), json!(["Bom dia"])).await;
        let html = anyone.get("/ada").await.expect(200).text;
        assert!(html.starts_with("<!DOCTYPE html><html lang=\"pt-BR\">"), "{}", &html[..80]);
        assert!(html.contains("<meta property=\"og:locale\" content=\"pt_BR\">") && html.contains("\"inLanguage\":\"pt-BR\""));
        assert!(html.contains("lang=\"ar\" dir=\"rtl\""), "the tile");
        for wrong in ["klingon", "e", "en-", "en US"] {
            ada.patch("/api/v1/page/profile", json!({ "lang": wrong })).await.refused(400, "invalid_input");
        }
        ada.patch("/api/v1/page/profile", json!({ "lang": null })).await.expect(200);
        assert_eq!(ada.get("/api/v1/page").await.body()["draft"]["profile"].get("lang"), None);
    }
}

on_both! {
    async fn the_sitemap_has_live_pages_that_are_listed_and_no_others(app) {
        let (ada, bob, cleo, anyone) = (app.owner("ada").await, app.owner("bob").await, app.owner("cleo").await, app.anonymous());
        let robots = anyone.get("/robots.txt").await.expect(200).text;
        assert!(robots.contains("/sitemap.xml\n") && robots.contains("Allow: /api/v1/public/\n"), "{robots}");
        anyone.get("/sitemap/1.xml").await.expect(404);
        publish(&ada, json!({ "name": "Ada" }), json!(["A note"])).await;
        publish(&bob, json!({ "name": "Bob", "listed": false }), json!(["A note"])).await;
        cleo.patch("/api/v1/page/profile", json!({ "name": "Cleo" })).await.expect(200);
        app.app.service.clock().advance(2 * 60 * 60 * 1000);
        let index = anyone.get("/sitemap.xml").await.expect(200);
        assert_eq!(index.header("content-type"), "application/xml");
        assert_eq!(index.text.matches("<sitemap>").count(), 1, "{}", index.text);
        let part = anyone.get("/sitemap/1.xml").await.expect(200).text;
        assert_eq!(part.matches("<url>").count(), 1, "{part}");
        assert!(part.contains("/ada</loc><lastmod>20"), "{part}");
        for none in ["/sitemap/0.xml", "/sitemap/2.xml", "/sitemap/01.xml", "/sitemap/1", "/sitemap/-1.xml", "/sitemap/9223372036854775807.xml"] {
            anyone.get(none).await.expect(404);
        }
        for form in ["llms.txt", "feed.xml", "card.jpg", "icon-64.png", "manifest.webmanifest", "qr.svg", "qr.png?size=64", "embed"] {
            let of = async |name: &str| anyone.get(&format!("/{name}/{form}")).await.expect(200).header("x-robots-tag").to_owned();
            assert_eq!((of("bob").await.as_str(), of("ada").await.as_str()), ("noindex", ""), "{form}");
        }
        assert_eq!(anyone.get("/bob.vcf").await.expect(200).header("x-robots-tag"), "noindex");
        let unlisted = anyone.get("/bob").await.expect(200);
        assert_eq!(unlisted.header("x-robots-tag"), "noindex");
        assert!(unlisted.text.contains("<meta name=\"robots\" content=\"noindex\">"));
        assert!(!anyone.get("/ada").await.expect(200).text.contains("noindex"));
        // Listed again with the next publish.
        bob.patch("/api/v1/page/profile", json!({ "listed": true })).await.expect(200);
        bob.post("/api/v1/page/publish", json!({})).await.expect(200);
        app.app.service.clock().advance(2 * 60 * 60 * 1000);
        assert_eq!(anyone.get("/sitemap/1.xml").await.expect(200).text.matches("<url>").count(), 2);
        // Not while a page is taken down.
        let account = app.app.service.owner_of("bob").await.unwrap().account;
        app.app.service.set_suspended(&account, Some("It asks for passwords.")).await.unwrap();
        app.app.service.clock().advance(2 * 60 * 60 * 1000);
        let part = anyone.get("/sitemap/1.xml").await.expect(200).text;
        assert!(part.contains("/ada</loc>") && !part.contains("/bob</loc>"), "{part}");
    }
}

#[tokio::test]
async fn what_lies_beyond_the_sitemap_is_not_looked_for() {
    let app = TestApp::set(OPEN).await;
    let ada = app.owner("ada").await;
    publish(&ada, json!({ "name": "Ada" }), json!(["A note"])).await;
    app.anonymous().get("/sitemap.xml").await.expect(200);
    app.anonymous().get("/sitemap/1.xml").await.expect(200);
    app.app.service.store().close().await;
    app.anonymous().get("/sitemap/1.xml").await.expect(200);
    for beyond in 2..5 {
        app.anonymous().get(&format!("/sitemap/{beyond}.xml")).await.expect(404);
    }
}

#[tokio::test]
async fn a_sitemap_of_many_pages_has_several_parts() {
    let app = TestApp::set(OPEN).await;
    let (ada, anyone) = (app.owner("ada").await, app.anonymous());
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    copies::make(&app.app.config.database_url, "ada", 5_000).await;
    // Asked for by many at once, it is made once.
    let before = app.app.screens.counts().0;
    let mut calls = JoinSet::new();
    for path in ["/sitemap.xml", "/sitemap/1.xml", "/sitemap/2.xml"].repeat(4) {
        let anyone = anyone.clone();
        calls.spawn(async move { anyone.get(path).await });
    }
    for reply in calls.join_all().await {
        reply.expect(200);
    }
    assert_eq!(app.app.screens.counts().0 - before, 3);
    let index = anyone.get("/sitemap.xml").await.expect(200).text;
    assert_eq!(index.matches("<sitemap>").count(), 2, "{index}");
    let parts =
        [anyone.get("/sitemap/1.xml").await.expect(200).text, anyone.get("/sitemap/2.xml").await.expect(200).text];
    assert_eq!(parts.each_ref().map(|part| part.matches("<url>").count()), [5_000, 1]);
    let names: std::collections::HashSet<_> = parts.iter().flat_map(|part| part.split("<loc>").skip(1)).collect();
    assert_eq!(names.len(), 5_001, "each page once");
    assert!(parts[0].len() < 1 << 20, "several are kept among other documents");
    anyone.get("/sitemap/3.xml").await.expect(404);
}

on_both! {
    async fn another_site_can_show_the_small_form_of_a_page_and_nothing_else_of_it(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let inputs: Vec<String> = (1..=6).map(|at| format!("Shop {at}: https://harrow.example/{at}")).collect();
        publish(&ada, json!({ "name": "Ada \"<b>" }), json!(inputs)).await;
        let base = ada.url().to_owned();
        let page = anyone.get("/ada").await.expect(200);
        assert!(page.header("content-security-policy").contains("frame-ancestors 'none'"));
        assert!(page.text.contains("type=\"application/json+oembed\" href=\"/oembed?url="));
        let url = ada.get("/api/v1/page").await.body()["url"].as_str().unwrap().to_owned();
        let found = anyone.get(&format!("/oembed?url={url}")).await.expect(200);
        assert_eq!(found.header("access-control-allow-origin"), "*");
        let body = found.body();
        assert_eq!((&body["version"], &body["type"], &body["title"]), (&json!("1.0"), &json!("rich"), &json!("Ada \"<b>")));
        let html = body["html"].as_str().unwrap();
        assert!(html.contains(&format!("src=\"{url}/embed\"")) && html.contains("title=\"Ada &quot;&lt;b&gt;\""), "{html}");
        let small = anyone.get(&format!("/oembed?url={url}&maxwidth=300&maxheight=10&format=json")).await.expect(200).body();
        assert_eq!((&small["width"], &small["height"]), (&json!(300), &json!(10)));
        let embed = anyone.get("/ada/embed").await.expect(200);
        let policy = embed.header("content-security-policy");
        assert!(policy.contains("frame-ancestors *") && !policy.contains("script-src"), "{policy}");
        assert_eq!(embed.text.matches("href=\"https://harrow.example/").count(), 3, "the first three tiles");
        assert!(embed.text.contains("The whole page") && !embed.text.contains("<script"));
        anyone.clone().with("if-none-match", embed.header("etag")).get("/ada/embed").await.expect(304);
        anyone.get("/oembed").await.expect(400);
        anyone.get(&format!("/oembed?url={url}&format=xml")).await.expect(501);
        for wrong in ["wide", "0", "-1"] {
            anyone.get(&format!("/oembed?url={url}&maxwidth={wrong}")).await.expect(400);
        }
        anyone.get(&format!("/oembed?url={base}/nobody")).await.expect(404);
        anyone.get("/oembed?url=https://elsewhere.example/ada").await.expect(404);
        anyone.get("/oembed?url=a&url=b").await.expect(400);
        let providers = anyone.get("/oembed/providers.json").await.expect(200).body();
        assert_eq!(providers[0]["endpoints"][0]["discovery"], json!(true));
        assert_eq!(faults(include_str!("../../fixtures/schemas/oembed_providers.schema.json"), &providers), [""; 0]);
        ada.post("/api/v1/page/username", json!({ "username": "ada-two" })).await.expect(200);
        let renamed = anyone.get(&format!("/oembed?url={url}")).await.expect(200).body();
        assert!(renamed["html"].as_str().unwrap().contains("/ada-two/embed"), "{renamed}");
    }
}

/// The faults of a value by a schema of `tests/fixtures/schemas`.
fn faults(schema: &str, value: &Value) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).unwrap();
    contract::faults(&jsonschema::validator_for(&schema).unwrap(), value)
}

on_both! {
    async fn what_programs_read_of_odd_pages_conforms_to_its_schemas(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let url = ada.get("/api/v1/page").await.body()["url"].as_str().unwrap().to_owned();
        let long = "Wilhelmina ".repeat(7);
        let hostile = "</script><b>\"'&\u{2028}{{";
        for (name, bio) in [
            (None, None), (Some("Ada"), Some("Engines.")), (Some(long.trim()), None), (Some("東京の本屋"), Some("本と珈琲")),
            (Some("ليلى حداد"), Some("خزف من بيروت")), (Some("🦊"), Some("🍊🍋")), (Some(hostile), Some(hostile)),
        ] {
            ada.patch("/api/v1/page/profile", json!({ "name": name, "bio": bio })).await.expect(200);
            let tile = json!({ "type": "social", "platform": "mastodon", "handle": "ines@clay.example" });
            ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
            ada.post("/api/v1/page/publish", json!({})).await.expect(200);
            let html = anyone.get("/ada").await.expect(200).text;
            let data = html.split_once("<script type=\"application/ld+json\">").unwrap().1.split_once("</script>").unwrap().0;
            let said: Value = serde_json::from_str(data).unwrap();
            assert_eq!(faults(include_str!("../../fixtures/schemas/profile_page.schema.json"), &said), [""; 0], "{name:?}");
            let manifest = anyone.get("/ada/manifest.webmanifest").await.expect(200).body();
            assert_eq!(faults(include_str!("../../fixtures/schemas/web_manifest.schema.json"), &manifest), [""; 0], "{name:?}");
            let embed = anyone.get(&format!("/oembed?url={url}")).await.expect(200).body();
            assert_eq!(faults(include_str!("../../fixtures/schemas/oembed.schema.json"), &embed), [""; 0], "{name:?}");
        }
        // The schemas refuse what they should.
        assert!(!faults(include_str!("../../fixtures/schemas/profile_page.schema.json"), &json!({ "@type": "ProfilePage" })).is_empty());
        assert!(!faults(include_str!("../../fixtures/schemas/web_manifest.schema.json"), &json!({ "name": "Ada" })).is_empty());
        assert!(!faults(include_str!("../../fixtures/schemas/oembed.schema.json"), &json!({ "type": "rich", "version": 1.0 })).is_empty());
    }
}

/// Whether Mastodon's check of links finds one back to a profile at this address, as its `VerifyLinkService` does: at most
/// a megabyte of the page, its `a` and `link` elements with the relation `me`, and among them the address, whatever its
/// capitals.
fn mastodon_finds(html: &str, profile: &str) -> bool {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let read = html.get(..html.len().min(1 << 20)).unwrap();
    let tokens = Tokenizer::new_with_emitter(read, emitter).map_while(Result::ok);
    let links = tokens.filter_map(|token| match token {
        Token::StartTag(tag) if [&b"a"[..], b"link"].contains(&tag.name.as_slice()) => Some(tag),
        _ => None,
    });
    let mut back = links.filter_map(|tag| {
        let value = |name: &[u8]| tag.attributes.get(name).map(|value| String::from_utf8_lossy(value).into_owned());
        value(b"rel").filter(|rel| rel.split_whitespace().any(|word| word == "me")).and(value(b"href"))
    });
    back.any(|href| href.eq_ignore_ascii_case(profile))
}

on_both! {
    async fn mastodon_verifies_the_page_of_a_profile_that_it_links_to(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let tile = json!({ "type": "social", "platform": "mastodon", "handle": "ines@clay.example" });
        ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
        let forge = json!({ "url": "https://Forge.example/@Ines", "title": "My forge", "me": true });
        publish(&ada, json!({ "name": "Ada" }), json!([forge, "https://other.example/@ines"])).await;
        for style in ["cozy", "painted", "washi", "lofi", "cobalt", "night"] {
            ada.patch("/api/v1/page/theme", json!({ "style": style })).await.expect(200);
            ada.post("/api/v1/page/publish", json!({})).await.expect(200);
            let html = anyone.get("/ada").await.expect(200).text;
            assert!(mastodon_finds(&html, "https://clay.example/@ines"), "{style}");
            assert!(mastodon_finds(&html, "https://forge.example/@Ines"), "{style}");
            assert!(!mastodon_finds(&html, "https://other.example/@ines"), "{style}");
        }
    }
}

on_both! {
    async fn a_profile_on_mastodon_is_found_under_the_name_here(app) {
        let (ada, bob, anyone) = (app.owner("ada").await, app.owner("bob").await, app.anonymous());
        publish(&ada, json!({ "name": "Ada" }), json!(["https://clay.example/@ines"])).await;
        ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "social", "platform": "mastodon", "handle": "ines@clay.example" } })).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        publish(&bob, json!({ "name": "Bob" }), json!(["A note"])).await;
        let url = ada.get("/api/v1/page").await.body()["url"].as_str().unwrap().to_owned();
        let host = url.split('/').nth(2).unwrap().to_owned();
        for resource in [format!("acct:ada@{host}"), format!("acct:Ada@{}", host.split(':').next().unwrap()), url.clone()] {
            let found = anyone.get(&format!("/.well-known/webfinger?resource={resource}")).await.expect(200);
            assert_eq!((found.header("content-type"), found.header("access-control-allow-origin")), ("application/jrd+json", "*"));
            assert_eq!(found.body()["subject"], json!("acct:ines@clay.example"), "{resource}");
        }
        for nobody in ["acct:bob@", "acct:nobody@", "acct:a@b@"] {
            anyone.get(&format!("/.well-known/webfinger?resource={nobody}{host}")).await.expect(404);
        }
        anyone.get("/.well-known/webfinger?resource=acct:ada@elsewhere.example").await.expect(404);
        anyone.get("/.well-known/webfinger").await.expect(400);
        // Another platform of the fediverse, and a name that was changed.
        for (platform, handle) in [("email", "bob@harrow.example"), ("pixelfed", "bob@pix.example")] {
            bob.post("/api/v1/page/tiles", json!({ "tile": { "type": "social", "platform": platform, "handle": handle } })).await.expect(201);
        }
        bob.post("/api/v1/page/publish", json!({})).await.expect(200);
        bob.post("/api/v1/page/username", json!({ "username": "bob-two" })).await.expect(200);
        for name in ["bob", "bob-two"] {
            let found = anyone.get(&format!("/.well-known/webfinger?resource=acct:{name}@{host}")).await.expect(200).body();
            assert_eq!(found["subject"], json!("acct:bob@pix.example"), "{name}");
            assert_eq!(found["links"].as_array().unwrap().len(), 1, "only Mastodon's place is known: {found}");
            assert!(found["aliases"][0].as_str().unwrap().starts_with("https://pix.example/"), "{found}");
        }
    }
}

on_both! {
    async fn a_link_that_its_owner_marks_points_back_as_their_own(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        publish(&ada, json!({ "name": "Ada" }), json!([{ "url": "https://harrow.example/me", "title": "My site", "me": true }, "https://other.example/"])).await;
        let html = anyone.get("/ada").await.expect(200).text;
        let rel = |address: &str| {
            let tag = html.split("<a ").find(|tag| tag.contains(&format!("href=\"{address}\""))).unwrap();
            tag.split("rel=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        assert_eq!(rel("https://harrow.example/me"), "me noopener");
        assert_eq!(rel("https://other.example/"), "noopener nofollow ugc");
        assert!(html.contains("\"sameAs\":[\"https://harrow.example/me\"]"));
        // As Mastodon reads a page that a profile there names: an anchor or a link with the word `me` among its `rel`.
        let proved = html.split("<a ").any(|tag| tag.contains("rel=\"me ") && tag.contains("https://harrow.example/me"));
        assert!(proved);
    }
}
