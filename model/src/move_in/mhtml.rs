//! A page that a browser saved as one file with the parts of a mail (`.mhtml`, RFC 2557): its HTML.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The HTML of a saved page and the address it came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SavedPage {
    /// The first part of it that is HTML.
    pub html: String,
    /// Where the page was saved from.
    pub address: Option<String>,
}

/// Whether a text is such a file.
pub(super) fn is_mhtml(text: &str) -> bool {
    let start = text.get(..text.floor_char_boundary(4096)).unwrap_or_default().to_ascii_lowercase();
    start.contains("mime-version:") && start.contains("multipart/related")
}

/// Reads it; `None` when it has no HTML.
pub(super) fn read(text: &str) -> Option<SavedPage> {
    let (head, body) = split_head(text)?;
    let boundary = field(head, "content-type")?;
    let boundary = boundary.split_once("boundary=")?.1.trim_start_matches('"');
    let boundary = format!("--{}", boundary.split(['"', ';']).next().unwrap_or_default().trim());
    let address = field(head, "snapshot-content-location").or_else(|| field(head, "content-location"));
    if boundary.len() < 4 {
        return None;
    }
    body.split(boundary.as_str()).find_map(|part| {
        let (head, body) = split_head(part.trim_start_matches(['\r', '\n']))?;
        if !field(head, "content-type")?.to_ascii_lowercase().starts_with("text/html") {
            return None;
        }
        let encoding = field(head, "content-transfer-encoding").unwrap_or_default().to_ascii_lowercase();
        let html = match encoding.trim() {
            "quoted-printable" => quoted_printable(body),
            "base64" => {
                let text: Vec<u8> = body.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
                String::from_utf8_lossy(&STANDARD.decode(text).ok()?).into_owned()
            }
            _ => body.to_owned(),
        };
        let address = address.clone().or_else(|| field(head, "content-location"));
        Some(SavedPage { html, address: address.filter(|address| address.starts_with("http")) })
    })
}

/// The fields before the first empty line, and what follows it.
fn split_head(text: &str) -> Option<(&str, &str)> {
    let crlf = text.find("\r\n\r\n").map(|at| (at, 4));
    let lf = text.find("\n\n").map(|at| (at, 2));
    let (at, length) = match (crlf, lf) {
        (Some(crlf), Some(lf)) => crlf.min(lf),
        (crlf, lf) => crlf.or(lf)?,
    };
    Some((text.get(..at)?, text.get(at + length..)?))
}

/// A field of a head, its folded lines joined.
fn field(head: &str, name: &str) -> Option<String> {
    let mut lines = head.lines();
    let mut value = lines.find_map(|line| {
        let (field, value) = line.split_once(':')?;
        field.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })?;
    for line in lines.take_while(|line| line.starts_with([' ', '\t'])) {
        value.push_str(line.trim());
    }
    Some(value)
}

fn quoted_printable(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = bytes.get(at + 1..).unwrap_or_default();
        match (byte, rest) {
            (b'=', [b'\r', b'\n', ..]) => at += 3,
            (b'=', [b'\n', ..]) => at += 2,
            (b'=', [high, low, ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
                match (digit(*high), digit(*low)) {
                    (Some(high), Some(low)) => {
                        out.push(high * 16 + low);
                        at += 3;
                    }
                    _ => {
                        out.push(b'=');
                        at += 1;
                    }
                }
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{is_mhtml, read};

    #[test]
    fn the_html_of_a_page_saved_as_one_file_is_read() {
        let file = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://linktr.ee/ines\r\nMIME-Version: 1.0\r\n\
                    Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----B--x\"\r\n\r\n\r\n\
                    ------B--x\r\nContent-Type: image/png\r\n\r\nabc\r\n------B--x\r\nContent-Type: text/html\r\n\
                    Content-Transfer-Encoding: quoted-printable\r\n\r\n<a href=3D\"https://a.example\">caf=C3=A9 =\r\nau lait</a>\r\n------B--x--\r\n";
        assert!(is_mhtml(file));
        let page = read(file).unwrap_or_default();
        assert_eq!(page.html.trim(), "<a href=\"https://a.example\">café au lait</a>");
        assert_eq!(page.address.as_deref(), Some("https://linktr.ee/ines"));
        assert_eq!(read("MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n"), None);
    }
}
