//! Uploads: what is accepted, how it is stored, and every reason for rejection.

use image::{GenericImageView, ImageFormat};
use mantel_model::limits::{IMAGE_BYTES, IMAGE_SIDE};
use reqwest::Method;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::support::pictures::{
    chunk, claimed, drawn, exif, file, halves, packed, with_chunk, with_riff, with_segment,
};
use crate::support::{Actor, Database, Reply, TestApp, on_both};

const IMAGES: &str = "/api/v1/images";

/// The stored file of an accepted upload.
async fn stored(person: &Actor, kind: &str, bytes: &[u8]) -> (Reply, Vec<u8>) {
    let reply = person.upload(kind, bytes).await.expect(201);
    let kept = person.download(reply.body()["src"].as_str().unwrap()).await;
    (reply, kept)
}

/// An upload of which only the first half is sent.
async fn begun(person: &Actor) -> TcpStream {
    let host = person.url().trim_start_matches("http://");
    let mut wire = TcpStream::connect(host).await.unwrap();
    let bearer = person.bearer();
    let head =
        format!("POST {IMAGES} HTTP/1.1\r\nhost: {host}\r\nauthorization: {bearer}\r\ncontent-length: 99\r\n\r\nhalf");
    wire.write_all(head.as_bytes()).await.unwrap();
    wire
}

fn holds(bytes: &[u8], words: &[u8]) -> bool {
    bytes.windows(words.len()).any(|pair| pair == words)
}

on_both! {
    async fn a_picture_is_kept_under_its_hash_and_served_forever(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let png = file(&drawn(40, 30, false), ImageFormat::Png);
        let reply = ada.upload("image/png", &png).await.expect(201);
        let body = reply.body();
        assert_eq!((body["width"].as_u64(), body["height"].as_u64()), (Some(40), Some(30)));
        let src = body["src"].as_str().unwrap();
        assert!(src.starts_with("/media/") && src.len() == 7 + 64, "{src}");
        // A file that contains nothing but the picture is stored byte for byte; the same picture has the same address.
        assert_eq!(anyone.download(src).await, png);
        assert_eq!(ada.upload("image/png", &png).await.expect(201).body(), body);
        let bob = app.keyed("bob").await;
        assert_eq!(bob.upload("", &png).await.expect(201).body(), body);
        let got = anyone.get(src).await.expect(200);
        assert_eq!(got.header("content-type"), "image/png");
        assert_eq!(got.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(got.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(got.header("x-content-type-options"), "nosniff");
        let held = anyone.clone().with("if-none-match", got.header("etag"));
        assert_eq!(held.get(src).await.expect(304).text, "");
        let head = anyone.call(Method::HEAD, src, None).await.expect(200);
        assert_eq!((head.header("content-length"), head.text.as_str()), (png.len().to_string().as_str(), ""));
        let part = anyone.clone().with("range", "bytes=1-3").get(src).await.expect(206);
        assert_eq!((part.text.as_str(), part.header("content-range")), ("PNG", format!("bytes 1-3/{}", png.len()).as_str()));
        anyone.clone().with("range", "bytes=999999-").get(src).await.expect(416);
        for unknown in [&"0".repeat(64), "x", &src[7..70].to_uppercase(), "..%2f..%2fetc%2fpasswd", &format!("{}.png", &src[7..])] {
            anyone.get(&format!("/media/{unknown}")).await.expect(404);
        }
    }

    async fn a_form_is_taken_too(app) {
        let ada = app.owner("ada").await;
        let png = file(&drawn(8, 8, true), ImageFormat::Png);
        let form = |field: &str, kind: &str| {
            let head = format!(
                "--line\r\ncontent-disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--line\r\n\
                 content-disposition: form-data; name=\"{field}\"; filename=\"a.png\"\r\ncontent-type: {kind}\r\n\r\n"
            );
            [head.as_bytes(), &png, b"\r\n--line--\r\n"].concat()
        };
        let raw = ada.upload("image/png", &png).await.expect(201);
        let kind = "multipart/form-data; boundary=line";
        assert_eq!(ada.upload(kind, &form("file", "image/png")).await.expect(201).body(), raw.body());
        ada.upload(kind, &form("file", "image/jpeg")).await.refused(415, "image_unsupported");
        ada.upload(kind, &form("picture", "image/png")).await.refused(400, "image_unreadable");
        ada.upload("multipart/form-data", &form("file", "image/png")).await.refused(400, "image_unreadable");
        ada.upload(kind, &form("file", "image/png")[..150]).await.refused(400, "image_unreadable");
    }

    async fn a_repeat_hears_the_first_reply(app) {
        let ada = app.owner("ada").await;
        let once = ada.clone().with("idempotency-key", "one");
        let (one, two) = (file(&drawn(8, 8, false), ImageFormat::Png), file(&drawn(9, 9, false), ImageFormat::Png));
        let first = once.upload("image/png", &one).await.expect(201);
        let again = once.upload("image/png", &one).await.expect(201);
        assert_eq!((again.text.as_str(), again.header("idempotency-replayed")), (first.text.as_str(), "true"));
        once.upload("image/png", &two).await.refused(422, "idempotency_key_reused");
        ada.clone().with("idempotency-key", "a b").upload("image/png", &one).await.refused(400, "invalid_input");
    }
}

#[tokio::test]
async fn nothing_but_the_picture_is_kept() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let (secret, upright) = (b"Harrow".as_slice(), exif(1));
    let jpeg = file(&drawn(64, 48, false), ImageFormat::Jpeg);
    let dirty = with_segment(&jpeg, 0xe1, &[b"Exif\0\0", upright.as_slice()].concat());
    let dirty =
        with_segment(&with_segment(&dirty, 0xfe, b"taken in Harrow"), 0xe1, b"http://ns.adobe.com/xap/1.0/\0Harrow");
    let dirty = [dirty.as_slice(), b"<script>Harrow</script>", &jpeg].concat();
    assert_eq!(stored(&ada, "image/jpeg", &dirty).await.1, jpeg);
    let png = file(&drawn(64, 48, true), ImageFormat::Png);
    let dirty = with_chunk(&with_chunk(&png, b"tEXt", b"Comment\0Harrow"), b"eXIf", &upright);
    let dirty = with_chunk(&dirty, b"zTXt", &[b"Comment\0\0", packed(secret).as_slice()].concat());
    let dirty = [dirty.as_slice(), b"PK\x03\x04 Harrow"].concat();
    assert_eq!(stored(&ada, "image/png", &dirty).await.1, png);
    let webp = file(&drawn(64, 48, true), ImageFormat::WebP);
    let (_, plain) = stored(&ada, "image/webp", &webp).await;
    let dirty = with_riff(&with_riff(&webp, b"EXIF", &upright), b"XMP ", secret);
    let (_, kept) = stored(&ada, "image/webp", &[dirty.as_slice(), secret].concat()).await;
    assert_eq!(kept, plain);
    assert!(!holds(&kept, secret));
}

#[tokio::test]
async fn pictures_are_turned_upright() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    // Stored rotated by 90 degrees: what was on the left is at the top.
    let jpeg = file(&halves(64, 32), ImageFormat::Jpeg);
    let turned = with_segment(&jpeg, 0xe1, &[b"Exif\0\0", exif(6).as_slice()].concat());
    let (reply, kept) = stored(&ada, "image/jpeg", &turned).await;
    assert_eq!((reply.body()["width"].as_u64(), reply.body()["height"].as_u64()), (Some(32), Some(64)));
    let seen = image::load_from_memory(&kept).unwrap();
    assert_eq!(seen.dimensions(), (32, 64));
    assert!(seen.get_pixel(16, 4).0[0] > 200 && seen.get_pixel(16, 60).0[2] > 200);
    assert!(!holds(&kept, b"Harrow") && !holds(&kept, b"Exif"));
    let png = with_chunk(&file(&halves(64, 32), ImageFormat::Png), b"eXIf", &exif(3));
    let seen = image::load_from_memory(&stored(&ada, "image/png", &png).await.1).unwrap();
    assert!(seen.get_pixel(4, 16).0[2] > 200, "upside down: blue is on the left");
}

#[tokio::test]
async fn of_an_animation_the_first_frame_is_kept() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let mut gif = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut gif);
    for picture in [halves(20, 10), drawn(20, 10, false), drawn(20, 10, true)] {
        encoder.encode_frame(image::Frame::new(picture.to_rgba8())).unwrap();
    }
    drop(encoder);
    let (_, kept) = stored(&ada, "image/gif", &gif).await;
    assert!(kept.starts_with(b"\x89PNG"));
    let seen = image::load_from_memory(&kept).unwrap();
    assert_eq!(
        (seen.dimensions(), seen.get_pixel(2, 2).0, seen.get_pixel(18, 2).0),
        ((20, 10), [250, 0, 0, 255], [0, 0, 250, 255])
    );
    // APNG: everything after the default picture is removed.
    let png = file(&halves(20, 10), ImageFormat::Png);
    let (head, end) = png.split_at(png.len() - 12);
    let frames = chunk(b"fdAT", &[&[0, 0, 0, 1], packed(&[0; 610]).as_slice()].concat());
    let apng = with_chunk(&[head, &frames, end].concat(), b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    assert_eq!(stored(&ada, "image/png", &apng).await.1, png);
    // An animated WebP: frames with 16 bytes of position and time, then a still picture's chunks.
    let still = &file(&halves(20, 10), ImageFormat::WebP)[12..];
    let frame = [&[0; 6][..], &[19, 0, 0, 9, 0, 0], &[100, 0, 0, 0], still].concat();
    let canvas = [2, 0, 0, 0, 19, 0, 0, 9, 0, 0];
    let empty = b"RIFF\x04\0\0\0WEBP".as_slice();
    let animated = with_riff(&with_riff(empty, b"VP8X", &canvas), b"ANIM", &[0; 6]);
    let animated = with_riff(&with_riff(&animated, b"ANMF", &frame), b"ANMF", &frame);
    let seen = image::load_from_memory(&stored(&ada, "image/webp", &animated).await.1).unwrap();
    assert_eq!((seen.dimensions(), seen.get_pixel(2, 2).0), ((20, 10), [250, 0, 0, 255]));
}

#[tokio::test]
async fn what_is_no_picture_is_refused_with_a_reason() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let png = file(&drawn(8, 8, false), ImageFormat::Png);
    let jpeg = file(&drawn(8, 8, false), ImageFormat::Jpeg);
    let svg = b"<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    for (kind, bytes, says) in [
        ("image/svg+xml", svg.as_slice(), "SVG"),
        ("image/png", b"  <!-- x --><svg onload=alert(1)>", "SVG"),
        ("image/avif", b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "HEIC"),
        ("image/heic", b"\0\0\0\x20ftypheic\0\0\0\0", "HEIC"),
        ("image/png", b"%PDF-1.7", "PDF"),
        ("image/bmp", b"BM\0\0\0\0", "BMP"),
        ("image/tiff", b"II\x2a\0\0\0", "TIFF"),
        ("application/json", b"{\"file\":1}", "PNG, JPEG, WebP, AVIF or GIF"),
        ("text/html", b"<!doctype html><script>alert(1)</script>", "PNG, JPEG, WebP, AVIF or GIF"),
        ("image/png", b"", "no picture in the body"),
        ("image/jpeg", &png, "the file is PNG"),
        ("image/png", &jpeg, "the file is JPEG"),
        ("text/html", &png, "the file is PNG"),
        ("image/svg+xml", &png, "the file is PNG"),
    ] {
        let reply = ada.upload(kind, bytes).await.refused(415, "image_unsupported");
        let said = reply.body()["detail"].as_str().unwrap().to_lowercase();
        assert!(said.contains(&says.to_lowercase()), "{kind}: {said}");
    }
    app.anonymous().upload("image/png", &png).await.refused(401, "unauthorized");
    ada.get(IMAGES).await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn what_is_damaged_is_refused_wherever_it_was_cut() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let picture = drawn(48, 40, false);
    for (kind, format) in [
        ("image/png", ImageFormat::Png),
        ("image/jpeg", ImageFormat::Jpeg),
        ("image/webp", ImageFormat::WebP),
        ("image/gif", ImageFormat::Gif),
    ] {
        let whole = file(&picture, format);
        for share in [2, 5, 20, 50, 80, 95] {
            let cut = &whole[..(whole.len() * share / 100).max(16)];
            ada.upload(kind, cut).await.refused(400, "image_unreadable");
        }
    }
    let mut png = file(&picture, ImageFormat::Png);
    let middle = png.len() / 2;
    png[middle] ^= 0x55;
    ada.upload("image/png", &png).await.refused(400, "image_unreadable");
    // A header that claims more pixels than the data has.
    ada.upload("image/png", &claimed(64, 64, &[0; 65])).await.refused(400, "image_unreadable");
}

#[tokio::test]
async fn bombs_are_refused_before_they_go_off() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    ada.upload("image/png", &claimed(60_000, 60_000, &[0; 100])).await.refused(413, "image_too_large");
    ada.upload("image/png", &claimed(IMAGE_SIDE + 1, 1, &[0; 100])).await.refused(413, "image_too_large");
    ada.upload("image/png", &claimed(0, 10, &[0; 100])).await.refused(400, "image_unreadable");
    let jpeg = file(&drawn(8, 8, false), ImageFormat::Jpeg);
    let at = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    let mut large = jpeg.clone();
    large[at + 5..at + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    ada.upload("image/jpeg", &large).await.refused(413, "image_too_large");
    let mut gif = file(&drawn(8, 8, false), ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    ada.upload("image/gif", &gif).await.refused(413, "image_too_large");
    // Text chunks that would unpack to 64 MiB are never unpacked.
    let bomb = [b"Comment\0\0", packed(&vec![0; 64 * 1024 * 1024]).as_slice()].concat();
    let png = file(&drawn(8, 8, false), ImageFormat::Png);
    let reply = ada.upload("image/png", &with_chunk(&png, b"zTXt", &bomb)).await.expect(201);
    assert_eq!(ada.download(reply.body()["src"].as_str().unwrap()).await, png);
    ada.upload(
        "image/png",
        &with_chunk(&png, b"iCCP", &[b"p\0\0", packed(&vec![0; 64 * 1024 * 1024]).as_slice()].concat()),
    )
    .await
    .expect(201);
    // Ten thousand frames, of which one is decoded.
    let small = file(&halves(4, 4), ImageFormat::Gif);
    let frames = small[13..small.len() - 1].repeat(10_000);
    let gif = [&small[..13], &frames, b"\x3b"].concat();
    assert!(gif.len() < IMAGE_BYTES);
    ada.upload("image/gif", &gif).await.expect(201);
    // Pixels that unpack to far more than the header says.
    ada.upload("image/png", &claimed(4, 4, &vec![0; 32 * 1024 * 1024])).await;
}

#[tokio::test]
async fn ten_mebibytes_are_let_in_and_not_a_byte_more() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let png = file(&drawn(8, 8, false), ImageFormat::Png);
    let room = IMAGE_BYTES - png.len() - 12;
    let largest = with_chunk(&png, b"teXt", &vec![b'x'; room]);
    assert_eq!(largest.len(), IMAGE_BYTES);
    ada.upload("image/png", &largest).await.expect(201);
    ada.upload("image/png", &with_chunk(&png, b"teXt", &vec![b'x'; room + 1])).await.refused(413, "image_too_large");
    ada.upload("image/png", &vec![0; IMAGE_BYTES * 2]).await.refused(413, "image_too_large");
    // The larger limit applies to no other call.
    let long = Some(("application/json", vec![b' '; 1024 * 1024 + 1]));
    ada.call(Method::POST, "/api/v1/page/tiles", long).await.refused(413, "body_too_large");
    // A missing credential is reported first.
    app.anonymous().upload("image/png", &largest).await.refused(401, "unauthorized");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_at_once_take_turns() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    // As many clients as there are permits stop in the middle of an upload: the next one waits until they are gone.
    let most = app.app.media.free_upload_permits();
    let mut slow = Vec::new();
    for _ in 0..most {
        slow.push(begun(&ada).await);
    }
    while app.app.media.free_upload_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let png = file(&drawn(8, 8, false), ImageFormat::Png);
    let mut next = std::pin::pin!(ada.upload("image/png", &png));
    let waited = tokio::time::timeout(std::time::Duration::from_millis(400), &mut next).await;
    assert!(waited.is_err() && app.app.media.free_upload_permits() == 0);
    drop(slow);
    next.await.expect(201);
    let mut uploads = JoinSet::new();
    for at in 0..24 {
        let ada = ada.clone();
        let jpeg = file(&drawn(400 + at, 300, false), ImageFormat::Jpeg);
        uploads.spawn(async move { ada.upload("image/jpeg", &jpeg).await.expect(201).body()["width"].as_u64() });
    }
    let mut widths = uploads.join_all().await;
    widths.sort();
    assert_eq!(widths, (400..424).map(Some).collect::<Vec<_>>());
}
