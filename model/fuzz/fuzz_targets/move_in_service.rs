//! Pages of other services, moved in. Seeds: `model/tests/vectors/move_in/service`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("https://lnk.bio/ines")));
