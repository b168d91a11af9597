//! What a pasted string is.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::pasted(text));
