//! `/settings`, using only its forms.

use image::ImageFormat;
use reqwest::Method;
use serde_json::json;

use crate::oauth::agent::{Agent, person};
use crate::support::{Actor, PASSWORD, Reply, TestApp, on_both, pictures};

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
async fn send_file(person: &Actor, text: &str, replace: bool) -> Reply {
    let mut body = format!(
        "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"page.json\"\r\n\
         content-type: application/json\r\n\r\n{text}\r\n"
    );
    if replace {
        body.push_str("--b\r\ncontent-disposition: form-data; name=\"replace\"\r\n\r\nyes\r\n");
    }
    body.push_str("--b--\r\n");
    let body = Some(("multipart/form-data; boundary=b", body.into_bytes()));
    person.call(Method::POST, "/settings/import", body).await
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
        let open = r#"<details class="settings-confirm" open"#;
        assert_eq!((refused.text.matches(open).count(), settings(&ada).await.matches(open).count()), (1, 0));
        done(&ada, "/settings/delete-page", &[("name", "Ada ")], "Your page is deleted").await;
        assert!(settings(&ada).await.contains("Choose your name"));
        let to = ada.form("/settings/claim", &[("username", "ada")]).await.expect(303).header("location").to_owned();
        assert_eq!(to, "/edit");
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
            "claim", "publish", "username", "import", "link", "link/revoke", "password", "sessions/others", "sessions/x/end",
            "unpublish", "delete-page", "delete-account",
        ] {
            let path = format!("/settings/{path}");
            evil.form(&path, &[("name", "ada"), ("password", PASSWORD), ("username", "evil")]).await.expect(403);
            assert_eq!(app.anonymous().form(&path, &[]).await.expect(303).header("location"), "/signin?next=%2Fsettings", "{path}");
        }
        assert!(settings(&ada).await.contains("/ada\""));
    }
}
