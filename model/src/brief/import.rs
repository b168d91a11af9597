//! Turns any file into a page: detects its format, reads it and warns about everything that had to be changed.

use std::collections::HashSet;

use serde_json::Value;

use super::json::{self, Json, Node, Read, Repair, Stop, TextPosition};
use super::types::Brief;
use super::warning::{Warning, Warnings};
use super::{detect, list, read};
use crate::id::{IdSource, SeededIds};
use crate::limits;
use crate::look::Look;
use crate::page::{Draft, PageFile};
use crate::read::mend::mend;
use crate::read::read_mended_page_file;
use crate::text::Text;
use crate::tile::KindName;
use crate::username::Username;

/// Which of the two files it was.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A brief, as parsed.
    Brief(Box<Brief>),
    /// A full page file.
    PageFile,
}

/// A page read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The page.
    pub draft: Draft,
    /// The username in the file; used only when there is no page yet.
    pub username: Option<Username>,
    /// Everything defaulted, repaired or dropped.
    pub warnings: Vec<Warning>,
    /// What the file was.
    pub source: Source,
    /// Where reading had to stop; the page holds what came before. Import rejects such a file, a preview shows it.
    pub stop: Option<Stop>,
}

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// What to fix, as a sentence.
    pub message: String,
    /// Where, if the file came as text.
    pub place: Option<TextPosition>,
}

impl ImportError {
    fn new(message: impl Into<String>, place: Option<TextPosition>) -> Self {
        Self { message: message.into(), place }
    }
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.place {
            Some(at) => write!(f, "Line {}, column {}: {}.", at.line, at.column, self.message),
            None => write!(f, "{}.", self.message),
        }
    }
}

/// Imports a text: a brief or page file, possibly surrounded by other text, or a plain list of links.
///
/// # Errors
/// When nothing could be read, or reading had to stop; gives the place and what was expected there.
pub fn import(text: &str, seed: u64) -> Result<Imported, ImportError> {
    refuse_stopped(import_partial(text, seed)?)
}

/// Imports a value: a brief or page file as JSON, or a string that contains one.
///
/// # Errors
/// As [`import`].
pub fn import_value(value: &Value, seed: u64) -> Result<Imported, ImportError> {
    match value {
        Value::String(text) => import(text, seed),
        Value::Object(_) | Value::Array(_) => {
            let mut warnings = Vec::new();
            if json::holds_too_much(value) {
                let message = json::TOO_MUCH.to_owned();
                warnings.push(Warning::of_file(message));
            }
            let read = Read { node: Node::of(value), repairs: Vec::new(), stop: None, missing: None, more: Vec::new() };
            refuse_stopped(from_read(read, warnings, seed)?)
        }
        _ => Err(ImportError::new("a page file is an object with a name and links, or text with one in it", None)),
    }
}

fn refuse_stopped(imported: Imported) -> Result<Imported, ImportError> {
    match imported.stop {
        Some(stop) => Err(ImportError::new(stop.message, Some(stop.place))),
        None => Ok(imported),
    }
}

/// Reads as much of a text as possible: what a preview shows while somebody types.
///
/// # Errors
/// When there is nothing to show at all.
pub fn import_partial(text: &str, seed: u64) -> Result<Imported, ImportError> {
    import_document(text, seed).unwrap_or_else(|| lines(text, seed))
}

/// Reads as much as possible of the brief or page file in a text; `None` when it holds no JSON, or a list of lines.
///
/// # Errors
/// As [`import_partial`], when the JSON is no page.
pub fn import_document(text: &str, seed: u64) -> Option<Result<Imported, ImportError>> {
    if text.len() > limits::BODY_BYTES {
        return Some(Err(ImportError::new(
            format!("this is {} KB; a page file has at most {} KB", text.len() / 1024, limits::BODY_BYTES / 1024),
            None,
        )));
    }
    document(text, seed)
}

/// The tiles of the brief or page file in a text; `None` when it holds neither.
pub(super) fn tiles(text: &str) -> Option<list::Items> {
    let found = document(text, 0)?.ok().filter(|found| found.stop.is_none())?;
    let mut warnings = found.warnings;
    let brief = match found.source {
        Source::Brief(brief) => *brief,
        Source::PageFile => Brief::of(&found.draft),
    };
    // An item alone (`{"title": …, "url": …}`) is read as a line.
    if brief.links.is_empty() && !["links", "tiles"].iter().any(|name| text.contains(&format!("\"{name}\""))) {
        return None;
    }
    // What it lacks as a page is of no interest.
    warnings.retain(|warning| warning.path != "/name");
    if !brief.name.is_empty() || !brief.bio.is_empty() {
        let message = "Only the tiles of this page were taken.".to_owned();
        warnings.push(Warning::of_file(message));
    }
    Some(list::Items { items: brief.links, warnings })
}

/// The page in a text with JSON, if that is one.
fn document(text: &str, seed: u64) -> Option<Result<Imported, ImportError>> {
    let mut warnings = Vec::new();
    let plain = without_entities(text);
    if plain.is_some() {
        let message = "Quotes that HTML had escaped were read as quotes.".to_owned();
        warnings.push(Warning { path: String::new(), message, line: Some(1), column: Some(1), tile: None });
    }
    let text = plain.as_deref().unwrap_or(text);
    if list::is_certain(text) {
        return None;
    }
    let found = json::read(text, |value| is_page(value, 0))?;
    if !is_page(&found.node.value, 0) {
        if serde_json::from_str::<serde_json::Map<String, Value>>(text).is_ok() {
            let missing = "this is JSON, but not a page: a page has a name and a list of links";
            return Some(Err(found.missing.map_or_else(
                || ImportError::new(missing, None),
                |stop| ImportError::new(stop.message, Some(stop.place)),
            )));
        }
        if found.stop.is_none() && found.missing.is_none() || lines(text, seed).is_ok() {
            return None;
        }
    }
    Some(from_read(found, warnings, seed))
}

/// The text with its quotes, when all of them were escaped for HTML.
fn without_entities(text: &str) -> Option<String> {
    let escaped = !text.contains('"') && text.contains("&quot;");
    escaped.then(|| {
        let plain = [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
        plain.iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
    })
}

/// Whether a value looks like a brief, a page file, a list of links or an item of one.
fn is_page(value: &Json, depth: usize) -> bool {
    match value {
        Json::Fields(fields) => {
            read::is_page_part(fields)
                || depth < 4
                    && (fields.len() == 1 || fields.iter().any(|(name, _)| is_wrapping(name)))
                    && fields.iter().any(|(_, node)| match &node.value {
                        Json::Text(text) => text.contains('{'),
                        inner => is_page(inner, depth + 1),
                    })
        }
        Json::List(items) => items.iter().any(|item| match &item.value {
            Json::Text(text) => detect::is_link(text),
            Json::Fields(fields) => !fields.is_empty(),
            Json::List(items) => {
                matches!(items.as_slice(), [_, Node { value: Json::Text(text), .. }] if detect::is_link(text))
            }
            _ => false,
        }),
        _ => false,
    }
}

fn is_wrapping(name: &str) -> bool {
    name.len() < 32 && read::WRAPPINGS.contains(&read::folded(name).as_str())
}

/// Whether an object is a whole page rather than an item with others under it.
fn is_whole_page(fields: &[(String, Node)]) -> bool {
    const OWN: [&str; 16] = [
        "mantel",
        "bio",
        "username",
        "avatar",
        "tagline",
        "profile",
        "look",
        "theme",
        "layout",
        "location",
        "tiles",
        "socials",
        "socialLinks",
        "displayName",
        "handle",
        "basics",
    ];
    let links = fields.iter().any(|(name, _)| name == "links") && fields.iter().any(|(name, _)| name == "name");
    links || fields.iter().any(|(name, node)| node.value != Json::Null && OWN.contains(&name.as_str()))
}

/// Whether an object is one item of a list of links.
fn is_item(fields: &[(String, Node)]) -> bool {
    let addressed = fields.iter().any(|(name, node)| {
        matches!(name.as_str(), "url" | "link" | "href")
            && matches!(&node.value, Json::Text(text) if detect::is_link(text))
    });
    addressed && !is_whole_page(fields) && !read::has_links(fields)
}

/// The page in a larger value: the steps to it, through the replies of programs and what is around the state of a site.
fn steps_to_page(node: &Node, depth: usize) -> Option<Vec<String>> {
    if depth > limits::JSON_DEPTH {
        return None;
    }
    match &node.value {
        Json::Fields(fields) => {
            if is_whole_page(fields) && (read::has_links(fields) || is_page_file(node)) || read::has_links(fields) {
                return Some(Vec::new());
            }
            let sole = fields.len() == 1;
            fields.iter().filter(|(name, _)| sole || is_wrapping(name)).find_map(|(name, node)| {
                let mut steps = steps_to_page(node, depth + 1)?;
                steps.insert(0, name.clone());
                Some(steps)
            })
        }
        Json::List(items) if depth > 0 => items.iter().take(3).enumerate().find_map(|(at, node)| {
            let mut steps = steps_to_page(node, depth + 1)?;
            steps.insert(0, at.to_string());
            Some(steps)
        }),
        Json::Text(text) if depth > 0 && text.contains('{') => page_in(text).map(|_| Vec::new()),
        _ => None,
    }
}

/// The page in a text that is itself a value: the reply of a model to a program.
fn page_in(text: &str) -> Option<Read> {
    let whole = |value: &Json| match value {
        Json::Fields(fields) => is_whole_page(fields) || read::has_links(fields),
        _ => false,
    };
    json::read(text, whole).filter(|found| whole(&found.node.value))
}

/// A part of a page: where it stands in the file, and its value.
type LocatedValue = (String, Node);

/// Takes the page out of what is around it, with its path; a username may stand beside it.
fn unwrap(node: Node, collected: &mut Warnings, repairs: &mut Vec<Repair>) -> (LocatedValue, Option<Username>) {
    const OWN: [&str; 9] = ["name", "bio", "avatar", "location", "look", "theme", "layout", "links", "tiles"];
    let own = match &node.value {
        Json::Fields(fields) => {
            is_page_file(&node)
                || read::has_links(fields)
                || fields.iter().any(|(name, node)| node.value != Json::Null && OWN.contains(&name.as_str()))
        }
        _ => true,
    };
    let steps = if own { None } else { steps_to_page(&node, 0) };
    let Some(steps) = steps.filter(|steps| !steps.is_empty()) else { return ((String::new(), node), None) };
    let (mut node, mut path, mut username) = (node, String::new(), None);
    let mut around = Vec::new();
    for step in &steps {
        if let Some(Json::Text(text)) = node.field("username").map(|field| &field.value) {
            username = username.or_else(|| Username::parse(text).ok());
        }
        let place = node.place;
        let inner = match node.value {
            Json::Fields(mut fields) => {
                let at = fields.iter().rposition(|(name, _)| name == step);
                let inner = at.map(|at| fields.remove(at).1);
                around.extend(fields.into_iter().map(|(_, node)| node));
                inner
            }
            Json::List(mut items) => {
                let at = step.parse().ok().filter(|at| *at < items.len());
                let inner = at.map(|at: usize| items.remove(at));
                around.append(&mut items);
                inner
            }
            _ => None,
        };
        path = read::path_to(&path, step);
        node = inner.unwrap_or(Node { value: Json::Null, place });
    }
    let others = Node { value: Json::List(around), place: node.place };
    let shown = path.trim_start_matches('/');
    let words =
        format!("The page was taken from “{shown}”; what stood around it was left out{}", read::left_out(&others));
    collected.add(&path, Some(&node), words);
    if let Json::Text(text) = &node.value
        && let Some(mut read) = page_in(text)
    {
        read.node.stand_at(node.place);
        repairs.extend(read.repairs.into_iter().map(|repair| Repair { place: node.place, ..repair }));
        node = read.node;
    }
    ((path, node), username)
}

/// What the documents of a text are: the parts of one page, in order. What belongs to none is left out.
fn arrange(nodes: Vec<LocatedValue>, collected: &mut Warnings) -> Vec<LocatedValue> {
    let page = |node: &Node| match &node.value {
        Json::Fields(fields) => !is_item(fields),
        _ => false,
    };
    // Several pages in one list, or several parts.
    let nodes: Vec<LocatedValue> = match <[LocatedValue; 1]>::try_from(nodes) {
        Ok([(path, Node { value: Json::List(items), place })]) => {
            let pages = items.iter().any(|item| matches!(&item.value, Json::Fields(fields) if is_whole_page(fields) && !is_item(fields) && (items.len() == 1 || read::has_links(fields))));
            if pages {
                items.into_iter().enumerate().map(|(at, node)| (format!("{path}/{at}"), node)).collect()
            } else {
                vec![(path, Node { value: Json::List(items), place })]
            }
        }
        Ok(one) => one.into(),
        Err(nodes) => nodes,
    };
    if !nodes.iter().any(|(_, node)| page(node)) {
        return one_list(nodes, collected);
    }
    let mut parts: Vec<LocatedValue> = Vec::new();
    // The first page, and what completes it.
    let (pages, others): (Vec<LocatedValue>, Vec<LocatedValue>) = nodes.into_iter().partition(|(_, node)| page(node));
    for (path, node) in pages {
        let fits = parts.iter().all(|(_, part)| match (&part.value, &node.value) {
            (Json::Fields(part), Json::Fields(fields)) => !share_a_field(part, fields),
            _ => true,
        });
        if !fits || parts.len() > 8 {
            let words = format!(
                "Another page follows; only the first was read. Left out was{}",
                read::left_out(&node).replacen(':', "", 1)
            );
            collected.add(&path, Some(&node), words);
            continue;
        }
        if !parts.is_empty() {
            collected.add(&path, Some(&node), "Another document follows; it was read as part of the page.");
        }
        parts.push((path, node));
    }
    let mut linked =
        parts.iter().any(|(_, part)| matches!(&part.value, Json::Fields(fields) if read::has_links(fields)));
    for (path, node) in others {
        if linked {
            let words = format!("Another document follows; it was left out{}", read::left_out(&node));
            collected.add(&path, Some(&node), words);
        } else {
            collected.add(&path, Some(&node), "Another document follows; it was read as the links of the page.");
            linked = true;
            let place = node.place;
            let list = match node.value {
                Json::Fields(_) => Node { value: Json::List(vec![node]), place },
                _ => node,
            };
            parts.push((path, list));
        }
    }
    parts
}

/// Documents that are items, or lists of them, as one list.
fn one_list(mut nodes: Vec<LocatedValue>, collected: &mut Warnings) -> Vec<LocatedValue> {
    if nodes.len() == 1 && nodes.iter().all(|(_, node)| matches!(node.value, Json::List(_))) {
        return nodes;
    }
    let Some(place) = nodes.first().map(|(_, node)| node.place) else { return nodes };
    if nodes.len() > 1 {
        collected.add(
            "",
            nodes.first().map(|(_, node)| node),
            "Several documents follow each other; they were read as one list of links.",
        );
    }
    let base =
        if nodes.len() == 1 { nodes.first().map(|(path, _)| path.clone()).unwrap_or_default() } else { String::new() };
    let mut items = Vec::new();
    for (_, node) in nodes.drain(..) {
        match node.value {
            Json::List(mut more) => items.append(&mut more),
            _ => items.push(node),
        }
    }
    vec![(base, Node { value: Json::List(items), place })]
}

fn share_a_field(one: &[(String, Node)], other: &[(String, Node)]) -> bool {
    one.iter().any(|(name, _)| other.iter().any(|(own, _)| own == name))
}

fn from_read(read: Read, mut warnings: Vec<Warning>, seed: u64) -> Result<Imported, ImportError> {
    let Read { node, mut repairs, stop, missing, more } = read;
    let mut collected = Warnings::new();
    let first = node.place;
    let (node, mut username) = unwrap(node, &mut collected, &mut repairs);
    let mut nodes = vec![node];
    for node in more {
        let (node, other) = unwrap(node, &mut collected, &mut repairs);
        username = username.or(other);
        nodes.push(node);
    }
    let parts = arrange(nodes, &mut collected);
    warnings.extend(repairs.into_iter().map(|repair| Warning {
        path: String::new(),
        message: repair.message,
        line: Some(repair.place.line).filter(|line| *line > 0),
        column: Some(repair.place.column).filter(|_| repair.place.line > 0),
        tile: None,
    }));
    let is_file = parts.first().is_some_and(|(_, node)| is_page_file(node));
    if let ([(_, node)], true) = (parts.as_slice(), is_file)
        && let Ok((file, mended)) = strictly(node, seed)
    {
        for (path, message) in mended {
            let before = collected.len();
            collected.add(&path, None, message);
            collected.are_about(before, position_in(&path));
        }
        warnings.extend(collected.finish((0..).take(file.draft.tiles.len())));
        let username = file.username.or(username);
        return Ok(Imported { draft: file.draft, username, warnings, source: Source::PageFile, stop });
    }
    let borrowed: Vec<(String, &Node)> = parts.iter().map(|(path, node)| (path.clone(), node)).collect();
    let mut page = read::page(&borrowed, is_file, &mut collected);
    let (mut brief, theme) = read::brief(&mut page, &mut collected);
    brief.username = brief.username.or(username);
    let (named, listed) = (!brief.name.is_empty(), page.listed || is_file);
    let place = Some(first).filter(|place| place.line > 0);
    if !named && !listed && stop.is_none() && brief.links.is_empty() {
        return Err(missing.map_or_else(
            || ImportError::new("a brief has at least a name and a list of links; this has neither", place),
            |stop| ImportError::new(stop.message, Some(stop.place)),
        ));
    }
    if let Some(foreign) = page.foreign.get(1).filter(|_| !listed && stop.is_none()) {
        let foreign = crate::safe_url::shortened(foreign);
        let words = format!("this is JSON, but not a page: it has no links, and a page has no “{foreign}”");
        return Err(ImportError::new(words, None));
    }
    let root = parts.first().map(|(_, node)| node);
    if !named && !is_file {
        // What is written as a username may be a name: “Ines Harrow”.
        let (name, words) = match (page.written_name(), &brief.username) {
            (Some(name), _) => {
                let words = format!("There is no name but the username, so “{name}” was used.");
                (name, words)
            }
            (None, Some(username)) => (username.to_string(), username_used(username)),
            (None, None) => (String::new(), NO_NAME.to_owned()),
        };
        collected.add("/name", root, words);
        brief.name = name;
    }
    if !listed && brief.links.is_empty() {
        collected.add("/links", root, "There are no “links”, so the page has no tiles yet.");
    }
    if is_file && brief.look.is_none() {
        // A page file is of a claimed page (decisions, Theme and profile details).
        brief.look = Some(Look::Cozy);
    }
    let plain = brief.to_draft(seed);
    let mut draft = plain.clone();
    read::finish(&page, theme, &mut draft, &mut collected);
    with_own_ids(&mut draft, seed);
    warnings.extend(collected.finish(brief.links.iter().map(|item| item.key)));
    let username = brief.username.clone();
    let source = if is_file || draft != plain { Source::PageFile } else { Source::Brief(Box::new(brief)) };
    Ok(Imported { draft, username, warnings, source, stop })
}

const NO_NAME: &str = "There is no “name”; the page goes without until you give it one.";

impl Imported {
    /// The page of somebody with this username: it takes that for a name when the file gave it none (decisions, Import
    /// and replace details).
    #[must_use]
    pub fn of_username(mut self, username: &Username) -> Self {
        let own = self.username.as_ref().map(username_used);
        let nameless = |warning: &&mut Warning| warning.message == NO_NAME || Some(&warning.message) == own.as_ref();
        if let Some(warning) = self.warnings.iter_mut().find(nameless) {
            warning.message = username_used(username);
            self.draft.profile.name = Text::cut(username.as_str()).0;
            if let Source::Brief(brief) = &mut self.source {
                brief.name = username.to_string();
            }
        }
        self
    }
}

fn username_used(username: &Username) -> String {
    format!("There is no “name”, so {username} was used.")
}

/// Gives a tile whose id another tile has an id of its own.
fn with_own_ids(draft: &mut Draft, seed: u64) {
    let mut taken = HashSet::new();
    let mut ids = SeededIds::new(!seed);
    for tile in &mut draft.tiles {
        if !taken.insert(tile.id.clone()) {
            tile.id = ids.fresh(&|id| taken.contains(id));
            taken.insert(tile.id.clone());
        }
    }
}

/// Text without JSON, or whose JSON is not a page: a list of links.
fn lines(text: &str, seed: u64) -> Result<Imported, ImportError> {
    let mut collected = Warnings::new();
    let Some(brief) = list::brief(text, &mut collected) else {
        let words = if text.trim().is_empty() {
            "there is nothing here yet; a brief is a name and a list of links"
        } else {
            "no page file and no link was found in this; a brief starts with { and has a name and links"
        };
        return Err(ImportError::new(words, Some(TextPosition { line: 1, column: 1 })));
    };
    let wish = if brief.name.is_empty() { " Give the page a name." } else { "" };
    let message = format!("This is a list, not a page file: each line became a tile.{wish}");
    let mut warnings = vec![Warning { path: String::new(), message, line: Some(1), column: Some(1), tile: None }];
    warnings.extend(collected.finish(brief.links.iter().map(|item| item.key)));
    Ok(Imported {
        draft: brief.to_draft(seed),
        username: None,
        warnings,
        source: Source::Brief(Box::new(brief)),
        stop: None,
    })
}

/// A full page file has tiles with types, or tiles beside a profile or a theme.
fn is_page_file(node: &Node) -> bool {
    let typed = |node: &Node| matches!(node.field("type"), Some(Node { value: Json::Text(name), .. }) if KindName::parse(name).is_some());
    let tiles = node.field("tiles");
    let typed = tiles.is_some_and(|field| matches!(&field.value, Json::List(items) if items.iter().any(typed)));
    let object = |name: &str| node.field(name).is_some_and(|field| matches!(field.value, Json::Fields(_)));
    let either = object("profile") || object("theme");
    node.field("links").is_none() && (typed || tiles.is_some() && either || object("profile") && object("theme"))
}

/// The position of the tile that a place of a page file is in.
fn position_in(path: &str) -> Option<u32> {
    path.strip_prefix("/tiles/")?.split('/').next()?.parse().ok()
}

/// A page file without a mistake, but for tiles of older ones, which are mended: where, and what was done. Missing parts
/// start empty.
fn strictly(node: &Node, seed: u64) -> Result<(PageFile, Vec<(String, String)>), ()> {
    let mut value = node.to_value();
    let Value::Object(fields) = &mut value else { return Err(()) };
    for part in ["profile", "theme", "tiles"] {
        if fields.get(part).is_none_or(Value::is_null) {
            let empty = if part == "tiles" { Value::Array(Vec::new()) } else { Value::Object(serde_json::Map::new()) };
            fields.insert(part.to_owned(), empty);
        }
    }
    let mut mended = Vec::new();
    let tiles = fields.get_mut("tiles").and_then(Value::as_array_mut).into_iter().flatten();
    for (at, tile) in tiles.enumerate().filter_map(|(at, tile)| Some((at, tile.as_object_mut()?))) {
        mended.extend(mend(tile).into_iter().map(|(field, message)| (format!("/tiles/{at}/{field}"), message)));
    }
    let file = read_mended_page_file(&value, &mut SeededIds::new(seed)).map_err(drop)?;
    Ok((file, mended))
}
