//! `POST /api/v1/page/tiles/{id}/refresh`: fetches an address's metadata before it is due.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use sqlx::{AnyConnection, Connection, Executor};

use super::{add, facts, fake_web_and_app, settle};
use crate::support::on_both;
use crate::support::web::{ReceivedRequest, ok};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_can_have_a_tile_looked_up_again_once_a_minute() {
    let count = Arc::new(AtomicUsize::new(0));
    let site = move |_: &ReceivedRequest| {
        ok("text/html", format!("<title>Look {}</title>", count.fetch_add(1, Ordering::Relaxed)))
    };
    let (_web, app) = fake_web_and_app(&["site.example"], site).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://site.example/a").await;
    settle(&app).await;
    let path = format!("/api/v1/page/tiles/{id}/refresh");
    let before = ada.get("/api/v1/page").await.body();
    let said = ada.post(&path, json!({})).await.expect(202).body();
    assert_eq!((&said["tile"]["facts"]["title"], &said["version"]), (&json!("Look 0"), &before["version"]));
    let often = ada.post(&path, json!({})).await.refused(429, "rate_limited");
    let wait: i64 = often.header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    settle(&app).await;
    assert_eq!(facts(&ada, &id).await, json!({ "title": "Look 1" }));
    app.app.service.clock().advance(wait * 1000);
    ada.post(&path, json!({})).await.expect(202);
}

on_both! {
    async fn only_a_tile_that_leads_somewhere_is_looked_up(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let note = add(&ada, "A note").await;
        let link = add(&ada, "https://site.example/a").await;
        let at = |id: &str| format!("/api/v1/page/tiles/{id}/refresh");
        ada.post(&at(&note), json!({})).await.refused(400, "invalid_input");
        ada.post(&at("t_aaaaaaaaaaaa"), json!({})).await.refused(404, "tile_not_found");
        ada.post(&at("nonsense"), json!({})).await.refused(400, "invalid_input");
        bob.post(&at(&link), json!({})).await.refused(404, "tile_not_found");
        app.anonymous().post(&at(&link), json!({})).await.refused(401, "unauthorized");
        ada.post(&at(&link), json!({})).await.expect(202);
    }

    async fn a_page_without_recorded_links_has_them_recorded_when_it_is_asked(app) {
        let ada = app.owner("ada").await;
        let id = add(&ada, "https://site.example/a").await;
        let path = format!("/api/v1/page/tiles/{id}/refresh");
        // As a page from before links were recorded.
        let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
        for empty in ["delete from page_facts", "delete from facts"] {
            connection.execute(empty).await.unwrap();
        }
        ada.post(&path, json!({})).await.expect(202);
        ada.post(&path, json!({})).await.refused(429, "rate_limited");
    }
}
