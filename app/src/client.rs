//! The public API from the browser: name check, the session's bearer, import and publish. Errors come back as sentences.

use mantel_model::api::{NameCheck, PageView, PublishReply};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

/// Why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// HTTP status; 0 when the server could not be reached.
    pub status: u16,
    /// The problem's code (decisions, Errors); empty when there is none.
    pub code: String,
    /// What happened and what to do, as a sentence.
    pub words: String,
}

impl Failure {
    fn silent() -> Self {
        let words = "The server did not answer. Nothing is lost: try again.".to_owned();
        Self { status: 0, code: String::new(), words }
    }

    fn of(status: u16, body: &Value) -> Self {
        let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
        let said = [text("detail"), text("message"), text("title")].into_iter().find(|it| !it.is_empty());
        let words =
            said.map_or_else(|| format!("The server answered {status}. Nothing is lost: try again."), str::to_owned);
        Self { status, code: text("code").to_owned(), words }
    }
}

/// What a call gives.
pub type Answer<T> = Result<T, Failure>;

/// Whether a name can be claimed.
///
/// # Errors
/// When the server is silent or refuses to check.
pub async fn check_name(name: &str) -> Answer<NameCheck> {
    let escaped = String::from(js_sys::encode_uri_component(name));
    call("GET", &format!("/api/v1/username?check={escaped}"), None, None).await
}

/// A bearer of the session, ten minutes long; 401 when nobody is signed in.
///
/// # Errors
/// `unauthorized`, or a silent server.
pub async fn bearer() -> Answer<String> {
    #[derive(Deserialize)]
    struct Token {
        token: String,
    }
    Ok(call::<Token>("POST", "/api/auth/session/token", None, None).await?.token)
}

/// The page of the account, if it has one.
///
/// # Errors
/// All but `404`, which is `None`.
pub async fn own_page(bearer: &str) -> Answer<Option<PageView>> {
    match call("GET", "/api/v1/page", Some(bearer), None).await {
        Ok(page) => Ok(Some(page)),
        Err(failure) if failure.status == 404 => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Loads a page file: makes the page under `name`, or replaces the draft of the one there is.
///
/// # Errors
/// The name's, the file's, or a silent server.
pub async fn import(bearer: &str, file: Value, name: &str, replace: bool) -> Answer<PageView> {
    let mut body = json!({ "file": file, "replace": replace });
    if !replace && let Value::Object(fields) = &mut body {
        fields.insert("username".to_owned(), Value::String(name.to_owned()));
    }
    call("POST", "/api/v1/page/import", Some(bearer), Some(body)).await
}

/// Puts the draft up.
///
/// # Errors
/// `upgrade_required` for a look the plan does not hold, or a silent server.
pub async fn publish(bearer: &str) -> Answer<PublishReply> {
    call("POST", "/api/v1/page/publish", Some(bearer), Some(json!({}))).await
}

async fn call<T: DeserializeOwned>(method: &str, path: &str, bearer: Option<&str>, body: Option<Value>) -> Answer<T> {
    let response = send(method, path, bearer, body).await.ok_or_else(Failure::silent)?;
    let status = response.status();
    let text = match response.text() {
        Ok(promise) => JsFuture::from(promise).await.ok().and_then(|it| it.as_string()).unwrap_or_default(),
        Err(_) => String::new(),
    };
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    if !response.ok() {
        return Err(Failure::of(status, &value));
    }
    serde_json::from_value(value).map_err(|_| Failure::of(status, &Value::Null))
}

async fn send(method: &str, path: &str, bearer: Option<&str>, body: Option<Value>) -> Option<Response> {
    let headers = Headers::new().ok()?;
    headers.set("Accept", "application/json").ok()?;
    if let Some(token) = bearer {
        headers.set("Authorization", &format!("Bearer {token}")).ok()?;
    }
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        headers.set("Content-Type", "application/json").ok()?;
        init.set_body(&wasm_bindgen::JsValue::from_str(&body.to_string()));
    }
    init.set_headers(&headers);
    let promise = web_sys::window()?.fetch_with_str_and_init(path, &init);
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}
