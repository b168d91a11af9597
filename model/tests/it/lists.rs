//! Lists in every form that people and models write, against the vectors in `tests/vectors`.

use mantel_model::brief::{Source, import, items};

#[path = "../vectors/mod.rs"]
mod vectors;

use vectors::{Vector, outline};

/// What differs from the vector, if anything.
fn difference(vector: &Vector) -> Option<String> {
    let read = items(&vector.input);
    let found: Vec<String> = read.items.iter().map(|item| outline(&item.kind)).collect();
    let told = read.warnings.len() == vector.warnings.len()
        && read.warnings.iter().zip(&vector.warnings).all(|(warning, expected)| {
            warning.message.contains(&expected.words) && expected.line.is_none_or(|line| warning.line == Some(line))
        });
    let warnings: Vec<String> =
        read.warnings.iter().map(|told| format!("! {}: {}", told.line.unwrap_or_default(), told.message)).collect();
    let shown = |lines: &[String]| lines.iter().map(|line| format!("\n    {line}")).collect::<String>();
    (found != vector.outline || !told).then(|| {
        let input = if vector.input.contains('\n') { String::new() } else { format!(" {:?}", vector.input) };
        let expected: Vec<String> =
            vector.warnings.iter().map(|told| format!("! {:?}: {}", told.line, told.words)).collect();
        format!(
            "{}{input}\n  expected:{}{}\n  found:{}{}\n",
            vector.name,
            shown(&vector.outline),
            shown(&expected),
            shown(&found),
            shown(&warnings)
        )
    })
}

fn assert_all(vectors: &[Vector]) {
    let wrong: Vec<String> = vectors.iter().filter_map(difference).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
}

#[test]
fn every_line_is_read_as_the_vectors_say() {
    let lines = vectors::lines();
    assert!(lines.len() >= 250, "{}", lines.len());
    assert_all(&lines);
}

#[test]
fn every_list_is_read_as_the_vectors_say() {
    let lists = vectors::lists();
    assert!(lists.len() >= 60, "{}", lists.len());
    assert_all(&lists);
}

/// A list imported as a page has the tiles of the list, but for a first heading that names the page.
#[test]
fn a_list_is_imported_as_it_is_pasted() {
    for vector in vectors::lists().iter().chain(&vectors::lines()) {
        // JSON as a page is the business of the brief's own tests.
        if vector.input.starts_with('{') {
            continue;
        }
        let pasted = items(&vector.input).items;
        let Ok(imported) = import(&vector.input, 1) else {
            let links =
                pasted.iter().filter(|item| !["note", "#"].iter().any(|start| outline(&item.kind).starts_with(start)));
            assert_eq!(links.count(), 0, "{}: not imported", vector.name);
            continue;
        };
        let Source::Brief(brief) = imported.source else { continue };
        let pasted: Vec<_> = pasted.iter().map(|item| outline(&item.kind)).collect();
        let imported: Vec<_> = brief.links.iter().map(|item| outline(&item.kind)).collect();
        let named = pasted.first().is_some_and(|first| *first == format!("# {}", brief.name));
        assert_eq!(imported, pasted[usize::from(named)..], "{}", vector.name);
    }
}

#[test]
fn a_text_of_another_system_is_the_same_text() {
    for vector in vectors::lists() {
        let outline = |text: &str| items(text).items.iter().map(|item| outline(&item.kind)).collect::<Vec<_>>();
        let unix = outline(&vector.input);
        assert_eq!(outline(&vector.input.replace('\n', "\r\n")), unix, "{}: Windows line breaks", vector.name);
        assert_eq!(outline(&format!("\u{feff}{}", vector.input)), unix, "{}: a byte order mark", vector.name);
    }
}
