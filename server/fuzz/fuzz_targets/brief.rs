//! The forgiving importer, of lines and of JSON in any state: any text is refused, or gives a page that the strict reader
//! takes and a brief that reads back as the same page.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mantel_model::brief::{self, Source, import, understand};
use mantel_model::id::SeededIds;
use mantel_model::read::read_draft;

fuzz_target!(|text: &str| {
    let Ok(page) = understand(text, 1) else { return };
    let value = serde_json::to_value(&page.draft).unwrap();
    assert_eq!(read_draft(&value, &mut SeededIds::new(9)).as_ref(), Ok(&page.draft));
    for warning in &page.warnings {
        assert!(!warning.message.is_empty() && warning.message.len() < 4096, "{warning:?}");
    }
    let Source::Brief(first) = page.source else { return };
    let again = import(&brief::text(&first), 1).expect("what was written is read");
    let Source::Brief(second) = again.source else { panic!("a brief stays one") };
    assert_eq!(brief::value(&second), brief::value(&first));
});
