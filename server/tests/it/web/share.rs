//! `/{username}/share` for visitors, `/share` for the owner of a page, and the proofs that profiles elsewhere are theirs.

use serde_json::json;

use crate::support::web::{FakeReply, FakeWeb, ReceivedRequest, ok, reply};
use crate::support::{Actor, Database, PASSWORD, TestApp, on_both};

/// The owner of a page in a browser, and with a key.
async fn owner(app: &TestApp, name: &str) -> (Actor, Actor) {
    let (keyed, browser) = (app.owner(name).await, app.anonymous());
    let mail = format!("{name}@harrow.example");
    browser.form("/signin", &[("email", &mail), ("password", PASSWORD)]).await.expect(303);
    (browser, keyed)
}

const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/// The files of the code that the owner finds.
const FILES: [&str; 8] = [
    "qr.svg?form=sticker",
    "qr.png?form=sticker",
    "print.pdf?form=sticker",
    "qr.svg?form=print",
    "qr.png?form=print",
    "print.pdf?form=print",
    "qr.svg",
    "qr.png",
];

on_both! {
    async fn visitors_pass_a_page_on_without_script(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        assert!(anyone.get("/ada/share").await.expect(404).text.contains("Nothing here"));
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada <b>" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert!(anyone.get("/ada").await.expect(200).text.contains("<a href=\"/ada/share\" rel=\"nofollow\">Share</a>"));
        // Words of ours are in English, whatever the language of the page.
        assert!(anyone.get("/ada").await.text.contains("<footer lang=\"en\" dir=\"ltr\" class=\"tell\"><a href=\"/ada/share\""));
        let screen = anyone.get("/ada/share").await.expect(200);
        for (part, address) in [("src", "/ada/qr.svg"), ("href", "/ada.vcf"), ("href", "/ada/feed.xml"), ("href", "/ada")] {
            assert!(screen.text.contains(&format!("{part}=\"{address}\"")), "{address}: {}", screen.text);
            anyone.get(address).await.expect(200);
        }
        assert!(screen.text.contains(&format!("href=\"{}/ada\"", anyone.url())), "{}", screen.text);
        assert!(screen.text.contains("Ada &lt;b>") || screen.text.contains("Ada &lt;b&gt;"), "{}", screen.text);
        assert!(screen.text.contains("name=\"robots\" content=\"noindex\""));
        assert_eq!(anyone.get("/ADA/share").await.expect(308).header("location"), "/ada/share");
        anyone.get("/nobody/share").await.expect(404);
    }

    async fn in_the_editors_dialog_the_screen_is_its_sheet_alone(app) {
        let (ada, _) = owner(&app, "ada").await;
        let whole = ada.get("/share").await.expect(200);
        assert!(whole.header("content-security-policy").contains("frame-ancestors 'none'") && whole.text.contains("<header"));
        let framed = ada.clone().with("sec-fetch-dest", "iframe");
        for sheet in [framed.get("/share").await.expect(200), framed.form("/share/ways", &[("way", "x")]).await.expect(422)] {
            assert!(sheet.header("content-security-policy").contains("frame-ancestors 'self'"), "{:?}", sheet.header("content-security-policy"));
            assert!(sheet.text.contains("Share your page") && !sheet.text.contains("<header") && !sheet.text.contains("<footer"));
        }
        // No other screen is shown in a frame, whoever asks.
        for path in ["/settings", "/edit", "/agents", "/", "/signin"] {
            let other = framed.get(path).await;
            assert!(other.status.is_redirection() || other.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        }
        assert!(ada.get("/edit").await.header("content-security-policy").contains("frame-src 'self'"));
    }

    async fn an_owner_finds_everything_that_leaves_the_house(app) {
        assert_eq!(app.anonymous().get("/share").await.expect(303).header("location"), "/signin?next=%2Fshare");
        let (ada, _) = owner(&app, "ada").await;
        let draft = ada.get("/share").await.expect(200).text;
        assert!(draft.contains("Your page is not up yet.") && !draft.contains("card.jpg?"), "{draft}");
        ada.form("/settings/publish", &[]).await.expect(303);
        let live = ada.get("/share").await.expect(200).text;
        assert!(live.contains("Live since") && !live.contains("What you changed since"), "{live}");
        let (_, card) = live.split_once("src=\"/ada/card.jpg?v=").unwrap();
        ada.get(&format!("/ada/card.jpg?v={}", card.split('"').next().unwrap())).await.expect(200);
        // It is drawn now that it was asked for.
        assert!(live.contains("data-drawn=\"") && live.contains(">Drawing a new one.<"), "{live}");
        app.app.drawings.draw_waiting().await;
        let drawn = ada.get("/share").await.expect(200).text;
        assert!(!drawn.contains("data-drawn") && drawn.contains("The picture is your page as it is live."), "{drawn}");
        for file in FILES {
            assert!(live.contains(&format!("href=\"/ada/{}\"", file.replace('&', "&amp;"))), "{file}: {live}");
        }
        // What other sites are given leads to the page and is no markup here.
        assert!(live.contains(&format!("&lt;a href=\"{}/ada\"", ada.url())) || live.contains("&lt;a href=&quot;"), "{live}");
        ada.form("/settings/search", &[("pageTitle", "Ada’s engines")]).await.expect(303);
        assert!(ada.get("/share").await.expect(200).text.contains("What you changed since"));
    }

    async fn a_named_way_is_listed_and_goes_into_every_code(app) {
        let (ada, keyed) = owner(&app, "ada").await;
        ada.form("/settings/publish", &[]).await.expect(303);
        for typed in ["door", "+DOOR", " door "] {
            assert_eq!(ada.form("/share/ways", &[("way", typed)]).await.expect(303).header("location"), "/share?way=door");
        }
        ada.form("/share/ways", &[("way", "market")]).await.expect(303);
        for chosen in ["/share?way=door", "/share?way=DOOR"] {
            let screen = ada.get(chosen).await.expect(200).text;
            for way in ["door", "market"] {
                assert_eq!(screen.matches(&format!("href=\"{}/ada+{way}\"", ada.url())).count(), 1, "{way}: {screen}");
            }
            for file in FILES {
                let named = format!("{file}{}way=door", if file.contains('?') { "&amp;" } else { "?" });
                assert!(screen.contains(&format!("href=\"/ada/{named}\"")), "{named}: {screen}");
            }
        }
        assert_eq!(keyed.get("/api/v1/page/ways").await.body()["ways"].as_array().unwrap().len(), 2);
        for _ in 0..2 {
            ada.form("/share/ways/remove", &[("way", "door")]).await.expect(303);
        }
        let screen = ada.get("/share").await.expect(200).text;
        assert!(screen.contains("/ada+market") && !screen.contains("/ada+door") && !screen.contains("way=door"), "{screen}");
        // No name takes the place of another element.
        ada.form("/share/ways", &[("way", "says")]).await.expect(303);
        let screen = ada.get("/share").await.expect(200).text;
        assert_eq!(screen.matches("id=\"way-says\"").count(), 1, "{screen}");
        // Codes in use go on, and can be made again.
        assert!(ada.get("/share?way=door").await.expect(200).text.contains("qr.svg?way=door"));
    }

    async fn how_many_came_by_each_way_stands_beside_it(app) {
        let (ada, keyed) = owner(&app, "ada").await;
        ada.form("/settings/publish", &[]).await.expect(303);
        for way in ["door", "market"] {
            ada.form("/share/ways", &[("way", way)]).await.expect(303);
        }
        let person = app.anonymous().with("user-agent", PHONE).with("accept", "text/html");
        let person = person.with("sec-fetch-dest", "document").with("sec-fetch-mode", "navigate");
        // A code counts as the link does.
        for (path, times) in [("/ada+door", 2), ("/ADA+DOOR", 1), ("/ada+elsewhere", 1)] {
            for _ in 0..times {
                person.get(path).await.expect(303);
            }
        }
        app.app.visits.write().await.unwrap();
        let came = |screen: &str, way: &str| {
            let (_, row) = screen.split_once(&format!("id=\"named-{way}\"")).unwrap();
            row.split_once("share-way-count\">").unwrap().1.split_once('<').unwrap().0.to_owned()
        };
        let screen = ada.get("/share").await.expect(200).text;
        assert_eq!((came(&screen, "door"), came(&screen, "market")), ("3".to_owned(), "0".to_owned()), "{screen}");
        assert!(screen.contains("came by it in the last 30 days"), "{screen}");
        app.app.service.clock().advance(40 * 24 * 60 * 60 * 1000);
        let (ada, _) = (app.anonymous(), keyed);
        ada.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        assert_eq!(came(&ada.get("/share").await.expect(200).text, "door"), "0");
    }

    async fn of_a_page_that_is_not_counted_nothing_stands_beside_its_ways(app set &[("INSIGHTS", "off")]) {
        let (ada, _) = owner(&app, "ada").await;
        ada.form("/share/ways", &[("way", "door")]).await.expect(303);
        let screen = ada.get("/share").await.expect(200).text;
        assert!(screen.contains("<span class=\"share-way-count\"></span>") && !screen.contains("30 days"), "{screen}");
    }

    async fn what_is_no_word_for_a_way_is_told_beside_it(app) {
        let (ada, _) = owner(&app, "ada").await;
        ada.form("/settings/publish", &[]).await.expect(303);
        for wrong in ["", "a", "a b", "<script>", "twenty-five-letters-long-x"] {
            let screen = ada.form("/share/ways", &[("way", wrong)]).await.expect(422).text;
            assert!(screen.contains("The word has 2 to 24 letters a to z, digits or -.") && !screen.contains("<script>"), "{screen}");
            assert!(!screen.contains("?way="), "{screen}");
        }
        for wrong in ["a", "a%20b", "%3Cscript%3E"] {
            let screen = ada.get(&format!("/share?way={wrong}")).await.expect(400).text;
            assert!(screen.contains("The word has 2 to 24 letters a to z, digits or -.") && !screen.contains("<script>"), "{screen}");
        }
        for number in 0..50 {
            ada.form("/share/ways", &[("way", &format!("way-{number}"))]).await.expect(303);
        }
        let full = ada.form("/share/ways", &[("way", "one-more")]).await.expect(422).text;
        assert!(full.contains("at most 50 named ways") && full.contains("value=\"one-more\""), "{full}");
        app.anonymous().form("/share/ways", &[("way", "door")]).await.expect(303);
    }
}

/// Profiles as their servers answer: Mastodon puts the links of a profile into the head as well; GitHub has them in the
/// body, among other relations.
fn profiles(request: &ReceivedRequest) -> FakeReply {
    // The address of the server that asks is in its user agent.
    let agent = request.header("user-agent");
    let base = agent.split_once('+').unwrap().1.trim_end_matches(')').to_owned();
    match (request.host.as_str(), request.path.as_str()) {
        ("clay.example", "/@ada") => ok(
            "text/html; charset=utf-8",
            format!(
                "<!DOCTYPE html><html lang='en'><head><title>Ada (@ada@clay.example)</title>\
                 <link href='https://clay.example/@ada' rel='alternate'><link href='{base}/ada' rel='me' type='text/html'>\
                 </head><body class='app-body'><div id='mastodon'></div></body></html>"
            ),
        ),
        ("github.com", "/ada") => ok(
            "text/html; charset=utf-8",
            format!(
                "<body><ul class=\"vcard-details\"><li itemprop=\"url\"><a rel=\"nofollow me\" class=\"Link--primary\" href=\"{base}/ada/\">{base}/ada</a></li></ul></body>"
            ),
        ),
        ("github.com", _) => ok("text/html", "<a rel=\"nofollow me\" href=\"https://elsewhere.example/ada\">site</a>"),
        ("own.example", "/feed") => ok("application/json", "{}"),
        ("own.example", "/inside") => reply(302, &[("location", "http://127.0.0.1/")], ""),
        _ => reply(404, &[("content-type", "text/html")], "Not found"),
    }
}

#[tokio::test]
async fn a_profile_is_proved_when_both_link_to_each_other() {
    let web = FakeWeb::start(&["clay.example", "github.com", "own.example"], profiles).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[("RATE_MOVE_IN", "7")], web.outbound_overrides.clone())
        .await
        .unwrap();
    let (browser, ada) = owner(&app, "ada").await;
    let mut ids = Vec::new();
    for tile in [
        json!({ "type": "social", "platform": "mastodon", "handle": "ada@clay.example" }),
        json!({ "type": "social", "platform": "github", "handle": "ada" }),
        json!({ "type": "social", "platform": "github", "handle": "other" }),
        json!({ "type": "link", "url": "https://own.example/feed", "me": true }),
        json!({ "type": "link", "url": "https://own.example/inside", "me": true }),
        json!({ "type": "social", "platform": "instagram", "handle": "ada.l" }),
        json!({ "type": "social", "platform": "email", "handle": "ada@own.example" }),
        json!({ "type": "link", "url": "https://not-mine.example/" }),
    ] {
        let made = ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201).body();
        ids.push(made["tile"]["id"].as_str().or(made["tiles"][0]["id"].as_str()).unwrap().to_owned());
    }
    let screen = browser.get("/share").await.expect(200).text;
    assert_eq!(screen.matches("aria-label=\"Check now:").count(), 5, "{screen}");
    assert_eq!(screen.matches("Cannot point back").count(), 1, "{screen}");
    // No page shows a mark for a proof.
    assert!(!screen.contains("without a mark"), "{screen}");
    assert!(!screen.contains("not-mine") && !screen.contains("ada@own.example"), "{screen}");
    for (id, said) in ids.iter().zip([
        "Proved",
        "Proved",
        "Looked at github.com/other just now",
        "own.example did not answer with a page",
        "own.example could not be read",
    ]) {
        let looked = browser.form("/share/check", &[("tile", id)]).await.expect(200).text;
        let (_, row) = looked.split_once(&format!("id=\"proof-{id}\"")).unwrap();
        let row = row.split_once("</li>").unwrap().0;
        assert!(row.contains(said) && row.contains("role=\"status\""), "{said}: {row}");
    }
    // A tile that can prove nothing, of another page or of none asks nobody.
    let asked = web.requests().len();
    for id in [&ids[5], &ids[6], &ids[7], "t_0000000000", ""] {
        let screen = browser.form("/share/check", &[("tile", id)]).await.expect(200).text;
        assert!(!screen.contains("role=\"status\""), "{id}: {screen}");
    }
    assert_eq!(web.requests().len(), asked);
    // Nobody's profiles are looked at as often as a stranger likes.
    for status in [200, 200, 429] {
        browser.form("/share/check", &[("tile", &ids[0])]).await.expect(status);
    }
    app.anonymous().form("/share/check", &[("tile", &ids[0])]).await.expect(303);
}
