//! The forgiving importer.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::brief(text));
