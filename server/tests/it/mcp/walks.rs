//! What people say to an agent, done by a scripted client that knows nothing but what the tools tell it: how many calls it
//! takes, and how many bytes of arguments and answers (four make about one token).

use std::cell::Cell;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::ImageFormat;
use serde_json::{Value, json};

use super::call;
use crate::support::pictures::{drawn, file};
use crate::support::{Actor, TestApp, on_both};

/// An agent that counts.
struct Client {
    actor: Actor,
    calls: Cell<usize>,
    bytes: Cell<usize>,
}

impl Client {
    fn new(actor: &Actor) -> Self {
        Self { actor: actor.clone(), calls: Cell::new(0), bytes: Cell::new(0) }
    }

    async fn call(&self, tool: &str, arguments: Value) -> Value {
        let sent = arguments.to_string().len();
        let answer = call(&self.actor, tool, arguments).await;
        self.calls.set(self.calls.get() + 1);
        self.bytes.set(self.bytes.get() + sent + answer.to_string().len());
        answer
    }

    /// Asserts that it took so many calls, and at most so many tokens.
    #[track_caller]
    fn took(&self, calls: usize, tokens: usize) {
        let (made, told) = (self.calls.get(), self.bytes.get() / 4);
        assert_eq!(made, calls, "calls");
        assert!(told <= tokens, "{told} tokens of {tokens}");
    }
}

/// A page of twelve tiles.
async fn page(app: &TestApp) -> Actor {
    let ada = app.owner("ada").await;
    let links: Vec<_> = (1..=9)
        .map(|at| json!({ "url": format!("https://ada.example/{at}"), "title": format!("Work {at}") }))
        .collect();
    let mut items = vec![json!({ "heading": "Work" }), json!({ "text": "A note" })];
    items.extend(links);
    items.push(json!({ "url": "https://letters.example/newsletter", "title": "Newsletter" }));
    ada.post("/api/v1/page/import", json!({ "file": { "name": "Ada", "links": items }, "replace": true }))
        .await
        .expect(201);
    ada
}

on_both! {
    async fn make_my_page_calmer(app) {
        let client = Client::new(&page(&app).await);
        let seen = client.call("get_page", json!({})).await;
        assert!(seen["sketch"].is_string());
        let calm = client.call("set_theme", json!({ "style": "cozy", "layout": "list", "effect": "none", "accent": null })).await;
        assert_eq!((&calm["theme"]["style"], &calm["before"]["style"]), (&json!("cozy"), &seen["page"]["draft"]["theme"]["style"]));
        client.took(2, 1_500);
    }

    async fn put_the_newsletter_first(app) {
        let client = Client::new(&page(&app).await);
        let tiles = client.call("get_page", json!({})).await["page"]["draft"]["tiles"].clone();
        let letter = tiles.as_array().unwrap().iter().find(|tile| tile["title"] == "Newsletter").unwrap();
        let moved = client.call("move_tile", json!({ "id": letter["id"], "position": 0 })).await;
        assert!(moved["order"].as_str().unwrap().starts_with("Newsletter; Work; A note; Work 1"), "{moved}");
        client.took(2, 1_500);
    }

    async fn my_chat_wrote_this_list(app) {
        let client = Client::new(&page(&app).await);
        let list = "## Talks\nGlaze chemistry - https://talks.example/glaze\nKilns: https://talks.example/kilns\n\n## Elsewhere\n[Shop](https://shop.example)\n- https://github.com/ada/kiln\n";
        client.call("get_page", json!({})).await;
        let added = client.call("add_tile", json!({ "input": list })).await;
        let tiles = added["tiles"].as_array().unwrap();
        let named: Vec<_> = tiles.iter().map(|tile| (tile["type"].as_str().unwrap(), tile.get("title").or(tile.get("text")).and_then(Value::as_str))).collect();
        assert_eq!(named, [("heading", Some("Talks")), ("link", Some("Glaze chemistry")), ("link", Some("Kilns")), ("heading", Some("Elsewhere")), ("link", Some("Shop")), ("github", None)]);
        client.took(2, 2_000);
    }

    async fn swap_the_picture_of_the_second_tile(app) {
        let ada = page(&app).await;
        let picture = |width| format!("data:image/png;base64,{}", STANDARD.encode(file(&drawn(width, 20, false), ImageFormat::Png)));
        let tiles = ada.get("/api/v1/page").await.body()["draft"]["tiles"].clone();
        ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": "https://ada.example/a.png" }, "after": tiles[0]["id"] })).await.expect(201);
        let client = Client::new(&ada);
        let second = client.call("get_page", json!({})).await["page"]["draft"]["tiles"][1].clone();
        let swapped = client.call("update_tile", json!({ "id": second["id"], "patch": { "src": picture(24) } })).await;
        assert!(swapped["tile"]["src"].as_str().unwrap().starts_with("/media/"), "{swapped}");
        assert_eq!(swapped["before"]["src"], second["src"]);
        client.took(2, 2_000);
    }

    async fn undo_what_you_did(app) {
        let ada = page(&app).await;
        let before = ada.get("/api/v1/page").await.body()["draft"].clone();
        call(&ada, "set_theme", json!({ "style": "night" })).await;
        let client = Client::new(&ada);
        client.call("undo", json!({})).await;
        assert_eq!(ada.get("/api/v1/page").await.body()["draft"], before);
        client.took(1, 100);
    }

    /// Without a browser; `api::picture` has it with one.
    async fn show_me_what_it_looks_like_now(app) {
        let client = Client::new(&page(&app).await);
        let seen = client.call("see_page", json!({})).await;
        assert!(seen["sketch"].is_string(), "{seen}");
        client.took(1, 500);
    }

    async fn is_anything_wrong_with_it(app) {
        let client = Client::new(&page(&app).await);
        let check = client.call("check_page", json!({})).await;
        assert_eq!(check["findings"][0]["code"], "profile");
        client.took(1, 500);
    }
}
