//! A client for event streams.

use std::time::Duration;

use reqwest::{Client, Response};
use serde_json::Value;

use super::Actor;

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// An open stream.
pub struct Stream {
    response: Response,
    text: String,
}

/// A received event.
#[derive(Clone, Debug, PartialEq)]
pub struct ReceivedEvent {
    pub id: i64,
    pub event: String,
    pub data: Value,
}

impl Actor {
    /// Opens the page's event stream, after the event `last` or from now on, and waits for the response.
    pub async fn watch(&self, last: Option<&str>) -> Stream {
        let client = Client::builder().no_proxy().build().unwrap();
        let mut request = client.get(format!("{}/api/v1/page/events", self.url()));
        request = request.header("authorization", self.bearer()).header("accept-encoding", "br, gzip");
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        assert!(!response.headers().contains_key("content-encoding"));
        Stream { response, text: String::new() }
    }
}

impl Stream {
    /// The next block of lines; `None` when the stream has ended.
    pub async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let block = block.to_owned();
                self.text = rest.to_owned();
                return Some(block);
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await.expect("the stream says nothing");
            let Ok(Some(chunk)) = chunk else { return None };
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The next event, skipping other blocks.
    pub async fn event(&mut self) -> ReceivedEvent {
        loop {
            let block = self.block().await.expect("the stream ended");
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            if let Some(data) = field("data") {
                let id = field("id").unwrap().parse().unwrap();
                return ReceivedEvent {
                    id,
                    event: field("event").unwrap().to_owned(),
                    data: serde_json::from_str(data).unwrap(),
                };
            }
        }
    }

    /// The rest of the stream, until it ends.
    pub async fn rest(mut self) -> String {
        let mut all = String::new();
        while let Some(block) = self.block().await {
            all.push_str(&block);
            all.push_str("\n\n");
        }
        all
    }
}
