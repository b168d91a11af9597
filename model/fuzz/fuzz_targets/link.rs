//! Links that carry a page.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::carried(text));
