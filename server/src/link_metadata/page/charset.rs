//! The character encoding of a page: from its bytes, its HTTP header or its own declaration, in that order of trust.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How far into a page its declaration is searched for, bytes (WHATWG HTML, prescan).
const PRESCAN: usize = 1024;

/// Decodes a page. Non-ASCII bytes that are valid UTF-8 are UTF-8 whatever is declared: no other encoding looks like
/// it.
pub fn decode(bytes: &[u8], content_type: &str) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return text(encoding, bytes.get(mark..).unwrap_or_default());
    }
    let declared = label(content_type.as_bytes());
    let is_wide = |encoding: &&'static Encoding| !encoding.is_ascii_compatible();
    let encoding = match declared {
        // UTF-16 is unmistakable too: even ASCII characters take two bytes.
        Some(declared) if is_wide(&declared) => declared,
        _ if is_utf_8(bytes) => UTF_8,
        Some(declared) => declared,
        // A page whose declaration is readable as ASCII can't be UTF-16.
        None => match label(bytes.get(..PRESCAN).unwrap_or(bytes)) {
            Some(found) if is_wide(&found) => UTF_8,
            Some(found) => found,
            None => WINDOWS_1252,
        },
    };
    text(encoding, bytes)
}

fn text(encoding: &'static Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// Whether the bytes are UTF-8 and more than ASCII; the last character may be cut off.
fn is_utf_8(bytes: &[u8]) -> bool {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(why) if why.error_len().is_none() => why.valid_up_to(),
        Err(_) => 0,
    };
    !bytes.get(..valid).is_none_or(<[u8]>::is_ascii)
}

/// The encoding after `charset=`.
fn label(bytes: &[u8]) -> Option<&'static Encoding> {
    let lower = bytes.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower.get(from..)?.windows(7).position(|window| window == b"charset") {
        from += at + 7;
        let rest = lower.get(from..)?.trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b"=") else { continue };
        let rest = rest.trim_ascii_start();
        let rest = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest);
        let end = rest.iter().position(|byte| !(byte.is_ascii_alphanumeric() || b"-_:.+".contains(byte)));
        if let Some(found) = Encoding::for_label(rest.get(..end.unwrap_or(rest.len()))?) {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn each_page_is_decoded_in_its_own_encoding() {
        for (bytes, kind, wanted) in [
            ("café".as_bytes(), "", "café"),
            ("café".as_bytes(), "text/html; charset=iso-8859-1", "café"),
            (b"caf\xe9", "text/html; charset=iso-8859-1", "café"),
            (b"caf\xe9", "", "café"),
            (b"caf\xe9", "text/html; charset=utf-8", "caf\u{fffd}"),
            (b"\xef\xbb\xbfcaf\xc3\xa9", "text/html; charset=shift_jis", "café"),
            (b"\xff\xfec\0a\0f\0\xe9\0", "", "café"),
            (b"c\0a\0f\0\xe9\0", "text/html; charset=utf-16le", "café"),
            (b"<meta charset=windows-1251>\xcf\xf0\xe8\xe2\xe5\xf2", "", "<meta charset=windows-1251>Привет"),
            (
                b"<meta http-equiv=x content='text/html; charset = \"euc-jp\"'>\xc6\xfc",
                "",
                "<meta http-equiv=x content='text/html; charset = \"euc-jp\"'>日",
            ),
            (b"\x1b$BF|\x1b(B", "text/html; charset=iso-2022-jp", "日"),
            (b"<meta charset=nonsense>\xe9", "", "<meta charset=nonsense>é"),
            (b"<meta charset=utf-16>caf\xc3\xa9", "", "<meta charset=utf-16>café"),
            // Truncated within a character.
            (b"caf\xc3\xa9 \xe2\x82", "", "café \u{fffd}"),
        ] {
            assert_eq!(decode(bytes, kind), wanted, "{kind}");
        }
    }
}
