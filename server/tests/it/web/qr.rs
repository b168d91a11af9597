//! `/{username}/qr.svg` and `/{username}/qr.png`, and the places that codes name: `/{username}+door`.

use serde_json::json;

use crate::support::on_both;

on_both! {
    async fn a_code_of_a_page_has_its_address_and_may_name_a_place(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        for none in ["/ada/qr.svg", "/ada/qr.png"] {
            anyone.get(none).await.expect(404);
        }
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let plain = anyone.get("/ada/qr.svg").await.expect(200);
        assert_eq!((plain.header("content-type"), plain.header("cache-control")), ("image/svg+xml", "public, max-age=86400"));
        assert!(plain.text.starts_with("<svg ") && !plain.text.contains("<script"));
        assert_ne!(anyone.get("/ada/qr.svg?place=door").await.expect(200).text, plain.text);
        let picture = anyone.download("/ada/qr.png?size=256").await;
        let shown = image::load_from_memory_with_format(&picture, image::ImageFormat::Png).unwrap();
        assert!(shown.width() <= 256 && shown.width() > 128 && shown.width() == shown.height(), "{}", shown.width());
        // Of any wish a picture of bounded size.
        for size in ["0", "4294967295"] {
            assert!(anyone.download(&format!("/ada/qr.png?size={size}")).await.len() < 64 * 1024, "{size}");
        }
        for wrong in ["/ada/qr.png?size=big", "/ada/qr.svg?place=a", "/ada/qr.svg?place=a%20b", "/ada/qr.svg?place=twenty-five-letters-long-x"] {
            anyone.get(wrong).await.expect(400);
        }
        assert_eq!(anyone.get("/Ada/qr.svg").await.expect(308).header("location"), "/ada/qr.svg");
    }
}

on_both! {
    async fn an_address_with_a_place_leads_to_the_page(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        for address in ["/ada+door", "/ADA+DOOR", "/ada+market-2026"] {
            assert_eq!(anyone.get(address).await.expect(303).header("location"), "/ada", "{address}");
        }
        for none in ["/ada+", "/ada+a", "/+door", "/ada+a+b", "/ada+a.b", "/ada+twenty-five-letters-long-x"] {
            anyone.get(none).await.expect(404);
        }
    }
}
