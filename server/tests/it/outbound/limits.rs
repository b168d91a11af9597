//! Replies designed to be costly: each ends within its limits, with a message that says why.

use mantel_server::outbound::{FetchError, Request};
use url::Url;

use super::{every_way, outbound};
use crate::support::web::{FakeReply, FakeWeb, ReceivedRequest, redirect, reply};

/// Maximum bytes the server may send before the reader hangs up: twice the largest picture for the worst case, plus
/// buffers.
const MOST: usize = 96 * 1024 * 1024;

fn url(path: &str) -> Url {
    Url::parse(&format!("https://bomb.example{path}")).unwrap()
}

fn head(more: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n{more}\r\n").into_bytes()
}

fn packed() -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        packed.write_all(&vec![b' '; 1024 * 1024]).unwrap();
    }
    packed.finish().unwrap()
}

fn site(request: &ReceivedRequest) -> FakeReply {
    match request.path.as_str() {
        "/endless" => FakeReply::Endless(head(""), vec![b'x'; 64 * 1024]),
        "/headers" => {
            FakeReply::Endless(b"HTTP/1.1 200 OK\r\n".to_vec(), b"x-more: xxxxxxxxxxxxxxxxxxxxxxxx\r\n".to_vec())
        }
        "/hints" => FakeReply::Endless(Vec::new(), b"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000)),
        "/claims" => FakeReply::Endless(head("content-length: 1099511627776\r\n"), vec![b'x'; 64 * 1024]),
        "/gzip" => reply(200, &[("content-type", "text/html"), ("content-encoding", "gzip")], packed()),
        "/drip" => FakeReply::Drip(head(""), b'x'),
        "/slow-head" => FakeReply::Drip(b"HTTP/1.1 200 OK\r\nx-slow: ".to_vec(), b'x'),
        "/silence" => FakeReply::Silence,
        "/garbage" => FakeReply::Bytes(vec![0xff; 4096]),
        "/short" => FakeReply::Bytes(head("content-length: 4096\r\n")),
        path => match path.strip_prefix("/moved/") {
            Some(at) => redirect(&format!("/moved/{}", at.parse::<u32>().unwrap() + 1)),
            None => reply(404, &[], ""),
        },
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_replies_without_an_end() {
    let web = FakeWeb::start(&["bomb.example"], site).await;
    let outbound = outbound(&web);
    // A page is read up to its limit; everything else must be complete.
    let page = outbound.get(&Request::page(&url("/endless"))).await.unwrap();
    assert_eq!(page.body.len(), 384 * 1024);
    let too_large = FetchError("it is too large or broke off");
    assert_eq!(outbound.get(&Request::image(&url("/endless"))).await.unwrap_err(), too_large);
    assert_eq!(outbound.get(&Request::image(&url("/claims"))).await.unwrap_err(), too_large);
    for path in ["/headers", "/hints", "/garbage"] {
        for fetched in every_way(&outbound, &url(path)).await {
            assert!(fetched.is_err(), "{path}");
        }
    }
    assert!(web.sent() < MOST, "{}", web.sent());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_reply_packed_a_thousandfold() {
    let web = FakeWeb::start(&["bomb.example"], site).await;
    for fetched in every_way(&outbound(&web), &url("/gzip")).await {
        assert_eq!(fetched.unwrap_err(), FetchError("it came packed"));
    }
    assert!(web.requests().iter().all(|it| it.header("accept-encoding") == "identity"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_replies_that_take_forever() {
    let web = FakeWeb::start(&["bomb.example"], site).await;
    let outbound = outbound(&web);
    let slow = ["/drip", "/slow-head", "/silence"].map(url);
    let requests: Vec<_> = slow.iter().map(Request::image).collect();
    let (one, two, three) =
        tokio::join!(outbound.get(&requests[0]), outbound.get(&requests[1]), outbound.get(&requests[2]));
    for fetched in [one, two, three] {
        assert_eq!(fetched.unwrap_err(), FetchError("it did not answer within 5 seconds"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_thousand_redirects() {
    let web = FakeWeb::start(&["bomb.example"], site).await;
    let outbound = outbound(&web);
    let refused = outbound.get(&Request::page(&url("/moved/0"))).await.unwrap_err();
    assert_eq!(refused, FetchError("it leads on too often"));
    assert_eq!(web.count("/moved/"), 4);
    outbound.get(&Request::strict(&url("/moved/0"), "*/*", 100)).await.unwrap_err();
    assert_eq!(web.count("/moved/"), 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_broke_off_is_none() {
    let web = FakeWeb::start(&["bomb.example"], site).await;
    outbound(&web).get(&Request::image(&url("/short"))).await.unwrap_err();
}
