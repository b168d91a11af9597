//! Pages of Beacons, moved in. Seeds: `model/tests/vectors/move_in/beacons`.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| mantel_model_fuzz::moved_in(text, Some("https://beacons.ai/ines")));
