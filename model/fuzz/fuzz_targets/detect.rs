//! The detection of pasted text.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::pasted(text));
