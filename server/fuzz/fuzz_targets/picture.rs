//! The image sanitizer: any bytes are either refused, or give an image that sanitizing leaves unchanged and from which
//! every variant can be rendered. AVIF is parsed but not decoded: the server does that in a separate process.

#![no_main]

#[allow(dead_code, reason = "the server calls the rest")]
#[path = "../readers/media.rs"]
mod media;

use std::io::Cursor;

use image::ImageReader;
use libfuzzer_sys::{Corpus, fuzz_target};
use media::{AvifDecoder, Variant, sanitize};

/// Pixels of a small image. A larger one takes the same code and up to a thousand times as long.
const SMALL: u64 = 64 * 64;
/// One of so many larger images is read.
const LARGER_READ: usize = 64;
/// One of so many images is rendered, which takes longer than reading it.
const RENDERED: u8 = 8;

fuzz_target!(|data: &[u8]| -> Corpus {
    if pixels(data) > SMALL && data.len() % LARGER_READ != 0 {
        return Corpus::Reject;
    }
    let no_avif = AvifDecoder::default();
    let Ok(image) = sanitize(data, None, &no_avif) else { return Corpus::Keep };
    assert_eq!(sanitize(&image.bytes, Some(image.file_type.mime()), &no_avif).as_ref(), Ok(&image));
    let chosen = u8::from_str_radix(&image.hash[..2], 16).unwrap_or_default();
    if chosen % RENDERED == 0 {
        for variant in [Variant::Width(320), Variant::Dither(64), Variant::Sketch] {
            let rendered = variant.render(&image.bytes);
            assert!(rendered.as_ref().is_ok_and(|file| !file.is_empty()), "{rendered:?}");
        }
    }
    Corpus::Keep
});

/// The pixels that an image declares; 0 where they can't be read.
fn pixels(data: &[u8]) -> u64 {
    let reader = ImageReader::new(Cursor::new(data)).with_guessed_format().ok();
    let size = reader.and_then(|reader| reader.into_dimensions().ok());
    size.map_or(0, |(width, height)| u64::from(width) * u64::from(height))
}
