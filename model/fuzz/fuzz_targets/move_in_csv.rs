//! Tables (CSV, TSV), moved in. Seeds: `model/tests/vectors/move_in/csv`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("links.csv")));
