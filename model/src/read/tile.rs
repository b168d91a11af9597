//! Reading a tile: each type accepts its own fields and no others (decisions, Tile fields).

use super::fields::{At, Fields};
use super::profile::focus;
use crate::id::TileId;
use crate::language::Language;
use crate::limits;
use crate::number::{PosR, PosSide, PosX, PosY, PosZ, Zoom};
use crate::safe_url::{ImageUrl, SafeUrl, without_credentials};
use crate::text::Text;
use crate::tile::{
    Github, Heading, Image, Kind, KindName, Link, Music, NewTile, Note, Picture, Pos, Repo, Social, TileColor, Video,
};
use crate::tile::{handle, media_site};

/// How strictly the rules that came later than the first pages are applied: those of handles, of sites of videos and
/// music, of passwords in notes (decisions, Handles and addresses). What is stored already stays as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rules<'a> {
    /// New input: what can't be mended is a problem.
    New,
    /// A page that a server may have written earlier: what has an id is mended, or kept as it is; the rest is new.
    Written,
    /// Stored: nothing is changed.
    Stored,
    /// Fields laid over a stored tile: these are new, the others are mended or kept.
    Patched(&'a [&'a str]),
}

impl Rules<'_> {
    /// Whether a field that breaks a rule is a problem.
    fn refuses(self, field: &str) -> bool {
        match self {
            Self::New => true,
            Self::Written | Self::Stored => false,
            Self::Patched(fields) => fields.contains(&field),
        }
    }
}

/// The rule for a tile's id.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum IdRule {
    /// It may be absent or malformed: the page then assigns one.
    Wish,
    /// It may be absent; a malformed one is a problem.
    Optional,
    /// Required.
    Needed,
}

/// The fields every tile accepts; `facts` are accepted because replies include them, and ignored (decisions, Facts).
const SHARED: &[&str] = &["id", "type", "size", "color", "lang", "pos", "facts"];

/// The value that a field of a tile type takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// An address to follow.
    Url,
    /// An address of a picture.
    Image,
    /// A text of at most this many characters; an empty one counts as absent.
    Text(usize),
    /// A text of 1 to this many characters.
    Words(usize),
    /// A focus point, percent.
    Focus,
    /// A crop factor.
    Zoom,
    /// `owner/name`.
    Repo,
    /// A social platform.
    Platform,
    /// The look of a note.
    NoteLook,
    /// `true` or `false`.
    Flag,
}

/// A field of a tile type besides the shared ones.
#[derive(Clone, Copy, Debug)]
pub struct OwnField {
    /// Its name in JSON.
    pub name: &'static str,
    /// Its description in schemas.
    pub about: &'static str,
    /// The value it takes.
    pub value: FieldValue,
    /// Whether it is required.
    pub required: bool,
}

const fn needed(name: &'static str, about: &'static str, value: FieldValue) -> OwnField {
    OwnField { name, about, value, required: true }
}

const fn optional(name: &'static str, about: &'static str, value: FieldValue) -> OwnField {
    OwnField { name, about, value, required: false }
}

const URL: OwnField = needed("url", "Where it goes", FieldValue::Url);
const TITLE: OwnField = optional("title", "Its name.", FieldValue::Text(limits::TITLE));
const DESCRIPTION: OwnField = optional("description", "A line about it.", FieldValue::Text(limits::DESCRIPTION));
const IMAGE: OwnField = optional("image", "A preview picture, cover or still", FieldValue::Image);
const ALT: OwnField =
    optional("alt", "What the picture shows, for people who cannot see it.", FieldValue::Text(limits::ALT));
const FOCUS: OwnField = optional("focus", "The point of the picture kept in view.", FieldValue::Focus);
const ZOOM: OwnField = optional("zoom", "How far the picture is zoomed in.", FieldValue::Zoom);
const ME: OwnField =
    optional("me", "Whether it leads to the same person elsewhere: the link gets rel=\"me\".", FieldValue::Flag);

/// Declares the format of each tile type: its name in messages, its description, and its fields besides the shared
/// ones, required ones first (decisions, Tile fields; specification, Tile types).
macro_rules! tile_formats {
    ($( $kind:ident: $owner:literal, $about:literal, [ $( $field:expr ),+ $(,)? ]; )+) => {
        /// What a tile of the type is called in messages: "a link tile".
        const fn owner(kind: KindName) -> &'static str {
            match kind { $( KindName::$kind => $owner, )+ }
        }

        /// The description of the type, as a sentence.
        pub const fn about(kind: KindName) -> &'static str {
            match kind { $( KindName::$kind => $about, )+ }
        }

        /// The fields of the type besides the shared ones, required ones first.
        pub const fn own_fields(kind: KindName) -> &'static [OwnField] {
            match kind { $( KindName::$kind => const { &[ $( $field ),+ ] }, )+ }
        }

        /// The names of [`own_fields`]. The browser needs only these, which keeps the rest out of its download.
        pub const fn own_names(kind: KindName) -> &'static [&'static str] {
            match kind { $( KindName::$kind => const { &[ $( $field.name ),+ ] }, )+ }
        }
    };
}

tile_formats! {
    Link: "a link tile", "A link.",
        [URL, TITLE, DESCRIPTION, IMAGE, ALT, FOCUS, ZOOM, ME];
    Social: "a social tile", "A social handle, shown in the group under the name.", [
        needed("platform", "The platform; email works as one.", FieldValue::Platform),
        needed("handle", "The handle, address or number there.", FieldValue::Words(limits::HANDLE)),
    ];
    Text: "a text tile", "A note: **bold**, *italic* and [text](url) links.", [
        needed("text", "Its words.", FieldValue::Words(limits::TEXT)),
        optional("look", "stamp makes a round badge.", FieldValue::NoteLook),
    ];
    Heading: "a heading tile", "A section title, always full width; starts a new section.",
        [needed("text", "Its words.", FieldValue::Words(limits::TITLE))];
    Image: "an image tile", "A picture.", [
        needed("src", "The picture", FieldValue::Image),
        optional("title", "The caption.", FieldValue::Text(limits::TITLE)),
        optional("url", "Makes the picture clickable", FieldValue::Url),
        ALT,
        FOCUS,
        ZOOM,
    ];
    Video: "a video tile", "A link to a video.",
        [URL, TITLE, IMAGE, ALT, FOCUS, ZOOM];
    Music: "a music tile", "A track, album, playlist, artist or show.",
        [URL, TITLE, IMAGE, ALT, FOCUS, ZOOM];
    Github: "a github tile", "A code repository; stars, description and language are filled in.",
        [needed("repo", "owner/name of a code repository.", FieldValue::Repo)];
}

/// Reads a tile whose id is not assigned yet.
pub fn tile(at: At<'_>, rule: IdRule, rules: Rules<'_>) -> Option<NewTile> {
    let any = at.fields("a tile")?;
    let id = id(&any, rule);
    let rules = if rules == Rules::Written && id.is_none() { Rules::New } else { rules };
    let (size, color) = (any.choice("size"), any.choice("color"));
    let lang = any.parsed("lang", Language::parse);
    let pos = any.get("pos").and_then(pos);
    let name: KindName = any.needed_choice("type")?;
    let kind = content(&at, name, rules)?;
    let size = size.unwrap_or_else(|| kind.default_size());
    Some(NewTile { id, kind, size, color: color.unwrap_or(TileColor::Auto), lang, pos })
}

fn id(fields: &Fields<'_>, rule: IdRule) -> Option<TileId> {
    let at = if rule == IdRule::Needed { fields.need("id")? } else { fields.get("id")? };
    match (rule, at.value.as_str()) {
        (IdRule::Wish, Some(text)) => TileId::parse(text).ok(),
        _ => at.parsed(TileId::parse),
    }
}

/// Reads the content of a tile of this type; the shared fields are skipped.
pub fn content(at: &At<'_>, name: KindName, rules: Rules<'_>) -> Option<Kind> {
    let fields = at.fields(owner(name))?;
    let known: Vec<&str> = SHARED.iter().chain(own_names(name)).copied().collect();
    fields.only(&known);
    kind(name, &fields, rules)
}

fn kind(name: KindName, f: &Fields<'_>, rules: Rules<'_>) -> Option<Kind> {
    Some(match name {
        KindName::Link => Kind::Link(link(f)?),
        KindName::Social => Kind::Social(social(f, rules)?),
        KindName::Text => {
            let (text, look) = (note(f, rules), f.choice("look"));
            Kind::Text(Note { text: text?, look })
        }
        KindName::Heading => Kind::Heading(Heading { text: f.needed_text("text")? }),
        KindName::Image => Kind::Image(image(f)?),
        KindName::Video => {
            let (url, title, still, picture) = media(f);
            let url = on_site(f, url, rules, media_site::is_video, VIDEO_SITE);
            Kind::Video(Video { url: url?, title, image: still, picture })
        }
        KindName::Music => {
            let (url, title, cover, picture) = media(f);
            let url = on_site(f, url, rules, media_site::is_music, MUSIC_SITE);
            Kind::Music(Music { url: url?, title, image: cover, picture })
        }
        KindName::Github => Kind::Github(Github { repo: f.needed("repo", Repo::parse)? }),
    })
}

fn link(f: &Fields<'_>) -> Option<Link> {
    let url = f.needed("url", SafeUrl::parse);
    let (title, description) = (f.text("title"), f.text("description"));
    let (image, picture) = (f.parsed("image", ImageUrl::parse), picture(f));
    let me = f.flag("me").unwrap_or_default();
    Some(Link { url: url?, title, description, image, picture, me })
}

fn social(f: &Fields<'_>, rules: Rules<'_>) -> Option<Social> {
    let (platform, handle) = (f.needed_choice("platform"), f.needed_text("handle"));
    let (platform, written) = (platform?, handle?);
    let handle = match handle::read(platform, &written) {
        _ if rules == Rules::Stored => written,
        Ok(handle) => handle,
        Err(message) if rules.refuses("handle") || rules.refuses("platform") => {
            f.wrong_at("handle", message);
            return None;
        }
        Err(_) => written,
    };
    Some(Social { platform, handle })
}

/// The words of a note. A new one has no password in it.
fn note(f: &Fields<'_>, rules: Rules<'_>) -> Option<Text<{ limits::TEXT }>> {
    let text: Text<{ limits::TEXT }> = f.needed_text("text")?;
    if rules.refuses("text") && without_credentials(&text).is_some() {
        f.wrong_at("text", "an address in this note contains a user name or password; leave it out");
        return None;
    }
    Some(text)
}

const VIDEO_SITE: &str =
    "a video tile takes an address on a video site, like https://youtu.be/…; use a link tile for others";
const MUSIC_SITE: &str = "a music tile takes an address on a streaming service, like https://open.spotify.com/track/…; use a link tile for others";

/// The address, if it is on such a site or need not be.
fn on_site(
    f: &Fields<'_>,
    url: Option<SafeUrl>,
    rules: Rules<'_>,
    is_site: fn(&SafeUrl) -> bool,
    message: &str,
) -> Option<SafeUrl> {
    let url = url?;
    if rules.refuses("url") && !is_site(&url) {
        f.wrong_at("url", message);
        return None;
    }
    Some(url)
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
