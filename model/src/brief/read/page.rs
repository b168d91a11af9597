//! The fields of a page, wherever a file has them: at its top, in its profile, its theme, or an object around both.

use super::super::detect;
use super::super::json::{Json, Node};
use super::super::warning::Warnings;
use super::field_names::*;
use super::item::{Tiles, holds_link};
use super::vocabulary::WRAPPINGS;
use crate::limits;
use crate::text::trim;

/// What a file says about a page.
pub struct Page<'a> {
    fields: Vec<Field<'a>>,
    /// Its tiles.
    pub tiles: Tiles,
    /// Whether it has a list of links, even an empty one, or an account somewhere.
    pub listed: bool,
    /// Names of fields that no page has.
    pub foreign: Vec<&'a str>,
}

/// A field and where it stands.
struct Field<'a> {
    name: &'static str,
    /// The path of the object that it is in.
    parent: String,
    entry: Entry<'a>,
}

/// Reads the parts of a page: one object, or several that belong together, each with its path.
pub fn page<'a>(parts: &[(String, &'a Node)], page_file: bool, warnings: &mut Warnings) -> Page<'a> {
    let mut tiles = Tiles::new();
    tiles.page_file = page_file;
    let mut page = Page { fields: Vec::new(), tiles, listed: false, foreign: Vec::new() };
    for (path, node) in parts {
        match &node.value {
            Json::List(items) => {
                page.listed = true;
                page.tiles.elements(items, path, warnings);
            }
            Json::Fields(fields) => page.scope(fields, path, Scope::Page, warnings),
            _ => {}
        }
    }
    page.settle_name(warnings);
    page
}

/// Whether an object has fields of a page.
pub fn is_page_part(fields: &[(String, Node)]) -> bool {
    fields.iter().any(|(name, node)| {
        node.value != Json::Null
            && match Scope::Page.field(name) {
                Some((known, _)) => known != "mantel" && known != "$schema",
                None => platform_called(name).is_some(),
            }
    })
}

/// Whether an object has a list of links, or accounts, that are not empty.
pub fn has_links(fields: &[(String, Node)]) -> bool {
    fields.iter().any(|(name, node)| match (&node.value, Scope::Page.field(name)) {
        (Json::List(items), Some(("links" | "url", _))) => {
            !items.is_empty() && (matches!(name.as_str(), "links" | "tiles") || holds_link(node))
        }
        (Json::Fields(_), Some(("links", _))) => holds_link(node),
        (Json::Text(_), Some(("links", true))) => true,
        (Json::Text(_) | Json::List(_), None) => platform_called(name).is_some(),
        _ => false,
    })
}

/// Whether the items under this name are profiles on other sites.
fn holds_profiles(name: &str) -> bool {
    let name = fold(name);
    ["social", "profiles", "networks", "accounts", "redes", "reseaux", "netzwerk", "sns", "соц", "社", "소셜"]
        .iter()
        .any(|part| name.contains(part))
}

impl<'a> Page<'a> {
    fn scope(&mut self, fields: &'a [(String, Node)], path: &str, scope: Scope, warnings: &mut Warnings) {
        let meant: Vec<_> = fields.iter().map(|(name, _)| scope.field(name)).collect();
        for ((name, node), meant_here) in fields.iter().zip(&meant) {
            let mut entry = Entry { name, node, instead: None };
            let (meant_here, own) = match *meant_here {
                Some((known, own)) => (Some(known), own),
                None => (None, false),
            };
            let known = self.role(entry, meant_here, scope, path, warnings);
            let Some(known) = known else { continue };
            let own = own && meant_here == Some(known);
            if !own && meant.contains(&Some((known, true))) {
                entry.instead = Some(known);
                warn_unknown(entry, path, warnings);
                continue;
            }
            self.set(known, own, entry, path, warnings);
        }
    }

    /// Reads a field that is a part or holds tiles; returns the name of any other that is known.
    fn role(
        &mut self,
        entry: Entry<'a>,
        meant: Option<&'static str>,
        scope: Scope,
        path: &str,
        warnings: &mut Warnings,
    ) -> Option<&'static str> {
        let here = entry.path(path);
        if scope == Scope::Theme {
            match (meant, &entry.node.value) {
                (_, Json::Null) => {}
                (Some("look" | "theme"), Json::Fields(fields)) => self.scope(fields, &here, Scope::Theme, warnings),
                (Some(known), _) => return Some(known),
                (None, _) => warn_unknown(entry, path, warnings),
            }
            return None;
        }
        match &entry.node.value {
            Json::Null => {
                if meant == Some("links") {
                    self.listed |= entry.name == "links";
                    let words = format!("“{}” is empty (null), so nothing was read from it.", shown(entry.name));
                    warnings.add(&here, Some(entry.node), words);
                }
                None
            }
            Json::Fields(fields) => self.object(entry, fields, meant, path, warnings),
            Json::List(items) => match meant {
                Some("links" | "url") => {
                    self.listed = true;
                    self.collection(entry, path, warnings, |tiles, here, warnings| {
                        tiles.elements(items, here, warnings)
                    });
                    None
                }
                Some(known @ ("name" | "bio" | "location" | "avatar" | "avatarFocus")) => Some(known),
                Some(known @ ("look" | "theme" | "profile")) if items.is_empty() => {
                    warnings.add(
                        &here,
                        Some(entry.node),
                        format!("“{}” is empty; it was left out.", shown(entry.name)),
                    );
                    Some(known).filter(|_| false)
                }
                _ => self.other(entry, path, warnings),
            },
            Json::Text(text) => match meant {
                Some("links") => {
                    self.text_list(entry, text, path, warnings);
                    None
                }
                Some("url" | "email" | "phone") => {
                    self.tiles.entry(entry, path, warnings);
                    self.listed |= meant != Some("url");
                    None
                }
                Some("address") if detect::is_link(trim(text)) => {
                    self.tiles.entry(entry, path, warnings);
                    None
                }
                Some("address") => Some("location"),
                Some("profile") => Some("name"),
                Some(known) => Some(known),
                None => self.other(entry, path, warnings),
            },
            Json::Number(_) | Json::Bool(_) => match meant {
                Some("phone") => {
                    self.tiles.entry(entry, path, warnings);
                    None
                }
                Some(known) if known != "links" && known != "url" => Some(known),
                _ => self.other(entry, path, warnings),
            },
        }
    }

    fn object(
        &mut self,
        entry: Entry<'a>,
        fields: &'a [(String, Node)],
        meant: Option<&'static str>,
        path: &str,
        warnings: &mut Warnings,
    ) -> Option<&'static str> {
        let here = entry.path(path);
        let around = || WRAPPINGS.contains(&fold(entry.name).as_str());
        match meant {
            Some("look" | "theme") => self.scope(fields, &here, Scope::Theme, warnings),
            Some("backdrop" | "avatar" | "location" | "avatarFocus") => return meant,
            Some("links") if around() && is_page_part(fields) => self.scope(fields, &here, Scope::Page, warnings),
            Some("links" | "url") => {
                self.listed = true;
                self.collection(entry, path, warnings, |tiles, here, warnings| {
                    tiles.map(entry.node, fields, here, warnings)
                });
            }
            Some("profile" | "username" | "title" | "bio" | "name") if is_page_part(fields) => {
                self.scope(fields, &here, Scope::Page, warnings);
            }
            Some("email" | "phone") => self.tiles.entry(entry, path, warnings),
            Some(known) if known != "profile" => return Some(known),
            _ if around() && is_page_part(fields) => self.scope(fields, &here, Scope::Page, warnings),
            _ => return self.other(entry, path, warnings),
        }
        None
    }

    /// Reads the items under a name.
    fn collection(
        &mut self,
        entry: Entry<'a>,
        path: &str,
        warnings: &mut Warnings,
        read: impl FnOnce(&mut Tiles, &str, &mut Warnings),
    ) {
        let here = entry.path(path);
        if entry.name != "links" && !(self.tiles.page_file && entry.name == "tiles") {
            warnings.add(&here, Some(entry.node), format!("“{}” was read as “links”.", shown(entry.name)));
        }
        self.tiles.profiles = holds_profiles(entry.name);
        read(&mut self.tiles, &here, warnings);
        self.tiles.profiles = false;
    }

    /// A field that no page has: an account, a link or a section by its name, or something else.
    fn other(&mut self, entry: Entry<'a>, path: &str, warnings: &mut Warnings) -> Option<&'static str> {
        let internal = entry.name.starts_with(['@', '$', '_']);
        let linked = match &entry.node.value {
            Json::Text(text) => {
                let picture = matches!(detect::detect(trim(text)), crate::tile::Kind::Image(_));
                !internal && !picture && detect::whole_address(trim(text)).is_some()
            }
            Json::List(_) | Json::Fields(_) => !internal && holds_link(entry.node),
            _ => false,
        };
        let account = platform_called(entry.name).is_some() && !matches!(entry.node.value, Json::Bool(_));
        if account || linked {
            if account || !matches!(entry.node.value, Json::Text(_)) {
                self.listed = true;
            }
            if !account {
                let words =
                    format!("“{}” is not a field of a brief; it was read as what it links to.", shown(entry.name));
                if matches!(entry.node.value, Json::Text(_)) {
                    warnings.add(&entry.path(path), Some(entry.node), words);
                }
            }
            self.tiles.entry(entry, path, warnings);
        } else {
            self.foreign.push(entry.name);
            warn_unknown(entry, path, warnings);
        }
        None
    }

    /// `links` as one text: addresses between commas or on lines.
    fn text_list(&mut self, entry: Entry<'a>, text: &str, path: &str, warnings: &mut Warnings) {
        let here = entry.path(path);
        if entry.name != "links" && !detect::is_link(trim(text)) && !text.contains("://") {
            return warn_unknown(entry, path, warnings);
        }
        self.listed = true;
        if self.tiles.json_in(trim(text), entry.node).is_some() {
            return self.tiles.element(entry.node, &here, None, warnings);
        }
        let place = entry.node.place;
        let parts: Vec<&str> = text.split(['\n', ',']).filter(|part| !part.trim().is_empty()).collect();
        let words = format!("“{}” is a list; the words were taken apart at their commas and lines.", shown(entry.name));
        warnings.add(&here, Some(entry.node), words);
        for (at, part) in parts.iter().enumerate().take(limits::LIST_ITEMS) {
            if self.tiles.items.len() >= limits::TILES {
                let (most, more) = (limits::TILES, parts.len() - at);
                let words = format!("A page holds {most} tiles; {more} more were left out: “{}”.", shown(part.trim()));
                return warnings.add(&here, Some(entry.node), words);
            }
            let node = Node { value: Json::Text((*part).to_owned()), place };
            self.tiles.element(&node, &here, None, warnings);
        }
    }

    fn set(&mut self, name: &'static str, own: bool, mut entry: Entry<'a>, path: &str, warnings: &mut Warnings) {
        let before = self.fields.iter().position(|field| field.name == name);
        if let Some(old) = before.and_then(|at| self.fields.get_mut(at)) {
            if !(own && old.parent == path) {
                if old.entry.node.value != entry.node.value {
                    entry.instead = Some(name);
                    warn_unknown(entry, path, warnings);
                }
                return;
            }
            let words = format!("“{name}” stands there more than once; the last was kept{}", without(old.entry.node));
            warnings.add(&entry.path(path), Some(entry.node), words);
            old.entry = entry;
            return;
        }
        // Which field a title is shows when all are known.
        if !own && name != "title" {
            warnings.add(&entry.path(path), Some(entry.node), format!("“{}” was read as “{name}”.", shown(entry.name)));
        }
        self.fields.push(Field { name, parent: path.to_owned(), entry });
    }

    /// A title is the name of a page without one, else its bio.
    fn settle_name(&mut self, warnings: &mut Warnings) {
        let at = self.fields.iter().position(|field| field.name == "title");
        if at.is_none() && !self.has("name") && !self.tiles.page_file && !self.has("given") && !self.has("family") {
            // What a search shows is better than no name.
            if let Some(field) = self.fields.iter_mut().find(|field| field.name == "pageTitle") {
                field.name = "name";
                let words = "“pageTitle” was read as “name”.";
                warnings.add(&field.entry.path(&field.parent), Some(field.entry.node), words);
            }
        }
        let Some(at) = at else { return };
        let to = ["name", "bio"]
            .into_iter()
            .find(|name| !self.has(name) && !(*name == "name" && (self.has("given") || self.has("family"))));
        let Some(field) = self.fields.get_mut(at) else { return };
        let (path, node) = (field.entry.path(&field.parent), field.entry.node);
        match to {
            Some(to) => {
                field.name = to;
                warnings.add(&path, Some(node), format!("“{}” was read as “{to}”.", shown(field.entry.name)));
            }
            None => {
                field.entry.instead = Some("name");
                warn_unknown(field.entry, &field.parent, warnings);
            }
        }
    }

    /// The username as written, if it has several words.
    pub fn written_name(&self) -> Option<String> {
        match self.get("username").map(|(_, node)| &node.value) {
            Some(Json::Text(text)) if text.trim().contains(' ') && text.len() <= limits::NAME => {
                Some(super::spaced(&crate::text::clean(text)))
            }
            _ => None,
        }
    }

    /// Whether a field is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name)
    }

    /// A field with its path.
    pub(super) fn get(&self, name: &str) -> Option<(String, &'a Node)> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        Some((field.entry.path(&field.parent), field.entry.node))
    }

    /// The text of a field, cut to its limit.
    pub(super) fn text(&self, name: &str, limit: usize, warnings: &mut Warnings) -> Option<String> {
        let (path, node) = self.get(name)?;
        text_of(node, &path, limit, warnings)
    }
}
