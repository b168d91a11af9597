//! From the brief as written to the brief understood: everything defaulted, repaired or dropped is a warning.

use super::detect::{self, whole_address};
use super::json::{Json, Node};
use super::{Backdrop, Brief, Item, Warning};
use crate::look::{Look, Palette};
use crate::nearest::nearest;
use crate::number::{self, Percent, Zoom};
use crate::profile::Focus;
use crate::text::Text;
use crate::theme::{Font, Layout, Photos};
use crate::tile::kind::{Alt, Title};
use crate::tile::{Github, Heading, Image, Kind, Note, NoteLook, Picture, Platform, Repo, Size, Social, TileColor};
use crate::{ImageUrl, Username, limits, problem};

/// Fields of a brief: the specification's name first, then what people write instead.
const FIELDS: &[(&str, &[&str])] = &[
    ("mantel", &["version", "posy"]),
    ("name", &["displayName", "fullName", "title"]),
    ("links", &["tiles", "items", "content", "blocks"]),
    ("username", &["handle", "user", "slug", "userName"]),
    ("bio", &["tagline", "description", "about", "summary", "subtitle"]),
    ("location", &["place", "city", "where"]),
    ("avatar", &["picture", "photo", "avatarUrl", "profilePicture"]),
    ("look", &["style"]),
    ("theme", &["palette", "preset", "colorScheme"]),
    ("layout", &[]),
    ("photos", &["photo_mode", "photoStyle"]),
    ("font", &["typeface", "fontFamily"]),
    ("backdrop", &["background"]),
    ("$schema", &[]),
];

/// Fields of an item.
const ITEM: &[(&str, &[&str])] = &[
    ("url", &["link", "href", "address", "website"]),
    ("email", &["mail", "mailto"]),
    ("repo", &["repository", "github"]),
    ("heading", &["section", "header"]),
    ("text", &["note", "markdown", "body"]),
    ("stamp", &["badge", "seal"]),
    ("image", &["img", "src", "picture", "photo"]),
    ("title", &["label", "name"]),
    ("description", &["desc", "subtitle", "summary"]),
    ("caption", &[]),
    ("alt", &["altText"]),
    ("size", &[]),
    ("color", &["colour"]),
    ("focus", &[]),
    ("zoom", &[]),
    ("type", &["kind"]),
    ("platform", &["network", "service"]),
    ("handle", &["username", "account"]),
];

/// Lower case, letters and digits only: how near misses are compared.
fn fold(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).take(40).collect()
}

/// Most warnings that are told one by one: a hostile file must not grow a hundredfold in its reply.
/// As many as a damaged page file of 300 tiles gives.
const WARNINGS: usize = limits::TILES * 20;

/// Where warnings are collected.
pub struct Notes {
    list: Vec<Warning>,
    untold: usize,
}

impl Notes {
    /// None yet.
    pub fn new() -> Self {
        Self { list: Vec::new(), untold: 0 }
    }

    /// A sentence at a place.
    pub fn add(&mut self, path: &str, node: Option<&Node>, message: impl Into<String>) {
        if self.list.len() >= WARNINGS {
            self.untold += 1;
            return;
        }
        let place = node.map(|it| it.place).filter(|it| it.line > 0);
        self.list.push(Warning {
            path: path.to_owned(),
            message: message.into(),
            line: place.map(|it| it.line),
            column: place.map(|it| it.column),
        });
    }

    /// All of them, in the order of the file where that is known.
    pub fn finish(mut self) -> Vec<Warning> {
        if self.untold > 0 {
            let message = format!("There are {} more warnings like these.", self.untold);
            self.list.push(Warning { path: String::new(), message, line: None, column: None });
        }
        self.list
    }
}

/// Fields by their canonical names; unknown ones become warnings.
struct Named<'a> {
    found: Vec<(&'static str, &'a Node)>,
}

impl<'a> Named<'a> {
    fn of(fields: &'a [(String, Node)], table: &[(&'static str, &[&str])], path: &str, notes: &mut Notes) -> Self {
        let mut found: Vec<(&'static str, &Node)> = Vec::new();
        let exact = |name: &str| table.iter().find(|(it, _)| *it == name).map(|(it, _)| *it);
        let names: Vec<&'static str> = table.iter().map(|(it, _)| *it).collect();
        let written: Vec<&str> = names.iter().copied().filter(|it| fields.iter().any(|(name, _)| name == it)).collect();
        for (name, node) in fields {
            let here = format!("{path}/{}", escaped(name));
            let other =
                || table.iter().find(|(_, others)| others.iter().any(|it| fold(it) == fold(name))).map(|(it, _)| *it);
            let meant = exact(name).or_else(|| other().or_else(|| nearest(name, &names)));
            match meant {
                Some(meant) if meant == name => {
                    if found.iter().any(|(it, _)| *it == meant) {
                        notes.add(
                            &here,
                            Some(node),
                            format!("“{meant}” stands there more than once; the last was kept."),
                        );
                    }
                    put(&mut found, meant, node);
                }
                Some(meant) if written.contains(&meant) || found.iter().any(|(it, _)| *it == meant) => {
                    notes.add(
                        &here,
                        Some(node),
                        format!("“{}” was left out; “{meant}” is there already.", shown(name)),
                    );
                }
                Some(meant) => {
                    notes.add(&here, Some(node), format!("“{}” was read as “{meant}”.", shown(name)));
                    put(&mut found, meant, node);
                }
                None => notes.add(
                    &here,
                    Some(node),
                    format!("“{}” is not a field of a brief and was left out.", shown(name)),
                ),
            }
        }
        Self { found }
    }

    fn get(&self, name: &str) -> Option<&'a Node> {
        self.found.iter().find(|(it, _)| *it == name).map(|(_, node)| *node)
    }
}

fn put<'a>(found: &mut Vec<(&'static str, &'a Node)>, name: &'static str, node: &'a Node) {
    found.retain(|(it, _)| *it != name);
    if node.value != Json::Null {
        found.push((name, node));
    }
}

/// `~` and `/` in a JSON Pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn shown(text: &str) -> String {
    crate::safe_url::shortened(text)
}

/// Reads a brief. A list alone is its links.
pub fn brief(node: &Node, notes: &mut Notes) -> Brief {
    let mut brief = Brief::default();
    match &node.value {
        Json::List(items) => links(items, "", &mut brief, notes),
        Json::Fields(fields) => whole(&Named::of(fields, FIELDS, "", notes), &mut brief, notes),
        _ => {}
    }
    brief
}

fn whole(fields: &Named<'_>, brief: &mut Brief, notes: &mut Notes) {
    marker(fields, notes);
    brief.name = words(fields, "name", limits::NAME, notes)
        .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
        .unwrap_or_default();
    brief.bio = words(fields, "bio", limits::BIO, notes).unwrap_or_default();
    brief.location = words(fields, "location", limits::LOCATION, notes).unwrap_or_default();
    brief.username = username(fields, notes);
    brief.avatar = fields.get("avatar").and_then(|node| picture_address(node, "/avatar", notes));
    brief.look = look(fields, notes);
    brief.theme = palette(fields, brief.look.unwrap_or(Look::Painted), notes);
    brief.layout = choice(
        fields,
        "layout",
        Layout::ALL,
        Layout::as_str,
        &[("grid", "bento"), ("cards", "bento"), ("column", "list"), ("free", "canvas"), ("linear", "list")],
        "bento",
        notes,
    );
    brief.photos = choice(
        fields,
        "photos",
        Photos::ALL,
        Photos::as_str,
        &[
            ("color", "natural"),
            ("colour", "natural"),
            ("bw", "mono"),
            ("grayscale", "mono"),
            ("greyscale", "mono"),
            ("blackandwhite", "mono"),
        ],
        "natural",
        notes,
    );
    brief.font = choice(
        fields,
        "font",
        Font::ALL,
        Font::as_str,
        &[
            ("serif", "book"),
            ("sans", "grotesk"),
            ("sansserif", "grotesk"),
            ("handwriting", "hand"),
            ("monospace", "mono"),
            ("default", "look"),
        ],
        "the look’s own",
        notes,
    );
    brief.backdrop = backdrop(fields, notes);
    if let Some(node) = fields.get("links") {
        match &node.value {
            Json::List(items) => links(items, "/links", brief, notes),
            Json::Text(text) => {
                let items: Vec<Node> = text
                    .split(['\n', ','])
                    .filter(|it| !it.trim().is_empty())
                    .map(|it| Node { value: Json::Text(it.to_owned()), place: node.place })
                    .collect();
                notes.add(
                    "/links",
                    Some(node),
                    "“links” is a list; the words were taken apart at their commas and lines.",
                );
                links(&items, "/links", brief, notes);
            }
            Json::Fields(_) => links(std::slice::from_ref(node), "/links", brief, notes),
            _ => notes.add(
                "/links",
                Some(node),
                "“links” is a list of addresses, notes and tiles; what stood there was left out.",
            ),
        }
    }
}

/// The format marker: 1, if anything.
fn marker(fields: &Named<'_>, notes: &mut Notes) {
    let Some(node) = fields.get("mantel") else { return };
    match &node.value {
        Json::Number(it) if (*it - 1.0).abs() < f64::EPSILON => {}
        Json::Text(it) if it.trim() == "1" => {
            notes.add("/mantel", Some(node), "“mantel” is the number 1; the words were read as it.")
        }
        _ => notes.add("/mantel", Some(node), "“mantel” names the format, which is 1; the file was read as that."),
    }
}

/// Words of a field, cut to their limit.
fn words(fields: &Named<'_>, name: &'static str, limit: usize, notes: &mut Notes) -> Option<String> {
    let node = fields.get(name)?;
    text_of(node, &format!("/{name}"), limit, notes)
}

fn text_of(node: &Node, path: &str, limit: usize, notes: &mut Notes) -> Option<String> {
    let text = match &node.value {
        Json::Text(it) => it.clone(),
        Json::Number(it) => number::print(*it),
        Json::Bool(_) | Json::Null | Json::List(_) | Json::Fields(_) => {
            notes.add(path, Some(node), "Words were expected here; what stood there was left out.");
            return None;
        }
    };
    let count = text.trim().chars().count();
    if count > limit {
        notes.add(path, Some(node), format!("This has {count} characters and was cut to {limit}."));
        return Some(text.trim().chars().take(limit).collect());
    }
    Some(text.trim().to_owned())
}

fn username(fields: &Named<'_>, notes: &mut Notes) -> Option<Username> {
    let node = fields.get("username")?;
    let text = text_of(node, "/username", 200, notes)?;
    if let Ok(name) = Username::parse(&text) {
        return Some(name);
    }
    let mut kept = String::new();
    for it in text.trim_start_matches('@').chars() {
        match it {
            _ if it.is_ascii_alphanumeric() || it == '_' => kept.push(it.to_ascii_lowercase()),
            ' ' | '-' | '.' if !kept.ends_with('-') && !kept.is_empty() => kept.push('-'),
            _ => {}
        }
    }
    let kept: String = kept.trim_matches('-').chars().take(limits::USERNAME_MAX).collect();
    match Username::parse(&kept) {
        Ok(name) => {
            notes.add(
                "/username",
                Some(node),
                format!(
                    "“{}” is not a username, so {name} was used. A username has 3 to 30 letters, numbers, - or _.",
                    shown(&text)
                ),
            );
            Some(name)
        }
        Err(_) => {
            notes.add(
                "/username",
                Some(node),
                format!(
                    "“{}” is not a username and was left out. A username has 3 to 30 letters, numbers, - or _.",
                    shown(&text)
                ),
            );
            None
        }
    }
}

fn look(fields: &Named<'_>, notes: &mut Notes) -> Option<Look> {
    let node = fields.get("look")?;
    let text = text_of(node, "/look", 80, notes)?;
    if let Some(look) = Look::parse(&text) {
        return Some(look);
    }
    if let Some(look) = Look::retired(&fold(&text)) {
        notes.add("/look", Some(node), format!("The look “{}” has retired; its pages open as {look}.", shown(&text)));
        return Some(look);
    }
    let names: Vec<&str> = Look::ALL.iter().map(|it| it.as_str()).collect();
    let other = match fold(&text).as_str() {
        "desk" => Some("cozy"),
        "cosy" => Some("cozy"),
        "watercolor" | "watercolour" => Some("painted"),
        "japanese" => Some("washi"),
        "dark" | "cyberpunk" => Some("night"),
        _ => nearest(&text, &names),
    };
    match other.and_then(Look::parse) {
        Some(look) => {
            notes.add("/look", Some(node), format!("“{}” was read as the look {look}.", shown(&text)));
            Some(look)
        }
        None => {
            notes.add(
                "/look",
                Some(node),
                format!("“{}” is not a look, so painted was used. Looks are {}.", shown(&text), and(&names)),
            );
            None
        }
    }
}

fn palette(fields: &Named<'_>, look: Look, notes: &mut Notes) -> Option<Palette> {
    let node = fields.get("theme")?;
    let text = text_of(node, "/theme", 80, notes)?;
    if let Some(palette) = look.palette(&text) {
        return Some(palette);
    }
    let names: Vec<&str> = look.palettes().map(Palette::name).collect();
    if let Some(palette) = nearest(&text, &names).and_then(|it| look.palette(it)) {
        notes.add("/theme", Some(node), format!("“{}” was read as the palette {}.", shown(&text), palette.name()));
        return Some(palette);
    }
    let first = look.first_palette().name();
    let whose = match Palette::find(&fold(&text)) {
        Some(other) => format!("“{}” is a palette of {}", shown(&text), other.look()),
        None => format!("“{}” is not a palette of {look}", shown(&text)),
    };
    notes.add("/theme", Some(node), format!("{whose}, so {first} was used. Palettes of {look} are {}.", and(&names)));
    None
}

/// A value of a closed set with its near misses.
fn choice<T: Copy>(
    fields: &Named<'_>,
    name: &'static str,
    all: &[T],
    wire: impl Fn(T) -> &'static str,
    others: &[(&str, &'static str)],
    default: &str,
    notes: &mut Notes,
) -> Option<T> {
    let node = fields.get(name)?;
    let path = format!("/{name}");
    let text = text_of(node, &path, 80, notes)?;
    named(node, &path, name, &text, all, wire, others, default, notes)
}

#[expect(clippy::too_many_arguments, reason = "one table lookup with everything its sentence names")]
fn named<T: Copy>(
    node: &Node,
    path: &str,
    what: &str,
    text: &str,
    all: &[T],
    wire: impl Fn(T) -> &'static str,
    others: &[(&str, &'static str)],
    default: &str,
    notes: &mut Notes,
) -> Option<T> {
    let by_name = |name: &str| all.iter().copied().find(|it| wire(*it) == name);
    if let Some(found) = by_name(text) {
        return Some(found);
    }
    let names: Vec<&str> = all.iter().map(|it| wire(*it)).collect();
    let folded = fold(text);
    let meant = others.iter().find(|(it, _)| *it == folded).map(|(_, it)| *it).or_else(|| nearest(text, &names));
    match meant.and_then(by_name) {
        Some(found) => {
            notes.add(path, Some(node), format!("“{}” was read as {}.", shown(text), wire(found)));
            Some(found)
        }
        None => {
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            notes.add(
                path,
                Some(node),
                format!(
                    "“{}” is not {article} {what}, so {default} was used. It can be {}.",
                    shown(text),
                    problem::either(&names)
                ),
            );
            None
        }
    }
}

fn backdrop(fields: &Named<'_>, notes: &mut Notes) -> Backdrop {
    let Some(node) = fields.get("backdrop") else { return Backdrop::Scene };
    let Some(text) = text_of(node, "/backdrop", limits::URL_BYTES, notes) else { return Backdrop::Scene };
    match text.to_ascii_lowercase().as_str() {
        "solid" | "plain" | "color" | "colour" => return Backdrop::Solid,
        "dots" | "dotted" => return Backdrop::Dots,
        "grid" | "lines" => return Backdrop::Grid,
        "scene" | "look" | "default" | "" => return Backdrop::Scene,
        _ => {}
    }
    if text.starts_with('/') && !text.starts_with("/media/") {
        notes.add(
            "/backdrop",
            Some(node),
            format!(
                "“{}” names a picture that is not here, so the look’s scene was used. Give its whole address.",
                shown(&text)
            ),
        );
        return Backdrop::Scene;
    }
    match ImageUrl::parse(&text) {
        Ok(image) => Backdrop::Picture(image),
        Err(_) => {
            notes.add("/backdrop", Some(node), format!("“{}” is not a backdrop, so the look’s scene was used. It can be solid, dots, grid or the address of a picture.", shown(&text)));
            Backdrop::Scene
        }
    }
}

fn picture_address(node: &Node, path: &str, notes: &mut Notes) -> Option<ImageUrl> {
    let text = text_of(node, path, limits::URL_BYTES, notes)?;
    if text.is_empty() {
        return None;
    }
    let whole = if text.starts_with("/media/") || text.contains("://") {
        Some(text.clone())
    } else {
        whole_address(&text).map(|it| it.to_string())
    };
    match whole.as_deref().map(ImageUrl::parse) {
        Some(Ok(image)) => Some(image),
        _ => {
            notes.add(
                path,
                Some(node),
                format!(
                    "“{}” is not the address of a picture and was left out. It starts with https://.",
                    shown(&text)
                ),
            );
            None
        }
    }
}

pub(super) fn links(items: &[Node], path: &str, brief: &mut Brief, notes: &mut Notes) {
    for (at, node) in items.iter().enumerate() {
        let here = format!("{path}/{at}");
        if brief.links.len() >= limits::TILES {
            notes.add(
                &here,
                Some(node),
                format!("A page holds {} tiles; {} more were left out.", limits::TILES, items.len() - at),
            );
            break;
        }
        if let Some(mut item) = item(node, &here, notes) {
            if is_blank(&item.kind) {
                notes.add(&here, Some(node), "An empty item was left out.");
                continue;
            }
            item.key = u32::try_from(at).unwrap_or(u32::MAX);
            brief.links.push(item);
        }
    }
}

/// Whether nothing is left of an item's words once what no reader should meet is gone.
fn is_blank(kind: &Kind) -> bool {
    match kind {
        Kind::Text(it) => it.text.is_empty(),
        Kind::Heading(it) => it.text.is_empty(),
        Kind::Social(it) => it.handle.is_empty(),
        _ => false,
    }
}

/// One item: a string, or an object with one of the seven kinds of content.
pub fn item(node: &Node, path: &str, notes: &mut Notes) -> Option<Item> {
    match &node.value {
        Json::Text(text) => from_text(node, text, path, notes),
        Json::Fields(fields) => from_fields(node, fields, path, notes),
        Json::Null => {
            notes.add(path, Some(node), "An empty item was left out.");
            None
        }
        _ => {
            notes.add(path, Some(node), format!("{} is not a link or a note and was left out.", what(&node.value)));
            None
        }
    }
}

fn what(value: &Json) -> String {
    match value {
        Json::Number(it) => format!("The number {}", number::print(*it)),
        Json::Bool(it) => format!("“{it}”"),
        Json::List(_) => "A list".to_owned(),
        _ => "This".to_owned(),
    }
}

fn from_text(node: &Node, text: &str, path: &str, notes: &mut Notes) -> Option<Item> {
    let text = text.trim();
    if text.is_empty() {
        notes.add(path, Some(node), "An empty item was left out.");
        return None;
    }
    if unsafe_scheme(text) {
        notes.add(
            path,
            Some(node),
            format!(
                "“{}” is not a safe address and was left out. Links start with https, http, mailto or tel.",
                shown(text)
            ),
        );
        return None;
    }
    if text.chars().count() > limits::TEXT {
        notes.add(
            path,
            Some(node),
            format!("This note has {} characters and was cut to {}.", text.chars().count(), limits::TEXT),
        );
    }
    Some(Item::new(0, detect::detect(text)))
}

/// `javascript:`, `data:` and whatever else has a scheme that no link may have.
fn unsafe_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let named = !scheme.is_empty()
        && scheme.len() <= 20
        && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'-' | b'.'));
    let scheme = scheme.to_ascii_lowercase();
    let script = matches!(scheme.as_str(), "javascript" | "data" | "vbscript" | "file" | "blob");
    named && (script || (rest.starts_with("//") && !matches!(scheme.as_str(), "https" | "http")))
}

/// The seven fields of which an item has one; `image` decides before `url`, which is then where it leads.
const CONTENT: [&str; 7] = ["image", "url", "email", "repo", "heading", "stamp", "text"];

fn from_fields(node: &Node, fields: &[(String, Node)], path: &str, notes: &mut Notes) -> Option<Item> {
    let fields = Named::of(fields, ITEM, path, notes);
    let there: Vec<&'static str> = CONTENT.iter().copied().filter(|it| fields.get(it).is_some()).collect();
    let Some(main) = there.first().copied() else {
        if fields.get("platform").is_some() && fields.get("handle").is_some() {
            let mut item = Item::new(0, profile(&fields, path, notes)?);
            dress(&mut item, &fields, path, notes);
            return Some(item);
        }
        notes.add(
            path,
            Some(node),
            format!(
                "This item has none of {}, so it was left out.",
                problem::either(&["url", "email", "repo", "heading", "text", "stamp", "image"])
            ),
        );
        return None;
    };
    for other in ["platform", "handle"].iter().filter(|it| fields.get(it).is_some()) {
        let words = format!("“{main}” says it all; “{other}” was left out.");
        notes.add(&format!("{path}/{other}"), fields.get(other), words);
    }
    for other in there.iter().skip(1).filter(|it| !(main == "image" && **it == "url")) {
        notes.add(
            &format!("{path}/{other}"),
            fields.get(other),
            format!("An item is one thing: “{main}” was kept and “{other}” left out."),
        );
    }
    let kind = content(main, &fields, path, notes)?;
    let mut item = Item::new(0, kind);
    dress(&mut item, &fields, path, notes);
    Some(item)
}

/// `{ platform, handle }`, as a page file writes a profile.
fn profile(fields: &Named<'_>, path: &str, notes: &mut Notes) -> Option<Kind> {
    let (platform, handle) = (fields.get("platform")?, fields.get("handle")?);
    let name = text_of(platform, &format!("{path}/platform"), 80, notes)?;
    let words = text_of(handle, &format!("{path}/handle"), limits::HANDLE, notes)?;
    if words.contains("://") {
        return link_address(handle, &format!("{path}/handle"), notes).map(|it| detect::detect(it.as_str()));
    }
    let called = |it: &Platform| fold(it.as_str()) == fold(&name) || fold(it.label()) == fold(&name);
    let known = if fold(&name) == "twitter" { Some(Platform::X) } else { Platform::ALL.iter().copied().find(called) };
    let Some(known) = known else {
        let words = format!("“{}” is not a platform, so the item was left out. Give its whole address.", shown(&name));
        notes.add(&format!("{path}/platform"), Some(platform), words);
        return None;
    };
    Some(Kind::Social(Social { platform: known, handle: Text::cut(&words).0 }))
}

fn content(main: &'static str, fields: &Named<'_>, path: &str, notes: &mut Notes) -> Option<Kind> {
    let node = fields.get(main)?;
    let here = format!("{path}/{main}");
    if main == "image" {
        let src = picture_address(node, &here, notes)?;
        let url = fields.get("url").and_then(|it| link_address(it, &format!("{path}/url"), notes));
        return Some(Kind::Image(Image { src, title: None, url, picture: Picture::default() }));
    }
    let limit = match main {
        "heading" => limits::TITLE,
        "text" | "stamp" => limits::TEXT,
        _ => limits::URL_BYTES,
    };
    let text = text_of(node, &here, limit, notes)?;
    if text.is_empty() {
        notes.add(&here, Some(node), "An empty item was left out.");
        return None;
    }
    match main {
        "heading" => Some(Kind::Heading(Heading { text: Text::cut(&text).0 })),
        "text" => Some(Kind::Text(Note { text: Text::cut(&text).0, look: None })),
        "stamp" => Some(Kind::Text(Note { text: Text::cut(&text).0, look: Some(NoteLook::Stamp) })),
        "email" => match detect::detect(text.trim_start_matches("mailto:").trim()) {
            Kind::Social(it) if it.platform == Platform::Email => Some(Kind::Social(it)),
            _ => {
                notes.add(&here, Some(node), format!("“{}” is not an email address and was left out.", shown(&text)));
                None
            }
        },
        "repo" => match Repo::parse(text.trim_start_matches("https://github.com/").trim_end_matches(".git")) {
            Ok(repo) => Some(Kind::Github(Github { repo })),
            Err(words) => {
                notes.add(&here, Some(node), format!("This was left out: {words}."));
                None
            }
        },
        _ => {
            let url = link_address(node, &here, notes)?;
            Some(detect::detect(url.as_str()))
        }
    }
}

fn link_address(node: &Node, path: &str, notes: &mut Notes) -> Option<crate::SafeUrl> {
    let text = text_of(node, path, limits::URL_BYTES, notes)?;
    let whole =
        whole_address(&text).or_else(|| if text.contains('@') { None } else { crate::SafeUrl::parse(&text).ok() });
    if whole.is_none() {
        let why = if unsafe_scheme(&text) { "is not a safe address" } else { "is not an address" };
        notes.add(
            path,
            Some(node),
            format!("“{}” {why} and was left out. Links start with https, http, mailto or tel.", shown(&text)),
        );
    }
    whole
}

/// Title, description, picture, crop, size and colour of an item, as far as its kind has them.
fn dress(item: &mut Item, fields: &Named<'_>, path: &str, notes: &mut Notes) {
    let named = |name: &'static str, limit: usize, notes: &mut Notes| {
        fields.get(name).and_then(|it| text_of(it, &format!("{path}/{name}"), limit, notes)).filter(|it| !it.is_empty())
    };
    let title: Option<Title> = named("caption", limits::TITLE, notes)
        .or_else(|| named("title", limits::TITLE, notes))
        .map(|it| Text::cut(&it).0);
    let description = named("description", limits::DESCRIPTION, notes);
    let alt: Option<Alt> = named("alt", limits::ALT, notes).map(|it| Text::cut(&it).0);
    let picture = Picture { alt, focus: focus(fields, path, notes), zoom: zoom(fields, path, notes) };
    tell_unheld(&item.kind, title.is_some() || description.is_some(), fields, path, notes);
    // A platform's address with a title of its own is meant as a link to look at, not as a handle.
    if let (Kind::Social(_), true) = (&item.kind, title.is_some() || description.is_some())
        && let Some(url) = own_address(fields)
    {
        item.kind = Kind::Link(crate::tile::Link {
            url,
            title: None,
            description: None,
            image: None,
            picture: Picture::default(),
        });
    }
    match &mut item.kind {
        Kind::Link(it) => {
            it.title = title;
            it.description = description.map(|it| Text::cut(&it).0);
            it.picture = picture;
        }
        Kind::Image(it) => {
            it.title = title.or(it.title.take());
            it.picture = picture;
        }
        Kind::Video(it) => {
            it.title = title;
            it.picture = picture;
        }
        Kind::Music(it) => {
            it.title = title;
            it.picture = picture;
        }
        Kind::Social(_) | Kind::Text(_) | Kind::Heading(_) | Kind::Github(_) => {}
    }
    item.size = size(fields, item, path, notes);
    item.color = color(fields, path, notes);
}

/// The address an item gives of itself: `url`, or `email` as one.
fn own_address(fields: &Named<'_>) -> Option<crate::SafeUrl> {
    let words = |name: &str| match &fields.get(name)?.value {
        Json::Text(text) => Some(text.trim()),
        _ => None,
    };
    let mail = || whole_address(&format!("mailto:{}", words("email")?.trim_start_matches("mailto:").trim()));
    words("url").and_then(whole_address).or_else(mail)
}

/// Tells of the fields that a kind of tile does not have (decisions, Tile fields).
fn tell_unheld(kind: &Kind, titled: bool, fields: &Named<'_>, path: &str, notes: &mut Notes) {
    const ALL: [&str; 6] = ["title", "caption", "description", "alt", "focus", "zoom"];
    let (called, held): (&str, &[&str]) = match kind {
        Kind::Link(_) => ("A link", &ALL),
        Kind::Social(_) if titled && own_address(fields).is_some() => ("A link", &ALL),
        Kind::Image(_) => ("A picture", &["title", "caption", "alt", "focus", "zoom"]),
        Kind::Video(_) => ("A video", &["title", "caption", "alt", "focus", "zoom"]),
        Kind::Music(_) => ("Music", &["title", "caption", "alt", "focus", "zoom"]),
        Kind::Social(_) => ("A profile", &[]),
        Kind::Text(_) => ("A note", &[]),
        Kind::Heading(_) => ("A heading", &[]),
        Kind::Github(_) => ("A repository", &[]),
    };
    for name in ALL.iter().filter(|it| !held.contains(it)) {
        if let Some(node) = fields.get(name) {
            let words = format!("{called} has no “{name}”, so it was left out.");
            notes.add(&format!("{path}/{name}"), Some(node), words);
        }
    }
}

fn size(fields: &Named<'_>, item: &Item, path: &str, notes: &mut Notes) -> Option<Size> {
    const OTHERS: [(&str, &str); 18] = [
        ("small", "s"),
        ("sm", "s"),
        ("1x1", "s"),
        ("square", "s"),
        ("wide", "w"),
        ("2x1", "w"),
        ("m", "w"),
        ("md", "w"),
        ("medium", "w"),
        ("tall", "t"),
        ("1x2", "t"),
        ("large", "l"),
        ("lg", "l"),
        ("2x2", "l"),
        ("big", "l"),
        ("xl", "l"),
        ("xlarge", "l"),
        ("full", "l"),
    ];
    let node = fields.get("size")?;
    let here = format!("{path}/size");
    let text = text_of(node, &here, 80, notes)?;
    if let Some(size) = Size::parse(&text) {
        return Some(size);
    }
    let meant = OTHERS
        .iter()
        .find(|(it, _)| *it == fold(&text))
        .map(|(_, it)| *it)
        .or_else(|| Some(fold(&text)).and_then(|it| Size::parse(&it)).map(Size::as_str));
    match meant.and_then(Size::parse) {
        Some(size) => {
            notes.add(
                &here,
                Some(node),
                format!("“{}” was read as {size}, {}.", shown(&text), size.label().to_lowercase()),
            );
            Some(size)
        }
        None => {
            let used = item.kind.default_size();
            notes.add(
                &here,
                Some(node),
                format!(
                    "“{}” is not a size, so {used}, {}, was used. Sizes are s, w, t and l.",
                    shown(&text),
                    used.label().to_lowercase()
                ),
            );
            None
        }
    }
}

fn color(fields: &Named<'_>, path: &str, notes: &mut Notes) -> Option<TileColor> {
    const OTHERS: [(&str, &str); 24] = [
        ("yellow", "butter"),
        ("gold", "butter"),
        ("cream", "butter"),
        ("green", "mint"),
        ("sage", "mint"),
        ("blue", "sky"),
        ("turquoise", "sky"),
        ("teal", "sky"),
        ("cyan", "sky"),
        ("aqua", "sky"),
        ("lightblue", "sky"),
        ("purple", "lilac"),
        ("violet", "lilac"),
        ("lavender", "lilac"),
        ("pink", "rose"),
        ("red", "rose"),
        ("coral", "peach"),
        ("orange", "peach"),
        ("apricot", "peach"),
        ("white", "surface"),
        ("paper", "surface"),
        ("primary", "accent"),
        ("default", "auto"),
        ("none", "auto"),
    ];
    let node = fields.get("color")?;
    let here = format!("{path}/color");
    let text = text_of(node, &here, 80, notes)?;
    named(node, &here, "colour", &text, TileColor::ALL, TileColor::as_str, &OTHERS, "auto", notes)
}

fn focus(fields: &Named<'_>, path: &str, notes: &mut Notes) -> Option<Focus> {
    let node = fields.get("focus")?;
    let here = format!("{path}/focus");
    let part = |name: &str| node.field(name).and_then(number_of);
    let (Some(x), Some(y)) = (part("x"), part("y")) else {
        notes.add(&here, Some(node), "“focus” is a point like {\"x\": 50, \"y\": 30}; what stood there was left out.");
        return None;
    };
    let (kept_x, kept_y) = (Percent::clamped(x), Percent::clamped(y));
    let inside = |it: f64| (0.0..=100.0).contains(&it);
    if !inside(x) || !inside(y) {
        notes.add(
            &here,
            Some(node),
            format!(
                "The focus lies outside 0 to 100, so {}, {} was used.",
                number::print(kept_x.get()),
                number::print(kept_y.get())
            ),
        );
    }
    Some(Focus { x: kept_x, y: kept_y })
}

fn zoom(fields: &Named<'_>, path: &str, notes: &mut Notes) -> Option<Zoom> {
    let node = fields.get("zoom")?;
    let here = format!("{path}/zoom");
    let Some(number) = number_of(node) else {
        notes.add(&here, Some(node), "“zoom” is a number from 1 to 3; what stood there was left out.");
        return None;
    };
    let kept = Zoom::clamped(number);
    if !(1.0..=3.0).contains(&number) {
        notes.add(&here, Some(node), format!("“zoom” goes from 1 to 3, so {} was used.", number::print(kept.get())));
    }
    Some(kept)
}

fn number_of(node: &Node) -> Option<f64> {
    match &node.value {
        Json::Number(it) => Some(*it),
        Json::Text(it) => it.trim().trim_end_matches('%').parse().ok().filter(|it: &f64| it.is_finite()),
        _ => None,
    }
}

/// "a, b and c".
fn and(names: &[&str]) -> String {
    match names {
        [firsts @ .., last] if !firsts.is_empty() => format!("{} and {last}", firsts.join(", ")),
        _ => names.join(""),
    }
}
