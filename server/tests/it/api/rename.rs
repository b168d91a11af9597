//! `POST /api/v1/page/username`: a new address; the old one redirects to it for 90 days.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, nodes, on_both};

const NAME: &str = "/api/v1/page/username";
const DAY: i64 = 24 * 60 * 60 * 1000;

async fn live(app: &TestApp, name: &str) -> Actor {
    let person = app.owner(name).await;
    person.post("/api/v1/page/publish", json!({})).await.expect(200);
    person
}

async fn rename(person: &Actor, name: &str) -> Value {
    person.post(NAME, json!({ "username": name })).await.expect(200).body()
}

/// Status and redirect target of a name's addresses: the page, its plain text, its JSON. No target if it is served.
async fn leads(app: &TestApp, name: &str) -> Vec<(u16, String)> {
    let mut all = Vec::new();
    for path in [format!("/{name}"), format!("/{name}/llms.txt"), format!("/api/v1/public/{name}")] {
        let reply = app.anonymous().get(&path).await;
        if reply.status == 308 {
            // Not cacheable: the owner may take the name back.
            assert_eq!(reply.header("cache-control"), "no-store");
        }
        all.push((reply.status.as_u16(), reply.header("location").to_owned()));
    }
    all
}

fn to(name: &str) -> Vec<(u16, String)> {
    [format!("/{name}"), format!("/{name}/llms.txt"), format!("/api/v1/public/{name}")].map(|it| (308, it)).to_vec()
}

fn each_with_status(status: u16) -> Vec<(u16, String)> {
    vec![(status, String::new()); 3]
}

on_both! {
    async fn a_page_moves_and_its_old_addresses_lead_to_it(app) {
        let ada = live(&app, "ada").await;
        let before = (app.anonymous().get("/ada").await, ada.get("/api/v1/page").await);
        let tag = before.1.header("etag").to_owned();
        let moved = rename(&ada, "Ada-Two").await;
        assert_eq!((&moved["username"], &moved["url"]), (&json!("ada-two"), &json!(format!("{}/ada-two", app.url))));
        assert_eq!((&moved["version"], &moved["draft"]), (&json!(1), &before.1.body()["draft"]));
        // The same state of the page, rendered with its new address.
        let state = |text: &str| text.split('-').next().unwrap_or_default().to_owned();
        let after = app.anonymous().get("/ada-two").await.expect(200);
        assert_eq!(state(after.header("etag")), state(before.0.header("etag")));
        assert_ne!(after.header("etag"), before.0.header("etag"));
        // The owner's view has changed, although the draft has not.
        ada.clone().with("if-none-match", &tag).get("/api/v1/page").await.expect(200);
        assert_eq!(leads(&app, "ada").await, to("ada-two"));
        assert_eq!(leads(&app, "ADA").await, to("ada-two"));
        rename(&ada, "ada-three").await;
        assert_eq!((leads(&app, "ada").await, leads(&app, "ada-two").await), (to("ada-three"), to("ada-three")));
        // Renamed back: no name redirects to itself.
        rename(&ada, "ada").await;
        assert_eq!((leads(&app, "ada").await, leads(&app, "ada-three").await), (each_with_status(200), to("ada")));
        // A page that is not live is no redirect target.
        ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
        assert_eq!(leads(&app, "ada-two").await, each_with_status(404));
    }

    async fn an_old_name_is_kept_for_its_owner_and_then_free(app) {
        let (ada, bob) = (live(&app, "ada").await, live(&app, "bob").await);
        rename(&ada, "lovelace").await;
        bob.post(NAME, json!({ "username": "ada" })).await.refused(409, "username_taken");
        app.keyed("eve").await.post("/api/v1/claim", json!({ "username": "ada" })).await.refused(409, "username_taken");
        assert_eq!(bob.get("/api/v1/username?check=ada").await.body()["code"], "username_taken");
        app.app.service.clock().advance(90 * DAY - 60_000);
        assert_eq!(leads(&app, "ada").await, to("lovelace"));
        app.app.service.clock().advance(61_000);
        assert_eq!(leads(&app, "ada").await, each_with_status(404));
        rename(&bob, "ada").await;
        assert_eq!((leads(&app, "ada").await, leads(&app, "bob").await), (each_with_status(200), to("ada")));
        ada.post(NAME, json!({ "username": "ada" })).await.refused(409, "username_taken");
    }

    async fn old_names_of_a_deleted_page_lead_nowhere_and_stay_its_owners(app) {
        let (ada, bob) = (live(&app, "ada").await, live(&app, "bob").await);
        rename(&ada, "lovelace").await;
        ada.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
        assert_eq!((leads(&app, "ada").await, leads(&app, "lovelace").await), (each_with_status(404), each_with_status(404)));
        for name in ["ada", "lovelace"] {
            bob.post(NAME, json!({ "username": name })).await.refused(409, "username_taken");
        }
        ada.post("/api/v1/claim", json!({ "username": "countess" })).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert_eq!((leads(&app, "ada").await, leads(&app, "lovelace").await), (each_with_status(404), each_with_status(404)));
        rename(&ada, "ada").await;
        assert_eq!(leads(&app, "countess").await, to("ada"));
    }

    async fn names_are_checked_as_when_they_are_claimed(app) {
        let ada = live(&app, "ada").await;
        live(&app, "bob").await;
        for (name, status, code) in [
            ("a", 400, "username_invalid"), ("a b c", 400, "username_invalid"), ("admin", 400, "username_reserved"),
            ("preview", 400, "username_reserved"), ("BOB", 409, "username_taken"),
        ] {
            ada.post(NAME, json!({ "username": name })).await.refused(status, code);
        }
        ada.post(NAME, json!({})).await.refused(400, "invalid_input");
        ada.post(NAME, json!({ "username": "ada-two", "dryRun": true })).await.refused(400, "invalid_input");
        ada.post(NAME, json!({ "username": "ada-two", "baseVersion": 7 })).await.refused(409, "version_conflict");
        // Renaming to the same name changes nothing.
        let tag = ada.get("/api/v1/page").await.header("etag").to_owned();
        assert_eq!(ada.post(NAME, json!({ "username": "Ada" })).await.expect(200).header("etag"), tag);
        app.keyed("eve").await.post(NAME, json!({ "username": "eve" })).await.refused(404, "no_page");
        let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
        let (row, key) = app.app.service.make_key(&account, "careful").await.unwrap();
        app.app.service.let_key_publish(&account, &row.id, false).await.unwrap();
        let careful = app.anonymous().with_bearer(&key);
        careful.post(NAME, json!({ "username": "ada-two" })).await.refused(403, "publish_not_allowed");
    }

    async fn who_watches_the_page_hears_of_it(app) {
        let ada = live(&app, "ada").await;
        let mut stream = ada.watch(None).await;
        rename(&ada, "ada-two").await;
        let event = stream.event().await;
        assert_eq!((event.event.as_str(), event.data["act"].as_str()), ("rename", Some("rename")));
        assert_eq!(event.data["summary"], "Moved the page from ada to ada-two");
        assert_eq!((&event.data["version"], &event.data["unpublishedChanges"]), (&json!(1), &json!(false)));
    }

    async fn two_who_want_one_name_do_not_both_get_it(app) {
        let people = [live(&app, "ada").await, live(&app, "bob").await, live(&app, "eve").await];
        let mut tasks = tokio::task::JoinSet::new();
        for person in people {
            tasks.spawn(async move { person.post(NAME, json!({ "username": "prize" })).await.status.as_u16() });
        }
        let mut answers = tasks.join_all().await;
        answers.sort_unstable();
        assert_eq!(answers, [200, 409, 409]);
    }
}

on_both! {
    async fn a_few_changes_a_day(app set &[("RATE_RENAMES", "2")]) {
        let ada = app.owner("ada").await;
        ada.post(NAME, json!({ "username": "admin" })).await.refused(400, "username_reserved");
        let mut renamed = 0;
        let refused = loop {
            let reply = ada.post(NAME, json!({ "username": format!("ada-{renamed}") })).await;
            if reply.status != 200 {
                break reply.refused(429, "rate_limited");
            }
            renamed += 1;
        };
        // Each server counts by itself.
        assert!((2..=2 * nodes::count()).contains(&renamed), "{renamed}");
        let wait: u64 = refused.header("retry-after").parse().unwrap();
        assert!(wait > 11 * 3600 && wait <= 12 * 3600, "{wait}");
    }
}
