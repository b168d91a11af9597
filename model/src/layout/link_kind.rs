//! The kind of a link, which decides its drawing: an envelope, a postcard or a plain one (looks, 1.1).

use crate::facts::Facts;
use crate::safe_url::SafeUrl;
use crate::tile::Link;

/// How a link is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// Mail and newsletters.
    Letter,
    /// A link with a preview picture.
    Postcard,
    /// Any other.
    Plain,
}

/// Hosts that send newsletters, including all their subdomains.
const LETTER_HOSTS: [&str; 5] = ["substack.com", "buttondown.com", "beehiiv.com", "ghost.io", "mailchi.mp"];

impl LinkKind {
    /// The kind of a link, given the picture it shows: its own or the one from its facts.
    pub fn of(link: &Link, facts: Option<&Facts>) -> Self {
        if is_letter(&link.url) {
            Self::Letter
        } else if link.image.is_some() || facts.is_some_and(|facts| facts.image.is_some()) {
            Self::Postcard
        } else {
            Self::Plain
        }
    }

    /// The CSS class of the kind.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Letter => "k-letter",
            Self::Postcard => "k-postcard",
            Self::Plain => "k-plain",
        }
    }
}

/// An email, a newsletter host, or `newsletter` or `letter` as a whole path segment or host label.
fn is_letter(url: &SafeUrl) -> bool {
    let Some(url) = url.parts() else { return false };
    if url.scheme == "mailto" {
        return true;
    }
    let host = url.host.as_str();
    let under = |base: &str| host == base || host.strip_suffix(base).is_some_and(|rest| rest.ends_with('.'));
    let word = |text: &str| text.eq_ignore_ascii_case("newsletter") || text.eq_ignore_ascii_case("letter");
    LETTER_HOSTS.iter().any(|base| under(base)) || host.split('.').any(word) || url.path.split('/').any(word)
}
