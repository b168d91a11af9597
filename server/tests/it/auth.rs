//! Signing up, in and out with plain forms.

use serde_json::json;

use crate::support::{Actor, PASSWORD, TestApp, on_both};

on_both! {
    async fn a_person_signs_up_claims_publishes_and_makes_a_key_with_forms_alone(app) {
        let browser = app.anonymous().with("sec-fetch-site", "same-origin");
        let up = browser.form("/signup", &[("email", " Ada@Harrow.example"), ("password", PASSWORD), ("username", "Ada")]).await.expect(303);
        assert_eq!(up.header("location"), "/edit?welcome");
        let cookie = up.header("set-cookie");
        assert!(cookie.contains("HttpOnly; SameSite=Lax") && cookie.contains("Path=/") && !cookie.contains("Secure"), "{cookie}");
        assert_eq!(browser.get("/account").await.expect(303).header("location"), "/settings");
        let account = browser.get("/settings").await.expect(200);
        assert!(account.text.contains("ada@harrow.example") && account.text.contains("/ada"));
        assert_eq!(account.header("cache-control"), "no-store");
        browser.form("/settings/publish", &[]).await.expect(303);
        app.anonymous().get("/ada").await.expect(200);
        let made = browser.form("/agents/keys", &[("name", "Shop sync")]).await.expect(200);
        let at = made.text.find("mantel_").unwrap();
        let key = &made.text[at..at + 56];
        app.anonymous().with_bearer(key).get("/api/v1/page").await.expect(200);
        // The key is shown only once.
        assert!(!browser.get("/agents").await.text.contains(key));
        let at = made.text.find("/agents/keys/k_").unwrap();
        let revoke = made.text[at..].split('"').next().unwrap().replace("/publish", "/revoke");
        browser.form(&revoke, &[]).await.expect(303);
        app.anonymous().with_bearer(key).get("/api/v1/page").await.expect(401);
        browser.form("/signout", &[]).await.expect(303);
        assert_eq!(browser.get("/account").await.expect(303).header("location"), "/signin?next=%2Faccount");
    }

    async fn wrong_forms_come_back_filled_but_for_the_password(app) {
        let browser = app.anonymous();
        let again = browser.form("/signup", &[("email", "nonsense"), ("password", "secret123"), ("username", "ada"), ("next", "/new")]).await.expect(422);
        assert!(again.text.contains("value=\"nonsense\"") && again.text.contains("value=\"/new\"") && !again.text.contains("secret123"));
        assert!(again.text.contains("at least 10 characters") && again.text.contains("email address"), "{}", again.text);
        app.owner("ada").await;
        let taken = browser.form("/signup", &[("email", "b@c.example"), ("password", PASSWORD), ("username", "ada")]).await.expect(422);
        assert!(taken.text.contains("is taken") && taken.text.contains("ada2 is free.") && taken.text.contains("Type it again"));
        let known = browser.form("/signup", &[("email", "ADA@harrow.example"), ("password", PASSWORD)]).await.expect(422);
        assert!(known.text.contains("already has an account"));
    }

    async fn a_name_taken_while_signing_up_loses_nothing_that_was_pasted(app) {
        // All of them find the name free, because a password takes longer to hash than a name to check.
        let mut sign_ups = tokio::task::JoinSet::new();
        for number in 0..5 {
            let browser = app.anonymous();
            sign_ups.spawn(async move {
                let (email, paste) = (format!("ines{number}@harrow.example"), format!("https://harrow.example/{number}"));
                let fields = [("email", email.as_str()), ("password", PASSWORD), ("username", "ines"), ("paste", paste.as_str())];
                (browser.form("/signup", &fields).await, browser, paste)
            });
        }
        let mut others = 0;
        for (reply, browser, paste) in sign_ups.join_all().await {
            if reply.status == 422 {
                continue;
            }
            let location = reply.expect(303).header("location").to_owned();
            if location.starts_with("/settings?done=renamed") {
                others += 1;
                assert!(browser.get("/settings?done=renamed").await.expect(200).text.contains("took the name while you signed up"));
            }
            assert!(browser.get("/edit").await.expect(200).text.contains(&paste), "{location}");
        }
        assert!(others > 0, "the sign-ups did not meet");
    }

    async fn what_is_wrong_with_a_field_is_said_beside_it_and_the_first_gets_the_focus(app) {
        app.owner("ada").await;
        let anyone = app.anonymous();
        // The form, what is sent, the field that gets the focus, and what is said there.
        let cases = [
            ("/signin", vec![("email", ""), ("password", "")], "email", "Write your email address here."),
            ("/signin", vec![("email", "nonsense"), ("password", PASSWORD)], "email", "This needs an email address"),
            ("/signin", vec![("email", "ada@harrow.example"), ("password", "")], "password", "Write your password here."),
            ("/signup", vec![("email", "nonsense"), ("password", "short")], "email", "This needs an email address"),
            ("/signup", vec![("email", "b@c.example"), ("password", "short")], "password", "at least 10 characters"),
            ("/signup", vec![("email", "b@c.example"), ("password", PASSWORD), ("username", "ada")], "username", "is taken"),
            ("/report/ada", vec![("reason", "other"), ("email", "nonsense")], "email", "Leave the email out"),
        ];
        let browser = app.anonymous();
        browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        browser.form("/settings/publish", &[]).await.expect(303);
        for (path, fields, focus, said) in cases {
            let page = anyone.form(path, &fields).await.text;
            let form = page.split("<form").nth(1).unwrap_or_else(|| panic!("{path}: {page}"));
            assert!(form.split('>').next().unwrap().contains("novalidate"), "{path} leaves the words to the browser");
            let input = form.split('<').find(|tag| tag.contains(&format!("id=\"{focus}\""))).unwrap();
            for part in [" autofocus", "aria-invalid=\"true\"", &format!("aria-describedby=\"{focus}-says\"")] {
                assert!(input.contains(part), "{part} in {input}");
            }
            assert_eq!(form.matches(" autofocus").count(), 1, "{form}");
            let message = form.split(&format!("id=\"{focus}-says\"")).nth(1).unwrap().split("</p>").next().unwrap();
            assert!(message.contains(said), "{said} in {message}");
            for (name, value) in fields.iter().filter(|(name, _)| *name == "email" || *name == "username") {
                assert!(form.contains(&format!("value=\"{value}\"")), "{name} of {path} is kept: {form}");
            }
            assert!(!page.contains(PASSWORD), "{path} shows the password");
        }
    }

    async fn no_form_leaves_the_words_about_its_fields_to_the_browser(app) {
        app.owner("ada").await;
        let (anyone, owner) = (app.anonymous(), app.anonymous());
        owner.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        owner.form("/settings/username", &[("username", "ines")]).await.expect(303);
        owner.form("/settings/publish", &[]).await.expect(303);
        let visited = [
            (&anyone, &["/", "/nobody-here", "/signin", "/signup", "/forgot", "/report/ines", "/looks", "/new"][..]),
            (&owner, &["/", "/settings", "/agents", "/edit"][..]),
        ];
        let mut forms = 0;
        for (browser, paths) in visited {
            for path in paths {
                let page = browser.get(path).await.text;
                for form in page.split("<form").skip(1) {
                    let form = form.split("</form>").next().unwrap();
                    let checked = [" required", " pattern=", " minlength=", "type=\"email\"", "type=\"url\"", "type=\"number\""];
                    if checked.iter().any(|sign| form.contains(sign)) {
                        assert!(form.split('>').next().unwrap().contains("novalidate"), "{path}: {form}");
                        forms += 1;
                    }
                }
            }
        }
        assert!(forms >= 10, "{forms} forms were looked at");
    }

    async fn a_name_that_cannot_be_had_is_told_before_the_form_is_filled_in(app) {
        app.owner("ada").await;
        let form = app.anonymous().get("/signup?username=Ada").await.expect(200);
        assert!(form.text.contains("is taken") && form.text.contains("ada2 is free."), "{}", form.text);
        assert!(!app.anonymous().get("/signup?username=rosa").await.expect(200).text.contains("is taken"));
        assert!(app.anonymous().get("/signup?username=admin").await.expect(200).text.contains("aria-invalid=\"true\""));
    }

    async fn a_form_sent_by_script_is_answered_in_json(app) {
        app.owner("ada").await;
        let browser = app.anonymous().with("accept", "application/json").with("sec-fetch-site", "same-origin");
        let problems = async |path: &str, fields: &[(&str, &str)]| {
            let refused = browser.form(path, fields).await;
            assert!((400..500).contains(&refused.status.as_u16()) && refused.header("content-type") == "application/problem+json");
            refused.body()["errors"].as_array().cloned().unwrap_or_default().iter().map(|problem| problem["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(problems("/signup", &[("email", "nonsense"), ("password", "short")]).await, ["/email", "/password"]);
        assert_eq!(problems("/signup", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await, ["/email"]);
        assert_eq!(problems("/signup", &[("email", "b@c.example"), ("password", PASSWORD), ("username", "ada")]).await, ["/username"]);
        assert_eq!(problems("/signin", &[("email", "ada@harrow.example"), ("password", "wrong password")]).await, [""; 0]);
        let up = browser.form("/signup", &[("email", "b@c.example"), ("password", PASSWORD), ("username", "bob")]).await.expect(200);
        assert_eq!(up.body(), json!({ "next": "/edit?welcome" }));
        assert!(up.header("set-cookie").contains("HttpOnly") && up.header("cache-control") == "no-store");
        assert!(browser.get("/settings").await.expect(200).text.contains("/bob"));
        let on = app.anonymous().with("accept", "application/json").form("/signin", &[("email", "b@c.example"), ("password", PASSWORD), ("next", "/new?x=1")]).await.expect(200);
        assert_eq!(on.body()["next"], "/new?x=1");
    }

    async fn a_page_begins_empty_or_with_what_was_pasted_or_with_a_template(app) {
        let tiles = async |name: &str, fields: &[(&str, &str)]| {
            let (browser, email) = (app.anonymous(), format!("{name}@c.example"));
            let own = [("email", email.as_str()), ("password", PASSWORD), ("username", name)];
            browser.form("/signup", &[&own, fields].concat()).await.expect(303);
            browser.form("/settings/publish", &[]).await.expect(303);
            app.anonymous().get(&format!("/api/v1/public/{name}")).await.expect(200).body()
        };
        assert_eq!(tiles("empty", &[("paste", " "), ("template", "")]).await["tiles"], json!([]));
        let pasted = tiles("ines-harrow", &[("paste", "https://example.com/shop\nhttps://example.com/notes"), ("template", "writer")]).await;
        let links: Vec<&str> = pasted["tiles"].as_array().unwrap().iter().map(|tile| tile["url"].as_str().unwrap()).collect();
        assert_eq!(links, ["https://example.com/shop", "https://example.com/notes"]);
        // A page without a name gets one from its username; one with a name keeps it.
        assert_eq!(pasted["profile"]["name"], "Ines Harrow");
        assert_eq!(tiles("juniper", &[("paste", "{ \"name\": \"Juniper\", \"links\": [\"https://example.com\"] }")]).await["profile"]["name"], "Juniper");
        assert!(tiles("writer", &[("template", "writer")]).await["tiles"].as_array().unwrap().len() > 3);
        // What cannot be begun with is told before there is an account, and kept in the form.
        let mail = [("email", "late@c.example"), ("password", PASSWORD)];
        for (fields, text) in [
            ([("username", "late"), ("paste", "{")], "{</textarea>"),
            ([("username", "late"), ("template", "nothing")], "late@c.example"),
            ([("username", ""), ("paste", "https://example.com")], "Choose the name of the page"),
        ] {
            let again = app.anonymous().form("/signup", &[&mail[..], &fields[..]].concat()).await.expect(422);
            assert!(again.text.contains(text), "{}", again.text);
        }
        app.anonymous().form("/signup", &mail).await.expect(303);
    }

    async fn the_front_door_says_whether_ones_page_is_live(app) {
        let browser = app.anonymous();
        assert!(browser.get("/").await.expect(200).text.contains("href=\"/signup\""));
        browser.form("/signup", &[("email", "ada@c.example"), ("password", PASSWORD), ("username", "ada")]).await.expect(303);
        let landing = browser.get("/").await.expect(200);
        assert!(landing.text.contains("Not lit yet") && landing.text.contains("Only you can see") && !landing.text.contains("Your fire is lit"));
        browser.form("/settings/publish", &[]).await.expect(303);
        let landing = browser.get("/").await.expect(200);
        assert!(landing.text.contains("Your fire is lit") && landing.text.contains(" is live."));
        let other = app.anonymous();
        other.form("/signup", &[("email", "bob@c.example"), ("password", PASSWORD)]).await.expect(303);
        assert!(other.get("/").await.expect(200).text.contains("no page yet"));
    }

    async fn one_text_for_every_failed_sign_in(app) {
        app.owner("ada").await;
        let browser = app.anonymous();
        let words = |text: &str| text.contains("match an account here");
        assert!(words(&browser.form("/signin", &[("email", "ada@harrow.example"), ("password", "wrong password")]).await.expect(422).text));
        assert!(words(&browser.form("/signin", &[("email", "nobody@harrow.example"), ("password", PASSWORD)]).await.expect(422).text));
        let on = browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD), ("next", "/new?x=1")]).await.expect(303);
        assert_eq!(on.header("location"), "/new?x=1");
        let elsewhere = app.anonymous().form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD), ("next", "//evil.example")]).await;
        assert_eq!(elsewhere.expect(303).header("location"), "/edit");
    }

    async fn forms_from_other_sites_are_refused(app) {
        app.owner("ada").await;
        let fields = [("email", "ada@harrow.example"), ("password", PASSWORD)];
        for (name, value) in [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "https://evil.example"), ("origin", "null")] {
            app.anonymous().with(name, value).form("/signin", &fields).await.expect(403);
        }
        let browser = app.anonymous();
        browser.form("/signin", &fields).await.expect(303);
        let evil = browser.clone().with("sec-fetch-site", "cross-site");
        evil.form("/agents/keys", &[("name", "evil")]).await.expect(403);
        evil.form("/signout", &[]).await.expect(403);
        browser.get("/settings").await.expect(200);
    }

    async fn a_session_gives_a_ten_minute_bearer_to_its_own_pages_only(app) {
        let browser = app.anonymous();
        let ours = browser.clone().with("sec-fetch-site", "same-origin");
        ours.post("/api/auth/session/token", json!({})).await.refused(401, "unauthorized");
        browser.form("/signup", &[("email", "ada@harrow.example"), ("password", PASSWORD), ("username", "ada"), ("next", "/new")]).await.expect(303);
        // On the way to /new: the name is claimed there, with the draft.
        browser.post("/api/auth/session/token", json!({})).await.refused(403, "cross_site");
        browser.clone().with("sec-fetch-site", "cross-site").post("/api/auth/session/token", json!({})).await.refused(403, "cross_site");
        let token = ours.post("/api/auth/session/token", json!({})).await.expect(200).body();
        assert_eq!(token["expiresIn"], 600);
        let bearer = app.anonymous().with_bearer(token["token"].as_str().unwrap());
        bearer.get("/api/v1/page").await.refused(404, "no_page");
        let file = json!({ "name": "Ada", "links": ["https://ada.example"] });
        bearer.post("/api/v1/page/import", json!({ "file": file, "username": "ada" })).await.expect(201);
        ours.form("/signout", &[]).await.expect(303);
        bearer.get("/api/v1/page").await.refused(401, "unauthorized");
    }

    async fn a_new_password_ends_every_other_session(app) {
        app.owner("ada").await;
        let fields = [("email", "ada@harrow.example"), ("password", PASSWORD)];
        let (one, other) = (app.anonymous(), app.anonymous());
        one.form("/signin", &fields).await.expect(303);
        other.form("/signin", &fields).await.expect(303);
        one.form("/settings/password", &[("current", "wrong one"), ("password", "another long one")]).await.expect(422);
        one.form("/settings/password", &[("current", PASSWORD), ("password", "short")]).await.expect(422);
        one.form("/settings/password", &[("current", PASSWORD), ("password", "another long one")]).await.expect(303);
        one.get("/settings").await.expect(200);
        other.get("/settings").await.expect(303);
        app.anonymous().form("/signin", &fields).await.expect(422);
    }

    async fn twenty_keys_are_the_limit(app) {
        app.owner("ada").await;
        let browser = app.anonymous();
        browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        for at in 1..20 {
            browser.form("/agents/keys", &[("name", &format!("key {at}"))]).await.expect(200);
        }
        let full = browser.form("/agents/keys", &[("name", "one more")]).await.expect(422);
        assert!(full.text.contains("at most 20 keys"));
        browser.form("/agents/keys", &[("name", "")]).await.expect(422);
    }
}

on_both! {
    async fn sign_ups_can_be_closed(app set &[("SIGNUPS", "closed")]) {
        let fields = [("email", "ada@harrow.example"), ("password", PASSWORD)];
        assert!(app.anonymous().form("/signup", &fields).await.expect(403).text.contains("closed"));
    }

    async fn sign_ups_can_be_by_invitation_each_good_once(app set &[("SIGNUPS", "invite")]) {
        let fields = [("email", "ada@harrow.example"), ("password", PASSWORD)];
        app.anonymous().form("/signup", &fields).await.expect(422);
        let invite = app.app.service.make_invite().await.unwrap();
        let with = |email: &'static str| [("email", email), ("password", PASSWORD), ("invite", invite.as_str())];
        app.anonymous().form("/signup", &with("ada@harrow.example")).await.expect(303);
        app.anonymous().form("/signup", &with("bob@harrow.example")).await.expect(422);
        // An invite that an existing account could not use is still valid.
        let invite = app.app.service.make_invite().await.unwrap();
        let with = |email: &'static str| [("email", email), ("password", PASSWORD), ("invite", invite.as_str())];
        app.anonymous().form("/signup", &with("ada@harrow.example")).await.expect(422);
        app.anonymous().form("/signup", &with("bob@harrow.example")).await.expect(303);
    }
}

#[tokio::test]
async fn over_https_the_cookie_is_bound_to_the_host() {
    let app = TestApp::set(&[("BASE_URL", "https://mantel.example")]).await;
    let reply = app.anonymous().form("/signup", &[("email", "a@b.example"), ("password", PASSWORD)]).await.expect(303);
    let cookie = reply.header("set-cookie");
    assert!(cookie.starts_with("__Host-mantel=") && cookie.ends_with("; Secure"), "{cookie}");
    assert_eq!(reply.header("strict-transport-security"), "max-age=31536000");
}

/// Ten wrong passwords from anywhere kept the owner out, for as long as somebody went on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_of_others_lock_nobody_out() {
    let app = TestApp::set(&[("RATE_SIGNIN", "3"), ("TRUSTED_PROXIES", "127.0.0.1")]).await;
    app.owner("ada").await;
    app.owner("bob").await;
    let from = |address: &str| app.anonymous().with("x-forwarded-for", address);
    let try_in = async |browser: &Actor, name: &str, password: &str| {
        let fields = [("email", format!("{name}@Harrow.example")), ("password", password.to_owned())];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        browser.form("/signin", &fields).await.status.as_u16()
    };
    let (home, phone, stranger) = (from("192.0.2.1"), from("192.0.2.2"), from("203.0.113.9"));
    assert_eq!(try_in(&home, "ada", PASSWORD).await, 303);
    for wanted in [422, 422, 422, 429] {
        assert_eq!(try_in(&stranger, "ada", "not the password").await, wanted);
    }
    // From anywhere else the owner signs in, with a browser that is new there, too.
    assert_eq!((try_in(&home, "ada", PASSWORD).await, try_in(&phone, "ada", PASSWORD).await), (303, 303));
    // Many addresses together are stopped; a browser that has signed in before is not.
    let mut tries = 0;
    while try_in(&from(&format!("198.51.100.{tries}")), "ada", "not the password").await != 429 {
        tries += 1;
        assert!(tries < 200);
    }
    assert!(tries >= 20, "{tries}");
    assert_eq!(try_in(&home, "ada", PASSWORD).await, 303);
    // Resets have buckets of their own, and a browser is known to its own account only.
    stranger.form("/forgot", &[("email", "ada@harrow.example")]).await.expect(200);
    let mut wrong = 0;
    while try_in(&home, "bob", "not the password").await != 429 {
        wrong += 1;
    }
    assert!((1..10).contains(&wrong), "{wrong}");
}

/// Tries passwords until there were too many; returns how many were tried.
async fn guesses(browser: &Actor, email: &str) -> usize {
    let mut tried = 0;
    while browser.form("/signin", &[("email", email), ("password", "not the password")]).await.status != 429 {
        tried += 1;
        assert!(tried < 100, "nothing stops the guesses");
    }
    tried
}

/// A browser that knew an earlier password had a bucket of its own for guesses at the next one, and whoever signed in again
/// and again beforehand had as many as they liked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_knew_an_earlier_password_guesses_no_faster_at_the_next() {
    let app = TestApp::set(&[("RATE_SIGNIN", "3"), ("TRUSTED_PROXIES", "127.0.0.1")]).await;
    app.owner("ada").await;
    let (email, from) = ("ada@harrow.example", |address: &str| app.anonymous().with("x-forwarded-for", address));
    let (mallory, home) = (from("203.0.113.9"), from("192.0.2.1"));
    for browser in [&mallory, &home] {
        browser.form("/signin", &[("email", email), ("password", PASSWORD)]).await.expect(303);
    }
    home.form("/settings/password", &[("current", PASSWORD), ("password", "another long one")]).await.expect(303);
    // From now on its guesses count against its address, like those of a browser that nobody knows.
    guesses(&from("203.0.113.9"), email).await;
    assert_eq!(mallory.form("/signin", &[("email", email), ("password", "not the password")]).await.status, 429);
    // The browser that changed it is known with the new one.
    guesses(&from("192.0.2.1"), email).await;
    home.form("/signin", &[("email", email), ("password", "another long one")]).await.expect(303);
}

on_both! {
    /// Whoever changed to the address of another used up the tries at confirming a password that the other had.
    async fn passwords_that_confirm_something_are_counted_for_ones_own_account_alone(app set &[("RATE_SIGNIN", "6"), ("TRUSTED_PROXIES", "127.0.0.1")]) {
        app.owner("ada").await;
        app.owner("mallory").await;
        let browser = async |name: &str, address: &str| {
            let browser = app.anonymous().with("x-forwarded-for", address);
            let email = format!("{name}@harrow.example");
            browser.form("/signin", &[("email", &email), ("password", PASSWORD)]).await.expect(303);
            browser
        };
        let (ada, mallory) = (browser("ada", "192.0.2.1").await, browser("mallory", "203.0.113.9").await);
        while mallory.form("/settings/email", &[("email", "ada@harrow.example"), ("password", "wrong one")]).await.status != 429 {}
        for at in 0..9 {
            let more = mallory.clone().with("x-forwarded-for", &format!("198.51.100.{at}"));
            more.form("/settings/email", &[("email", "ada@harrow.example"), ("password", "wrong one")]).await;
        }
        ada.form("/settings/password", &[("current", PASSWORD), ("password", "another long one")]).await.expect(303);
    }
}
