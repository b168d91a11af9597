//! The door: our own accept loop, because only then do time-outs and caps of connections hold.
//!
//! A connection is let go when it says nothing, never finishes its headers, takes no replies, or has been quiet for long;
//! one address has so many at most. On a stop nothing that was begun is cut off.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use super::client_address::Proxies;
use super::ip_limit::Crowd;
use super::stall_timeout::{Patient, Pulse, Touching};
pub use super::zero_copy::{Next, Shared};
use crate::config::Config;
use crate::router::Front;

/// The first byte, and then all headers, must come in this time.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// A connection on which nothing moves for this long is closed: no request, no part of a body or of a reply.
const IDLE_TIME: Duration = Duration::from_secs(60);
/// A connection that has said nothing yet gets this long when the service stops.
const LAST_WORD: Duration = Duration::from_secs(1);
/// Requests under way when the service stops get this long.
const DRAIN_TIME: Duration = Duration::from_secs(20);
/// Requests at once on a connection of HTTP/2.
const STREAMS: u32 = 64;
/// Headers of a request, bytes.
const HEADER_BYTES: u32 = 32 * 1024;
/// What a connection of HTTP/2 holds of a reply that its peer does not take, bytes.
const SEND_BUFFER: usize = 64 * 1024;

/// How many connections there may be.
#[derive(Clone, Debug)]
pub struct Doors {
    /// At once; more wait to be accepted.
    all: usize,
    /// From one address (IPv6: from its /64); more are closed. Proxies that are trusted speak for many.
    each: usize,
    proxies: Proxies,
}

impl Doors {
    /// Those of the settings.
    pub fn of(config: &Config) -> Self {
        Self { all: config.connections, each: config.connections_each, proxies: config.trusted_proxies.clone() }
    }
}

/// Accepts connections until `stop`, then lets those under way finish.
pub async fn accept(listener: TcpListener, front: Front, doors: Doors, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(doors.all));
    let crowd = Arc::<Crowd>::default();
    let (ending, ends) = watch::channel(false);
    let mut stop = std::pin::pin!(stop);
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let most = if doors.proxies.trust(peer.ip()) { usize::MAX } else { doors.each };
                let Some(seat) = crowd.enter(peer.ip(), most) else { continue };
                let (front, ends) = (front.clone(), ends.clone());
                tokio::spawn(async move {
                    connection(stream, peer, front, ends).await;
                    drop((place, seat));
                });
            }
            // Out of descriptors, or gone before we took it: neither is a reason to stop or to spin.
            Err(why) => {
                tracing::warn!(error = %why, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    let _ = ending.send(true);
    let all = u32::try_from(doors.all).unwrap_or(u32::MAX);
    if tokio::time::timeout(DRAIN_TIME, room.acquire_many(all)).await.is_err() {
        tracing::warn!("some requests were still under way after {} s", DRAIN_TIME.as_secs());
    }
}

async fn connection(stream: TcpStream, peer: SocketAddr, front: Front, mut ends: watch::Receiver<bool>) {
    // Telling HTTP/1 from HTTP/2 has no time limit of its own: the first byte is waited for here, and not for long once
    // the server is to stop.
    let (mut stop, mut first) = (ends.clone(), [0]);
    let stopped = async {
        let _ = stop.wait_for(|it| *it).await;
        tokio::time::sleep(LAST_WORD).await;
    };
    tokio::select! {
        came = tokio::time::timeout(HEADER_TIME, stream.peek(&mut first)) => {
            if !matches!(came, Ok(Ok(1))) {
                return;
            }
        }
        () = stopped => return,
    }
    // Replies are small and written whole.
    let _ = stream.set_nodelay(true);
    let pulse = Pulse::default();
    let (touched, next) = (pulse.clone(), Next::default());
    let telling = next.clone();
    let answer = service_fn(move |request: Request<Incoming>| {
        touched.asked();
        let (inward, outward) = (touched.clone(), touched.clone());
        let reply = front.answer(request.map(|body| Touching::new(body, inward)), peer, &telling);
        async move { reply.await.map(|reply| reply.map(|body| Touching::new(body, outward))) }
    });
    let builder = builder();
    let serving = builder.serve_connection(TokioIo::new(Patient::new(stream, next)), answer);
    let mut serving = std::pin::pin!(serving);
    let mut ending = false;
    loop {
        tokio::select! {
            done = serving.as_mut() => {
                if let Err(why) = done {
                    tracing::debug!(%peer, error = %why, "connection ended");
                }
                return;
            }
            // Whoever was accepted is answered once: a connection that is ended before its first request is a lost one.
            () = async { let _ = ends.wait_for(|it| *it).await; pulse.first().await }, if !ending => ending = true,
            () = pulse.quiet(IDLE_TIME), if !ending => ending = true,
            () = pulse.quiet(IDLE_TIME + HEADER_TIME), if ending => return,
        }
        serving.as_mut().graceful_shutdown();
    }
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(64 * 1024);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_send_buf_size(SEND_BUFFER)
        .keep_alive_interval(Some(Duration::from_secs(20)))
        .keep_alive_timeout(HEADER_TIME)
        .max_header_list_size(HEADER_BYTES);
    builder
}
