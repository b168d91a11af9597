//! The service's behaviour towards other servers.

use axum::http::{HeaderValue, header};
use mantel_server::outbound::Request;
use url::Url;

use super::outbound;
use crate::support::web::{Asked, Web, moved, ok, said};

fn site(asked: &Asked) -> crate::support::web::Answer {
    match (asked.host.as_str(), asked.path.as_str()) {
        ("old.example", _) => moved("//new.example/page?q=1#part"),
        ("new.example", "/page?q=1") => ok("text/html", "<title>x</title></head><body>never read"),
        ("new.example", "/same") if asked.header("if-none-match") == "\"a\"" => said(304, &[], ""),
        _ => said(404, &[], ""),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_says_who_it_is_and_follows_where_a_page_moved() {
    let web = Web::open(&["old.example", "new.example"], site).await;
    let url = Url::parse("http://old.example/#top").unwrap();
    let mut request = Request::page(&url);
    request.headers.push((header::AUTHORIZATION, HeaderValue::from_static("Bearer secret")));
    let fetched = outbound(&web).get(&request).await.unwrap();
    assert_eq!(fetched.url.as_str(), "http://new.example/page?q=1");
    assert_eq!(fetched.body, "<title>x</title></head><body>never read");
    let asked = web.asked();
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
    let web = Web::open(&["new.example"], site).await;
    let url = Url::parse("https://new.example/same").unwrap();
    let mut request = Request::page(&url);
    request.headers.push((header::IF_NONE_MATCH, HeaderValue::from_static("\"a\"")));
    let outbound = outbound(&web);
    assert_eq!(outbound.send(&request).await.unwrap().status, 304);
    outbound.get(&request).await.unwrap_err();
    assert_eq!(outbound.send(&Request::page(&url)).await.unwrap().status, 404);
}
