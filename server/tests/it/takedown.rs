//! Takedowns: visitors see nothing of the page, its owner keeps everything. And reports by visitors.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::mcp;
use crate::support::smtp::PostOffice;
use crate::support::web::{FakeWeb, ok};
use crate::support::{Actor, Database, OPEN, PASSWORD, TestApp, nodes, on_both, pictures};

const REASON: &str = "It pretends to be a bank.";
const PAGE_NAME: &str = "Ada of the takedown";

async fn live(app: &TestApp, name: &str) -> Actor {
    let owner = app.owner(name).await;
    owner.patch("/api/v1/page/profile", json!({ "name": PAGE_NAME })).await.expect(200);
    owner.post("/api/v1/page/publish", json!({})).await.expect(200);
    owner
}

async fn suspend(app: &TestApp, reason: Option<&str>) {
    let page = app.app.service.owner_of("ada").await.unwrap();
    app.app.service.set_suspended(&page.account, reason).await.unwrap();
}

/// Requests the page until it has this status: another server is notified, or checks again after a second.
async fn until(node: &Actor, status: u16) {
    turns(node, "/ada", status).await;
}

/// Requests an address until it has this status.
async fn turns(node: &Actor, path: &str, status: u16) {
    let end = Instant::now() + Duration::from_secs(10);
    let mut seen = 0;
    // Behind a balancer, from each of the servers.
    while seen < nodes::count() {
        seen = if node.get(path).await.status == status { seen + 1 } else { 0 };
        assert!(Instant::now() < end, "{path} never is answered with {status}");
    }
}

/// Every public address of the page.
const PUBLIC_PATHS: [&str; 5] = ["/ada", "/Ada", "/ada.txt", "/ada/llms.txt", "/api/v1/public/ada"];

on_both! {
    async fn a_page_that_is_taken_down_is_gone_for_visitors_at_once_and_comes_back(app) {
        live(&app, "ada").await;
        // Where several servers share a database, on each of them.
        let beside = app.second_server().await;
        let nodes = [app.anonymous(), beside.anonymous()];
        let mut tags = Vec::new();
        for node in &nodes {
            tags.push(node.get("/ada").await.expect(200).header("etag").to_owned());
            node.get("/api/v1/public/ada").await.expect(200);
        }
        suspend(&app, Some(REASON)).await;
        nodes::answer(&app.anonymous(), "/ada", |it| it.status == 410).await;
        until(&nodes[1], 410).await;
        for (node, tag) in nodes.iter().zip(&tags) {
            for path in PUBLIC_PATHS {
                let reply = match node.get(path).await {
                    it if it.status.is_redirection() => node.get(&it.header("location").to_lowercase()).await,
                    it => it,
                }
                .expect(410);
                assert!(!reply.text.contains(PAGE_NAME) && !reply.text.contains(REASON), "{path}: {}", reply.text);
                assert_eq!(reply.header("cache-control"), "no-store", "{path}");
            }
            node.clone().with("if-none-match", tag).get("/ada").await.expect(410);
            node.get("/api/v1/public/ada").await.refused(410, "page_taken_down");
            node.get("/report/ada").await.expect(410);
        }
        suspend(&app, None).await;
        for node in &nodes {
            until(node, 200).await;
            assert!(node.get("/ada").await.expect(200).text.contains(PAGE_NAME));
            node.get("/api/v1/public/ada").await.expect(200);
        }
    }

    async fn its_owner_reads_why_and_goes_on_editing_but_nothing_goes_live(app) {
        let ada = live(&app, "ada").await;
        let browser = app.anonymous().with("sec-fetch-site", "same-origin");
        browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        let before = ada.get("/api/v1/page").await.expect(200);
        assert!(before.body().get("suspended").is_none());
        suspend(&app, Some(REASON)).await;

        let after = ada.clone().with("if-none-match", before.header("etag")).get("/api/v1/page").await.expect(200);
        assert_eq!(after.body()["suspended"], REASON);
        ada.patch("/api/v1/page/profile", json!({ "bio": "Another" })).await.expect(200);
        ada.post("/api/v1/page/tiles", json!({ "input": "A note" })).await.expect(201);
        let refused = ada.post("/api/v1/page/publish", json!({})).await.refused(403, "suspended");
        assert!(refused.body()["detail"].as_str().unwrap().contains("pretends to be a bank"), "{}", refused.text);
        ada.post("/api/v1/page/username", json!({ "username": "adele" })).await.refused(403, "suspended");
        for path in ["export", "export.zip", "export.html.zip"] {
            ada.download(&format!("/api/v1/page/{path}")).await;
        }
        assert_eq!(mcp::call(&ada, "get_page", json!({})).await["page"]["suspended"], REASON);
        assert!(mcp::refused(&ada, "publish", json!({})).await.contains("pretends to be a bank"));

        let editor = browser.get("/edit").await.expect(200).text;
        assert!(editor.contains("has taken your page down") && editor.contains(REASON));
        browser.get("/settings").await.expect(200);

        suspend(&app, None).await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert!(app.anonymous().get("/api/v1/public/ada").await.expect(200).text.contains("Another"));
    }

    async fn a_name_that_led_to_the_page_shows_nothing_of_it_either(app) {
        let ada = live(&app, "ada").await;
        ada.post("/api/v1/page/username", json!({ "username": "adele" })).await.expect(200);
        let page = app.app.service.owner_of("adele").await.unwrap();
        app.app.service.set_suspended(&page.account, Some(REASON)).await.unwrap();
        let led = app.anonymous().get("/ada").await.expect(308);
        nodes::answer(&app.anonymous(), led.header("location"), |it| it.status == 410).await;
    }

    async fn its_pictures_are_withheld_too_unless_somebody_else_has_them(app) {
        let (ada, bob) = (live(&app, "ada").await, app.owner("bob").await);
        let file = |it| pictures::file(&it, image::ImageFormat::Png);
        let (own, both) = (file(pictures::drawn(400, 300, false)), file(pictures::halves(40, 30)));
        let place = async |of: &Actor, file: &[u8]| {
            of.upload("image/png", file).await.expect(201).body()["src"].as_str().unwrap().to_owned()
        };
        let (src, shared) = (place(&ada, &own).await, place(&ada, &both).await);
        assert_eq!(place(&bob, &both).await, shared);
        ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src } })).await.expect(201);
        let small = format!("{src}/320.webp");
        app.anonymous().get(&small).await.expect(200);
        suspend(&app, Some(REASON)).await;
        // Within a second on every server, in the original and every size, and without caching.
        for path in [&src, &small] {
            turns(&app.anonymous(), path, 410).await;
            assert_eq!(app.anonymous().get(path).await.expect(410).header("cache-control"), "no-store");
        }
        app.anonymous().with("if-none-match", "*").get(&src).await.expect(410);
        app.anonymous().get(&shared).await.expect(200);
        // Its owner can still export it with all pictures.
        let taken = ada.download("/api/v1/page/export.zip").await;
        let taken = zip::ZipArchive::new(std::io::Cursor::new(taken)).unwrap();
        let hash = src.trim_start_matches("/media/");
        assert!(taken.file_names().any(|file_name| file_name.contains(hash)), "{:?}", taken.file_names().collect::<Vec<_>>());
        suspend(&app, None).await;
        turns(&app.anonymous(), &src, 200).await;
    }

    async fn visitors_report_a_page_without_a_script(app) {
        live(&app, "ada").await;
        let visitor = app.anonymous().with("sec-fetch-site", "same-origin");
        let page = visitor.get("/ada").await.expect(200).text;
        assert!(page.contains("<a href=\"/report/ada\" rel=\"nofollow\">Report this page</a>"), "{page}");
        let form = visitor.get("/report/ada").await.expect(200).text;
        assert!(form.contains("action=\"/report/ada\"") && form.contains("method=\"post\""), "{form}");
        let said = [("reason", "deceives"), ("words", "It asks for my <b>password</b>"), ("email", "eve@harrow.example")];
        assert!(visitor.form("/report/ada", &said).await.expect(200).text.contains("Thank you"));
        let waiting = app.app.service.reports().await.unwrap();
        assert_eq!(waiting.len(), 1);
        assert_eq!((waiting[0].username.as_str(), waiting[0].words.as_str()), ("ada", said[1].1));

        for (wrong, status) in [
            ([("reason", "because"), ("words", ""), ("email", "")], 400),
            ([("reason", "other"), ("words", &"x".repeat(2001)), ("email", "")], 400),
            ([("reason", "other"), ("words", ""), ("email", "nobody")], 400),
            ([("reason", "other"), ("words", ""), ("email", "a<victim@harrow.example>")], 400),
        ] {
            visitor.form("/report/ada", &wrong).await.expect(status);
        }
        visitor.form("/report/nobody", &said).await.expect(404);
        let foreign = app.anonymous().with("sec-fetch-site", "cross-site");
        foreign.form("/report/ada", &said).await.expect(403);
        assert_eq!(app.app.service.reports().await.unwrap().len(), 1);

        // Reports are limited per page: a flood about one leaves room for others.
        for _ in 0..60 {
            visitor.form("/report/ada", &said).await.expect(200);
        }
        assert_eq!(app.app.service.reports().await.unwrap().len(), 50);
        app.app.service.settle_report(&waiting[0].id).await.unwrap();
        assert!(app.app.service.settle_report(&waiting[0].id).await.is_err());
        assert_eq!(app.app.service.reports().await.unwrap().len(), 49);
        suspend(&app, Some(REASON)).await;
        assert!(app.app.service.reports().await.unwrap().is_empty(), "taking it down settles them");
    }
}

#[tokio::test]
async fn far_pictures_of_its_page_are_withheld_and_those_of_others_shown() {
    let web = FakeWeb::start(&["far.example"], |_| {
        ok("image/png", pictures::file(&pictures::drawn(400, 300, false), image::ImageFormat::Png))
    })
    .await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    let mut all = Vec::new();
    for name in ["ada", "bob"] {
        let owner = live(&app, name).await;
        let tile = json!({ "tile": { "type": "image", "src": "https://far.example/cat.png" } });
        owner.post("/api/v1/page/tiles", tile).await.expect(201);
        let page = owner.get("/api/v1/page").await.expect(200).body();
        let src = page["pictures"]["https://far.example/cat.png"]["src"].as_str().unwrap().to_owned();
        app.anonymous().get(&src).await.expect(200);
        all.push(src);
    }
    suspend(&app, Some(REASON)).await;
    turns(&app.anonymous(), &all[0], 410).await;
    app.anonymous().get(&format!("{}/320.webp", all[0])).await.expect(410);
    app.anonymous().get(&all[1]).await.expect(200);
}

const CAT: &str = "https://far.example/cat.png";

/// Two servers on the same database and folder of pictures, with a web that has a picture at [`CAT`].
async fn two_servers() -> (FakeWeb, TestApp, TestApp, tempfile::TempDir) {
    let web = FakeWeb::start(&["far.example"], |_| ok("image/png", cat())).await;
    let folder = tempfile::tempdir().unwrap();
    let media = format!("file://{}", folder.path().display());
    let settings = [("SECRET_KEY", "a secret of at least 32 characters"), ("MEDIA_URL", media.as_str())];
    let app = TestApp::with_outbound(Database::Sqlite, &settings, web.outbound_overrides.clone()).await.unwrap();
    let settings = [settings[0], settings[1], ("DATABASE_URL", app.app.config.database_url.as_str())];
    let beside = TestApp::with_outbound(Database::Sqlite, &settings, web.outbound_overrides.clone()).await.unwrap();
    (web, app, beside, folder)
}

fn cat() -> Vec<u8> {
    pictures::file(&pictures::drawn(400, 300, false), image::ImageFormat::Png)
}

/// Adds a tile with this picture; returns its id.
async fn shown(owner: &Actor, src: &str) -> String {
    let tile = json!({ "tile": { "type": "image", "src": src } });
    owner.post("/api/v1/page/tiles", tile).await.expect(201).body()["tiles"][0]["id"].as_str().unwrap().to_owned()
}

/// The address under which the owner's page shows a far picture.
async fn far_address(owner: &Actor, source: &str) -> String {
    owner.get("/api/v1/page").await.expect(200).body()["pictures"][source]["src"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn far_pictures_have_no_address_but_those_that_pages_name_them_by() {
    let (web, app, beside, _folder) = two_servers().await;
    let ada = live(&app, "ada").await;
    let tile = shown(&ada, CAT).await;
    let address = far_address(&ada, CAT).await;
    app.anonymous().get(&address).await.expect(200);
    let own = format!("/media/{}", mantel_server::media::hash(&cat()));
    for path in [own.clone(), format!("{own}/320.webp")] {
        app.anonymous().get(&path).await.expect(404);
    }
    beside.anonymous().get(&address).await.expect(200);
    // Nothing names it any more: neither served nor fetched, and not remembered by caches.
    ada.json(reqwest::Method::DELETE, &format!("/api/v1/page/tiles/{tile}"), json!({})).await.expect(200);
    app.app.service.clock().advance(8 * 24 * 60 * 60 * 1000);
    for path in [address.clone(), format!("{address}/320.webp")] {
        let reply = app.anonymous().get(&path).await.expect(404);
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    turns(&beside.anonymous(), &address, 404).await;
    assert_eq!(web.requests().len(), 1);
    // Named again, on another server at once.
    shown(&ada, CAT).await;
    beside.anonymous().get(&address).await.expect(200);
    app.anonymous().get(&address).await.expect(200);
    // What is live counts as well as the draft.
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    ada.put("/api/v1/page", json!({ "page": { "profile": {}, "theme": {}, "tiles": [] } })).await.expect(200);
    app.anonymous().get(&address).await.expect(200);
    // One who uploads the same picture gives it an address of its own, for as long as they have it.
    let src = ada.upload("image/png", &cat()).await.expect(201).body()["src"].clone();
    assert_eq!(src, own);
    app.anonymous().get(&own).await.expect(200);
}

#[tokio::test]
async fn far_pictures_of_a_deleted_account_are_neither_served_nor_fetched() {
    let (web, app, beside, _folder) = two_servers().await;
    let (ada, bob) = (live(&app, "ada").await, live(&app, "bob").await);
    let other = "https://far.example/dog.png";
    for owner in [&ada, &bob] {
        shown(owner, CAT).await;
    }
    shown(&ada, other).await;
    let (address, unseen) = (far_address(&ada, CAT).await, far_address(&ada, other).await);
    let kept = far_address(&bob, CAT).await;
    for node in [&app, &beside] {
        node.anonymous().get(&address).await.expect(200);
    }
    let account = app.app.service.owner_of("ada").await.unwrap().account;
    app.app.delete_account(&account).await.unwrap();
    let before = web.requests().len();
    for node in [&app, &beside] {
        for path in [&address, &unseen, &format!("{address}/320.webp")] {
            turns(&node.anonymous(), path, 404).await;
        }
        node.anonymous().get(&kept).await.expect(200);
    }
    assert_eq!(web.requests().len(), before);
    // The file goes too, once nobody else's page shows it.
    let hash = mantel_server::media::hash(&cat());
    let bob = app.app.service.owner_of("bob").await.unwrap().account;
    app.app.delete_account(&bob).await.unwrap();
    app.app.service.clock().advance(2 * 24 * 60 * 60 * 1000);
    app.app.garbage.collect().await.unwrap();
    assert!(app.app.media.blobs.get(&hash).await.unwrap().is_none());
    assert_eq!(app.app.service.store().remote_image(CAT).await.unwrap(), None);
}

#[tokio::test]
async fn addresses_of_far_pictures_expire() {
    let (_web, app, _beside, _folder) = two_servers().await;
    let ada = live(&app, "ada").await;
    shown(&ada, CAT).await;
    let address = far_address(&ada, CAT).await;
    app.anonymous().get(&address).await.expect(200);
    app.app.service.clock().advance(29 * 24 * 60 * 60 * 1000);
    app.anonymous().get(&address).await.expect(404);
    let next = far_address(&ada, CAT).await;
    assert_ne!(next, address);
    app.anonymous().get(&next).await.expect(200);
}

#[tokio::test]
async fn a_picture_that_is_taken_down_is_gone_from_every_server_and_comes_back_by_no_way() {
    let (web, app, beside, _folder) = two_servers().await;
    let (ada, bob) = (live(&app, "ada").await, live(&app, "bob").await);
    let png = cat();
    let src = ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned();
    shown(&ada, &src).await;
    shown(&bob, CAT).await;
    let address = far_address(&bob, CAT).await;
    let mut before = Vec::new();
    for (name, owner) in [("ada", &ada), ("bob", &bob)] {
        owner.post("/api/v1/page/publish", json!({})).await.expect(200);
        for node in [&app, &beside] {
            node.anonymous().get(&address).await.expect(200);
            node.anonymous().get(&format!("{src}/320.webp")).await.expect(200);
            let tag = node.anonymous().get(&format!("/{name}")).await.expect(200).header("etag").to_owned();
            before.push((name, node, tag));
        }
    }
    let hash = src.trim_start_matches("/media/");
    assert_eq!(app.app.block_picture(hash, "It shows a child.").await.unwrap(), 2);
    let fetched = web.requests().len();
    for node in [&app, &beside] {
        for path in [&src, &format!("{src}/320.webp"), &format!("{src}/sketch")] {
            turns(&node.anonymous(), path, 410).await;
        }
        assert_ne!(node.anonymous().get(&address).await.status, 200);
    }
    // Cached pages are drawn again.
    for (name, node, tag) in before {
        let end = Instant::now() + Duration::from_secs(10);
        while node.anonymous().get(&format!("/{name}")).await.expect(200).header("etag") == tag {
            assert!(Instant::now() < end, "/{name} stays as it was");
        }
    }
    assert!(app.app.media.blobs.get(hash).await.unwrap().is_none());
    // Neither uploaded nor fetched again.
    let decoded = app.app.media.decode_count();
    ada.upload("image/png", &png).await.refused(403, "image_blocked");
    assert_eq!(app.app.media.decode_count(), decoded);
    let disguised = pictures::with_chunk(&png, b"tEXt", b"note\0another file");
    bob.upload("image/png", &disguised).await.refused(403, "image_blocked");
    let copy = "https://far.example/copy.png";
    shown(&ada, copy).await;
    app.anonymous().get(&far_address(&ada, copy).await).await.expect(404);
    assert_eq!(web.requests().len(), fetched + 1);
    assert!(app.app.media.blobs.get(hash).await.unwrap().is_none());
    // Until it is let in again.
    app.app.service.unblock_picture(hash).await.unwrap();
    ada.upload("image/png", &png).await.expect(201);
    turns(&beside.anonymous(), &src, 200).await;
}

#[tokio::test]
async fn reports_are_limited_by_address() {
    let app = TestApp::set(&[("RATE_REPORTS", "2")]).await;
    live(&app, "ada").await;
    let visitor = app.anonymous().with("sec-fetch-site", "same-origin");
    let said = [("reason", "other"), ("words", "Look"), ("email", "")];
    for _ in 0..2 {
        visitor.form("/report/ada", &said).await.expect(200);
    }
    let refused = visitor.form("/report/ada", &said).await.expect(429);
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 60);
    assert!(refused.text.contains("Look"), "what was typed is kept");
}

#[tokio::test]
async fn whoever_runs_the_instance_gets_mail_of_the_first_report() {
    let mut office = PostOffice::open().await;
    let mail = [("SMTP_URL", office.url.as_str()), ("MAIL_FROM", "Mantel <hello@mantel.example>")];
    let app = TestApp::with(Database::Sqlite, &[OPEN, &mail].concat()).await.unwrap();
    live(&app, "ada").await;
    live(&app, "bob").await;
    let visitor = app.anonymous().with("sec-fetch-site", "same-origin");
    for (name, words) in [("ada", "First"), ("ada", "Second"), ("bob", "Third")] {
        visitor.form(&format!("/report/{name}"), &[("reason", "harms"), ("words", words)]).await.expect(200);
    }
    let mut told = [office.mail().await, office.mail().await];
    told.sort_by_key(|it| it.text.contains("/bob"));
    assert!(told.iter().all(|it| it.to == "ada@harrow.example"), "the first account runs the instance");
    assert!(told[0].text.contains("/ada was reported") && told[0].text.contains("First"), "{}", told[0].text);
    assert!(told[1].text.contains("/bob was reported") && told[1].text.contains("Third"), "{}", told[1].text);
}

#[tokio::test]
async fn only_what_visitors_see_offers_to_report() {
    let app = TestApp::set(&[]).await;
    let ada = live(&app, "ada").await;
    for look in ["cozy", "washi", "lofi", "painted", "cobalt", "night"] {
        ada.patch("/api/v1/page/theme", json!({ "style": look })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert!(app.anonymous().get("/ada").await.text.contains("/report/ada"), "{look}");
    }
    let link = ada.post("/api/v1/page/preview", json!({})).await.expect(201).body();
    let path = link["preview"]["url"].as_str().unwrap().strip_prefix(&app.url).unwrap().to_owned();
    for path in [path.as_str(), "/looks/night/sodium"] {
        assert!(!app.anonymous().get(path).await.expect(200).text.contains("Report this page"), "{path}");
    }
}
