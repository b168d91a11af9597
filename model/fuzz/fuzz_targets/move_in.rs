//! Pages and files from anywhere, without a word about where they came from. Seeds: `model/tests/vectors/move_in`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, None));
