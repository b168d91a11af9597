//! The small markup of notes.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::note(text));
