//! Facts: metadata of what tiles link to, read from services that these tests fake.

mod dead_links;
mod html_pages;
mod icons;
mod providers;
mod refresh;
mod storage;

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::web::{FakeReply, FakeWeb, ReceivedRequest};
use crate::support::{Actor, Database, TestApp};

/// A server that uses the fake web; `None` where the database's programs are not installed.
async fn app(database: Database, web: &FakeWeb) -> Option<TestApp> {
    TestApp::with_outbound(database, &[], web.outbound_overrides.clone()).await
}

/// A fake web and a server for it on SQLite.
async fn fake_web_and_app(
    hosts: &[&str],
    site: impl Fn(&ReceivedRequest) -> FakeReply + Send + Sync + 'static,
) -> (FakeWeb, TestApp) {
    let web = FakeWeb::start(hosts, site).await;
    let app = app(Database::Sqlite, &web).await.unwrap();
    (web, app)
}

/// Fetches until nothing is due.
async fn settle(app: &TestApp) {
    tokio::time::timeout(Duration::from_secs(120), app.app.link_metadata().refresh_due()).await.expect("it settles");
}

/// Adds a tile and returns its id.
async fn add(ada: &Actor, input: &str) -> String {
    let added = ada.post("/api/v1/page/tiles", json!({ "input": input })).await.expect(201).body();
    added["tiles"][0]["id"].as_str().unwrap().to_owned()
}

/// The facts of a tile as its owner sees them, without their timestamp.
async fn facts(ada: &Actor, id: &str) -> Value {
    let page = ada.get("/api/v1/page").await.expect(200).body();
    let tiles = page["draft"]["tiles"].as_array().unwrap();
    let mut facts = tiles.iter().find(|tile| tile["id"] == id).unwrap()["facts"].clone();
    if let Some(fields) = facts.as_object_mut() {
        let at = fields.remove("fetchedAt").expect("facts have a time");
        assert!(at.as_str().unwrap().ends_with('Z'), "{at}");
    }
    facts
}
