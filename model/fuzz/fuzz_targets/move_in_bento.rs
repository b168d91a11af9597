//! Saved pages of Bento, moved in. Seeds: `model/tests/vectors/move_in/bento`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("https://bento.me/ines")));
