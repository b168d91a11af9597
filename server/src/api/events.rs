//! `GET /api/v1/page/events`: what happens to the page, as it happens (server-sent events, WHATWG HTML).

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use hyper::body::{Body as Streamed, Frame};
use mantel_model::api::{By, ByKind, PageEvent};
use rand::Rng;
use tokio::sync::mpsc;

use super::Reply;
use crate::clock::rfc3339;
use crate::http::identity;
use crate::http::identity::Reader;
use crate::service::{StreamEvent, Subscription};
use crate::state::App;

/// After how many milliseconds to come back when the connection is lost.
const RETRY: u32 = 2000;
/// Lines that may wait for a slow reader.
const ROOM: usize = 16;
const LAST: HeaderName = HeaderName::from_static("last-event-id");
/// What proxies that gather replies are told (nginx).
const UNGATHERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The stream.
pub async fn get(State(app): State<App>, Reader(caller): Reader, headers: HeaderMap) -> Reply {
    let watch = app.service.subscribe(&caller, identity::bearer(&headers).unwrap_or_default(), last(&headers)).await?;
    let (lines, body) = mpsc::channel(ROOM);
    tokio::spawn(run(watch, lines));
    let mut response = Response::new(Body::new(Lines(body)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(UNGATHERED, HeaderValue::from_static("no"));
    Ok(response)
}

/// The last event the client heard. What is no serial of ours is older than everything: the client hears that it has to
/// read the page anew.
fn last(headers: &HeaderMap) -> Option<i64> {
    let text = headers.get(LAST)?.to_str().unwrap_or_default().trim();
    Some(text.parse().ok().filter(|value| *value >= 0).unwrap_or(-1))
}

/// Writes the stream until it ends or nobody reads it any more.
async fn run(mut watch: Subscription, lines: mpsc::Sender<Bytes>) {
    // A stream that breaks off before its first event is resumed from here, too.
    let mut line = format!(": hello\nretry: {RETRY}\nid: {}\n\n", watch.seen().max(0));
    loop {
        if lines.send(line.into()).await.is_err() {
            return;
        }
        let news = tokio::select! {
            news = watch.next() => news,
            () = lines.closed() => return,
        };
        let Some(news) = news else { break };
        line = written(&news);
    }
    // All streams of a server end together when it stops: they come back one by one.
    let retry = rand::rng().random_range(RETRY / 2..RETRY * 2);
    let _ = lines.send(format!("retry: {retry}\n\n").into()).await;
}

fn written(news: &StreamEvent) -> String {
    let (serial, kind, event) = match news {
        StreamEvent::Heartbeat => return ": still here\n\n".to_owned(),
        StreamEvent::Change(it) => {
            let event = PageEvent {
                version: u64::try_from(it.version).unwrap_or_default(),
                at: rfc3339(it.at),
                by: By::of(&it.actor),
                act: it.act.clone(),
                summary: it.summary.clone(),
                unpublished_changes: it.unpublished,
            };
            (it.serial, it.kind.as_str(), event)
        }
        StreamEvent::Reset { serial, version, unpublished, at } => {
            let event = PageEvent {
                version: u64::try_from(*version).unwrap_or_default(),
                at: rfc3339(*at),
                by: By { kind: ByKind::Admin, name: None },
                act: "reset".to_owned(),
                summary: "Some events are gone; get the page anew".to_owned(),
                unpublished_changes: *unpublished,
            };
            (*serial, "reset", event)
        }
    };
    // JSON on one line, so that it is one line of data.
    let data = serde_json::to_string(&event).unwrap_or_default();
    format!("id: {serial}\nevent: {kind}\ndata: {data}\n\n")
}

/// A body of lines as they come.
struct Lines(mpsc::Receiver<Bytes>);

impl Streamed for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(cx).map(|poll| poll.map(|line| Ok(Frame::data(line))))
    }
}
