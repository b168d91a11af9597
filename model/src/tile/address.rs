//! Where a tile leads and what it is called, for every reader that is not a look: plain text, previews, summaries.

use crate::safe_url::SafeUrl;
use crate::text::markup;
use crate::tile::platform::Platform;
use crate::tile::{Kind, Social};

impl Kind {
    /// The address a visitor follows from the tile, if any.
    pub fn address(&self) -> Option<SafeUrl> {
        match self {
            Self::Link(it) => Some(it.url.clone()),
            Self::Social(it) => it.address(),
            Self::Image(it) => it.url.clone(),
            Self::Video(it) => Some(it.url.clone()),
            Self::Music(it) => Some(it.url.clone()),
            Self::Github(it) => SafeUrl::parse(&format!("https://github.com/{}", it.repo.as_str())).ok(),
            Self::Text(_) | Self::Heading(_) => None,
        }
    }

    /// The owner's own name for it: title, caption, words of a note or heading, repository.
    pub fn own_title(&self) -> Option<String> {
        match self {
            Self::Link(it) => it.title.as_ref().map(ToString::to_string),
            Self::Image(it) => it.title.as_ref().map(ToString::to_string),
            Self::Video(it) => it.title.as_ref().map(ToString::to_string),
            Self::Music(it) => it.title.as_ref().map(ToString::to_string),
            Self::Social(it) => Some(format!("{}: {}", it.platform.label(), it.handle)),
            Self::Text(it) => Some(markup::plain(&markup::parse(&it.text))),
            Self::Heading(it) => Some(it.text.to_string()),
            Self::Github(it) => Some(it.repo.as_str().to_owned()),
        }
    }
}

impl Social {
    /// The address the handle stands for on its platform; `None` where handles have no address, or it makes none.
    pub fn address(&self) -> Option<SafeUrl> {
        let template = self.platform.template()?;
        let handle = self.handle.trim();
        if let Some(under) = template.strip_prefix('@') {
            let (user, host) = handle.trim_start_matches('@').split_once('@')?;
            if !host.chars().all(in_host) {
                return None;
            }
            let mark = if under.is_empty() { "@" } else { "u/" };
            return SafeUrl::parse(&format!("https://{host}/{mark}{}", encoded(user))).ok();
        }
        let handle = match self.platform {
            Platform::Phone => {
                handle.chars().filter(|character| character.is_ascii_digit() || *character == '+').collect()
            }
            Platform::Whatsapp => handle.chars().filter(char::is_ascii_digit).collect(),
            // A Matrix name starts with @ by itself.
            Platform::Matrix => handle.to_owned(),
            _ => handle.trim_start_matches('@').to_owned(),
        };
        let as_host = template.starts_with("https://{}.");
        let strays = handle.split('/').any(|part| matches!(part, "." | ".."))
            || as_host && !handle.chars().all(|character| character.is_ascii_alphanumeric() || character == '-');
        if handle.is_empty() || strays {
            return None;
        }
        // `channel/…`, `company/…`, `r/…`: a path from the site's root.
        if let (true, Some((root, _))) =
            (handle.contains('/'), template.strip_prefix("https://").and_then(|rest| rest.split_once('/')))
        {
            let path: Vec<String> = handle.split('/').map(encoded).collect();
            return SafeUrl::parse(&format!("https://{root}/{}", path.join("/"))).ok();
        }
        SafeUrl::parse(&template.replacen("{}", &encoded(&handle), 1)).ok()
    }
}

/// What a host with a port is made of, international names included.
fn in_host(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '.' | '-' | ':')
}

/// Percent-encodes what would leave the part of the address where the handle stands.
fn encoded(handle: &str) -> String {
    let mut out = String::new();
    for byte in handle.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~@:+/!$".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
