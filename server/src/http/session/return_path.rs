//! Where to go after signing in: only ever a path of this service.

/// Longest path with its query, bytes: authorization requests come back this way after signing in.
const MAX_LENGTH: usize = 8192;

/// The path, or `None` if it could lead to another site.
pub fn local(text: &str) -> Option<&str> {
    let safe = text.starts_with('/')
        && !text.starts_with("//")
        && text.len() <= MAX_LENGTH
        && text.bytes().all(|byte| (0x21..0x7f).contains(&byte) && byte != b'\\');
    safe.then_some(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::local;

    #[test]
    fn only_local_paths_are_followed() {
        assert_eq!(local("/new?claim=ada"), Some("/new?claim=ada"));
        for elsewhere in ["", "new", "//evil.example", "/\\evil.example", "https://evil.example", "/a b", "/\n/x", "/é"]
        {
            assert_eq!(local(elsewhere), None, "{elsewhere}");
        }
    }
}
