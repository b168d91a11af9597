//! Security headers: content security policies and related ones.

use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};

/// Which scripts a document may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptPolicy {
    /// None: published pages. They may connect to this server, as tools in the page do for robots.txt.
    None,
    /// Our own script that moves windows: published pages in lofi.
    Windows,
    /// None, but a form: screens that show a page beside a button.
    Form,
    /// Our own files.
    Own,
    /// Our own files and WebAssembly, and frames with our own documents: the editor.
    Wasm,
    /// Our own files, one of which inserts its styles into the page: the API reference.
    Reference,
}

impl ScriptPolicy {
    /// Styles come from files; an owner's choices (accent, backdrop) are style attributes with values written by this
    /// server. Published pages load images from this server only: remote images are served from here.
    const fn content_security_policy(self) -> &'static str {
        match self {
            Self::None => {
                "default-src 'none'; connect-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
                 font-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                 frame-ancestors 'none'"
            }
            Self::Windows => {
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
                 style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' data:; manifest-src 'self'; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            }
            Self::Form => {
                "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; \
                 img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Self::Own => {
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
                 style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' https: http: data:; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Self::Reference => {
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; \
                 font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Self::Wasm => {
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; \
                 style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' https: http: data: blob:; \
                 frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
        }
    }
}

/// The headers of an HTML document, which must not be stored.
pub fn document_headers(scripts: ScriptPolicy) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(scripts.content_security_policy()));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers
}

/// Lets a document use its inline stylesheet, identified by its hash, and no other.
pub fn allow_only_inline_style(headers: &mut HeaderMap, hash: &str) {
    set_directive(headers, "style-src", &format!("'{hash}'"));
}

/// Lets a document use the typefaces inside it, besides files.
pub fn allow_inline_fonts(headers: &mut HeaderMap) {
    set_directive(headers, "font-src", "'self' data:");
}

/// Replaces a directive of the policy, which has it.
fn set_directive(headers: &mut HeaderMap, name: &str, value: &str) {
    let policy = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|value| value.to_str().ok());
    let replaced = |directive: &str| match directive.split_once(' ') {
        Some((own, _)) if own == name => format!("{name} {value}"),
        _ => directive.to_owned(),
    };
    let policy = policy.unwrap_or_default().split("; ").map(replaced).collect::<Vec<_>>().join("; ");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// The policy of a picture: opened as a document, it may do nothing at all.
pub fn allow_nothing(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
}

/// Whose frames may show a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frames {
    /// Those of our own documents.
    OwnDocuments,
    /// Those of any site.
    AnySite,
}

/// Lets frames show a document.
pub fn allow_frames(headers: &mut HeaderMap, frames: Frames) {
    let allowed = match frames {
        Frames::OwnDocuments => "'self'",
        Frames::AnySite => "*",
    };
    set_directive(headers, "frame-ancestors", allowed);
}

/// Lets a document show frames with our own documents.
pub fn allow_own_frames_inside(headers: &mut HeaderMap) {
    let policy = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|value| value.to_str().ok());
    let policy = policy.unwrap_or_default().replace("base-uri 'none'", "frame-src 'self'; base-uri 'none'");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// Browser features that our documents do not use.
const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";

/// Media types of subresources: the documents have policies, these need none.
const SUBRESOURCES: [&str; 6] =
    ["image/", "font/", "text/css", "text/javascript", "application/javascript", "application/wasm"];

/// Adds the headers that every response of the API or of the site has; those that a handler set stay. A 304 gets no policy here: browsers
/// would put it in the place of that of the document which they have (RFC 9111, 3.2).
pub fn apply_to<B>(response: &mut Response<B>, is_api: bool, https: bool) {
    let own_policy = response.headers().contains_key(header::CONTENT_SECURITY_POLICY);
    apply(response.headers_mut(), is_api, https);
    if response.status() == StatusCode::NOT_MODIFIED && !own_policy {
        response.headers_mut().remove(header::CONTENT_SECURITY_POLICY);
    }
}

/// Adds the headers that every response of the API or of the site has to those of one that is kept.
pub fn apply(headers: &mut HeaderMap, is_api: bool, https: bool) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.entry("permissions-policy").or_insert(HeaderValue::from_static(PERMISSIONS));
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if is_api || !SUBRESOURCES.iter().any(|prefix| content_type.starts_with(prefix)) {
        let strict = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(strict);
    }
    if https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}
