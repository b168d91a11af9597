//! Pictures in an S3 bucket: everything that the folder store does, against a real S3-compatible server.

use std::collections::BTreeSet;

use image::{GenericImageView, ImageFormat};
use mantel_server::config::{Config, MediaStorage};
use mantel_server::media::{BlobStore, Variant};
use reqwest::Method;
use serde_json::json;

use crate::support::bucket::{Bucket, NAME};
use crate::support::pictures::{drawn, file};
use crate::support::{OPEN, TestApp};

/// The settings of a server that stores pictures in the bucket.
fn settings(bucket: &Bucket) -> Vec<(&str, &str)> {
    let own = [
        ("MEDIA_URL", "s3://pictures/of/mantel"),
        ("AWS_ENDPOINT_URL", bucket.url.as_str()),
        ("AWS_ACCESS_KEY_ID", "name"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    [OPEN, &own].concat()
}

/// The server's blob store for the bucket, on its own.
fn blob_store(settings: &[(&str, &str)]) -> BlobStore {
    let look = |name: &str| settings.iter().find(|setting| setting.0 == name).map(|setting| setting.1.to_owned());
    let MediaStorage::Bucket(place) = Config::read(&look).unwrap().media else { panic!("a bucket") };
    assert_eq!((place.name.as_str(), place.prefix.as_str()), (NAME, "of/mantel"));
    BlobStore::in_bucket(&place).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_live_and_end_in_a_bucket() {
    let Some(bucket) = Bucket::open().await else { return };
    let settings = settings(&bucket);
    let (app, blobs) = (TestApp::set(&settings).await, blob_store(&settings));
    let (ada, bob, anyone) = (app.owner("ada").await, app.owner("bob").await, app.anonymous());
    let png = file(&drawn(900, 600, true), ImageFormat::Png);
    let src = ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned();
    let hash = src.trim_start_matches("/media/");
    assert!(blobs.get(hash).await.unwrap().is_some_and(|whole| whole == png), "it is in the bucket, byte for byte");
    // Served as from a folder: whole, by range, by ETag, and in the derived sizes.
    assert_eq!(anyone.download(&src).await, png);
    let got = anyone.get(&src).await.expect(200);
    anyone.clone().with("if-none-match", got.header("etag")).get(&src).await.expect(304);
    let part = anyone.clone().with("range", "bytes=1-3").get(&src).await.expect(206);
    assert_eq!(
        (part.text.as_str(), part.header("content-range")),
        ("PNG", format!("bytes 1-3/{}", png.len()).as_str())
    );
    let head = anyone.call(Method::HEAD, &src, None).await.expect(200);
    assert_eq!(head.header("content-length"), png.len().to_string());
    let small = anyone.download(&format!("{src}/320.webp")).await;
    assert_eq!(image::load_from_memory(&small).unwrap().dimensions(), (320, 213));
    assert!(
        blobs.variant(hash, Variant::Width(320)).await.unwrap().is_some_and(|variant| variant == small),
        "made once and kept"
    );
    assert!(blobs.variant(hash, Variant::Width(1280)).await.unwrap().is_none(), "what nobody asked for is not made");
    anyone.get(&format!("/media/{}", "0".repeat(64))).await.expect(404);
    // A page that uses it is exported with it.
    ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src } })).await.expect(201);
    let zip = ada.download("/api/v1/page/export.zip").await;
    assert!(zip.windows(png.len()).any(|pair| pair == png));
    // Another server on the same database and bucket serves it too.
    let database = [("DATABASE_URL", app.app.config.database_url.as_str())];
    let beside = TestApp::set(&[settings.as_slice(), &database].concat()).await;
    assert_eq!(beside.anonymous().download(&src).await, png);
    // It stays while another account has it; with the last one it is deleted, along with everything derived from it.
    bob.upload("image/png", &png).await.expect(201);
    let account = |name: &str| format!("{name}@harrow.example");
    let service = &app.app.service;
    let id = service.store().account_by_email(&account("ada")).await.unwrap().unwrap().id;
    app.app.delete_account(&id).await.unwrap();
    assert_eq!(anyone.download(&src).await, png);
    let id = service.store().account_by_email(&account("bob")).await.unwrap().unwrap().id;
    app.app.delete_account(&id).await.unwrap();
    anyone.get(&src).await.expect(404);
    let left: BTreeSet<String> = {
        let mut left = BTreeSet::new();
        for what in Variant::all() {
            if blobs.variant(hash, what).await.unwrap().is_some() {
                left.insert(what.name());
            }
        }
        left
    };
    assert!(blobs.get(hash).await.unwrap().is_none() && left.is_empty(), "{left:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bucket_that_does_not_answer_is_no_lost_picture() {
    let Some(bucket) = Bucket::open().await else { return };
    let settings = settings(&bucket);
    let app = TestApp::set(&settings).await;
    let ada = app.owner("ada").await;
    let png = file(&drawn(8, 8, false), ImageFormat::Png);
    ada.upload("image/png", &png).await.expect(201);
    let gone =
        settings.iter().map(|setting| if setting.0 == "MEDIA_URL" { (setting.0, "s3://nowhere") } else { *setting });
    let other = TestApp::set(&gone.collect::<Vec<_>>()).await;
    let eve = other.owner("eve").await;
    eve.upload("image/png", &png).await.refused(503, "unavailable");
    let page = eve.get("/api/v1/page").await.expect(200).body();
    assert_eq!(page["username"], "eve", "all else works");
}
