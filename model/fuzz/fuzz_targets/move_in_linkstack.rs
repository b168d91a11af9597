//! Exports and pages of LinkStack, moved in. Seeds: `model/tests/vectors/move_in/linkstack`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("https://links.example/@ines")));
