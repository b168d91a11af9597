//! Addresses of links and pictures.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::address(text));
