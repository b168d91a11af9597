//! Pictures on pages: in the sizes that layouts need, as dots and as characters.

use image::{GenericImageView, ImageFormat};
use mantel_model::photo::Sketch;
use mantel_server::store::{NewPicture, PictureQuota};
use serde_json::json;
use tokio::task::JoinSet;

use crate::support::pictures::{drawn, file, halves, progressive};
use crate::support::{Actor, Database, TestApp, on_both};

/// A live page of one picture tile, with these theme fields.
async fn live(ada: &Actor, src: &str, theme: serde_json::Value) -> String {
    let tile = json!({ "type": "image", "src": src, "size": "l", "alt": "Two colours", "focus": { "x": 25, "y": 50 }, "zoom": 1.5 });
    ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
    ada.patch("/api/v1/page/theme", theme).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    ada.get("/ada").await.expect(200).text
}

async fn uploaded(ada: &Actor, width: u32, height: u32) -> String {
    let jpeg = file(&halves(width, height), ImageFormat::Jpeg);
    ada.upload("image/jpeg", &jpeg).await.expect(201).body()["src"].as_str().unwrap().to_owned()
}

on_both! {
    async fn a_picture_is_served_in_the_sizes_that_layouts_need(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let src = uploaded(&ada, 700, 500).await;
        for (name, width, height) in [("240.webp", 240, 171), ("320.webp", 320, 228), ("480.webp", 480, 342), ("640.webp", 640, 457), ("800.webp", 700, 500), ("1280.webp", 700, 500)] {
            let address = format!("{src}/{name}");
            let reply = anyone.get(&address).await.expect(200);
            assert_eq!(reply.header("content-type"), "image/webp");
            assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
            anyone.clone().with("if-none-match", reply.header("etag")).get(&address).await.expect(304);
            let seen = image::load_from_memory(&anyone.download(&address).await).unwrap();
            assert_eq!(seen.dimensions(), (width, height), "{name}");
            let red = seen.get_pixel(10, 10).0;
            assert!(red[0] > 220 && red[1] < 40 && red[2] < 40, "{red:?}");
        }
        let dots = image::load_from_memory(&anyone.download(&format!("{src}/dither-96.png")).await).unwrap().to_luma8();
        assert_eq!(dots.dimensions(), (96, 68));
        assert!(dots.pixels().all(|pixel| matches!(pixel.0[0], 0 | 255)));
        let sketch = Sketch::from_bytes(&anyone.download(&format!("{src}/sketch")).await).unwrap();
        assert_eq!((sketch.measure.width, sketch.measure.height, sketch.grey.cols), (700, 500, 96));
        assert!(sketch.measure.tint.is_some());
        for unknown in ["321.webp", "dither-97.png", "640.png", "sketch2", "..%2f640.webp"] {
            anyone.get(&format!("{src}/{unknown}")).await.expect(404);
        }
        anyone.get(&format!("/media/{}/640.webp", "0".repeat(64))).await.expect(404);
    }

    async fn pages_offer_the_sizes_and_stand_in_colours(app) {
        let ada = app.owner("ada").await;
        let src = uploaded(&ada, 700, 500).await;
        let html = live(&ada, &src, json!({})).await;
        for held in [
            format!("srcset=\"{src}/240.webp 240w, {src}/320.webp 320w, {src}/480.webp 480w, {src}/640.webp 640w, {src}/800.webp 700w\""),
            "width=\"700\" height=\"500\"".to_owned(),
            // The box is square and the picture wider: it is drawn as wide as covering requires, times the zoom of 1.5.
            "sizes=\"(max-width:599px) calc(210vw - 139px), 1243px\"".to_owned(),
            "background:linear-gradient(#".to_owned(),
            "object-position:25% 50%;transform:scale(1.5);transform-origin:25% 50%".to_owned(),
        ] {
            assert!(html.contains(&held), "{held} in {html}");
        }
        let page = ada.get("/api/v1/page").await.expect(200).body();
        assert_eq!(page["pictures"][&src]["measure"]["width"], 700);
        assert_eq!(page["pictures"][&src]["src"], json!(src));
    }

    async fn dots_and_letters_are_made_here(app) {
        let ada = app.owner("ada").await;
        let src = uploaded(&ada, 1640, 1640).await;
        let html = live(&ada, &src, json!({ "photos": "dither" })).await;
        assert!(html.contains(&format!("src=\"{src}/dither-256.png\"")), "{html}");
        ada.patch("/api/v1/page/theme", json!({ "photos": "ascii" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let html = ada.get("/ada").await.expect(200).text;
        let letters = html.split_once("class=\"letters\"").unwrap().1.split_once('>').unwrap().1;
        let letters = letters.split_once('<').unwrap().0;
        // Red is lighter than blue, so the right half is darker.
        assert_eq!(letters.lines().count(), 64);
        assert!(letters.lines().all(|line| line.len() == 64 && line.ends_with('@') && !line.starts_with('@')), "{letters}");
        assert!(html.contains("<span class=\"unseen\">Two colours</span>"));
        assert!(!html.contains(&format!("src=\"{src}")), "a picture in letters is not fetched");
    }
}

#[tokio::test]
async fn who_asks_at_once_gets_the_same() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let png = file(&drawn(900, 600, true), ImageFormat::Png);
    let src = ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned();
    let decoded = app.app.media.decode_count();
    let mut asked = JoinSet::new();
    for _ in 0..8 {
        let (anyone, address) = (app.anonymous(), format!("{src}/640.webp"));
        asked.spawn(async move { anyone.download(&address).await });
    }
    let all = asked.join_all().await;
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(app.app.media.decode_count(), decoded + 1, "one decodes for all");
    let seen = image::load_from_memory(&all[0]).unwrap();
    assert!(seen.color().has_alpha() && seen.get_pixel(600, 10).0[3] < 20, "what one sees through stays so");
    let sketch = Sketch::from_bytes(&app.anonymous().download(&format!("{src}/sketch")).await).unwrap();
    assert_eq!(sketch.measure.tint, None);
}

#[tokio::test]
async fn a_stored_picture_of_many_scans_is_decoded_for_no_visitor() {
    // As an older version kept it.
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    app.owner("ada").await;
    let jpeg = progressive(320, 240, 90);
    let hash = mantel_server::media::hash(&jpeg);
    let store = app.app.service.store();
    let account = store.account_by_email("ada@harrow.example").await.unwrap().unwrap().id;
    let new = NewPicture { hash: &hash, kind: "image/jpeg", width: 320, height: 240, bytes: 1 };
    assert!(store.add_picture(&account, &new, PictureQuota { count: 9, bytes: 9 }, 0).await.unwrap());
    app.app.media.blobs.put(&hash, jpeg.into()).await.unwrap();
    app.anonymous().get(&format!("/media/{hash}")).await.expect(200);
    for name in ["320.webp", "640.webp", "dither-96.png", "sketch"] {
        app.anonymous().get(&format!("/media/{hash}/{name}")).await.expect(404);
    }
}
