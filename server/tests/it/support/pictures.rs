//! Pictures for tests, generated here, and ways to damage them.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

/// A picture without equal neighbouring pixels; its right half is transparent if `clear`.
pub fn drawn(width: u32, height: u32, clear: bool) -> DynamicImage {
    let pixel = |x: u32, y: u32| {
        let byte = |number: u32| u8::try_from(number % 256).unwrap();
        let alpha = if clear && x >= width / 2 { 0 } else { 255 };
        Rgba([byte(x * 7 + y), byte(y * 5), byte(x * y), alpha])
    };
    let picture = DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, pixel));
    if clear { picture } else { DynamicImage::ImageRgb8(picture.to_rgb8()) }
}

/// Red on the left, blue on the right.
pub fn halves(width: u32, height: u32) -> DynamicImage {
    let pixel = |x: u32, _| if x < width / 2 { Rgba([250, 0, 0, 255]) } else { Rgba([0, 0, 250, 255]) };
    DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, pixel)).to_rgb8())
}

/// An encoded picture.
pub fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// Exif data with an orientation, a camera maker and a location.
pub fn exif(orientation: u16) -> Vec<u8> {
    let mut out = b"MM\0\x2a\0\0\0\x08\0\x03".to_vec();
    let mut entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        out.extend(tag.to_be_bytes());
        out.extend(kind.to_be_bytes());
        out.extend(count.to_be_bytes());
        out.extend(value);
    };
    entry(0x010f, 2, 4, *b"CAM\0");
    let [high, low] = orientation.to_be_bytes();
    entry(0x0112, 3, 1, [high, low, 0, 0]);
    entry(0x8825, 4, 1, [0, 0, 0, 50]);
    out.extend([0; 4]);
    out.extend(b"GPS 38.7223 N 9.1393 W, Harrow");
    out
}

/// A grey progressive JPEG of this many scans: one of the mean values, the others of the same details again and again.
pub fn progressive(width: u16, height: u16, scans: usize) -> Vec<u8> {
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    // In each table the only code, of one bit, is of the symbol 0: no difference, or no more details in this block.
    let table = |of: u8| [&[of, 1][..], &[0; 15], &[0]].concat();
    let [[w1, w0], [h1, h0]] = [width.to_be_bytes(), height.to_be_bytes()];
    let mut jpeg = vec![0xff, 0xd8];
    let mut segment = |marker: u8, data: &[u8], coded: &[u8]| {
        jpeg.extend([0xff, marker]);
        jpeg.extend(u16::try_from(data.len() + 2).unwrap().to_be_bytes());
        jpeg.extend(data);
        jpeg.extend(coded);
    };
    segment(0xdb, &[&[0][..], &[1; 64]].concat(), &[]);
    segment(0xc2, &[8, h1, h0, w1, w0, 1, 1, 0x11, 0], &[]);
    segment(0xc4, &[table(0), table(0x10)].concat(), &[]);
    let coded = vec![0; blocks.div_ceil(8)];
    segment(0xda, &[1, 1, 0, 0, 0, 0], &coded);
    for _ in 1..scans {
        segment(0xda, &[1, 1, 0, 1, 63, 0], &coded);
    }
    jpeg.extend([0xff, 0xd9]);
    jpeg
}

/// How many scans a JPEG has.
pub fn scans(jpeg: &[u8]) -> usize {
    jpeg.windows(2).filter(|pair| *pair == [0xff, 0xda]).count()
}

/// A JPEG with an additional segment right at its start.
pub fn with_segment(jpeg: &[u8], marker: u8, data: &[u8]) -> Vec<u8> {
    let count = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, marker], &count, data, &jpeg[2..]].concat()
}

/// A chunk of a PNG.
pub fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(name);
    crc.update(data);
    let count = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&count, name.as_slice(), data, &crc.sum().to_be_bytes()].concat()
}

/// A PNG with an additional chunk right after its header.
pub fn with_chunk(png: &[u8], name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [&png[..33], &chunk(name, data), &png[33..]].concat()
}

/// A PNG whose header claims this size, with these raw bytes compressed as its data.
pub fn claimed(width: u32, height: u32, raw: &[u8]) -> Vec<u8> {
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    let signature = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
    [&signature[..], &chunk(b"IHDR", &head), &chunk(b"IDAT", &packed(raw)), &chunk(b"IEND", &[])].concat()
}

/// Bytes compressed with zlib.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut out = ZlibEncoder::new(Vec::new(), Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// A WebP with an additional chunk at its end.
pub fn with_riff(webp: &[u8], name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut body = webp[8..].to_vec();
    body.extend(name);
    body.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
    body.extend(data);
    body.resize(body.len().next_multiple_of(2), 0);
    [b"RIFF", &u32::try_from(body.len()).unwrap().to_le_bytes()[..], &body].concat()
}
