//! The items of `links`: strings and objects, in the shapes that people and models write, each one tile or several.

use super::super::detect;
use super::super::json::{self, Json, Node};
use super::super::types::{Brief, Item};
use super::super::warning::Warnings;
use super::address::{address_in, link_address, own_address, picture_address, titled_address, unsafe_scheme};
use super::field_names::*;
use super::presentation::{apply_presentation, place};
use super::vocabulary::{WRAPPINGS, meaning};
use crate::id::TileId;
use crate::nearest_name::nearest;
use crate::read::read_tile;
use crate::text::{Text, trim};
use crate::tile::{
    Github, Heading, Image, Kind, KindName, Link, Note, NoteLook, Picture, Platform, Pos, Repo, Social, handle,
};
use crate::{limits, number, problem};

/// The items read so far, which become the tiles of the page.
pub struct Tiles {
    /// The items.
    pub items: Vec<Item>,
    /// For each item, where it stands and what only a page file says of it.
    pub placed: Vec<Placed>,
    /// Seed of the next item's tile id: the number of items read, including those left out.
    key: u32,
    /// Whether the tiles of a page file are read, whose `type` says what they are.
    pub page_file: bool,
    /// Whether the items are profiles: their titles name the platform.
    pub profiles: bool,
    /// Texts that hold JSON, within each other.
    depth: usize,
}

/// Where an item stands, and what only a page file says of a tile.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Its id.
    pub id: Option<TileId>,
    /// Its place on the canvas.
    pub pos: Option<Pos>,
    /// Its path in the file.
    pub path: String,
}

/// Reads a list of items into a brief.
pub fn links(items: &[Node], path: &str, brief: &mut Brief, warnings: &mut Warnings) {
    let mut tiles = Tiles::new();
    // Other keys than those of the items that are there.
    tiles.key = brief.links.iter().map(|item| item.key + 1).max().unwrap_or_default();
    tiles.elements(items, path, warnings);
    brief.links.append(&mut tiles.items);
}

/// Whether no visible text is left in an item after cleaning.
pub fn is_blank(kind: &Kind) -> bool {
    match kind {
        Kind::Text(it) => it.text.is_empty(),
        Kind::Heading(it) => it.text.is_empty(),
        Kind::Social(it) => it.handle.is_empty(),
        _ => false,
    }
}

/// Reads one element of a list of items, which may be several, such as a heading with its links.
pub fn items(node: &Node, path: &str, warnings: &mut Warnings) -> Vec<Item> {
    let mut tiles = Tiles::new();
    tiles.element(node, path, None, warnings);
    tiles.items
}

/// The content of a string that is an item by itself; `None` if it is left out, or read as something else than one.
/// What may hold JSON is none. It needs none of the code that reads objects, so that whoever only writes briefs, such as
/// a browser, does without it.
pub fn alone(text: &str) -> Option<Kind> {
    let words = trim(text);
    if words.is_empty() || is_placeholder(words) || may_be_json(words) || unsafe_scheme(words) {
        return None;
    }
    match titled_address(words) {
        Some((name, address)) => Some(titled(detect::detect(address), name, address)),
        None => detect::read(words).0,
    }
}

/// Whether a text begins and ends as JSON does.
fn may_be_json(words: &str) -> bool {
    words.starts_with(['{', '[']) && words.ends_with(['}', ']'])
}

/// Folded names of fields that hide an item when they say yes, and when they say no.
const HIDING: [&str; 9] =
    ["hidden", "ishidden", "disabled", "isdisabled", "archived", "isarchived", "deleted", "draft", "inactive"];
const SHOWING: [&str; 9] =
    ["active", "isactive", "enabled", "isenabled", "visible", "isvisible", "published", "ispublished", "show"];

/// Whether a string stands for something that somebody did not write out.
fn is_placeholder(text: &str) -> bool {
    let bare = text.trim_matches(|character: char| " []()<>{}/*#-".contains(character));
    let dots = bare.trim_start_matches(['.', '…']);
    let comment = text.starts_with("//") && text.contains(' ') || text.starts_with("/*");
    comment
        || (dots.is_empty() && bare.len() >= 2)
        || (bare.starts_with("...") || bare.starts_with('…')) && (dots.len() < 40) && !dots.contains("://")
}

impl Tiles {
    /// No items yet.
    pub const fn new() -> Self {
        Self { items: Vec::new(), placed: Vec::new(), key: 0, page_file: false, profiles: false, depth: 0 }
    }

    fn is_full(&self) -> bool {
        self.items.len() >= limits::TILES
    }

    /// Reads the items of a list.
    pub fn elements(&mut self, items: &[Node], path: &str, warnings: &mut Warnings) {
        for (at, node) in items.iter().enumerate() {
            let here = format!("{path}/{at}");
            if self.is_full() {
                let (most, more) = (limits::TILES, items.len() - at);
                let words = format!("A page holds {most} tiles; {more} more were left out{}", told(node));
                warnings.add(&here, Some(node), words);
                break;
            }
            let (key, before) = (self.key, self.items.len());
            self.element(node, &here, None, warnings);
            // An item that became none, or was left out, has a number too: the others keep theirs.
            if self.items.len() == before {
                self.key = key + 1;
            }
        }
    }

    /// Reads one item. `title` is what it is called where it stands.
    pub(super) fn element(&mut self, node: &Node, path: &str, title: Option<&str>, warnings: &mut Warnings) {
        let (items, warned) = (self.items.len(), warnings.len());
        self.one_element(node, path, title, warnings);
        warnings.are_about(warned, self.first_since(items));
    }

    /// The key of the first item that was read since there were so many: of a group, its heading.
    fn first_since(&self, items: usize) -> Option<u32> {
        self.items.get(items).map(|item| item.key)
    }

    fn one_element(&mut self, node: &Node, path: &str, title: Option<&str>, warnings: &mut Warnings) {
        match &node.value {
            Json::Text(text) => self.text(node, text, path, title, warnings),
            Json::Fields(fields) => self.object(node, fields, path, title, warnings),
            Json::List(items) => self.list(node, items, path, warnings),
            Json::Null => warnings.add(path, Some(node), "An empty item was left out."),
            Json::Number(_) | Json::Bool(_) => {
                let what = match &node.value {
                    Json::Number(it) => format!("The number {}", number::print(*it)),
                    _ => gist(node),
                };
                warnings.add(path, Some(node), format!("{what} is not a link or a note and was left out."));
            }
        }
    }

    /// A list in a list: `["Shop", "https://…"]`, or items like the others.
    fn list(&mut self, node: &Node, items: &[Node], path: &str, warnings: &mut Warnings) {
        let text = |at: usize| match items.get(at).map(|node: &Node| &node.value) {
            Some(Json::Text(text)) => Some(trim(text)),
            _ => None,
        };
        if let (Some(name), Some(address), 2) = (text(0), text(1), items.len())
            && !detect::is_link(name)
            && let Some(kind) = detect::whole_address(address).map(detect::kind_of)
        {
            warnings.add(path, Some(node), "A pair of a title and an address was read as a link.");
            return self.push(titled(kind, name, address), path);
        }
        if !items.is_empty() {
            warnings.add(path, Some(node), "The items of a list in the list were read like the others.");
        }
        self.elements(items, path, warnings);
    }

    fn text(&mut self, node: &Node, text: &str, path: &str, title: Option<&str>, warnings: &mut Warnings) {
        let words = trim(text);
        if words.is_empty() {
            return warnings.add(path, Some(node), "An empty item was left out.");
        }
        if is_placeholder(words) {
            let words = format!("“{}” stands for something that is not there; it was left out.", shown(words));
            return warnings.add(path, Some(node), words);
        }
        if let Some(inner) = self.json_in(words, node) {
            warnings.add(path, Some(node), "A text that holds JSON was read as what it describes.");
            self.depth += 1;
            match &inner.value {
                Json::List(items) => self.elements(items, path, warnings),
                _ => self.element(&inner, path, title, warnings),
            }
            self.depth -= 1;
            return;
        }
        if unsafe_scheme(words) {
            let words = format!(
                "“{}” is not a safe address and was left out. Links start with https, http, mailto or tel.",
                shown(words)
            );
            return warnings.add(path, Some(node), words);
        }
        warn_invisible(text, node, path, warnings);
        if let Some((name, address)) = titled_address(words) {
            return self.push(titled(detect::detect(address), name, address), path);
        }
        let (kind, told) = detect::read(words);
        if let Some(told) = told {
            warnings.add(path, Some(node), told);
        }
        let Some(kind) = kind else { return };
        let kind = match (title, kind) {
            (Some(title), Kind::Text(_)) => {
                warnings.add(path, Some(node), "Words under a name were read as a note.");
                note(&format!("{title}: {words}"))
            }
            (Some(title), kind) => titled(kind, title, words),
            (None, kind) => kind,
        };
        if let Kind::Text(_) = kind
            && words.chars().nth(limits::TEXT).is_some()
        {
            let lost: String = words.chars().skip(limits::TEXT).take(80).collect();
            let (count, most) = (words.chars().count(), limits::TEXT);
            let words = format!(
                "This note has {count} characters and was cut to {most}; left out was “{}”.",
                shown(lost.trim())
            );
            warnings.add(path, Some(node), words);
        }
        self.push(kind, path);
    }

    /// The item in a text that is JSON.
    pub(super) fn json_in(&self, words: &str, node: &Node) -> Option<Node> {
        if self.depth > 2 || !may_be_json(words) {
            return None;
        }
        let object = words.starts_with('{');
        if !object && serde_json::from_str::<Vec<serde::de::IgnoredAny>>(words).is_err() {
            return None;
        }
        let known = |value: &Json| match value {
            Json::Fields(fields) => fields.iter().any(|(name, _)| Scope::Item.knows(name)),
            Json::List(items) => !object && !items.is_empty(),
            _ => false,
        };
        let mut found = json::read(words, known).filter(|found| found.stop.is_none() && known(&found.node.value))?;
        found.node.stand_at(node.place);
        Some(found.node)
    }

    fn push(&mut self, kind: Kind, path: &str) {
        self.push_item(Item::new(0, kind), Placed { path: path.to_owned(), ..Placed::default() });
    }

    fn push_item(&mut self, mut item: Item, placed: Placed) {
        if self.is_full() {
            return;
        }
        item.key = self.key;
        self.key += 1;
        self.items.push(item);
        self.placed.push(placed);
    }

    fn push_read(&mut self, item: Item, placed: Placed, node: &Node, warnings: &mut Warnings) {
        if is_blank(&item.kind) {
            warnings.add(&placed.path, Some(node), "An empty item was left out.");
        } else {
            self.push_item(item, placed);
        }
    }

    /// Reads fields that are links by their names: `instagram`, `shop`, or a heading above a list.
    pub(super) fn entry(&mut self, entry: Entry<'_>, path: &str, warnings: &mut Warnings) {
        let (items, warned) = (self.items.len(), warnings.len());
        self.one_entry(entry, path, warnings);
        warnings.are_about(warned, self.first_since(items));
    }

    fn one_entry(&mut self, entry: Entry<'_>, path: &str, warnings: &mut Warnings) {
        let (node, here) = (entry.node, entry.path(path));
        let platform = platform_called(entry.name);
        let name = humanized(entry.name);
        match &node.value {
            Json::Null => {
                warnings.add(&here, Some(node), format!("“{}” is empty and was left out.", shown(entry.name)));
            }
            Json::List(items) if platform.is_some() => {
                for (at, node) in items.iter().take(limits::TILES).enumerate() {
                    let at = at.to_string();
                    let inner = Entry { name: &at, node, instead: None };
                    self.account(platform, inner, &here, warnings);
                }
            }
            _ if platform.is_some() => self.account(platform, entry, path, warnings),
            Json::List(items) => {
                self.heading(name.as_deref(), node, &here, warnings);
                self.elements(items, &here, warnings);
            }
            Json::Fields(fields) => {
                if is_item(fields) {
                    return self.object(node, fields, &here, name.as_deref(), warnings);
                }
                self.heading(name.as_deref(), node, &here, warnings);
                self.map(node, fields, &here, warnings);
            }
            Json::Text(_) => self.element(node, &here, name.as_deref(), warnings),
            Json::Number(_) | Json::Bool(_) => warn_unknown(entry, path, warnings),
        }
    }

    /// Reads an object as one item, or as links by their names.
    pub(super) fn map(&mut self, node: &Node, fields: &[(String, Node)], path: &str, warnings: &mut Warnings) {
        if is_item(fields) {
            return self.object(node, fields, path, None, warnings);
        }
        for (name, node) in fields {
            if self.is_full() {
                let words = format!("A page holds {} tiles; the rest was left out{}", limits::TILES, told(node));
                return warnings.add(&path_to(path, name), Some(node), words);
            }
            self.entry(Entry { name, node, instead: None }, path, warnings);
        }
    }

    fn heading(&mut self, words: Option<&str>, node: &Node, path: &str, warnings: &mut Warnings) {
        let Some(words) = words.filter(|words| !words.is_empty()) else { return };
        warnings.add(path, Some(node), format!("“{}” was read as a heading with items under it.", shown(words)));
        self.push(Kind::Heading(Heading { text: Text::cut(words).0 }), path);
    }

    /// An account on a platform: a handle, an address, or an object with one of them.
    fn account(&mut self, platform: Option<Platform>, entry: Entry<'_>, path: &str, warnings: &mut Warnings) {
        let (node, here) = (entry.node, entry.path(path));
        let Some(platform) = platform else { return };
        match &node.value {
            Json::Text(_) | Json::Number(_) => {
                let Some(text) = text_of(node, &here, limits::URL_BYTES, warnings) else { return };
                if is_placeholder(&text) || text.is_empty() {
                    let words = format!("“{}” says nothing and was left out{}", shown(entry.name), told(node));
                    return warnings.add(&here, Some(node), words);
                }
                match social_of(platform, &text, node, &here, warnings) {
                    // A page of the platform that is no profile.
                    Some(Kind::Link(link)) => {
                        let name = humanized(entry.name).unwrap_or_else(|| platform.label().to_owned());
                        self.push(titled(Kind::Link(link), &name, &text), &here);
                    }
                    Some(kind) => self.push(kind, &here),
                    None => {}
                }
            }
            Json::Fields(fields) => {
                let named = Named::of(fields, Scope::Item, &here, warnings);
                let account = ["handle", "url", "value", "text", "title"].iter().find_map(|name| named.entry(name));
                match account.or_else(|| named.others.first().copied()) {
                    Some(inner) => {
                        self.account(Some(platform), inner, &here, warnings);
                        let left = named.known().map(|(_, entry)| entry).chain(named.others.iter().copied());
                        left.filter(|other| other.name != inner.name)
                            .for_each(|other| warn_unknown(other, &here, warnings));
                    }
                    None => {
                        warnings.add(&here, Some(node), format!("“{}” is empty and was left out.", shown(entry.name)))
                    }
                }
            }
            _ => warn_unknown(entry, path, warnings),
        }
    }

    /// One object: an item, a heading with items, or a map of names to addresses.
    fn object(
        &mut self,
        node: &Node,
        fields: &[(String, Node)],
        path: &str,
        title: Option<&str>,
        warnings: &mut Warnings,
    ) {
        if is_hidden(fields) {
            let words = gist(node);
            return warnings.add(path, Some(node), format!("A hidden item was left out: {words}."));
        }
        if self.exact_tile(node, fields, path, warnings) {
            return;
        }
        let mut named = Named::of(fields, Scope::Item, path, warnings);
        named.others.retain(|entry| !is_flag(entry.name) || flag_of(entry.node).is_none());
        let placed = self.placed(&mut named, path, warnings);
        let kind = self.type_of(&mut named);
        if let ([(name, inner)], None) = (fields, named.get("items"))
            && let Json::Fields(inner_fields) = &inner.value
            && is_item(inner_fields)
        {
            return self.object(inner, inner_fields, &path_to(path, name), title, warnings);
        }
        let words = named.get("items").and_then(words_in).is_some_and(|text| !detect::is_link(trim(&text)));
        if words && self.json_in(&named.get("items").and_then(words_in).unwrap_or_default(), node).is_none() {
            named.rename("items", "text");
        }
        let children = named.take("items");
        if children.is_some() && named.get("heading").is_none() {
            let _ =
                named.rename("title", "heading") || named.rename("text", "heading") || named.rename("value", "heading");
        }
        self.settle(&mut named, kind, path, warnings);
        if let Some(Err(platform)) = kind
            && named.get("url").is_none()
            && let Some(entry) = named.take("handle")
        {
            let here = entry.path(path);
            let text = text_of(entry.node, &here, limits::URL_BYTES, warnings);
            if let Some(kind) = text.and_then(|text| social_of(platform, &text, entry.node, &here, warnings)) {
                let mut item = Item::new(0, kind);
                self.present(&mut item, &mut named, title, path, warnings);
                self.push_read(item, placed, node, warnings);
            }
            return named.warn_others(path, warnings);
        }
        let mut contents: Vec<&'static str> =
            CONTENT.iter().copied().filter(|name| named.get(name).is_some()).collect();
        let addressed = contents.iter().any(|name| matches!(*name, "image" | "url" | "video" | "music"));
        let about = if children.is_some() && !addressed { named.take("description") } else { None };
        if contents.contains(&"image") {
            contents.retain(|name| *name != "url");
        }
        let typed = kind.and_then(Result::ok).filter(|kind| contents.contains(kind));
        let main =
            typed.or_else(|| contents.iter().copied().find(|name| *name != "heading")).or(contents.first().copied());
        if contents.len() > 1 && contents.contains(&"heading") {
            contents.retain(|name| *name != "heading");
            contents.insert(0, "heading");
        }
        for name in &contents {
            if Some(*name) != main && !(*name == "heading" && children.is_some()) {
                let words = format!("An item is one thing, so “{name}” became one of its own.");
                warnings.add(&named.path(path, name), named.get(name), words);
            }
            let Some(kind) = content(name, &named, path, warnings) else { continue };
            let kind = with_title(kind, Some(*name) == main, &mut named, path, warnings);
            let kind = if Some(*name) == main { as_typed(kind, self.page_file, &named) } else { kind };
            let mut item = Item::new(0, kind);
            let mut place = Placed { path: named.path(path, name), ..Placed::default() };
            if Some(*name) == main {
                place = Placed { path: path.to_owned(), ..placed.clone() };
                self.present(&mut item, &mut named, title, path, warnings);
            }
            self.push_read(item, place, node, warnings);
        }
        if let Some(main) = main {
            for other in ["platform", "handle"] {
                if let Some(entry) = named.entry(other) {
                    let words = format!("“{main}” says it all; “{other}” was left out{}", told(entry.node));
                    warnings.add(&entry.path(path), Some(entry.node), words);
                }
            }
            for entry in std::mem::take(&mut named.others) {
                let own = entry.instead.is_none()
                    && matches!(entry.node.value, Json::Text(_))
                    && platform_called(entry.name).is_some();
                if own {
                    self.entry(entry, path, warnings);
                } else {
                    warn_unknown(entry, path, warnings);
                }
            }
        } else {
            self.without_content(node, named, placed, title, path, children.is_some(), warnings);
        }
        if let Some(about) = about {
            self.element(about.node, &about.path(path), None, warnings);
        }
        if let Some(children) = children {
            let here = children.path(path);
            match &children.node.value {
                Json::List(items) => self.elements(items, &here, warnings),
                Json::Fields(fields) => self.map(children.node, fields, &here, warnings),
                _ => self.element(children.node, &here, None, warnings),
            }
        }
    }

    /// What an object without a content field is: a profile, a map, a heading, or nothing.
    #[expect(clippy::too_many_arguments, reason = "the object and everything known of it")]
    fn without_content(
        &mut self,
        node: &Node,
        mut named: Named<'_>,
        placed: Placed,
        title: Option<&str>,
        path: &str,
        group: bool,
        warnings: &mut Warnings,
    ) {
        let before = self.items.len();
        let said = title;
        if named.get("platform").is_none()
            && named.get("handle").is_some()
            && let Some(name) = named.get("title").and_then(words_in)
            && platform_called(&name).is_some()
        {
            named.rename("title", "platform");
        }
        if named.get("platform").is_some() && (named.get("handle").is_some() || named.rename("value", "handle")) {
            let kind = profile(&named, path, warnings);
            named.warn_others(path, warnings);
            if let Some(kind) = kind {
                let mut item = Item::new(0, kind);
                named.take("platform");
                named.take("handle");
                self.present(&mut item, &mut named, title, path, warnings);
                self.push_read(item, placed, node, warnings);
            }
            return;
        }
        if let Some(entry) = named.take("value") {
            let own = named.take("title").and_then(|entry| words_in(entry.node));
            let platform = own.as_deref().and_then(platform_called);
            if platform.is_some() {
                self.account(platform, entry, path, warnings);
            } else {
                self.element(entry.node, &entry.path(path), own.as_deref().or(title), warnings);
            }
            named.warn_others(path, warnings);
            return;
        }
        let is_entry = |entry: &Entry<'_>| match &entry.node.value {
            Json::Text(text) => {
                entry.instead.is_none()
                    && (platform_called(entry.name).is_some()
                        || (detect::is_link(trim(text)) && !entry.name.starts_with(['@', '$', '_'])))
            }
            Json::List(_) | Json::Fields(_) => entry.instead.is_none() && holds_link(entry.node),
            _ => false,
        };
        let entries: Vec<Entry<'_>> = named.others.iter().copied().filter(is_entry).collect();
        named.others.retain(|entry| !is_entry(entry));
        let mapped = !entries.is_empty();
        let title = named.entry("title").or_else(|| named.entry("caption"));
        let own = title.and_then(|title| words_in(title.node)).filter(|words| !words.trim().is_empty());
        if !entries.is_empty() {
            match title.zip(own) {
                Some((title, own)) => self.heading(Some(&own), title.node, &title.path(path), warnings),
                None => self.heading(said, node, path, warnings),
            }
            for entry in entries {
                self.entry(entry, path, warnings);
            }
        } else if let Some((title, own)) = title.zip(own) {
            let description = named.entry("description").and_then(|entry| words_in(entry.node));
            if named.has("url") || named.has("handle") {
                warnings.add(path, Some(node), format!("“{}” has no address and was left out.", shown(&own)));
                return;
            }
            let kind = match description {
                Some(words) => {
                    warnings.add(
                        path,
                        Some(node),
                        "A title and its description without an address were read as a note.",
                    );
                    note(&format!("**{own}**\n{words}"))
                }
                None => {
                    warnings.add(
                        &title.path(path),
                        Some(title.node),
                        "A title without an address was read as a heading.",
                    );
                    Kind::Heading(Heading { text: Text::cut(&own).0 })
                }
            };
            self.push_read(Item::new(0, kind), placed, node, warnings);
        } else if let Some(entry) = named.take("description") {
            self.element(entry.node, &entry.path(path), said, warnings);
        }
        if self.items.len() == before && !group && !mapped {
            let names = ["url", "email", "repo", "heading", "text", "stamp", "image"];
            let words = format!("This item has none of {}, so it was left out{}", problem::either(&names), told(node));
            warnings.add(path, Some(node), words);
        } else {
            named.warn_others(path, warnings);
        }
    }

    /// What the `type` of an item says: the field of its content, or a platform.
    fn type_of(&self, named: &mut Named<'_>) -> Option<Result<&'static str, Platform>> {
        let entry = named.take("type")?;
        let Json::Text(text) = &entry.node.value else { return None };
        let found = match text.as_str() {
            "github" => Some("repo"),
            "social" => Some("handle"),
            _ => {
                let names: Vec<&str> = KindName::ALL.iter().map(|kind| kind.as_str()).collect();
                let content = |name: &str| CONTENT.iter().copied().find(|known| *known == name);
                let item = |name: &str| content(name).or_else(|| meaning(name).map(|row| row.item));
                let found = item(&fold(text)).or_else(|| item(nearest(text, &names)?));
                found.filter(|item| CONTENT_OF_TYPE.iter().any(|(known, _)| known == item))
            }
        };
        match found {
            Some("handle") if platform_called(text).is_some() => platform_called(text).map(Err),
            Some(item) => Some(Ok(item)),
            None => platform_called(text).map(Err),
        }
    }

    /// Gives each field the meaning that it has beside the others.
    fn settle(
        &self,
        named: &mut Named<'_>,
        kind: Option<Result<&'static str, Platform>>,
        path: &str,
        warnings: &mut Warnings,
    ) {
        let stamped =
            named.get("look").is_some_and(|node| matches!(&node.value, Json::Text(text) if fold(text) == "stamp"));
        if stamped && named.rename("text", "stamp") {
            named.take("look");
        }
        match kind {
            Some(Ok(kind @ ("url" | "video" | "music"))) => {
                if named.get("url").is_some() || named.get(kind).is_some() {
                    named.rename("image", "preview");
                }
                content_of_type(named, kind);
            }
            Some(Ok(kind)) => content_of_type(named, kind),
            Some(Err(_)) if named.get("url").is_none() => content_of_type(named, "handle"),
            _ => {}
        }
        let address = named.get("url").or_else(|| named.get("video")).or_else(|| named.get("music")).is_some();
        if address && !matches!(kind, Some(Ok("heading" | "text" | "stamp"))) {
            for name in ["text", "heading"] {
                let from = named.path(path, name);
                let node = named.get(name);
                let to = if named.has("title") { "description" } else { "title" };
                if (to == "title" || named.get("text").is_some()) && named.rename(name, to) {
                    warnings.add(&from, node, format!("“{name}” was read as “{to}”."));
                }
            }
        }
        // The name of the platform says nothing that the address does not.
        if let Some(url) = named.get("url").and_then(words_in).and_then(|text| address_in(trim(&text))) {
            let found = detect::kind_of(url);
            let same = |entry: Entry<'_>| {
                words_in(entry.node)
                    .and_then(|name| platform_called(&name))
                    .is_some_and(|platform| is_of(&found, platform))
            };
            if named.entry("platform").is_some_and(same) {
                named.take("platform");
            } else if named.get("handle").is_none() {
                let (from, node) = (named.path(path, "platform"), named.get("platform"));
                if named.rename("platform", "title") {
                    warnings.add(&from, node, "“platform” was read as “title”.");
                }
            }
            if self.profiles && named.entry("title").is_some_and(same) {
                named.take("title");
            }
        }
    }

    /// Title, size, colour and the rest.
    fn present(
        &self,
        item: &mut Item,
        named: &mut Named<'_>,
        title: Option<&str>,
        path: &str,
        warnings: &mut Warnings,
    ) {
        if let Kind::Social(social) = &item.kind
            && named.get("url").is_none()
            && named.entry("title").and_then(|entry| words_in(entry.node)).and_then(|name| platform_called(&name))
                == Some(social.platform)
        {
            named.take("title");
        }
        apply_presentation(item, named, title, path, warnings);
    }

    /// The id and place of a tile in a page file.
    fn placed(&self, named: &mut Named<'_>, path: &str, warnings: &mut Warnings) -> Placed {
        let mut placed = Placed { path: path.to_owned(), ..Placed::default() };
        if let Some(entry) = named.take("id") {
            match words_in(entry.node).map(|id| TileId::parse(&id)) {
                Some(Ok(id)) => placed.id = Some(id),
                _ => {
                    let words = format!("Tiles get ids of their own; this one was left out{}", told(entry.node));
                    warnings.add(&entry.path(path), Some(entry.node), words);
                }
            }
        }
        if let Some(entry) = named.take("pos") {
            placed.pos = place(entry.node, &entry.path(path), warnings);
        }
        named.take("facts");
        placed
    }

    /// A tile as a page file states it, if it is one without a mistake.
    fn exact_tile(&mut self, node: &Node, fields: &[(String, Node)], path: &str, warnings: &mut Warnings) -> bool {
        let has = |name: &str| fields.iter().any(|(own, node)| own == name && node.value != Json::Null);
        if !has("type") || !(self.page_file || has("pos") || has("id")) {
            return false;
        }
        let Ok(tile) = read_tile(&node.to_value()) else { return false };
        if has("id") && tile.id.is_none() {
            let id = node.field("id").unwrap_or(node);
            let words = format!("Tiles get ids of their own; this one was left out{}", told(id));
            warnings.add(&path_to(path, "id"), Some(id), words);
        }
        let item = Item {
            key: 0,
            size: Some(tile.size).filter(|size| *size != tile.kind.default_size()),
            color: Some(tile.color).filter(|color| *color != crate::tile::TileColor::Auto),
            lang: tile.lang,
            kind: tile.kind,
        };
        self.push_item(item, Placed { id: tile.id, pos: tile.pos, path: path.to_owned() });
        true
    }
}

/// Whether an object is one item rather than a map of names to links.
fn is_item(fields: &[(String, Node)]) -> bool {
    let there = |test: &dyn Fn(&str, &str) -> bool| {
        fields.iter().any(|(name, node)| {
            let text = matches!(node.value, Json::Text(_) | Json::Number(_));
            node.value != Json::Null
                && platform_called(name).is_none()
                && Scope::Item.field(name).is_some_and(|(known, _)| {
                    (text || !matches!(known, "video" | "music" | "text" | "heading")) && test(name, known)
                })
        })
    };
    there(&|name, known| match known {
        "url" => matches!(name, "url" | "link" | "href" | "uri"),
        "value" | "items" | "handle" | "type" => true,
        _ => CONTENT.contains(&known),
    }) || there(&|_, known| known == "url") && there(&|_, known| known == "title")
}

/// The text of a value that is one.
fn words_in(node: &Node) -> Option<String> {
    match &node.value {
        Json::Text(text) => Some(text.clone()),
        Json::Number(number) => Some(number::print(*number)),
        _ => None,
    }
}

/// Whether a detected tile is of this platform.
fn is_of(kind: &Kind, platform: Platform) -> bool {
    match kind {
        Kind::Social(social) => social.platform == platform,
        Kind::Github(_) => platform == Platform::Github,
        Kind::Video(_) => matches!(platform, Platform::Youtube | Platform::Vimeo | Platform::Tiktok | Platform::Twitch),
        Kind::Music(_) => matches!(
            platform,
            Platform::Spotify
                | Platform::Soundcloud
                | Platform::Bandcamp
                | Platform::AppleMusic
                | Platform::Mixcloud
                | Platform::Audius
        ),
        _ => false,
    }
}

/// Moves the field that states the content of this type to the field of the type.
fn content_of_type(named: &mut Named<'_>, kind: &'static str) {
    if named.get(kind).is_some() {
        return;
    }
    let from = CONTENT_OF_TYPE.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, names)| *names);
    for name in from {
        let address = named.get(name).and_then(words_in).is_some_and(|text| detect::is_link(trim(&text)));
        if (kind != "url" || address) && named.rename(name, kind) {
            return;
        }
    }
}

/// A link of a page file stays one, whatever its address leads to.
fn as_typed(kind: Kind, page_file: bool, named: &Named<'_>) -> Kind {
    let preview = named.get("preview").is_some();
    match &kind {
        Kind::Social(_) | Kind::Github(_) | Kind::Image(_)
            if (page_file || preview) && named.get("image").is_none() =>
        {
            match own_address(named, &kind) {
                Some(url) => link(url),
                None => kind,
            }
        }
        _ => kind,
    }
}

/// A note with the title above it in bold, since notes have none.
fn with_title(kind: Kind, main: bool, named: &mut Named<'_>, path: &str, warnings: &mut Warnings) -> Kind {
    let Kind::Text(Note { text, look: None }) = &kind else { return kind };
    let title = named.entry("title").filter(|_| main).and_then(|entry| words_in(entry.node));
    let Some(title) = title.filter(|title| !title.trim().is_empty()) else { return kind };
    if let Some(entry) = named.take("title") {
        warnings.add(&entry.path(path), Some(entry.node), "A note has no title, so it stands above the words in bold.");
    }
    note(&format!("**{}**\n{text}", title.trim()))
}

fn note(words: &str) -> Kind {
    Kind::Text(Note { text: Text::cut(words).0, look: None })
}

fn link(url: crate::safe_url::SafeUrl) -> Kind {
    Kind::Link(Link::to(url))
}

/// A tile with a title; a profile becomes a link, since it has none.
fn titled(kind: Kind, title: &str, address: &str) -> Kind {
    let mut kind = match kind {
        Kind::Social(_) | Kind::Github(_) => {
            detect::whole_address(address).or_else(|| kind.address()).map_or(kind, link)
        }
        kind => kind,
    };
    if let Some(own) = kind.title_mut() {
        *own = Some(Text::cut(title).0).filter(|title: &crate::tile::kind::Title| !title.is_empty());
    }
    kind
}

/// Whether an object says that it is not shown.
fn is_hidden(fields: &[(String, Node)]) -> bool {
    fields.iter().any(|(name, node)| match flag_of(node) {
        Some(yes) if is_flag(name) => yes == HIDING.contains(&fold(name).as_str()),
        _ => {
            name == "status"
                && matches!(&node.value, Json::Text(text) if matches!(fold(text).as_str(), "hidden" | "inactive" | "draft" | "disabled" | "archived" | "off"))
        }
    })
}

/// Whether the name says whether the item is shown.
fn is_flag(name: &str) -> bool {
    // The longest has eleven letters and a separator.
    name.len() < 16 && {
        let name = fold(name);
        HIDING.contains(&name.as_str()) || SHOWING.contains(&name.as_str())
    }
}

/// Whether a value holds an address, a handle of a platform, or another item.
pub(super) fn holds_link(node: &Node) -> bool {
    fn look(node: &Node, steps: &mut usize) -> bool {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        match &node.value {
            Json::Text(text) => {
                let text = trim(text);
                detect::whole_address(text).is_some() || text.contains('@') && detect::is_link(text)
            }
            Json::List(items) => items.iter().any(|item| look(item, steps)),
            Json::Fields(fields) => fields.iter().any(|(name, field)| {
                look(field, steps) || matches!(field.value, Json::Text(_)) && platform_called(name).is_some()
            }),
            _ => false,
        }
    }
    look(node, &mut 60)
}

/// A name of a field as people write it: `featuredProjects` is “Featured projects”. `None` when it names nothing.
fn humanized(name: &str) -> Option<String> {
    let name = name.trim();
    let row = meaning(&fold(name));
    let nameless = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let counted = nameless.len() < name.len()
        && matches!(fold(nameless).as_str(), "" | "link" | "item" | "button" | "url" | "site" | "tile" | "block");
    if WRAPPINGS.contains(&fold(name).as_str()) {
        return None;
    }
    if name.is_empty() || counted || row.is_some_and(|row| row.item == "url" || row.item == "items") {
        return None;
    }
    if name.contains(' ') || !name.is_ascii() || platform_called(name).is_some() {
        return Some(name.to_owned());
    }
    let mut words = String::with_capacity(name.len() + 4);
    let mut lower = false;
    for character in name.chars() {
        match character {
            '_' | '-' | '.' => words.push(' '),
            _ if character.is_ascii_uppercase() && lower => {
                words.push(' ');
                words.push(character.to_ascii_lowercase());
            }
            _ if words.is_empty() => words.push(character.to_ascii_uppercase()),
            _ => words.push(character),
        }
        lower = character.is_ascii_lowercase();
    }
    Some(words)
}

/// `{ platform, handle }`, the form of a profile in a page file.
pub(super) fn profile(fields: &Named<'_>, path: &str, warnings: &mut Warnings) -> Option<Kind> {
    let (platform, written) = (fields.entry("platform")?, fields.entry("handle")?);
    let name = text_of(platform.node, &platform.path(path), 80, warnings)?;
    let here = written.path(path);
    let words = text_of(written.node, &here, limits::URL_BYTES, warnings)?;
    // The address of something else.
    let elsewhere = || words.contains("://").then(|| address_in(&words)).flatten().map(detect::kind_of);
    let Some(known) = platform_called(&name) else {
        if let Some(address) = elsewhere() {
            return Some(address);
        }
        if meaning(&fold(&name)).is_some_and(|row| row.item == "url")
            && let Some(address) = address_in(&words)
        {
            return Some(detect::kind_of(address));
        }
        let words = format!(
            "“{}” is not a platform, so the item was left out: “{}”. Give its whole address.",
            shown(&name),
            shown(&words)
        );
        warnings.add(&platform.path(path), Some(platform.node), words);
        return None;
    };
    match account_of(known, &words, &words, written.node, &here, warnings) {
        Ok(account) => Some(account),
        Err(message) => {
            let found = elsewhere();
            let done = if found.is_some() { "This was read as what its address is" } else { "This was left out" };
            warnings.add(&here, Some(written.node), format!("{done}: {message}."));
            found
        }
    }
}

/// What somebody wrote as their account on a platform: a handle, with or without `@`, or an address.
fn social_of(platform: Platform, text: &str, node: &Node, path: &str, warnings: &mut Warnings) -> Option<Kind> {
    let text = titled_address(text).map_or(text, |(_, address)| address);
    let web = text.contains("://") || (text.contains('/') && !text.starts_with('@'));
    if platform == Platform::Email {
        return email(text, node, path, warnings);
    }
    if unsafe_scheme(text) {
        let words = format!("“{}” is not a safe address and was left out.", shown(text));
        warnings.add(path, Some(node), words);
        return None;
    }
    if web && let Some(address) = detect::whole_address(text) {
        return Some(detect::kind_of(address));
    }
    if platform == Platform::Github
        && let Ok(repo) = Repo::parse(text)
    {
        return Some(Kind::Github(Github { repo }));
    }
    let written =
        if platform == Platform::Phone { text.trim_start_matches("tel:") } else { text.trim_start_matches('@') };
    match account_of(platform, written, text, node, path, warnings) {
        Ok(account) => Some(account).filter(|kind| !is_blank(kind)),
        Err(message) => {
            warnings.add(path, Some(node), format!("“{}” was left out: {message}.", shown(text)));
            None
        }
    }
}

/// The account with a handle, which stands as `text` in the document, with a word where it was mended.
///
/// # Errors
/// When the platform has no such handles.
fn account_of(
    platform: Platform,
    handle: &str,
    text: &str,
    node: &Node,
    path: &str,
    warnings: &mut Warnings,
) -> Result<Kind, String> {
    let read = handle::read(platform, handle)?;
    if read.as_str() != handle.trim_start_matches('@') {
        warnings.add(path, Some(node), format!("“{}” was read as {read}.", shown(text)));
    }
    Ok(Kind::Social(Social { platform, handle: read }))
}

fn email(text: &str, node: &Node, path: &str, warnings: &mut Warnings) -> Option<Kind> {
    match detect::detect(text.trim_start_matches("mailto:").trim()) {
        Kind::Social(it) if it.platform == Platform::Email => Some(Kind::Social(it)),
        _ => {
            warnings.add(path, Some(node), format!("“{}” is not an email address and was left out.", shown(text)));
            None
        }
    }
}

fn content(main: &'static str, fields: &Named<'_>, path: &str, warnings: &mut Warnings) -> Option<Kind> {
    let entry = fields.entry(main)?;
    let (node, here) = (entry.node, entry.path(path));
    if main == "image" {
        let src = picture_address(node, &here, warnings)?;
        let url = fields.entry("url").and_then(|field| link_address(field.node, &field.path(path), None, warnings));
        return Some(Kind::Image(Image { src, title: None, url, picture: Picture::default() }));
    }
    let limit = match main {
        "heading" => limits::TITLE,
        "text" | "stamp" => limits::TEXT,
        _ => limits::URL_BYTES,
    };
    if matches!(main, "url" | "video" | "music") {
        let title = fields.get("title").and_then(words_in);
        let url = link_address(node, &here, title.as_deref(), warnings)?;
        let kind = detect::kind_of(url.clone());
        if (main == "video" && kind.name() != KindName::Video) || (main == "music" && kind.name() != KindName::Music) {
            let words = format!(
                "This is not the address of {main} on a site that is known, so it became what it is: “{}”.",
                shown(url.as_str())
            );
            warnings.add(&here, Some(node), words);
        }
        return Some(kind);
    }
    let text = text_of(node, &here, limit, warnings)?;
    if text.is_empty() {
        warnings.add(&here, Some(node), "An empty item was left out.");
        return None;
    }
    match main {
        "heading" => Some(Kind::Heading(Heading { text: Text::cut(&text).0 })),
        "text" => Some(Kind::Text(Note { text: Text::cut(&text).0, look: None })),
        "stamp" => Some(Kind::Text(Note { text: Text::cut(&text).0, look: Some(NoteLook::Stamp) })),
        "email" => email(&text, node, &here, warnings),
        "phone" => social_of(Platform::Phone, &text, node, &here, warnings),
        _ => repo(&text, node, &here, warnings),
    }
}

/// A repository: `owner/name`, or its address.
fn repo(text: &str, node: &Node, path: &str, warnings: &mut Warnings) -> Option<Kind> {
    let bare = text.trim_start_matches("https://").trim_start_matches("www.").trim_start_matches("github.com/");
    match Repo::parse(bare.trim_end_matches('/').trim_end_matches(".git")) {
        Ok(repo) => Some(Kind::Github(Github { repo })),
        Err(words) => match address_in(text) {
            Some(url) => {
                warnings.add(path, Some(node), "This is not a repository on GitHub, so it became a link.");
                Some(detect::kind_of(url))
            }
            None => {
                warnings.add(path, Some(node), format!("This was left out: {words}."));
                None
            }
        },
    }
}
