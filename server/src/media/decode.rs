//! Pictures decoded within limits and, where their plain form can't be kept, drawn anew: upright, in sRGB.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, ImageReader, Limits, RgbImage, RgbaImage};
use mantel_model::limits::{IMAGE_BYTES, IMAGE_SIDE};
use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};

use super::Kind;

/// Most memory that a picture may take on its way in, bytes: the file, its plain form and what is unpacked.
pub const MEMORY: u64 = 120 * 1024 * 1024;
/// Qualities of JPEG, from the one wanted down to the one that fits.
const QUALITIES: [u8; 4] = [88, 80, 70, 50];
/// Colours this much apart, of 255, look the same.
const SAME: u8 = 2;

const fn format(kind: Kind) -> ImageFormat {
    match kind {
        Kind::Png => ImageFormat::Png,
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Webp => ImageFormat::WebP,
        Kind::Gif => ImageFormat::Gif,
        Kind::Ico => ImageFormat::Ico,
        // It is decoded by a process of its own.
        Kind::Avif => ImageFormat::Avif,
    }
}

/// Decodes the whole picture; of an animation the first frame.
///
/// # Errors
/// What is wrong with it.
pub fn decode(kind: Kind, bytes: &[u8]) -> Result<DynamicImage, String> {
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(IMAGE_SIDE), Some(IMAGE_SIDE));
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format(kind));
    reader.limits(limits);
    reader.decode().map_err(|why| why.to_string())
}

/// How a picture lies, by its Exif.
pub fn orientation(exif: Option<&[u8]>) -> Orientation {
    exif.and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms)
}

/// A profile whose colours are not sRGB's; what can't be understood is taken for sRGB, as browsers do.
pub fn foreign(icc: Option<&[u8]>) -> Option<ColorProfile> {
    let profile = ColorProfile::new_from_slice(icc?).ok().filter(|it| it.color_space == DataColorSpace::Rgb)?;
    let steps = [0u8, 64, 128, 192, 255];
    let mut grid = Vec::new();
    for red in steps {
        for green in steps {
            grid.extend(steps.iter().flat_map(|blue| [red, green, *blue, 255]));
        }
    }
    let mut seen = vec![0; grid.len()];
    to_srgb(&profile, &grid, &mut seen)?;
    let apart = grid.iter().zip(&seen).any(|(a, b)| a.abs_diff(*b) > SAME);
    apart.then_some(profile)
}

fn to_srgb(profile: &ColorProfile, from: &[u8], to: &mut [u8]) -> Option<()> {
    change(profile, Layout::Rgba)?.transform(from, to).ok()
}

/// Brings colours of a profile to sRGB.
fn change(profile: &ColorProfile, layout: Layout) -> Option<Arc<Transform8BitExecutor>> {
    profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default()).ok()
}

/// Memory that setting a picture upright takes at its height, bytes.
pub fn anew(picture: &DynamicImage, orientation: Orientation) -> u64 {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    let held = u64::try_from(picture.as_bytes().len()).unwrap_or(u64::MAX);
    let plain = if deep(picture) { held / 2 } else { held };
    let turned = matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH);
    let once = if deep(picture) { held.saturating_add(plain) } else { held };
    if turned { once.max(plain.saturating_mul(2)) } else { once }
}

/// The picture upright, in sRGB and eight bits a channel.
pub fn upright(picture: DynamicImage, orientation: Orientation, profile: Option<&ColorProfile>) -> DynamicImage {
    let mut picture = shallow(picture);
    if let Some(profile) = profile {
        picture = in_srgb(picture, profile);
    }
    picture.apply_orientation(orientation);
    picture
}

/// The picture with its colours in sRGB, a row at a time.
fn in_srgb(picture: DynamicImage, profile: &ColorProfile) -> DynamicImage {
    let clear = picture.color().has_alpha();
    let (layout, channels) = if clear { (Layout::Rgba, 4) } else { (Layout::Rgb, 3) };
    let Some(change) = change(profile, layout) else { return picture };
    let wide = usize::try_from(picture.width()).unwrap_or_default() * channels;
    let mut row = vec![0; wide];
    let mut all = |pixels: &mut [u8]| {
        for line in pixels.chunks_exact_mut(wide.max(1)) {
            row.copy_from_slice(line);
            // It fails for rows of other lengths alone.
            let _ = change.transform(&row, line);
        }
    };
    if clear {
        let mut pixels = picture.into_rgba8();
        all(&mut pixels);
        DynamicImage::ImageRgba8(pixels)
    } else {
        let mut pixels = picture.into_rgb8();
        all(&mut pixels);
        DynamicImage::ImageRgb8(pixels)
    }
}

/// Writes a picture: photographs without transparency as JPEG, the rest as PNG.
///
/// # Errors
/// When it does not fit in the limit of an upload.
pub fn write(picture: DynamicImage, photo: bool) -> Result<(Kind, Vec<u8>), String> {
    let picture = simplest(shallow(picture));
    let clear = picture.color().has_alpha();
    if !photo || clear {
        let png = png(&picture)?;
        if png.len() <= IMAGE_BYTES {
            return Ok((Kind::Png, png));
        }
    }
    if clear {
        return Err("its pixels don't fit in 10 MiB without loss; make it smaller".to_owned());
    }
    for quality in QUALITIES {
        let jpeg = jpeg(&picture, quality)?;
        if jpeg.len() <= IMAGE_BYTES {
            return Ok((Kind::Jpeg, jpeg));
        }
    }
    Err("its pixels don't fit in 10 MiB; make it smaller".to_owned())
}

/// Whether a channel has more than eight bits.
fn deep(picture: &DynamicImage) -> bool {
    let color = picture.color();
    color.bytes_per_pixel() > color.channel_count()
}

/// Eight bits a channel.
fn shallow(picture: DynamicImage) -> DynamicImage {
    if !deep(&picture) {
        return picture;
    }
    match (picture.color().has_color(), picture.color().has_alpha()) {
        (true, true) => DynamicImage::ImageRgba8(picture.into_rgba8()),
        (true, false) => DynamicImage::ImageRgb8(picture.into_rgb8()),
        (false, true) => DynamicImage::ImageLumaA8(picture.into_luma_alpha8()),
        (false, false) => DynamicImage::ImageLuma8(picture.into_luma8()),
    }
}

/// Without an alpha channel where nobody sees through anywhere.
fn simplest(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageRgba8(it) if it.pixels().all(|pixel| pixel.0[3] == u8::MAX) => {
            DynamicImage::ImageRgb8(bare(it))
        }
        DynamicImage::ImageLumaA8(it) if it.pixels().all(|pixel| pixel.0[1] == u8::MAX) => {
            DynamicImage::ImageLuma8(DynamicImage::ImageLumaA8(it).into_luma8())
        }
        other => other,
    }
}

/// The colours alone, in the memory that held the alpha channel as well.
fn bare(picture: RgbaImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    let mut bytes = picture.into_raw();
    let count = bytes.len() / 4;
    for at in 0..count {
        bytes.copy_within(at * 4..at * 4 + 3, at * 3);
    }
    bytes.truncate(count * 3);
    RgbImage::from_raw(width, height, bytes).unwrap_or_default()
}

/// Writes a picture as PNG.
///
/// # Errors
/// When the encoder refuses it.
pub fn png(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive);
    written(encoder, picture).map(|()| out)
}

fn jpeg(picture: &DynamicImage, quality: u8) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    written(JpegEncoder::new_with_quality(&mut out, quality), picture).map(|()| out)
}

fn written(encoder: impl ImageEncoder, picture: &DynamicImage) -> Result<(), String> {
    let color = ExtendedColorType::from(picture.color());
    let done = encoder.write_image(picture.as_bytes(), picture.width(), picture.height(), color);
    done.map_err(|why| why.to_string())
}
