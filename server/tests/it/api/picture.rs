//! `GET /api/v1/page/picture`, `GET /api/v1/public/{username}/picture` and the tool `see_page`: pages as a browser shows them.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::ImageFormat;
use mantel_model::Username;
use mantel_server::browser::{Browser, BrowserError, File, Files, Format, Wanted, Width};
use mantel_server::config::BrowserSetting;
use mantel_server::page_picture::draw_published;
use serde_json::json;
use tokio::net::TcpListener;

use crate::mcp;
use crate::support::{OPEN, TestApp, on_both, pictures};

const PICTURE: &str = "/api/v1/page/picture";
/// More than a picture takes on the slowest machine.
const LONG: Duration = Duration::from_secs(120);

/// A server that draws; none where no browser is installed.
async fn drawing() -> Option<TestApp> {
    let app = TestApp::set(&[OPEN, &[("BROWSER", "auto")]].concat()).await;
    match app.app.browser.launch().await {
        Ok(_) => Some(app),
        Err(why) => {
            println!("not tested: {why}");
            None
        }
    }
}

fn size(bytes: &[u8], format: ImageFormat) -> (u32, u32) {
    let picture = image::load_from_memory_with_format(bytes, format).unwrap();
    (picture.width(), picture.height())
}

on_both! {
    async fn without_a_browser_agents_get_a_sketch_and_everybody_a_reason(app) {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/tiles", json!({ "input": "https://a.example/shop" })).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let refused = ada.get(PICTURE).await.refused(404, "no_picture").body();
        assert!(refused["detail"].as_str().unwrap().contains("BROWSER=off"), "{refused}");
        let told = mcp::call(&ada, "see_page", json!({})).await;
        assert!(told["sketch"].as_str().unwrap().contains('+') || told["sketch"].is_string(), "{told}");
        assert!(told["next"].as_str().unwrap().contains("OPERATIONS.md"), "{told}");
        let live = app.anonymous().get("/api/v1/public/ada/picture?width=wide").await;
        assert_eq!(live.header("access-control-allow-origin"), "*");
        live.refused(404, "no_picture");
        app.anonymous().get("/api/v1/public/nobody/picture").await.refused(404, "page_not_found");
        app.anonymous().get(PICTURE).await.expect(401);
        app.keyed("bob").await.get(PICTURE).await.expect(404);
    }

    async fn everything_wrong_about_a_picture_is_told_at_once(app) {
        let ada = app.owner("ada").await;
        let refused = ada.get(&format!("{PICTURE}?width=huge&version=0&tile=x&format=gif")).await.refused(400, "invalid_input").body();
        let paths: Vec<_> = refused["errors"].as_array().unwrap().iter().map(|error| error["path"].as_str().unwrap().to_owned()).collect();
        assert_eq!(paths, ["/width", "/version", "/tile", "/format"]);
        app.anonymous().get("/api/v1/public/ada/picture?width=0").await.refused(400, "invalid_input");
        let said = mcp::refused(&ada, "see_page", json!({ "width": "huge", "version": 1.5, "tile": 7 })).await;
        for path in ["/width", "/version", "/tile"] {
            assert!(said.contains(path), "{said}");
        }
    }
}

#[tokio::test]
async fn the_owner_and_agents_see_any_version_of_the_page() {
    let Some(app) = drawing().await else { return };
    let ada = app.owner("ada").await;
    let photo = pictures::file(&pictures::drawn(900, 600, false), ImageFormat::Png);
    let src = ada.upload("image/png", &photo).await.expect(201).body()["src"].clone();
    for tile in
        [json!({ "type": "image", "src": src, "alt": "Dots", "size": "l" }), json!({ "type": "text", "text": "Hello" })]
    {
        ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201);
    }
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let page = ada.get("/api/v1/page").await.body();
    let id = page["draft"]["tiles"][0]["id"].as_str().unwrap();

    let phone = ada.get(PICTURE).await.expect(200);
    assert_eq!((phone.header("content-type"), phone.header("cache-control")), ("image/webp", "private, no-cache"));
    let first = ada.download(PICTURE).await;
    let (width, height) = size(&first, ImageFormat::WebP);
    assert!(width == 390 && height > 600 && first.len() <= 300 << 10, "{width} {height}");
    let wide = ada.download(&format!("{PICTURE}?width=wide&format=png")).await;
    assert_eq!(size(&wide, ImageFormat::Png).0, 1280);
    let tile = ada.download(&format!("{PICTURE}?tile={id}&format=png")).await;
    let (width, height) = size(&tile, ImageFormat::Png);
    assert!((200..=780).contains(&width) && (200..1200).contains(&height), "{width} {height}");
    ada.get(&format!("{PICTURE}?tile=t_aaaaaaaaaaaa")).await.refused(404, "tile_not_found");
    ada.get(&format!("{PICTURE}?version=900")).await.refused(404, "version_not_found");

    // What is live and what was are other pictures than the draft.
    ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.expect(200);
    let night = ada.download(PICTURE).await;
    assert_ne!(night, first);
    let before = ada.download(&format!("{PICTURE}?version={}", page["version"])).await;
    assert_eq!(before, first, "it was drawn already");
    let live = ada.download(&format!("{PICTURE}?version=live")).await;
    assert_ne!(live, night);

    let seen = mcp::ask(&ada, "tools/call", json!({ "name": "see_page", "arguments": { "version": "live" } })).await;
    let block = &seen["content"][1];
    assert_eq!((&block["type"], &block["mimeType"]), (&json!("image"), &json!("image/webp")));
    assert_eq!(STANDARD.decode(block["data"].as_str().unwrap()).unwrap(), live);
    let text: serde_json::Value = serde_json::from_str(seen["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, seen["structuredContent"]);
    assert!(text.to_string().len() < 200, "{text}");
}

#[tokio::test]
async fn everybody_sees_what_was_drawn_after_a_publish_and_starts_no_browser() {
    let Some(app) = drawing().await else { return };
    let (ada, anyone) = (app.owner("ada").await, app.anonymous());
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    anyone.get("/api/v1/public/ada/picture").await.refused(404, "no_picture");
    draw_published(&app.app, &Username::parse("ada").unwrap()).await;
    let phone = anyone.get("/api/v1/public/ada/picture").await.expect(200);
    assert_eq!((phone.header("content-type"), phone.header("cache-control")), ("image/webp", "public, max-age=300"));
    assert_eq!(size(&anyone.download("/api/v1/public/ada/picture").await, ImageFormat::WebP).0, 390);
    let wide = anyone.download("/api/v1/public/ADA/picture?width=wide").await;
    assert_eq!(size(&wide, ImageFormat::WebP).0, 1280);
    anyone.clone().with("if-none-match", phone.header("etag")).get("/api/v1/public/ada/picture").await.expect(304);
    // What is published next is another picture; the old one is not shown for it.
    ada.patch("/api/v1/page/profile", json!({ "name": "Ada" })).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    anyone
        .clone()
        .with("if-none-match", phone.header("etag"))
        .get("/api/v1/public/ada/picture")
        .await
        .refused(404, "no_picture");
    ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
    anyone.get("/api/v1/public/ada/picture").await.refused(404, "page_not_found");
}

#[tokio::test]
async fn an_account_has_so_many_pictures_drawn_a_minute_and_others_are_as_they_were() {
    let settings = [("BROWSER", "auto"), ("RATE_PICTURES", "1")];
    let app = TestApp::set(&settings).await;
    if let Err(why) = app.app.browser.launch().await {
        return println!("not tested: {why}");
    }
    let ada = app.owner("ada").await;
    let first = ada.download(PICTURE).await;
    assert_eq!(ada.download(PICTURE).await, first);
    ada.get(&format!("{PICTURE}?width=wide")).await.refused(429, "rate_limited");
    app.owner("bob").await.get(PICTURE).await.expect(200);
}

/// A page that has everything that reaches out.
fn hostile(port: u16) -> String {
    let there = format!("http://127.0.0.1:{port}");
    format!(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><link rel=\"preconnect\" href=\"{there}\"><link rel=\"dns-prefetch\" href=\"{there}\">\
         <link rel=\"prefetch\" href=\"{there}/a\"><link rel=\"stylesheet\" href=\"{there}/b.css\"><style>@import '{there}/c.css';@font-face{{font-family:x;src:url({there}/d.woff2)}}p{{font-family:x;background:url({there}/e.png)}}</style>\
         <script src=\"{there}/f.js\"></script><script>fetch('{there}/g');new WebSocket('ws://127.0.0.1:{port}/h');new RTCPeerConnection({{iceServers:[{{urls:'stun:127.0.0.1:{port}'}}]}}).createDataChannel('x');location='{there}/i'</script></head>\
         <body><p id=\"tile-x\">Hello</p><img src=\"{there}/j.png\"><img src=\"file:///etc/passwd\"><img srcset=\"{there}/k.png 2x\"><iframe src=\"{there}/l\"></iframe><iframe src=\"file:///etc/passwd\"></iframe><object data=\"{there}/m\"></object><embed src=\"{there}/n\">\
         <video src=\"{there}/o.mp4\" autoplay></video><audio src=\"{there}/p.mp3\" autoplay></audio><svg><image href=\"{there}/q.png\"/><use href=\"{there}/r.svg#x\"/></svg><img src=\"/media/none\"></body></html>"
    )
}

/// Files that tell which were asked for.
#[derive(Default)]
struct NoFiles(std::sync::Mutex<Vec<String>>);

impl Files for NoFiles {
    fn file<'a>(&'a self, path: &'a str) -> Pin<Box<dyn Future<Output = Option<File>> + Send + 'a>> {
        self.0.lock().unwrap().push(path.to_owned());
        Box::pin(std::future::ready(None))
    }
}

fn wanted<'a>(html: &'a str, element: Option<&'a str>) -> Wanted<'a> {
    let policy = "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'";
    Wanted { html, policy, base: "http://127.0.0.1:1", width: Width::Phone, element, format: Format::WebP }
}

#[tokio::test]
async fn whatever_a_page_says_the_browser_reaches_nothing() {
    let browser = Browser::new(BrowserSetting::Auto, LONG);
    if let Err(why) = browser.launch().await {
        return println!("not tested: {why}");
    }
    let inside = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let page = hostile(inside.local_addr().unwrap().port());
    let asked = NoFiles::default();
    let picture = browser.picture(&wanted(&page, None), &asked).await.unwrap();
    assert_eq!(size(&picture.bytes, ImageFormat::WebP).0, 390);
    // The pipe hands over what the page's own address leads to, and asks for nothing else.
    assert_eq!(
        asked.0.lock().unwrap().iter().filter(|path| *path != "/favicon.ico").collect::<Vec<_>>(),
        ["/media/none"]
    );
    let connected = tokio::time::timeout(Duration::from_millis(300), inside.accept()).await;
    assert!(connected.is_err(), "{connected:?}");
    assert_eq!(browser.picture(&wanted(&page, Some("tile-y")), &asked).await.unwrap_err(), BrowserError::NoSuchElement);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_when_too_many_wait_is_told_to_wait() {
    let browser = Arc::new(Browser::new(BrowserSetting::Auto, LONG));
    if let Err(why) = browser.launch().await {
        return println!("not tested: {why}");
    }
    let ask = |browser: Arc<Browser>| async move {
        let nothing = NoFiles::default();
        browser.picture(&wanted("<p>Hello", None), &nothing).await.map(|_| ())
    };
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..50 {
        all.spawn(ask(Arc::clone(&browser)));
    }
    let mut told = 0;
    while told < 26 {
        match all.join_next().await.unwrap().unwrap() {
            Err(BrowserError::Busy) => told += 1,
            Ok(()) => {}
            Err(other) => panic!("{other}"),
        }
    }
    // Those who gave up wait no more.
    all.shutdown().await;
    ask(browser).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_browser_that_does_not_answer_is_ended_the_reason_told_and_it_is_tried_again_later() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (program, ended) = (folder.path().join("browser"), folder.path().join("started"));
    std::fs::write(&program, format!("#!/bin/sh\necho $$ >> {}\nexec sleep 1000\n", ended.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let browser = Browser::new(BrowserSetting::At(program), Duration::from_millis(400));
    let BrowserError::NotYet(why) = browser.launch().await.unwrap_err() else { panic!("not yet") };
    assert!(why.contains("did not draw the page in time") && why.contains("OPERATIONS.md"), "{why}");
    // It may only have been too slow: it is tried again, but not at each call.
    let tries = || std::fs::read_to_string(&ended).unwrap().lines().count();
    let (first, mut calls) = (tries(), 0);
    while tries() == first {
        assert_eq!(browser.launch().await.unwrap_err(), BrowserError::NotYet(why.clone()));
        tokio::task::yield_now().await;
        calls += 1;
    }
    assert!(calls > 1, "{calls}");
    let off = Browser::new(BrowserSetting::At("/nowhere/chromium".into()), Duration::from_secs(5))
        .launch()
        .await
        .unwrap_err();
    assert!(off.to_string().contains("/nowhere/chromium"), "{off}");
}

/// As systemd does for each connection to `mantel-browser.socket`: runs what the unit says with the connection as input and output.
#[cfg(unix)]
#[tokio::test]
async fn the_unit_behind_the_socket_draws_as_well() {
    match Browser::new(BrowserSetting::Auto, LONG).launch().await {
        Err(why) => return println!("not tested: {why}"),
        Ok(found) if found.to_string().contains("google-chrome") => return println!("not tested: {found}"),
        Ok(_) => {}
    }
    let folder = tempfile::tempdir().unwrap();
    let unit = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/mantel-browser@.service");
    let unit = std::fs::read_to_string(unit).unwrap();
    let (_, command) = unit.split_once("ExecStart=/bin/sh -c '").unwrap();
    // systemd writes `$$` for a dollar sign.
    let command = command.split_once("'\n").unwrap().0.replace("$$", "$");
    let command = command.replace("/tmp/profile", folder.path().join("profile").to_str().unwrap());
    let path = folder.path().join("browser.sock");
    let socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let serving = std::thread::spawn(move || {
        // One to try it, one to draw.
        for _ in 0..2 {
            let connection = std::os::fd::OwnedFd::from(socket.accept().unwrap().0);
            let mut run = std::process::Command::new("sh");
            run.args(["-c", &command]).stdin(connection.try_clone().unwrap()).stdout(connection);
            // The handles of the connection that are ours end with this.
            let mut child = run.spawn().unwrap();
            drop(run);
            child.wait().unwrap();
        }
    });
    let browser = Browser::new(BrowserSetting::At(path.clone()), LONG);
    assert_eq!(browser.launch().await.unwrap().to_string(), format!("the unit at {}", path.display()));
    let picture = browser.picture(&wanted("<p>Hello", None), &NoFiles::default()).await.unwrap();
    assert_eq!(size(&picture.bytes, ImageFormat::WebP).0, 390);
    // The browser ends with the connection.
    tokio::task::spawn_blocking(move || serving.join().unwrap()).await.unwrap();
}

/// A large message waits in turn with others, and must not keep its turn while a picture is drawn.
#[tokio::test]
async fn see_page_takes_nothing_but_its_arguments() {
    let ada = TestApp::set(OPEN).await.owner("ada").await;
    let said = mcp::refused(&ada, "see_page", json!({ "note": "x".repeat(40_000) })).await;
    assert!(said.contains("see_page takes version, width, tile"), "{said}");
}
