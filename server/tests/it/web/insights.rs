//! `/insights`: the owner's screen of what was counted, and its forms.

use serde_json::json;

use crate::support::{Actor, PASSWORD, TestApp, on_both};

const BROWSER: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/// The owner of a page in a browser, and with a key.
async fn owner(app: &TestApp, name: &str) -> (Actor, Actor) {
    let (keyed, browser) = (app.owner(name).await, app.anonymous());
    let mail = format!("{name}@harrow.example");
    browser.form("/signin", &[("email", &mail), ("password", PASSWORD)]).await.expect(303);
    (browser, keyed)
}

/// People look at a page this often.
async fn visits(app: &TestApp, path: &str, many: usize) {
    let person = app.anonymous().with("user-agent", BROWSER).with("accept", "text/html,*/*;q=0.8");
    let person = person.with("accept-language", "pt-PT,pt;q=0.9").with("sec-fetch-dest", "document");
    let person = person.with("sec-fetch-mode", "navigate");
    for _ in 0..many {
        person.get(path).await.expect(200);
    }
    app.app.visits.write().await.unwrap();
}

/// The screen.
async fn screen(browser: &Actor) -> String {
    browser.get("/insights").await.expect(200).text
}

on_both! {
    async fn the_screen_is_for_the_owner_alone(app) {
        let strangers = [app.anonymous(), app.owner("bob").await];
        for stranger in &strangers {
            assert_eq!(stranger.get("/insights").await.expect(303).header("location"), "/signin?next=%2Finsights");
            assert_eq!(stranger.form("/insights", &[("on", "off")]).await.expect(303).header("location"), "/signin?next=%2Finsights");
            stranger.form("/insights/forget", &[]).await.expect(303);
        }
        let (ada, _) = owner(&app, "ada").await;
        let reply = ada.get("/insights").await.expect(200);
        assert_eq!(reply.header("cache-control"), "no-store");
        assert!(reply.text.contains("name=\"robots\" content=\"noindex\"") && reply.text.contains("aria-current=\"page\">Insights<"), "{}", reply.text);
        for path in ["/settings", "/agents", "/share"] {
            assert!(ada.get(path).await.expect(200).text.contains("<a href=\"/insights\">Insights</a>"), "{path}");
        }
        // The first account has a screen more.
        let (carl, _) = owner(&app, "carl").await;
        assert!(!screen(&carl).await.contains("/admin"));
    }

    async fn an_account_without_a_page_names_one_first(app) {
        app.keyed("ada").await;
        let ada = app.anonymous();
        ada.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        assert_eq!(ada.get("/insights").await.expect(303).header("location"), "/edit");
        assert!(!ada.get("/settings").await.expect(200).text.contains("href=\"/insights\""));
    }

    async fn what_is_counted_shows_from_the_first_visit_on(app) {
        let (ada, keyed) = owner(&app, "ada").await;
        let bare = screen(&ada).await;
        assert!(bare.contains("Nothing to count yet") && bare.contains("Look at what goes up"), "{bare}");
        keyed.post("/api/v1/page/tiles", json!({ "input": "Shop: https://shop.example/" })).await.expect(201);
        keyed.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert!(screen(&ada).await.contains("No visits yet"));
        visits(&app, "/ada", 7).await;
        let first = screen(&ada).await;
        assert!(first.contains("Counting began at ") && first.contains("7 visits and 0 presses so far."), "{first}");
        assert!(!first.contains("insights-lit") && !first.contains(">Chrome<"), "{first}");
        visits(&app, "/ada", 3).await;
        let shown = screen(&ada).await;
        for part in ["insights-lit", "Portuguese", "Chrome", "Typed, or not said", "The page as it is live, version", "of-visits so-far"] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        // Ranges and screens are addresses; what is none of them is the usual one.
        for (query, chosen) in [("?range=7d&screen=phone", "7 days"), ("?range=12m", "12 months"), ("?range=x&screen=y", "30 days")] {
            let shown = ada.get(&format!("/insights{query}")).await.expect(200).text;
            assert!(shown.contains(&format!("aria-current=\"true\">{chosen}</a>")), "{query}: {shown}");
        }
    }

    async fn the_forms_change_how_a_page_is_counted(app) {
        let (ada, keyed) = owner(&app, "ada").await;
        keyed.post("/api/v1/page/publish", json!({})).await.expect(200);
        let checked = |html: &str, name: &str| {
            let (_, switch) = html.split_once(&format!("id=\"switch-{name}\"")).unwrap();
            switch.split('>').next().unwrap().contains("aria-pressed=\"true\"")
        };
        let before = screen(&ada).await;
        assert_eq!(["on", "exact"].map(|name| checked(&before, name)), [true, false]);
        assert!(!before.contains("switch-letter"), "this server sends no mail");
        let reply = ada.form("/insights?range=7d&screen=phone", &[("exact", "on")]).await.expect(303);
        assert_eq!(reply.header("location"), "/insights?range=7d&screen=phone#kept");
        ada.form("/insights", &[("timeZone", "Europe/Lisbon")]).await.expect(303);
        let after = screen(&ada).await;
        assert_eq!(["on", "exact"].map(|name| checked(&after, name)), [true, true]);
        assert!(after.contains("value=\"Europe/Lisbon\""), "{after}");
        let wrong = ada.form("/insights", &[("timeZone", "Lis<b>on")]).await;
        assert!(wrong.status.is_client_error(), "{}", wrong.status);
        assert!(wrong.text.contains("Lis&lt;b") && wrong.text.contains("aria-invalid=\"true\"") && wrong.text.contains("this is no time zone"), "{}", wrong.text);
        visits(&app, "/ada", 2).await;
        ada.form("/insights", &[("on", "off")]).await.expect(303);
        visits(&app, "/ada", 30).await;
        let off = screen(&ada).await;
        assert!(off.contains("Counts are off") && off.contains("Count again") && off.contains("You turned them off on "), "{off}");
        ada.form("/insights/forget", &[]).await.expect(303);
        ada.form("/insights", &[("on", "on")]).await.expect(303);
        assert!(screen(&ada).await.contains("No visits yet"));
        // No other site posts them.
        let elsewhere = ada.clone().with("origin", "https://evil.example").with("sec-fetch-site", "cross-site");
        elsewhere.form("/insights", &[("on", "off")]).await.expect(403);
        elsewhere.form("/insights/forget", &[]).await.expect(403);
        assert!(checked(&screen(&ada).await, "on"));
    }
}

#[tokio::test]
async fn a_server_that_counts_nothing_says_so() {
    let app = TestApp::set(&[("INSIGHTS", "off")]).await;
    let (ada, keyed) = owner(&app, "ada").await;
    keyed.post("/api/v1/page/publish", json!({})).await.expect(200);
    let screen = screen(&ada).await;
    assert!(screen.contains("Counts are not set up here") && !screen.contains("role=\"switch\""), "{screen}");
}

#[tokio::test]
async fn a_server_that_reads_nothing_from_the_web_checks_no_link() {
    let app = TestApp::set(&[("OUTBOUND", "off")]).await;
    let (ada, keyed) = owner(&app, "ada").await;
    let added = keyed.post("/api/v1/page/tiles", json!({ "input": "Shop: https://shop.example/" })).await.expect(201);
    let id = added.body()["tiles"][0]["id"].as_str().unwrap().to_owned();
    let refused = ada.form("/insights/check", &[("tile", &id)]).await.expect(422);
    assert!(refused.text.contains("this service reads nothing from the web (OUTBOUND=off)"), "{}", refused.text);
}
