//! Who the page is about (specification, Profile).

use serde::{Deserialize, Serialize};

use crate::language::Language;
use crate::limits;
use crate::number::{Percent, Zoom};
use crate::safe_url::ImageUrl;
use crate::text::Text;

/// The point of a picture kept in view, percent of each side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Focus {
    /// From the left, 0 to 100.
    pub x: Percent,
    /// From the top, 0 to 100.
    pub y: Percent,
}

/// The profile: name, a short bio, location and picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// Display name.
    pub name: Text<{ limits::NAME }>,
    /// A few sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bio: Option<Text<{ limits::BIO }>>,
    /// Picture address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avatar: Option<ImageUrl>,
    /// A place, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Text<{ limits::LOCATION }>>,
    /// The point of the avatar kept in view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avatar_focus: Option<Focus>,
    /// Crop factor of the avatar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avatar_zoom: Option<Zoom>,
    /// What search engines and link previews call the page, instead of the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_title: Option<Text<{ limits::PAGE_TITLE }>>,
    /// What they say about it, instead of the bio.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_description: Option<Text<{ limits::PAGE_DESCRIPTION }>>,
    /// The language of the page; guessed from its words when it is drawn if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<Language>,
    /// Whether it is in the sitemap, and search engines may list it.
    #[serde(skip_serializing_if = "is_listed")]
    pub listed: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_listed(listed: &bool) -> bool {
    *listed
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            name: Text::default(),
            bio: None,
            avatar: None,
            location: None,
            avatar_focus: None,
            avatar_zoom: None,
            page_title: None,
            page_description: None,
            lang: None,
            listed: true,
        }
    }
}

impl Profile {
    /// The display name, or another name while there is none.
    pub fn name_or<'a>(&'a self, other: &'a str) -> &'a str {
        if self.name.is_empty() { other } else { self.name.as_str() }
    }
}
