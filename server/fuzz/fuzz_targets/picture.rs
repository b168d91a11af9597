//! The door of the pictures: any bytes are refused, or come out as a picture that goes in again unchanged and of which
//! everything can be made that pages show.

#![no_main]

#[allow(dead_code, reason = "the server calls the rest")]
#[path = "../readers/media.rs"]
mod media;

use libfuzzer_sys::fuzz_target;
use media::{Derived, admit};

fuzz_target!(|data: &[u8]| {
    let Ok(picture) = admit(data, None) else { return };
    assert_eq!(admit(&picture.bytes, Some(picture.kind.mime())).as_ref(), Ok(&picture));
    for what in [Derived::Width(320), Derived::Dots(64), Derived::Sketch] {
        let made = what.made(&picture.bytes);
        assert!(made.as_ref().is_ok_and(|it| !it.is_empty()), "{made:?}");
    }
});
