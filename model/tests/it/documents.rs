//! The vectors of documents: what models and people write, and what becomes of it.

use std::collections::HashSet;

use mantel_model::brief::{self, Source, import};
use mantel_model::read::read_draft;

#[path = "../vectors/documents/mod.rs"]
mod vectors;

#[test]
fn every_document_is_read_as_a_person_would_want_it() {
    let documents = vectors::documents();
    let mut wrong = Vec::new();
    for document in &documents {
        match (import(&document.input, 1), &document.refused) {
            (Ok(page), None) => {
                let draft = serde_json::to_value(&page.draft).expect("json");
                let warnings: Vec<_> =
                    page.warnings.iter().map(|warning| serde_json::to_value(warning).expect("json")).collect();
                let username = page.username.as_ref().map(|username| username.as_str());
                wrong.extend(document.differences(&draft, username, &warnings));
            }
            (Err(error), Some(words)) if error.to_string().contains(words) => {}
            (Err(error), _) => wrong.push(format!("{}: refused: {error}", document.name)),
            (Ok(_), Some(words)) => wrong.push(format!("{}: not refused: {words}", document.name)),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), documents.len(), wrong.join("\n"));
    assert!(documents.len() >= 150, "{}", documents.len());
}

#[test]
fn the_brief_of_every_document_reads_back_without_a_warning() {
    for document in vectors::documents() {
        let Ok(page) = import(&document.input, 1) else { continue };
        let draft = serde_json::to_value(&page.draft).expect("json");
        let again = read_draft(&draft, &mut mantel_model::id::SeededIds::new(9));
        assert_eq!(again.as_ref(), Ok(&page.draft), "{}", document.name);
        let Source::Brief(first) = page.source else { continue };
        let again = import(&brief::text(&first), 1).expect("what was written is read");
        let Source::Brief(second) = again.source else { panic!("{}: a brief stays one", document.name) };
        assert_eq!(brief::value(&second), brief::value(&first), "{}", document.name);
        let told: Vec<_> = again.warnings.iter().filter(|warning| !matches!(warning.path.as_str(), "/name")).collect();
        assert!(told.is_empty(), "{}: {told:?}", document.name);
    }
}

/// Whatever a warning is about stands in the file: its path leads there, except where something is missing.
#[test]
fn the_path_of_every_warning_points_into_the_document() {
    for document in vectors::documents() {
        let Ok(value) = serde_json::from_str::<serde_json::Value>(&document.input) else { continue };
        let Ok(page) = brief::import_value(&value, 1) else { continue };
        let missing = HashSet::from(["/name", "/links"]);
        for warning in page.warnings.iter().filter(|warning| !missing.contains(warning.path.as_str())) {
            // Below a text that holds JSON itself there are no places of the file.
            let mut path = warning.path.as_str();
            let found = loop {
                match value.pointer(path) {
                    Some(found) => break found,
                    None => path = path.rsplit_once('/').map_or("", |(parent, _)| parent),
                }
            };
            assert!(path == warning.path || found.is_string(), "{}: {warning:?}", document.name);
        }
    }
}
