//! The addresses of handles.

use crate::safe_url::SafeUrl;
use crate::tile::Social;
use crate::tile::platform::Platform;

impl Social {
    /// The handle's address on its platform; `None` where handles have none, or this one gives no valid address.
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
            // A name leads nowhere; only the app finds it.
            Platform::Signal if handle.contains(char::is_alphabetic) => return None,
            Platform::Signal => {
                handle.chars().filter(|character| character.is_ascii_digit() || *character == '+').collect()
            }
            Platform::Whatsapp => handle.chars().filter(char::is_ascii_digit).collect(),
            // A Matrix handle already starts with `@`.
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

    /// The handle as people write it on that platform: with `@` where they do.
    pub fn shown_handle(&self) -> String {
        let handle = self.handle.as_str();
        let at = matches!(
            self.platform,
            Platform::Instagram
                | Platform::X
                | Platform::Tiktok
                | Platform::Youtube
                | Platform::Threads
                | Platform::Bluesky
                | Platform::Mastodon
                | Platform::Pixelfed
                | Platform::Medium
        );
        if at && !handle.starts_with('@') { format!("@{handle}") } else { handle.to_owned() }
    }
}

/// Whether a character may be part of a host with a port, international names included.
fn in_host(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '.' | '-' | ':')
}

/// Percent-encodes characters that would end the part of the address where the handle is inserted.
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
