//! `/{username}/icon-64.png` and the other sizes, and `/{username}/manifest.webmanifest`.

use image::GenericImageView;
use serde_json::json;

use crate::support::{Actor, on_both};

/// The addresses of the icons that the page names, by their size.
async fn addresses(anyone: &Actor) -> Vec<(u32, String)> {
    let html = anyone.get("/ada").await.expect(200).text;
    let mut found = Vec::new();
    for part in html.split("href=\"/ada/icon-").skip(1) {
        let address = format!("/ada/icon-{}", part.split('"').next().unwrap());
        found.push((part.split('.').next().unwrap().parse().unwrap(), address));
    }
    let manifest = anyone.get("/ada/manifest.webmanifest").await.expect(200).body();
    for icon in manifest["icons"].as_array().unwrap() {
        let side: u32 = icon["sizes"].as_str().unwrap().split('x').next().unwrap().parse().unwrap();
        found.push((side, icon["src"].as_str().unwrap().to_owned()));
    }
    found
}

on_both! {
    async fn a_page_has_icons_of_its_look_in_every_size_that_it_names(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        anyone.get("/ada/icon-64.png").await.expect(404);
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada" })).await.expect(200);
        ada.patch("/api/v1/page/theme", json!({ "style": "lofi" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let icons = addresses(&anyone).await;
        // What a browser fetches beside a page takes few bytes.
        assert!(icons.iter().all(|(side, address)| address.contains(".webp?") == (*side > 180)), "{icons:?}");
        assert_eq!(icons.iter().map(|icon| icon.0).collect::<Vec<_>>(), [64, 180, 192, 192, 512, 512, 32]);
        for (side, address) in &icons {
            let waiting = anyone.get(address).await.expect(200);
            app.app.drawings.draw_waiting().await;
            if waiting.header("cache-control") == "no-store" {
                assert_eq!(waiting.header("content-type"), "image/png");
            }
            let drawn = anyone.get(address).await.expect(200);
            let kind = if address.contains(".webp?") { image::ImageFormat::WebP } else { image::ImageFormat::Png };
            assert_eq!((drawn.header("content-type"), drawn.header("cache-control")), (kind.to_mime_type(), "public, max-age=31536000, immutable"));
            let shown = image::load_from_memory_with_format(&anyone.download(address).await, kind).unwrap();
            assert_eq!(shown.dimensions(), (*side, *side));
            anyone.clone().with("if-none-match", drawn.header("etag")).get(address).await.expect(304);
        }
        // A tile changes no icon; another look does.
        ada.post("/api/v1/page/tiles", json!({ "input": "A note" })).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert_eq!(addresses(&anyone).await, icons);
        ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let other = addresses(&anyone).await;
        assert!(other.iter().zip(&icons).all(|(one, before)| one.1 != before.1));
        assert_eq!(anyone.get("/Ada/icon-64.png").await.expect(308).header("location"), "/ada/icon-64.png");
    }
}

on_both! {
    async fn a_manifest_says_what_a_home_screen_shows(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.patch("/api/v1/page/profile", json!({ "name": "ليلى حداد من بيروت", "lang": "ar" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let html = anyone.get("/ada").await.expect(200);
        assert!(html.text.contains("<link rel=\"manifest\" href=\"/ada/manifest.webmanifest\">"));
        assert!(html.header("content-security-policy").contains("manifest-src 'self'"));
        let answer = anyone.get("/ada/manifest.webmanifest").await.expect(200);
        assert_eq!(answer.header("content-type"), "application/manifest+json");
        let manifest = answer.body();
        for (field, value) in [
            ("name", "ليلى حداد من بيروت"), ("short_name", "ada"), ("start_url", "/ada"), ("scope", "/ada"), ("id", "/ada"),
            ("display", "minimal-ui"), ("lang", "ar"), ("dir", "rtl"),
        ] {
            assert_eq!(manifest[field], value, "{field}");
        }
        for colour in ["theme_color", "background_color"] {
            let hex = manifest[colour].as_str().unwrap();
            assert!(hex.len() == 7 && hex.starts_with('#') && hex[1..].chars().all(|it| it.is_ascii_hexdigit()), "{hex}");
        }
        for (purpose, sizes) in [("any", 3), ("maskable", 2)] {
            assert_eq!(manifest["icons"].as_array().unwrap().iter().filter(|icon| icon["purpose"] == purpose).count(), sizes, "{purpose}");
        }
        assert_eq!(anyone.get("/ADA/manifest.webmanifest").await.expect(308).header("location"), "/ada/manifest.webmanifest");
    }
}
