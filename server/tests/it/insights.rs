//! Counting of visits and presses: `/{username}` and what is beside it, `GET /api/v1/page/insights`.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use mantel_model::api::{Insights, InsightsRange, InsightsScreen};
use mantel_server::service::{Caller, InsightsSettings};
use mantel_server::store::HourCount;
use reqwest::Method;
use serde_json::json;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::support::countries::database_of_addresses;
use crate::support::{Actor, Database, OPEN, PASSWORD, TestApp, binary, on_both};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const COMPUTER: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

/// A caller of this server; all of a thread share their connections, because making a client takes long.
fn anyone(app: &TestApp) -> Actor {
    thread_local!(static KNOWN: std::cell::RefCell<Option<Actor>> = const { std::cell::RefCell::new(None) });
    KNOWN.with_borrow_mut(|known| {
        let known = known.get_or_insert_with(|| app.anonymous());
        if known.url() != app.url {
            *known = app.anonymous();
        }
        known.clone()
    })
}

/// Somebody with a browser, at the address that a trusted proxy tells.
fn person(app: &TestApp, agent: &str, address: &str) -> Actor {
    let actor = anyone(app).with("user-agent", agent).with("x-forwarded-for", address);
    let actor = actor.with("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    actor
        .with("accept-language", "pt-PT,pt;q=0.9,en;q=0.8")
        .with("sec-fetch-dest", "document")
        .with("sec-fetch-mode", "navigate")
}

fn program(app: &TestApp, agent: &str) -> Actor {
    anyone(app).with("user-agent", agent).with("accept", "*/*;q=0.9")
}

/// The browser's word that a link was followed.
async fn ping(visitor: &Actor, path: &str, from: &str) -> u16 {
    // A browser's ping goes on with what its page's request said, but for where it is sent from and to.
    let mut ping = Actor::new(visitor.url()).with("user-agent", visitor.said("user-agent"));
    ping = ping.with("x-forwarded-for", visitor.said("x-forwarded-for")).with("sec-fetch-site", from);
    ping = ping.with("sec-fetch-mode", "no-cors").with("sec-fetch-dest", "empty").with("accept", "*/*");
    ping.call(Method::POST, path, Some(("text/ping", b"PING".to_vec()))).await.status.as_u16()
}

/// A live page with a link, a note with two links, a profile elsewhere and a picture that leads nowhere.
async fn page(app: &TestApp, name: &str) -> (Actor, Vec<String>) {
    let ada = app.owner(name).await;
    let inputs = json!({ "inputs": [
        "Shop: https://shop.example/",
        { "type": "text", "text": "See [one](https://one.example/) and [two](https://two.example/)" },
        "https://instagram.com/ada",
        { "type": "link", "url": "https://me.example/", "me": true },
    ] });
    let added = ada.post("/api/v1/page/tiles", inputs).await.expect(201).body();
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let ids = added["tiles"].as_array().unwrap().iter().map(|tile| tile["id"].as_str().unwrap().to_owned());
    (ada, ids.collect())
}

async fn report(app: &TestApp, owner: &Actor, query: &str) -> Insights {
    app.app.visits.write().await.unwrap();
    let reply = owner.get(&format!("/api/v1/page/insights{query}")).await.expect(200);
    serde_json::from_str(&reply.text).unwrap()
}

/// The owner, signed in in a browser: with the cookie, and as the service knows them.
async fn signed_in(app: &TestApp, name: &str) -> (String, Caller) {
    let mail = format!("{name}@harrow.example");
    let reply = app.anonymous().form("/signin", &[("email", &mail), ("password", PASSWORD)]).await.expect(303);
    let cookies = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let cookie =
        cookies.filter_map(|cookie| cookie.split(';').next()).find(|pair| pair.starts_with("mantel=")).unwrap();
    let secret = cookie.trim_start_matches("mantel=");
    (cookie.to_owned(), app.app.service.session(secret).await.unwrap().unwrap().caller)
}

fn count_of(named: &[mantel_model::api::NamedCount], name: &str) -> u64 {
    named.iter().find(|count| count.name == name).map_or(0, |count| count.count)
}

const PROXY: &[(&str, &str)] = &[
    ("TRUSTED_PROXIES", "127.0.0.1"),
    ("RATE_PRESSES", "1000000"),
    ("RATE_PUBLIC", "1000000"),
    ("RATE_EDITS", "1000000"),
    ("RATE_READS", "1000000"),
    ("RATE_SIGNIN", "1000000"),
    ("RATE_RENAMES", "1000000"),
];

on_both! {
    async fn visits_of_people_are_counted_and_programs_apart(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
            person(&app, PHONE, address).with("referer", "https://www.instagram.com/").get("/ada").await.expect(200);
        }
        let reader = person(&app, FIREFOX, "192.0.2.3");
        let etag = reader.get("/ada").await.expect(200).header("etag").to_owned();
        reader.clone().with("if-none-match", &etag).get("/ada").await.expect(304);
        for (agent, path) in [
            ("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)", "/ada/llms.txt"),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "/ada"),
            ("WhatsApp/2.23.20.0", "/ada"),
            ("WhatsApp/2.23.20.0", "/ada/card.jpg"),
            ("FooBot/1.0 (+https://foo.example/bot)", "/api/v1/public/ada"),
        ] {
            program(&app, agent).get(path).await.expect(200);
        }
        let found = report(&app, &ada, "").await;
        assert_eq!((found.total.visits, found.total.presses), (5, 0), "{found:#?}");
        assert_eq!((count_of(&found.devices, "phone"), count_of(&found.devices, "computer")), (3, 2));
        assert_eq!((count_of(&found.browsers, "Safari"), count_of(&found.browsers, "Firefox")), (3, 2));
        assert_eq!(count_of(&found.languages, "pt"), 5);
        assert_eq!(found.silent_percent, 40);
        let sources: Vec<_> = found.sources.iter().map(|source| (source.kind.as_str(), source.count)).collect();
        assert_eq!(sources, [("platform", 3), ("unknown", 2)]);
        let reader = |name: &str| found.readers.iter().find(|reader| reader.name.contains(name)).unwrap_or_else(|| panic!("{name}: {found:#?}"));
        assert_eq!((reader("GPTBot").kind.as_str(), reader("GPTBot").text), ("training", 1));
        assert_eq!((reader("Googlebot").kind.as_str(), reader("Googlebot").page), ("search", 1));
        assert_eq!((reader("FooBot").kind.as_str(), reader("FooBot").json), ("other", 1));
        assert_eq!((found.cards[0].name.as_str(), found.cards[0].kind.as_str(), found.cards[0].count), ("WhatsApp", "chat", 1));
        assert!(found.countries.is_none() && found.days.len() == 30 && found.days[29].so_far && found.days[29].visits == 5);
        assert_eq!(found.hours.iter().flatten().sum::<u64>(), 5);
    }

    async fn who_does_not_look_or_does_not_want_to_be_counted_is_not(app set PROXY) {
        let (ada, ids) = page(&app, "ada").await;
        let anyone = person(&app, COMPUTER, "192.0.2.1");
        anyone.call(Method::HEAD, "/ada", None).await.expect(200);
        for (name, value) in [("sec-purpose", "prefetch;prerender"), ("purpose", "prefetch"), ("dnt", "1"), ("sec-gpc", "1")] {
            anyone.clone().with(name, value).get("/ada").await.expect(200);
        }
        for path in ["/ada+door".to_owned(), "/ADA+DOOR".to_owned(), "/ADA".to_owned(), format!("/ada/go/{}", ids[0])] {
            let looked = anyone.call(Method::HEAD, &path, None).await;
            assert!(looked.status.is_redirection(), "{path} {}", looked.status);
        }
        let asked_not_to = person(&app, COMPUTER, "192.0.2.1").with("sec-gpc", "1");
        asked_not_to.get("/ada+door").await.expect(303);
        asked_not_to.get("/ada.vcf").await.expect(200);
        let (cookie, _) = signed_in(&app, "ada").await;
        let owner = anyone.clone().with("cookie", &cookie);
        owner.get("/ada").await.expect(200);
        owner.get(&format!("/ada/go/{}", ids[0])).await.expect(303);
        // Somebody else who is signed in counts, once it is known that they are.
        app.owner("ben").await;
        let (cookie, _) = signed_in(&app, "ben").await;
        anyone.clone().with("cookie", &cookie).get("/ada").await.expect(200);
        let mut found = report(&app, &ada, "").await;
        while found.total.visits == 0 {
            found = report(&app, &ada, "").await;
        }
        assert_eq!((found.total.visits, found.total.presses, found.ways.len(), found.saves.len()), (1, 0, 0, 0));
    }

    async fn presses_are_told_by_browsers_for_live_tiles_from_our_own_pages(app set PROXY) {
        let (ada, ids) = page(&app, "ada").await;
        let (phone, computer) = (person(&app, PHONE, "192.0.2.1"), person(&app, COMPUTER, "192.0.2.2"));
        let html = phone.get("/ada").await.expect(200).text;
        let links: usize = [1, 2, 1, 1].iter().sum();
        assert_eq!(html.matches(&format!(" ping=\"{}/ada/pressed/", app.url)).count(), links, "{html}");
        assert!(html.contains("href=\"https://shop.example/\"") && !html.contains("/go/"));
        computer.get("/ada").await.expect(200);
        for visitor in [&phone, &computer, &computer] {
            assert_eq!(ping(visitor, &format!("/ada/pressed/{}", ids[0]), "same-origin").await, 204);
        }
        ping(&phone, &format!("/ada/pressed/{}", ids[1]), "same-origin").await;
        // Not from elsewhere, not for what is not there, not by programs, not as a form.
        ping(&phone, &format!("/ada/pressed/{}", ids[0]), "cross-site").await;
        ping(&phone, &format!("/ada/pressed/{}", ids[0]), "none").await;
        ping(&phone, "/ada/pressed/t_abcdefgh2345", "same-origin").await;
        ping(&program(&app, "curl/8.10.1").with("x-forwarded-for", "192.0.2.9"), &format!("/ada/pressed/{}", ids[0]), "same-origin").await;
        phone.form(&format!("/ada/pressed/{}", ids[0]), &[]).await;
        let found = report(&app, &ada, "").await;
        assert_eq!((found.total.visits, found.total.presses), (2, 4), "{found:#?}");
        let rows: Vec<_> = found.tiles.iter().map(|tile| (tile.id.as_str(), tile.to.as_str(), tile.pressed, tile.tenths_of_100)).collect();
        assert_eq!(rows, [(ids[0].as_str(), "shop.example", 3, 1500), (ids[1].as_str(), "", 1, 500)]);
        let on_phones = report(&app, &ada, "?screen=phone").await;
        assert_eq!(on_phones.tiles.iter().map(|tile| tile.pressed).collect::<Vec<_>>(), [1, 1]);
        let on_desktops = report(&app, &ada, "?screen=desktop").await;
        assert_eq!(on_desktops.tiles.iter().map(|tile| (tile.pressed, tile.tenths_of_100)).collect::<Vec<_>>(), [(2, 2000)]);
        // What is gone from the page stays counted.
        ada.call(Method::DELETE, &format!("/api/v1/page/tiles/{}", ids[0]), None).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let found = report(&app, &ada, "").await;
        assert_eq!(found.tiles.iter().map(|tile| (tile.on_page, tile.pressed)).collect::<Vec<_>>(), [(true, 1), (false, 3)]);
        assert_eq!(found.published.len(), 2);
    }

    async fn exact_counts_lead_through_this_server_but_never_for_proofs(app set PROXY) {
        let (ada, ids) = page(&app, "ada").await;
        let (_, caller) = signed_in(&app, "ada").await;
        let exact = InsightsSettings { exact: Some(true), ..InsightsSettings::default() };
        assert!(app.app.service.set_insights(&caller, &exact).await.unwrap().exact);
        let reader = person(&app, FIREFOX, "192.0.2.1");
        let html = reader.get("/ada").await.expect(200).text;
        assert!(!html.contains("shop.example/\" rel") && html.contains(&format!("href=\"/ada/go/{}\"", ids[0])), "{html}");
        for (proof, address) in [(&ids[2], "https://www.instagram.com/ada"), (&ids[3], "https://me.example/")] {
            assert!(html.contains(&format!("href=\"{address}\" rel=\"me noopener\"")), "{address} {html}");
            assert!(!html.contains(&format!("/ada/go/{proof}")), "{address} {html}");
        }
        for (target, to) in [
            (ids[0].clone(), "https://shop.example/"), (ids[1].clone(), "https://one.example/"), (format!("{}.1", ids[1]), "https://two.example/"),
        ] {
            let reply = reader.get(&format!("/ada/go/{target}")).await.expect(303);
            assert_eq!((reply.header("location"), reply.header("cache-control")), (to, "no-store"));
        }
        for nowhere in [format!("{}.2", ids[1]), format!("{}.1", ids[0]), "t_abcdefgh2345".to_owned(), format!("{}.x", ids[1])] {
            reader.get(&format!("/ada/go/{nowhere}")).await.expect(404);
        }
        program(&app, "curl/8.10.1").get(&format!("/ada/go/{}", ids[0])).await.expect(303);
        let picture = anyone(&app).with("user-agent", FIREFOX).with("sec-fetch-dest", "image");
        picture.get(&format!("/ada/go/{}", ids[0])).await.expect(303);
        let found = report(&app, &ada, "").await;
        assert_eq!((found.total.presses, found.kept.exact), (3, true), "{found:#?}");
    }

    async fn ways_and_codes_are_told_apart_and_count_one_visit(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        let phone = person(&app, PHONE, "192.0.2.1");
        for path in ["/ada+door", "/ADA+DOOR", "/ADA+DOOR"] {
            assert_eq!(phone.get(path).await.expect(303).header("location"), "/ada");
            phone.get("/ada").await.expect(200);
        }
        let scanned = phone.get("/ADA").await.expect(308);
        assert_eq!((scanned.header("location"), scanned.header("cache-control")), ("/ada", "no-store"));
        assert_eq!(phone.get("/Ada").await.expect(308).header("cache-control"), "", "no scan: a browser may remember it");
        phone.get("/ada").await.expect(200);
        phone.get("/ada.vcf").await.expect(200);
        let found = report(&app, &ada, "").await;
        let ways: Vec<_> = found.ways.iter().map(|way| (way.name.as_str(), way.kind.as_str(), way.count)).collect();
        assert_eq!((ways, found.total.visits), (vec![("door", "code", 2), ("", "code", 1), ("door", "link", 1)], 4));
        assert_eq!(count_of(&found.saves, "contact"), 1);
    }

    async fn ways_and_codes_that_were_put_up_before_a_rename_still_count(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        ada.post("/api/v1/page/username", json!({ "username": "adele" })).await.expect(200);
        let phone = person(&app, PHONE, "192.0.2.1");
        for (path, status) in [("/ada+door", 303), ("/ADA+DOOR", 303), ("/ADA", 308), ("/ada", 308), ("/adele+door", 303)] {
            let led = phone.get(path).await.expect(status);
            assert_eq!((led.header("location"), led.header("cache-control")), ("/adele", "no-store"), "{path}");
        }
        let found = report(&app, &ada, "").await;
        let ways: Vec<_> = found.ways.iter().map(|way| (way.name.as_str(), way.kind.as_str(), way.count)).collect();
        assert_eq!(ways, [("door", "link", 2), ("", "code", 1), ("door", "code", 1)]);
        assert_eq!(phone.get("/nobody+door").await.expect(303).header("location"), "/nobody");
    }

    async fn browsers_that_tell_no_presses_are_told(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        let brands = "\"Brave\";v=\"143\", \"Chromium\";v=\"143\", \"Not A(Brand\";v=\"24\"";
        let on_ios = PHONE.replace("Version/18.5", "FxiOS/146.0");
        person(&app, FIREFOX, "192.0.2.1").get("/ada").await.expect(200);
        person(&app, COMPUTER, "192.0.2.2").with("sec-ch-ua", brands).get("/ada").await.expect(200);
        for agent in [COMPUTER, PHONE, on_ios.as_str()] {
            person(&app, agent, "192.0.2.3").get("/ada").await.expect(200);
        }
        let found = report(&app, &ada, "").await;
        let named = ["Firefox", "Brave", "Chrome", "Safari", "Firefox on iOS"].map(|name| count_of(&found.browsers, name));
        assert_eq!((named, found.silent_percent), ([1; 5], 40), "{:?}", found.browsers);
    }

    async fn what_was_counted_is_forgotten_before_it_is_written(app set PROXY) {
        let (ada, ids) = page(&app, "ada").await;
        let (ben, _) = page(&app, "ben").await;
        let (_, caller) = signed_in(&app, "ada").await;
        app.app.visits.turn_days().await.unwrap();
        let computer = person(&app, COMPUTER, "192.0.2.1");
        let visit = async || {
            computer.get("/ada").await.expect(200);
            ping(&computer, &format!("/ada/pressed/{}", ids[0]), "same-origin").await;
            computer.get("/ben").await.expect(200);
        };
        // What could not be written, and what was not written yet.
        rename_table(&app, "insight_hours", "away").await;
        visit().await;
        app.app.visits.write().await.unwrap_err();
        rename_table(&app, "away", "insight_hours").await;
        visit().await;
        app.app.visits.forget(&caller).await.unwrap();
        let found = report(&app, &ada, "").await;
        assert_eq!((found.total.visits, found.total.presses, found.kept.since), (0, 0, None));
        assert_eq!(report(&app, &ben, "").await.total.visits, 2, "nobody else's");
        visit().await;
        let found = report(&app, &ada, "").await;
        assert_eq!((found.total.visits, found.total.presses), (1, 1), "it is counted again");
        app.app.service.clock().advance(DAY);
        app.app.visits.turn_days().await.unwrap();
        assert_eq!(report(&app, &ada, "").await.days[28].visitors, Some(1));
    }

    async fn a_report_is_bounded_however_much_strangers_send(app set PROXY) {
        let (ada, ids) = page(&app, "ada").await;
        let account = account_of(&app, "ada").await;
        let now = || app.app.service.clock().now() / HOUR;
        let flood = async |last: i64| {
            let mut counts = Vec::new();
            for hour in last - 20..last {
                let mut add = |dimension, open, value: String, count| {
                    counts.push(HourCount { account: account.clone(), hour, dimension, open, value, count });
                };
                for at in 0..49 {
                    for dimension in ["source", "language", "way-link", "way-code", "card-chat", "card-timeline"] {
                        add(dimension, true, format!("v{hour}x{at}.example"), 3);
                    }
                    for dimension in ["reader-page", "reader-text", "reader-json"] {
                        add(dimension, true, format!("other:Bot{hour}x{at}"), 3);
                    }
                    add("press-phone", false, format!("t_gone{hour}x{at}"), 2);
                }
                // Never much in an hour, most in all.
                add("source", true, "steady.example".to_owned(), 1);
                add("reader-json", true, "other:SteadyBot".to_owned(), 1);
                add("press-desktop", false, ids[0].clone(), 1);
                add("visits", false, "phone".to_owned(), 3 * 49 + 1);
            }
            app.app.service.store().add_counts(&counts, &[], |_, new| new.to_owned()).await.unwrap();
        };
        let bounded = |found: &Insights| {
            let hosts: Vec<_> = found.sources.iter().flat_map(|source| &source.hosts).collect();
            let lengths = [hosts.len(), found.languages.len(), found.readers.len(), found.ways.len() / 2, found.cards.len() / 2];
            assert_eq!(lengths, [51; 5]);
            assert!(found.tiles.len() <= 302, "{}", found.tiles.len());
            let named = |name: &str| hosts.iter().find(|host| host.name == name).map_or(0, |host| host.count);
            assert_eq!(named("steady.example"), 20);
            assert_eq!(found.readers.iter().find(|reader| reader.name == "SteadyBot").unwrap().json, 20);
            // Nothing is lost, and the live tile is told among hundreds that were pressed more.
            let sources: u64 = found.sources.iter().map(|source| source.count).sum();
            let readers: u64 = found.readers.iter().map(|reader| reader.page + reader.text + reader.json).sum();
            let pressed: u64 = found.tiles.iter().map(|tile| tile.pressed).sum();
            assert_eq!((sources, readers, pressed), (20 * 148, 20 * 442, 20 * 99));
            assert_eq!(pressed, found.total.presses);
            assert_eq!(found.tiles.iter().find(|tile| tile.id == ids[0]).unwrap().pressed, 20);
            let gone = found.tiles.iter().find(|tile| tile.id == "others").unwrap();
            assert!(gone.pressed > 2 && !gone.on_page && gone.title == "others", "{gone:?}");
            let json = serde_json::to_string(found).unwrap().len();
            let csv: usize = mantel_model::insights_csv::files(found).iter().map(|(_, text)| text.len()).sum();
            assert!(json < 200_000 && csv < 100_000, "{json} {csv}");
        };
        flood(now()).await;
        bounded(&report(&app, &ada, "").await);
        app.app.service.clock().advance(70 * DAY);
        app.app.visits.forget_old().await.unwrap();
        flood(now()).await;
        let found = report(&app, &ada, "?range=90d").await;
        let phone = report(&app, &ada, "?range=90d&screen=phone").await;
        assert_eq!(phone.tiles.iter().map(|tile| tile.pressed).sum::<u64>(), 2 * 20 * 49 * 2);
        assert_eq!(found.tiles.iter().map(|tile| tile.pressed).sum::<u64>(), found.total.presses);
        assert!(found.readers.len() <= 51 && found.languages.len() <= 51 && found.tiles.len() <= 302);
        assert!(serde_json::to_string(&found).unwrap().len() < 200_000);
    }

    async fn visitors_are_estimated_for_a_day_whose_salt_and_sketch_end_with_it(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        app.app.visits.turn_days().await.unwrap();
        let second = if app.app.config.database_url.starts_with("postgres") { Some(app.second_server().await) } else { None };
        for round in 0..3 {
            for visitor in 1..=40 {
                person(&app, PHONE, &format!("192.0.2.{visitor}")).get("/ada").await.expect(200);
            }
            if round == 1 {
                app.app.visits.write().await.unwrap();
            }
        }
        if let Some(second) = &second {
            second.app.visits.turn_days().await.unwrap();
            // A second server trusts no proxy: one more visitor, by itself.
            person(second, PHONE, "").get("/ada").await.expect(200);
            second.app.visits.write().await.unwrap();
        }
        let others = u64::from(second.is_some());
        let today = report(&app, &ada, "").await.days[29].clone();
        assert_eq!((today.visits, today.visitors), (120 + others, None));
        app.app.service.clock().advance(DAY);
        app.app.visits.turn_days().await.unwrap();
        let yesterday = report(&app, &ada, "").await.days[28].clone();
        assert_eq!((yesterday.visits, yesterday.visitors), (120 + others, Some(40 + others)));
        // Nothing is left by which a visitor of that day could be told.
        app.app.visits.turn_days().await.unwrap();
        person(&app, PHONE, "192.0.2.1").get("/ada").await.expect(200);
        app.app.visits.write().await.unwrap();
        app.app.service.clock().advance(DAY);
        app.app.visits.turn_days().await.unwrap();
        assert_eq!(report(&app, &ada, "").await.days[28].visitors, Some(1));
    }

    async fn old_hours_become_days_and_old_days_end(app set PROXY) {
        let (ada, ids) = page(&app, "ada").await;
        let computer = person(&app, COMPUTER, "192.0.2.1");
        for _ in 0..3 {
            computer.get("/ada").await.expect(200);
            ping(&computer, &format!("/ada/pressed/{}", ids[0]), "same-origin").await;
            app.app.visits.write().await.unwrap();
            app.app.service.clock().advance(5 * HOUR);
        }
        app.app.service.clock().advance(70 * DAY);
        let before = report(&app, &ada, "?range=90d").await;
        app.app.visits.forget_old().await.unwrap();
        let after = report(&app, &ada, "?range=90d").await;
        assert_eq!((before.total.visits, before.total.presses, before.hours.iter().flatten().sum::<u64>()), (3, 3, 3));
        assert_eq!((before.total, &before.days, &before.tiles, &before.devices), (after.total, &after.days, &after.tiles, &after.devices));
        assert_eq!(after.hours.iter().flatten().sum::<u64>(), 0, "hours are kept for 60 days");
        assert_eq!(report(&app, &ada, "?range=30d").await.before.unwrap_or_default().visits, 0);
        app.app.service.clock().advance(710 * DAY);
        app.app.visits.forget_old().await.unwrap();
        assert!(report(&app, &ada, "?range=12m").await.kept.since.is_none());
    }

    async fn counts_follow_the_account_and_end_with_it(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        let computer = person(&app, COMPUTER, "192.0.2.1");
        computer.get("/ada").await.expect(200);
        ada.post("/api/v1/page/username", json!({ "username": "adele" })).await.expect(200);
        computer.get("/adele").await.expect(200);
        assert_eq!(report(&app, &ada, "").await.total.visits, 2);
        let (_, caller) = signed_in(&app, "ada").await;
        app.app.visits.forget(&caller).await.unwrap();
        let found = report(&app, &ada, "").await;
        assert_eq!((found.total.visits, found.kept.since), (0, None));
        computer.get("/adele").await.expect(200);
        app.app.delete_account(&caller.account).await.unwrap();
        // What was counted last belongs to nobody any more, and stops nothing else from being written.
        let (ben, _) = page(&app, "ben").await;
        computer.get("/ben").await.expect(200);
        assert_eq!(report(&app, &ben, "").await.total.visits, 1);
    }

    async fn an_owner_switches_counting_off_and_on(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        let (_, caller) = signed_in(&app, "ada").await;
        let computer = person(&app, COMPUTER, "192.0.2.1");
        computer.get("/ada").await.expect(200);
        let set = |on| InsightsSettings { on: Some(on), ..InsightsSettings::default() };
        app.app.service.set_insights(&caller, &set(false)).await.unwrap();
        assert!(!computer.get("/ada").await.expect(200).text.contains(" ping="));
        let off = report(&app, &ada, "").await;
        assert_eq!((off.total.visits, off.kept.on, off.kept.changed_at.is_some()), (1, false, true));
        app.app.service.set_insights(&caller, &set(true)).await.unwrap();
        assert!(computer.get("/ada").await.expect(200).text.contains(" ping="));
        assert_eq!(report(&app, &ada, "").await.total.visits, 2);
        let wrong = InsightsSettings { time_zone: Some("Mars/Olympus".to_owned()), ..InsightsSettings::default() };
        assert!(app.app.service.set_insights(&caller, &wrong).await.is_err());
        let lisbon = InsightsSettings { time_zone: Some("europe/lisbon".to_owned()), ..InsightsSettings::default() };
        app.app.service.set_insights(&caller, &lisbon).await.unwrap();
        assert_eq!(report(&app, &ada, "").await.zone, "Europe/Lisbon");
    }

    async fn what_strangers_choose_is_bounded(app set PROXY) {
        let (ada, _) = page(&app, "ada").await;
        for round in 0..3 {
            for at in 0..60 {
                let referer = format!("https://site{round}x{at}.example/");
                person(&app, COMPUTER, "192.0.2.1").with("referer", &referer).get("/ada").await.expect(200);
                program(&app, &format!("Bot{round}x{at}/1.0 (+https://x.example)")).get("/ada").await.expect(200);
            }
            app.app.visits.write().await.unwrap();
        }
        let found = report(&app, &ada, "").await;
        assert_eq!(found.total.visits, 180);
        let hosts: HashSet<_> = found.sources.iter().flat_map(|source| &source.hosts).map(|host| &host.name).collect();
        assert!(found.sources.len() <= 101 && hosts.len() <= 101, "{} {}", found.sources.len(), hosts.len());
        assert!(found.readers.len() <= 101, "{}", found.readers.len());
        assert_eq!(found.sources.iter().map(|source| source.count).sum::<u64>(), 180);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_counts_nothing_says_so() {
    let app = TestApp::set(&[&[("INSIGHTS", "off")], OPEN].concat()).await;
    let (ada, ids) = page(&app, "ada").await;
    let computer = person(&app, COMPUTER, "192.0.2.1");
    assert!(!computer.get("/ada").await.expect(200).text.contains(" ping="));
    ping(&computer, &format!("/ada/pressed/{}", ids[0]), "same-origin").await;
    let found = report(&app, &ada, "").await;
    assert!(!found.kept.available && !found.kept.on && found.total.visits == 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn countries_are_counted_where_a_database_of_addresses_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("countries.mmdb");
    let networks = [([192, 0, 2, 0].into(), "PT"), ([198, 51, 100, 0].into(), "CV"), ([192, 0, 3, 0].into(), "PT")];
    std::fs::write(&file, database_of_addresses(&networks)).unwrap();
    let app = TestApp::set(&[OPEN, PROXY, &[("GEOIP_DB", file.to_str().unwrap())]].concat()).await;
    app.app.visits.read_countries().unwrap();
    let (ada, _) = page(&app, "ada").await;
    for address in ["192.0.2.7", "192.0.3.7", "::ffff:192.0.2.9", "198.51.100.200", "203.0.113.5", "2001:db8::7"] {
        person(&app, PHONE, address).get("/ada").await.expect(200);
    }
    let found = report(&app, &ada, "").await;
    let countries = found.countries.as_deref().unwrap();
    assert_eq!((count_of(countries, "PT"), count_of(countries, "CV")), (3, 1), "{countries:?}");
    assert_eq!(found.total.visits, 6, "who is nowhere is a visit, too");

    std::fs::write(&file, "no database").unwrap();
    let other = TestApp::set(&[OPEN, &[("GEOIP_DB", file.to_str().unwrap())]].concat()).await;
    let why = other.app.visits.read_countries().unwrap_err();
    assert!(why.contains("GEOIP_DB=") && why.contains("countries.mmdb"), "{why}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_presses_are_bounded_by_a_rate_of_each_address() {
    let app = TestApp::set(&[("TRUSTED_PROXIES", "127.0.0.1"), ("RATE_PRESSES", "5")]).await;
    let (ada, ids) = page(&app, "ada").await;
    let mut refused = 0;
    for address in ["192.0.2.1", "192.0.2.2"] {
        for _ in 0..20 {
            let status =
                ping(&person(&app, COMPUTER, address), &format!("/ada/pressed/{}", ids[0]), "same-origin").await;
            refused += u32::from(status == 429);
        }
    }
    let pressed = report(&app, &ada, "").await.total.presses;
    assert!((10..=12).contains(&pressed) && refused >= 28, "{pressed} {refused}");
}

/// The promise: no cookie, no stored address or user agent, nothing joins two days.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_visitor_is_stored() {
    let app = TestApp::set(PROXY).await;
    let (_, ids) = page(&app, "ada").await;
    app.app.visits.turn_days().await.unwrap();
    let marked = ["198.51.100.231", "2001:db8:77:88::99"];
    for address in marked {
        for agent in [PHONE, "MarkedAgent/7.31 (Mozilla/5.0; secret-mark-of-this-agent)"] {
            let visitor =
                person(&app, agent, address).with("referer", "https://site.example/a/private/path?token=hidden-token");
            let reply = visitor.get("/ada").await.expect(200);
            assert!(reply.headers.get("set-cookie").is_none());
            visitor.get("/ada+door").await.expect(303);
            visitor.get("/ada.vcf").await.expect(200);
            ping(&visitor, &format!("/ada/pressed/{}", ids[0]), "same-origin").await;
        }
    }
    app.app.visits.write().await.unwrap();
    let stored = everything_in(&app.app.config.data_dir);
    assert!(stored.contains("insight_hours") && stored.contains("site.example"), "the database was not read");
    for mark in marked.into_iter().chain(["iPhone", "secret-mark", "private/path", "hidden-token", "AppleWebKit"]) {
        assert!(!stored.contains(mark), "{mark} is stored");
    }
    let hash_of = |address: &str| address.parse::<std::net::IpAddr>().unwrap();
    for address in marked.map(hash_of) {
        let octets = match address {
            std::net::IpAddr::V4(v4) => v4.octets().to_vec(),
            std::net::IpAddr::V6(v6) => v6.octets().to_vec(),
        };
        assert!(!bytes_of(&app.app.config.data_dir).windows(octets.len()).any(|window| window == octets));
    }
    // A backup has neither salts nor sketches.
    let folder = tempfile::tempdir().unwrap();
    mantel_server::ops::backup::make(&app.app, folder.path()).await.unwrap();
    let copy = TestApp::at(&format!("sqlite://{}", folder.path().join("mantel.db").display())).await;
    let salt = |app: &TestApp| {
        let store = app.app.service.store().clone();
        let day = app.app.service.clock().now().div_euclid(DAY);
        async move { store.salt(day, "0123456789abcdef0123456789abcdef").await.unwrap() }
    };
    assert_ne!(salt(&app).await, "0123456789abcdef0123456789abcdef");
    assert_eq!(salt(&copy).await, "0123456789abcdef0123456789abcdef");
}

/// The salt of a day and the sketches are gone from every file of the data folder when the day is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_left_of_a_salt_and_the_sketches_after_their_day() {
    let app = TestApp::set(PROXY).await;
    let (folder, names) = (&app.app.config.data_dir, ["ada", "ben", "cem"]);
    for name in names {
        page(&app, name).await;
    }
    app.app.visits.turn_days().await.unwrap();
    for round in 1..=3 {
        for name in names {
            for visitor in 0..25 * round {
                person(&app, PHONE, &format!("192.0.2.{visitor}")).get(&format!("/{name}")).await.expect(200);
            }
        }
        app.app.visits.write().await.unwrap();
    }
    let today = app.app.service.clock().now() / DAY;
    let select = format!(
        "select salt from insight_salts where day = {today} union all select sketch from insight_sketches where day = {today}"
    );
    let mut connection = connection(&app).await;
    let secrets: Vec<String> = sqlx::query_scalar(AssertSqlSafe(select)).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    assert_eq!(secrets.len(), 1 + names.len());
    let stored = everything_in(folder);
    assert!(secrets.iter().all(|secret| stored.contains(secret.as_str())), "the files were not read");
    app.app.service.clock().advance(DAY);
    app.app.visits.turn_days().await.unwrap();
    let stored = everything_in(folder);
    assert!(stored.contains("insight_salts"), "the files were not read");
    for secret in &secrets {
        let parts = secret.as_bytes().chunks(16).filter(|part| part.len() == 16);
        for part in parts.map(|part| std::str::from_utf8(part).unwrap()) {
            assert!(!stored.contains(part), "{part} of {secret} is still there");
        }
    }
}

async fn connection(app: &TestApp) -> AnyConnection {
    AnyConnection::connect(&app.app.config.database_url).await.unwrap()
}

async fn rename_table(app: &TestApp, from: &str, to: &str) {
    let mut connection = connection(app).await;
    let rename = AssertSqlSafe(format!("alter table {from} rename to {to}"));
    sqlx::raw_sql(rename).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn account_of(app: &TestApp, name: &str) -> String {
    app.app.service.account(&format!("{name}@harrow.example")).await.unwrap().id
}

fn bytes_of(folder: &std::path::Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.is_file()).flat_map(|path| std::fs::read(path).unwrap()).collect()
}

fn everything_in(folder: &std::path::Path) -> String {
    String::from_utf8_lossy(&bytes_of(folder)).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_on_one_database_count_as_one() {
    let Some(app) = TestApp::with(Database::Postgres, PROXY).await else { return };
    let (ada, ids) = page(&app, "ada").await;
    let url: &str = &app.app.config.database_url;
    let other = TestApp::with(Database::Sqlite, &[PROXY, &[("DATABASE_URL", url)]].concat()).await.unwrap();
    for server in [&app, &other] {
        server.app.visits.turn_days().await.unwrap();
    }
    for round in 0..4 {
        for (at, server) in [&app, &other].into_iter().enumerate() {
            for visitor in 1..=10 {
                let visitor = person(server, COMPUTER, &format!("192.0.2.{visitor}"));
                visitor.get("/ada").await.expect(200);
                if at == 0 {
                    ping(&visitor, &format!("/ada/pressed/{}", ids[0]), "same-origin").await;
                }
            }
        }
        if round % 2 == 0 {
            let (one, two) = tokio::join!(app.app.visits.write(), other.app.visits.write());
            one.and(two).unwrap();
        }
    }
    other.app.visits.write().await.unwrap();
    let found = report(&app, &ada, "").await;
    assert_eq!((found.total.visits, found.total.presses), (80, 40));
    app.app.service.clock().advance(DAY);
    app.app.visits.turn_days().await.unwrap();
    assert_eq!(report(&app, &ada, "").await.days[28].visitors, Some(10));
}

/// How long what was counted may wait to be written: the ten seconds that are promised, and two for a busy machine.
const WINDOW: Duration = Duration::from_secs(12);

/// When something was done, in order.
#[derive(Default)]
struct Done(Vec<Instant>);

impl Done {
    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// How often it was done so long before a time that it has to be stored at that time.
    fn stored_at(&self, time: Instant) -> u64 {
        self.0.iter().filter(|at| **at + WINDOW < time).count() as u64
    }
}

/// A kill loses at most what was counted in the last ten seconds, and nothing is stored that was not seen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_loses_at_most_ten_seconds() {
    let folder = tempfile::tempdir().unwrap();
    binary::admin(folder.path(), &["create-account", "ada@harrow.example", "--password-stdin"], PASSWORD);
    let key = binary::admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "test"], "");
    let settings = [("RATE_PUBLIC", "1000000"), ("RATE_PRESSES", "1000000")];
    let mut server = binary::start_with(folder.path(), &settings).await;
    let ada = Actor::new(&server.url).with_bearer(&key);
    ada.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
    let added = ada.post("/api/v1/page/tiles", json!({ "inputs": ["Shop: https://shop.example/"] })).await.expect(201);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let press = format!("/ada/pressed/{}", added.body()["tiles"][0]["id"].as_str().unwrap());
    let visitor = Actor::new(&server.url).with("user-agent", COMPUTER).with("accept", "text/html");
    let stored = async |ada: &Actor| {
        let total = &ada.get("/api/v1/page/insights").await.expect(200).body()["total"];
        (total["visits"].as_u64().unwrap(), total["presses"].as_u64().unwrap())
    };
    let (mut visits, mut presses) = (Done::default(), Done::default());
    let (mut rounds, mut known) = (0, (0, 0));
    let mut pace = tokio::time::interval(Duration::from_millis(20));
    let mut second_round = None;
    // Into the third round.
    while second_round.is_none_or(|at: Instant| at.elapsed() < Duration::from_secs(1)) {
        pace.tick().await;
        visitor.get("/ada").await.expect(200);
        visits.0.push(Instant::now());
        assert_eq!(ping(&visitor, &press, "same-origin").await, 204);
        presses.0.push(Instant::now());
        if visits.0.len() % 16 == 0 {
            let asked = Instant::now();
            let found = stored(&ada).await;
            assert!(found.0 >= visits.stored_at(asked) && found.1 >= presses.stored_at(asked), "{found:?}");
            rounds += i32::from(found.0 > known.0);
            known = found;
            second_round = second_round.or((rounds == 2).then_some(asked));
        }
    }
    let killed = Instant::now();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = binary::start(folder.path()).await;
    let found = stored(&Actor::new(&server.url).with_bearer(&key)).await;
    for (found, known, done) in [(found.0, known.0, &visits), (found.1, known.1, &presses)] {
        let least = known.max(done.stored_at(killed));
        assert!(
            done.stored_at(killed) > 0 && (least..=done.count()).contains(&found),
            "{least} {found} {}",
            done.count()
        );
    }
}

/// The reply as the service gives it is what the API says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_range_is_as_long_as_it_says() {
    let app = TestApp::set(PROXY).await;
    page(&app, "ada").await;
    let (_, caller) = signed_in(&app, "ada").await;
    for (range, days) in [(InsightsRange::Week, 7), (InsightsRange::Month, 30), (InsightsRange::Quarter, 90)] {
        let found = app.app.service.insights(&caller, range, InsightsScreen::All).await.unwrap();
        assert_eq!((found.days.len(), found.range.as_str()), (days, range.as_str()));
    }
    let year = app.app.service.insights(&caller, InsightsRange::Year, InsightsScreen::All).await.unwrap();
    assert!((365..=366).contains(&year.days.len()));
}
