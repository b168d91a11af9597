//! `/{username}/qr.svg` and `/{username}/qr.png`, stickers, and the ways that codes name: `/{username}+door`.

use image::GenericImageView as _;
use serde_json::json;
use tokio::task::JoinSet;

use crate::support::{Actor, TestApp, on_both, pictures};

on_both! {
    async fn a_code_of_a_page_has_its_address_and_may_name_a_way(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        for none in ["/ada/qr.svg", "/ada/qr.png"] {
            anyone.get(none).await.expect(404);
        }
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let plain = anyone.get("/ada/qr.svg").await.expect(200);
        assert_eq!((plain.header("content-type"), plain.header("cache-control")), ("image/svg+xml", "public, max-age=86400"));
        assert!(plain.text.starts_with("<svg ") && !plain.text.contains("<script"));
        assert_ne!(anyone.get("/ada/qr.svg?way=door").await.expect(200).text, plain.text);
        let picture = anyone.download("/ada/qr.png?size=256").await;
        let shown = image::load_from_memory_with_format(&picture, image::ImageFormat::Png).unwrap();
        assert!(shown.width() <= 256 && shown.width() > 128 && shown.width() == shown.height(), "{}", shown.width());
        // Of any wish a picture of bounded size.
        for size in ["0", "4294967295"] {
            assert!(anyone.download(&format!("/ada/qr.png?size={size}")).await.len() < 64 * 1024, "{size}");
        }
        for wrong in ["/ada/qr.png?size=big", "/ada/qr.svg?way=a", "/ada/qr.svg?way=a%20b", "/ada/qr.svg?way=twenty-five-letters-long-x"] {
            anyone.get(wrong).await.expect(400);
        }
        assert_eq!(anyone.get("/Ada/qr.svg").await.expect(308).header("location"), "/ada/qr.svg");
    }
}

on_both! {
    async fn an_address_with_a_way_leads_to_the_page(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        for address in ["/ada+door", "/ADA+DOOR", "/ada+market-2026"] {
            let led = anyone.get(address).await.expect(303);
            assert_eq!((led.header("location"), led.header("cache-control")), ("/ada", "no-store"), "{address}");
        }
        for none in ["/ada+", "/ada+a", "/+door", "/ada+a+b", "/ada+a.b", "/ada+twenty-five-letters-long-x"] {
            anyone.get(none).await.expect(404);
        }
    }
}

on_both! {
    async fn a_sticker_is_drawn_in_each_form_and_names_its_way(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        anyone.get("/ada/qr.png?form=sticker").await.expect(404);
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada <Harrow>" })).await.expect(200);
        ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let drawn = anyone.get("/ada/qr.svg?form=sticker").await.expect(200);
        assert_eq!((drawn.header("content-type"), drawn.header("cache-control")), ("image/svg+xml", "public, max-age=300"));
        assert!(drawn.text.starts_with("<svg ") && !drawn.text.contains("<script") && !drawn.text.contains("Harrow"));
        assert_ne!(anyone.get("/ada/qr.svg?form=sticker&way=door").await.expect(200).text, drawn.text);
        let picture = image::load_from_memory_with_format(&anyone.download("/ada/qr.png?form=sticker").await, image::ImageFormat::Png).unwrap();
        assert_eq!((picture.width(), picture.height()), (1024, 1024));
        let small = image::load_from_memory(&anyone.download("/ada/qr.png?form=sticker&size=312").await).unwrap();
        assert_eq!((small.width(), small.height()), (312, 312));
        // The same picture, in the colours of its middle too.
        let (x, y) = (small.get_pixel(156, 20), picture.resize_exact(312, 312, image::imageops::Triangle).get_pixel(156, 20));
        assert!(x.0.iter().zip(y.0).all(|(a, b)| a.abs_diff(b) <= 6), "{x:?} {y:?}");
        for size in ["0", "4294967295"] {
            let any = image::load_from_memory(&anyone.download(&format!("/ada/qr.png?form=sticker&size={size}")).await).unwrap();
            assert!((64..=1024).contains(&any.width()), "{size}: {}", any.width());
        }
        assert!(anyone.download("/ada/print.pdf?form=sticker").await.starts_with(b"%PDF-1."));
        assert_eq!(anyone.get("/ada/print.pdf").await.expect(200).header("content-type"), "application/pdf");
        for (wrong, why) in [
            ("qr.png?form=sticker&way=a%20b", "letters"), ("qr.svg?form=poster", "plain, sticker or print"),
            ("qr.png?form=", "plain, sticker or print"), ("print.pdf?form=plain", "print or sticker"),
        ] {
            let refused = anyone.get(&format!("/ada/{wrong}")).await.expect(400);
            assert!(refused.header("content-type").starts_with("text/plain") && refused.text.contains(why), "{}", refused.text);
        }
        assert_eq!(anyone.get("/ada/qr.svg?form=plain").await.expect(200).text, anyone.get("/ada/qr.svg").await.text);
        assert_eq!(anyone.get("/Ada/print.pdf").await.expect(308).header("location"), "/ada/print.pdf");
    }
}

on_both! {
    async fn of_many_stickers_at_once_some_are_asked_to_wait_and_all_come_in_the_end(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let ask = |anyone: Actor| async move { anyone.get("/ada/qr.svg?form=sticker").await };
        let answers = (0..30).map(|_| ask(anyone.clone())).collect::<JoinSet<_>>().join_all().await;
        let busy: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
        assert!(!busy.is_empty() && busy.len() < 30, "{}", busy.len());
        for answer in busy {
            let seconds: u32 = answer.header("retry-after").parse().unwrap();
            assert!((1..=5).contains(&seconds), "{seconds}");
        }
        anyone.get("/ada/qr.svg?form=sticker").await.expect(200);
    }
}

#[tokio::test]
async fn a_print_of_a6_has_room_for_the_knife_and_shows_the_portrait() {
    let app = TestApp::set(&[]).await;
    let (ada, anyone) = (app.owner("ada").await, app.anonymous());
    anyone.get("/ada/print.pdf").await.expect(404);
    ada.patch("/api/v1/page/profile", json!({ "name": "Ada Harrow", "bio": "Engines." })).await.expect(200);
    ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let pdf = anyone.get("/ada/print.pdf?way=door").await.expect(200);
    assert_eq!((pdf.header("content-type"), pdf.header("cache-control")), ("application/pdf", "public, max-age=300"));
    let bare = anyone.download("/ada/qr.png?form=print").await;
    let picture = image::load_from_memory_with_format(&bare, image::ImageFormat::Png).unwrap();
    assert_eq!((picture.width(), picture.height()), (1240, 1748));
    let small = anyone.download("/ada/qr.png?form=print&size=318").await;
    let shown = image::load_from_memory_with_format(&small, image::ImageFormat::Png).unwrap();
    assert_eq!((shown.width(), shown.height()), (318, 449));
    assert!(small.len() * 4 < bare.len(), "{} {}", small.len(), bare.len());
    let portrait = pictures::file(&pictures::halves(400, 400), image::ImageFormat::Png);
    let stored = ada.upload("image/png", &portrait).await.expect(201).body();
    ada.patch("/api/v1/page/profile", json!({ "avatar": stored["src"] })).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    assert_ne!(anyone.download("/ada/qr.png?form=print").await, bare);
    assert_eq!(anyone.get("/Ada/print.pdf").await.expect(308).header("location"), "/ada/print.pdf");
}
