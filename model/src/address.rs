//! Addresses parsed by the WHATWG algorithm: natively by the crate `url`, in the browser by the browser's own parser.
//! Both give the same parts. The browser's parser keeps the crate's Unicode tables (70 KB) out of the wasm download.

/// The parts of an absolute address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The normalised serialisation.
    pub whole: String,
    /// Without the colon: `https`.
    pub scheme: String,
    /// Whether it contains a username or a password.
    pub credentials: bool,
    /// The host, in ASCII; empty where the scheme has none.
    pub host: String,
    /// The path, percent-encoded; for `mailto:` and `tel:`, what follows the colon.
    pub path: String,
    /// What follows `?`; empty when there is no query.
    pub query: String,
    /// What follows `#`; empty when there is no fragment.
    pub fragment: String,
}

impl Address {
    /// Parses an absolute address; `None` when the text is not one.
    #[cfg(any(not(target_arch = "wasm32"), feature = "native-address"))]
    pub fn parse(text: &str) -> Option<Self> {
        let url = url::Url::parse(text).ok()?;
        Some(Self {
            scheme: url.scheme().to_owned(),
            credentials: !url.username().is_empty() || url.password().is_some_and(|password| !password.is_empty()),
            host: url.host_str().unwrap_or_default().to_owned(),
            path: url.path().to_owned(),
            query: url.query().unwrap_or_default().to_owned(),
            fragment: url.fragment().unwrap_or_default().to_owned(),
            whole: url.into(),
        })
    }

    /// Parses an absolute address; `None` when the text is not one.
    #[cfg(all(target_arch = "wasm32", not(feature = "native-address")))]
    pub fn parse(text: &str) -> Option<Self> {
        let url = web_sys::Url::new(text).ok()?;
        // Chromium percent-escapes characters that the standard forbids in a host, such as a space.
        if url.hostname().contains('%') {
            return None;
        }
        let after = |mark: char, part: String| part.strip_prefix(mark).map(str::to_owned).unwrap_or_default();
        Some(Self {
            scheme: url.protocol().trim_end_matches(':').to_owned(),
            credentials: !url.username().is_empty() || !url.password().is_empty(),
            host: url.hostname(),
            path: url.pathname(),
            query: after('?', url.search()),
            fragment: after('#', url.hash()),
            whole: url.href(),
        })
    }

    /// The non-empty segments of the path.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        let path = if self.path.starts_with('/') { self.path.as_str() } else { "" };
        path.split('/').filter(|part| !part.is_empty())
    }

    /// The address without its fragment.
    pub fn without_fragment(mut self) -> String {
        self.whole.truncate(self.whole.find('#').unwrap_or(self.whole.len()));
        self.whole
    }

    /// The decoded value of a query parameter.
    pub fn query_value(&self, name: &str) -> Option<String> {
        form_urlencoded::parse(self.query.as_bytes()).find(|value| value.0 == name).map(|value| value.1.into_owned())
    }
}

/// Lenient percent-decoding.
pub(crate) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'%')
            .then(|| text.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok()))
            .flatten();
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// Whether it is a domain of at least two labels, in any script.
pub(crate) fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.chars().all(|character| character.is_alphanumeric() || is_joiner(character) || character == '-')
            && !label.starts_with('-')
    };
    let top = text.rsplit('.').next().is_some_and(|label| {
        label.chars().count() >= 2
            && label.chars().all(|character| character.is_alphabetic() || is_joiner(character) || character == '-')
            || label.starts_with("xn--")
    });
    text.len() <= 253 && text.contains('.') && top && text.split('.').all(label)
}

/// Marks of scripts that are written with them, as in names of Indian languages.
pub(crate) const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}' | '\u{e31}'..='\u{e4e}')
}
