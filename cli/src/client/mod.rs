//! The HTTP client: small and blocking; repeats a call only where that is safe.

mod call;
mod connect_error;
mod picture;
mod random;
mod reply;
mod retry;

use std::time::Duration;

use call::{Body, Call};
use mantel_model::Edit;
use mantel_model::api::call::PAGE;
use mantel_model::api::{EditCall, ImageReply, PageView, Terms};
pub use picture::Picture;
use random::fresh_key;
pub use reply::Reply;
use retry::Repeat;
use serde_json::Value;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, SendBody};

use crate::context::Context;
use crate::failure::{Failure, Outcome};

/// Timeout for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for a whole call, including pictures and bundles on slow connections.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(600);
/// Timeout for the response to start.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(90);

/// A server, with the caller's credentials.
pub struct Client<'a> {
    agent: Agent,
    base: String,
    key: Option<String>,
    context: &'a Context,
}

impl<'a> Client<'a> {
    /// A client with the key from SERVICE_API_KEY.
    ///
    /// # Errors
    /// When the address is invalid, or there is no key.
    pub fn with_key(context: &'a Context) -> Outcome<Self> {
        let key =
            std::env::var("SERVICE_API_KEY").ok().map(|value| value.trim().to_owned()).filter(|key| !key.is_empty());
        let address = context.address();
        let Some(key) = key else {
            return Err(Failure::Usage(format!(
                "There is no API key. Make one on the Agents page of {address}, then: export SERVICE_API_KEY=mantel_…"
            )));
        };
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Failure::Usage("SERVICE_API_KEY holds letters that no key has; copy it again".to_owned()));
        }
        Self::new(&address, Some(key), context)
    }

    /// A client without a key, for public data.
    ///
    /// # Errors
    /// When the address is invalid.
    pub fn anonymous(context: &'a Context) -> Outcome<Self> {
        Self::new(&context.address(), None, context)
    }

    fn new(base: &str, key: Option<String>, context: &'a Context) -> Outcome<Self> {
        let base = connect_error::checked_address(base)?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_recv_response(Some(RESPONSE_TIMEOUT))
            .timeout_global(Some(TOTAL_TIMEOUT))
            .user_agent(concat!("mantel/", env!("CARGO_PKG_VERSION")))
            .tls_config(TlsConfig::builder().root_certs(authorities()?).build());
        Ok(Self { agent: config.build().new_agent(), base, key, context })
    }

    /// The base address.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str) -> Outcome<Reply> {
        self.call(&Call { method: "GET", path, body: Body::None, key: None, repeat: Repeat::Safe })
    }

    /// Creates something with a POST, with an `Idempotency-Key` so that retries create it only once.
    pub fn create(&self, path: &str, body: &Value) -> Outcome<Reply> {
        let body = Body::Json(body.to_string());
        self.call(&Call { method: "POST", path, body, key: Some(fresh_key()), repeat: Repeat::Safe })
    }

    /// Changes something; sent without an `Idempotency-Key`.
    pub fn change(&self, method: &'static str, path: &str, body: &Value) -> Outcome<Reply> {
        self.call(&Call { method, path, body: Body::Json(body.to_string()), key: None, repeat: Repeat::OnlyIfUnsent })
    }

    /// Sends an edit.
    pub fn edit(&self, edit: &Edit, terms: Terms) -> Outcome<Reply> {
        let call = EditCall::of(edit);
        let (method, path, needs_key) = (call.method, call.path.clone(), call.needs_key);
        let body = call.body_under(terms);
        if needs_key { self.create(&path, &body) } else { self.change(method, &path, &body) }
    }

    /// Uploads a picture.
    pub fn upload(&self, picture: &Picture) -> Outcome<ImageReply> {
        let body = Body::Picture(picture);
        let key = Some(fresh_key());
        let call = Call { method: "POST", path: "/api/v1/images", body, key, repeat: Repeat::Safe };
        self.call(&call)?.read()
    }

    /// The page.
    pub fn page(&self) -> Outcome<PageView> {
        self.get(PAGE)?.read()
    }

    /// The page; `None` when the account has none yet.
    pub fn page_if_any(&self) -> Outcome<Option<PageView>> {
        match self.page() {
            Ok(page) => Ok(Some(page)),
            Err(Failure::Refused(problem)) if problem.code == "no_page" => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn call(&self, call: &Call<'_>) -> Outcome<Reply> {
        let mut tries = retry::Tries::new(call.repeat);
        loop {
            let wait = match self.send(call) {
                Ok(reply) => match tries.after_reply(&reply) {
                    Some(wait) => wait,
                    None => return reply.accepted(&self.base),
                },
                Err(error) => match tries.after_error(&error) {
                    Some(wait) => wait,
                    None => return Err(connect_error::explain(&error, &self.base)),
                },
            };
            if wait > Duration::from_secs(2) {
                self.context.note(&format!("The server asks to wait {} s …", wait.as_secs()));
            }
            std::thread::sleep(wait);
        }
    }

    fn send(&self, call: &Call<'_>) -> Result<Reply, ureq::Error> {
        let address = format!("{}{}", self.base, call.path);
        let mut request = ureq::http::Request::builder().method(call.method).uri(address);
        request = request.header("accept", "application/json, application/problem+json, */*");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        if let Some(key) = &call.key {
            request = request.header("idempotency-key", key);
        }
        let reply = match &call.body {
            Body::None => self.agent.run(request.body(())?),
            Body::Json(text) => self.agent.run(request.header("content-type", "application/json").body(text.as_str())?),
            Body::Picture(picture) => {
                let mut source = picture.reader(self.context)?;
                let request = request.header("content-type", picture.kind).header("content-length", picture.length);
                self.agent.run(request.body(SendBody::from_reader(&mut source))?)
            }
        }?;
        Reply::of(reply)
    }
}

/// The certificate authorities to trust: those in the file SSL_CERT_FILE names, otherwise the public ones.
fn authorities() -> Outcome<RootCerts> {
    let Some(path) = std::env::var_os("SSL_CERT_FILE").filter(|var_o| !var_o.is_empty()) else {
        return Ok(RootCerts::WebPki);
    };
    let wrong = |why: String| Failure::message(format!("SSL_CERT_FILE ({}) cannot be used: {why}", path.display()));
    let pem = std::fs::read(&path).map_err(|error| wrong(error.to_string()))?;
    let items = ureq::tls::parse_pem(&pem);
    let found = items.filter_map(|item| match item {
        Ok(ureq::tls::PemItem::Certificate(item)) => Some(Ok(item)),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    });
    let found: Vec<_> = found.collect::<Result<_, _>>().map_err(|error| wrong(error.to_string()))?;
    if found.is_empty() { Err(wrong("it holds no certificate".to_owned())) } else { Ok(found.into()) }
}
