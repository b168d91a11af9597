//! Questions that other code asks of any tile, answered per tile type.

use super::kind::{Kind, KindName, Picture, Title};
use crate::safe_url::{ImageUrl, SafeUrl};
use crate::text::markup;
use crate::tile::Size;

/// A fact that a tile can show about its address; each is the field of that name of [`crate::facts::Facts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the field of the same name in `Facts`")]
pub enum FactName {
    Title,
    Description,
    Image,
    Icon,
    Artist,
    Duration,
    Stars,
    Language,
}

impl KindName {
    /// The facts that tiles of this type show (specification, Tile); none for types without an address of their own.
    pub const fn facts(self) -> &'static [FactName] {
        use FactName::{Artist, Description, Duration, Icon, Image, Language, Stars, Title};
        match self {
            Self::Link => &[Title, Image, Description, Icon],
            Self::Video | Self::Music => &[Title, Image, Artist, Duration],
            Self::Github => &[Description, Stars, Language],
            Self::Social | Self::Text | Self::Heading | Self::Image => &[],
        }
    }
}

impl Kind {
    /// The name of its type.
    pub const fn name(&self) -> KindName {
        match self {
            Self::Link(_) => KindName::Link,
            Self::Social(_) => KindName::Social,
            Self::Text(_) => KindName::Text,
            Self::Heading(_) => KindName::Heading,
            Self::Image(_) => KindName::Image,
            Self::Video(_) => KindName::Video,
            Self::Music(_) => KindName::Music,
            Self::Github(_) => KindName::Github,
        }
    }

    /// The size when none is given (decisions, Tile fields).
    pub fn default_size(&self) -> Size {
        match self {
            Self::Image(_) => Size::L,
            Self::Video(_) => Size::W,
            Self::Text(note) if note.look.is_none() && note.text.chars().count() > 90 => Size::W,
            _ => Size::S,
        }
    }

    /// The owner's own title: title, caption, text of a note or heading, repository.
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

    /// Its title or caption, mutable; `None` for types without one.
    pub const fn title_mut(&mut self) -> Option<&mut Option<Title>> {
        match self {
            Self::Link(it) => Some(&mut it.title),
            Self::Image(it) => Some(&mut it.title),
            Self::Video(it) => Some(&mut it.title),
            Self::Music(it) => Some(&mut it.title),
            Self::Social(_) | Self::Text(_) | Self::Heading(_) | Self::Github(_) => None,
        }
    }

    /// The owner's description besides the title: that of a link, the alternative text of a picture with a caption.
    pub fn own_description(&self) -> Option<&str> {
        match self {
            Self::Link(it) => it.description.as_deref(),
            Self::Image(it) => it.title.as_ref().and(it.picture.alt.as_deref()),
            Self::Social(_) | Self::Text(_) | Self::Heading(_) | Self::Video(_) | Self::Music(_) | Self::Github(_) => {
                None
            }
        }
    }

    /// The address that it shows: that of a link, a video or music. The address a picture links to is not shown.
    pub const fn shown_address(&self) -> Option<&SafeUrl> {
        match self {
            Self::Link(it) => Some(&it.url),
            Self::Video(it) => Some(&it.url),
            Self::Music(it) => Some(&it.url),
            Self::Social(_) | Self::Text(_) | Self::Heading(_) | Self::Image(_) | Self::Github(_) => None,
        }
    }

    /// The address a visitor follows from the tile, if any.
    pub fn address(&self) -> Option<SafeUrl> {
        match self {
            Self::Social(it) => it.address(),
            Self::Image(it) => it.url.clone(),
            Self::Github(it) => SafeUrl::parse(&format!("https://github.com/{}", it.repo.as_str())).ok(),
            other => other.shown_address().cloned(),
        }
    }

    /// The picture that the owner set.
    pub const fn picture(&self) -> Option<&ImageUrl> {
        match self {
            Self::Image(it) => Some(&it.src),
            Self::Link(it) => it.image.as_ref(),
            Self::Video(it) => it.image.as_ref(),
            Self::Music(it) => it.image.as_ref(),
            Self::Social(_) | Self::Text(_) | Self::Heading(_) | Self::Github(_) => None,
        }
    }

    /// The picture that the owner chose as the preview of what it leads to, for the types that have one, mutable.
    pub const fn preview_mut(&mut self) -> Option<&mut Option<ImageUrl>> {
        match self {
            Self::Link(it) => Some(&mut it.image),
            Self::Video(it) => Some(&mut it.image),
            Self::Music(it) => Some(&mut it.image),
            Self::Image(_) | Self::Social(_) | Self::Text(_) | Self::Heading(_) | Self::Github(_) => None,
        }
    }

    /// Crop and alternative text of its picture, for the types that show one.
    pub const fn crop(&self) -> Option<&Picture> {
        match self {
            Self::Image(it) => Some(&it.picture),
            Self::Link(it) => Some(&it.picture),
            Self::Video(it) => Some(&it.picture),
            Self::Music(it) => Some(&it.picture),
            Self::Social(_) | Self::Text(_) | Self::Heading(_) | Self::Github(_) => None,
        }
    }

    /// The same, mutable.
    pub const fn crop_mut(&mut self) -> Option<&mut Picture> {
        match self {
            Self::Image(it) => Some(&mut it.picture),
            Self::Link(it) => Some(&mut it.picture),
            Self::Video(it) => Some(&mut it.picture),
            Self::Music(it) => Some(&mut it.picture),
            Self::Social(_) | Self::Text(_) | Self::Heading(_) | Self::Github(_) => None,
        }
    }

    /// What identifies it among tiles of its type, regardless of its appearance: its address or text.
    pub fn identity(&self) -> String {
        match self {
            Self::Social(it) => format!("{} {}", it.platform, it.handle.to_lowercase()),
            Self::Text(it) => it.text.to_string(),
            Self::Heading(it) => it.text.to_string(),
            Self::Image(it) => it.src.to_string(),
            Self::Github(it) => it.repo.as_str().to_lowercase(),
            Self::Link(it) => it.url.to_string(),
            Self::Video(it) => it.url.to_string(),
            Self::Music(it) => it.url.to_string(),
        }
    }
}
