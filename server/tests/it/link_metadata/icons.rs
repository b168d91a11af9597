//! Site icons: fetched with the facts, served from here, shown where a link would otherwise have a glyph.

use image::{GenericImageView, ImageFormat};
use serde_json::json;

use super::{add, facts, fake_web_and_app, settle};
use crate::support::pictures::{drawn, file};
use crate::support::web::{FakeReply, ReceivedRequest, ok, reply};
use crate::support::{Actor, TestApp};

const HOSTS: &[&str] = &["plain.example", "pictured.example", "bare.example", "old.example", "older.example"];

fn site(request: &ReceivedRequest) -> FakeReply {
    match (request.host.as_str(), request.path.as_str()) {
        (_, "/icon.png") => ok("image/png", file(&drawn(48, 48, false), ImageFormat::Png)),
        ("plain.example", "/") => ok("text/html", "<title>Plain</title><link rel=icon href=/icon.png>"),
        (_, "/favicon.ico") => ok("image/x-icon", file(&drawn(32, 32, false), ImageFormat::Ico)),
        (_, "/old.ico") => ok("image/vnd.microsoft.icon", bitmap_icon()),
        ("old.example", "/") => ok("text/html", "<title>Old</title><link rel='shortcut icon' href=/favicon.ico>"),
        ("older.example", "/") => ok("text/html", "<title>Older</title><link rel='shortcut icon' href=/old.ico>"),
        ("pictured.example", "/") => {
            ok("text/html", "<title>Shown</title><meta property=og:image content=/p.jpg><link rel=icon href=/icon.png>")
        }
        ("bare.example", "/") => ok("text/html", "<title>Bare</title><link rel=icon href=/gone.png>"),
        _ => reply(404, &[], ""),
    }
}

/// An icon in the format before PNG: 8 and 16 pixels a side, as BMP with a mask; green.
fn bitmap_icon() -> Vec<u8> {
    let picture = |side: u32| {
        let head = [&40_u32.to_le_bytes()[..], &side.to_le_bytes(), &(side * 2).to_le_bytes(), &[1, 0, 32, 0]].concat();
        let pixels = [0_u8, 200, 0, 255].repeat(usize::try_from(side * side).unwrap());
        [head, vec![0; 24], pixels, vec![0; usize::try_from(side * 4).unwrap()]].concat()
    };
    let (mut out, mut at) = (vec![0, 0, 1, 0, 2, 0], 6 + 32);
    for side in [8_u8, 16] {
        let count = u32::try_from(picture(side.into()).len()).unwrap();
        out.extend([&[side, side, 0, 0, 1, 0, 32, 0][..], &count.to_le_bytes(), &u32::to_le_bytes(at)].concat());
        at += count;
    }
    [out, picture(8), picture(16)].concat()
}

/// A live page of these tiles, in a look and a layout.
async fn page(app: &TestApp, ada: &Actor, look: &str, layout: &str) -> String {
    ada.patch("/api/v1/page/theme", json!({ "style": look, "layout": layout })).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    app.anonymous().get("/ada").await.expect(200).text
}

/// The addresses of the icons on a page.
fn icons(html: &str) -> Vec<&str> {
    let images = html.split("<img src=\"").skip(1).filter_map(|part| part.split_once('>')).map(|it| it.0);
    let icons = images.filter(|image| image.contains("class=\"site"));
    icons.filter_map(|icon| icon.split_once('"')).map(|it| it.0).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sites_icon_stands_where_a_glyph_would() {
    let (web, app) = fake_web_and_app(HOSTS, site).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://plain.example/").await;
    settle(&app).await;
    assert_eq!(facts(&ada, &id).await["icon"], "https://plain.example/icon.png");
    assert_eq!(web.count("icon.png"), 1, "it is had before anybody looks");
    let html = page(&app, &ada, "lofi", "bento").await;
    assert!(html.contains("class=\"lofi-globe known\"") && !html.contains("plain.example/icon"), "{html}");
    for look in ["cozy", "washi", "lofi", "painted", "cobalt", "night"] {
        let html = page(&app, &ada, look, "list").await;
        let [icon] = icons(&html)[..] else { panic!("{look}: {html}") };
        assert!(icon.starts_with("/media/far/") && icon.ends_with("/240.webp"), "{icon}");
        assert!(html.contains("alt=\"\" width=\"32\" height=\"32\" loading=\"lazy\""), "{html}");
        let shown = image::load_from_memory(&app.anonymous().download(icon).await).unwrap();
        assert_eq!(shown.dimensions(), (48, 48), "never larger than it is");
    }
    assert_eq!(web.count("icon.png"), 1);
    // An export for any host includes it.
    let zip = ada.download("/api/v1/page/export.html.zip").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    let text = std::io::read_to_string(zip.by_name("index.html").unwrap()).unwrap();
    let [icon] = icons(&text)[..] else { panic!("{text}") };
    assert!(zip.file_names().any(|file_name| file_name == icon), "{icon}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_icon_in_ico_stands_there_too() {
    let (_web, app) = fake_web_and_app(HOSTS, site).await;
    for (host, side) in [("old.example", 32), ("older.example", 16)] {
        let ada = app.owner(host.split('.').next().unwrap()).await;
        add(&ada, &format!("https://{host}/")).await;
        settle(&app).await;
        ada.patch("/api/v1/page/theme", json!({ "style": "cozy", "layout": "list" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let html = app.anonymous().get(&format!("/{}", host.split('.').next().unwrap())).await.expect(200).text;
        let [icon] = icons(&html)[..] else { panic!("{html}") };
        let shown = image::load_from_memory(&app.anonymous().download(icon).await).unwrap();
        assert_eq!(shown.dimensions(), (side, side), "the largest of them");
        let middle = shown.get_pixel(side / 2, side / 2).0;
        assert!(side == 32 || middle[1] > 190 && middle[0] < 10 && middle[3] == 255, "{middle:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_icon_that_is_not_to_be_had_leaves_the_glyph() {
    let (web, app) = fake_web_and_app(HOSTS, site).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://bare.example/").await;
    settle(&app).await;
    assert_eq!(facts(&ada, &id).await["title"], "Bare");
    for look in ["lofi", "cozy"] {
        let html = page(&app, &ada, look, "list").await;
        assert!(icons(&html).is_empty() && !html.contains(" known\""), "{html}");
    }
    assert_eq!(web.count("gone.png"), 1);
    assert_eq!(ada.get("/api/v1/page").await.expect(200).body()["pictures"], serde_json::Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_with_a_picture_needs_no_icon() {
    let (web, app) = fake_web_and_app(HOSTS, site).await;
    let ada = app.owner("ada").await;
    add(&ada, "https://pictured.example/").await;
    settle(&app).await;
    assert!(icons(&page(&app, &ada, "lofi", "list").await).is_empty());
    assert_eq!(web.count("icon.png"), 0);
}
