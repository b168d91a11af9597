//! How drafts of the history are stored: as differences from a snapshot, so that an edit of a large page writes little and
//! the history takes little room; each is read as it was.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Actor, Reply, Rows, on_both};

const HISTORY: &str = "/api/v1/page/history";
const TILES: &str = "/api/v1/page/tiles";
/// Edits of one actor within this time form one entry, ms.
const TOGETHER: i64 = 2 * 60_000;

/// The id of the tile with this number.
fn id(number: usize) -> String {
    let digit = |shift: usize| char::from(b"abcdefghijklmnopqrstuvwxyz234567"[number >> shift & 31]);
    format!("t_aaaaaaaaa{}{}{}", digit(10), digit(5), digit(0))
}

/// Replaces the page by one of so many links; returns its draft.
async fn page_of(owner: &Actor, tiles: usize) -> Value {
    let link = |at| json!({ "id": id(at), "type": "link", "url": format!("https://place-{at}.example/"), "title": format!("Place {at}") });
    let tiles: Vec<_> = (0..tiles).map(link).collect();
    let file = json!({ "mantel": 1, "profile": { "name": "Ada" }, "theme": { "style": "washi" }, "tiles": tiles });
    owner.post("/api/v1/page/import", json!({ "file": file, "replace": true })).await.expect(201).body()["draft"]
        .clone()
}

async fn bio(owner: &Actor, number: usize) -> Reply {
    owner.patch("/api/v1/page/profile", json!({ "bio": format!("The bio {number}") })).await
}

/// One of many kinds of edits; returns the draft after it.
async fn edit(owner: &Actor, number: usize) -> Value {
    let tile = |at: usize| format!("{TILES}/{}", id(at));
    let reply = match number % 9 {
        0 => bio(owner, number).await,
        1 => {
            owner
                .post(TILES, json!({ "tile": { "type": "text", "text": format!("Note {number}") }, "after": id(2) }))
                .await
        }
        2 => owner.patch("/api/v1/page/theme", json!({ "accent": format!("#{number:06}") })).await,
        3 => owner.post(&format!("{}/move", tile(60 + number)), json!({ "position": 2 })).await,
        4 => owner.call(Method::DELETE, &tile(30 + number), None).await,
        5 => owner.post("/api/v1/page/undo", json!({})).await,
        _ => owner.patch(&tile(number / 3), json!({ "title": format!("Title {number}") })).await,
    };
    assert!(reply.status.is_success(), "{number}: {}", reply.text);
    owner.get("/api/v1/page").await.expect(200).body()["draft"].clone()
}

on_both! {
    async fn each_draft_of_a_large_page_is_read_as_it_was(app) {
        let other = if app.app.config.database_url.starts_with("postgres") { Some(app.second_server().await) } else { None };
        let ada = app.owner("ada").await;
        let elsewhere = other.as_ref().map(|other| other.anonymous().with("authorization", ada.bearer()));
        let mut drafts = vec![ada.get("/api/v1/page").await.body()["draft"].clone(), page_of(&ada, 120).await];
        for number in 0..60 {
            if number % 7 == 0 {
                app.app.service.clock().advance(TOGETHER);
            }
            let person = elsewhere.as_ref().filter(|_| number % 4 > 1).unwrap_or(&ada);
            drafts.push(if number == 40 { page_of(person, 110).await } else { edit(person, number).await });
        }
        for (at, draft) in drafts.iter().enumerate() {
            let past = ada.get(&format!("{HISTORY}/{}", at + 1)).await.expect(200).body();
            assert_eq!(&past["draft"], draft, "version {}", at + 1);
        }
        let mut rows = Rows::of(&app).await;
        let (whole, stored) = (serde_json::to_string(&drafts).unwrap().len(), rows.number("select sum(octet_length(draft)) from history").await);
        let snapshots = rows.number("select sum(octet_length(draft)) from history_snapshots").await;
        assert!((stored + snapshots) * 10 < i64::try_from(whole).unwrap(), "{stored} and {snapshots} bytes for {whole}");
        // Restored, and edited from there.
        let back = ada.post(&format!("{HISTORY}/20/restore"), json!({})).await.expect(200).body();
        assert_eq!(back["draft"], drafts[19]);
        let last = edit(&ada, 6).await;
        let newest = ada.get(HISTORY).await.body()["history"][0]["version"].clone();
        assert_eq!(ada.get(&format!("{HISTORY}/{newest}")).await.expect(200).body()["draft"], last);
    }

    async fn an_edit_in_the_middle_stores_as_much_for_300_tiles_as_for_10(app) {
        let mut lengths = Vec::new();
        let mut rows = Rows::of(&app).await;
        for (name, tiles) in [("ada", 10), ("bob", 300)] {
            let owner = app.owner(name).await;
            page_of(&owner, tiles).await;
            for title in ["One title", "Two title"] {
                owner.patch(&format!("{TILES}/{}", id(tiles / 2)), json!({ "title": title })).await.expect(200);
                let newest = "select octet_length(draft) from history order by at desc, version desc limit 1";
                app.app.service.clock().advance(1);
                lengths.push(rows.number(newest).await);
            }
        }
        assert!(lengths.iter().all(|length| *length <= lengths[0] + 8), "{lengths:?}");
        assert_eq!(rows.number("select count(*) from history_snapshots").await, 2);
    }

    async fn a_snapshot_goes_with_the_last_draft_that_differs_from_it(app) {
        let ada = app.owner("ada").await;
        let mut rows = Rows::of(&app).await;
        for tiles in [20, 60, 200] {
            page_of(&ada, tiles).await;
            edit(&ada, 0).await;
        }
        let count = "select count(*) from history_snapshots";
        assert_eq!(rows.number(count).await, 3);
        rows.run("delete from history where version <= 5").await;
        let others: Vec<_> = (0..20).map(|at| format!("Another note, the {at}th, with some more words")).collect();
        let file = json!({ "file": { "name": "Ada", "links": others }, "replace": true });
        let draft = ada.post("/api/v1/page/import", file).await.expect(201).body()["draft"].clone();
        assert_eq!(ada.get(&format!("{HISTORY}/8")).await.expect(200).body()["draft"], draft);
        ada.get(&format!("{HISTORY}/7")).await.expect(200);
        // It is looked for once in sixteen edits. Those of versions 6 and 8 stay.
        for at in 0..8 {
            edit(&ada, 9 * at).await;
        }
        assert_eq!(rows.number(count).await, 2);
        ada.get(&format!("{HISTORY}/7")).await.expect(200);
        ada.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
        assert_eq!(rows.number(count).await, 0);
    }

    async fn a_page_that_became_short_keeps_no_snapshot_for_long(app) {
        let ada = app.owner("ada").await;
        let mut rows = Rows::of(&app).await;
        page_of(&ada, 60).await;
        page_of(&ada, 1).await;
        rows.run("delete from history where version <= 2").await;
        for at in 0..13 {
            edit(&ada, 9 * at).await;
        }
        assert_eq!(ada.get("/api/v1/page").await.body()["version"], 16);
        assert_eq!(rows.number("select count(*) from history_snapshots").await, 0);
    }

    async fn a_snapshot_is_at_most_a_hundred_versions_old(app) {
        let ada = app.owner("ada").await;
        let mut rows = Rows::of(&app).await;
        page_of(&ada, 60).await;
        for at in 0..100 {
            bio(&ada, at).await.expect(200);
            if at == 50 {
                assert_eq!(rows.number("select max(version) from history_snapshots").await, 2);
            }
        }
        assert_eq!(rows.number("select max(version) from history_snapshots").await, 102);
        ada.get(&format!("{HISTORY}/102")).await.expect(200);
        ada.get(&format!("{HISTORY}/101")).await.expect(200);
    }

    async fn a_page_whose_snapshot_cannot_be_read_is_still_edited(app) {
        let ada = app.owner("ada").await;
        page_of(&ada, 30).await;
        edit(&ada, 6).await;
        let mut rows = Rows::of(&app).await;
        rows.run("update history_snapshots set draft = '{'").await;
        let later = app.second_server().await;
        let ada = later.anonymous().with("authorization", ada.bearer());
        for at in [7, 8] {
            let draft = edit(&ada, at).await;
            let version = ada.get("/api/v1/page").await.body()["version"].clone();
            assert_eq!(ada.get(&format!("{HISTORY}/{version}")).await.expect(200).body()["draft"], draft);
        }
    }

    async fn a_page_that_is_made_again_has_its_own_history(app) {
        let ada = app.owner("ada").await;
        for tiles in [40, 50] {
            page_of(&ada, tiles).await;
            let changed = edit(&ada, 6).await;
            assert_eq!(ada.get(&format!("{HISTORY}/3")).await.expect(200).body()["draft"], changed);
            ada.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
            ada.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
        }
    }

    async fn drafts_that_were_stored_whole_stay_readable(app) {
        let ada = app.owner("ada").await;
        let before = page_of(&ada, 30).await;
        let mut rows = Rows::of(&app).await;
        for older in ["update history set draft = (select draft from pages), snapshot = null", "delete from history_snapshots"] {
            rows.run(older).await;
        }
        let later = app.second_server().await;
        let ada = later.anonymous().with("authorization", ada.bearer());
        let (first, second) = (edit(&ada, 6).await, edit(&ada, 7).await);
        for (version, draft) in [(2, before), (3, first), (4, second)] {
            assert_eq!(ada.get(&format!("{HISTORY}/{version}")).await.expect(200).body()["draft"], draft);
        }
        assert_eq!(rows.number("select count(*) from history where snapshot is null").await, 2);
    }

    async fn a_server_that_knows_another_snapshot_writes_no_difference_from_it(app) {
        let ada = app.owner("ada").await;
        page_of(&ada, 30).await;
        edit(&ada, 6).await;
        // As after a failover to a standby that lacks the last seconds: the same versions hold other drafts.
        let mut rows = Rows::of(&app).await;
        let other = "update history_snapshots set at = at + 1, draft = replace(draft, 'Place', 'Other')";
        rows.run(other).await;
        let draft = edit(&ada, 7).await;
        assert_eq!(ada.get(&format!("{HISTORY}/4")).await.expect(200).body()["draft"], draft);
        let draft = edit(&ada, 8).await;
        assert_eq!(ada.get(&format!("{HISTORY}/5")).await.expect(200).body()["draft"], draft);
    }
}
