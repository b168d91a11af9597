//! Backups and pages of LinkBreeze, moved in. Seeds: `model/tests/vectors/move_in/linkbreeze`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("https://go.example/ines")));
