//! The door of the pictures: any bytes are refused, or come out as a picture that goes in again unchanged and of which
//! everything can be made that pages show. AVIF is taken apart and not decoded: the server has that done by another process.

#![no_main]

#[allow(dead_code, reason = "the server calls the rest")]
#[path = "../readers/media.rs"]
mod media;

use libfuzzer_sys::fuzz_target;
use media::{Derived, Reader, admit};

fuzz_target!(|data: &[u8]| {
    let none = Reader::default();
    let Ok(picture) = admit(data, None, &none) else { return };
    assert_eq!(admit(&picture.bytes, Some(picture.kind.mime()), &none).as_ref(), Ok(&picture));
    for what in [Derived::Width(320), Derived::Dots(64), Derived::Sketch] {
        let made = what.made(&picture.bytes);
        assert!(made.as_ref().is_ok_and(|it| !it.is_empty()), "{made:?}");
    }
});
