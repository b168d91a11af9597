//! Which pictures are kept, and how many: unused ones are collected, and each account has a quota.

use image::ImageFormat;
use mantel_model::limits::{PICTURE_BYTES, PICTURES};
use mantel_server::store::{NewPicture, PictureQuota};
use serde_json::json;

use crate::support::pictures::{drawn, file};
use crate::support::web::{FakeWeb, ReceivedRequest, ok};
use crate::support::{Actor, Database, TestApp, on_both};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// An accepted upload of a picture of this width.
async fn uploaded(person: &Actor, width: u32) -> String {
    let png = file(&drawn(width, 20, false), ImageFormat::Png);
    person.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned()
}

/// Adds the picture as a tile; returns the tile's id.
async fn shown(person: &Actor, src: &str) -> String {
    let tile = json!({ "tile": { "type": "image", "src": src } });
    person.post("/api/v1/page/tiles", tile).await.expect(201).body()["tiles"][0]["id"].as_str().unwrap().to_owned()
}

async fn account(app: &TestApp, name: &str) -> String {
    app.app.service.store().account_by_email(&format!("{name}@harrow.example")).await.unwrap().unwrap().id
}

on_both! {
    async fn pictures_that_no_page_names_go_after_thirty_days(app) {
        let (ada, bob, anyone) = (app.owner("ada").await, app.owner("bob").await, app.anonymous());
        let (live, draft, past) = (uploaded(&ada, 10).await, uploaded(&ada, 11).await, uploaded(&ada, 12).await);
        let (idle, shared) = (uploaded(&ada, 13).await, uploaded(&ada, 14).await);
        bob.upload("image/png", &file(&drawn(14, 20, false), ImageFormat::Png)).await.expect(201);
        shown(&bob, &shared).await;
        // So long that its history is stored as differences.
        ada.patch("/api/v1/page/profile", json!({ "bio": "Far away. ".repeat(15) })).await.expect(200);
        for _ in 0..8 {
            ada.post("/api/v1/page/tiles", json!({ "input": "And a word. ".repeat(10) })).await.expect(201);
        }
        // One that only the live page uses, one only in the draft, one only in the history.
        let (first, old) = (shown(&ada, &live).await, shown(&ada, &past).await);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        for id in [first, old] {
            ada.json(reqwest::Method::DELETE, &format!("/api/v1/page/tiles/{id}"), json!({})).await.expect(200);
        }
        shown(&ada, &draft).await;
        ada.patch("/api/v1/page/profile", json!({ "avatar": draft })).await.expect(200);
        anyone.get(&format!("{idle}/320.webp")).await.expect(200);
        app.app.service.clock().advance(29 * DAY);
        app.app.garbage.collect().await.unwrap();
        anyone.get(&idle).await.expect(200);
        let young = uploaded(&ada, 15).await;
        app.app.service.clock().advance(2 * DAY);
        app.app.garbage.collect().await.unwrap();
        for gone in [idle.clone(), format!("{idle}/320.webp"), format!("{idle}/sketch")] {
            anyone.get(&gone).await.expect(404);
        }
        for kept in [&live, &draft, &past, &young] {
            anyone.get(kept).await.expect(200);
        }
        // A picture unused by its account stays while another account's page shows it.
        anyone.get(&shared).await.expect(200);
        let store = app.app.service.store();
        let hash = shared.trim_start_matches("/media/");
        assert!(!store.has_picture(&account(&app, "ada").await, hash).await.unwrap());
        assert!(store.has_picture(&account(&app, "bob").await, hash).await.unwrap());
        // After collection it can be uploaded again.
        assert_eq!(uploaded(&ada, 13).await, idle);
        anyone.get(&idle).await.expect(200);
    }

    async fn an_account_has_no_more_pictures_than_its_share(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let (store, id) = (app.app.service.store().clone(), account(&app, "ada").await);
        let quota = PictureQuota { count: i64::try_from(PICTURES).unwrap(), bytes: i64::try_from(PICTURE_BYTES).unwrap() };
        let png = file(&drawn(40, 30, false), ImageFormat::Png);
        let kept = ada.upload("image/png", &png).await.expect(201).body();
        // One picture short of the quota, recorded without files.
        for at in 2..PICTURES {
            let hash = format!("{at:064x}");
            let new = NewPicture { hash: &hash, kind: "image/png", width: 1, height: 1, bytes: 1 };
            assert!(store.add_picture(&id, &new, quota, 0).await.unwrap());
        }
        uploaded(&ada, 51).await;
        let decoded = app.app.media.decode_count();
        ada.upload("image/png", &file(&drawn(52, 20, false), ImageFormat::Png)).await.refused(413, "image_quota");
        assert_eq!(app.app.media.decode_count(), decoded, "no work is done for what has no room");
        // A picture the account already has does not count again, and other accounts have quotas of their own.
        assert_eq!(ada.upload("image/png", &png).await.expect(201).body(), kept);
        uploaded(&bob, 52).await;
        // Collection frees quota.
        app.app.service.clock().advance(31 * DAY);
        for _ in 0..PICTURES.div_ceil(200) {
            app.app.garbage.collect().await.unwrap();
        }
        uploaded(&ada, 53).await;
    }

    async fn the_bytes_of_pictures_are_counted_too(app) {
        let ada = app.owner("ada").await;
        let (store, id) = (app.app.service.store().clone(), account(&app, "ada").await);
        let png = file(&drawn(40, 30, false), ImageFormat::Png);
        let length = i64::try_from(png.len()).unwrap();
        let quota = PictureQuota { count: 1000, bytes: i64::try_from(PICTURE_BYTES).unwrap() };
        let (large, hash) = (quota.bytes - length, "a".repeat(64));
        let new = NewPicture { hash: &hash, kind: "image/png", width: 1, height: 1, bytes: large };
        assert!(store.add_picture(&id, &new, quota, 0).await.unwrap());
        ada.upload("image/png", &png).await.expect(201);
        ada.upload("image/png", &file(&drawn(4, 4, false), ImageFormat::Png)).await.refused(413, "image_quota");
    }
}

#[tokio::test]
async fn far_pictures_go_when_nobody_asked_for_thirty_days() {
    let png = |request: &ReceivedRequest| {
        file(&drawn(if request.path == "/a.png" { 30 } else { 31 }, 20, false), ImageFormat::Png)
    };
    let web = FakeWeb::start(&["far.example"], move |request: &ReceivedRequest| ok("image/png", png(request))).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    let ada = app.owner("ada").await;
    let named = |source: &str| app.app.remote_images.signer.source("ada", source);
    let (seen, left) = ("https://far.example/a.png", "https://far.example/b.png");
    let mut kept = Vec::new();
    for source in [seen, left] {
        kept.push(app.app.remote_images.get(&named(source)).await.unwrap().unwrap());
    }
    // One of them has also been uploaded.
    let both = "https://far.example/a.png?copy";
    let upload = file(&drawn(31, 20, false), ImageFormat::Png);
    let clock = app.app.service.clock();
    clock.advance(20 * DAY);
    app.app.remote_images.get(&named(seen)).await.unwrap();
    clock.advance(20 * DAY);
    app.app.garbage.collect().await.unwrap();
    assert!(app.app.media.blobs.get(&kept[0]).await.unwrap().is_some());
    assert!(app.app.media.blobs.get(&kept[1]).await.unwrap().is_none());
    let store = app.app.service.store();
    assert_eq!(store.remote_image(left).await.unwrap(), None);
    assert_eq!(store.far_pictures(&[seen, left]).await.unwrap().len(), 1);
    let hash = app.app.remote_images.get(&named(both)).await.unwrap().unwrap();
    assert_eq!(ada.upload("image/png", &upload).await.expect(201).body()["src"], format!("/media/{hash}"));
    clock.advance(29 * DAY);
    ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": format!("/media/{hash}") } }))
        .await
        .expect(201);
    clock.advance(2 * DAY);
    app.app.garbage.collect().await.unwrap();
    assert!(app.app.media.blobs.get(&hash).await.unwrap().is_some(), "a page still names it");
}
