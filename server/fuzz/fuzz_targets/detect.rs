//! What a pasted string is: any of them becomes a tile that the strict reader takes as it is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mantel_model::brief::detect::{detect, is_link};
use mantel_model::read::read_tile;
use mantel_model::tile::{Kind, NewTile};

fuzz_target!(|text: &str| {
    let kind = detect(text);
    assert_eq!(is_link(text), !matches!(kind, Kind::Text(_)));
    // A note without a word is none; whoever adds it hears that.
    if matches!(&kind, Kind::Text(note) if note.text.is_empty()) {
        return;
    }
    let tile = NewTile::of(kind);
    assert_eq!(read_tile(&serde_json::to_value(&tile).unwrap()), Ok(tile));
});
