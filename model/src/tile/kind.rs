//! The eight tile types and the fields of each.

use serde::{Deserialize, Serialize};

use crate::limits;
use crate::number::Zoom;
use crate::profile::Focus;
use crate::safe_url::{ImageUrl, SafeUrl};
use crate::text::Text;
use crate::tile::platform::Platform;

closed_set! {
    /// The name of a tile type (specification, Tile types).
    pub enum KindName ("a tile type") {
        /// A link.
        Link = "link", "Link";
        /// A social handle.
        Social = "social", "Social";
        /// A note.
        Text = "text", "Note";
        /// A section title.
        Heading = "heading", "Heading";
        /// A picture.
        Image = "image", "Picture";
        /// A video.
        Video = "video", "Video";
        /// A track, album, playlist, artist or show.
        Music = "music", "Music";
        /// A code repository.
        Github = "github", "Repository";
    }
}

closed_set! {
    /// The look of a note.
    pub enum NoteLook ("a note look") {
        /// A round badge, drawn by each look as its own.
        Stamp = "stamp", "Stamp";
    }
}

/// `owner/name` of a code repository.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Repo(String);

impl Repo {
    /// Parses `owner/name`: letters, digits, `-`, `_` and `.`; the owner at most 39 characters, the name at most 100.
    ///
    /// # Errors
    /// A sentence with an example.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong = || {
            format!(
                "\"{}\" is not a repository; write owner/name, like tokio-rs/tokio",
                crate::safe_url::shortened(text)
            )
        };
        let (owner, name) = text.split_once('/').ok_or_else(wrong)?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let fits = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(plain) && !matches!(part, "." | "..")
        };
        if fits(owner, 39) && !owner.starts_with(['-', '.']) && fits(name, 100) {
            Ok(Self(text.to_owned()))
        } else {
            Err(wrong())
        }
    }

    /// `owner/name`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Repo {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Repo {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Repo {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Repo".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,38}/[A-Za-z0-9_.-]{1,100}$" })
    }
}

/// The title of a tile.
pub type Title = Text<{ limits::TITLE }>;
/// The description of a tile.
pub type Description = Text<{ limits::DESCRIPTION }>;
/// Text for people who cannot see a picture.
pub type Alt = Text<{ limits::ALT }>;

/// A picture's crop and alternative text, shared by the types that show one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Picture {
    /// Alternative text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<Alt>,
    /// The point kept in view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<Focus>,
    /// Crop factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zoom: Option<Zoom>,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    /// Where it goes.
    pub url: SafeUrl,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// A line about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Description>,
    /// A preview picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageUrl>,
    /// Crop and alternative text of the picture.
    #[serde(flatten)]
    pub picture: Picture,
    /// Whether it leads to the same person elsewhere: the link then has `rel="me"`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub me: bool,
}

impl Link {
    /// A link without anything but its address.
    pub fn to(url: SafeUrl) -> Self {
        Self { url, title: None, description: None, image: None, picture: Picture::default(), me: false }
    }
}

/// A handle on a social platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Social {
    /// The platform.
    pub platform: Platform,
    /// The handle, address or number there, without `@` where the platform's address has none.
    pub handle: Text<{ limits::HANDLE }>,
}

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// Its words, with the small markup.
    pub text: Text<{ limits::TEXT }>,
    /// `stamp` makes it a round badge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<NoteLook>,
}

/// A section title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Heading {
    /// Its words.
    pub text: Title,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Image {
    /// Its address.
    pub src: ImageUrl,
    /// The caption.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// Where it leads; makes it clickable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<SafeUrl>,
    /// Crop and alternative text.
    #[serde(flatten)]
    pub picture: Picture,
}

/// A video on a video site.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Video {
    /// Its address there.
    pub url: SafeUrl,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// A still that replaces the thumbnail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageUrl>,
    /// Crop and alternative text of the still.
    #[serde(flatten)]
    pub picture: Picture,
}

/// A track, album, playlist, artist or show on a streaming service.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Music {
    /// Its address there.
    pub url: SafeUrl,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// A cover that replaces the service's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageUrl>,
    /// Crop and alternative text of the cover.
    #[serde(flatten)]
    pub picture: Picture,
}

/// A code repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Github {
    /// `owner/name`.
    pub repo: Repo,
}

/// The content of a tile.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Kind {
    /// A link.
    Link(Link),
    /// A social handle.
    Social(Social),
    /// A note or stamp.
    Text(Note),
    /// A section title.
    Heading(Heading),
    /// A picture.
    Image(Image),
    /// A video.
    Video(Video),
    /// Music.
    Music(Music),
    /// A repository.
    Github(Github),
}
