//! The image sanitizer: any bytes are either refused, or give an image that sanitizing leaves unchanged and from which
//! every variant can be rendered. AVIF is parsed but not decoded: the server does that in a separate process.

#![no_main]

#[allow(dead_code, reason = "the server calls the rest")]
#[path = "../readers/media.rs"]
mod media;

use libfuzzer_sys::fuzz_target;
use media::{AvifDecoder, Variant, sanitize};

fuzz_target!(|data: &[u8]| {
    let no_avif = AvifDecoder::default();
    let Ok(image) = sanitize(data, None, &no_avif) else { return };
    assert_eq!(sanitize(&image.bytes, Some(image.file_type.mime()), &no_avif).as_ref(), Ok(&image));
    for variant in [Variant::Width(320), Variant::Dither(64), Variant::Sketch] {
        let rendered = variant.render(&image.bytes);
        assert!(rendered.as_ref().is_ok_and(|file| !file.is_empty()), "{rendered:?}");
    }
});
