//! Pictures within a call.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, ImageFormat, RgbImage};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use tokio::task::JoinSet;

use super::{call, modern, refused};
use crate::oauth::agent::{Agent, REVOKE, person};
use crate::support::pictures::{claimed, drawn, exif, file, with_segment};
use crate::support::web::{FakeWeb, ok};
use crate::support::{Actor, Database, Reply, TestApp, on_both};

/// A picture of this width as a `data:` address.
fn data(width: u32) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(file(&drawn(width, 20, false), ImageFormat::Png)))
}

async fn draft(ada: &Actor) -> Value {
    call(ada, "get_page", json!({})).await["page"]["draft"].clone()
}

/// The width of a picture of the service.
async fn width(ada: &Actor, src: &Value) -> u32 {
    let src = src.as_str().unwrap();
    assert!(src.starts_with("/media/"), "{src}");
    image::load_from_memory(&ada.download(src).await).unwrap().width()
}

on_both! {
    async fn a_picture_from_the_chat_is_swapped_in_two_calls(app) {
        let ada = app.owner("ada").await;
        call(&ada, "add_tile", json!({ "tile": { "type": "text", "text": "First" } })).await;
        call(&ada, "add_tile", json!({ "tile": { "type": "image", "src": data(30), "alt": "A pot" } })).await;
        let page = draft(&ada).await;
        let tile = page["tiles"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(width(&ada, &tile["src"]).await, 30);
        let swapped = call(&ada, "update_tile", json!({ "id": tile["id"], "patch": { "src": data(40) } })).await;
        assert_eq!(width(&ada, &swapped["tile"]["src"]).await, 40);
        assert_eq!((&swapped["tile"]["alt"], &swapped["before"]), (&json!("A pot"), &json!({ "src": tile["src"] })));
    }

    async fn every_place_of_a_picture_takes_one(app) {
        let ada = app.owner("ada").await;
        let profile = call(&ada, "set_profile", json!({ "avatar": data(50) })).await;
        assert_eq!(width(&ada, &profile["profile"]["avatar"]).await, 50);
        let link = call(&ada, "add_tile", json!({ "tile": { "type": "link", "url": "https://ada.example", "image": data(60) } })).await;
        assert_eq!(width(&ada, &link["tiles"][0]["image"]).await, 60);
        let items = json!([{ "image": data(70), "caption": "Kiln" }, "A note"]);
        let added = call(&ada, "add_tile", json!({ "inputs": items })).await;
        assert_eq!((width(&ada, &added["tiles"][0]["src"]).await, &added["tiles"][1]["text"]), (70, &json!("A note")));
        let brief = json!({ "name": "Ada", "avatar": data(80), "links": [{ "image": data(90) }, "https://ada.example"] });
        let page = call(&ada, "import_page", json!({ "file": brief, "replace": true })).await["page"]["draft"].clone();
        assert_eq!((width(&ada, &page["profile"]["avatar"]).await, width(&ada, &page["tiles"][0]["src"]).await), (80, 90));
        // A whole page as text, pictures that stand where tiles do, and one alone.
        let text = json!({ "name": "Ada", "avatar": data(81), "links": [data(92)] }).to_string();
        let page = call(&ada, "import_page", json!({ "file": text, "replace": true })).await["page"]["draft"].clone();
        assert_eq!((width(&ada, &page["profile"]["avatar"]).await, width(&ada, &page["tiles"][0]["src"]).await), (81, 92));
        let added = call(&ada, "add_tile", json!({ "inputs": [data(93), "A note"] })).await;
        assert_eq!((width(&ada, &added["tiles"][0]["src"]).await, &added["tiles"][1]["text"]), (93, &json!("A note")));
        let added = call(&ada, "add_tile", json!({ "input": data(94) })).await;
        assert_eq!(width(&ada, &added["tiles"][0]["src"]).await, 94);
        // Whitespace of wrapped lines and a missing end are no mistakes, and the type is told from the file.
        let wrapped = data(91).replace('=', "").as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect::<Vec<_>>().join("\n");
        let taken = call(&ada, "add_tile", json!({ "tile": { "type": "image", "src": wrapped } })).await;
        assert_eq!(width(&ada, &taken["tiles"][0]["src"]).await, 91);
    }

    async fn what_is_no_picture_is_told_with_its_place(app) {
        let ada = app.owner("ada").await;
        let before = draft(&ada).await;
        for wrong in ["data:image/png;base64,@@@@", "data:text/html;base64,AAAA", "data:image/png,AAAA", "data:,", "DATA:image/png;base64"] {
            let said = refused(&ada, "add_tile", json!({ "tile": { "type": "image", "src": wrong } })).await;
            assert!(said.contains("/tile/src: ") && said.contains("base64"), "{wrong}: {said}");
        }
        let both = json!({ "inputs": [{ "image": "data:image/png;base64,!" }, "x", { "image": "data:," }] });
        let said = refused(&ada, "add_tile", both).await;
        assert!(said.contains("/inputs/0/image") && said.contains("/inputs/2/image"), "{said}");
        let text = format!("data:image/png;base64,{}", STANDARD.encode("no picture at all"));
        let said = refused(&ada, "set_profile", json!({ "avatar": text })).await;
        assert!(said.contains("image_un"), "{said}");
        let many: Vec<_> = (0..11).map(|width| json!({ "image": data(10 + width) })).collect();
        let said = refused(&ada, "add_tile", json!({ "inputs": many })).await;
        assert!(said.contains("/inputs/10/image: one call holds at most 10 pictures"), "{said}");
        // In words it is words.
        let note = call(&ada, "add_tile", json!({ "tile": { "type": "text", "text": "data:image/png;base64,AAAA" } })).await;
        assert_eq!(note["tiles"][0]["text"], "data:image/png;base64,AAAA");
        let now = draft(&ada).await;
        assert_eq!(now["tiles"].as_array().unwrap().len(), before["tiles"].as_array().unwrap().len() + 1);
        assert_eq!(now["profile"], before["profile"]);
    }

    async fn what_lies_below_a_long_name_is_looked_through_without_writing_the_name_each_time(app) {
        let ada = app.owner("ada").await;
        // Written for each value, the name would be ten gigabytes.
        let wide = json!({ "inputs": ["x"], "n".repeat(500_000): vec![0; 19_000] });
        let said = refused(&ada, "add_tile", wide).await;
        assert!(said.contains("invalid_input"), "{}", said.chars().take(200).collect::<String>());
        // Its path is told as any other's.
        let named = json!({ "tile": { "type": "image", "a/b~c": { "src": "data:," } } });
        let said = refused(&ada, "add_tile", named).await;
        assert!(said.contains("/tile/a~1b~0c/src: "), "{said}");
    }

    async fn a_retry_with_a_picture_is_no_second_tile(app) {
        let ada = app.owner("ada").await;
        let add = json!({ "tile": { "type": "image", "src": data(33) }, "clientId": "pot" });
        let first = call(&ada, "add_tile", add.clone()).await;
        assert_eq!(call(&ada, "add_tile", add).await, first);
    }
}

#[tokio::test]
async fn pictures_within_a_call_count_as_the_accounts() {
    let app = TestApp::set(&[]).await;
    let ada = app.owner("ada").await;
    let src = call(&ada, "set_profile", json!({ "avatar": data(44) })).await["profile"]["avatar"].clone();
    // A picture that was taken down comes back by no way.
    let hash = src.as_str().unwrap().trim_start_matches("/media/").to_owned();
    app.app.service.block_picture(&hash, "reported").await.unwrap();
    let said = refused(&ada, "add_tile", json!({ "tile": { "type": "image", "src": data(44) } })).await;
    assert!(said.contains("image_blocked"), "{said}");
}

/// Asks for an upload address; its path.
async fn upload_address(person: &Actor) -> String {
    let told = call(person, "list_options", json!({ "topic": "upload" })).await["upload"].clone();
    assert_eq!(
        (&told["method"], &told["seconds"], &told["bytes"]),
        (&json!("POST"), &json!(300), &json!(10 * 1024 * 1024))
    );
    let path = told["address"].as_str().unwrap().strip_prefix(person.url()).unwrap().to_owned();
    assert!(path.starts_with("/api/v1/images/mantelu_") && path.len() > 60, "{path}");
    path
}

async fn send(anyone: &Actor, path: &str, kind: &str, file: &[u8]) -> Reply {
    anyone.call(Method::POST, path, Some((kind, file.to_vec()))).await
}

/// A picture whose file is larger than a call may be.
fn large() -> Vec<u8> {
    // Noise, which no format makes smaller.
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    let picture = RgbImage::from_fn(700, 700, |_, _| image::Rgb([noise(), noise(), noise()]));
    let file = file(&DynamicImage::ImageRgb8(picture), ImageFormat::Png);
    assert!(file.len() > 1024 * 1024, "{}", file.len());
    file
}

on_both! {
    async fn a_picture_too_large_for_a_call_goes_to_an_upload_address_once(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let large = large();
        let (body, headers) = modern("tools/call", json!({ "name": "set_profile", "arguments":
            { "avatar": format!("data:image/png;base64,{}", STANDARD.encode(&large)) } }));
        let caller = headers.into_iter().fold(ada.clone(), |caller, (name, value)| caller.with(name, &value));
        let refused = caller.post("/api/mcp", body).await.refused(413, "body_too_large");
        assert!(refused.text.contains("list_options") && refused.text.contains("topic upload"), "{}", refused.text);
        let path = upload_address(&ada).await;
        // No credential is sent, and one that is sent does not count: the address has the rights of who asked for it.
        let ben = app.owner("ben").await;
        let kept = send(&ben, &path, "image/png", &large).await.expect(201);
        assert_eq!(kept.header("cache-control"), "no-store");
        let kept = kept.body();
        assert_eq!((&kept["width"], &kept["height"]), (&json!(700), &json!(700)));
        let profile = call(&ada, "set_profile", json!({ "avatar": kept["src"] })).await;
        assert_eq!(width(&ada, &profile["profile"]["avatar"]).await, 700);
        for again in 0..2 {
            let said = send(&anyone, &path, "image/png", &large).await.refused(404, "not_found");
            assert!(said.text.contains("list_options"), "{again}: {}", said.text);
        }
        // It is Ada's picture.
        let mut rows = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
        let owner = "select a.email from pictures p join accounts a on a.id = p.account_id where p.width = 700";
        let owners: Vec<String> = sqlx::query_scalar(owner).fetch_all(&mut rows).await.unwrap();
        assert_eq!(owners, ["ada@harrow.example"]);
        let path = upload_address(&ada).await;
        let head = "--line\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\ncontent-type: image/png\r\n\r\n";
        let form = [head.as_bytes(), &large, b"\r\n--line--\r\n"].concat();
        assert_eq!(send(&anyone, &path, "multipart/form-data; boundary=line", &form).await.expect(201).body(), kept);
    }

    async fn an_upload_address_takes_one_of_many_at_once(app) {
        let ada = app.owner("ada").await;
        let path = upload_address(&ada).await;
        let mut sent = JoinSet::new();
        for at in 0..8 {
            let (anyone, path) = (app.anonymous(), path.clone());
            let picture = file(&drawn(20 + at, 20, false), ImageFormat::Png);
            sent.spawn(async move { send(&anyone, &path, "image/png", &picture).await.status.as_u16() });
        }
        let mut statuses = sent.join_all().await;
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 404, 404, 404, 404, 404, 404, 404]);
    }

    async fn an_upload_address_ends_with_its_time_and_its_credential(app) {
        let anyone = app.anonymous();
        let picture = file(&drawn(20, 20, false), ImageFormat::Png);
        let service = &app.app.service;
        let ada = app.owner("ada").await;
        let account = service.account("ada@harrow.example").await.unwrap().id;
        let path = upload_address(&ada).await;
        service.clock().advance(5 * 60_000 + 1);
        send(&anyone, &path, "image/png", &picture).await.refused(404, "not_found");
        let (other, secret) = service.make_key(&account, "other").await.unwrap();
        let by_other = upload_address(&app.anonymous().with_bearer(&secret)).await;
        let path = upload_address(&ada).await;
        service.revoke_key(&account, &other.id).await.unwrap();
        send(&anyone, &by_other, "image/png", &picture).await.refused(404, "not_found");
        send(&anyone, &path, "image/png", &picture).await.expect(201);
        // Of an agent's token.
        let agent = Agent::new(&app).await;
        let ines = person(&app, "ines").await;
        let (access, refresh) = agent.tokens(&ines).await;
        let path = upload_address(&agent.with(&access)).await;
        send(&anyone, &path, "image/png", &picture).await.expect(201);
        let path = upload_address(&agent.with(&access)).await;
        agent.anyone.form(REVOKE, &[("token", &refresh), ("client_id", &agent.id)]).await.expect(200);
        send(&anyone, &path, "image/png", &picture).await.refused(404, "not_found");
        // Of an account that is gone.
        let path = upload_address(&ada).await;
        service.delete_account(&account).await.unwrap();
        send(&anyone, &path, "image/png", &picture).await.refused(404, "not_found");
    }

    async fn an_upload_address_takes_what_an_upload_takes(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let picture = file(&drawn(20, 20, false), ImageFormat::Png);
        for (kind, file, status, code) in [
            ("image/svg+xml", b"<svg/>".to_vec(), 415, "image_unsupported"),
            ("image/jpeg", picture.clone(), 415, "image_unsupported"),
            ("image/png", picture[..40].to_vec(), 400, "image_unreadable"),
            ("image/png", Vec::new(), 415, "image_unsupported"),
            ("image/png", claimed(60_000, 60_000, &[0; 9]), 413, "image_too_large"),
            ("multipart/form-data", picture.clone(), 400, "image_unreadable"),
        ] {
            let path = upload_address(&ada).await;
            send(&anyone, &path, kind, &file).await.refused(status, code);
        }
        // What did not arrive spends nothing.
        let path = upload_address(&ada).await;
        anyone.get(&path).await.refused(405, "method_not_allowed");
        send(&anyone, &path, "image/png", &vec![0; 11 * 1024 * 1024]).await.refused(413, "image_too_large");
        let photo = exif(1);
        let jpeg = file(&drawn(64, 48, false), ImageFormat::Jpeg);
        let dirty = with_segment(&jpeg, 0xe1, &[b"Exif\0\0", photo.as_slice()].concat());
        let kept = send(&anyone, &path, "image/jpeg", &dirty).await.expect(201).body();
        assert_eq!(ada.download(kept["src"].as_str().unwrap()).await, jpeg, "nothing but the picture is kept");
        app.app.service.block_picture(&mantel_server::media::hash(&picture), "reported").await.unwrap();
        let path = upload_address(&ada).await;
        send(&anyone, &path, "image/png", &picture).await.refused(403, "image_blocked");
        let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
        let path = upload_address(&ada).await;
        app.app.service.set_suspended(&account, Some("reported")).await.unwrap();
        send(&anyone, &path, "image/jpeg", &jpeg).await.refused(403, "suspended");
        let said = refused(&ada, "list_options", json!({ "topic": "upload" })).await;
        assert!(said.contains("suspended"), "{said}");
    }

    async fn an_account_has_ten_upload_addresses_at_a_time(app) {
        let (ada, ben, anyone) = (app.owner("ada").await, app.owner("ben").await, app.anonymous());
        let bens = upload_address(&ben).await;
        let mut paths = Vec::new();
        for _ in 0..12 {
            paths.push(upload_address(&ada).await);
            app.app.service.clock().advance(1);
        }
        let mut rows = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
        let left: i64 = sqlx::query_scalar("select count(*) from upload_addresses").fetch_one(&mut rows).await.unwrap();
        assert_eq!(left, 10 + 1);
        let picture = file(&drawn(20, 20, false), ImageFormat::Png);
        send(&anyone, &paths[1], "image/png", &picture).await.refused(404, "not_found");
        send(&anyone, &paths[2], "image/png", &picture).await.expect(201);
        send(&anyone, &bens, "image/png", &picture).await.expect(201);
        // The secrets are not in the database, and nothing but a whole one is an address.
        let hashes: Vec<String> = sqlx::query_scalar("select hash from upload_addresses").fetch_all(&mut rows).await.unwrap();
        assert!(hashes.iter().all(|hash| hash.len() == 64 && !paths.iter().any(|path| path.contains(hash.as_str()))));
        for wrong in [&paths[3][..paths[3].len() - 1], "/api/v1/images/x", "/api/v1/images/%00", &format!("/api/v1/images/{}", hashes[0])] {
            send(&anyone, wrong, "image/png", &picture).await.refused(404, "not_found");
        }
        send(&anyone, &paths[3], "image/png", &picture).await.expect(201);
    }
}

#[tokio::test]
async fn servers_on_one_database_share_upload_addresses() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let path = upload_address(&ada).await;
    let second = app.second_server().await;
    let picture = file(&drawn(20, 20, false), ImageFormat::Png);
    send(&second.anonymous(), &path, "image/png", &picture).await.expect(201);
    send(&app.anonymous(), &path, "image/png", &picture).await.refused(404, "not_found");
}

#[tokio::test]
async fn uploads_to_an_address_count_as_the_callers() {
    let app = TestApp::set(&[("RATE_EDITS", "3"), ("RATE_PUBLIC", "4")]).await;
    let ada = app.keyed("ada").await;
    let picture = file(&drawn(20, 20, false), ImageFormat::Png);
    let paths = [upload_address(&ada).await, upload_address(&ada).await];
    send(&app.anonymous(), &paths[0], "image/png", &picture).await.expect(201);
    send(&app.anonymous(), &paths[1], "image/png", &picture).await.refused(429, "rate_limited");
    let said = refused(&ada, "list_options", json!({ "topic": "upload" })).await;
    assert!(said.contains("rate_limited"), "{said}");
    // Who guesses is limited by their address.
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(send(&app.anonymous(), &paths[0], "image/png", &picture).await.status.as_u16());
    }
    assert!(statuses.starts_with(&[404, 404]) && statuses.ends_with(&[429]), "{statuses:?}");
}

#[tokio::test]
async fn a_far_picture_named_in_a_call_is_fetched_and_kept() {
    let picture = file(&drawn(90, 60, false), ImageFormat::Png);
    let sent = picture.clone();
    let web = FakeWeb::start(&["far.example"], move |_| ok("image/png", sent.clone())).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    let ada = app.owner("ada").await;
    let src = "https://far.example/pot.png";
    let added = call(
        &ada,
        "add_tile",
        json!({ "tile": { "type": "image", "src": "https://far.example/cup.png", "alt": "A pot" } }),
    )
    .await;
    call(&ada, "update_tile", json!({ "id": added["tiles"][0]["id"], "patch": { "src": src } })).await;
    call(&ada, "set_profile", json!({ "avatar": src })).await;
    assert_eq!(draft(&ada).await["profile"]["avatar"], src);
    let served = ada.get("/api/v1/page").await.expect(200).body()["pictures"][src]["src"].clone();
    let served = served.as_str().unwrap();
    assert!(served.starts_with("/media/far/"), "{served}");
    for _ in 0..2 {
        assert_eq!(app.anonymous().download(served).await, picture);
    }
    assert_eq!(web.count("pot.png"), 1, "what was fetched is kept");
    let brief = json!({ "name": "Ada", "avatar": src, "links": [{ "image": "https://far.example/cup.png" }] });
    call(&ada, "import_page", json!({ "file": brief, "replace": true })).await;
    let served =
        ada.get("/api/v1/page").await.expect(200).body()["pictures"]["https://far.example/cup.png"]["src"].clone();
    assert_eq!(app.anonymous().download(served.as_str().unwrap()).await, picture);
}
