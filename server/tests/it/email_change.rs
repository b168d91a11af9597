//! A new email address: asked for with the password, and confirmed by mail where mail is sent.

use mantel_server::service::secret;
use mantel_server::store::NewReset;
use tokio::task::JoinSet;

use crate::oauth::agent::{Agent, person, signed_in};
use crate::password_reset::mailing;
use crate::support::smtp::{Mail, PostOffice};
use crate::support::{Actor, PASSWORD, Reply, TestApp, on_both};

const ADA: &str = "ada@harrow.example";
const NEW: &str = "ada.l@harrow.example";
const HOUR: i64 = 60 * 60_000;
const FORM: &str = "/settings/email";
const CHANGED: &str = "/settings?done=email#email";

async fn ask(who: &Actor, password: &str, email: &str) -> Reply {
    who.form(FORM, &[("email", email), ("password", password)]).await
}

/// The mails about a request: to the new address and to the old one.
async fn mails(office: &mut PostOffice, old: &str) -> (Mail, Mail) {
    let (one, other) = (office.mail().await, office.mail().await);
    if one.to == old { (other, one) } else { (one, other) }
}

/// Asks for an address and returns the link that is mailed there.
async fn link(app: &TestApp, office: &mut PostOffice, ada: &Actor, email: &str) -> String {
    assert_eq!(ask(ada, PASSWORD, email).await.expect(303).header("location"), "/settings?done=mailed#email");
    mails(office, ADA).await.0.link(&app.url)
}

async fn sign_in(app: &TestApp, email: &str) -> u16 {
    app.anonymous().form("/signin", &[("email", email), ("password", PASSWORD)]).await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_address_counts_once_it_is_confirmed_and_ends_what_the_old_one_began() {
    for (app, mut office) in mailing().await {
        let (ada, bob) = (person(&app, "ada").await, person(&app, "bob").await);
        let other = signed_in(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        app.anonymous().form("/forgot", &[("email", ADA)]).await.expect(200);
        let reset = office.mail().await.link(&app.url);
        ask(&ada, PASSWORD, " Ada.L@Harrow.example ").await.expect(303);
        let (to_new, to_old) = mails(&mut office, ADA).await;
        assert_eq!((to_new.to.as_str(), to_old.to.as_str()), (NEW, ADA));
        assert!(to_new.text.contains("Subject: Confirm your address for Mantel\n"), "{}", to_new.text);
        assert!(to_old.text.contains(NEW) && !to_old.text.contains("/settings/email/"), "{}", to_old.text);
        let link = to_new.link(&app.url);
        assert!(ada.get("/settings").await.text.contains(NEW), "what waits is shown");
        // The link is of use only to its account, signed in, and opening it changes nothing.
        let away = app.anonymous().get(&link).await.expect(303).header("location").to_owned();
        assert!(away.starts_with("/signin?next=%2Fsettings%2Femail%2Fmantele_"), "{away}");
        app.anonymous().form(&link, &[]).await.expect(303);
        bob.get(&link).await.expect(404);
        bob.form(&link, &[]).await.expect(404);
        let form = ada.get(&link).await.expect(200);
        assert_eq!((form.header("referrer-policy"), form.header("cache-control")), ("no-referrer", "no-store"));
        assert!(form.text.contains(NEW) && form.text.contains("noindex"));
        ada.clone().with("sec-fetch-site", "cross-site").form(&link, &[]).await.expect(403);
        assert_eq!((sign_in(&app, ADA).await, sign_in(&app, NEW).await), (303, 422));
        let done = ada.form(&link, &[]).await.expect(303);
        assert_eq!(done.header("location"), CHANGED);
        assert!(done.header("set-cookie").contains("mantel"), "a new session");
        let told = office.mail().await;
        assert!(told.to == ADA && told.text.contains(NEW), "{}", told.text);
        assert_eq!((sign_in(&app, ADA).await, sign_in(&app, NEW).await), (422, 303));
        let settings = ada.get("/settings").await.expect(200).text;
        assert!(settings.contains(NEW) && !settings.contains(ADA));
        other.get("/settings").await.expect(303);
        claude.get("/api/v1/page").await.refused(401, "unauthorized");
        app.anonymous().get(&reset).await.expect(404);
        ada.form(&link, &[]).await.expect(404);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_link_counts_for_an_hour_and_ends_with_the_password() {
    for (app, mut office) in mailing().await {
        let ada = person(&app, "ada").await;
        for (password, email, said) in [
            ("not the password", NEW, "That is not your password."),
            ("", NEW, "Write your password here."),
            (PASSWORD, "nonsense", "This needs an email address"),
            (PASSWORD, "x<victim@harrow.example>", "This needs an email address"),
            (PASSWORD, ADA, "This is your address already."),
        ] {
            let again = ask(&ada, password, email).await.expect(422).text;
            assert!(again.contains(said) && !again.contains("not the password"), "{said} in {again}");
        }
        let first = link(&app, &mut office, &ada, NEW).await;
        let lately = ask(&ada, PASSWORD, NEW).await.expect(429).text;
        assert!(lately.contains("A link was mailed a few minutes ago"), "{lately}");
        ada.get(&first).await.expect(200);
        app.app.service.clock().advance(6 * 60_000);
        let second = link(&app, &mut office, &ada, NEW).await;
        ada.get(&first).await.expect(404);
        app.app.service.clock().advance(HOUR - 60_000);
        ada.get(&second).await.expect(200);
        app.app.service.clock().advance(61_000);
        ada.get(&second).await.expect(404);
        ada.form(&second, &[]).await.expect(404);
        let third = link(&app, &mut office, &ada, NEW).await;
        let fields = [("current", PASSWORD), ("password", "another long password")];
        ada.form("/settings/password", &fields).await.expect(303);
        ada.form(&third, &[]).await.expect(404);
        for made_up in
            ["/settings/email/x", "/settings/email/mantele_0000000000000000000000000000000000000000000000000"]
        {
            ada.get(made_up).await.expect(404);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_somebody_has_is_told_only_to_who_reads_its_mail() {
    for (app, mut office) in mailing().await {
        let ada = person(&app, "ada").await;
        app.owner("bob").await;
        // The same reply as for a free address, and a mail to each.
        let link = link(&app, &mut office, &ada, "bob@harrow.example").await;
        let shown = ada.get("/settings").await.text;
        assert!(!shown.contains("Another account"), "{shown}");
        let refused = ada.form(&link, &[]).await.expect(422).text;
        assert!(refused.contains("Another account here has this address."), "{refused}");
        assert_eq!((sign_in(&app, ADA).await, sign_in(&app, "bob@harrow.example").await), (303, 303));
        ada.get("/settings").await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_accounts_that_confirm_one_address_at_once_one_gets_it() {
    for (app, mut office) in mailing().await {
        let mut links = Vec::new();
        for name in ["ada", "bob"] {
            let who = person(&app, name).await;
            ask(&who, PASSWORD, NEW).await.expect(303);
            let link = mails(&mut office, &format!("{name}@harrow.example")).await.0.link(&app.url);
            links.push((who, link));
        }
        let mut confirms = JoinSet::new();
        for (who, link) in links {
            confirms.spawn(async move { who.form(&link, &[]).await.status.as_u16() });
        }
        let mut all = confirms.join_all().await;
        all.sort_unstable();
        assert_eq!(all, [303, 422]);
        assert_eq!(sign_in(&app, NEW).await, 303);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_to_a_new_password_ends_with_the_address_that_it_was_mailed_to() {
    for (app, mut office) in mailing().await {
        let ada = person(&app, "ada").await;
        let link = link(&app, &mut office, &ada, NEW).await;
        // As when both happen at once: the reset was looked up before the change and stored after it.
        let account = app.app.service.account(ADA).await.unwrap().id;
        ada.form(&link, &[]).await.expect(303);
        let (secret, now) = (secret::generate(secret::Kind::Reset), app.app.service.clock().now());
        let store = app.app.service.store();
        let hash = secret::hash(&secret);
        let new =
            NewReset { hash: &hash, account: &account, email: ADA, expires_at: now + HOUR, unless_after: now + HOUR };
        assert!(store.add_reset(&new, now).await.unwrap());
        app.anonymous().get(&format!("/reset/{secret}")).await.expect(404);
        let fields = [("password", "another long password")];
        app.anonymous().form(&format!("/reset/{secret}"), &fields).await.expect(404);
        assert_eq!(sign_in(&app, NEW).await, 303);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asking_is_limited_as_signing_in_is() {
    let office = PostOffice::open().await;
    let mail = [("SMTP_URL", office.url.as_str()), ("MAIL_FROM", "hello@mantel.example"), ("RATE_SIGNIN", "3")];
    let app = TestApp::set(&mail).await;
    let ada = person(&app, "ada").await;
    ask(&ada, "not the password", NEW).await.expect(422);
    ask(&ada, "not the password", NEW).await.expect(422);
    ask(&ada, PASSWORD, NEW).await.expect(429);
}

on_both! {
    async fn without_mail_the_address_changes_at_once(app) {
        let ada = person(&app, "ada").await;
        let other = signed_in(&app, "ada").await;
        app.owner("bob").await;
        ask(&ada, "not the password", NEW).await.expect(422);
        let taken = ask(&ada, PASSWORD, "Bob@harrow.example").await.expect(422).text;
        assert!(taken.contains("Another account here has this address."), "{taken}");
        other.get("/settings").await.expect(200);
        assert_eq!(ask(&ada, PASSWORD, NEW).await.expect(303).header("location"), CHANGED);
        assert_eq!((sign_in(&app, ADA).await, sign_in(&app, NEW).await), (422, 303));
        other.get("/settings").await.expect(303);
        let settings = ada.get("/settings?done=email").await.expect(200).text;
        assert!(settings.contains("Your address is changed.") && settings.contains(NEW));
    }
}
