//! Field lookup by canonical names and aliases, and lenient matching of values.

use super::super::json::{Json, Node};
use super::super::warning::Warnings;
use crate::nearest::nearest;
use crate::safe_url::{CREDENTIALS_CUT, without_credentials};
use crate::{number, problem, text};

/// Fields of a brief: the specification's name first, then the aliases people use.
pub(super) const FIELDS: &[(&str, &[&str])] = &[
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

/// Lower case, letters and digits only, for lenient comparison.
pub(super) fn fold(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).take(40).collect()
}

/// Fields by their canonical names; unknown ones become warnings.
pub(super) struct Named<'a> {
    found: Vec<(&'static str, &'a Node)>,
}

impl<'a> Named<'a> {
    pub(super) fn of(
        fields: &'a [(String, Node)],
        table: &[(&'static str, &[&str])],
        path: &str,
        warnings: &mut Warnings,
    ) -> Self {
        let mut found: Vec<(&'static str, &Node)> = Vec::new();
        let exact = |name: &str| table.iter().find(|(known, _)| *known == name).map(|(known, _)| *known);
        let names: Vec<&'static str> = table.iter().map(|(name, _)| *name).collect();
        let written: Vec<&str> =
            names.iter().copied().filter(|known| fields.iter().any(|(name, _)| name == known)).collect();
        let mut aliases: Option<Vec<(String, &'static str)>> = None;
        for (name, node) in fields {
            let here = format!("{path}/{}", escaped(name));
            let mut other = || {
                let name = fold(name);
                let aliases = aliases.get_or_insert_with(|| {
                    let folded = |(known, others): &(&'static str, &[&str])| {
                        others.iter().map(|other| (fold(other), *known)).collect::<Vec<_>>()
                    };
                    table.iter().flat_map(folded).collect()
                });
                aliases.iter().find(|(alias, _)| *alias == name).map(|(_, known)| *known)
            };
            let meant = exact(name).or_else(|| other().or_else(|| nearest(name, &names)));
            match meant {
                Some(meant) if meant == name => {
                    if found.iter().any(|(known, _)| *known == meant) {
                        warnings.add(
                            &here,
                            Some(node),
                            format!("“{meant}” stands there more than once; the last was kept."),
                        );
                    }
                    insert(&mut found, meant, node);
                }
                Some(meant) if written.contains(&meant) || found.iter().any(|(known, _)| *known == meant) => {
                    warnings.add(
                        &here,
                        Some(node),
                        format!("“{}” was left out; “{meant}” is there already.", shown(name)),
                    );
                }
                Some(meant) => {
                    warnings.add(&here, Some(node), format!("“{}” was read as “{meant}”.", shown(name)));
                    insert(&mut found, meant, node);
                }
                None => warnings.add(
                    &here,
                    Some(node),
                    format!("“{}” is not a field of a brief and was left out.", shown(name)),
                ),
            }
        }
        Self { found }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Node> {
        self.found.iter().find(|(known, _)| *known == name).map(|(_, node)| *node)
    }
}

/// The second field that no brief has; one alone may be a slip.
pub fn foreign_field(node: &Node) -> Option<String> {
    let Json::Fields(fields) = &node.value else { return None };
    let known = |name: &str| {
        FIELDS.iter().any(|(own, others)| [own].into_iter().chain(*others).any(|own| fold(own) == fold(name)))
    };
    fields.iter().map(|(name, _)| name).filter(|name| !known(name)).nth(1).map(|name| shown(name))
}

pub(super) fn insert<'a>(found: &mut Vec<(&'static str, &'a Node)>, name: &'static str, node: &'a Node) {
    found.retain(|(known, _)| *known != name);
    if node.value != Json::Null {
        found.push((name, node));
    }
}

/// Escapes `~` and `/` for a JSON Pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

pub(super) fn shown(text: &str) -> String {
    crate::safe_url::shortened(text)
}

/// The text of a field, cut to its limit.
pub(super) fn text_field(
    fields: &Named<'_>,
    name: &'static str,
    limit: usize,
    warnings: &mut Warnings,
) -> Option<String> {
    let node = fields.get(name)?;
    text_of(node, &format!("/{name}"), limit, warnings)
}

pub(super) fn text_of(node: &Node, path: &str, limit: usize, warnings: &mut Warnings) -> Option<String> {
    let text = match &node.value {
        Json::Text(it) => it.clone(),
        Json::Number(it) => number::print(*it),
        Json::Bool(_) | Json::Null | Json::List(_) | Json::Fields(_) => {
            warnings.add(path, Some(node), "Words were expected here; what stood there was left out.");
            return None;
        }
    };
    let mut text = text::clean(&text);
    if let Some(cut) = without_credentials(&text) {
        warnings.add(path, Some(node), CREDENTIALS_CUT);
        text = cut;
    }
    let count = text.chars().count();
    if count > limit {
        warnings.add(path, Some(node), format!("This has {count} characters and was cut to {limit}."));
        return Some(text.chars().take(limit).collect::<String>().trim_end().to_owned());
    }
    Some(text)
}

/// A value of a closed set, matched leniently.
pub(super) fn choice<T: Copy>(
    fields: &Named<'_>,
    name: &'static str,
    all: &[T],
    wire: impl Fn(T) -> &'static str,
    others: &[(&str, &'static str)],
    default: &str,
    warnings: &mut Warnings,
) -> Option<T> {
    let node = fields.get(name)?;
    let path = format!("/{name}");
    let text = text_of(node, &path, 80, warnings)?;
    named(node, &path, name, &text, all, wire, others, default, warnings)
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
    let meant =
        others.iter().find(|(other, _)| *other == folded).map(|(_, name)| *name).or_else(|| nearest(text, &names));
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
        Json::Text(it) => number::read(it.trim().trim_end_matches('%')),
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
