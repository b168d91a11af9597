//! URLs that are safe to put in a page: parsed as browsers parse them, limited to a closed list of schemes.

use serde::{Deserialize, Serialize};

use crate::address::{Address, is_domain};
use crate::{limits, punycode};

/// An address a visitor may follow: https, http, mailto or tel; no credentials or control characters
/// (decisions, Limits).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SafeUrl(String);

/// An address of a picture: https, http, or the server's own `/media/…`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImageUrl(String);

impl SafeUrl {
    /// Parses and normalises an absolute address.
    ///
    /// # Errors
    /// A sentence that says what to write instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        let url = checked(text)?;
        match url.scheme.as_str() {
            "https" | "http" => with_host(&url).map(|()| Self(url.whole)),
            "mailto" | "tel" if url.path.len() > 1 => Ok(Self(url.whole)),
            other => Err(format!("links of the kind \"{other}:\" are not allowed; use https, http, mailto or tel")),
        }
        .and_then(|parsed| bounded(&parsed.0).map(|()| parsed))
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its parsed parts.
    pub(crate) fn parts(&self) -> Option<Address> {
        Address::parse(&self.0)
    }

    /// The host as shown on tiles: without `www.`, in its own script; for mailto and tel what follows the colon.
    pub fn shown_host(&self) -> String {
        let Some(url) = self.parts() else { return String::new() };
        match url.host.as_str() {
            "" => url.path,
            // The host may be just `www.`.
            host => punycode::shown(host.strip_prefix("www.").filter(|rest| !rest.is_empty()).unwrap_or(host)),
        }
    }
}

impl ImageUrl {
    /// Parses an address of a picture.
    ///
    /// # Errors
    /// A sentence that says what to write instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(name) = text.strip_prefix("/media/") {
            return own_media(name).map(|()| Self(text.to_owned()));
        }
        let url = checked(text)?;
        if !matches!(url.scheme.as_str(), "https" | "http") {
            return Err(
                "a picture's address starts with https://, http:// or is one of our own /media/ pictures".to_owned()
            );
        }
        with_host(&url)?;
        bounded(&url.whole).map(|()| Self(url.whole))
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A picture shipped with Mantel under `/samples/`, for the sample page; never accepted from outside.
    pub fn shipped(name: &str) -> Option<Self> {
        own_media(name).ok().map(|()| Self(format!("/samples/{name}")))
    }

    /// Whether the picture is stored on this server.
    pub fn is_own(&self) -> bool {
        self.own_name().is_some()
    }

    /// The name of a picture stored on this server: what follows `/media/`.
    pub fn own_name(&self) -> Option<&str> {
        self.0.strip_prefix("/media/")
    }
}

fn own_media(name: &str) -> Result<(), String> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    if !name.is_empty() && name.len() <= 200 && name.bytes().all(|byte| plain(&byte)) && !name.contains("..") {
        Ok(())
    } else {
        Err("a picture of our own is named /media/ and its file name, nothing more".to_owned())
    }
}

fn checked(text: &str) -> Result<Address, String> {
    let text = text.trim();
    bounded(text)?;
    if text.chars().any(|character| character.is_control()) {
        return Err("the address contains control characters; copy it again".to_owned());
    }
    let url = Address::parse(text)
        .ok_or_else(|| format!("\"{}\" is not a whole address; start with https://", shortened(text)))?;
    if url.credentials {
        return Err("the address contains a user name or password; leave it out".to_owned());
    }
    Ok(url)
}

fn with_host(url: &Address) -> Result<(), String> {
    if url.host.is_empty() { Err("the address names no host".to_owned()) } else { Ok(()) }
}

fn bounded(text: &str) -> Result<(), String> {
    if text.len() > limits::URL_BYTES {
        Err(format!("the address is {} bytes long; the limit is {}", text.len(), limits::URL_BYTES))
    } else {
        Ok(())
    }
}

/// What is said when a user name and a password were cut out of an address.
pub(crate) const CREDENTIALS_CUT: &str =
    "The user name and password in the address were left out: a page shows its addresses to everyone.";

/// Words before an email address that are no user name: `email:ines@harrow.example`.
const BEFORE_EMAIL: &str = " mailto acct xmpp sip sips im skype email e-mail mail contact jabber matrix ";

/// The text without user names and passwords in its addresses; `None` where there are none. Between `://` and the end of
/// the host, what stands before the last `@` is cut; so it is after `https:` where a word begins with it, and before the
/// domain where the whole text is `user:password@host`.
pub(crate) fn without_credentials(text: &str) -> Option<String> {
    if !text.contains('@') {
        return None;
    }
    let mut out = String::new();
    let mut rest = text;
    let mut cut = false;
    while let Some((before, after)) = rest.split_once(':') {
        let word = before.rsplit(char::is_whitespace).next().unwrap_or_default().to_ascii_lowercase();
        let begins = word.len() < before.len() || out.is_empty();
        out.push_str(before);
        out.push(':');
        rest = after;
        let host_at = after.len() - after.trim_start_matches(['/', '\\']).len();
        let web = begins && matches!(word.as_str(), "https" | "http");
        let (slashes, authority) = after.split_at_checked(host_at).unwrap_or_default();
        // A user name alone is how git logs in.
        if (slashes.len() < 2 && !web) || (word.ends_with("ssh") && authority.starts_with("git@")) {
            continue;
        }
        let end = authority.find(|it: char| it.is_whitespace() || "/\\?#\"<>`".contains(it));
        let user_and_host = authority.get(..end.unwrap_or(authority.len())).unwrap_or_default();
        let parts = user_and_host.rsplit_once('@').filter(|(user, host)| !user.is_empty() && !host.is_empty());
        if let Some((user, _)) = parts {
            out.push_str(slashes);
            // What follows may be another address.
            rest = authority.get(user.len() + 1..).unwrap_or_default();
            cut = true;
        }
    }
    out.push_str(rest);
    if cut { Some(out) } else { bare(text) }
}

/// `user:password@host/…` as a whole text, perhaps with `//` in front.
fn bare(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return None;
    }
    let slashes = text.len() - text.trim_start_matches(['/', '\\']).len();
    let address = text.get(slashes..).filter(|_| matches!(slashes, 0 | 2))?;
    let (user, _) = address.split(['/', '\\', '?', '#']).next()?.rsplit_once('@')?;
    let rest = address.get(user.len() + 1..)?;
    let (name, password) = user.split_once(':')?;
    let word = name.trim_start_matches('<').to_ascii_lowercase();
    let label = BEFORE_EMAIL.contains(&format!(" {word} "));
    let host = rest.split(['/', '\\', '?', '#', ':']).next().unwrap_or_default();
    let credentials = !name.is_empty() && !password.is_empty() && !label && is_domain(host);
    credentials.then(|| format!("{}{rest}", text.get(..slashes).unwrap_or_default()))
}

/// At most 60 characters of an input, for messages.
pub(crate) fn shortened(text: &str) -> String {
    if text.chars().nth(60).is_none() { text.to_owned() } else { text.chars().take(59).chain(['…']).collect() }
}

/// Implements serde and the schema through `parse` and `as_str`.
macro_rules! as_address {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(&self.0)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                Self::parse(&String::deserialize(d)?).map_err(serde::de::Error::custom)
            }
        }
        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "maxLength": limits::URL_BYTES })
            }
        }
    };
}
as_address!(SafeUrl);
as_address!(ImageUrl);
