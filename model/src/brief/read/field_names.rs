//! Field lookup by canonical names and by words of many languages, and lenient matching of values.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::json::{Json, Node};
use super::super::warning::Warnings;
use super::vocabulary::{OWNERS, meaning};
use crate::nearest_name::nearest;
use crate::safe_url::{CREDENTIALS_CUT, without_credentials};
use crate::theme::Theme;
use crate::tile::Platform;
use crate::{number, problem, text};

/// Which fields an object has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The page, and its profile.
    Page,
    /// An item of `links`, and a tile.
    Item,
    /// What the page looks like.
    Theme,
}

/// The fields of the page besides those of its theme: the brief's, those of a page file's profile, and those that a brief
/// has in other words.
const PAGE: &[&str] = &[
    "mantel",
    "$schema",
    "name",
    "links",
    "username",
    "bio",
    "location",
    "avatar",
    "title",
    "given",
    "family",
    "profile",
    "url",
    "email",
    "phone",
    "avatarFocus",
    "avatarZoom",
    "pageTitle",
    "pageDescription",
    "lang",
    "listed",
    "unlisted",
];

/// The fields of an item: those of its content, those of its presentation, and those of every item.
const ITEM: &[&str] = &[
    "url",
    "email",
    "phone",
    "repo",
    "heading",
    "text",
    "stamp",
    "image",
    "video",
    "music",
    "title",
    "description",
    "caption",
    "alt",
    "size",
    "color",
    "lang",
    "me",
    "focus",
    "zoom",
    "type",
    "platform",
    "handle",
    "value",
    "preview",
    "items",
    "id",
    "pos",
    "look",
    "facts",
];

/// The content fields of an item in the order in which they are told apart. `image` takes precedence over `url`, which is
/// then its link.
pub(super) const CONTENT: [&str; 10] =
    ["image", "url", "video", "music", "email", "phone", "repo", "heading", "stamp", "text"];

/// The fields that may state the content of an item whose `type` is the first.
pub(super) const CONTENT_OF_TYPE: &[(&str, &[&str])] = &[
    ("heading", &["title", "text", "value", "description"]),
    ("text", &["value", "description", "title", "heading"]),
    ("stamp", &["text", "value", "title", "description"]),
    ("url", &["value", "text"]),
    ("image", &["url", "value", "preview"]),
    ("video", &["url", "value", "text"]),
    ("music", &["url", "value", "text"]),
    ("repo", &["value", "url", "text", "title"]),
    ("email", &["value", "handle", "url", "text", "title"]),
    ("phone", &["value", "handle", "url", "text", "title"]),
    ("handle", &["value", "url", "text", "title"]),
];

/// The fields that say more of an item than its content: the types that lack one are warned about.
pub(super) const PRESENTATION: [&str; 10] =
    ["title", "caption", "description", "alt", "focus", "zoom", "preview", "look", "value", "me"];

/// What a brief calls a field of a page file's theme. A page has an avatar, and a theme its shape.
fn theme_field(name: &'static str) -> &'static str {
    match name {
        "style" => "look",
        "preset" => "theme",
        "background" => "backdrop",
        "avatar" => "avatarShape",
        _ => name,
    }
}

static THEME: LazyLock<Vec<&'static str>> = LazyLock::new(|| Theme::FIELDS.iter().copied().map(theme_field).collect());

/// The fields of the page and of its theme, which a brief states beside each other.
static PAGE_AND_THEME: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let of_theme = THEME.iter().filter(|name| **name != "avatarShape");
    PAGE.iter().chain(of_theme).copied().collect()
});

impl Scope {
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Page => &PAGE_AND_THEME,
            Self::Item => ITEM,
            Self::Theme => &THEME,
        }
    }

    /// Whether a name means a field here.
    pub(super) fn knows(self, name: &str) -> bool {
        self.field(name).is_some()
    }

    /// The field that a name means here, and whether it is that field's own name.
    pub(super) fn field(self, name: &str) -> Option<(&'static str, bool)> {
        let exact = |name: &str| self.names().iter().copied().find(|known| *known == name);
        // A theme in a page file.
        if self == Self::Theme
            && let Some(field) = Theme::FIELDS.iter().find(|field| **field == name)
        {
            return Some((theme_field(field), true));
        }
        if self == Self::Item && name == "src" {
            return Some(("image", false));
        }
        if let Some(known) = exact(name) {
            return Some((known, true));
        }
        let folded = fold(name);
        let word = meaning(&folded).map(|row| match (self, row.item, row.page) {
            (Self::Item, item, _) => item,
            (Self::Theme, _, "name" | "mode") => "look",
            (_, _, page) => page,
        });
        if let Some(known) = word {
            // The address of somebody who lives somewhere.
            return if known == "address" {
                Some(("address", false))
            } else {
                exact(known).map(|known| (known, false))
            };
        }
        if platform_called(name).is_some() {
            return None;
        }
        let owned = || {
            let rest = OWNERS.iter().find_map(|owner| folded.strip_prefix(owner).filter(|rest| rest.len() > 1))?;
            let row = meaning(rest)?;
            exact(if self == Self::Item { row.item } else { row.page })
        };
        nearest(name, self.names()).or_else(owned).map(|known| (known, false))
    }
}

/// Lower case without accents, letters and digits only, for lenient comparison.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len().min(LONGEST));
    let mut left = LONGEST;
    for character in text.chars().filter(|character| character.is_alphanumeric()) {
        if left == 0 {
            break;
        }
        left -= 1;
        if character.is_ascii() {
            folded.push(character.to_ascii_lowercase());
            continue;
        }
        for lower in character.to_lowercase() {
            match plain(lower) {
                "" => folded.push(lower),
                letters => folded.push_str(letters),
            }
        }
    }
    folded
}

/// A folded name has at most so many characters; no known one has half as many.
const LONGEST: usize = 40;

/// The letters that stand for an accented one; nothing for any other.
const fn plain(character: char) -> &'static str {
    match character {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' | 'ą' => "a",
        'ç' | 'ć' => "c",
        'é' | 'è' | 'ê' | 'ë' | 'ę' => "e",
        'ğ' => "g",
        'í' | 'ì' | 'î' | 'ï' | 'ı' => "i",
        'ł' => "l",
        'ñ' | 'ń' => "n",
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' => "o",
        'ś' | 'ş' => "s",
        'ß' => "ss",
        'ú' | 'ù' | 'û' | 'ü' => "u",
        'ź' | 'ż' => "z",
        _ => "",
    }
}

/// The platform with this name or label, or another name that people give it.
pub(super) fn platform_called(name: &str) -> Option<Platform> {
    const OTHERS: &str = "twitter=x xtwitter=x twitterx=x insta=instagram ig=instagram インスタ=instagram インスタグラム=instagram \
        인스타=instagram 인스타그램=instagram инстаграм=instagram fb=facebook yt=youtube youtubechannel=youtube 유튜브=youtube \
        ютуб=youtube tt=tiktok 틱톡=tiktok bsky=bluesky fediverse=mastodon snap=snapchat wa=whatsapp tg=telegram телеграм=telegram \
        телеграмм=telegram gh=github devto=dev itunes=applemusic weixin=wechat 微信=wechat 카카오톡=kakaotalk 카톡=kakaotalk \
        вконтакте=vk вк=vk ツイッター=x ユーチューブ=youtube ライン=line";
    static PLATFORMS: LazyLock<HashMap<String, Platform>> = LazyLock::new(|| {
        let own = Platform::ALL.iter().flat_map(|it| [(it.as_str().to_owned(), *it), (fold(it.label()), *it)]);
        let others = OTHERS.split_whitespace().filter_map(|pair| pair.split_once('='));
        own.chain(others.filter_map(|(name, it)| Some((name.to_owned(), Platform::parse(it)?)))).collect()
    });
    let name = fold(name);
    let known = |name: &str| match meaning(name).map(|row| row.item) {
        Some("email") => Some(Platform::Email),
        Some("phone") => Some(Platform::Phone),
        Some(_) => None,
        None => PLATFORMS.get(name).copied(),
    };
    known(&name).or_else(|| {
        let ends = ["url", "link", "handle", "username", "account", "profile"];
        ends.iter().find_map(|end| name.strip_suffix(end)).and_then(known)
    })
}

/// A field of an object.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    /// Its name as written.
    pub name: &'a str,
    /// Its value.
    pub node: &'a Node,
    /// The field that it would be, which stands there in its own words.
    pub instead: Option<&'static str>,
}

impl Entry<'_> {
    /// Its path in an object with this path.
    pub(super) fn path(&self, path: &str) -> String {
        path_to(path, self.name)
    }
}

/// Longest name that a path names, characters; no field of a page has half as many.
const NAME: usize = 40;

/// The path of a field in an object with this path; the object's own when the name is too long to be a page's.
pub fn path_to(path: &str, name: &str) -> String {
    if name.len() > NAME && name.chars().nth(NAME).is_some() {
        return path.to_owned();
    }
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Fields by their canonical names, and the others.
pub(super) struct Named<'a> {
    found: Vec<(&'static str, Entry<'a>)>,
    /// Fields that are none of them, in order.
    pub others: Vec<Entry<'a>>,
}

impl<'a> Named<'a> {
    pub(super) fn of(fields: &'a [(String, Node)], scope: Scope, path: &str, warnings: &mut Warnings) -> Self {
        let mut found: Vec<(&'static str, Entry<'a>)> = Vec::new();
        let mut others = Vec::new();
        let meant: Vec<_> = fields.iter().map(|(name, _)| scope.field(name)).collect();
        let written = |known: &str| meant.contains(&Some((known, true)));
        for ((name, node), meant) in fields.iter().zip(&meant) {
            let mut entry = Entry { name, node, instead: None };
            let Some((meant, own)) = *meant else {
                others.push(entry);
                continue;
            };
            let before = found.iter().position(|(known, _)| *known == meant);
            if !own && (written(meant) || before.is_some()) {
                entry.instead = Some(meant);
                others.push(entry);
                continue;
            }
            if let Some((_, old)) = before.map(|at| found.remove(at)) {
                let words = format!("“{meant}” stands there more than once; the last was kept{}", without(old.node));
                warnings.add(&entry.path(path), Some(node), words);
            } else if !own && node.value != Json::Null {
                warnings.add(&entry.path(path), Some(node), format!("“{}” was read as “{meant}”.", shown(name)));
            }
            found.push((meant, entry));
        }
        Self { found, others }
    }

    /// The value of a field, unless it is empty.
    pub(super) fn get(&self, name: &str) -> Option<&'a Node> {
        self.entry(name).map(|entry| entry.node)
    }

    /// A field, unless it is empty.
    pub(super) fn entry(&self, name: &str) -> Option<Entry<'a>> {
        self.found
            .iter()
            .find(|(known, entry)| *known == name && entry.node.value != Json::Null)
            .map(|(_, entry)| *entry)
    }

    /// Whether the field stands there, even empty.
    pub(super) fn has(&self, name: &str) -> bool {
        self.found.iter().any(|(known, _)| *known == name)
    }

    /// Gives a field another meaning, if that one is free.
    pub(super) fn rename(&mut self, from: &str, to: &'static str) -> bool {
        let free = !self.has(to);
        let found =
            self.found.iter_mut().find(|(known, entry)| free && *known == from && entry.node.value != Json::Null);
        found.is_some_and(|(known, _)| {
            *known = to;
            true
        })
    }

    /// Removes a field.
    pub(super) fn take(&mut self, name: &str) -> Option<Entry<'a>> {
        let at = self.found.iter().position(|(known, entry)| *known == name && entry.node.value != Json::Null)?;
        Some(self.found.remove(at).1)
    }

    /// The path of a field as written.
    pub(super) fn path(&self, path: &str, name: &str) -> String {
        self.entry(name).map_or_else(|| path.to_owned(), |entry| entry.path(path))
    }

    /// All known fields in order.
    pub(super) fn known(&self) -> impl Iterator<Item = (&'static str, Entry<'a>)> + '_ {
        self.found.iter().copied()
    }

    /// Warns about the fields that are none.
    pub(super) fn warn_others(&self, path: &str, warnings: &mut Warnings) {
        for entry in &self.others {
            warn_unknown(*entry, path, warnings);
        }
    }
}

pub(super) fn warn_unknown(entry: Entry<'_>, path: &str, warnings: &mut Warnings) {
    let name = shown(entry.name);
    let words = match entry.instead {
        Some(_) if entry.node.value == Json::Null => return,
        Some(known) => format!("“{name}” was left out, since “{known}” is there already{}", told(entry.node)),
        None => format!("“{name}” is not a field of a brief and was left out{}", told(entry.node)),
    };
    warnings.add(&entry.path(path), Some(entry.node), words);
}

pub(super) fn without(node: &Node) -> String {
    let words = gist(node);
    if words.is_empty() { ".".to_owned() } else { format!(", without {words}.") }
}

pub(super) fn shown(text: &str) -> String {
    crate::safe_url::shortened(text)
}

/// The end of a sentence about something left out: what it said, if it said something.
pub(super) fn told(node: &Node) -> String {
    let words = gist(node);
    if words.is_empty() { ".".to_owned() } else { format!(": {words}.") }
}

/// The first texts in a value, shortened: what a warning names of it.
pub(super) fn gist(node: &Node) -> String {
    const TEXTS: usize = 6;
    fn add(node: &Node, texts: &mut Vec<String>, steps: &mut usize) {
        if *steps == 0 || texts.len() > TEXTS {
            return;
        }
        *steps -= 1;
        match &node.value {
            Json::Text(text) if !text.trim().is_empty() => texts.push(format!("“{}”", shown(text.trim()))),
            Json::Number(number) => texts.push(number::print(*number)),
            Json::Bool(bool) => texts.push(bool.to_string()),
            Json::List(items) => items.iter().for_each(|item| add(item, texts, steps)),
            Json::Fields(fields) => fields.iter().for_each(|(_, field)| add(field, texts, steps)),
            Json::Null | Json::Text(_) => {}
        }
    }
    let mut texts = Vec::new();
    add(node, &mut texts, &mut 40);
    if texts.len() > TEXTS {
        texts.truncate(TEXTS);
        texts.push("…".to_owned());
    }
    texts.join(", ")
}

/// The one text that a value is: itself, a number, the telling field of an object, the texts of a list.
fn words(node: &Node, depth: usize) -> Option<String> {
    match &node.value {
        Json::Text(text) => Some(text.clone()),
        Json::Number(number) => Some(number::print(*number)),
        Json::Fields(fields) if depth > 0 => {
            const TELLING: [&str; 12] =
                ["url", "src", "href", "text", "value", "full", "display", "name", "title", "label", "content", "en"];
            let told = TELLING.iter().find_map(|name| words(node.field(name)?, depth - 1));
            told.or_else(|| joined_words(fields.iter().map(|(_, field)| field), ", ", depth))
        }
        Json::List(items) if depth > 0 => joined_words(items.iter(), ", ", depth),
        _ => None,
    }
}

fn joined_words<'a>(nodes: impl Iterator<Item = &'a Node>, between: &str, depth: usize) -> Option<String> {
    let words: Vec<String> =
        nodes.take(40).filter_map(|node| words(node, depth - 1)).filter(|words| !words.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(between))
}

pub(super) fn text_of(node: &Node, path: &str, limit: usize, warnings: &mut Warnings) -> Option<String> {
    let Some(text) = words(node, 3) else {
        warnings.add(
            path,
            Some(node),
            format!("Words were expected here; what stood there was left out{}", told(node)),
        );
        return None;
    };
    let mut cleaned = text::clean(&text);
    if let Some(cut) = without_credentials(&cleaned) {
        warnings.add(path, Some(node), CREDENTIALS_CUT);
        cleaned = cut;
    }
    if !matches!(node.value, Json::Text(_) | Json::Number(_)) {
        warnings.add(path, Some(node), format!("One text was expected here, so “{}” was used.", shown(&cleaned)));
    }
    warn_invisible(&text, node, path, warnings);
    let count = cleaned.chars().count();
    if count > limit {
        let lost: String = cleaned.chars().skip(limit).collect();
        let words =
            format!("This has {count} characters and was cut to {limit}; left out was “{}”.", shown(lost.trim()));
        warnings.add(path, Some(node), words);
        return Some(cleaned.chars().take(limit).collect::<String>().trim_end().to_owned());
    }
    Some(cleaned)
}

/// Says that invisible characters were removed.
pub(super) fn warn_invisible(text: &str, node: &Node, path: &str, warnings: &mut Warnings) {
    if text::has_invisible(text) {
        warnings.add(path, Some(node), "Invisible characters were removed here.");
    }
}

#[expect(clippy::too_many_arguments, reason = "one table lookup with everything its sentence names")]
pub(super) fn named<T: Copy>(
    node: &Node,
    path: &str,
    what: &str,
    text: &str,
    all: &[T],
    wire: impl Fn(T) -> &'static str,
    others: &[(&str, &'static str)],
    default: &str,
    warnings: &mut Warnings,
) -> Option<T> {
    let by_name = |name: &str| all.iter().copied().find(|member| wire(*member) == name);
    if let Some(found) = by_name(text) {
        return Some(found);
    }
    let names: Vec<&str> = all.iter().map(|member| wire(*member)).collect();
    let folded = fold(text);
    let meant = others
        .iter()
        .find(|(other, _)| *other == folded)
        .map(|(_, name)| *name)
        .filter(|name| names.contains(name))
        .or_else(|| nearest(text, &names));
    match meant.and_then(by_name) {
        Some(found) => {
            warnings.add(path, Some(node), format!("“{}” was read as {}.", shown(text), wire(found)));
            Some(found)
        }
        None => {
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            warnings.add(
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

pub(super) fn number_of(node: &Node) -> Option<f64> {
    match &node.value {
        Json::Number(it) => Some(*it),
        Json::Text(it) => number::read(it.trim().trim_end_matches('%').trim_end_matches("px")),
        _ => None,
    }
}

/// Whether a value says yes or no.
pub(super) fn flag_of(node: &Node) -> Option<bool> {
    match &node.value {
        Json::Bool(it) => Some(*it),
        Json::Number(it) => Some(*it != 0.0),
        Json::Text(text) => match fold(text).as_str() {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// "a, b and c".
pub(super) fn joined(names: &[&str]) -> String {
    match names {
        [firsts @ .., last] if !firsts.is_empty() => format!("{} and {last}", firsts.join(", ")),
        _ => names.join(""),
    }
}
