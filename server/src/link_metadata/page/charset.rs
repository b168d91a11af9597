//! The characters of a page: what its bytes, its server and it itself say of them, in that order of trust.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How far into a page its own word is looked for, bytes (WHATWG HTML, prescan).
const PRESCAN: usize = 1024;

/// A page as text. Bytes that are good UTF-8 beyond ASCII are UTF-8 whatever was said: nothing else looks like it.
pub fn decoded(bytes: &[u8], content_type: &str) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return text(encoding, bytes.get(mark..).unwrap_or_default());
    }
    let said = label(content_type.as_bytes());
    let wide = |encoding: &&'static Encoding| !encoding.is_ascii_compatible();
    let encoding = match said {
        // UTF-16 looks like nothing else either, and ASCII in it is not ASCII.
        Some(it) if wide(&it) => it,
        _ if is_utf_8(bytes) => UTF_8,
        Some(it) => it,
        // A page that can be read to the word UTF-16 is not UTF-16.
        None => match label(bytes.get(..PRESCAN).unwrap_or(bytes)) {
            Some(it) if wide(&it) => UTF_8,
            Some(it) => it,
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
    let good = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(why) if why.error_len().is_none() => why.valid_up_to(),
        Err(_) => 0,
    };
    !bytes.get(..good).is_none_or(<[u8]>::is_ascii)
}

/// The encoding that stands behind `charset=`.
fn label(bytes: &[u8]) -> Option<&'static Encoding> {
    let lower = bytes.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower.get(from..)?.windows(7).position(|pair| pair == b"charset") {
        from += at + 7;
        let rest = lower.get(from..)?.trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b"=") else { continue };
        let rest = rest.trim_ascii_start();
        let rest = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest);
        let end = rest.iter().position(|it| !(it.is_ascii_alphanumeric() || b"-_:.+".contains(it)));
        if let Some(found) = Encoding::for_label(rest.get(..end.unwrap_or(rest.len()))?) {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn each_page_is_read_in_its_own_characters() {
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
            // Cut off within a character.
            (b"caf\xc3\xa9 \xe2\x82", "", "café \u{fffd}"),
        ] {
            assert_eq!(decoded(bytes, kind), wanted, "{kind}");
        }
    }
}
