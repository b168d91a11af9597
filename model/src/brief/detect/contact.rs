//! Emails, telephone numbers and handles of the fediverse.
//!
//! A telephone number is one where nothing else looks like it: with `+` or `00` and a country code, with an area code in
//! brackets, in groups after a single 0 (`042 555 01 23`, `06 12 34 56 78`), or as in North America (`555-123-4567`). Not
//! dates, versions, prices or numbers of books.

use super::social;
use crate::tile::handle::is_email;
use crate::tile::profile_address::federated_platform;
use crate::tile::{Kind, Platform};

/// Longest text that may be one of these, bytes.
const LONGEST: usize = 400;

pub(super) fn contact(input: &str) -> Option<Kind> {
    if input.len() > LONGEST {
        return None;
    }
    if let Some(number) = telephone(input) {
        return social(Platform::Phone, &number);
    }
    if let Some(email) = named_email(input) {
        return social(Platform::Email, email);
    }
    if input.contains(char::is_whitespace) {
        return None;
    }
    if let Some((_, host)) = input.strip_prefix('@').and_then(|rest| rest.split_once('@')) {
        return social(federated_platform(&host.to_lowercase()), input);
    }
    let (user, _) = input.rsplit_once('@')?;
    (!user.contains(['/', ':'])).then(|| social(Platform::Email, input)).flatten()
}

/// The address in `Ines Harrow <ines@harrow.example>`.
fn named_email(input: &str) -> Option<&str> {
    let (name, rest) = input.split_once('<')?;
    let email = rest.strip_suffix('>')?.trim();
    let email = email.strip_prefix("mailto:").unwrap_or(email);
    (!name.contains(['@', '<', '>']) && is_email(email)).then_some(email)
}

/// The number, with usual spaces and hyphens, if the text is unmistakably one.
fn telephone(input: &str) -> Option<String> {
    let usual = |character: char| match character {
        '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' => ' ',
        '\u{2010}'..='\u{2013}' => '-',
        '\u{ff0b}' => '+',
        other => other,
    };
    let text: String = input.chars().map(usual).collect();
    let number = text.strip_prefix('+').unwrap_or(&text);
    if !number.bytes().all(|byte| byte.is_ascii_digit() || b" -().".contains(&byte) || byte == b'/') {
        return None;
    }
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    if number.len() < text.len() {
        return (7..=15).contains(&digits).then_some(text);
    }
    if let Some(country) = text.strip_prefix("00") {
        let country = country.trim_start();
        return ((9..=17).contains(&digits) && country.starts_with(|it: char| matches!(it, '1'..='9')))
            .then(|| format!("+{country}"));
    }
    let groups: Vec<&str> = text.split([' ', '-', '.', '/', '(', ')']).filter(|group| !group.is_empty()).collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let area = text.starts_with('(') && lengths.first().is_some_and(|length| (2..=5).contains(length));
    let north_american = {
        let rest = groups.strip_prefix(&["1"]).unwrap_or(&groups);
        let signs = text.bytes().filter(|byte| !byte.is_ascii_digit());
        rest.iter().map(|group| group.len()).eq([3, 3, 4])
            && signs.clone().count() > 0
            && signs.clone().all(|sign| sign != b' ' && sign != b'/')
    };
    let year = |(at, group): (usize, &&str)| {
        at >= 2 && group.len() == 4 && (group.starts_with("19") || group.starts_with("20"))
    };
    let dated = lengths.iter().take(2).all(|length| *length <= 2) && groups.iter().enumerate().any(year);
    let national = text.starts_with('0')
        && lengths.len() >= 2
        && lengths.iter().all(|length| *length >= 2)
        && (9..=12).contains(&digits);
    let sure = (area && (7..=12).contains(&digits)) || north_american || (national && !dated);
    sure.then_some(text)
}
