//! The strict reader of page JSON.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mantel_model_fuzz::file(bytes));
