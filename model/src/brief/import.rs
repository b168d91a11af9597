//! Turns any file into a page: detects its format, reads it and warns about everything that had to be changed.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::json::{self, Json, Node, Place, Stop};
use super::types::Brief;
use super::warning::{Warning, Warnings};
use super::{detect, lines, read};
use crate::id::SeededIds;
use crate::limits;
use crate::page::{Draft, PageFile};
use crate::read::mend::mend;
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
    pub place: Option<Place>,
}

impl ImportError {
    fn new(message: impl Into<String>, place: Option<Place>) -> Self {
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
                warnings.push(warning(String::new(), json::TOO_MUCH.to_owned()));
            }
            refuse_stopped(from_node(&Node::of(value), warnings, None, seed)?)
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
    if text.len() > limits::BODY_BYTES {
        return Err(ImportError::new(
            format!("this is {} KB; a page file has at most {} KB", text.len() / 1024, limits::BODY_BYTES / 1024),
            None,
        ));
    }
    let Some(found) = json::read(text, is_page) else { return lines(text, seed) };
    if !is_page(&found.node.value) && wrapped(&found.node).is_none() {
        if serde_json::from_str::<serde_json::Map<String, Value>>(text).is_ok() {
            return Err(ImportError::new("this is JSON, but not a page: a page has a name and a list of links", None));
        }
        let listed = lines(text, seed);
        if listed.is_ok() || found.stop.is_none() {
            return listed;
        }
    }
    let warnings = found
        .repairs
        .into_iter()
        .map(|repair| Warning {
            path: String::new(),
            message: repair.message,
            line: Some(repair.place.line),
            column: Some(repair.place.column),
        })
        .collect();
    from_node(&found.node, warnings, found.stop, seed)
}

/// Whether a value looks like a brief, a page file or a list of links.
fn is_page(value: &Json) -> bool {
    const NAMES: [&str; 16] = [
        "mantel",
        "name",
        "links",
        "profile",
        "tiles",
        "bio",
        "look",
        "username",
        "theme",
        "layout",
        "items",
        "tagline",
        "displayname",
        "style",
        "avatar",
        "url",
    ];
    match value {
        Json::Fields(fields) => fields.iter().any(|(name, _)| NAMES.contains(&name.to_lowercase().as_str())),
        Json::List(items) => items.iter().any(|item| {
            matches!(&item.value, Json::Text(text) if detect::is_link(text)) || matches!(item.value, Json::Fields(_))
        }),
        _ => false,
    }
}

fn from_node(node: &Node, mut warnings: Vec<Warning>, stop: Option<Stop>, seed: u64) -> Result<Imported, ImportError> {
    if let Some((name, inner)) = wrapped(node) {
        let found = unwrap(node, name, inner, stop, seed)?;
        warnings.extend(found.warnings);
        return Ok(Imported { warnings, ..found });
    }
    let mut collected = Warnings::new();
    if is_page_file(node) {
        let (file, repaired) = page_file(node, seed)?;
        repaired
            .into_iter()
            .for_each(|repair| collected.add(&repair.path, Some(node.nearest(&repair.path)), repair.message));
        warnings.extend(collected.finish());
        return Ok(Imported { draft: file.draft, username: file.username, warnings, source: Source::PageFile, stop });
    }
    let mut brief = read::brief(node, &mut collected);
    let named = !brief.name.is_empty();
    let listed = node.field("links").is_some() || matches!(node.value, Json::List(_)) || !brief.links.is_empty();
    if !named && !listed && stop.is_none() {
        return Err(ImportError::new(
            "a brief has at least a name and a list of links; this has neither",
            (node.place.line > 0).then_some(node.place),
        ));
    }
    if let Some(foreign) = read::foreign_field(node).filter(|_| !listed && stop.is_none()) {
        let words = format!("this is JSON, but not a page: it has no links, and a page has no “{foreign}”");
        return Err(ImportError::new(words, None));
    }
    if !named {
        let used = brief.username.as_ref().map(|username| username.as_str().to_owned());
        let words = match &used {
            Some(name) => format!("There is no “name”, so {name} was used."),
            None => "There is no “name”; the page goes without until you give it one.".to_owned(),
        };
        collected.add("/name", Some(node), words);
        brief.name = used.unwrap_or_default();
    }
    if !listed {
        collected.add("/links", Some(node), "There are no “links”, so the page has no tiles yet.");
    }
    warnings.extend(collected.finish());
    Ok(Imported {
        draft: brief.to_draft(seed),
        username: brief.username.clone(),
        warnings,
        source: Source::Brief(Box::new(brief)),
        stop,
    })
}

/// Text without JSON, or whose JSON is not a page: a list of links.
fn lines(text: &str, seed: u64) -> Result<Imported, ImportError> {
    let mut collected = Warnings::new();
    let Some(brief) = lines::brief(text, &mut collected) else {
        let words = if text.trim().is_empty() {
            "there is nothing here yet; a brief is a name and a list of links"
        } else {
            "no page file and no link was found in this; a brief starts with { and has a name and links"
        };
        return Err(ImportError::new(words, Some(Place { line: 1, column: 1 })));
    };
    let wish = if brief.name.is_empty() { " Give the page a name." } else { "" };
    let message = format!("This is a list, not a page file: each line became a tile.{wish}");
    let mut warnings = vec![Warning { path: String::new(), message, line: Some(1), column: Some(1) }];
    warnings.extend(collected.finish());
    Ok(Imported {
        draft: brief.to_draft(seed),
        username: None,
        warnings,
        source: Source::Brief(Box::new(brief)),
        stop: None,
    })
}

/// Field names under which a page may be nested: in an API reply or in what a chat model wraps around it.
const WRAPPINGS: [&str; 4] = ["draft", "page", "brief", "file"];

/// The page nested in a larger value that is not itself a page.
fn wrapped(node: &Node) -> Option<(&'static str, &Node)> {
    if is_page_file(node) || ["links", "tiles", "items"].iter().any(|name| node.field(name).is_some()) {
        return None;
    }
    WRAPPINGS.iter().find_map(|name| {
        let inner = node.field(name)?;
        let page = matches!(inner.value, Json::Fields(_)) && (is_page(&inner.value) || wrapped(inner).is_some());
        page.then_some((*name, inner))
    })
}

/// Reads the nested page, with paths relative to the whole file; the username may be next to it.
fn unwrap(node: &Node, name: &str, inner: &Node, stop: Option<Stop>, seed: u64) -> Result<Imported, ImportError> {
    let mut collected = Warnings::new();
    collected.add(
        &format!("/{name}"),
        Some(inner),
        format!("The page was taken from “{name}”; what stood around it was left out."),
    );
    let mut found = from_node(inner, Vec::new(), stop, seed)?;
    if let Some(Json::Text(text)) = node.field("username").map(|field| &field.value) {
        found.username = found.username.or_else(|| Username::parse(text).ok());
    }
    let mut warnings = collected.finish();
    warnings.extend(
        found.warnings.into_iter().map(|warning| Warning { path: format!("/{name}{}", warning.path), ..warning }),
    );
    Ok(Imported { warnings, ..found })
}

/// A full page file has a profile or a theme, or tiles with types.
fn is_page_file(node: &Node) -> bool {
    let typed = |node: &Node| node.field("type").is_some();
    let tiles =
        node.field("tiles").is_some_and(|field| matches!(&field.value, Json::List(items) if items.iter().any(typed)));
    let object = |name: &str| node.field(name).is_some_and(|field| matches!(field.value, Json::Fields(_)));
    node.field("links").is_none() && (tiles || object("profile") || object("theme"))
}

/// Maximum rounds of repair: each removes what the strict reader rejected, so the nesting depth bounds them.
const ROUNDS: usize = 6;

fn page_file(node: &Node, seed: u64) -> Result<(PageFile, Vec<Warning>), ImportError> {
    let mut value = node.to_value();
    let mut warnings = Vec::new();
    leave_out_long_names(&mut value, "", &mut warnings);
    let mut places = first_tiles(&mut value, &mut warnings);
    mend_tiles(&mut value, &mut warnings);
    for _ in 0..ROUNDS {
        fill_parts(&mut value);
        let mut problems = match crate::read::read_page_file_to_mend(&value, &mut SeededIds::new(seed)) {
            Ok(file) => return Ok((file, warnings)),
            Err(problems) => problems,
        };
        // Without a path: that there are more, which the next round finds.
        problems.retain(|problem| !problem.path.is_empty());
        let paths: Vec<&str> = problems.iter().map(|problem| problem.path.as_str()).collect();
        let removal = take_out(&mut value, &paths);
        for (problem, stays) in problems.iter().zip(&removal.tile_stays) {
            let left_out = if *stays { "It was left out" } else { "The tile was left out" };
            warnings.push(warning(in_file(&problem.path, &places), format!("{left_out}: {}.", problem.message)));
        }
        if let Some(Value::Array(tiles)) = value.get_mut("tiles") {
            let mut at = 0..;
            tiles.retain(|_| at.next().is_none_or(|number: usize| !removal.tiles.contains(&number)));
        }
        let mut at = 0..;
        places.retain(|_| at.next().is_none_or(|number: usize| !removal.tiles.contains(&number)));
    }
    Err(ImportError::new(
        "this page file is too damaged to be read; export it again",
        (node.place.line > 0).then_some(node.place),
    ))
}

/// Longest name of a field that a problem names in full, characters; no field of a page has half as many.
const NAME: usize = 40;

/// Removes the fields whose names are too long to be a page's, so that every problem names its field in full.
fn leave_out_long_names(value: &mut Value, path: &str, warnings: &mut Vec<Warning>) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                let fits = name.len() <= NAME || name.chars().nth(NAME).is_none();
                if !fits {
                    let name = crate::safe_url::shortened(name);
                    let words = format!("It was left out: there is no field \"{name}\" in a page.");
                    warnings.push(warning(path.to_owned(), words));
                }
                fits
            });
            for (name, inner) in fields.iter_mut().filter(|(_, inner)| inner.is_object() || inner.is_array()) {
                leave_out_long_names(inner, &format!("{path}/{}", read::escaped(name)), warnings);
            }
        }
        Value::Array(items) => {
            let inner = items.iter_mut().enumerate().filter(|(_, inner)| inner.is_object() || inner.is_array());
            inner.for_each(|(at, inner)| leave_out_long_names(inner, &format!("{path}/{at}"), warnings));
        }
        _ => {}
    }
}

const fn warning(path: String, message: String) -> Warning {
    Warning { path, message, line: None, column: None }
}

/// Keeps as many tiles as a page may hold; returns the index of each in the file.
fn first_tiles(value: &mut Value, warnings: &mut Vec<Warning>) -> Vec<usize> {
    let Some(Value::Array(tiles)) = value.get_mut("tiles") else { return Vec::new() };
    if tiles.len() > limits::TILES {
        let words = format!("There are {} tiles; the first {} were taken.", tiles.len(), limits::TILES);
        warnings.push(warning("/tiles".to_owned(), words));
        tiles.truncate(limits::TILES);
    }
    (0..tiles.len()).collect()
}

/// Mends what new tiles may not have.
fn mend_tiles(value: &mut Value, warnings: &mut Vec<Warning>) {
    let Some(Value::Array(tiles)) = value.get_mut("tiles") else { return };
    for (at, tile) in tiles.iter_mut().enumerate().filter_map(|(at, tile)| Some((at, tile.as_object_mut()?))) {
        for (field, message) in mend(tile) {
            warnings.push(warning(format!("/tiles/{at}/{field}"), message));
        }
    }
}

/// A page file has three parts; missing ones start empty.
fn fill_parts(value: &mut Value) {
    let Value::Object(fields) = value else { return };
    for part in ["profile", "theme", "tiles"] {
        if fields.get(part).is_none_or(Value::is_null) {
            let empty = if part == "tiles" { Value::Array(Vec::new()) } else { Value::Object(serde_json::Map::new()) };
            fields.insert(part.to_owned(), empty);
        }
    }
}

/// Maps a path back to the original file after tiles were left out.
fn in_file(path: &str, places: &[usize]) -> String {
    let Some((index, rest)) = path.strip_prefix("/tiles/").map(|rest| rest.split_once('/').unwrap_or((rest, "")))
    else {
        return path.to_owned();
    };
    let place = index.parse::<usize>().ok().and_then(|value| places.get(value));
    match place {
        Some(place) if rest.is_empty() => format!("/tiles/{place}"),
        Some(place) => format!("/tiles/{place}/{rest}"),
        None => path.to_owned(),
    }
}

/// What a round of repair removed.
struct Removal {
    /// The tiles to remove, by their index.
    tiles: HashSet<usize>,
    /// For each problem, whether its tile stays (true outside tiles).
    tile_stays: Vec<bool>,
}

/// Removes the values at these pointers from the file, each object once however many of its fields go. What lacks a
/// required field is removed whole: a position or focus at once, a tile by its index in the result.
fn take_out(value: &mut Value, paths: &[&str]) -> Removal {
    let mut removal = Removal { tiles: HashSet::new(), tile_stays: vec![true; paths.len()] };
    let mut waiting: Vec<(&str, Vec<usize>)> =
        paths.iter().enumerate().map(|(problem, path)| (*path, vec![problem])).collect();
    while !waiting.is_empty() {
        // The fields to remove from each object, with the problems that each belongs to.
        let mut objects: BTreeMap<&str, HashMap<String, Vec<usize>>> = BTreeMap::new();
        for (path, problems) in std::mem::take(&mut waiting) {
            let Some((parent, last)) = path.rsplit_once('/') else { continue };
            if let Some(at) = (parent == "/tiles").then(|| last.parse().ok()).flatten() {
                removal.tiles.insert(at);
                for problem in problems {
                    if let Some(stays) = removal.tile_stays.get_mut(problem) {
                        *stays = false;
                    }
                }
                continue;
            }
            let name = last.replace("~1", "/").replace("~0", "~");
            objects.entry(parent).or_default().entry(name).or_default().extend(problems);
        }
        for (parent, mut names) in objects {
            // Absent when it was removed together with its parent.
            let Some(Value::Object(fields)) = value.pointer_mut(parent) else { continue };
            let present: HashSet<String> = names.keys().filter(|name| fields.contains_key(*name)).cloned().collect();
            fields.retain(|name, _| !present.contains(name));
            names.retain(|name, _| !present.contains(name));
            if !parent.is_empty() && !names.is_empty() {
                waiting.push((parent, names.into_values().flatten().collect()));
            }
        }
    }
    removal
}
