//! The reader of lists.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::list(text));
