//! The page as JSON, read strictly: refused with problems that name their places, or written and read again as the same
//! bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mantel_model::PageFile;
use mantel_model::id::SeededIds;
use mantel_model::read::{read_json, read_page_file};

fn read(text: &[u8]) -> Option<PageFile> {
    let value = read_json(text).ok()?;
    match read_page_file(&value, &mut SeededIds::new(1)) {
        Ok(file) => Some(file),
        Err(problems) => {
            assert!(!problems.is_empty());
            for it in &problems {
                assert!((it.path.is_empty() || it.path.starts_with('/')) && !it.message.is_empty(), "{it:?}");
            }
            None
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Some(file) = read(data) else { return };
    let text = file.to_text();
    let again = read(text.as_bytes()).expect("what was written is read");
    assert_eq!(again, file);
    assert_eq!(again.to_text(), text);
});
