//! `/settings`, using only its forms.

use std::io::Write as _;

use image::ImageFormat;
use reqwest::Method;
use serde_json::json;

use crate::oauth::agent::{Agent, hidden, person};
use crate::support::{Actor, Database, PASSWORD, Reply, TestApp, on_both, pictures};

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn signed_in(app: &TestApp, agent: &str) -> Actor {
    let browser = app.anonymous().with("user-agent", agent);
    let fields = [("email", "ada@harrow.example"), ("password", PASSWORD)];
    browser.form("/signin", &fields).await.expect(303);
    browser
}

async fn settings(person: &Actor) -> String {
    person.get("/settings").await.expect(200).text
}

/// Posts a form; asserts that it succeeded and that the settings page says so.
async fn done(person: &Actor, path: &str, fields: &[(&str, &str)], said: &str) {
    let to = person.form(path, fields).await.expect(303).header("location").to_owned();
    let page = person.get(to.split('#').next().unwrap()).await.expect(200);
    assert!(page.text.contains(said), "{said} in {}", page.text);
}

/// Posts a form with a file, as browsers do.
async fn send_file(person: &Actor, file: impl AsRef<[u8]>, replace: bool) -> Reply {
    let head = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"page\"\r\n\
         content-type: application/octet-stream\r\n\r\n";
    let confirmed = "\r\n--b\r\ncontent-disposition: form-data; name=\"replace\"\r\n\r\nyes";
    let confirmed = if replace { confirmed } else { "" };
    let body = [head.as_bytes(), file.as_ref(), confirmed.as_bytes(), b"\r\n--b--\r\n"].concat();
    person.call(Method::POST, "/settings/import", Some(("multipart/form-data; boundary=b", body))).await
}

/// A zip archive of these files.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

on_both! {
    async fn a_page_moves_and_its_old_name_comes_back(app) {
        let ada = person(&app, "ada").await;
        done(&ada, "/settings/publish", &[], "up to date for everyone").await;
        done(&ada, "/settings/username", &[("username", "Lovelace")], "Your page has moved").await;
        assert_eq!(app.anonymous().get("/ada").await.expect(308).header("location"), "/lovelace");
        let page = settings(&ada).await;
        assert!(page.contains("leads here until") && page.contains("name=\"username\" value=\"ada\""), "{page}");
        let refused = ada.form("/settings/username", &[("username", "admin")]).await.expect(422);
        assert!(refused.text.contains("kept for the service") && refused.text.contains("value=\"admin\""));
        done(&ada, "/settings/username", &[("username", "ada")], "Your page has moved").await;
        app.anonymous().get("/ada").await.expect(200);
    }

    async fn a_page_is_taken_away_and_loaded_again_on_a_second_word(app) {
        let ada = person(&app, "ada").await;
        ada.form("/settings/publish", &[]).await.expect(303);
        let file = ada.get("/settings/export").await.expect(200);
        assert_eq!(file.header("content-disposition"), "attachment; filename=\"ada.json\"");
        for path in ["/settings/export.zip", "/settings/export.html.zip"] {
            assert_eq!(&ada.download(path).await[..2], b"PK");
        }
        let brief = "{ \"name\": \"A & B\", \"links\": [\"https://harrow.example\"], \"colour\": 1 }";
        let looked = send_file(&ada, brief, false).await.expect(200);
        for said in ["Replace the draft with this file?", "<code>/colour</code>", "&quot;A &amp; B&quot;", "Replace the draft</button>"] {
            assert!(looked.text.contains(said), "{said} in {}", looked.text);
        }
        // The draft is not replaced yet.
        assert_eq!(ada.get("/settings/export").await.text, file.text);
        let loaded = send_file(&ada, brief, true).await.expect(303);
        assert_eq!(loaded.header("location"), "/settings?done=loaded#file");
        assert_eq!(ada.get("/settings/export").await.body()["profile"]["name"], "A & B");
        for wrong in ["", "   ", "{ \"name\": "] {
            assert!(send_file(&ada, wrong, true).await.expect(422).text.contains("role=\"alert\""));
        }
        send_file(&ada.clone().with("sec-fetch-site", "cross-site"), brief, true).await.expect(403);
        // The export needs a session, and a page.
        assert_eq!(app.anonymous().get("/settings/export").await.expect(303).header("location"), "/signin?next=%2Fsettings");
    }

    async fn what_the_settings_save_with_its_pictures_they_load_on_any_instance(app) {
        let ada = person(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        let file = pictures::file(&pictures::drawn(20, 20, false), ImageFormat::Png);
        let src = claude.upload("image/png", &file).await.expect(201).body()["src"].as_str().unwrap().to_owned();
        claude.patch("/api/v1/page/profile", json!({ "name": "Ada", "avatar": src, "pageTitle": "Ada, potter" })).await.expect(200);
        claude.post("/api/v1/page/tiles", json!({ "inputs": ["A note", "https://harrow.example"] })).await.expect(201);
        let bundle = ada.download("/settings/export.zip").await;
        let draft = async |who: &Actor| {
            let file = who.get("/settings/export").await.expect(200).body();
            json!([file["profile"], file["theme"], file["tiles"]])
        };
        let elsewhere = TestApp::on(Database::Sqlite).await.unwrap();
        let eve = person(&elsewhere, "eve").await;
        elsewhere.anonymous().get(&src).await.expect(404);
        let looked = send_file(&eve, &bundle, false).await.expect(200).text;
        assert!(looked.contains("Replace the draft with this file?") && !looked.contains("could not be loaded"), "{looked}");
        assert_ne!(draft(&eve).await, draft(&ada).await);
        send_file(&eve, hidden(&looked, "file"), true).await.expect(303);
        assert_eq!(draft(&eve).await, draft(&ada).await);
        elsewhere.anonymous().get(&src).await.expect(200);
        // Without its picture the page is loaded all the same, with a word about it.
        let third = TestApp::on(Database::Sqlite).await.unwrap();
        let mallory = person(&third, "mallory").await;
        let page = ada.get("/settings/export").await.text;
        for broken in [zipped(&[("page.json", page.as_bytes())]), zipped(&[("page.json", page.as_bytes()), (&format!("{}.png", &src[1..]), b"no picture")])] {
            let looked = send_file(&mallory, broken, false).await.expect(200).text;
            assert!(looked.contains("1 of 1 pictures could not be loaded"), "{looked}");
        }
    }

    async fn what_is_no_page_is_told_what_it_is_and_replaces_nothing(app) {
        let ada = person(&app, "ada").await;
        let before = ada.get("/settings/export").await.text;
        let png = pictures::file(&pictures::drawn(20, 20, false), ImageFormat::Png);
        let package = json!({ "name": "shop", "version": "1.0.0", "scripts": { "test": "x" }, "dependencies": {}, "homepage": "https://harrow.example" }).to_string();
        let compiler = json!({ "$schema": "https://json.schemastore.org/tsconfig", "compilerOptions": { "strict": true } }).to_string();
        let mut large = Vec::from(b"PK\x03\x04");
        large.resize(3 << 20, 0);
        let cases: [(&[u8], &str); 9] = [
            (&png, "This is a picture"),
            (b"%PDF-1.7\n", "This is a PDF."),
            (&zipped(&[("word/document.xml", b"<x/>")]), "The zip file holds no page.json"),
            (&large, "The zip file is damaged"),
            (&[b'x'; 1_100_000], "This file has 2 MB."),
            (package.as_bytes(), "This is JSON, but not a page: it has no links"),
            (compiler.as_bytes(), "This is JSON, but not a page"),
            (br#"{ "mantel": 1, "name": "", "links": [] }"#, "neither a name nor a link"),
            (br#"{ "bio": "Kilns" }"#, "a name and a list of links"),
        ];
        for (file, said) in cases {
            for replace in [false, true] {
                let told = send_file(&ada, file, replace).await.expect(422).text;
                let at_the_field = told.split("id=\"page-file-says\"").nth(1).unwrap().split("</p>").next().unwrap();
                assert!(at_the_field.to_lowercase().contains(&said.to_lowercase()), "{said} in {at_the_field}");
                assert!(told.contains("aria-invalid=\"true\""));
            }
        }
        assert_eq!(ada.get("/settings/export").await.text, before);
    }

    async fn what_search_engines_show_is_set_here_and_goes_live_with_the_page(app) {
        let ada = person(&app, "ada").await;
        let api = app.app.service.make_key(&app.app.service.account("ada@harrow.example").await.unwrap().id, "k").await.unwrap().1;
        let api = app.anonymous().with_bearer(&api);
        api.patch("/api/v1/page/profile", json!({ "name": "Ada", "bio": "Kilns & pots." })).await.expect(200);
        ada.form("/settings/publish", &[]).await.expect(303);
        let head = async || {
            let page = app.anonymous().get("/ada").await.expect(200).text;
            page.split("<body").next().unwrap().to_owned()
        };
        let says = |head: &str, title: &str, about: &str| {
            for part in [
                format!("<title>{title}</title>"),
                format!("<meta property=\"og:title\" content=\"{title}\">"),
                format!("<meta name=\"description\" content=\"{about}\"><meta property=\"og:description\" content=\"{about}\">"),
            ] {
                assert!(head.contains(&part), "{part} in {head}");
            }
        };
        says(&head().await, "Ada", "Kilns &amp; pots.");
        let fields = [("pageTitle", " Ada Harrow <potter> "), ("pageDescription", "Stoneware \"for the table\".")];
        done(&ada, "/settings/search", &fields, "Saved in the draft.").await;
        says(&head().await, "Ada", "Kilns &amp; pots.");
        ada.form("/settings/publish", &[]).await.expect(303);
        says(&head().await, "Ada Harrow &lt;potter&gt;", "Stoneware &quot;for the table&quot;.");
        let public = app.anonymous().get("/api/v1/public/ada").await.body();
        assert_eq!(public["profile"]["pageTitle"], "Ada Harrow <potter>");
        // The name on the page itself stays.
        assert!(app.anonymous().get("/ada").await.text.split("<body").nth(1).unwrap().contains("Ada<"));
        let long = "x".repeat(121);
        let again = ada.form("/settings/search", &[("pageTitle", &long), ("pageDescription", "kept")]).await.expect(422).text;
        assert!(again.contains("the limit is 120") && again.contains(">kept</textarea>"), "{again}");
        done(&ada, "/settings/search", &[("pageTitle", ""), ("pageDescription", "")], "Saved in the draft.").await;
        ada.form("/settings/publish", &[]).await.expect(303);
        says(&head().await, "Ada", "Kilns &amp; pots.");
        assert_eq!(api.get("/api/v1/page").await.body()["draft"]["profile"].get("pageTitle"), None);
    }

    async fn a_name_that_is_kept_for_the_account_is_not_called_taken(app) {
        let (ada, bob) = (person(&app, "ada").await, person(&app, "bob").await);
        ada.form("/settings/username", &[("username", "lovelace")]).await.expect(303);
        let check = async |who: &Actor| who.get("/api/v1/username?check=Ada").await.expect(200).body();
        assert_eq!(check(&ada).await, json!({ "ok": true, "reason": "The name ada is kept for you." }));
        for other in [&bob, &app.anonymous()] {
            assert_eq!(check(other).await["code"], "username_taken");
        }
    }

    async fn the_private_link_is_made_shown_replaced_and_revoked(app) {
        let ada = person(&app, "ada").await;
        assert!(!settings(&ada).await.contains("/preview/"));
        let link = async || {
            done(&ada, "/settings/link", &[], "Here is the link").await;
            let page = settings(&ada).await;
            let at = page.find("/preview/").unwrap();
            page[at..at + 41].to_owned()
        };
        let (first, second) = (link().await, link().await);
        app.anonymous().get(&first).await.expect(404);
        app.anonymous().get(&second).await.expect(200);
        done(&ada, "/settings/link/revoke", &[], "The link is revoked").await;
        app.anonymous().get(&second).await.expect(404);
    }

    async fn sessions_are_named_and_end_one_by_one_or_together(app) {
        app.owner("ada").await;
        app.owner("bob").await;
        let here = signed_in(&app, FIREFOX).await;
        let curl = signed_in(&app, "curl/8.14").await;
        let phone = signed_in(&app, "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36").await;
        app.app.service.clock().advance(3 * 60 * 60_000);
        let page = settings(&here).await;
        for said in ["Firefox on Windows", "This browser", "Chrome on Android", "Last here 3 hours ago", "Signed in 3 hours ago"] {
            assert!(page.contains(said), "{said} in {page}");
        }
        let before = page.find("Last here").unwrap();
        assert!(page.find("Here now").unwrap() < before, "this browser stands first");
        let ends: Vec<_> = page.split("action=\"").skip(1).filter_map(|part| part.split('"').next()).filter(|it| it.ends_with("/end")).collect();
        assert_eq!(ends.len(), 2);
        // Another account cannot end the session.
        let bob = app.anonymous();
        bob.form("/signin", &[("email", "bob@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        bob.form(ends[0], &[]).await.expect(422);
        done(&here, ends[0], &[], "That browser is signed out.").await;
        let left = [curl.get("/settings").await.status, phone.get("/settings").await.status];
        assert_eq!(left.iter().filter(|it| **it == 200).count(), 1);
        here.form(ends[0], &[]).await.expect(422);
        let again = signed_in(&app, "curl/8.14").await;
        done(&here, "/settings/sessions/others", &[], "here and nowhere else").await;
        for gone in [&curl, &phone, &again] {
            gone.get("/settings").await.expect(303);
        }
        bob.get("/settings").await.expect(200);
        here.get("/settings").await.expect(200);
    }

    async fn a_page_goes_offline_and_is_deleted_when_its_name_is_typed(app) {
        let ada = person(&app, "ada").await;
        ada.form("/settings/publish", &[]).await.expect(303);
        assert!(settings(&ada).await.contains("/settings/unpublish"));
        done(&ada, "/settings/unpublish", &[], "Your page is offline").await;
        app.anonymous().get("/ada").await.expect(404);
        assert!(!settings(&ada).await.contains("/settings/unpublish"));
        let refused = ada.form("/settings/delete-page", &[("name", "lovelace")]).await.expect(422);
        assert!(refused.text.contains("Nothing was deleted"));
        // The form in which it was typed stays open, and no other.
        let open = r#"<details open class="settings-confirm""#;
        assert_eq!((refused.text.matches(open).count(), settings(&ada).await.matches(open).count()), (1, 0));
        done(&ada, "/settings/delete-page", &[("name", "Ada ")], "Your page is deleted").await;
        assert!(settings(&ada).await.contains("Choose your name"));
        let to = ada.form("/settings/claim", &[("username", "ada")]).await.expect(303).header("location").to_owned();
        assert_eq!(to, "/edit?welcome");
        assert!(settings(&ada).await.contains("/ada"));
    }

    async fn an_account_goes_with_everything_of_it(app) {
        let ada = person(&app, "ada").await;
        let bob = app.owner("bob").await;
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        ada.form("/settings/publish", &[]).await.expect(303);
        let own = pictures::file(&pictures::drawn(20, 20, false), ImageFormat::Png);
        let shared = pictures::file(&pictures::halves(20, 20), ImageFormat::Png);
        let src = |reply: Reply| reply.expect(201).body()["src"].as_str().unwrap().to_owned();
        let own = src(claude.upload("image/png", &own).await);
        let both = src(claude.upload("image/png", &shared).await);
        assert_eq!(src(bob.upload("image/png", &shared).await), both);
        ada.form("/settings/username", &[("username", "lovelace")]).await.expect(303);
        let refused = ada.form("/settings/delete-account", &[("password", "not the password")]).await.expect(422);
        assert!(refused.text.contains("That is not your password."));
        ada.get("/settings").await.expect(200);
        let gone = ada.form("/settings/delete-account", &[("password", PASSWORD)]).await.expect(200);
        assert!(gone.text.contains("Your account is gone") && gone.header("set-cookie").contains("Max-Age=0"));
        ada.get("/settings").await.expect(303);
        claude.get("/api/v1/page").await.refused(401, "unauthorized");
        app.anonymous().form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(422);
        for path in ["/ada", "/lovelace", own.as_str()] {
            app.anonymous().get(path).await.expect(404);
        }
        // A picture that another account uses stays; the old usernames stay taken.
        app.anonymous().get(&both).await.expect(200);
        for name in ["ada", "lovelace"] {
            bob.post("/api/v1/page/username", json!({ "username": name })).await.refused(409, "username_taken");
        }
        assert!(app.app.service.store().integrity().await.unwrap().is_empty());
    }

    async fn forms_of_the_settings_are_sent_from_here_by_who_is_signed_in(app) {
        let ada = person(&app, "ada").await;
        let evil = ada.clone().with("sec-fetch-site", "cross-site");
        for path in [
            "claim", "publish", "username", "search", "email", "email/x", "import", "link", "link/revoke", "password", "sessions/others", "sessions/x/end",
            "unpublish", "delete-page", "delete-account",
        ] {
            let path = format!("/settings/{path}");
            evil.form(&path, &[("name", "ada"), ("password", PASSWORD), ("username", "evil")]).await.expect(403);
            assert_eq!(app.anonymous().form(&path, &[]).await.expect(303).header("location").split("%2Femail").next(), Some("/signin?next=%2Fsettings"), "{path}");
        }
        assert!(settings(&ada).await.contains("/ada\""));
    }
}
