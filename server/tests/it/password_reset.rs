//! A forgotten password: requested, mailed, set.

use serde_json::json;

use crate::oauth::agent::{Agent, person, signed_in};
use crate::support::smtp::PostOffice;
use crate::support::{Actor, Database, OPEN, PASSWORD, TestApp, on_both};

const ADA: &str = "ada@harrow.example";
const NEW: &str = "another long password";
const HOUR: i64 = 60 * 60_000;
const COOL_DOWN: i64 = 5 * 60_000;

/// A server that sends mail, and its mailbox; on each available database.
pub async fn mailing() -> Vec<(TestApp, PostOffice)> {
    let mut all = Vec::new();
    for database in [Database::Sqlite, Database::Postgres] {
        let office = PostOffice::open().await;
        let mail = [("SMTP_URL", office.url.as_str()), ("MAIL_FROM", "Mantel <hello@mantel.example>")];
        let settings = [OPEN, mail.as_slice()].concat();
        if let Some(app) = TestApp::with(database, &settings).await {
            all.push((app, office));
        }
    }
    all
}

async fn sign_in(app: &TestApp, password: &str) -> u16 {
    app.anonymous().form("/signin", &[("email", ADA), ("password", password)]).await.status.as_u16()
}

async fn ask(app: &TestApp, email: &str) -> String {
    app.anonymous().form("/forgot", &[("email", email)]).await.expect(200).text
}

async fn set(app: &TestApp, link: &str, password: &str) -> u16 {
    app.anonymous().form(link, &[("password", password)]).await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailed_link_sets_a_new_password_once_and_ends_what_the_old_one_began() {
    for (app, mut office) in mailing().await {
        let ada = person(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        claude.post("/api/v1/page/tiles", json!({ "input": "Here" })).await.expect(201);
        assert!(ada.get("/signin").await.expect(303).text.is_empty());
        assert!(app.anonymous().get("/signin").await.text.contains("href=\"/forgot\""));
        ask(&app, " Ada@Harrow.example ").await;
        let mail = office.mail().await;
        assert_eq!((mail.from.as_str(), mail.to.as_str()), ("hello@mantel.example", ADA));
        assert!(mail.text.contains("Subject: A new password for Mantel\n"), "{}", mail.text);
        let link = mail.link(&app.url);
        let form = app.anonymous().get(&link).await.expect(200);
        assert_eq!((form.header("referrer-policy"), form.header("cache-control")), ("no-referrer", "no-store"));
        assert!(form.text.contains("autocomplete=\"new-password\"") && form.text.contains("noindex"));
        // An invalid password leaves the link valid.
        assert_eq!(set(&app, &link, "short").await, 422);
        app.anonymous().with("sec-fetch-site", "cross-site").form(&link, &[("password", NEW)]).await.expect(403);
        assert_eq!((set(&app, &link, NEW).await, set(&app, &link, NEW).await), (200, 404));
        assert_eq!((sign_in(&app, PASSWORD).await, sign_in(&app, NEW).await), (422, 303));
        ada.get("/settings").await.expect(303);
        claude.get("/api/v1/page").await.refused(401, "unauthorized");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_ends_after_an_hour_and_with_any_other_new_password() {
    for (app, mut office) in mailing().await {
        app.owner("ada").await;
        let mut link = async || {
            ask(&app, ADA).await;
            office.mail().await.link(&app.url)
        };
        let late = link().await;
        app.app.service.clock().advance(HOUR - 60_000);
        app.anonymous().get(&late).await.expect(200);
        app.app.service.clock().advance(61_000);
        app.anonymous().get(&late).await.expect(404);
        assert_eq!((sign_in(&app, PASSWORD).await, set(&app, &late, NEW).await), (303, 404));
        // A new link replaces the one before.
        let first = link().await;
        app.app.service.clock().advance(COOL_DOWN);
        let second = link().await;
        app.anonymous().get(&first).await.expect(404);
        assert_eq!((set(&app, &first, NEW).await, set(&app, &second, NEW).await), (404, 200));
        assert_eq!(sign_in(&app, NEW).await, 303);
        for made_up in ["/reset/x", "/reset/mantelp_0000000000000000000000000000000000000000000000000"] {
            app.anonymous().get(made_up).await.expect(404);
        }
    }
}

/// Seventeen mails in 45 seconds reached one person.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_account_is_mailed_one_link_in_five_minutes_however_often_it_is_asked_for() {
    for (app, mut office) in mailing().await {
        app.owner("ada").await;
        for _ in 0..17 {
            ask(&app, ADA).await;
        }
        let link = office.mail().await.link(&app.url);
        assert!(app.app.service.request_password_reset(ADA).await.unwrap().is_none());
        app.anonymous().get(&link).await.expect(200);
        app.app.service.clock().advance(COOL_DOWN);
        let next = app.app.service.request_password_reset(ADA).await.unwrap().unwrap();
        app.anonymous().get(&link).await.expect(404);
        app.anonymous().get(&format!("/reset/{}", next.secret)).await.expect(200);
    }
}

/// Somebody who knew the old password, or signed up with another's address, made keys and a private link.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reset_ends_keys_and_the_private_link() {
    for (app, mut office) in mailing().await {
        let key = app.owner("ada").await;
        let ada = signed_in(&app, "ada").await;
        let link = key.post("/api/v1/page/preview", json!({})).await.expect(201).body()["preview"]["url"]
            .as_str()
            .unwrap()
            .to_owned();
        let preview = link.strip_prefix(&app.url).unwrap();
        app.anonymous().get(preview).await.expect(200);
        // Whoever is signed in chooses, and keeps them by default.
        ada.form("/settings/password", &[("current", PASSWORD), ("password", NEW)]).await.expect(303);
        key.get("/api/v1/page").await.expect(200);
        ada.form("/settings/password", &[("current", NEW), ("password", PASSWORD), ("keys", "end")]).await.expect(303);
        key.get("/api/v1/page").await.refused(401, "unauthorized");
        app.anonymous().get(preview).await.expect(404);
        ask(&app, ADA).await;
        let account = app.app.service.account(ADA).await.unwrap().id;
        let (_, secret) = app.app.service.make_key(&account, "second").await.unwrap();
        let key = app.anonymous().with_bearer(&secret);
        key.get("/api/v1/page").await.expect(200);
        assert_eq!(set(&app, &office.mail().await.link(&app.url), NEW).await, 200);
        key.get("/api/v1/page").await.refused(401, "unauthorized");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_no_account_hears_the_same_and_gets_no_mail() {
    for (app, mut office) in mailing().await {
        app.owner("ada").await;
        let nobody = ask(&app, "nobody@harrow.example").await;
        let ada = ask(&app, ADA).await;
        assert_eq!(nobody.replace("nobody@", "ada@"), ada);
        assert_eq!(office.mail().await.to, ADA);
        assert!(app.app.service.request_password_reset("nobody@harrow.example").await.unwrap().is_none());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asking_is_limited_as_signing_in_is() {
    let office = PostOffice::open().await;
    let mail = [("SMTP_URL", office.url.as_str()), ("MAIL_FROM", "hello@mantel.example"), ("RATE_SIGNIN", "2")];
    let app = TestApp::set(&mail).await;
    ask(&app, ADA).await;
    ask(&app, ADA).await;
    app.anonymous().form("/forgot", &[("email", ADA)]).await.expect(429);
}

/// Both screens say so where the server sends no mail.
async fn says_that_no_mail_is_sent(person: &Actor) {
    for path in ["/signin", "/forgot"] {
        let text = person.get(path).await.expect(200).text;
        assert!(text.contains("Whoever runs this service can set a new password for you."), "{path}: {text}");
        assert!(!text.contains("action=\"/forgot\"") && !text.contains("href=\"/forgot\""), "{path}: {text}");
    }
}

on_both! {
    async fn without_a_mail_server_people_are_told_whom_to_ask(app) {
        app.owner("ada").await;
        says_that_no_mail_is_sent(&app.anonymous()).await;
        // Posting the form anyway does nothing.
        ask(&app, ADA).await;
        let account = app.app.service.account(ADA).await.unwrap();
        app.app.service.set_password(&account.id, NEW).await.unwrap();
        assert_eq!(sign_in(&app, NEW).await, 303);
    }
}
