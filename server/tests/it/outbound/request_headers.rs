//! The service's behaviour towards other servers.

use axum::http::{HeaderValue, header};
use mantel_server::outbound::Request;
use url::Url;

use super::outbound;
use crate::support::web::{FakeWeb, ReceivedRequest, ok, redirect, reply};

fn site(request: &ReceivedRequest) -> crate::support::web::FakeReply {
    match (request.host.as_str(), request.path.as_str()) {
        ("old.example", _) => redirect("//new.example/page?q=1#part"),
        ("new.example", "/page?q=1") => ok("text/html", "<title>x</title></head><body>never read"),
        ("new.example", "/same") if request.header("if-none-match") == "\"a\"" => reply(304, &[], ""),
        _ => reply(404, &[], ""),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_says_who_it_is_and_follows_where_a_page_moved() {
    let web = FakeWeb::start(&["old.example", "new.example"], site).await;
    let url = Url::parse("http://old.example/#top").unwrap();
    let mut request = Request::page(&url);
    request.headers.push((header::AUTHORIZATION, HeaderValue::from_static("Bearer secret")));
    let fetched = outbound(&web).get(&request).await.unwrap();
    assert_eq!(fetched.url.as_str(), "http://new.example/page?q=1");
    assert_eq!(fetched.body, "<title>x</title></head><body>never read");
    let asked = web.requests();
    assert_eq!(asked.len(), 2);
    for it in &asked {
        let agent = it.header("user-agent");
        assert!(agent.starts_with("Mantel/") && agent.ends_with("(link previews; +https://mantel.example)"), "{agent}");
        assert!(it.header("cookie").is_empty() && it.header("referer").is_empty());
    }
    assert!(asked.iter().all(|it| !it.secure), "http is asked as http");
    // Credentials for one host are not sent to another.
    assert_eq!((asked[0].header("authorization"), asked[1].header("authorization")), ("Bearer secret", ""));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_not_changed_is_told_apart_from_what_failed() {
    let web = FakeWeb::start(&["new.example"], site).await;
    let url = Url::parse("https://new.example/same").unwrap();
    let mut request = Request::page(&url);
    request.headers.push((header::IF_NONE_MATCH, HeaderValue::from_static("\"a\"")));
    let outbound = outbound(&web);
    assert_eq!(outbound.send(&request).await.unwrap().status, 304);
    outbound.get(&request).await.unwrap_err();
    assert_eq!(outbound.send(&Request::page(&url)).await.unwrap().status, 404);
}
