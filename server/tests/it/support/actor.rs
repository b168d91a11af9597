//! A caller of the server: without credentials, with a key, or with a browser's cookies.

use std::io::Read as _;

use mantel_server::http::error::PROBLEMS;
use reqwest::{Client, Method, StatusCode, header, redirect};
use serde_json::Value;

use super::{contract, nodes};

/// A caller.
#[derive(Clone)]
pub struct Actor {
    url: String,
    client: Client,
    headers: Vec<(String, String)>,
}

/// A reply.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    pub text: String,
}

impl Actor {
    pub fn new(url: &str) -> Self {
        // Behind a balancer each call uses a new connection, so that it goes to the next server.
        let idle = if nodes::count() > 1 { 0 } else { usize::MAX };
        let client = Client::builder()
            .pool_max_idle_per_host(idle)
            .cookie_store(true)
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()
            .unwrap();
        Self { url: url.to_owned(), client, headers: Vec::new() }
    }

    pub fn with_bearer(self, bearer: &str) -> Self {
        self.with("authorization", &format!("Bearer {bearer}"))
    }

    /// The same caller with an additional header on every call.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.json(Method::POST, path, body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.json(Method::PUT, path, body).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.json(Method::PATCH, path, body).await
    }

    pub async fn json(&self, method: Method, path: &str, body: Value) -> Reply {
        self.call(method, path, Some(("application/json", body.to_string().into_bytes()))).await
    }

    /// Uploads a file.
    pub async fn upload(&self, kind: &str, file: &[u8]) -> Reply {
        self.call(Method::POST, "/api/v1/images", Some((kind, file.to_vec()))).await
    }

    /// The bytes at an address.
    pub async fn download(&self, path: &str) -> Vec<u8> {
        let mut request = self.client.get(format!("{}{path}", self.url));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let response = request.send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response.bytes().await.unwrap().to_vec()
    }

    /// Posts a form as a browser does from a same-origin page.
    pub async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.call(Method::POST, path, Some(("application/x-www-form-urlencoded", body.into_bytes()))).await
    }

    pub async fn call(&self, method: Method, path: &str, body: Option<(&str, Vec<u8>)>) -> Reply {
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.url));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some((kind, body)) = body {
            if !kind.is_empty() {
                request = request.header(header::CONTENT_TYPE, kind);
            }
            request = request.body(body);
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await.unwrap();
        let encoding = headers.get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap());
        let text = String::from_utf8_lossy(&decoded(encoding, &bytes)).into_owned();
        let reply = Reply { status, headers, text };
        // The authorization server replies as its RFCs say, and with HTML pages; the MCP server to what is no message with an
        // error of JSON-RPC.
        if path.starts_with("/api/")
            && !path.starts_with("/api/auth/oauth2/")
            && !reply.text.starts_with("{\"jsonrpc\":\"2.0\"")
            && status.as_u16() >= 400
            && !reply.text.is_empty()
        {
            reply.documented(path);
        }
        contract::hold(method.as_str(), path, status.as_u16(), reply.header("content-type"), &reply.text);
        reply
    }
}

/// A body as it was before it was compressed.
fn decoded(encoding: Option<&str>, body: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    match encoding {
        _ if body.is_empty() => {}
        None => plain.extend(body),
        Some("br") => brotli::BrotliDecompress(&mut &*body, &mut plain).unwrap(),
        Some("gzip") => drop(flate2::read::GzDecoder::new(body).read_to_end(&mut plain).unwrap()),
        Some(other) => panic!("nobody asked for {other}"),
    }
    plain
}

impl Reply {
    /// Asserts the status; shows the body otherwise.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// Every API error is a documented problem in the common format (decisions, Errors).
    #[track_caller]
    fn documented(&self, path: &str) {
        assert_eq!(self.header("content-type"), "application/problem+json", "{path}: {}", self.text);
        let body = self.body();
        let row = PROBLEMS.iter().find(|problem| body["code"] == problem.code);
        let row = row.unwrap_or_else(|| panic!("{path}: a problem that is not documented: {}", self.text));
        assert_eq!((u64::from(row.status), self.status.as_u16()), (body["status"].as_u64().unwrap(), row.status));
        assert_eq!(
            (body["title"].as_str(), body["type"].as_str()),
            (Some(row.title), Some(format!("/docs/errors#{}", row.code).as_str()))
        );
        assert!(body["detail"].as_str().is_some_and(|text| text.len() > 10), "{path}: {}", self.text);
    }

    pub fn body(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|header| header.to_str().unwrap()).unwrap_or_default()
    }

    /// Asserts status and code of a problem.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Self {
        let reply = self.expect(status);
        assert_eq!(reply.header("content-type"), "application/problem+json");
        assert_eq!(reply.body()["code"], code, "{}", reply.text);
        reply
    }
}

impl Actor {
    /// The base address it calls.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its `Authorization`, if it has one.
    pub fn bearer(&self) -> &str {
        self.said("authorization")
    }

    /// What it sends in a header on every call; empty for none.
    pub fn said(&self, name: &str) -> &str {
        self.headers.iter().find(|header| header.0 == name).map_or("", |header| header.1.as_str())
    }
}
