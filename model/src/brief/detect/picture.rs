//! Addresses of pictures.

use crate::address::Address;
use crate::safe_url::ImageUrl;
use crate::tile::{Image, Kind, Picture};

const PICTURES: [&str; 7] = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg"];

pub(super) fn picture(url: &Address) -> Option<Kind> {
    let path = url.path.to_ascii_lowercase();
    let src =
        PICTURES.iter().any(|picture| path.ends_with(picture)).then(|| ImageUrl::parse(&url.whole).ok()).flatten()?;
    Some(Kind::Image(Image { src, title: None, url: None, picture: Picture::default() }))
}
