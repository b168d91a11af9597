//! Reading a profile and the crop of a picture.

use super::fields::{At, Fields};
use crate::language::Language;
use crate::number::{Percent, Zoom};
use crate::profile::{Focus, Profile};
use crate::safe_url::ImageUrl;

/// The fields of a profile (specification, Profile).
pub const FIELDS: &[&str] = &[
    "name",
    "bio",
    "avatar",
    "location",
    "avatarFocus",
    "avatarZoom",
    "pageTitle",
    "pageDescription",
    "lang",
    "listed",
];

/// A whole profile; every field may be absent. One that is stored may have `listed` as it was called before, the other way
/// round.
pub fn profile(at: At<'_>, stored: bool) -> Option<Profile> {
    let fields = at.fields("a profile")?;
    let unlisted = stored && fields.flag("unlisted").unwrap_or_default();
    if !unlisted {
        fields.only(FIELDS);
    }
    Some(Profile {
        name: fields.text("name").unwrap_or_default(),
        bio: fields.text("bio"),
        avatar: fields.parsed("avatar", ImageUrl::parse),
        location: fields.text("location"),
        avatar_focus: focus(&fields, "avatarFocus"),
        avatar_zoom: fields.number("avatarZoom", Zoom::new),
        page_title: fields.text("pageTitle"),
        page_description: fields.text("pageDescription"),
        lang: fields.parsed("lang", Language::parse),
        listed: fields.flag("listed").unwrap_or(true) && !unlisted,
    })
}

/// An optional focus point.
pub fn focus(fields: &Fields<'_>, name: &str) -> Option<Focus> {
    let fields = fields.get(name)?.fields("a focus")?;
    fields.only(&["x", "y"]);
    let (x, y) = (fields.needed_number("x", Percent::new), fields.needed_number("y", Percent::new));
    Some(Focus { x: x?, y: y? })
}
