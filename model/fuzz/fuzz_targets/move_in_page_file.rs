//! Page files, moved in. Seeds: `model/tests/vectors/move_in/page_file`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("ines.json")));
