//! Pages of Carrd, moved in. Seeds: `model/tests/vectors/move_in/carrd`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("https://ines.carrd.co/")));
