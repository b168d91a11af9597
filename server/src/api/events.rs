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

use crate::clock::rfc3339;
use crate::http::identity;
use crate::http::identity::Reader;
use crate::http::reply::Reply;
use crate::service::{StreamEvent, Subscription};
use crate::state::App;

/// After how many milliseconds the client reconnects.
const RETRY: u32 = 2000;
/// Maximum number of lines buffered for a slow reader.
const BUFFERED_LINES: usize = 16;
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Tells proxies not to buffer the response (nginx).
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Opens the event stream.
pub async fn get(State(app): State<App>, Reader(caller): Reader, headers: HeaderMap) -> Reply {
    let subscription =
        app.service.subscribe(&caller, identity::bearer(&headers).unwrap_or_default(), last_event_id(&headers)).await?;
    let (lines, body) = mpsc::channel(BUFFERED_LINES);
    tokio::spawn(run(subscription, lines));
    let mut response = Response::new(Body::new(Lines(body)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(ACCEL_BUFFERING, HeaderValue::from_static("no"));
    Ok(response)
}

/// The last event that the client received. Anything that is not a serial of ours counts as older than every event, so
/// the client is told to read the page anew.
fn last_event_id(headers: &HeaderMap) -> Option<i64> {
    let text = headers.get(LAST_EVENT_ID)?.to_str().unwrap_or_default().trim();
    Some(text.parse().ok().filter(|value| *value >= 0).unwrap_or(-1))
}

/// Writes the stream until it ends or the client has gone.
async fn run(mut subscription: Subscription, lines: mpsc::Sender<Bytes>) {
    // Gives the id at once, so that a stream that breaks before its first event can be resumed too.
    let mut line = format!(": hello\nretry: {RETRY}\nid: {}\n\n", subscription.last_serial().max(0));
    loop {
        if lines.send(line.into()).await.is_err() {
            return;
        }
        let event = tokio::select! {
            event = subscription.next() => event,
            () = lines.closed() => return,
        };
        let Some(event) = event else { break };
        line = format_event(&event);
    }
    // When the server stops, all its streams end together: random delays spread the reconnects.
    let retry = rand::rng().random_range(RETRY / 2..RETRY * 2);
    let _ = lines.send(format!("retry: {retry}\n\n").into()).await;
}

fn format_event(event: &StreamEvent) -> String {
    let (serial, kind, event) = match event {
        StreamEvent::Heartbeat => return ": still here\n\n".to_owned(),
        StreamEvent::Change(row) => {
            let event = PageEvent {
                version: u64::try_from(row.version).unwrap_or_default(),
                at: rfc3339(row.at),
                by: By::of(&row.actor),
                act: row.act.clone(),
                summary: row.summary.clone(),
                unpublished_changes: row.unpublished,
            };
            (row.serial, row.kind.as_str(), event)
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
    // JSON on one line, so that it is a single `data` line.
    let data = serde_json::to_string(&event).unwrap_or_default();
    format!("id: {serial}\nevent: {kind}\ndata: {data}\n\n")
}

/// A body of lines, sent as they arrive.
struct Lines(mpsc::Receiver<Bytes>);

impl Streamed for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(cx).map(|poll| poll.map(|line| Ok(Frame::data(line))))
    }
}
