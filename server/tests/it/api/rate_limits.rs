//! The specified rate limits, each reached once (decisions, Limits).

use serde_json::json;

use crate::support::{Reply, TestApp};

#[tokio::test]
async fn a_hundred_and_twenty_edits_a_minute_then_429_with_retry_after() {
    let app = TestApp::set(&[]).await;
    let ada = app.owner("ada").await;
    for _ in 1..120 {
        ada.patch("/api/v1/page/profile", json!({})).await.expect(200);
    }
    let mut refused = ada.patch("/api/v1/page/profile", json!({})).await;
    // One token may have been refilled meanwhile.
    for _ in 0..20 {
        if refused.status == 200 {
            refused = ada.patch("/api/v1/page/profile", json!({})).await;
        }
    }
    let refused = refused.refused(429, "rate_limited");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
    // Reads have a limit of their own.
    ada.get("/api/v1/page").await.expect(200);
}

/// Every call of the API says what it counted against and what is left, a refused one too.
#[tokio::test]
async fn a_call_is_told_what_is_left_of_its_rates() {
    let app = TestApp::set(&[("RATE_EDITS", "3"), ("RATE_PUBLIC", "3")]).await;
    let ada = app.owner("ada").await;
    let rates = |reply: &Reply| (reply.header("ratelimit-policy").to_owned(), reply.header("ratelimit").to_owned());
    let edit = || ada.patch("/api/v1/page/profile", json!({}));
    // The claim was the first.
    let (policy, left) = rates(&edit().await.expect(200));
    assert_eq!(policy, "\"edits\";q=3;w=60, \"edits_account\";q=9;w=60");
    assert_eq!(left, "\"edits\";r=1;t=40, \"edits_account\";r=7;t=14");
    edit().await.expect(200);
    let refused = edit().await.refused(429, "rate_limited");
    assert_eq!(refused.header("ratelimit"), "\"edits\";r=0;t=60");
    let read = ada.get("/api/v1/page").await.expect(200);
    assert_eq!(rates(&read).0, "\"reads\";q=600;w=60, \"reads_account\";q=1800;w=60");
    let anyone = app.anonymous();
    for left in ["\"public\";r=2;t=20", "\"public\";r=1;t=40", "\"public\";r=0;t=60"] {
        assert_eq!(anyone.get("/api/v1/options").await.expect(200).header("ratelimit"), left);
    }
    // A screen says it once there is nothing left.
    assert_eq!(anyone.get("/nobody").await.expect(429).header("ratelimit"), "\"public\";r=0;t=60");
}

/// A page from memory counts and says so like any other.
#[tokio::test]
async fn a_page_from_memory_says_what_is_left_too() {
    let app = TestApp::set(&[("RATE_PUBLIC", "3")]).await;
    app.owner("ada").await.post("/api/v1/page/publish", json!({})).await.expect(200);
    let anyone = app.anonymous();
    for left in ["r=2", "r=1"] {
        let reply = anyone.get("/api/v1/public/ada").await.expect(200);
        assert!(reply.header("ratelimit").starts_with(&format!("\"public\";{left}")), "{}", reply.header("ratelimit"));
    }
}

#[tokio::test]
async fn ten_sign_ins_a_minute_and_ten_sign_ups_an_hour() {
    let app = TestApp::set(&[]).await;
    let anyone = app.anonymous();
    for _ in 0..10 {
        anyone.form("/signin", &[("email", "a@b.example"), ("password", "wrong wrong")]).await.expect(422);
    }
    anyone.form("/signin", &[("email", "c@d.example"), ("password", "wrong wrong")]).await.expect(429);
    for _ in 0..10 {
        anyone.form("/signup", &[("email", "nonsense"), ("password", "short")]).await.expect(422);
    }
    anyone.form("/signup", &[("email", "nonsense"), ("password", "short")]).await.expect(429);
}

#[tokio::test]
async fn an_address_that_a_caller_made_up_is_not_counted() {
    let app = TestApp::set(&[("TRUSTED_PROXIES", "127.0.0.1"), ("RATE_NAMES", "3")]).await;
    for made_up in 0..3 {
        // HAProxy adds a header of its own after the client's, nginx appends to the existing one.
        let caller = app.anonymous().with("x-forwarded-for", &format!("192.0.2.{made_up}"));
        caller.with("x-forwarded-for", "198.51.100.7").get("/api/v1/username?check=ada").await.expect(200);
    }
    let caller = app.anonymous().with("x-forwarded-for", "192.0.2.9, 198.51.100.7");
    caller.get("/api/v1/username?check=ada").await.expect(429);
    app.anonymous().with("x-forwarded-for", "198.51.100.8").get("/api/v1/username?check=ada").await.expect(200);
}
