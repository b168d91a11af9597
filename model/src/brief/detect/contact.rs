//! Emails, telephone numbers and federated handles.

use super::social;
use crate::tile::{Kind, Platform};

/// Emails, telephone numbers and federated handles.
pub(super) fn handle(input: &str) -> Option<Kind> {
    if let Some(number) = input.strip_prefix('+') {
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        let only = number.bytes().all(|byte| byte.is_ascii_digit() || b" -().".contains(&byte));
        return (only && (7..=15).contains(&digits)).then(|| social(Platform::Phone, input));
    }
    if input.contains(char::is_whitespace) {
        return None;
    }
    if let Some((user, host)) = input.strip_prefix('@').and_then(|rest| rest.split_once('@')) {
        return (is_plain_handle(user) && is_host(host))
            .then(|| social(Platform::Mastodon, &format!("{user}@{}", host.to_ascii_lowercase())));
    }
    let (user, host) = input.split_once('@')?;
    (!user.is_empty() && !user.contains(['/', ':']) && is_host(host)).then(|| social(Platform::Email, input))
}

pub(super) fn is_plain_handle(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

pub(super) fn is_host(text: &str) -> bool {
    let labels: Vec<&str> = text.split('.').collect();
    let label = |text: &&str| {
        !text.is_empty()
            && text.len() <= 63
            && text.chars().all(|character| character.is_alphanumeric() || character == '-')
            && !text.starts_with('-')
    };
    let top = labels.last().is_some_and(|label| {
        label.chars().count() >= 2 && label.chars().all(|character| character.is_alphabetic() || character == '-')
            || label.starts_with("xn--")
    });
    labels.len() >= 2 && text.len() <= 253 && top && labels.iter().all(label)
}
