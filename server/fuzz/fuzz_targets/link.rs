//! Links that carry a page: any fragment and any query are nothing, or a brief that the importer may be given; what we write
//! ourselves is read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mantel_model::brief::{self, Source, import_value, link, understand};

fuzz_target!(|text: &str| {
    assert_eq!(link::decode(&link::encode(text)).as_deref(), (!text.is_empty()).then_some(text));
    if let Some(found) = link::decode(text) {
        let _ = understand(&found, 1);
    }
    let Some(value) = link::from_query(text) else { return };
    let Ok(page) = import_value(&value, 1) else { return };
    let Source::Brief(first) = page.source else { return };
    let Some(query) = link::to_query(&first) else { return };
    let Some(again) = link::from_query(&query) else { return };
    let Ok(again) = import_value(&again, 1) else { panic!("our own link is read: {query}") };
    let Source::Brief(second) = again.source else { panic!("a brief stays one") };
    assert_eq!(brief::value(&second), brief::value(&first), "{query}");
});
