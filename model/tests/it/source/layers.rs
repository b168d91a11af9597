//! Imports are acyclic: no file imports itself through others, and every import follows the table of layers in
//! `docs/ARCHITECTURE.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::imports::{Import, imports};
use super::workspace::{CRATES, SourceFile, repository, source_files};

/// The only large cycle that is allowed: the modules of one format's decoder, which depend on each other.
const COHESIVE: &str = "server/src/media/avif/";

#[test]
fn no_more_than_two_files_import_each_other_in_a_circle() {
    let files = source_files();
    let imports: Vec<_> = imports(&files).into_iter().filter(|import| !to_own_parent(&files, import)).collect();
    let circles: Vec<_> = circles(files.len(), &imports)
        .into_iter()
        .filter(|circle| circle.len() > 2 && !circle.iter().all(|file| files[*file].path.starts_with(COHESIVE)))
        .map(|circle| described(&files, &imports, &circle))
        .collect();
    assert!(circles.is_empty(), "files that import each other in a circle:\n{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found_and_named() {
    let file = |path: &str, module: &[&str], text: &str| SourceFile {
        path: path.to_owned(),
        module: module.iter().map(|part| (*part).to_owned()).collect(),
        tokens: text.parse().unwrap(),
    };
    let files = [
        file("a.rs", &["mantel_model", "a"], "use super::b::{self, B};"),
        file("b.rs", &["mantel_model", "b"], "fn f() { view! { <p>{crate::c::draw()}</p> } }"),
        file("c.rs", &["mantel_model", "c"], "\nuse crate::front::A;\n#[cfg(test)] mod tests { use crate::b; }"),
        file("front.rs", &["mantel_model", "front"], "pub use crate::a::A;"),
    ];
    let imports = imports(&files);
    let circles = circles(files.len(), &imports);
    assert_eq!(circles.len(), 1, "{imports:?}");
    let words = described(&files, &imports, &circles[0]);
    assert_eq!(
        words,
        "  a.rs:1 imports b.rs (mantel_model::b)\n  a.rs:1 imports b.rs (mantel_model::b::B)\n  \
         b.rs:1 imports c.rs (mantel_model::c::draw)\n  c.rs:2 imports a.rs (mantel_model::front::A)\n"
    );
}

#[test]
fn imports_follow_the_table_of_layers() {
    let files = source_files();
    let layers = table_of_layers();
    let layer_of = |file: &SourceFile| layer_of(&layers, &file.module.join("::"));
    let mut wrong = BTreeSet::new();
    for file in &files {
        if layer_of(file).is_none() {
            wrong.insert(format!("{}: no row of the table holds it", file.path));
        }
    }
    for import in imports(&files) {
        let (from, to) = (&files[import.from], &files[import.to]);
        let (Some(upper), Some(lower)) = (layer_of(from), layer_of(to)) else { continue };
        // Every crate may import `model`; `model` imports none of them.
        let model = to.module[0] == "mantel_model" && from.module[0] != "mantel_model";
        if upper != lower && !model && !layers[upper].allows(&layers[lower].module) {
            wrong.insert(format!(
                "{}:{}: `{}` may not import `{}` ({})",
                from.path, import.line, layers[upper].module, layers[lower].module, import.path
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "against the table of layers in docs/ARCHITECTURE.md:\n{}",
        wrong.into_iter().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn the_table_of_layers_itself_runs_one_way() {
    let layers = table_of_layers();
    for (index, layer) in layers.iter().enumerate() {
        for lower in &layer.may_import {
            let place = layers.iter().position(|row| row.module == *lower);
            assert!(place.is_some(), "`{}` may import `{lower}`, which has no row", layer.module);
            assert!(place < Some(index), "`{}` may import `{lower}`, which stands below it in the table", layer.module);
        }
    }
}

/// One row of the table of layers.
struct Layer {
    /// The module, as `mantel_server::http`, including its submodules unless they have rows of their own.
    module: String,
    /// The modules of other rows that it may import.
    may_import: Vec<String>,
}

impl Layer {
    /// Whether it may import a module: its row lists that module or a parent of it.
    fn allows(&self, module: &str) -> bool {
        let holds = |lower: &String| module == lower || module.starts_with(&format!("{lower}::"));
        self.may_import.iter().any(holds)
    }
}

/// The table under the heading "Layers" of `docs/ARCHITECTURE.md`: a module and what it may import, in backquotes.
/// Rows start with their crate (`server::http`); imports are in the same crate unless they start with another's name.
fn table_of_layers() -> Vec<Layer> {
    let text = fs::read_to_string(repository().join("docs/ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## ").find(|section| section.starts_with("Layers")).expect("a section Layers");
    section.lines().filter(|line| line.starts_with("| `")).map(layer).collect()
}

fn layer(row: &str) -> Layer {
    let mut cells = row.trim_matches('|').split('|').map(|cell| cell.split('`').skip(1).step_by(2));
    let name = cells.next().and_then(|mut names| names.next()).expect("a module in each row");
    let (folder, _) = name.split_once("::").unwrap_or((name, ""));
    let lower = cells.next().expect("a second cell in each row");
    let may_import = lower.map(|lower| package_path(lower).unwrap_or_else(|| full_path(&format!("{folder}::{lower}"))));
    Layer { module: full_path(name), may_import: may_import.collect() }
}

/// `server::http` as written in code: `mantel_server::http`.
fn full_path(name: &str) -> String {
    package_path(name).unwrap_or_else(|| panic!("`{name}` begins with no crate of the workspace"))
}

/// The same for a name that starts with a crate's.
fn package_path(name: &str) -> Option<String> {
    let (folder, rest) = name.split_once("::").unwrap_or((name, ""));
    let (package, _) = CRATES.iter().find(|(_, source)| *source == format!("{folder}/src"))?;
    Some(if rest.is_empty() { (*package).to_owned() } else { format!("{package}::{rest}") })
}

/// The row of a module: the one with the longest matching path.
fn layer_of(layers: &[Layer], module: &str) -> Option<usize> {
    let holds = |layer: &Layer| module == layer.module || module.starts_with(&format!("{}::", layer.module));
    (0..layers.len()).filter(|index| holds(&layers[*index])).max_by_key(|index| layers[*index].module.len())
}

/// Whether a file imports the module that declares it, which is allowed.
fn to_own_parent(files: &[SourceFile], import: &Import) -> bool {
    let (from, to) = (&files[import.from].module, &files[import.to].module);
    from.len() == to.len() + 1 && from.starts_with(to)
}

/// The imports that form a cycle, one per line.
fn described(files: &[SourceFile], imports: &[Import], circle: &[usize]) -> String {
    imports
        .iter()
        .filter(|import| circle.contains(&import.from) && circle.contains(&import.to))
        .map(|import| {
            let (from, to) = (&files[import.from].path, &files[import.to].path);
            format!("  {from}:{} imports {to} ({})\n", import.line, import.path)
        })
        .collect()
}

/// The import cycles, as strongly connected components by Kosaraju's algorithm.
fn circles(count: usize, imports: &[Import]) -> Vec<Vec<usize>> {
    let mut forth: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut back: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for import in imports {
        forth.entry(import.from).or_default().push(import.to);
        back.entry(import.to).or_default().push(import.from);
    }
    let mut seen = vec![false; count];
    let mut order = Vec::new();
    for file in 0..count {
        visit(file, &forth, &mut seen, &mut order);
    }
    let mut seen = vec![false; count];
    let mut found = Vec::new();
    for file in order.into_iter().rev() {
        let mut circle = Vec::new();
        visit(file, &back, &mut seen, &mut circle);
        circle.sort_unstable();
        if circle.len() > 1 {
            found.push(circle);
        }
    }
    found
}

/// Depth-first search over unseen files; records each file after everything it reaches.
fn visit(file: usize, arrows: &BTreeMap<usize, Vec<usize>>, seen: &mut [bool], done: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[file], true) {
        return;
    }
    for next in arrows.get(&file).into_iter().flatten() {
        visit(*next, arrows, seen, done);
    }
    done.push(file);
}
