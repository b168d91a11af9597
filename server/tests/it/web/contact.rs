//! `/{username}.vcf`: the page as a contact.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ical::parser::Component as _;
use ical::parser::vcard::component::VcardContact;
use serde_json::json;

use crate::support::{Reply, on_both, pictures};

/// The one contact of a reply, as a program reads it.
fn contact(reply: &Reply) -> VcardContact {
    assert_eq!(reply.header("content-type"), "text/vcard; charset=utf-8");
    let lines: Vec<_> = reply.text.split("\r\n").collect();
    assert!(lines.iter().all(|line| line.len() <= 75 && !line.contains('\n')), "{lines:?}");
    let all: Vec<_> = ical::VcardParser::new(reply.text.as_bytes()).collect::<Result<_, _>>().unwrap();
    let [only] = <[VcardContact; 1]>::try_from(all).unwrap();
    only
}

fn value(contact: &VcardContact, name: &str) -> String {
    contact.get_property(name).and_then(|property| property.value.clone()).unwrap_or_default()
}

fn values(contact: &VcardContact, name: &str) -> Vec<String> {
    contact
        .properties
        .iter()
        .filter(|property| property.name == name)
        .filter_map(|property| property.value.clone())
        .collect()
}

on_both! {
    async fn a_page_is_a_contact_that_phones_take(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        anyone.get("/ada.vcf").await.expect(404);
        let photo = pictures::file(&pictures::drawn(400, 300, true), image::ImageFormat::Png);
        let src = ada.upload("image/png", &photo).await.expect(201).body()["src"].clone();
        let profile = json!({ "name": "Inês; of, Harrow\\", "bio": "Ceramics.\nSlow mornings, and a kiln that is never quite cold, north of the river", "location": "Porto", "avatar": src });
        ada.patch("/api/v1/page/profile", profile).await.expect(200);
        let inputs = json!({ "inputs": ["mailto:in%C3%AAs@harrow.example?subject=Hello", "tel:+351222000111", "https://github.com/ines", "https://harrow.example/shop"] });
        ada.post("/api/v1/page/tiles", inputs).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let reply = anyone.get("/ada.vcf").await.expect(200);
        let card = contact(&reply);
        assert_eq!(value(&card, "VERSION"), "3.0");
        assert_eq!((value(&card, "FN"), value(&card, "N")), ("Inês\\; of\\, Harrow\\\\".to_owned(), ";Inês\\; of\\, Harrow\\\\;;;".to_owned()));
        assert!(value(&card, "NOTE").starts_with("Ceramics.\\nSlow mornings\\, and"), "{}", value(&card, "NOTE"));
        assert_eq!(value(&card, "ADR"), ";;;Porto;;;");
        assert_eq!(values(&card, "EMAIL"), ["inês@harrow.example"]);
        assert_eq!(values(&card, "TEL"), ["+351222000111"]);
        assert_eq!(values(&card, "X-SOCIALPROFILE"), ["https://github.com/ines"]);
        assert_eq!(value(&card, "URL"), ada.get("/api/v1/page").await.body()["url"].as_str().unwrap());
        let jpeg = STANDARD.decode(value(&card, "PHOTO")).unwrap();
        let shown = image::load_from_memory_with_format(&jpeg, image::ImageFormat::Jpeg).unwrap();
        assert_eq!((shown.width(), shown.height()), (192, 144));
        assert!(jpeg.len() < 12 * 1024, "{}", jpeg.len());
        anyone.clone().with("if-none-match", reply.header("etag")).get("/ada.vcf").await.expect(304);
        assert_eq!(anyone.get("/Ada.vcf").await.expect(308).header("location"), "/ada.vcf");
        assert_eq!(anyone.get("/ada.vcf/").await.expect(308).header("location"), "/ada.vcf");
        // The contact is the live page's.
        ada.patch("/api/v1/page/profile", json!({ "name": "Later" })).await.expect(200);
        assert_eq!(anyone.get("/ada.vcf").await.text, reply.text);
    }

    async fn nobody_adds_a_line_to_a_contact(app) {
        let ada = app.owner("ada").await;
        let bio = "One\r\nTEL:+1999\r\nEND:VCARD\nBEGIN:VCARD\u{85}FN:Other";
        ada.patch("/api/v1/page/profile", json!({ "bio": bio, "location": "Here\u{b}TEL:1" })).await.expect(200);
        ada.post("/api/v1/page/tiles", json!({ "inputs": ["mailto:a%0D%0ATEL:1@harrow.example"] })).await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let card = contact(&app.anonymous().get("/ada.vcf").await.expect(200));
        assert_eq!((values(&card, "TEL"), value(&card, "FN")), (Vec::new(), "Ada".to_owned()));
        assert_eq!((value(&card, "PHOTO"), values(&card, "END").len()), (String::new(), 0));
    }
}
