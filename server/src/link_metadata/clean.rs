//! Cleans, bounds and parses untrusted text and addresses before they become facts.

use mantel_model::text::Text;
use mantel_model::{ImageUrl, limits};
use url::Url;

use super::html::text_of;

/// Longest text that is processed, characters.
const MAX_INPUT: usize = 8 * 1024;

/// A title as one clean line.
pub fn title(raw: &str) -> Option<String> {
    line::<{ limits::TITLE }>(raw)
}

/// A description as one clean line.
pub fn description(raw: &str) -> Option<String> {
    line::<{ limits::DESCRIPTION }>(raw)
}

fn line<const MAX: usize>(raw: &str) -> Option<String> {
    let raw: String = raw.chars().take(MAX_INPUT).collect();
    let text = if is_html(&raw) { text_of(&raw) } else { raw };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (text, cut) = Text::<MAX>::cut(&text);
    if text.is_empty() {
        return None;
    }
    Some(if cut { shorten(&text, MAX) } else { text.to_string() })
}

/// Cuts the text after its last whole word, with an ellipsis.
fn shorten(text: &str, limit: usize) -> String {
    let head: String = text.chars().take(limit.saturating_sub(1)).collect();
    let end = head.rfind(' ').filter(|end| *end > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head.get(..end).unwrap_or(&head).trim_end())
}

/// Whether a text still contains tags or entities: some pages escape their text twice.
fn is_html(text: &str) -> bool {
    const TAGS: [&str; 8] = ["</", "<p>", "<br", "<b>", "<i>", "<em>", "<strong>", "<a "];
    let entity = |text: &str| {
        let name = text.split(';').next().unwrap_or_default();
        let number = name.strip_prefix('#').is_some_and(|rest| !rest.is_empty());
        text.len() > name.len()
            && (1..=8).contains(&name.len())
            && (number || name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    text.split('&').skip(1).any(entity) || TAGS.iter().any(|tag| text.contains(tag))
}

/// The address of an image, resolved against `base`.
pub fn address(raw: &str, base: &Url) -> Option<String> {
    let url = base.join(raw.trim()).ok()?;
    // A relative `/media/…` would be mistaken for one of our own images.
    if !matches!(url.scheme(), "https" | "http") {
        return None;
    }
    ImageUrl::parse(url.as_str()).ok().map(|value| value.to_string())
}

/// A duration in seconds, from `PT1H2M3S` (ISO 8601), `P00H03M33S` as some write it, `1:02:03`, or seconds.
pub fn seconds(raw: &str) -> Option<u32> {
    /// Nothing runs for more than a week.
    const LONGEST: f64 = 7.0 * 86_400.0;
    let raw = raw.trim().to_ascii_uppercase();
    let total = match raw.strip_prefix('P') {
        Some(iso) => iso_seconds(iso)?,
        None => raw.split(':').try_fold(0.0, |sum, part| number(part).map(|number| sum * 60.0 + number))?,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and a week")]
    (1.0..=LONGEST).contains(&total).then(|| total.round() as u32)
}

fn iso_seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    let mut digits = String::new();
    for character in text.chars() {
        let unit = match character {
            'T' => continue,
            '0'..='9' | '.' => {
                digits.push(character);
                continue;
            }
            'D' => 86_400.0,
            'H' => 3600.0,
            'M' => 60.0,
            'S' => 1.0,
            _ => return None,
        };
        total += number(&digits)? * unit;
        digits.clear();
    }
    digits.is_empty().then_some(total)
}

fn number(text: &str) -> Option<f64> {
    let is_plain =
        !text.is_empty() && text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_one_clean_line() {
        for (raw, wanted) in [
            ("  Two\n lines\tof  words ", "Two lines of words"),
            ("Tom &amp; Jerry", "Tom & Jerry"),
            ("Rock &#38; Roll &#x26; more", "Rock & Roll & more"),
            ("<p>Hello <b>there</b></p><p>you</p>", "Hello there you"),
            ("Vec<T> & a < b", "Vec<T> & a < b"),
            ("AT&T; and I <3 you", "AT&T; and I <3 you"),
            ("evil\u{202e}txt.exe\u{200b}\u{0}\u{e0041}", "eviltxt.exe"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
        ] {
            assert_eq!(title(raw).as_deref(), Some(wanted), "{raw:?}");
        }
        assert_eq!(title(" \u{200b}\u{feff} "), None);
        let long = description(&"word ".repeat(1000)).unwrap();
        assert!(long.chars().count() <= limits::DESCRIPTION && long.ends_with("word…"), "{long}");
        assert!(title(&"x".repeat(1000)).unwrap().chars().count() <= limits::TITLE);
    }

    #[test]
    fn addresses_are_resolved_against_the_page() {
        let base = Url::parse("https://site.example/a/b").unwrap();
        let at = |raw| address(raw, &base);
        assert_eq!(at("/x.png").as_deref(), Some("https://site.example/x.png"));
        assert_eq!(at(" c/x.png ").as_deref(), Some("https://site.example/a/c/x.png"));
        assert_eq!(at("//cdn.example/x.png").as_deref(), Some("https://cdn.example/x.png"));
        assert_eq!(at("/media/x.png").as_deref(), Some("https://site.example/media/x.png"));
        for bad in
            ["javascript:alert(1)", "data:image/png;base64,x", "https://u:p@site.example/x", "file:///x", "https://"]
        {
            assert_eq!(at(bad), None, "{bad}");
        }
    }

    #[test]
    fn running_times_are_parsed_in_all_common_forms() {
        for (raw, wanted) in [
            ("PT3M33S", Some(213)),
            ("P00H03M33S", Some(213)),
            ("PT1H2M3.4S", Some(3723)),
            ("P1DT1S", Some(86_401)),
            ("213", Some(213)),
            ("3:33", Some(213)),
            ("1:02:03", Some(3723)),
            ("0", None),
            ("", None),
            ("P", None),
            ("PT5", None),
            ("-5", None),
            ("1e9", None),
            ("99999999999", None),
            ("three", None),
        ] {
            assert_eq!(seconds(raw), wanted, "{raw}");
        }
    }
}
