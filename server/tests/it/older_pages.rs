//! Pages from before there were rules of handles and of sites, as they are stored: they stay readable, editable and
//! publishable, and can be restored, exported and imported (decisions, Handles and addresses).

use axum::http::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};

use crate::support::{Actor, TestApp, on_both};

const HANDLE: &str = "/api/v1/page/tiles/t_aaaaaaaaaaaa";
const STRANGE: &str = "/api/v1/page/tiles/t_bbbbbbbbbbbb";

/// Tiles that no server would take today.
fn tiles() -> Value {
    json!([
        { "id": "t_aaaaaaaaaaaa", "type": "social", "platform": "instagram", "handle": "https://www.instagram.com/ines/", "size": "s", "color": "auto" },
        { "id": "t_bbbbbbbbbbbb", "type": "social", "platform": "instagram", "handle": "ines harrow!", "size": "s", "color": "auto" },
        { "id": "t_cccccccccccc", "type": "video", "url": "https://harrow.example/kiln", "title": "The kiln", "size": "w", "color": "auto" },
        { "id": "t_dddddddddddd", "type": "text", "text": "Ask https://user:secret@harrow.example/", "size": "s", "color": "auto" },
    ])
}

/// A page that holds those, in its draft, what is live and its history; its owner at a server that starts after that.
async fn older(app: &TestApp) -> (TestApp, Actor) {
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/tiles", json!({ "input": "Hello" })).await.expect(201);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let mut draft = ada.get("/api/v1/page").await.expect(200).body()["draft"].clone();
    draft["tiles"] = tiles();
    let mut database = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    for update in ["update pages set draft = $1, published = $1", "update history set draft = $1, snapshot = null"] {
        sqlx::query(update).bind(draft.to_string()).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
    let later = app.second_server().await;
    let ada = later.anonymous().with("authorization", ada.bearer());
    (later, ada)
}

on_both! {
    async fn an_older_page_is_read_edited_and_published(app) {
        let (later, ada) = older(&app).await;
        let page = ada.get("/api/v1/page").await.expect(200).body();
        assert_eq!((&page["draft"]["tiles"], &page["unpublishedChanges"]), (&tiles(), &json!(false)));
        let public = later.anonymous().get("/api/v1/public/ada").await.expect(200).body();
        assert_eq!(public["tiles"], tiles());
        later.anonymous().get("/ada").await.expect(200);
        later.anonymous().get("/ada/llms.txt").await.expect(200);
        // Another tile, the theme, a new tile.
        ada.patch("/api/v1/page/tiles/t_cccccccccccc", json!({ "title": "Our kiln" })).await.expect(200);
        ada.patch("/api/v1/page/theme", json!({ "accent": "#112233" })).await.expect(200);
        ada.post("/api/v1/page/tiles", json!({ "input": "harrow.museum" })).await.expect(201);
        // The tiles themselves: mended, or what is not sent is kept.
        let mended = ada.patch(HANDLE, json!({ "size": "w" })).await.expect(200).body();
        assert_eq!(mended["tile"]["handle"], "ines");
        let kept = ada.patch(STRANGE, json!({ "size": "w" })).await.expect(200).body();
        assert_eq!(kept["tile"]["handle"], "ines harrow!");
        ada.patch(STRANGE, json!({ "handle": "ines harrow?" })).await.refused(400, "invalid_input");
        ada.post(&format!("{STRANGE}/move"), json!({ "position": 0 })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.get("/api/v1/page/export.html.zip").await.expect(200);
    }

    async fn an_older_tile_that_was_removed_is_put_back_as_it_was(app) {
        let (_later, ada) = older(&app).await;
        for tile in tiles().as_array().unwrap() {
            let id = tile["id"].as_str().unwrap();
            ada.call(Method::DELETE, &format!("/api/v1/page/tiles/{id}"), None).await.expect(200);
            let added = ada.post("/api/v1/page/tiles", json!({ "tile": tile })).await.expect(201).body();
            let mut wanted = tile.clone();
            if id == "t_aaaaaaaaaaaa" {
                wanted["handle"] = json!("ines");
            }
            assert_eq!(added["tiles"][0], wanted);
            // As a new tile it is new input.
            let mut new = tile.clone();
            new.as_object_mut().unwrap().shift_remove("id");
            let reply = ada.post("/api/v1/page/tiles", json!({ "tile": new })).await;
            if id == "t_aaaaaaaaaaaa" { reply.expect(201); } else { reply.refused(400, "invalid_input"); }
        }
    }

    async fn an_older_version_is_restored_and_an_older_export_replaces_the_draft(app) {
        let (_later, ada) = older(&app).await;
        let export = ada.get("/api/v1/page/export").await.expect(200).body();
        ada.patch("/api/v1/page/profile", json!({ "bio": "Since then" })).await.expect(200);
        ada.get("/api/v1/page/history/1").await.expect(200);
        let restored = ada.post("/api/v1/page/history/2/restore", json!({})).await.expect(200).body();
        assert_eq!(restored["draft"]["tiles"], tiles());
        let put = ada.put("/api/v1/page", json!({ "page": export })).await.expect(200).body();
        let shown = |page: &Value| -> Vec<Value> { page["draft"]["tiles"].as_array().unwrap().iter().map(|tile| tile["handle"].clone()).collect() };
        assert_eq!(shown(&put)[..2], [json!("ines"), json!("ines harrow!")]);
        let import = ada.post("/api/v1/page/import", json!({ "file": export, "replace": true })).await.expect(201).body();
        assert_eq!(shown(&import)[..2], [json!("ines"), json!("ines harrow!")]);
        assert_eq!(import["draft"]["tiles"][2]["type"], "video");
        assert_eq!(import["draft"]["tiles"][3]["text"], "Ask https://harrow.example/");
        let paths: Vec<_> = import["warnings"].as_array().unwrap().iter().map(|warning| warning["path"].as_str().unwrap().to_owned()).collect();
        for path in ["/tiles/0/handle", "/tiles/1/handle", "/tiles/3/text"] {
            assert!(paths.iter().any(|told| told == path), "{paths:?}");
        }
        // As a new page it is new input: a tile without an id.
        let mut new = export.clone();
        new["tiles"].as_array_mut().unwrap().iter_mut().for_each(|tile| drop(tile.as_object_mut().unwrap().remove("id")));
        let refused = ada.put("/api/v1/page", json!({ "page": new })).await.refused(400, "invalid_input").body();
        assert_eq!(refused["errors"].as_array().unwrap().len(), 3, "{refused}");
    }
}

on_both! {
    async fn a_page_that_was_kept_out_of_search_engines_before_listed_existed_stays_out(app) {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let mut draft = ada.get("/api/v1/page").await.expect(200).body()["draft"].clone();
        draft["profile"]["unlisted"] = json!(true);
        let mut database = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
        sqlx::query("update pages set draft = $1, published = $1").bind(draft.to_string()).execute(&mut database).await.unwrap();
        database.close().await.unwrap();
        let later = app.second_server().await;
        let ada = later.anonymous().with("authorization", ada.bearer());
        assert_eq!(later.anonymous().get("/ada").await.expect(200).header("x-robots-tag"), "noindex");
        let profile = ada.get("/api/v1/page").await.expect(200).body()["draft"]["profile"].clone();
        assert_eq!((&profile["listed"], profile.get("unlisted")), (&json!(false), None));
        ada.patch("/api/v1/page/profile", json!({ "listed": true })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let live = later.anonymous().get("/ada").await.expect(200);
        assert_eq!(live.header("x-robots-tag"), "");
        // New input has one name for it; a file from before keeps what it says.
        ada.patch("/api/v1/page/profile", json!({ "unlisted": true })).await.refused(400, "invalid_input");
        let file = json!({ "mantel": 1, "profile": { "name": "Ada", "unlisted": true }, "theme": {}, "tiles": [] });
        ada.post("/api/v1/page/import", json!({ "file": file, "replace": true })).await.expect(201);
        assert_eq!(ada.get("/api/v1/page").await.expect(200).body()["draft"]["profile"]["listed"], json!(false));
    }
}
