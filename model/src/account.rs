//! What an account signs in with: the sentences shown beside the fields of forms, by the service and in the browser.

/// Shortest and longest password, characters.
pub const PASSWORD: std::ops::RangeInclusive<usize> = 10..=200;

/// An email field was left empty.
pub const EMAIL_MISSING: &str = "Write your email address here.";
/// An email field holds something else.
pub const EMAIL_MALFORMED: &str = "This needs an email address, like ines@harrow.example.";
/// An optional email field holds something else.
pub const EMAIL_OPTIONAL: &str = "Leave the email out, or write one like ines@harrow.example.";
/// A password field was left empty.
pub const PASSWORD_MISSING: &str = "Write your password here.";
/// A new password is shorter than [`PASSWORD`] allows.
pub const PASSWORD_SHORT: &str = "A password has at least 10 characters.";

#[cfg(test)]
mod tests {
    #[test]
    fn the_sentence_names_the_shortest_password() {
        assert!(super::PASSWORD_SHORT.contains(&format!(" {} ", super::PASSWORD.start())));
    }
}
