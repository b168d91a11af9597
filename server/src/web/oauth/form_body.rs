//! Forms posted by programs: url-encoded, each name once.

use axum::body::Bytes;
use axum::http::{HeaderMap, header};

use crate::service::oauth::OauthError;

/// A posted form.
pub struct FormBody(Vec<(String, String)>);

impl FormBody {
    /// Reads the form of a request.
    ///
    /// # Errors
    /// `invalid_request` when it is not a form or repeats a name (RFC 6749, 3.2); only `resource` may be repeated.
    pub fn read(headers: &HeaderMap, body: &Bytes) -> Result<Self, OauthError> {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
        if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/x-www-form-urlencoded")
        {
            return Err(OauthError::new(
                "invalid_request",
                "Send a form: Content-Type: application/x-www-form-urlencoded.",
            ));
        }
        let pairs: Vec<(String, String)> = url::form_urlencoded::parse(body).into_owned().collect();
        let mut names: Vec<_> = pairs.iter().map(|pair| pair.0.as_str()).filter(|name| *name != "resource").collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair.first() == pair.last()) {
            return Err(OauthError::new("invalid_request", "A parameter was sent twice."));
        }
        Ok(Self(pairs))
    }

    /// A field; empty when absent.
    pub fn get<'a>(&'a self, name: &'a str) -> &'a str {
        self.all(name).next().unwrap_or_default()
    }

    /// All non-empty values of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |pair| pair.0 == name && !pair.1.is_empty()).map(|pair| pair.1.as_str())
    }

    /// A required field.
    ///
    /// # Errors
    /// `invalid_request` when it is missing.
    pub fn required<'a>(&'a self, name: &'a str) -> Result<&'a str, OauthError> {
        let missing = || OauthError::new("invalid_request", format!("Send {name}."));
        self.all(name).next().ok_or_else(missing)
    }
}
