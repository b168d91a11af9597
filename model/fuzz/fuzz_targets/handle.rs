//! Handles on every platform.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::handles(text));
