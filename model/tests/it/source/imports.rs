//! Imports between files: every `use` and every path in an expression, a type or a macro, outside of tests.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::workspace::{CRATES, SourceFile, by_module};

/// One import of one file by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// Index of the importing file.
    pub from: usize,
    /// Index of the imported file.
    pub to: usize,
    /// Its line in the importing file.
    pub line: usize,
    /// The path as written, with the crate's name instead of `crate`.
    pub path: String,
}

/// A path in a file, and its line.
struct Mention {
    segments: Vec<String>,
    line: usize,
    /// The name under which a `pub use` re-exports it, if one does.
    exported_as: Option<String>,
}

/// All imports between the files.
pub fn imports(files: &[SourceFile]) -> Vec<Import> {
    let modules = by_module(files);
    let mentions: Vec<Vec<Mention>> = files.iter().map(|file| mentions(file.tokens.clone())).collect();
    let resolver = Resolver { files, modules, exports: exports(files, &mentions) };
    let mut found = BTreeSet::new();
    for (from, mentioned) in mentions.iter().enumerate() {
        for mention in mentioned {
            let Some(absolute) = absolute(&files[from].module, &mention.segments, &resolver.modules) else { continue };
            if let Some(to) = resolver.file_of(&absolute, 0)
                && to != from
            {
                found.insert(Import { from, to, line: mention.line, path: absolute.join("::") });
            }
        }
    }
    found.into_iter().collect()
}

/// The re-exports of each file: the name, and the path it stands for.
fn exports(files: &[SourceFile], mentions: &[Vec<Mention>]) -> BTreeMap<(usize, String), Vec<String>> {
    let modules = by_module(files);
    let mut exports = BTreeMap::new();
    for (index, mentioned) in mentions.iter().enumerate() {
        for mention in mentioned {
            if let (Some(name), Some(path)) =
                (&mention.exported_as, absolute(&files[index].module, &mention.segments, &modules))
            {
                exports.insert((index, name.clone()), path);
            }
        }
    }
    exports
}

struct Resolver<'a> {
    files: &'a [SourceFile],
    modules: BTreeMap<Vec<String>, usize>,
    exports: BTreeMap<(usize, String), Vec<String>>,
}

impl Resolver<'_> {
    /// The file that defines what an absolute path names, following re-exports.
    fn file_of(&self, path: &[String], depth: usize) -> Option<usize> {
        let length = (1..=path.len()).rev().find(|length| self.modules.contains_key(&path[..*length]))?;
        let module = self.modules[&path[..length]];
        let handed_on = path.get(length).and_then(|name| self.exports.get(&(module, name.clone())));
        match handed_on {
            Some(behind) if depth < 8 && self.files[module].module != *behind => {
                let mut whole = behind.clone();
                whole.extend_from_slice(&path[length + 1..]);
                self.file_of(&whole, depth + 1).or(Some(module))
            }
            _ => Some(module),
        }
    }
}

/// The path with its crate in front; `None` for external paths, including names imported by a `use`.
fn absolute(module: &[String], segments: &[String], modules: &BTreeMap<Vec<String>, usize>) -> Option<Vec<String>> {
    let first = segments.first()?.as_str();
    let rest = &segments[1..];
    let under = |base: &[String], rest: &[String]| Some([base, rest].concat());
    match first {
        "crate" => under(&module[..1], rest),
        "self" => under(module, rest),
        "super" => {
            let ups = segments.iter().take_while(|segment| *segment == "super").count();
            under(module.get(..module.len().checked_sub(ups)?)?, &segments[ups..])
        }
        name if CRATES.iter().any(|(known, _)| *known == name) && name != "mantel" => Some(segments.to_vec()),
        name => {
            let child = [module, &[name.to_owned()]].concat();
            modules.contains_key(&child).then(|| [module, segments].concat())
        }
    }
}

/// Every path in a stream of tokens.
fn mentions(tokens: TokenStream) -> Vec<Mention> {
    let mut found = Vec::new();
    walk(&tokens.into_iter().collect::<Vec<_>>(), &mut found);
    found
}

fn walk(tokens: &[TokenTree], found: &mut Vec<Mention>) {
    let mut at = 0;
    let mut visible = false;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(_) if test_attribute(tokens, at) => at = after_item(tokens, at + 2),
            TokenTree::Ident(ident) if ident == "use" && !is_path_part(tokens, at) => {
                let end = (at..tokens.len()).find(|end| is_punct(tokens.get(*end), ';')).unwrap_or(tokens.len());
                use_tree(&tokens[at + 1..end], &mut Vec::new(), visible, found);
                at = end + 1;
            }
            TokenTree::Ident(ident) => {
                visible = ident == "pub" || (visible && ident == "in");
                at = path(tokens, at, found);
            }
            TokenTree::Group(group) => {
                walk(&group.stream().into_iter().collect::<Vec<_>>(), found);
                at += 1;
            }
            _ => {
                visible = false;
                at += 1;
            }
        }
    }
}

/// Records the path that starts here, if it has at least two segments, and returns the index after it.
fn path(tokens: &[TokenTree], at: usize, found: &mut Vec<Mention>) -> usize {
    let mut segments = Vec::new();
    let mut next = at;
    while let Some(TokenTree::Ident(ident)) = tokens.get(next) {
        segments.push(ident.to_string());
        if !is_path_separator(tokens, next + 1) {
            next += 1;
            break;
        }
        next += 3;
    }
    let member = at > 0 && is_punct(tokens.get(at - 1), '.');
    if segments.len() > 1 && !member && !is_path_part(tokens, at) {
        let line = tokens[at].span().start().line;
        found.push(Mention { segments, line, exported_as: None });
    }
    next
}

/// Records every path of a `use` tree.
fn use_tree(tokens: &[TokenTree], prefix: &mut Vec<String>, visible: bool, found: &mut Vec<Mention>) {
    let depth = prefix.len();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(ident) if ident == "as" => at += 2,
            TokenTree::Ident(ident) => {
                prefix.push(ident.to_string());
                if is_punct(tokens.get(at + 1), ':') {
                    at += 3;
                    continue;
                }
                let alias = match (tokens.get(at + 1), tokens.get(at + 2)) {
                    (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(alias))) if word == "as" => {
                        Some(alias.to_string())
                    }
                    _ => None,
                };
                if prefix.len() > 1 && ident == "self" {
                    prefix.pop();
                }
                let name = alias.or_else(|| prefix.last().cloned());
                let exported_as = if visible { name } else { None };
                found.push(Mention { segments: prefix.clone(), line: ident.span().start().line, exported_as });
                at += 1;
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                use_tree(&group.stream().into_iter().collect::<Vec<_>>(), prefix, visible, found);
                at += 1;
            }
            TokenTree::Punct(punct) if punct.as_char() == '*' => {
                let line = punct.span().start().line;
                found.push(Mention { segments: prefix.clone(), line, exported_as: None });
                at += 1;
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                prefix.truncate(depth);
                at += 1;
            }
            _ => at += 1,
        }
    }
    prefix.truncate(depth);
}

/// Whether `#[cfg(test)]` or `#[test]` stands here.
fn test_attribute(tokens: &[TokenTree], at: usize) -> bool {
    let Some(TokenTree::Group(group)) = tokens.get(at + 1) else { return false };
    is_punct(tokens.get(at), '#')
        && group.delimiter() == Delimiter::Bracket
        && matches!(group.stream().to_string().replace(' ', "").as_str(), "cfg(test)" | "test")
}

/// The index after the item that starts here: after its body, or its semicolon.
fn after_item(tokens: &[TokenTree], from: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    (from..tokens.len()).find(|at| ends(&tokens[*at])).map_or(tokens.len(), |at| at + 1)
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// Whether `::` and a name follow here.
fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    let joint = matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint);
    joint && is_punct(tokens.get(at + 1), ':') && matches!(tokens.get(at + 2), Some(TokenTree::Ident(_)))
}

/// Whether the name here continues an earlier path, for example after generics.
fn is_path_part(tokens: &[TokenTree], at: usize) -> bool {
    at > 1 && is_punct(tokens.get(at - 1), ':') && is_punct(tokens.get(at - 2), ':')
}
