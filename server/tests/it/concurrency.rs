//! Many at once: no edit is lost, no version skipped, no server error (issue: concurrency by compare-and-swap).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tokio::task::JoinSet;

use crate::support::on_both;

const TASKS: usize = 32;
const EDITS: usize = 6;

on_both! {
    async fn edits_of_different_tiles_are_never_lost(app) {
        let ada = app.owner("ada").await;
        let mut tasks = JoinSet::new();
        for task in 0..TASKS {
            let ada = ada.clone();
            tasks.spawn(async move {
                let tile = json!({ "tile": { "type": "text", "text": format!("{task}: new") } });
                let added = ada.post("/api/v1/page/tiles", tile).await.expect(201).body();
                let id = added["tiles"][0]["id"].as_str().unwrap().to_owned();
                for edit in 0..EDITS {
                    let patch = json!({ "text": format!("{task}: {edit}") });
                    ada.patch(&format!("/api/v1/page/tiles/{id}"), patch).await.expect(200);
                }
                (id, format!("{task}: {}", EDITS - 1))
            });
        }
        let last: Vec<(String, String)> = tasks.join_all().await;
        let page = ada.get("/api/v1/page").await.body();
        assert_eq!(page["version"], 1 + TASKS * (EDITS + 1));
        let tiles = page["draft"]["tiles"].as_array().unwrap();
        assert_eq!(tiles.len(), TASKS);
        for (id, text) in last {
            let tile = tiles.iter().find(|it| it["id"] == *id).unwrap();
            assert_eq!(tile["text"], text);
        }
    }

    async fn with_base_versions_every_200_is_one_step(app) {
        let ada = app.owner("ada").await;
        let saved = Arc::new(AtomicUsize::new(0));
        let mut tasks = JoinSet::new();
        for task in 0..TASKS {
            let (ada, saved) = (ada.clone(), Arc::clone(&saved));
            tasks.spawn(async move {
                for edit in 0..EDITS {
                    let base = ada.get("/api/v1/page").await.expect(200).body()["version"].clone();
                    let patch = json!({ "bio": format!("{task} {edit}"), "baseVersion": base });
                    let reply = ada.patch("/api/v1/page/profile", patch).await;
                    if reply.status == 200 {
                        assert_eq!(reply.body()["version"].as_u64(), base.as_u64().map(|it| it + 1));
                        saved.fetch_add(1, Ordering::Relaxed);
                    } else {
                        reply.refused(409, "version_conflict");
                    }
                }
            });
        }
        tasks.join_all().await;
        let version = ada.get("/api/v1/page").await.body()["version"].as_u64().unwrap();
        assert_eq!(version, 1 + saved.load(Ordering::Relaxed) as u64);
    }

    async fn one_name_has_one_owner_and_one_account_one_page(app) {
        let mut people = Vec::new();
        for at in 0..6 {
            people.push(app.keyed(&format!("p{at}")).await);
        }
        let mut tasks = JoinSet::new();
        for at in 0..24 {
            let person = people[at % people.len()].clone();
            let name = if at < 12 { "wanted".to_owned() } else { format!("other-{at}") };
            tasks.spawn(async move {
                let reply = person.post("/api/v1/claim", json!({ "username": name, "empty": true })).await;
                (name, reply.status.as_u16())
            });
        }
        let all = tasks.join_all().await;
        assert!(all.iter().all(|it| matches!(it.1, 201 | 409)), "{all:?}");
        assert!(all.iter().filter(|it| it.0 == "wanted" && it.1 == 201).count() <= 1);
        assert_eq!(all.iter().filter(|it| it.1 == 201).count(), people.len());
    }
}
