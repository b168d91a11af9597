//! Domains without a scheme. `harrow.example` is an address, `etc.and`, `main.rs` and `10.am` are not:
//!
//! 1. The last label is a top-level domain (IANA's list), or in punycode.
//! 2. A path, a query, a port or `www.` is good evidence: then nothing more is asked.
//! 3. Without it, two labels that end like a file (`main.rs`, `README.md`, `clip.mov`) are a file name; so are more,
//!    where the one before the ending is typical of files (`vite.config.rs`) or there are capitals (`README.de.md`).
//! 4. A number before a unit or a half of the day is that (`10.am`, `5.km`), and a number before a number a version.
//! 5. A last label that is capitalised alone is the start of a sentence (`ten.Next`), except `.Com`, `.Net` and `.Org`.
//! 6. Names of products that look like domains are words (`ASP.NET`).

use super::top_level_domain_table::{LATIN, OTHER};
use crate::address::is_domain;
use crate::text::clean;

/// Endings of file names that are also top-level domains.
const FILES: &str = " md rs py sh pl ps so zip mov cc mm ml mk pm tf ac am la st sc cr as ms pub cab properties ";

/// What often stands before the ending of a file name.
const BEFORE_FILE_ENDING: &str = " config conf test tests spec min tar d lock setup build backup bak old orig draft final template sample example en de fr es it pt ";

/// Endings that are also units and halves of the day.
const UNITS: &str = " am pm km mm cm kg ml mg st gb ";

/// Products and people.
const NAMES: &str = " asp.net ado.net vb.net will.i.am ";

/// Whether a text without whitespace is a domain, perhaps with a port and a path.
pub(super) fn is_address(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let port = |port: &str| (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    let host = host.rsplit_once(':').filter(|(_, number)| port(number)).map_or(host, |(host, _)| host);
    if !is_domain(host) || clean(host) != host || !has_top_level_domain(host) {
        return false;
    }
    let evidence = text.len() > host.len() || host.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    evidence || !is_something_else(host)
}

/// Whether the last label is a top-level domain.
pub(super) fn has_top_level_domain(host: &str) -> bool {
    let end = host.rsplit('.').next().unwrap_or_default().to_lowercase();
    match end.bytes().next() {
        Some(first @ b'a'..=b'z') if end.is_ascii() => {
            end.starts_with("xn--") || is_latin(usize::from(first - b'a'), end.get(1..).unwrap_or_default())
        }
        Some(_) => OTHER.split(' ').any(|name| name == end),
        None => false,
    }
}

/// Whether a top-level domain of this first letter, counted from `a`, goes on like this.
fn is_latin(letter: usize, tail: &str) -> bool {
    let Some(coded) = LATIN.get(letter) else { return false };
    // How much of the tail the domain before has in common with it: what a domain takes over from it must be that.
    let mut same = 0;
    let mut rest = coded.as_bytes();
    while let Some((code, after)) = rest.split_first() {
        let shared = usize::from(code.saturating_sub(b'A'));
        let length = after.iter().position(u8::is_ascii_uppercase).unwrap_or(after.len());
        let Some((own, next)) = after.split_at_checked(length) else { return false };
        if shared <= same {
            let wanted = tail.as_bytes().get(shared..).unwrap_or_default();
            same = shared + own.iter().zip(wanted).take_while(|(own, wanted)| own == wanted).count();
            if wanted == own {
                return true;
            }
        }
        rest = next;
    }
    false
}

/// Whether a domain without evidence is more likely something else.
fn is_something_else(host: &str) -> bool {
    let is_in = |list: &str, word: &str| list.contains(&format!(" {word} "));
    let folded = host.to_lowercase();
    let labels: Vec<&str> = folded.split('.').collect();
    let [firsts @ .., before, end] = labels.as_slice() else { return true };
    let number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
    let file = is_in(FILES, end)
        && (firsts.is_empty() || is_in(BEFORE_FILE_ENDING, before) || host.contains(char::is_uppercase));
    let measure = number(before) && (is_in(UNITS, end) || firsts.iter().any(|label| number(label)));
    file || measure || begins_a_sentence(host) || is_in(NAMES, &folded)
}

/// Whether the last label alone is capitalised, or all are and it is none of the oldest: "ten.Next", "Hello.World".
fn begins_a_sentence(host: &str) -> bool {
    let end = host.rsplit('.').next().unwrap_or_default();
    let mut letters = end.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.all(char::is_lowercase)
        && !matches!(end, "Com" | "Net" | "Org")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_top_level_domain_is_found_and_nothing_near_it() {
        let mut count = 0;
        for (letter, coded) in (b'a'..).zip(LATIN) {
            let mut tail = String::new();
            let mut letters = coded.bytes().peekable();
            while let Some(code) = letters.next() {
                tail.truncate(usize::from(code - b'A'));
                while let Some(next) = letters.next_if(u8::is_ascii_lowercase) {
                    tail.push(char::from(next));
                }
                let name = format!("x.{}{tail}", char::from(letter));
                assert!(has_top_level_domain(&name), "{name}");
                assert!(!has_top_level_domain(&format!("{name}qx")), "{name}qx");
                count += 1;
            }
        }
        assert!(count > 1200, "{count}");
        for known in ["com", "museum", "photography", "example", "рф", "中国", "भारत", "xn--p1ai"] {
            assert!(has_top_level_domain(&format!("x.{known}")), "{known}");
        }
        for unknown in ["js", "and", "c", "corp", "local", "1", "", "photograph", "exampl"] {
            assert!(!has_top_level_domain(&format!("x.{unknown}")), "{unknown}");
        }
    }
}
