//! The accept loop: our own, because only then can we enforce timeouts and limits per connection.
//!
//! A connection is closed when it sends nothing, never completes its headers, does not read its responses, or has been
//! idle for too long; the number of connections per address is limited. A shutdown lets running requests finish.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use super::batched_writes::BatchedWrites;
use super::connection_activity::{ActivityBody, ConnectionActivity};
use super::ip_limit::IpConnections;
use super::stall_timeout::StallTimeoutStream;
use super::zero_copy::ZeroCopySlot;
use crate::config::{Config, TrustedProxies};

/// Time for the first byte, and then for all headers.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that is idle for this long is closed: no request, and no part of a body or a response.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Time for a connection that has sent nothing yet when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);
/// Time for requests in flight when the server stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(20);
/// What an HTTP/2 connection receives of a body that is not read yet, bytes.
const STREAM_WINDOW: u32 = 64 * 1024;
/// What it receives of all its bodies that are not read yet, bytes: however many streams it has, this bounds them.
const CONNECTION_WINDOW: u32 = 128 * 1024;
/// Streams that were reset before they were handled; a connection with more is closed (CVE-2023-44487).
const MAX_RESET_STREAMS: usize = 20;
/// Concurrent requests on an HTTP/2 connection.
const MAX_STREAMS: u32 = 64;
/// Maximum size of a request's headers, bytes.
const MAX_HEADER_BYTES: u32 = 32 * 1024;
/// What an HTTP/1.1 connection buffers of what it receives, bytes: all headers, or a part of a body that is not read
/// yet. An attacker may hold twice as much on each connection.
const READ_BUFFER: usize = MAX_HEADER_BYTES as usize;
/// What an HTTP/2 connection buffers of a response that its peer does not read, bytes.
const SEND_BUFFER: usize = 64 * 1024;

/// What an HTTP/2 connection begins with (RFC 9113, 3.4).
const HTTP2_PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Handles the requests of every connection.
pub trait Handler: Clone + Send + Sync + 'static {
    /// A pending response.
    type Response: Future<Output = Result<Response, Infallible>> + Send;

    /// Handles a request of this peer; a response that supports zero-copy is put into the connection's slot.
    fn handle(
        &self,
        request: Request<ActivityBody<Incoming>>,
        peer: SocketAddr,
        zero_copy: &ZeroCopySlot,
    ) -> Self::Response;
}

/// Limits on open connections.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// In total; more wait to be accepted.
    total: usize,
    /// Per address (IPv6: per /64); more are closed. Trusted proxies have no limit, because they forward many clients.
    per_address: usize,
    trusted_proxies: TrustedProxies,
}

impl ConnectionLimits {
    /// The limits of the settings.
    pub fn from_config(config: &Config) -> Self {
        Self {
            total: config.connections,
            per_address: config.connections_per_address,
            trusted_proxies: config.trusted_proxies.clone(),
        }
    }
}

/// Accepts and serves connections until `stop`, then lets requests in flight finish.
pub async fn serve(
    listener: TcpListener,
    handler: impl Handler,
    limits: ConnectionLimits,
    stop: impl Future<Output = ()>,
) {
    let connections = Arc::new(Semaphore::new(limits.total));
    let per_address = Arc::<IpConnections>::default();
    let (shutdown, on_shutdown) = watch::channel(false);
    let mut stop = std::pin::pin!(stop);
    loop {
        let Ok(permit) = Arc::clone(&connections).acquire_owned().await else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let max = if limits.trusted_proxies.contains(peer.ip()) { usize::MAX } else { limits.per_address };
                let Some(guard) = per_address.acquire(peer.ip(), max) else { continue };
                let (handler, on_shutdown) = (handler.clone(), on_shutdown.clone());
                tokio::spawn(async move {
                    serve_connection(stream, peer, handler, on_shutdown).await;
                    drop((permit, guard));
                });
            }
            // Out of file descriptors, or closed before it was accepted: no reason to stop, nor to spin.
            Err(why) => {
                tracing::warn!(error = %why, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    let _ = shutdown.send(true);
    let all = u32::try_from(limits.total).unwrap_or(u32::MAX);
    if tokio::time::timeout(DRAIN_TIMEOUT, connections.acquire_many(all)).await.is_err() {
        tracing::warn!("some requests were still in flight after {} s", DRAIN_TIMEOUT.as_secs());
    }
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    handler: impl Handler,
    mut on_shutdown: watch::Receiver<bool>,
) {
    // Detecting HTTP/1 or HTTP/2 has no timeout of its own, so the first byte is awaited here, and only briefly once
    // the server is shutting down.
    let (mut stopping, mut first_bytes) = (on_shutdown.clone(), [0; HTTP2_PREFACE.len()]);
    let stopped = async {
        let _ = stopping.wait_for(|stop| *stop).await;
        tokio::time::sleep(SHUTDOWN_GRACE).await;
    };
    let peeked = tokio::select! {
        peeked = tokio::time::timeout(HEADER_TIMEOUT, stream.peek(&mut first_bytes)) => match peeked {
            Ok(Ok(count)) if count > 0 => count,
            _ => return,
        },
        () = stopped => return,
    };
    let may_be_http2 = first_bytes.get(..peeked).is_some_and(|bytes| HTTP2_PREFACE.starts_with(bytes));
    // Responses are small and written in one piece.
    let _ = stream.set_nodelay(true);
    let activity = ConnectionActivity::default();
    let (requests, zero_copy) = (activity.clone(), ZeroCopySlot::default());
    let slot = zero_copy.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        requests.record_request();
        let (inbound, outbound) = (requests.clone(), requests.clone());
        let response = handler.handle(request.map(|body| ActivityBody::new(body, inbound)), peer, &slot);
        async move { response.await.map(|response| response.map(|body| ActivityBody::new(body, outbound))) }
    });
    // Detecting reads the preface by itself, which is one more system call for each new connection.
    let builder = if may_be_http2 { builder() } else { builder().http1_only() };
    let stream = BatchedWrites::new(StallTimeoutStream::new(stream, zero_copy), may_be_http2);
    let connection = builder.serve_connection(TokioIo::new(stream.clone()), service);
    let mut connection = std::pin::pin!(connection);
    let mut closing = false;
    loop {
        tokio::select! {
            closed = poll_fn(|cx| {
                let closed = connection.as_mut().poll(cx);
                // What the poll wrote; without a peer to send it to, the connection is over.
                let sent = stream.poll_send(cx);
                if let (Poll::Pending, Poll::Ready(Err(why))) = (&closed, sent) { Poll::Ready(Err(why.into())) } else { closed }
            }) => {
                if let Err(why) = closed {
                    tracing::debug!(%peer, error = %why, "connection ended");
                }
                return;
            }
            // An accepted connection is served at least once: closing it before its first request would lose that one.
            () = async { let _ = on_shutdown.wait_for(|stop| *stop).await; activity.first_request().await }, if !closing => {
                closing = true;
            }
            () = activity.idle_for(IDLE_TIMEOUT), if !closing => closing = true,
            () = activity.idle_for(IDLE_TIMEOUT + HEADER_TIMEOUT), if closing => return,
        }
        connection.as_mut().graceful_shutdown();
    }
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(READ_BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_pending_accept_reset_streams(MAX_RESET_STREAMS)
        .max_send_buf_size(SEND_BUFFER)
        .keep_alive_interval(Some(Duration::from_secs(20)))
        .keep_alive_timeout(HEADER_TIMEOUT)
        .max_header_list_size(MAX_HEADER_BYTES);
    builder
}
