//! `/api/v1/page/history`: who changed what, when and how; restoring any of the last hundred drafts.

use serde_json::{Value, json};

use crate::support::{Actor, on_both, redacted};

/// Edits of one actor within this time form one entry, ms.
const TOGETHER: i64 = 2 * 60_000;

/// These fields of the entries, newest first.
async fn history_fields(person: &Actor, fields: &[&str]) -> Vec<Value> {
    let history = person.get("/api/v1/page/history").await.expect(200).body()["history"].clone();
    let field = |value: &Value| fields.iter().map(|name| value[*name].clone()).collect();
    history.as_array().unwrap().iter().map(field).collect()
}

async fn bio(person: &Actor, text: &str) {
    person.patch("/api/v1/page/profile", json!({ "bio": text })).await.expect(200);
}

on_both! {
    async fn the_history_tells_who_changed_what_and_how(app) {
        let ada = app.owner("ada").await;
        let tile = json!({ "tile": { "id": "t_abcdefghijkl", "type": "link", "url": "https://ada.example", "title": "Print shop" } });
        ada.post("/api/v1/page/tiles", tile).await.expect(201);
        ada.patch("/api/v1/page/tiles/t_abcdefghijkl", json!({ "color": "mint" })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.patch("/api/v1/page/theme", json!({ "style": "cobalt" })).await.expect(200);
        // An edit that changes nothing makes no entry.
        ada.patch("/api/v1/page/theme", json!({ "style": "cobalt" })).await.expect(200);
        let listed = ada.get("/api/v1/page/history").await.expect(200);
        insta::assert_snapshot!("history", redacted(&listed.body()));
        assert_eq!(listed.header("etag"), ada.get("/api/v1/page").await.header("etag"));
        let again = ada.clone().with("if-none-match", listed.header("etag"));
        again.get("/api/v1/page/history").await.expect(304);
    }

    async fn an_earlier_draft_is_read_and_restored_as_an_edit(app) {
        let ada = app.owner("ada").await;
        let tile = json!({ "tile": { "id": "t_abcdefghijkl", "type": "text", "text": "Here" } });
        ada.post("/api/v1/page/tiles", tile).await.expect(201);
        let then = ada.get("/api/v1/page").await.body();
        ada.call(reqwest::Method::DELETE, "/api/v1/page/tiles/t_abcdefghijkl", None).await.expect(200);
        let past = ada.get("/api/v1/page/history/2").await.expect(200);
        assert_eq!(past.body()["draft"], then["draft"]);
        assert_eq!(past.body()["act"], "add");
        let back = ada.call(reqwest::Method::POST, "/api/v1/page/history/2/restore", None).await.expect(200).body();
        assert_eq!((&back["draft"], &back["version"]), (&then["draft"], &json!(4)));
        let newest = ada.get("/api/v1/page/history").await.body()["history"][0].clone();
        assert_eq!((&newest["act"], &newest["summary"]), (&json!("restore"), &json!("Restored version 2")));
        let stale = json!({ "baseVersion": 3 });
        ada.post("/api/v1/page/history/2/restore", stale).await.refused(409, "version_conflict");
    }

    async fn only_the_last_hundred_drafts_are_kept(app) {
        let ada = app.owner("ada").await;
        for at in 0..104 {
            app.app.service.clock().advance(TOGETHER);
            ada.patch("/api/v1/page/profile", json!({ "bio": format!("{at}") })).await.expect(200);
        }
        let history = ada.get("/api/v1/page/history").await.body()["history"].clone();
        let versions: Vec<_> = history.as_array().unwrap().iter().map(|list| list["version"].as_u64().unwrap()).collect();
        assert_eq!(versions, (6..=105).rev().collect::<Vec<_>>());
        ada.get("/api/v1/page/history/5").await.refused(404, "version_not_found");
        ada.get("/api/v1/page/history/6").await.expect(200);
    }

    async fn the_history_is_listed_in_parts(app) {
        let ada = app.owner("ada").await;
        for at in 2..=7 {
            app.app.service.clock().advance(TOGETHER);
            bio(&ada, &format!("{at}")).await;
        }
        let part = async |query: &str| {
            let body = ada.get(&format!("/api/v1/page/history{query}")).await.expect(200).body();
            let entries = body["history"].as_array().unwrap().iter();
            (entries.map(|entry| entry["version"].as_u64().unwrap()).collect::<Vec<_>>(), body["before"].as_u64())
        };
        assert_eq!(part("").await, (vec![7, 6, 5, 4, 3, 2, 1], None));
        assert_eq!(part("?limit=3").await, (vec![7, 6, 5], Some(5)));
        assert_eq!(part("?limit=3&before=5").await, (vec![4, 3, 2], Some(2)));
        assert_eq!(part("?before=2&limit=3").await, (vec![1], None));
        assert_eq!(part("?limit=7").await, (vec![7, 6, 5, 4, 3, 2, 1], None));
        assert_eq!(part("?before=1").await, (vec![], None));
        for (query, wrong) in [
            ("limit=0", &["/limit"][..]), ("limit=101", &["/limit"]), ("limit=x&before=-1", &["/limit", "/before"]),
            ("before=99999999999999999999", &["/before"]), ("before=0", &["/before"]), ("before=9007199254740992", &["/before"]), ("limit=", &["/limit"]),
        ] {
            let problems = ada.get(&format!("/api/v1/page/history?{query}")).await.refused(400, "invalid_input").body();
            let paths: Vec<_> = problems["errors"].as_array().unwrap().iter().map(|it| it["path"].as_str().unwrap()).collect();
            assert_eq!(paths, wrong, "{query}");
        }
    }

    async fn edits_of_one_actor_within_two_minutes_are_one_entry(app) {
        let ada = app.owner("ada").await;
        let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
        let (_, key) = app.app.service.make_key(&account, "Claude").await.unwrap();
        let claude = app.anonymous().with_bearer(&key);
        let clock = app.app.service.clock();
        bio(&ada, "One").await;
        clock.advance(TOGETHER - 30_000);
        bio(&ada, "Two").await;
        ada.post("/api/v1/page/tiles", json!({ "tile": { "id": "t_abcdefghijkl", "type": "text", "text": "Here" } })).await.expect(201);
        // The first of them is two minutes old, so this edit starts a new entry; another actor's edits always do.
        clock.advance(30_000);
        bio(&ada, "Three").await;
        bio(&claude, "Four").await;
        bio(&ada, "Five").await;
        ada.patch("/api/v1/page/profile", json!({ "bio": null })).await.expect(200);
        assert_eq!(history_fields(&ada, &["version", "edits", "act", "summary"]).await, [
            json!([8, 2, "profile", "Changed the bio"]),
            json!([6, 1, "profile", "Changed the bio"]),
            json!([5, 1, "profile", "Changed the bio"]),
            json!([4, 3, "edit", "Changed the bio, added Here"]),
            json!([1, 1, "claim", "Claimed ada"]),
        ]);
        // A version within an entry can be read and restored as well; replacing the whole page is an entry by itself.
        let amid = ada.get("/api/v1/page/history/3").await.expect(200).body();
        assert_eq!((&amid["draft"]["profile"]["bio"], &amid["edits"], &amid["summary"]), (&json!("Two"), &json!(1), &json!("Changed the bio")));
        let whole = ada.get("/api/v1/page/history/4").await.expect(200).body();
        assert_eq!((&whole["edits"], &whole["summary"]), (&json!(3), &json!("Changed the bio, added Here")));
        let back = ada.post("/api/v1/page/history/4/restore", json!({})).await.expect(200).body();
        assert_eq!(back["draft"], whole["draft"]);
        bio(&ada, "Six").await;
        bio(&ada, "Two").await;
        assert_eq!(history_fields(&ada, &["version", "edits", "summary"]).await[..2], [
            json!([11, 2, "Changed things and took it back"]), json!([9, 1, "Restored version 4"]),
        ]);
    }

    async fn entries_outlive_the_drafts_amid_them(app) {
        let ada = app.owner("ada").await;
        for at in 0..130 {
            bio(&ada, &format!("{at}")).await;
        }
        app.app.service.clock().advance(TOGETHER);
        bio(&ada, "later").await;
        assert_eq!(history_fields(&ada, &["version", "edits"]).await, [json!([132, 1]), json!([131, 130]), json!([1, 1])]);
        ada.get("/api/v1/page/history/1").await.expect(200);
        ada.get("/api/v1/page/history/32").await.refused(404, "version_not_found");
        assert_eq!(ada.get("/api/v1/page/history/33").await.expect(200).body()["draft"]["profile"]["bio"], "31");
    }

    async fn the_history_keeps_what_went_live_and_who_published_it(app) {
        let ada = app.owner("ada").await;
        let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
        let (_, key) = app.app.service.make_key(&account, "Claude").await.unwrap();
        let clock = app.app.service.clock();
        bio(&ada, "One").await;
        let first = ada.post("/api/v1/page/publish", json!({})).await.expect(200).body()["at"].clone();
        // A live version is not merged with later edits, however soon they come.
        bio(&ada, "Two").await;
        clock.advance(5_000);
        let second = app.anonymous().with_bearer(&key).post("/api/v1/page/publish", json!({})).await.expect(200).body()["at"].clone();
        bio(&ada, "Three").await;
        let by = |name: &str| json!({ "kind": "key", "name": name });
        let fields = ["version", "live", "publishedAt", "publishedBy"];
        assert_eq!(history_fields(&ada, &fields).await, [
            json!([4, false, null, null]),
            json!([3, true, second, by("Claude")]),
            json!([2, false, first, by("test")]),
            json!([1, false, null, null]),
        ]);
        let past = ada.get("/api/v1/page/history/2").await.expect(200).body();
        assert_eq!((&past["publishedAt"], &past["live"]), (&first, &json!(false)));
        ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
        assert_eq!(history_fields(&ada, &fields).await[1], json!([3, false, second, by("Claude")]));
    }

    async fn a_history_is_its_owners_alone(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        ada.patch("/api/v1/page/profile", json!({ "bio": "secret" })).await.expect(200);
        bob.get("/api/v1/page/history/2").await.refused(404, "version_not_found");
        assert!(!bob.get("/api/v1/page/history").await.text.contains("bio"));
        app.anonymous().get("/api/v1/page/history").await.refused(401, "unauthorized");
        app.keyed("eve").await.get("/api/v1/page/history").await.refused(404, "no_page");
    }
}
