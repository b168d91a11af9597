//! Owners' words made safe for a terminal, and fitted into columns.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::punycode;

/// Marks (accents and the like) that one letter keeps: more would cover the lines around it.
const MARKS: usize = 4;

/// Text on one line without what steers a terminal or turns directions round: control characters (C0, DEL, C1), bidi
/// controls, invisible and tag characters, variation selectors. Whatever breaks lines is a space.
pub fn sanitized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut marks = 0;
    let mut before = ' ';
    for letter in text.chars() {
        if letter.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
            (marks, before) = (0, ' ');
            continue;
        }
        // Terminals disagree about joined emoji; apart they have the same width everywhere.
        let joins_emoji = letter == '\u{200d}' && before.width() != Some(1);
        if steers(letter) || joins_emoji {
            continue;
        }
        if letter.width() == Some(0) {
            marks += 1;
            if marks > MARKS || out.is_empty() {
                continue;
            }
        } else {
            (marks, before) = (0, letter);
        }
        out.push(letter);
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a character is more than a letter, a mark or a sign.
fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Text cut to a width, ending in `end` if anything was cut.
pub fn cut(text: &str, room: usize, end: &str) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let room = room.saturating_sub(width(end));
    let (head, _) = split_at_width(text, room);
    format!("{}{end}", head.trim_end())
}

/// The longest head of at most `room` columns, and the rest. The head has at least one letter if `room` has room for it.
fn split_at_width(text: &str, room: usize) -> (&str, &str) {
    let mut used = 0;
    for (at, letter) in text.char_indices() {
        used += letter.width().unwrap_or(0);
        if used > room {
            return text.split_at(at);
        }
    }
    (text, "")
}

/// Text wrapped to a width, between words where it can be.
pub fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let wide = width(word);
        match lines.last_mut() {
            Some(line) if used + 1 + wide <= room => {
                line.push(' ');
                line.push_str(word);
                used += 1 + wide;
            }
            _ => {
                let mut rest = word;
                while width(rest) > room {
                    let (head, tail) = split_at_width(rest, room);
                    if head.is_empty() {
                        break;
                    }
                    lines.push(head.to_owned());
                    rest = tail;
                }
                used = width(rest);
                lines.push(rest.to_owned());
            }
        }
    }
    lines
}

/// An address as people write it, without scheme, `www.` and a last slash: `harrow.example/ines`.
pub fn shown_address(url: &str) -> String {
    let rest = match url.split_once(':') {
        Some(("https" | "http", rest)) => rest.trim_start_matches('/'),
        Some(("mailto" | "tel", rest)) => return sanitized(&crate::address::decoded(rest)),
        _ => url,
    };
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let shown = punycode::shown(host) + path;
    sanitized(shown.strip_suffix('/').unwrap_or(&shown))
}

/// The most bytes of an address that terminals take as a hyperlink.
const LINK_BYTES: usize = 2083;

/// An address as the target of a hyperlink: printable ASCII, the rest percent-encoded. `None` if it is too long for one.
pub fn link_target(url: &str) -> Option<String> {
    let mut out = String::with_capacity(url.len());
    for byte in url.bytes() {
        match byte {
            0..=0x1f | 0x7f => {}
            0x21..=0x7e => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    (!out.is_empty() && out.len() <= LINK_BYTES).then_some(out)
}
