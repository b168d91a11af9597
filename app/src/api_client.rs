//! The browser's client of the public API: name check, session token, edits, history, publish. Each error has a
//! sentence to show.

use mantel_model::api::{
    EditCall, History, HistoryDraft, ImageReply, NameCheck, PageView, PreviewLink, PreviewReply, PublicPage,
    PublishReply, Terms,
};
use mantel_model::photo::Sketch;
use mantel_model::{Edit, Problem};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestInit, Response, UrlSearchParams, XmlHttpRequest};

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// HTTP status; 0 when the server could not be reached.
    pub status: u16,
    /// The problem code of the reply (decisions, Errors); empty when there is none, as in replies that are not the
    /// service's own.
    pub code: String,
    /// What happened and what to do, as a sentence.
    pub words: String,
    /// What is wrong with each field, where the reply says so.
    pub problems: Vec<Problem>,
    /// After how many seconds to retry, where the server says so.
    pub wait: Option<u32>,
}

impl Failure {
    fn silent() -> Self {
        let words = "The server did not answer. Nothing is lost: try again.".to_owned();
        Self { status: 0, code: String::new(), words, problems: Vec::new(), wait: None }
    }

    fn of(status: u16, body: &Value) -> Self {
        let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
        let message = [text("detail"), text("message"), text("title")].into_iter().find(|text| !text.is_empty());
        let words =
            message.map_or_else(|| format!("The server answered {status}. Nothing is lost: try again."), str::to_owned);
        let problems = body.get("errors").and_then(|errors| Vec::deserialize(errors).ok()).unwrap_or_default();
        Self { status, code: text("code").to_owned(), words, problems, wait: None }
    }

    /// Fields that are wrong, found before anything was sent.
    pub fn of_fields(problems: Vec<Problem>) -> Self {
        Self { problems, ..Self::silent() }
    }
}

/// The sketch of an image that this server serves; `None` if it cannot be read.
pub async fn sketch(src: &str) -> Option<Sketch> {
    let reply = JsFuture::from(web_sys::window()?.fetch_with_str(&format!("{src}/sketch"))).await.ok()?;
    let reply: Response = reply.dyn_into().ok()?;
    let bytes = JsFuture::from(reply.array_buffer().ok()?).await.ok()?;
    Sketch::from_bytes(&js_sys::Uint8Array::new(&bytes).to_vec()).filter(|_| reply.ok())
}

/// The result of a call.
pub type Answer<T> = Result<T, Failure>;

/// Whether a name can be claimed.
///
/// # Errors
/// When the server cannot be reached or refuses to check.
pub async fn check_name(name: &str) -> Answer<NameCheck> {
    let escaped = String::from(js_sys::encode_uri_component(name));
    call("GET", &format!("/api/v1/username?check={escaped}"), None, None).await
}

/// Posts a form of an account, which is answered in place: `/signup` makes one, `/signin` signs in.
///
/// # Errors
/// What is wrong with each field, or the server cannot be reached.
pub async fn post_form(path: &str, fields: &[(&str, &str)]) -> Answer<()> {
    let (Ok(body), Some(headers)) = (UrlSearchParams::new(), headers(None, None)) else {
        return Err(Failure::silent());
    };
    for (name, value) in fields {
        body.append(name, value);
    }
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_headers(&headers);
    init.set_body(&body);
    answer::<Value>(fetched(path, &init).await).await.map(|_| ())
}

/// A bearer token of the session, valid for ten minutes; 401 when nobody is signed in.
///
/// # Errors
/// `unauthorized`, or the server cannot be reached.
pub async fn bearer() -> Answer<String> {
    #[derive(Deserialize)]
    struct Token {
        token: String,
    }
    Ok(call::<Token>("POST", "/api/auth/session/token", None, None).await?.token)
}

/// The account's page, if it has one.
///
/// # Errors
/// Any failure but `404`, which gives `None`.
pub async fn own_page(bearer: &str) -> Answer<Option<PageView>> {
    match call("GET", "/api/v1/page", Some(bearer), None).await {
        Ok(page) => Ok(Some(page)),
        Err(failure) if failure.status == 404 && !failure.code.is_empty() => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Imports a page file: creates the page under `name`, or replaces the draft of the existing page.
///
/// # Errors
/// What is wrong with the name or the file, or the server cannot be reached.
pub async fn import(bearer: &str, file: Value, name: &str, replace: bool) -> Answer<PageView> {
    let mut body = json!({ "file": file, "replace": replace });
    if !replace && let Value::Object(fields) = &mut body {
        fields.insert("username".to_owned(), Value::String(name.to_owned()));
    }
    call("POST", "/api/v1/page/import", Some(bearer), Some(body)).await
}

/// Reads the page at an address elsewhere, until `cancel` ends that.
///
/// # Errors
/// Why it could not be read, or the server cannot be reached.
pub async fn move_in(address: &str, cancel: Option<AbortSignal>) -> Answer<Value> {
    let headers = headers(None, None).ok_or_else(Failure::silent)?;
    let _ = headers.set("Content-Type", "application/json");
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_headers(&headers);
    init.set_body(&wasm_bindgen::JsValue::from_str(&json!({ "address": address }).to_string()));
    init.set_signal(cancel.as_ref());
    answer(fetched("/api/v1/page/move-in", &init).await).await
}

/// Publishes the draft.
///
/// # Errors
/// `plan_required` for a look that the plan does not include, or the server cannot be reached.
pub async fn publish(bearer: &str) -> Answer<PublishReply> {
    call("POST", "/api/v1/page/publish", Some(bearer), Some(json!({}))).await
}

/// Sends one edit, based on the version `base`; returns the new version. `key` makes a retry safe.
///
/// # Errors
/// `version_conflict` when the draft is no longer at `base`, what is wrong with the edit, or the server cannot be
/// reached.
pub async fn edit(bearer: &str, edit: &Edit, base: u64, key: &str) -> Answer<u64> {
    #[derive(Deserialize)]
    struct Made {
        version: u64,
    }
    let call = EditCall::of(edit);
    let (method, path) = (call.method, call.path.clone());
    let body = call.body_under(Terms::at_version(base));
    Ok(keyed::<Made>(method, &path, Some(bearer), Some(body), Some(key)).await?.version)
}

/// Asks the server to read again what a tile links to; the result arrives as an event.
///
/// # Errors
/// `rate_limited`, with how long to wait, when it was read a moment ago; or the server cannot be reached.
pub async fn refresh_facts(bearer: &str, id: &mantel_model::TileId) -> Answer<()> {
    let path = format!("/api/v1/page/tiles/{id}/refresh");
    call::<Value>("POST", &path, Some(bearer), Some(json!({}))).await.map(|_| ())
}

/// The last hundred drafts, newest first.
///
/// # Errors
/// When the server cannot be reached.
pub async fn history(bearer: &str) -> Answer<History> {
    call("GET", "/api/v1/page/history", Some(bearer), None).await
}

/// One draft of the history.
///
/// # Errors
/// When it is no longer kept, or the server cannot be reached.
pub async fn history_draft(bearer: &str, version: u64) -> Answer<HistoryDraft> {
    call("GET", &format!("/api/v1/page/history/{version}"), Some(bearer), None).await
}

/// Publishes the draft at version `base`, the one that the owner has reviewed.
///
/// # Errors
/// `version_conflict` when the draft has changed since, `plan_required` for a look that the plan does not include, or
/// the server cannot be reached.
pub async fn publish_seen(bearer: &str, base: u64) -> Answer<PublishReply> {
    call("POST", "/api/v1/page/publish", Some(bearer), Some(json!({ "baseVersion": base }))).await
}

/// Unpublishes the page; the draft stays.
///
/// # Errors
/// When the server cannot be reached.
pub async fn unpublish(bearer: &str) -> Answer<Value> {
    call("POST", "/api/v1/page/unpublish", Some(bearer), Some(json!({}))).await
}

/// The private link to the draft, if there is one.
///
/// # Errors
/// When the server cannot be reached.
pub async fn preview(bearer: &str) -> Answer<Option<PreviewLink>> {
    Ok(call::<PreviewReply>("GET", "/api/v1/page/preview", Some(bearer), None).await?.preview)
}

/// Creates a private link to the draft.
///
/// # Errors
/// When the server cannot be reached.
pub async fn make_preview(bearer: &str) -> Answer<Option<PreviewLink>> {
    Ok(call::<PreviewReply>("POST", "/api/v1/page/preview", Some(bearer), Some(json!({}))).await?.preview)
}

/// Revokes the private link to the draft.
///
/// # Errors
/// When the server cannot be reached.
pub async fn revoke_preview(bearer: &str) -> Answer<()> {
    let reply = send("DELETE", "/api/v1/page/preview", Some(bearer), None, None).await;
    match reply {
        Some(reply) if reply.ok() => Ok(()),
        other => answer::<Value>(other).await.map(|_| ()),
    }
}

/// Whether a path of this service answers 404; `None` when the service cannot be reached.
pub async fn is_not_found(path: &str) -> Option<bool> {
    let init = RequestInit::new();
    init.set_method("HEAD");
    Some(fetched(path, &init).await?.status() == 404)
}

/// The page that is live under a name; `None` when there is none.
///
/// # Errors
/// Any failure but `404`, which gives `None`.
pub async fn live_page(username: &str) -> Answer<Option<PublicPage>> {
    match call("GET", &format!("/api/v1/public/{username}"), None, None).await {
        Ok(page) => Ok(Some(page)),
        Err(failure) if failure.status == 404 && !failure.code.is_empty() => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Uploads an image file unchanged; `told` is called with the share that has been sent, 0 to 1.
///
/// # Errors
/// What is wrong with the image (kind, bytes, dimensions), or the server cannot be reached.
pub async fn upload(bearer: &str, file: &web_sys::File, progress: impl Fn(f64) + 'static) -> Answer<ImageReply> {
    let request = sent(bearer, file, Box::new(progress)).await.ok_or_else(Failure::silent)?;
    let status = request.status().unwrap_or_default();
    let text = request.response_text().ok().flatten().unwrap_or_default();
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    match status {
        0 => Err(Failure::silent()),
        200..300 => serde_json::from_value(value).map_err(|_| Failure::silent()),
        _ => Err(Failure::of(status, &value)),
    }
}

/// Sends a file by `XMLHttpRequest`, because `fetch` does not report upload progress.
async fn sent(bearer: &str, file: &web_sys::File, progress: Box<dyn Fn(f64)>) -> Option<XmlHttpRequest> {
    let request = XmlHttpRequest::new().ok()?;
    request.open_with_async("POST", "/api/v1/images", true).ok()?;
    request.set_request_header("Accept", "application/json").ok()?;
    request.set_request_header("Authorization", &format!("Bearer {bearer}")).ok()?;
    let progress = Closure::<dyn FnMut(web_sys::ProgressEvent)>::new(move |event: web_sys::ProgressEvent| {
        if event.length_computable() {
            progress(event.loaded() / event.total().max(1.0));
        }
    });
    request.upload().ok()?.set_onprogress(Some(progress.as_ref().unchecked_ref()));
    let end = js_sys::Promise::new(&mut |done, _| request.set_onloadend(Some(&done)));
    request.send_with_opt_blob(Some(file)).ok()?;
    JsFuture::from(end).await.ok()?;
    Some(request)
}

/// The event stream of the page, after the event `last`.
///
/// # Errors
/// When the server refuses or cannot be reached.
pub async fn events(bearer: &str, last: Option<&str>) -> Answer<Response> {
    let headers = headers(Some(bearer), None).ok_or_else(Failure::silent)?;
    let _ = headers.set("Accept", "text/event-stream");
    if let Some(last) = last {
        let _ = headers.set("Last-Event-ID", last);
    }
    let init = RequestInit::new();
    init.set_headers(&headers);
    let response = fetched("/api/v1/page/events", &init).await.ok_or_else(Failure::silent)?;
    if response.ok() { Ok(response) } else { answer::<Value>(Some(response)).await.and(Err(Failure::silent())) }
}

async fn call<T: DeserializeOwned>(method: &str, path: &str, bearer: Option<&str>, body: Option<Value>) -> Answer<T> {
    keyed(method, path, bearer, body, None).await
}

async fn keyed<T: DeserializeOwned>(
    method: &str,
    path: &str,
    bearer: Option<&str>,
    body: Option<Value>,
    key: Option<&str>,
) -> Answer<T> {
    answer(send(method, path, bearer, body, key).await).await
}

async fn answer<T: DeserializeOwned>(response: Option<Response>) -> Answer<T> {
    let response = response.ok_or_else(Failure::silent)?;
    let body = response.text().map_err(|_| Failure::silent())?;
    // A body that breaks off is no reply: the connection was lost.
    let text = JsFuture::from(body).await.map_err(|_| Failure::silent())?.as_string().unwrap_or_default();
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    if !response.ok() {
        let wait = response.headers().get("Retry-After").ok().flatten().and_then(|headers| headers.parse().ok());
        return Err(Failure { wait, ..Failure::of(response.status(), &value) });
    }
    // A success that cannot be read comes from somewhere else, such as the sign-in page of a public network.
    serde_json::from_value(value).map_err(|_| Failure::silent())
}

fn headers(bearer: Option<&str>, key: Option<&str>) -> Option<Headers> {
    let headers = Headers::new().ok()?;
    headers.set("Accept", "application/json").ok()?;
    if let Some(token) = bearer {
        headers.set("Authorization", &format!("Bearer {token}")).ok()?;
    }
    if let Some(key) = key {
        headers.set("Idempotency-Key", key).ok()?;
    }
    Some(headers)
}

async fn send(
    method: &str,
    path: &str,
    bearer: Option<&str>,
    body: Option<Value>,
    key: Option<&str>,
) -> Option<Response> {
    let headers = headers(bearer, key)?;
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        headers.set("Content-Type", "application/json").ok()?;
        init.set_body(&wasm_bindgen::JsValue::from_str(&body.to_string()));
    }
    init.set_headers(&headers);
    fetched(path, &init).await
}

async fn fetched(path: &str, init: &RequestInit) -> Option<Response> {
    let promise = web_sys::window()?.fetch_with_str_and_init(path, init);
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}
