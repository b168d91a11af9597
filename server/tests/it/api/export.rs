//! Exports: byte for byte to another server, pictures included; as static files to any web server.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use image::ImageFormat;
use mantel_model::look::Look;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::pictures::{drawn, exif, file, with_segment};
use crate::support::web::{FakeWeb, ReceivedRequest, ok};
use crate::support::{Actor, Database, TestApp, on_both};

const FILE: &str = "/api/v1/page/export";
const BUNDLE: &str = "/api/v1/page/export.zip";
const SITE: &str = "/api/v1/page/export.html.zip";

/// The files in a zip archive.
fn unzip(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        assert!(files.insert(entry.enclosed_name().unwrap().to_str().unwrap().to_owned(), content).is_none());
    }
    files
}

/// Sets pictures wherever a page can have them; returns their addresses.
async fn with_pictures(person: &Actor) -> Vec<String> {
    let turned = with_segment(
        &file(&drawn(60, 40, false), ImageFormat::Jpeg),
        0xe1,
        &[b"Exif\0\0", exif(8).as_slice()].concat(),
    );
    let mut sources = Vec::new();
    for (kind, bytes) in [
        ("image/jpeg", turned),
        ("image/png", file(&drawn(50, 50, true), ImageFormat::Png)),
        ("image/webp", file(&drawn(70, 30, true), ImageFormat::WebP)),
        ("image/gif", file(&drawn(20, 30, false), ImageFormat::Gif)),
    ] {
        sources.push(person.upload(kind, &bytes).await.expect(201).body()["src"].as_str().unwrap().to_owned());
    }
    let [a, b, c, d] = sources.as_slice() else { panic!() };
    person.patch("/api/v1/page/profile", json!({ "avatar": a, "avatarZoom": 1.5 })).await.expect(200);
    let background = json!({ "style": "image", "image": b, "dim": 0.3 });
    person.patch("/api/v1/page/theme", json!({ "background": background, "font": "round" })).await.expect(200);
    for tile in [
        json!({ "type": "image", "src": c, "alt": "A \"drawing\" of src=\"/media/x\"", "focus": { "x": 10, "y": 90 } }),
        json!({ "type": "link", "url": "https://harrow.example/media/", "image": d, "title": "href=\"/media/\" & more" }),
        json!({ "type": "image", "src": c }),
        json!({ "type": "image", "src": "https://pictures.example/one.png" }),
        json!({ "type": "text", "text": "Read [this](https://harrow.example/assets/a.css)" }),
    ] {
        person.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
    }
    sources
}

fn same_but_for_where(a: &str, b: &str) {
    let rest = |text: &str| -> String {
        let other = |text: &&str| !text.starts_with("  \"$schema\": ") && !text.starts_with("  \"username\": ");
        text.lines().filter(other).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(rest(a), rest(b));
    assert_eq!((a.lines().count(), a.ends_with("}\n")), (b.lines().count(), true));
}

on_both! {
    async fn a_page_moves_with_its_pictures_and_comes_out_the_same(app) {
        let there = TestApp::on(Database::Sqlite).await.unwrap();
        let (ada, eve) = (app.keyed("ada").await, there.keyed("eve").await);
        let brief = include_str!("../../../../model/tests/briefs/illustrator.json");
        ada.post("/api/v1/page/import", json!({ "file": brief, "username": "ada" })).await.expect(201);
        let sources = with_pictures(&ada).await;
        let text = ada.get(FILE).await.expect(200);
        assert_eq!(text.header("content-type"), "application/json");
        assert_eq!(text.header("content-disposition"), "attachment; filename=\"ada.json\"");
        let bundle = ada.download(BUNDLE).await;
        assert_eq!(ada.download(BUNDLE).await, bundle, "the same page gives the same file");
        let files = unzip(&bundle);
        assert_eq!(files["page.json"], text.text.as_bytes());
        assert_eq!(files.len(), 1 + sources.len());
        for (name, bytes) in files.iter().filter(|file| file.0.starts_with("media/")) {
            let kind = match name.rsplit('.').next().unwrap() { "png" => "image/png", "jpg" => "image/jpeg", _ => "image/webp" };
            let reply = eve.upload(kind, bytes).await.expect(201);
            let hash = name.trim_start_matches("media/").split('.').next().unwrap();
            assert_eq!(reply.body()["src"], format!("/media/{hash}"));
        }
        let page: Value = serde_json::from_slice(&files["page.json"]).unwrap();
        eve.post("/api/v1/page/import", json!({ "file": page, "username": "eve" })).await.expect(201);
        let theirs = eve.get(FILE).await.expect(200).text;
        same_but_for_where(&text.text, &theirs);
        assert!(theirs.contains(&there.url) && theirs.contains("\"username\": \"eve\""));
        let mut again = unzip(&eve.download(BUNDLE).await);
        let mut first = files.clone();
        again.remove("page.json");
        first.remove("page.json");
        assert_eq!(again, first);
        // And back again, replacing the page there.
        let back: Value = serde_json::from_str(&theirs).unwrap();
        ada.post("/api/v1/page/import", json!({ "file": back, "replace": true })).await.expect(201);
        assert_eq!(ada.get(FILE).await.expect(200).text, text.text);
    }

    async fn exports_are_for_the_owner_and_are_asked_for_again(app) {
        let (ada, bob) = (app.owner("ada").await, app.keyed("bob").await);
        for path in [FILE, BUNDLE, SITE] {
            app.anonymous().get(path).await.refused(401, "unauthorized");
            bob.get(path).await.refused(404, "no_page");
            ada.call(Method::POST, path, None).await.refused(405, "method_not_allowed");
        }
        ada.get(SITE).await.refused(404, "page_not_found");
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        for path in [FILE, BUNDLE, SITE] {
            let reply = ada.get(path).await.expect(200);
            ada.clone().with("if-none-match", reply.header("etag")).get(path).await.expect(304);
            let head = ada.call(Method::HEAD, path, None).await.expect(200);
            assert_eq!((head.text.as_str(), head.header("etag")), ("", reply.header("etag")));
            assert!(head.header("content-disposition").starts_with("attachment; filename=\"ada."), "{path}");
        }
        // The draft changes; what is published stays.
        let (bundle, site) = (ada.get(BUNDLE).await, ada.get(SITE).await);
        ada.patch("/api/v1/page/profile", json!({ "bio": "New" })).await.expect(200);
        assert_ne!(ada.get(BUNDLE).await.header("etag"), bundle.header("etag"));
        assert_eq!(ada.get(SITE).await.header("etag"), site.header("etag"));
    }
}

/// Every `href`, `src` and `url(…)` in a text.
fn addresses(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, ends) in [("href=\"", "\""), (" src=\"", "\""), ("url(", ")")] {
        for part in text.split(start).skip(1) {
            let address = part.split(ends).next().unwrap().replace("&quot;", "");
            found.push(address.trim_matches(['"', '\'']).to_owned());
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_published_page_stands_by_itself_as_plain_files() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.keyed("ada").await;
    let brief = include_str!("../../../../model/tests/briefs/illustrator.json");
    ada.post("/api/v1/page/import", json!({ "file": brief, "username": "ada" })).await.expect(201);
    let sources = with_pictures(&ada).await;
    for look in Look::ALL {
        ada.patch("/api/v1/page/theme", json!({ "style": look.as_str() })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let bytes = ada.download(SITE).await;
        assert_eq!(ada.download(SITE).await, bytes, "the same page gives the same file");
        let files = unzip(&bytes);
        let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
        let (html, css) = (text("index.html"), text(&format!("assets/{look}.css")));
        assert!(html.contains("Juniper Hale"));
        // A file next to the page moves the windows of lofi; no other look has a script.
        let scripts = html.matches("<script").count() - html.matches("<script type=\"application/ld+json\">").count();
        assert_eq!(scripts, usize::from(*look == Look::Lofi));
        assert_eq!(html.matches("<script src=\"assets/lofi.").count(), usize::from(*look == Look::Lofi));
        assert_eq!(text("page.json"), ada.get(FILE).await.text);
        assert_eq!(text("llms.txt"), app.anonymous().get("/ada/llms.txt").await.text);
        // The only differences from the live page are addresses, the location of its stylesheet, its share card, and the links at
        // its foot.
        let live = app.anonymous().get("/ada").await.text;
        let live = live.replace(">Share<", "><").replace(">Report this page<", "><");
        let (before, after) = live.split_once("<style>").unwrap();
        let live = before.to_owned() + after.split_once("</style>").unwrap().1;
        let (before, after) = live.split_once(",\"primaryImageOfPage\":{").unwrap();
        let live = before.to_owned() + after.split_once('}').unwrap().1;
        let words =
            |html: &str| html.split('<').map(|part| part.split_once('>').map_or("", |it| it.1)).collect::<String>();
        assert_eq!(words(&html), words(&live));
        let mut used = vec!["index.html".to_owned(), "page.json".to_owned(), "llms.txt".to_owned()];
        let tags: String = html.split('<').filter_map(|part| part.split_once('>').map(|it| it.0)).collect();
        let in_page = addresses(&tags).into_iter().map(|address| (address, ""));
        let sizes = tags.split("srcset=\"").skip(1).flat_map(|part| part.split('"').next().unwrap().split(", "));
        used.extend(sizes.map(|size| size.split(' ').next().unwrap().to_owned()));
        assert!(used.iter().all(|it| files.contains_key(it)), "{look}: {used:?}");
        for (address, folder) in in_page.chain(addresses(&css).into_iter().map(|address| (address, "assets/"))) {
            if address.starts_with("https://")
                || address.starts_with("mailto:")
                || address.starts_with("data:")
                || address.starts_with(['#', '%'])
            {
                continue;
            }
            if address == format!("{}/ada", app.url) {
                assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{address}\">")));
                continue;
            }
            let name = format!("{folder}{address}");
            assert!(files.contains_key(&name), "{look} refers to {name}");
            used.push(name);
        }
        // Originals are included for the page file, which references them.
        let named =
            |name: &str| name.matches('.').count() == 1 && sources.iter().any(|source| name.starts_with(&source[1..]));
        let idle: Vec<_> = files
            .keys()
            .filter(|key| !used.contains(key) && !key.starts_with("assets/licences/") && !named(key))
            .collect();
        assert!(idle.is_empty(), "{look} carries {idle:?} for nothing");
        for source in &sources {
            let original = |text: &&String| text.starts_with(&source[1..]) && text.matches('.').count() == 1;
            let name = files.keys().find(original).unwrap();
            assert_eq!(files[name], ada.download(source).await);
        }
        assert!(files.keys().any(|key| key.starts_with("assets/licences/")));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn far_pictures_that_are_here_come_along_in_dots_and_in_letters() {
    let far = file(&drawn(700, 500, false), ImageFormat::Png);
    let hash = mantel_server::media::hash(&far);
    let web = FakeWeb::start(&["far.example"], move |_: &ReceivedRequest| ok("image/png", &far)).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    let ada = app.owner("ada").await;
    let (seen, unseen) = ("https://far.example/a.png", "https://far.example/unseen.png");
    for src in [seen, unseen] {
        let tile = json!({ "type": "image", "size": "l", "src": src, "alt": "A drawing" });
        ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
    }
    // One of them has been viewed.
    let page = ada.get("/api/v1/page").await.expect(200).body();
    app.anonymous().get(page["pictures"][seen]["src"].as_str().unwrap()).await.expect(200);
    for (photos, made) in [("natural", Some("640.webp")), ("dither", Some("dither-")), ("ascii", None)] {
        ada.patch("/api/v1/page/theme", json!({ "photos": photos })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let files = unzip(&ada.download(SITE).await);
        let html = String::from_utf8(files["index.html"].clone()).unwrap();
        assert!(!html.contains(seen) && html.contains(unseen), "{photos}: what is not here stays where it is");
        assert!(!html.contains("/media/far/"), "{photos}");
        match made {
            Some(made) => {
                let start = format!("media/{hash}.{made}");
                let name = addresses(&html).into_iter().find(|address| address.starts_with(&start)).unwrap();
                image::load_from_memory(&files[&name]).unwrap();
            }
            None => assert!(html.contains("class=\"letters\"") && html.contains("class=\"unseen\">A drawing")),
        }
        let page: Value = serde_json::from_slice(&files["page.json"]).unwrap();
        assert!(
            page["tiles"].as_array().unwrap().iter().any(|list| list["src"] == seen),
            "the page file keeps what was written"
        );
    }
    assert_eq!(web.requests().len(), 1, "an export fetches nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_is_not_here_is_left_out() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    for src in [format!("/media/{}", "0".repeat(64)), "/media/old.png".to_owned()] {
        ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src } })).await.expect(201);
    }
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    assert_eq!(unzip(&ada.download(BUNDLE).await).into_keys().collect::<Vec<_>>(), ["page.json"]);
    let site = unzip(&ada.download(SITE).await);
    assert!(site.keys().all(|key| !key.starts_with("media/")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_published_page_shows_own_pictures() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let sources = with_pictures(&ada).await;
    for look in Look::ALL {
        ada.patch("/api/v1/page/theme", json!({ "style": look.as_str() })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let html = app.anonymous().get("/ada").await.expect(200).text;
        for source in &sources {
            assert!(html.contains(source), "{look} shows {source}");
        }
        assert!(html.contains(&format!("<meta property=\"og:image\" content=\"{}/ada/card.jpg?v=", app.url)));
    }
}
