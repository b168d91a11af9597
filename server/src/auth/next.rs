//! Where to go after signing in: a path of this service and nothing else.

/// The path, or nothing when it could lead elsewhere.
pub fn local(text: &str) -> Option<&str> {
    let safe = text.starts_with('/')
        && !text.starts_with("//")
        && text.len() <= 512
        && text.bytes().all(|it| (0x21..0x7f).contains(&it) && it != b'\\');
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
