//! The model's vectors of pasted texts and documents, through the command: it reads them as REST and MCP do.

use mantel_model::Tile;
use mantel_model::brief;
use serde_json::{Value, json};

use crate::support::{Person, SHELF, mantel};

#[path = "../../../model/tests/vectors/documents/mod.rs"]
mod documents;
#[path = "../../../model/tests/vectors/mod.rs"]
mod vectors;

#[test]
fn every_line_and_list_becomes_the_same_tiles() {
    let ines = Person::with("reader", SHELF);
    for vector in vectors::lines().into_iter().chain(vectors::lists()) {
        let run = ines.run(&["add", "--dry-run", "--json", "--", &vector.input]);
        // A line as an input is refused for a password in it, where a list has it cut out.
        if vector.outline.is_empty() || run.err.contains("contains a user name or password") {
            assert_ne!(run.code, 0, "{}", vector.name);
            continue;
        }
        let tiles: Vec<Tile> = serde_json::from_value(run.json()["changes"]["added"].clone()).unwrap();
        let outline: Vec<String> = tiles.iter().map(|tile| vectors::outline(&tile.kind)).collect();
        assert_eq!(outline, vector.outline[..vector.outline.len().min(30)], "{}", vector.name);
    }
}

#[test]
fn every_document_is_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    for document in documents::documents() {
        let run = mantel(&["validate", "-", "--json"], &document.input, &[], folder.path());
        let Ok(wanted) = brief::import(&document.input, 0) else {
            assert_eq!((run.code, run.out.contains("\"ok\": false")), (1, true), "{}", document.name);
            continue;
        };
        let said: Value = run.json();
        assert_eq!(said["tiles"], json!(wanted.draft.tiles.len()), "{}", document.name);
        assert_eq!(said["warnings"], serde_json::to_value(&wanted.warnings).unwrap(), "{}", document.name);
    }
}
