//! The address of a new account is verified by mail before anything of it is seen by others.

use mantel_server::service::SignUp;
use serde_json::json;

use crate::mcp::ask;
use crate::oauth::agent::{Agent, answer, get, pair};
use crate::password_reset::mailing;
use crate::support::smtp::PostOffice;
use crate::support::{Actor, PASSWORD, TestApp, on_both};

const ADA: &str = "ada@harrow.example";
const MINUTE: i64 = 60_000;

/// Signs up in a browser; returns it, signed in and with a page, and the link that is mailed.
pub async fn sign_up(app: &TestApp, office: &mut PostOffice) -> (Actor, String) {
    let browser = app.anonymous();
    let fields = [("email", ADA), ("password", PASSWORD), ("username", "ada")];
    browser.form("/signup", &fields).await.expect(303);
    let mail = office.mail().await;
    assert_eq!(mail.to, ADA);
    assert!(mail.text.contains("Subject: Confirm your address for Mantel\n"), "{}", mail.text);
    (browser, mail.link(&app.url))
}

/// The API as the browser's pages call it.
pub async fn api(app: &TestApp, browser: &Actor) -> Actor {
    let token = browser.clone().with("sec-fetch-site", "same-origin").post("/api/auth/session/token", json!({})).await;
    app.anonymous().with_bearer(token.expect(200).body()["token"].as_str().unwrap())
}

async fn publishes(app: &TestApp, browser: &Actor) -> u16 {
    api(app, browser).await.post("/api/v1/page/publish", json!({})).await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unverified_address_edits_and_shows_nothing_to_anybody() {
    for (app, mut office) in mailing().await {
        let (browser, link) = sign_up(&app, &mut office).await;
        let owner = api(&app, &browser).await;
        owner.patch("/api/v1/page/profile", json!({ "bio": "Pots" })).await.expect(200);
        owner.post("/api/v1/page/publish", json!({})).await.refused(403, "email_not_verified");
        owner.post("/api/v1/page/publish", json!({ "dryRun": true })).await.refused(403, "email_not_verified");
        owner.post("/api/v1/page/preview", json!({})).await.refused(403, "email_not_verified");
        assert!(browser.form("/settings/publish", &[]).await.expect(403).text.contains("is not confirmed yet"));
        browser.form("/settings/link", &[]).await.expect(403);
        assert!(
            browser.form("/agents/keys", &[("name", "Mine")]).await.expect(403).text.contains("is not confirmed yet")
        );
        // A program that they let in may not do more than they.
        let agent = Agent::new(&app).await;
        let allowed = agent.answered(&browser, &[], &[("answer", "allow"), ("publish", "on")]).await.expect(303);
        let code = get(&answer(allowed.header("location")), "code").unwrap().to_owned();
        let client = agent.with(&pair(&agent.exchange(&code, &[]).await.expect(200).body()).0);
        client.post("/api/v1/page/publish", json!({})).await.refused(403, "email_not_verified");
        let told = ask(&client, "tools/call", json!({ "name": "publish", "arguments": {} })).await;
        assert!(told.to_string().contains("email_not_verified"), "{told}");
        app.anonymous().get("/ada").await.expect(404);
        // The settings say so; opening the link verifies nothing, confirming it does, once.
        assert!(browser.get("/settings").await.text.contains("not confirmed yet"));
        assert!(browser.get(&link).await.expect(200).text.contains("Confirm your address?"));
        assert!(app.anonymous().get(&link).await.expect(303).header("location").starts_with("/signin?next="));
        app.anonymous().form(&link, &[]).await.expect(303);
        assert_eq!(publishes(&app, &browser).await, 403);
        let done = browser.form(&link, &[]).await.expect(303);
        assert_eq!(done.header("location"), "/settings?done=verified#email");
        browser.form(&link, &[]).await.expect(404);
        assert!(!browser.get("/settings").await.text.contains("not confirmed yet"));
        assert_eq!(publishes(&app, &browser).await, 200, "the browser stays signed in");
        client.post("/api/v1/page/publish", json!({})).await.expect(200);
        browser.form("/agents/keys", &[("name", "Mine")]).await.expect(200);
        app.anonymous().get("/ada").await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_signs_up_with_the_address_of_another_keeps_nothing_once_its_owner_comes() {
    for (app, mut office) in mailing().await {
        let (mallory, link) = sign_up(&app, &mut office).await;
        // The owner is told, has no password, and sets one by mail.
        assert!(app.anonymous().get(&link).await.expect(303).header("location").starts_with("/signin"));
        app.anonymous().form("/forgot", &[("email", ADA)]).await.expect(200);
        let reset = office.mail().await.link(&app.url);
        let owner = app.anonymous();
        owner.form(&reset, &[("password", "another long password")]).await.expect(200);
        owner.form("/signin", &[("email", ADA), ("password", "another long password")]).await.expect(303);
        mallory.get("/settings").await.expect(303);
        mallory.form(&link, &[]).await.expect(303);
        assert_eq!(publishes(&app, &owner).await, 200, "the link to the password was mailed to the address");
        owner.form(&link, &[]).await.expect(404);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_link_is_mailed_again_after_a_while_and_the_address_corrected() {
    for (app, mut office) in mailing().await {
        let (browser, first) = sign_up(&app, &mut office).await;
        for _ in 0..3 {
            let early = browser.form("/settings/email/verify", &[]).await.expect(429);
            assert!(early.text.contains("A link was mailed a few minutes ago"), "{}", early.text);
        }
        app.app.service.clock().advance(6 * MINUTE);
        let sent = browser.form("/settings/email/verify", &[]).await.expect(303);
        assert_eq!(sent.header("location"), "/settings?done=verify#email");
        let second = office.mail().await.link(&app.url);
        browser.form(&first, &[]).await.expect(404);
        // Another address: only it gets a mail, since the one at first may be a stranger's.
        let right = "ada.l@harrow.example";
        browser.form("/settings/email", &[("email", right), ("password", "wrong password")]).await.expect(422);
        browser.form("/settings/email", &[("email", right), ("password", PASSWORD)]).await.expect(303);
        let mail = office.mail().await;
        assert_eq!(mail.to, right);
        assert!(browser.get("/settings").await.text.contains(right));
        // The link to the address at first goes on, mailed again or not, and so does the correction.
        app.app.service.clock().advance(6 * MINUTE);
        browser.form("/settings/email/verify", &[]).await.expect(303);
        let third = office.mail().await;
        assert_eq!(third.to, ADA);
        browser.form(&second, &[]).await.expect(404);
        assert!(browser.get(&third.link(&app.url)).await.expect(200).text.contains("Confirm your address?"));
        browser.form(&mail.link(&app.url), &[]).await.expect(303);
        assert_eq!(office.mail().await.to, ADA, "the change itself is told to the old address");
        assert_eq!(publishes(&app, &browser).await, 200);
        browser.form(&third.link(&app.url), &[]).await.expect(404);
        // A verified address has nothing to verify.
        let again = browser.form("/settings/email/verify", &[]).await.expect(303);
        assert_eq!(again.header("location"), "/settings?done=verified#email");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sign_up_does_not_tell_whether_the_address_has_an_account() {
    for (app, mut office) in mailing().await {
        let owner = app.owner("ada").await;
        owner.post("/api/v1/page/publish", json!({})).await.expect(200);
        let replies = async |email: &str, username: &str| {
            let browser = app.anonymous();
            let fields = [("email", email), ("password", "a password of mine"), ("username", username)];
            let reply = browser.form("/signup", &fields).await;
            let headers: Vec<_> = reply.headers.keys().map(ToString::to_string).collect();
            let first = (reply.status, headers, reply.header("location").to_owned(), reply.text);
            let settings = browser.get("/settings").await.expect(200).text.replace(email, "").replace(username, "");
            let refused = publishes(&app, &browser).await;
            (browser, (first, settings.contains("not confirmed yet"), refused))
        };
        let (stranger, known) = replies(ADA, "mallory").await;
        let notice = office.mail().await;
        let (_, unknown) = replies("eve@harrow.example", "evelyn").await;
        let link = office.mail().await.link(&app.url);
        assert_eq!(known, unknown);
        // Only the owner of the mailbox learns that there is one, and gets no link that would confirm anything.
        assert_eq!(notice.to, ADA);
        assert!(notice.text.contains("You have a Mantel account already"), "{}", notice.text);
        assert!(!notice.text.contains("/settings/email/"), "{}", notice.text);
        stranger.form(&link, &[]).await.expect(404);
        // Each signs in with the password of their own account, and `/forgot` is for the one who has the address.
        let signed_in = async |password: &str| {
            let browser = app.anonymous();
            browser.form("/signin", &[("email", ADA), ("password", password)]).await.expect(303);
            api(&app, &browser).await.get("/api/v1/page").await.body()["username"].clone()
        };
        assert_eq!(signed_in(PASSWORD).await, "ada");
        assert_eq!(signed_in("a password of mine").await, "mallory");
        app.anonymous().form("/signin", &[("email", ADA), ("password", "neither of the two")]).await.expect(422);
        app.anonymous().form("/forgot", &[("email", ADA)]).await.expect(200);
        let reset = office.mail().await.link(&app.url);
        app.anonymous().form(&reset, &[("password", "the owner's new one")]).await.expect(200);
        assert_eq!(signed_in("the owner's new one").await, "ada");
        // It is mailed again as elsewhere, and a corrected address can be confirmed.
        app.app.service.clock().advance(6 * MINUTE);
        stranger.form("/settings/email/verify", &[]).await.expect(303);
        assert!(office.mail().await.text.contains("You have a Mantel account already"));
        let right = [("email", "mallory@harrow.example"), ("password", "a password of mine")];
        stranger.form("/settings/email", &right).await.expect(303);
        stranger.form(&office.mail().await.link(&app.url), &[]).await.expect(303);
        assert_eq!(publishes(&app, &stranger).await, 200);
        assert_eq!(signed_in("the owner's new one").await, "ada");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_all_who_wait_for_an_address_the_one_who_shows_it_has_it() {
    for (app, mut office) in mailing().await {
        let (mallory, first) = sign_up(&app, &mut office).await;
        let ada = app.anonymous();
        ada.form("/signup", &[("email", ADA), ("password", "her own password"), ("username", "ada-l")])
            .await
            .expect(303);
        let second = office.mail().await.link(&app.url);
        // A link is for the account that it was mailed for.
        ada.form(&first, &[]).await.expect(404);
        ada.form(&second, &[]).await.expect(303);
        assert_eq!(publishes(&app, &ada).await, 200);
        // What the other was mailed goes nowhere now.
        let late = mallory.form(&first, &[]).await.expect(422);
        assert!(late.text.contains("Another account here has this address"), "{}", late.text);
        assert_eq!(publishes(&app, &mallory).await, 403);
    }
}

/// Whoever waits for the address of another signs in with a password of their own. That made their browser known to the
/// address, with a bucket of its own for guesses at the password of the owner, and as many browsers as they liked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_for_an_address_guesses_no_faster_at_the_password_of_its_owner() {
    let office = PostOffice::open().await;
    let mail = [("SMTP_URL", office.url.as_str()), ("MAIL_FROM", "hello@mantel.example")];
    let limits = [("RATE_SIGNIN", "3"), ("TRUSTED_PROXIES", "127.0.0.1")];
    let app = TestApp::set(&[mail.as_slice(), &limits].concat()).await;
    app.owner("ada").await;
    let from = |address: &str| app.anonymous().with("x-forwarded-for", address);
    let (stranger, attempts) = (from("203.0.113.9"), [("email", ADA), ("password", "a password of mine")]);
    stranger.form("/signup", &attempts).await.expect(303);
    stranger.form("/signout", &[]).await.expect(303);
    stranger.form("/signin", &attempts).await.expect(303);
    stranger.form("/signout", &[]).await.expect(303);
    let guess = async |browser: &Actor| {
        browser.form("/signin", &[("email", ADA), ("password", "not the password")]).await.status.as_u16()
    };
    // A browser that nobody knows uses up what the address has.
    let fresh = from("203.0.113.9");
    while guess(&fresh).await != 429 {}
    assert_eq!(guess(&stranger).await, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_way_round_the_time_between_two_mails() {
    for (app, mut office) in mailing().await {
        let (browser, _) = sign_up(&app, &mut office).await;
        let change = |email: &'static str| {
            let browser = browser.clone();
            async move { browser.form("/settings/email", &[("email", email), ("password", PASSWORD)]).await }
        };
        change("victim@harrow.example").await.expect(303);
        assert_eq!(office.mail().await.to, "victim@harrow.example");
        change("victim@harrow.example").await.expect(429);
        change("another@harrow.example").await.expect(429);
        browser.form("/settings/email/verify", &[]).await.expect(429);
        let fields = [("current", PASSWORD), ("password", PASSWORD)];
        browser.form("/settings/password", &fields).await.expect(303);
        change("victim@harrow.example").await.expect(429);
        browser.form("/settings/email/verify", &[]).await.expect(429);
        // An account has six a day in all, whatever it does; two were sent.
        let mut sent = 2;
        for _ in 0..6 {
            app.app.service.clock().advance(6 * MINUTE);
            for reply in [browser.form("/settings/email/verify", &[]).await, change("victim@harrow.example").await] {
                sent += u32::from(reply.status == 303);
            }
        }
        assert_eq!(sent, 6);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_lasts_a_day() {
    for (app, mut office) in mailing().await {
        let (browser, link) = sign_up(&app, &mut office).await;
        app.app.service.clock().advance(24 * 60 * MINUTE);
        browser.get(&link).await.expect(404);
        browser.form(&link, &[]).await.expect(404);
        browser.form("/settings/email/verify", &[]).await.expect(303);
        browser.form(&office.mail().await.link(&app.url), &[]).await.expect(303);
        assert_eq!(publishes(&app, &browser).await, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_of_an_admin_count_as_verified() {
    for (app, _office) in mailing().await {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    }
}

on_both! {
    async fn without_mail_nobody_has_to_verify(app) {
        let browser = app.anonymous();
        let fields = [("email", ADA), ("password", PASSWORD), ("username", "ada")];
        browser.form("/signup", &fields).await.expect(303);
        assert!(!browser.get("/settings").await.text.contains("not confirmed"));
        assert_eq!(publishes(&app, &browser).await, 200);
        browser.form("/agents/keys", &[("name", "Mine")]).await.expect(200);
    }

    async fn whoever_waits_when_mail_is_switched_off_is_let_through(app) {
        let mail = [("SMTP_URL", "smtp://127.0.0.1:9"), ("MAIL_FROM", "Mantel <hello@mantel.example>")];
        let url = [("DATABASE_URL", app.app.config.database_url.as_str())];
        let settings = [crate::support::OPEN, &mail, &url].concat();
        let mailing = TestApp::with(crate::support::Database::Sqlite, &settings).await.unwrap();
        let new = SignUp { email: ADA.to_owned(), password: PASSWORD.to_owned(), invite: String::new() };
        mailing.app.service.sign_up(&new).await.unwrap();
        let browser = mailing.anonymous();
        browser.form("/signin", &[("email", ADA), ("password", PASSWORD)]).await.expect(303);
        browser.form("/agents/keys", &[("name", "Mine")]).await.expect(403);
        let browser = app.anonymous();
        browser.form("/signin", &[("email", ADA), ("password", PASSWORD)]).await.expect(303);
        browser.form("/agents/keys", &[("name", "Mine")]).await.expect(200);
    }
}
