//! The image sanitizer on its own: sanitizing its output changes nothing, and no input makes it panic.

use image::{DynamicImage, GenericImageView, ImageFormat};
use mantel_server::media::{self, AvifDecoder, FileType, SanitizeError, SanitizedImage};
use proptest::prelude::*;

use crate::support::avif;
use crate::support::binary::PROGRAM;
use crate::support::pictures::{
    chunk, drawn, exif, file, halves, packed, progressive, scans, with_chunk, with_riff, with_segment,
};

const FORMATS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];

/// Sanitizes like an upload.
fn sanitize(bytes: &[u8], content_type: Option<&str>) -> Result<SanitizedImage, SanitizeError> {
    media::sanitize(bytes, content_type, &AvifDecoder::new(PROGRAM.into()))
}

/// A file as cameras and programs write them: rotated, with metadata.
fn dirty(picture: &DynamicImage, format: ImageFormat, orientation: u16) -> Vec<u8> {
    let (bytes, exif) = (file(picture, format), exif(orientation));
    match format {
        ImageFormat::Png => with_chunk(&with_chunk(&bytes, b"eXIf", &exif), b"tIME", &[0; 7]),
        ImageFormat::Jpeg => with_segment(&bytes, 0xe1, &[b"Exif\0\0", exif.as_slice()].concat()),
        ImageFormat::WebP => with_riff(&bytes, b"EXIF", &exif),
        _ => bytes,
    }
}

fn assert_idempotent(picture: &SanitizedImage) {
    let again = sanitize(&picture.bytes, Some(picture.file_type.mime())).unwrap();
    assert_eq!(&again, picture, "what came out goes in unchanged");
    let seen = image::load_from_memory(&picture.bytes).unwrap();
    assert_eq!(seen.dimensions(), (picture.width, picture.height));
    assert!(!picture.bytes.windows(6).any(|pair| pair == b"Harrow"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_comes_out_goes_in_again_unchanged(
        width in 1u32..80, height in 1u32..80, clear: bool, grey: bool, deep: bool, format in 0..4usize, orientation in 0u16..10,
    ) {
        let format = FORMATS[format];
        let picture = drawn(width, height, clear && format != ImageFormat::Jpeg);
        let picture = if grey && format != ImageFormat::Gif && format != ImageFormat::WebP { DynamicImage::ImageLuma8(picture.to_luma8()) } else { picture };
        let picture = if deep && format == ImageFormat::Png { DynamicImage::ImageRgba16(picture.to_rgba16()) } else { picture };
        let out = sanitize(&dirty(&picture, format, orientation), None).unwrap();
        let sideways = (5..=8).contains(&orientation) && format != ImageFormat::Gif;
        prop_assert_eq!((out.width, out.height), if sideways { (height, width) } else { (width, height) });
        assert_idempotent(&out);
    }

    #[test]
    fn damage_is_refused_or_harmless(format in 0..4usize, flips in prop::collection::vec((0usize..4000, any::<u8>()), 1..8), cut in 0usize..4000) {
        let mut bytes = dirty(&drawn(31, 23, false), FORMATS[format], 6);
        for (at, with) in flips {
            let at = at % bytes.len();
            bytes[at] ^= with;
        }
        bytes.truncate(bytes.len().max(1) - cut % bytes.len() / 4);
        if let Ok(picture) = sanitize(&bytes, None) {
            assert_idempotent(&picture);
        }
    }

    #[test]
    fn damage_to_avif_is_refused_or_harmless(which in 0..avif::FILES.len(), flips in prop::collection::vec((0usize..4000, any::<u8>()), 1..8), cut in 0usize..4000) {
        let mut bytes = avif::FILES[which].1.to_vec();
        for (at, with) in flips {
            let at = at % bytes.len();
            bytes[at] ^= with;
        }
        bytes.truncate(bytes.len() - cut % (bytes.len() / 4));
        if let Ok(picture) = sanitize(&bytes, None) {
            assert_idempotent(&picture);
        }
    }

    #[test]
    fn any_bytes_behind_a_signature_are_refused_or_harmless(kind in 0..6usize, rest in prop::collection::vec(any::<u8>(), 0..400)) {
        let start: &[u8] = [b"\x89PNG\r\n\x1a\n".as_slice(), b"\xff\xd8\xff", b"RIFF\xff\xff\0\0WEBP", b"GIF89a", b"\0\0\0\x10ftypavif\0\0\0\0\0\0\0\0meta\0\0\0\0", b"\0\0\x01\0\x01\0"][kind];
        if let Ok(picture) = sanitize(&[start, &rest].concat(), None) {
            assert_idempotent(&picture);
        }
    }
}

#[test]
fn colours_of_other_profiles_come_to_srgb() {
    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let srgb = moxcms::ColorProfile::new_srgb().encode().unwrap();
    let plain = file(&halves(16, 16), ImageFormat::Png);
    let profile = |icc: &[u8]| with_chunk(&plain, b"iCCP", &[b"p\0\0", packed(icc).as_slice()].concat());
    // Pixels in sRGB are kept byte for byte, and so are those with an unreadable profile.
    assert_eq!(sanitize(&profile(&srgb), None).unwrap().bytes, plain);
    assert_eq!(sanitize(&profile(b"not a profile"), None).unwrap().bytes, plain);
    let out = sanitize(&profile(&p3), None).unwrap();
    assert_ne!(out.bytes, plain);
    let red = image::load_from_memory(&out.bytes).unwrap().get_pixel(2, 2).0;
    assert!(red[0] > 250 && red[1] < 10, "P3's red is more than sRGB's: {red:?}");
    let soft = DynamicImage::ImageRgb8(image::RgbImage::from_pixel(8, 8, image::Rgb([200, 100, 100])));
    let jpeg = with_segment(&file(&soft, ImageFormat::Jpeg), 0xe2, &[b"ICC_PROFILE\0\x01\x01", p3.as_slice()].concat());
    let out = sanitize(&jpeg, None).unwrap();
    let seen = image::load_from_memory(&out.bytes).unwrap().get_pixel(4, 4).0;
    assert!(out.file_type == FileType::Jpeg && seen[0] > 205 && seen[1] < 98, "stronger in sRGB's numbers: {seen:?}");
    assert_idempotent(&out);
}

#[test]
fn bytes_hidden_behind_the_pixels_do_not_stay() {
    let png = file(&drawn(20, 20, false), ImageFormat::Png);
    let end = png.len() - 12;
    let hidden = [&png[..end], &chunk(b"IDAT", b"<script>Harrow</script>"), &png[end..]].concat();
    if let Ok(out) = sanitize(&hidden, None) {
        assert_idempotent(&out);
    }
    let first = png.windows(4).position(|pair| pair == b"IDAT").unwrap();
    let count = u32::from_be_bytes(png[first - 4..first].try_into().unwrap()) as usize;
    let data = [&png[first + 4..first + 4 + count], b"Harrow Harrow"].concat();
    let hidden = [&png[..first - 4], &chunk(b"IDAT", &data), &png[first + 8 + count..]].concat();
    let out = sanitize(&hidden, None).unwrap();
    assert_idempotent(&out);
    let seen = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgb8();
    assert_eq!(seen(&out.bytes), seen(&png));
}

#[test]
fn a_photograph_of_four_inks_becomes_one_of_three() {
    // Adobe's segment says that three components are not YCbCr: the picture depends on it, so it is re-encoded.
    let jpeg = file(&halves(32, 32), ImageFormat::Jpeg);
    let adobe = with_segment(&jpeg, 0xee, b"Adobe\0\x64\0\0\0\0\0");
    let out = sanitize(&adobe, None).unwrap();
    assert!(out.file_type == FileType::Jpeg && !out.bytes.windows(5).any(|pair| pair == b"Adobe"));
    assert_idempotent(&out);
    let usual = with_segment(&jpeg, 0xee, b"Adobe\0\x64\0\0\0\0\x01");
    assert_eq!(sanitize(&usual, None).unwrap().bytes, jpeg);
}

#[test]
fn the_largest_picture_is_let_in() {
    let large = file(&DynamicImage::ImageLuma8(image::GrayImage::new(4096, 4096)), ImageFormat::Png);
    assert_eq!(sanitize(&large, None).unwrap().width, 4096);
    let larger = file(&DynamicImage::ImageLuma8(image::GrayImage::new(4097, 8)), ImageFormat::Png);
    assert!(matches!(sanitize(&larger, None), Err(SanitizeError::TooLarge(_))));
}

/// The sentence with which a picture is refused.
fn refusal(bytes: &[u8]) -> String {
    match sanitize(bytes, None).unwrap_err() {
        SanitizeError::Unreadable(words) | SanitizeError::TooLarge(words) | SanitizeError::Unsupported(words) => words,
    }
}

#[test]
fn a_jpeg_whose_scans_take_too_long_is_refused_by_its_markers() {
    for (width, height, count) in [(4000, 3000, 100), (4000, 3000, 24), (1, 1, 101)] {
        let words = refusal(&progressive(width, height, count));
        assert!(words.contains("save it as a baseline JPEG (not progressive)"), "{words}");
    }
    // They are counted before anything is decoded: these scans hold nothing that could be.
    let empty = progressive(4000, 3000, 1);
    let end = empty.len() - 2;
    let start = empty.windows(2).position(|pair| pair == [0xff, 0xda]).unwrap();
    let scan = [&empty[start..start + 10], &[0xff, 0]].concat();
    let words = refusal(&[&empty[..end], &scan.repeat(60), &empty[end..]].concat());
    assert!(words.contains("baseline"), "{words}");
}

#[test]
fn a_jpeg_of_more_scans_than_usual_is_kept_as_one_that_nobody_pays_for_twice() {
    let usual = progressive(320, 240, 10);
    assert_eq!(sanitize(&usual, None).unwrap().bytes, usual);
    let many = sanitize(&progressive(320, 240, 90), None).unwrap();
    assert_eq!((scans(&many.bytes), many.width, many.height), (1, 320, 240));
    assert_idempotent(&many);
}

#[test]
fn a_jpeg_of_nothing_but_tables_is_refused() {
    let table = [&[0, 1][..], &[0; 15], &[0]].concat().repeat(3000);
    let jpeg = progressive(8, 8, 1);
    let jpeg = (0..8).fold(jpeg, |jpeg, _| with_segment(&jpeg, 0xc4, &table));
    assert!(refusal(&jpeg).contains("more tables than a picture needs"));
}

#[test]
fn of_metadata_that_is_there_many_times_the_first_counts() {
    let png = file(&drawn(30, 20, false), ImageFormat::Png);
    // The last one inserted comes first in the file.
    let png = with_chunk(&with_chunk(&png, b"eXIf", &exif(1)), b"eXIf", &exif(6));
    let out = sanitize(&png, None).unwrap();
    assert_eq!((out.width, out.height), (20, 30));
    // Of profiles only one is unpacked: this one is none, so the picture stays as it is whatever follows.
    let profile = |bytes: &[u8]| [b"p\0\0", packed(bytes).as_slice()].concat();
    let png = file(&drawn(30, 20, false), ImageFormat::Png);
    let many = (0..100).fold(png.clone(), |png, _| with_chunk(&png, b"iCCP", &profile(&[0; 100_000])));
    assert_eq!(sanitize(&with_chunk(&many, b"iCCP", b"none"), None).unwrap().bytes, png);
}

#[test]
fn pixels_in_many_small_chunks_are_those_of_one() {
    let png = file(&drawn(40, 30, false), ImageFormat::Png);
    let start = png.windows(4).position(|name| name == b"IDAT").unwrap() - 4;
    let length = usize::try_from(u32::from_be_bytes(png[start..start + 4].try_into().unwrap())).unwrap();
    let (data, end) = (&png[start + 8..start + 8 + length], &png[start + 12 + length..]);
    let chunks: Vec<u8> =
        data.iter().flat_map(|byte| [chunk(b"IDAT", &[]), chunk(b"IDAT", &[*byte])].concat()).collect();
    let split = sanitize(&[&png[..start], &chunks, end].concat(), None).unwrap();
    let seen = image::load_from_memory(&split.bytes).unwrap();
    assert_eq!(seen.to_rgb8(), drawn(40, 30, false).to_rgb8());
    // Of very many the picture is written anew.
    let empty = chunk(b"IDAT", &[]).repeat(9000);
    let many = sanitize(&[&png[..start], &empty, &png[start..]].concat(), None).unwrap();
    assert_eq!(many.bytes.windows(4).filter(|name| *name == b"IDAT").count(), 1);
    // What follows the end of the stream is dropped.
    let more = [&png[..start + 12 + length], &chunk(b"IDAT", b"Harrow"), end].concat();
    assert_idempotent(&sanitize(&more, None).unwrap());
}

#[test]
fn the_process_that_decodes_avif_can_open_no_file_and_no_socket() {
    let report = std::process::Command::new(PROGRAM).args(["read-avif", "check"]).output().unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    let has = |line: &str| report.lines().any(|it| it == line);
    let all = ["read", "write", "list", "listen", "connect", "udp", "exec", "thread"];
    if has("landlock entered") {
        for what in &all[..3] {
            assert!(has(&format!("landlock {what} denied")), "{report}");
        }
    } else {
        eprintln!("SKIPPED: {}", report.lines().next().unwrap_or_default());
    }
    if has("seccomp entered") {
        for what in all {
            assert!(has(&format!("seccomp {what} denied")), "{report}");
        }
    } else {
        eprintln!("SKIPPED: {report}");
        assert!(!cfg!(target_os = "linux") || !std::path::Path::new("/proc/sys/kernel/seccomp").exists(), "{report}");
    }
    // In the same sandbox it decodes.
    let picture = sanitize(avif::file("halves420"), None).unwrap();
    assert_eq!((picture.width, picture.height), (64, 32));
}

#[test]
#[ignore = "prints what hostile pictures cost, for people: cargo test -p mantel-server --test it hostile -- --ignored --nocapture"]
fn what_hostile_pictures_cost() {
    let png = file(&drawn(40, 30, false), ImageFormat::Png);
    let profile = chunk(b"iCCP", &[b"p\0\0", packed(&vec![0; 4 * 1024 * 1024]).as_slice()].concat());
    let profiles = [&png[..33], &profile.repeat(9 * 1024 * 1024 / profile.len()), &png[33..]].concat();
    let chunks = [&png[..33], &chunk(b"IDAT", &[]).repeat(800_000), &png[33..]].concat();
    let byte = [&png[..33], &chunk(b"IDAT", b"x").repeat(750_000), &png[33..]].concat();
    for (name, bytes) in [
        ("100 scans of 12 megapixels", progressive(4000, 3000, 100)),
        ("21 scans of 12 megapixels", progressive(4000, 3000, 21)),
        ("12 scans of 12 megapixels", progressive(4000, 3000, 12)),
        ("100 scans of 2.6 megapixels", progressive(2048, 1280, 100)),
        ("profiles", profiles),
        ("empty chunks", chunks),
        ("broken chunks", byte),
    ] {
        let started = std::time::Instant::now();
        let out = sanitize(&bytes, None).map(|it| it.bytes);
        println!("{name}: {} bytes, {} ms, {}", bytes.len(), started.elapsed().as_millis(), out.is_ok());
        if let Ok(stored) = out {
            let started = std::time::Instant::now();
            media::Variant::parse("640.webp").unwrap().render(&stored).unwrap();
            println!("    a size of it: {} ms", started.elapsed().as_millis());
        }
    }
}
