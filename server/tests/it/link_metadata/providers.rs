//! Each service in its own format: a tile gets the right facts.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::{add, facts, fake_web_and_app, settle};
use crate::support::web::{FakeReply, ReceivedRequest, ok, reply};

const HOSTS: &[&str] = &[
    "api.github.com",
    "www.youtube.com",
    "vimeo.com",
    "open.spotify.com",
    "itunes.apple.com",
    "music.apple.com",
    "soundcloud.com",
    "harrow.bandcamp.com",
    "site.example",
    "tracks.example",
];

fn json_of(body: Value) -> FakeReply {
    ok("application/json; charset=utf-8", body.to_string())
}

fn service(request: &ReceivedRequest) -> FakeReply {
    let has = |part: &str| request.path.contains(part);
    match request.host.as_str() {
        "api.github.com" if request.path == "/repos/tokio-rs/tokio" => json_of(json!({
            "full_name": "tokio-rs/tokio", "description": "A runtime for writing reliable asynchronous applications with Rust.",
            "stargazers_count": 27_000, "language": "Rust", "owner": { "avatar_url": "https://avatars.example/x" }
        })),
        "www.youtube.com" if has("/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ") => json_of(json!({
            "title": "Tom &amp; the \u{202e}Jar", "author_name": "Harrow", "type": "video",
            "thumbnail_url": "https://i.ytimg.example/vi/x/hqdefault.jpg", "html": "<iframe></iframe>"
        })),
        "www.youtube.com" if has("/watch?v=dQw4w9WgXcQ") => ok(
            "text/html; charset=utf-8",
            "<html><head><title>x - YouTube</title></head><body><script>var ytInitialPlayerResponse = {\"videoDetails\":{\"lengthSeconds\":\"213\"}};</script>",
        ),
        "vimeo.com" if has("/api/oembed.json") => json_of(json!({
            "title": "The New Vimeo Player", "author_name": "Vimeo Staff", "duration": 62,
            "thumbnail_url": "https://i.vimeocdn.example/452.jpg", "description": "It's here."
        })),
        "open.spotify.com" if has("/oembed") => json_of(json!({
            "title": "Rain", "thumbnail_url": "https://i.scdn.example/image/1", "type": "rich", "provider_name": "Spotify"
        })),
        "soundcloud.com" if has("/oembed") => json_of(json!({
            "title": "Kiln by Harrow Tapes", "author_name": "Harrow Tapes", "thumbnail_url": "https://i1.sndcdn.example/a.jpg"
        })),
        // Its catalogue responds as JavaScript.
        "itunes.apple.com" if has("id=1440857786") && has("country=gb") => ok("text/javascript; charset=utf-8", json!({
            "resultCount": 1, "results": [{ "wrapperType": "track", "trackName": "Glaze", "artistName": "Harrow",
                "collectionName": "Fired", "artworkUrl100": "https://is1.mzstatic.example/image/100x100bb.jpg", "trackTimeMillis": 215_300 }]
        }).to_string()),
        "itunes.apple.com" => ok("text/javascript", json!({ "resultCount": 0, "results": [] }).to_string()),
        "music.apple.com" => ok("text/html", r#"<meta property="og:title" content="Evenings"><meta property="og:image" content="https://is1.mzstatic.example/p.jpg">"#),
        "harrow.bandcamp.com" => ok("text/html; charset=UTF-8", r#"<html><head><title>Fired | Harrow</title>
            <meta property="og:title" content="Fired, by Harrow"><meta property="og:image" content="https://f4.bcbits.example/img/a1_5.jpg">
            <script type="application/ld+json">{"@type":"MusicAlbum","name":"Fired","byArtist":{"@type":"MusicGroup","name":"Harrow"}}</script></head>"#),
        "site.example" => ok("text/html", b"<meta charset=windows-1252><title>Caf\xe9 Harrow</title><meta name=description content='Bread &amp;amp; coffee'><meta property=og:image content=/front.jpg><link rel=icon href=//cdn.example/i.png>"),
        "tracks.example" => reply(403, &[], ""),
        _ => reply(404, &[], "nothing"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tile_ends_with_its_facts() {
    let (web, app) = fake_web_and_app(HOSTS, service).await;
    let ada = app.owner("ada").await;
    let cases = [
        (
            "tokio-rs/tokio",
            json!({ "description": "A runtime for writing reliable asynchronous applications with Rust.", "stars": 27_000, "language": "Rust" }),
        ),
        (
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            json!({ "title": "Tom & the Jar", "image": "https://i.ytimg.example/vi/x/hqdefault.jpg", "artist": "Harrow", "duration": 213 }),
        ),
        (
            "https://vimeo.com/76979871",
            json!({ "title": "The New Vimeo Player", "image": "https://i.vimeocdn.example/452.jpg", "artist": "Vimeo Staff", "duration": 62 }),
        ),
        (
            "https://open.spotify.com/track/3n3Ppam7vgaVa1iaRUc9Lp",
            json!({ "title": "Rain", "image": "https://i.scdn.example/image/1" }),
        ),
        (
            "https://soundcloud.com/harrow-tapes/kiln",
            json!({ "title": "Kiln", "image": "https://i1.sndcdn.example/a.jpg", "artist": "Harrow Tapes" }),
        ),
        (
            "https://music.apple.com/gb/album/fired/1440857781?i=1440857786",
            json!({ "title": "Glaze", "image": "https://is1.mzstatic.example/image/600x600bb.jpg", "artist": "Harrow", "duration": 215 }),
        ),
        (
            "https://music.apple.com/gb/playlist/evenings/pl.u-abc",
            json!({ "title": "Evenings", "image": "https://is1.mzstatic.example/p.jpg" }),
        ),
        (
            "https://harrow.bandcamp.com/album/fired",
            json!({ "title": "Fired, by Harrow", "image": "https://f4.bcbits.example/img/a1_5.jpg", "artist": "Harrow" }),
        ),
        (
            "https://site.example/shop",
            json!({ "title": "Café Harrow", "description": "Bread & coffee", "image": "https://site.example/front.jpg", "icon": "https://cdn.example/i.png" }),
        ),
        // Unreadable metadata leaves the tile without facts.
        ("https://tracks.example/secret", Value::Null),
        ("@harrow@mastodon.social", Value::Null),
        ("A note of ours", Value::Null),
    ];
    let mut ids = Vec::new();
    for (input, _) in &cases {
        ids.push(add(&ada, input).await);
    }
    let before = ada.get("/api/v1/page").await.expect(200).body();
    settle(&app).await;
    for ((input, wanted), id) in cases.iter().zip(&ids) {
        assert_eq!(facts(&ada, id).await, *wanted, "{input}");
    }
    // Facts are attached to the draft, never part of it.
    let after = ada.get("/api/v1/page").await.expect(200).body();
    assert_eq!((&after["version"], &after["unpublishedChanges"]), (&before["version"], &before["unpublishedChanges"]));
    let file = ada.get("/api/v1/page/export").await.expect(200).text;
    assert!(!file.contains("facts") && !file.contains("Glaze"), "{file}");
    // Visitors see them: in the JSON, on the page, and in the plain text.
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let anyone = app.anonymous();
    for path in ["/api/v1/public/ada", "/ada", "/ada/llms.txt"] {
        assert!(anyone.get(path).await.expect(200).text.contains("Glaze"), "{path}");
    }
    assert_eq!(crate::support::web::forbidden(&web.connected()), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_owner_typed_wins() {
    let (_web, app) = fake_web_and_app(HOSTS, service).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://site.example/shop").await;
    let words = json!({ "title": "My shop", "image": "https://mine.example/p.png" });
    ada.patch(&format!("/api/v1/page/tiles/{id}"), words).await.expect(200);
    settle(&app).await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let page = app.anonymous().get("/ada").await.expect(200).text;
    // Pictures on other servers are served from here, under an address that encodes theirs.
    let served = |address: &str| page.contains(&URL_SAFE_NO_PAD.encode(address));
    assert!(page.contains("My shop") && served("https://mine.example/p.png"), "{page}");
    assert!(!page.contains("Café Harrow") && !served("https://site.example/front.jpg"));
    assert!(page.contains("Bread &amp; coffee"), "what the owner left open is filled in");
}
