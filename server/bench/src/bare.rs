//! hyper alone: a handler that clones headers and bytes.

use std::convert::Infallible;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::Outcome;

/// Serves on a local port until it is stopped.
pub async fn serve(port: u16, head: &str, body: &str) -> Outcome {
    let mut headers = HeaderMap::new();
    for (name, value) in std::fs::read_to_string(head)?.lines().filter_map(|line| line.split_once(": ")) {
        headers.insert(HeaderName::from_bytes(name.as_bytes())?, HeaderValue::from_str(value)?);
    }
    let body = Bytes::from(std::fs::read(body)?);
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (headers, body) = (headers.clone(), body.clone());
        tokio::spawn(async move {
            let answer = service_fn(move |_: Request<Incoming>| {
                let mut response = Response::new(Full::new(body.clone()));
                *response.headers_mut() = headers.clone();
                async move { Ok::<_, Infallible>(response) }
            });
            // Ignore clients that disconnect.
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
        });
    }
}
