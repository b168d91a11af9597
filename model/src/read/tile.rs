//! Reading a tile: each type takes its own fields and no others (decisions, Tile fields).

use super::fields::{At, Fields};
use super::profile::focus;
use crate::id::TileId;
use crate::number::{PosR, PosSide, PosX, PosY, PosZ, Zoom};
use crate::safe_url::{ImageUrl, SafeUrl};
use crate::tile::{
    Github, Heading, Image, Kind, KindName, Link, Music, NewTile, Note, Picture, Pos, Repo, Social, TileColor, Video,
};

/// What is asked of a tile's id.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum IdRule {
    /// It may be absent or malformed: the page then assigns one.
    Wish,
    /// It may be absent; a malformed one is a problem.
    Optional,
    /// It must be there.
    Needed,
}

/// The fields every tile takes; `facts` come with what the service gives and are ignored (decisions, Facts).
const SHARED: &[&str] = &["id", "type", "size", "color", "pos", "facts"];

/// The fields of a tile type beside the shared ones, required ones first (decisions, Tile fields).
pub const fn own_fields(kind: KindName) -> &'static [&'static str] {
    match kind {
        KindName::Link => &["url", "title", "description", "image", "alt", "focus", "zoom"],
        KindName::Social => &["platform", "handle"],
        KindName::Text => &["text", "look"],
        KindName::Heading => &["text"],
        KindName::Image => &["src", "title", "url", "alt", "focus", "zoom"],
        KindName::Video | KindName::Music => &["url", "title", "image", "alt", "focus", "zoom"],
        KindName::Github => &["repo"],
    }
}

/// How many of [`own_fields`], from the front, a tile type needs (specification, Tile types).
pub const fn required_fields(kind: KindName) -> usize {
    match kind {
        KindName::Social => 2,
        _ => 1,
    }
}

const fn owner(kind: KindName) -> &'static str {
    match kind {
        KindName::Link => "a link tile",
        KindName::Social => "a social tile",
        KindName::Text => "a text tile",
        KindName::Heading => "a heading tile",
        KindName::Image => "an image tile",
        KindName::Video => "a video tile",
        KindName::Music => "a music tile",
        KindName::Github => "a github tile",
    }
}

/// A tile, its id still a wish.
pub fn tile(at: At<'_>, rule: IdRule) -> Option<NewTile> {
    let any = at.fields("a tile")?;
    let id = id(&any, rule);
    let (size, color) = (any.choice("size"), any.choice("color"));
    let pos = any.get("pos").and_then(pos);
    let name: KindName = any.needed_choice("type")?;
    let fields = at.fields(owner(name))?;
    let known: Vec<&str> = SHARED.iter().chain(own_fields(name)).copied().collect();
    fields.only(&known);
    let kind = kind(name, &fields)?;
    let size = size.unwrap_or_else(|| kind.default_size());
    Some(NewTile { id, kind, size, color: color.unwrap_or(TileColor::Auto), pos })
}

fn id(fields: &Fields<'_>, rule: IdRule) -> Option<TileId> {
    let at = if rule == IdRule::Needed { fields.need("id")? } else { fields.get("id")? };
    match (rule, at.value.as_str()) {
        (IdRule::Wish, Some(text)) => TileId::parse(text).ok(),
        _ => at.parsed(TileId::parse),
    }
}

fn kind(name: KindName, f: &Fields<'_>) -> Option<Kind> {
    Some(match name {
        KindName::Link => Kind::Link(link(f)?),
        KindName::Social => Kind::Social(social(f)?),
        KindName::Text => {
            let (text, look) = (f.needed_text("text"), f.choice("look"));
            Kind::Text(Note { text: text?, look })
        }
        KindName::Heading => Kind::Heading(Heading { text: f.needed_text("text")? }),
        KindName::Image => Kind::Image(image(f)?),
        KindName::Video => {
            let (url, title, still, picture) = media(f);
            Kind::Video(Video { url: url?, title, image: still, picture })
        }
        KindName::Music => {
            let (url, title, cover, picture) = media(f);
            Kind::Music(Music { url: url?, title, image: cover, picture })
        }
        KindName::Github => Kind::Github(Github { repo: f.needed("repo", Repo::parse)? }),
    })
}

fn link(f: &Fields<'_>) -> Option<Link> {
    let url = f.needed("url", SafeUrl::parse);
    let (title, description) = (f.text("title"), f.text("description"));
    let (image, picture) = (f.parsed("image", ImageUrl::parse), picture(f));
    Some(Link { url: url?, title, description, image, picture })
}

fn social(f: &Fields<'_>) -> Option<Social> {
    let (platform, handle) = (f.needed_choice("platform"), f.needed_text("handle"));
    Some(Social { platform: platform?, handle: handle? })
}

fn image(f: &Fields<'_>) -> Option<Image> {
    let src = f.needed("src", ImageUrl::parse);
    let (title, url, picture) = (f.text("title"), f.parsed("url", SafeUrl::parse), picture(f));
    Some(Image { src: src?, title, url, picture })
}

type Media = (Option<SafeUrl>, Option<crate::tile::kind::Title>, Option<ImageUrl>, Picture);

fn media(f: &Fields<'_>) -> Media {
    (f.needed("url", SafeUrl::parse), f.text("title"), f.parsed("image", ImageUrl::parse), picture(f))
}

fn picture(f: &Fields<'_>) -> Picture {
    Picture { alt: f.text("alt"), focus: focus(f, "focus"), zoom: f.number("zoom", Zoom::new) }
}

fn pos(at: At<'_>) -> Option<Pos> {
    let f = at.fields("a pos")?;
    f.only(&["x", "y", "w", "h", "r", "z"]);
    let (x, y) = (f.needed_number("x", PosX::new), f.needed_number("y", PosY::new));
    let (w, h) = (f.needed_number("w", PosSide::new), f.needed_number("h", PosSide::new));
    let r = f.number("r", PosR::new).unwrap_or(PosR::clamped(0.0));
    let z = f.number("z", PosZ::new).unwrap_or(PosZ::clamped(0.0));
    Some(Pos { x: x?, y: y?, w: w?, h: h?, r, z })
}
