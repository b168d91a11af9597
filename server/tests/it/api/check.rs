//! `GET /api/v1/page/check` and the tool `check_page`: what may be wrong, and the calls that mend it.

use image::ImageFormat;
use mantel_model::look::Look;
use mantel_model::theme::Font;
use serde_json::{Value, json};

use crate::mcp;
use crate::support::pictures::{drawn, file};
use crate::support::{Actor, OPEN, TestApp, on_both};

const CHECK: &str = "/api/v1/page/check";

fn codes(check: &Value) -> Vec<String> {
    let code = |finding: &Value| finding["code"].as_str().unwrap().to_owned();
    check["findings"].as_array().unwrap().iter().map(code).collect()
}

on_both! {
    async fn what_is_wrong_is_told_and_mended_by_the_calls_as_they_stand(app) {
        let ada = app.owner("ada").await;
        let src = ada.upload("image/png", &file(&drawn(900, 300, false), ImageFormat::Png)).await.expect(201).body()["src"].clone();
        ada.patch("/api/v1/page/theme", json!({ "style": "night", "accent": "#000000" })).await.expect(200);
        for tile in [
            json!({ "type": "heading", "text": "Nothing below" }),
            json!({ "type": "heading", "text": "Shop" }),
            json!({ "type": "link", "url": "https://a.example/", "title": "Pots" }),
            json!({ "type": "link", "url": "https://a.example", "title": "Pots again" }),
            json!({ "type": "image", "src": src, "size": "s" }),
        ] {
            ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
        }
        let check = ada.get(CHECK).await.expect(200).body();
        assert_eq!(codes(&check), ["profile", "accent", "section", "duplicate", "alt", "crop"]);
        assert_eq!(check["version"], ada.get("/api/v1/page").await.body()["version"]);
        let told = mcp::call(&ada, "check_page", json!({})).await;
        assert_eq!(told["findings"], check["findings"]);
        assert!(told["next"].as_str().unwrap().contains("(4)"), "{told}");
        for finding in told["findings"].as_array().unwrap() {
            if let Some(call) = finding.get("call") {
                mcp::call(&ada, call["tool"].as_str().unwrap(), call["arguments"].clone()).await;
            }
        }
        let left = ada.get(CHECK).await.body();
        assert_eq!(codes(&left), ["profile", "alt"]);
        assert!(left["findings"].as_array().unwrap().iter().all(|finding| finding["call"].is_null()), "{left}");
        let next = mcp::call(&ada, "check_page", json!({})).await["next"].clone();
        assert!(next.as_str().unwrap().contains("judgement"), "{next}");
    }

    async fn a_check_changes_nothing_and_is_the_owners(app) {
        let ada = app.owner("ada").await;
        let before = ada.get("/api/v1/page").await.body();
        ada.get(CHECK).await.expect(200);
        mcp::call(&ada, "check_page", json!({})).await;
        assert_eq!(ada.get("/api/v1/page").await.body(), before);
        app.anonymous().get(CHECK).await.expect(401);
        app.keyed("bob").await.get(CHECK).await.refused(404, "no_page");
    }
}

/// The findings about words.
async fn words(ada: &Actor) -> Vec<Value> {
    let check = ada.get(CHECK).await.expect(200).body();
    check["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == "word").cloned().collect()
}

#[tokio::test]
async fn words_are_measured_in_the_faces_and_boxes_of_the_look() {
    let app = TestApp::set(OPEN).await;
    let ada = app.owner("ada").await;
    let note = |text: &str| json!({ "type": "text", "text": text, "size": "s" });
    let page = |theme: Value, text: &str| json!({ "page": { "profile": { "name": "Ada" }, "theme": theme, "tiles": [note(text), note("Hello")] } });
    let long = "Donaudampfschifffahrtsgesellschaft sails";
    for look in Look::ALL {
        let theme = json!({ "style": look });
        // As long as a line of any look.
        ada.put("/api/v1/page", page(theme.clone(), "Pots, lamps")).await.expect(200);
        assert_eq!(words(&ada).await, Vec::<Value>::new(), "{look}");
        ada.put("/api/v1/page", page(theme, long)).await.expect(200);
        let told = words(&ada).await;
        assert_eq!(told.len(), 1, "{look}: {told:?}");
        assert!(
            told[0]["message"].as_str().unwrap().contains("“Donaudampfschifffahrtsgesellschaft” is longer"),
            "{told:?}"
        );
        if let Some(call) = told[0].get("call") {
            mcp::call(&ada, call["tool"].as_str().unwrap(), call["arguments"].clone()).await;
            assert_eq!(words(&ada).await, Vec::<Value>::new(), "{look}");
        }
    }
    // Letters that fill the em are parted anywhere, and a hyphen is a place to break.
    for text in
        ["春の夜の夢ばかりなる手枕にかひなく立たむ名こそ惜しけれ", "Donau-dampf-schiff-fahrts-gesell-schaft", "من"]
    {
        ada.put("/api/v1/page", page(json!({}), text)).await.expect(200);
        assert_eq!(words(&ada).await, Vec::<Value>::new(), "{text}");
    }
}

/// The message about the only tile with a broken word; none without one.
async fn message(ada: &Actor, theme: &Value, tile: &Value) -> Option<String> {
    let page = json!({ "page": { "profile": { "name": "Ada" }, "theme": theme, "tiles": [tile, { "type": "text", "text": "Hello" }] } });
    ada.put("/api/v1/page", page).await.expect(200);
    words(ada).await.first().map(|finding| finding["message"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn words_are_measured_in_the_typeface_that_was_chosen() {
    let app = TestApp::set(OPEN).await;
    let ada = app.owner("ada").await;
    // Wide, so that it is drawn in the same form however long its title is.
    let link = |title: &str| json!({ "type": "link", "url": "https://a.example", "title": title, "size": "w" });
    for look in Look::ALL {
        let theme = |font: Font| json!({ "style": look, "font": font });
        let mut longest = Vec::new();
        for font in [Font::Mono, Font::Condensed] {
            let mut letters = 6;
            while message(&ada, &theme(font), &link(&"Donaudampfschifffahrtsgesellschaft"[..letters])).await.is_none() {
                letters += 1;
            }
            longest.push(letters);
        }
        // A typewriter's letters are all as wide, those of the other are narrow.
        assert!(longest[0] < longest[1], "{look}: {longest:?}");
        for font in Font::ALL {
            assert_eq!(message(&ada, &theme(*font), &link("Pots")).await, None, "{look} {font:?}");
            assert!(message(&ada, &theme(*font), &link(&"x".repeat(90))).await.is_some(), "{look} {font:?}");
        }
    }
}

#[tokio::test]
async fn words_are_measured_in_lists_and_on_canvases() {
    let app = TestApp::set(OPEN).await;
    let ada = app.owner("ada").await;
    let word = "Donaudampfschifffahrtsgesellschaft";
    let title = |title: &str, pos: Value| json!({ "type": "link", "url": "https://a.example", "title": title, "size": "s", "pos": pos });
    for look in Look::ALL {
        let list = json!({ "style": look, "layout": "list" });
        assert_eq!(message(&ada, &list, &title("Pots and lamps", Value::Null)).await, None, "{look}");
        // A row is as long as the page is wide; no call makes it longer.
        assert!(message(&ada, &list, &title(&word.repeat(3), Value::Null)).await.is_some(), "{look}");
        assert!(words(&ada).await[0]["call"].is_null(), "{look}");
        let canvas = json!({ "style": look, "layout": "canvas" });
        let wide = |w: u32| json!({ "x": 0, "y": 0, "w": w, "h": 200 });
        let narrow = message(&ada, &canvas, &title(word, wide(120))).await;
        assert!(narrow.is_some_and(|told| told.contains("wide screen")), "{look}");
        assert!(words(&ada).await[0]["call"].is_null(), "the size is the owner's");
        let roomy = message(&ada, &canvas, &title(word, wide(1200))).await;
        assert!(roomy.is_none_or(|told| !told.contains("wide screen")), "{look}");
    }
}

#[tokio::test]
async fn a_full_page_is_checked() {
    let app = TestApp::set(&[]).await;
    let ada = app.owner("ada").await;
    let links: Vec<_> =
        (0..300).map(|at| json!({ "url": format!("https://a.example/{}", at / 2), "title": "Twice" })).collect();
    ada.post("/api/v1/page/import", json!({ "file": { "name": "Ada", "links": links }, "replace": true }))
        .await
        .expect(201);
    let check = ada.get(CHECK).await.expect(200).body();
    assert_eq!(codes(&check).iter().filter(|code| *code == "duplicate").count(), 150);
    assert!(codes(&check).contains(&"length".to_owned()));
}
