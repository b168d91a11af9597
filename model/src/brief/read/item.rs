//! One item of `links`: a string, or an object with one of seven content fields.

use super::super::detect;
use super::super::json::{Json, Node};
use super::super::types::{Brief, Item};
use super::super::warning::Warnings;
use super::address::{address_in, link_address, picture_address};
use super::field_names::*;
use super::presentation::apply_presentation;
use crate::text::{Text, trim};
use crate::tile::{Github, Heading, Image, Kind, Note, NoteLook, Picture, Platform, Repo, Social, handle};
use crate::{limits, number, problem};

pub fn links(items: &[Node], path: &str, brief: &mut Brief, warnings: &mut Warnings) {
    for (at, node) in items.iter().enumerate() {
        let here = format!("{path}/{at}");
        if brief.links.len() >= limits::TILES {
            warnings.add(
                &here,
                Some(node),
                format!("A page holds {} tiles; {} more were left out.", limits::TILES, items.len() - at),
            );
            break;
        }
        if let Some(mut item) = item(node, &here, warnings) {
            if is_blank(&item.kind) {
                warnings.add(&here, Some(node), "An empty item was left out.");
                continue;
            }
            item.key = u32::try_from(at).unwrap_or(u32::MAX);
            brief.links.push(item);
        }
    }
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

/// Reads one item: a string, or an object with one of the seven content fields.
pub fn item(node: &Node, path: &str, warnings: &mut Warnings) -> Option<Item> {
    match &node.value {
        Json::Text(text) => from_text(node, text, path, warnings),
        Json::Fields(fields) => from_fields(node, fields, path, warnings),
        Json::Null => {
            warnings.add(path, Some(node), "An empty item was left out.");
            None
        }
        _ => {
            warnings.add(
                path,
                Some(node),
                format!("{} is not a link or a note and was left out.", described(&node.value)),
            );
            None
        }
    }
}

fn described(value: &Json) -> String {
    match value {
        Json::Number(it) => format!("The number {}", number::print(*it)),
        Json::Bool(it) => format!("“{it}”"),
        Json::List(_) => "A list".to_owned(),
        _ => "This".to_owned(),
    }
}

pub(super) fn from_text(node: &Node, text: &str, path: &str, warnings: &mut Warnings) -> Option<Item> {
    let text = trim(text);
    if text.is_empty() {
        warnings.add(path, Some(node), "An empty item was left out.");
        return None;
    }
    let (kind, told) = detect::read(text);
    let Some(kind) = kind else {
        warnings.add(
            path,
            Some(node),
            format!(
                "“{}” is not a safe address and was left out. Links start with https, http, mailto or tel.",
                shown(text)
            ),
        );
        return None;
    };
    if let Some(told) = told {
        warnings.add(path, Some(node), told);
    }
    if text.chars().count() > limits::TEXT {
        warnings.add(
            path,
            Some(node),
            format!("This note has {} characters and was cut to {}.", text.chars().count(), limits::TEXT),
        );
    }
    Some(Item::new(0, kind))
}

/// The content of a string that is an item by itself; `None` if it is dropped as unsafe.
pub fn alone(text: &str) -> Option<Kind> {
    detect::read(text).0
}

/// Fields of an item: the specification's name first, then the aliases people use.
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

/// The seven content fields, of which an item has one; `image` takes precedence over `url`, which is then its link.
pub(super) const CONTENT: [&str; 7] = ["image", "url", "email", "repo", "heading", "stamp", "text"];

pub(super) fn from_fields(node: &Node, fields: &[(String, Node)], path: &str, warnings: &mut Warnings) -> Option<Item> {
    let fields = Named::of(fields, ITEM, path, warnings);
    let there: Vec<&'static str> = CONTENT.iter().copied().filter(|name| fields.get(name).is_some()).collect();
    let Some(main) = there.first().copied() else {
        if fields.get("platform").is_some() && fields.get("handle").is_some() {
            let mut item = Item::new(0, profile(&fields, path, warnings)?);
            apply_presentation(&mut item, &fields, path, warnings);
            return Some(item);
        }
        warnings.add(
            path,
            Some(node),
            format!(
                "This item has none of {}, so it was left out.",
                problem::either(&["url", "email", "repo", "heading", "text", "stamp", "image"])
            ),
        );
        return None;
    };
    for other in ["platform", "handle"].iter().filter(|name| fields.get(name).is_some()) {
        let words = format!("“{main}” says it all; “{other}” was left out.");
        warnings.add(&format!("{path}/{other}"), fields.get(other), words);
    }
    for other in there.iter().skip(1).filter(|name| !(main == "image" && **name == "url")) {
        warnings.add(
            &format!("{path}/{other}"),
            fields.get(other),
            format!("An item is one thing: “{main}” was kept and “{other}” left out."),
        );
    }
    let kind = content(main, &fields, path, warnings)?;
    let mut item = Item::new(0, kind);
    apply_presentation(&mut item, &fields, path, warnings);
    Some(item)
}

/// `{ platform, handle }`, the form of a profile in a page file.
pub(super) fn profile(fields: &Named<'_>, path: &str, warnings: &mut Warnings) -> Option<Kind> {
    let (platform, written) = (fields.get("platform")?, fields.get("handle")?);
    let name = text_of(platform, &format!("{path}/platform"), 80, warnings)?;
    let words = text_of(written, &format!("{path}/handle"), limits::URL_BYTES, warnings)?;
    // The address of something else.
    let elsewhere =
        || words.contains("://").then(|| address_in(&words)).flatten().map(|url| detect::detect(url.as_str()));
    let called = |platform: &Platform| fold(platform.as_str()) == fold(&name) || fold(platform.label()) == fold(&name);
    let known = if fold(&name) == "twitter" { Some(Platform::X) } else { Platform::ALL.iter().copied().find(called) };
    let Some(known) = known else {
        if let Some(address) = elsewhere() {
            return Some(address);
        }
        let words = format!("“{}” is not a platform, so the item was left out. Give its whole address.", shown(&name));
        warnings.add(&format!("{path}/platform"), Some(platform), words);
        return None;
    };
    let here = format!("{path}/handle");
    match handle::read(known, &words) {
        Ok(read) => {
            if read.as_str() != words {
                warnings.add(&here, Some(written), format!("“{}” was read as {read}.", shown(&words)));
            }
            Some(Kind::Social(Social { platform: known, handle: read }))
        }
        Err(message) => {
            let found = elsewhere();
            let done = if found.is_some() { "This was read as what its address is" } else { "This was left out" };
            warnings.add(&here, Some(written), format!("{done}: {message}."));
            found
        }
    }
}

pub(super) fn content(main: &'static str, fields: &Named<'_>, path: &str, warnings: &mut Warnings) -> Option<Kind> {
    let node = fields.get(main)?;
    let here = format!("{path}/{main}");
    if main == "image" {
        let src = picture_address(node, &here, warnings)?;
        let url = fields.get("url").and_then(|field| link_address(field, &format!("{path}/url"), warnings));
        return Some(Kind::Image(Image { src, title: None, url, picture: Picture::default() }));
    }
    let limit = match main {
        "heading" => limits::TITLE,
        "text" | "stamp" => limits::TEXT,
        _ => limits::URL_BYTES,
    };
    let text = text_of(node, &here, limit, warnings)?;
    if text.is_empty() {
        warnings.add(&here, Some(node), "An empty item was left out.");
        return None;
    }
    match main {
        "heading" => Some(Kind::Heading(Heading { text: Text::cut(&text).0 })),
        "text" => Some(Kind::Text(Note { text: Text::cut(&text).0, look: None })),
        "stamp" => Some(Kind::Text(Note { text: Text::cut(&text).0, look: Some(NoteLook::Stamp) })),
        "email" => match detect::detect(text.trim_start_matches("mailto:").trim()) {
            Kind::Social(it) if it.platform == Platform::Email => Some(Kind::Social(it)),
            _ => {
                warnings.add(
                    &here,
                    Some(node),
                    format!("“{}” is not an email address and was left out.", shown(&text)),
                );
                None
            }
        },
        "repo" => match Repo::parse(text.trim_start_matches("https://github.com/").trim_end_matches(".git")) {
            Ok(repo) => Some(Kind::Github(Github { repo })),
            Err(words) => {
                warnings.add(&here, Some(node), format!("This was left out: {words}."));
                None
            }
        },
        _ => {
            let url = link_address(node, &here, warnings)?;
            Some(detect::detect(url.as_str()))
        }
    }
}
