//! `Idempotency-Key`: a repeated call returns the first reply and changes nothing.

use mantel_server::service::{Error, IdempotencyKey, Idempotent, Operation, StoredReply};
use serde_json::json;
use tokio::task::JoinSet;

use crate::support::{PASSWORD, on_both};

const TILES: &str = "/api/v1/page/tiles";

on_both! {
    async fn a_repeated_add_does_not_duplicate(app) {
        let ada = app.owner("ada").await;
        let once = ada.clone().with("idempotency-key", "6f1c0a52-add");
        let body = json!({ "input": "https://ada.example" });
        let first = once.post(TILES, body.clone()).await.expect(201);
        assert_eq!(first.header("idempotency-replayed"), "");
        ada.patch("/api/v1/page/profile", json!({ "bio": "Meanwhile" })).await.expect(200);
        let second = once.post(TILES, body.clone()).await.expect(201);
        assert_eq!((second.text.as_str(), second.header("etag")), (first.text.as_str(), first.header("etag")));
        assert_eq!((second.header("idempotency-replayed"), second.header("content-type")), ("true", "application/json"));
        assert_eq!(ada.get("/api/v1/page").await.body()["draft"]["tiles"].as_array().unwrap().len(), 1);
        // Without a key, or with another one, it adds another link.
        ada.post(TILES, body.clone()).await.expect(201);
        ada.clone().with("idempotency-key", "another").post(TILES, body).await.expect(201);
        assert_eq!(ada.get("/api/v1/page").await.body()["draft"]["tiles"].as_array().unwrap().len(), 3);
    }

    async fn a_key_belongs_to_one_call_of_one_account(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let (once, bobs) = (ada.clone().with("idempotency-key", "k"), bob.with("idempotency-key", "k"));
        once.post(TILES, json!({ "input": "One" })).await.expect(201);
        once.post(TILES, json!({ "input": "Two" })).await.refused(422, "idempotency_key_reused");
        let import = json!({ "file": { "name": "A", "links": [] }, "replace": true });
        once.post("/api/v1/page/import", import).await.refused(422, "idempotency_key_reused");
        let theirs = bobs.post(TILES, json!({ "input": "One" })).await.expect(201);
        assert_eq!(theirs.header("idempotency-replayed"), "");
        for wrong in ["", "a b", &"x".repeat(256)] {
            let reply = ada.clone().with("idempotency-key", wrong).post(TILES, json!({ "input": "x" })).await;
            let reply = reply.refused(400, "invalid_input");
            assert_eq!(reply.body()["errors"][0]["path"], "/Idempotency-Key");
        }
    }

    async fn refusals_and_trials_are_not_remembered(app) {
        let ada = app.owner("ada").await;
        let once = ada.clone().with("idempotency-key", "k");
        once.post(TILES, json!({ "input": "" })).await.refused(400, "invalid_input");
        once.post(TILES, json!({ "input": "One", "dryRun": true })).await.expect(200);
        once.post(TILES, json!({ "input": "One", "baseVersion": 4 })).await.refused(409, "version_conflict");
        let made = once.post(TILES, json!({ "input": "One" })).await.expect(201);
        assert_eq!(made.header("idempotency-replayed"), "");
    }

    async fn a_repeated_claim_and_import_hear_the_first_reply(app) {
        let ada = app.keyed("ada").await;
        let once = ada.clone().with("idempotency-key", "claim");
        let claim = json!({ "username": "ada", "empty": true });
        let first = once.post("/api/v1/claim", claim.clone()).await.expect(201);
        assert_eq!(once.post("/api/v1/claim", claim.clone()).await.expect(201).text, first.text);
        ada.post("/api/v1/claim", claim).await.refused(409, "page_exists");
        let once = ada.clone().with("idempotency-key", "import");
        let import = json!({ "file": { "name": "Ada", "links": ["A note"], "nope": 1 }, "replace": true });
        let first = once.post("/api/v1/page/import", import.clone()).await.expect(201);
        ada.patch("/api/v1/page/profile", json!({ "bio": "Mine" })).await.expect(200);
        let second = once.post("/api/v1/page/import", import).await.expect(201);
        assert_eq!(second.text, first.text);
        assert_eq!(ada.get("/api/v1/page").await.body()["draft"]["profile"]["bio"], "Mine");
    }

    async fn of_two_calls_at_once_with_one_key_only_the_first_to_end_has_it(app) {
        let service = &app.app.service;
        let account = service.make_account("ada@harrow.example", PASSWORD, None).await.unwrap();
        let row = service.account("ada@harrow.example").await.unwrap();
        assert_eq!(row.id, account);
        let ada = service.on_behalf_of(&row);
        let reply = |body: &str| StoredReply { status: 201, etag: String::new(), body: body.to_owned() };
        for (at, other_call) in ["another call", "the call"].into_iter().enumerate() {
            let key = |call: &str| Some(IdempotencyKey::new(format!("key-{at}"), call));
            let both = service.reply_once(&ada, Operation::AddPicture, key("the call"), async || {
                // A second call begins after this one and ends before it.
                let other = async || Ok::<_, Error>(reply("of the other"));
                assert!(matches!(service.reply_once(&ada, Operation::AddPicture, key(other_call), other).await, Ok(Idempotent::New(_))));
                Ok::<_, Error>(reply("of the one"))
            });
            match (other_call, both.await) {
                ("another call", Err(Error::KeyReused)) => {}
                ("the call", Ok(Idempotent::Replayed(stored))) => assert_eq!(stored, reply("of the other")),
                (_, outcome) => panic!("{other_call}: {outcome:?}"),
            }
        }
    }

    async fn the_same_call_many_times_at_once_happens_once(app) {
        let ada = app.owner("ada").await;
        let mut calls = JoinSet::new();
        for _ in 0..16 {
            let once = ada.clone().with("idempotency-key", "together");
            calls.spawn(async move { once.post(TILES, json!({ "inputs": ["One", "Two"] })).await.expect(201).text });
        }
        let replies = calls.join_all().await;
        assert!(replies.iter().all(|reply| *reply == replies[0]));
        assert_eq!(ada.get("/api/v1/page").await.body()["draft"]["tiles"].as_array().unwrap().len(), 2);
    }
}
