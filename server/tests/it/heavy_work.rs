//! What takes milliseconds of a processor waits for its turn, whichever interface asks, while everything else is served.

use std::task::Poll;

use mantel_server::heavy_work;
use serde_json::{Value, json};

use crate::mcp::{ask, call};
use crate::oauth::agent::signed_in;
use crate::support::{Actor, OPEN, TestApp};

/// Runs the heavy call while no heavy work is done: it must wait, and the light ones must be answered meanwhile.
async fn waits(app: &TestApp, owner: &Actor, what: &str, heavy: impl Future<Output = ()>) {
    let pause = heavy_work::pause().await;
    let mut heavy = std::pin::pin!(heavy);
    for _ in 0..3 {
        let early = std::future::poll_fn(|context| Poll::Ready(heavy.as_mut().poll(context).is_ready()));
        assert!(!early.await, "{what} did not wait for its turn");
        // Each of these goes to the server and back, and so would the heavy call have done by now.
        app.anonymous().get("/healthz").await.expect(200);
        owner.patch("/api/v1/page/profile", json!({ "bio": "x" })).await.expect(200);
        call(owner, "get_page", json!({})).await;
        app.anonymous().get("/signin").await.expect(200);
    }
    drop(pause);
    heavy.await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_calls_wait_for_their_turn_and_others_are_served() {
    let app = TestApp::set(OPEN).await;
    let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
    let browser = signed_in(&app, "ada").await;
    let notes: Vec<Value> = (0..100).map(|at| json!({ "type": "text", "text": format!("Note {at}") })).collect();
    let page = json!({ "page": { "profile": { "name": "Ada" }, "theme": {}, "tiles": notes } });
    ada.put("/api/v1/page", page.clone()).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let link = ada.post("/api/v1/page/preview", json!({})).await.expect(201).body()["preview"]["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let link = link.strip_prefix(&app.url).unwrap();
    let visitor = app.anonymous();
    let long = "x".repeat(100_000);
    waits(&app, &bob, "a large call of MCP", async {
        assert_eq!(
            ask(&ada, "tools/call", json!({ "name": "set_profile", "arguments": { "bio": long } })).await["isError"],
            true
        );
    })
    .await;
    waits(&app, &bob, "a large import", async {
        drop(
            ada.post("/api/v1/page/import", json!({ "file": { "name": long }, "replace": true, "dryRun": true })).await,
        );
    })
    .await;
    waits(&app, &bob, "the first visit to a long page", async { drop(visitor.get("/ada").await.expect(200)) }).await;
    waits(&app, &bob, "a private link", async { drop(visitor.get(link).await.expect(200)) }).await;
    waits(&app, &bob, "the editor", async { drop(browser.get("/edit").await.expect(200)) }).await;
    let many = format!("/new?links={}", "a,".repeat(200));
    waits(&app, &bob, "a page by its address", async { drop(visitor.get(&many).await.expect(200)) }).await;
    waits(&app, &bob, "a static site", async {
        drop(ada.download("/api/v1/page/export.html.zip").await);
    })
    .await;
    // Edits of two credentials in turn, which are taken back one by one.
    let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
    let other = visitor.clone().with_bearer(&app.app.service.make_key(&account, "other").await.unwrap().1);
    for bio in ["One", "Two", "Three"] {
        ada.patch("/api/v1/page/profile", json!({ "bio": bio })).await.expect(200);
        other.patch("/api/v1/page/profile", json!({ "location": bio })).await.expect(200);
    }
    waits(&app, &bob, "undoing to an early version", async {
        drop(ada.post("/api/v1/page/undo", json!({ "to": 1, "dryRun": true })).await.expect(200));
    })
    .await;
    waits(&app, &bob, "the drawn draft of MCP", async {
        ask(&ada, "resources/read", json!({ "uri": "mantel://draft.html" })).await;
    })
    .await;
}
