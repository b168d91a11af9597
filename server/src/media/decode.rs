//! Decodes within limits, and encodes again where the stripped file can't be kept: upright, in sRGB.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, ImageReader, Limits, RgbImage, RgbaImage};
use mantel_model::limits::{IMAGE_BYTES, IMAGE_SIDE};
use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};

use super::file_type::FileType;

/// Maximum memory for sanitizing an image, bytes: the file, its stripped form and the decoded pixels.
pub const MEMORY: u64 = 120 * 1024 * 1024;
/// JPEG qualities to try until the file fits.
const QUALITIES: [u8; 4] = [88, 80, 70, 50];
/// Colours this close, of 255, look the same.
const IMPERCEPTIBLE: u8 = 2;

const fn format(file_type: FileType) -> ImageFormat {
    match file_type {
        FileType::Png => ImageFormat::Png,
        FileType::Jpeg => ImageFormat::Jpeg,
        FileType::Webp => ImageFormat::WebP,
        FileType::Gif => ImageFormat::Gif,
        FileType::Ico => ImageFormat::Ico,
        // Decoded by a separate process instead.
        FileType::Avif => ImageFormat::Avif,
    }
}

/// Decodes the whole image, or the first frame of an animation.
///
/// # Errors
/// What is wrong with it.
pub fn decode(file_type: FileType, bytes: &[u8]) -> Result<DynamicImage, String> {
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(IMAGE_SIDE), Some(IMAGE_SIDE));
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format(file_type));
    reader.limits(limits);
    reader.decode().map_err(|why| why.to_string())
}

/// The profile, if its colours differ visibly from sRGB; an invalid one counts as sRGB, as in browsers.
pub fn non_srgb_profile(icc: Option<&[u8]>) -> Option<ColorProfile> {
    let profile =
        ColorProfile::new_from_slice(icc?).ok().filter(|profile| profile.color_space == DataColorSpace::Rgb)?;
    let steps = [0u8, 64, 128, 192, 255];
    let mut grid = Vec::new();
    for red in steps {
        for green in steps {
            grid.extend(steps.iter().flat_map(|blue| [red, green, *blue, 255]));
        }
    }
    let mut converted = vec![0; grid.len()];
    to_srgb(&profile, &grid, &mut converted)?;
    let differs = grid.iter().zip(&converted).any(|(a, b)| a.abs_diff(*b) > IMPERCEPTIBLE);
    differs.then_some(profile)
}

fn to_srgb(profile: &ColorProfile, from: &[u8], to: &mut [u8]) -> Option<()> {
    transform(profile, Layout::Rgba)?.transform(from, to).ok()
}

/// The conversion from a profile to sRGB.
fn transform(profile: &ColorProfile, layout: Layout) -> Option<Arc<Transform8BitExecutor>> {
    profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default()).ok()
}

/// Peak memory of [`upright`], bytes.
pub fn upright_memory(image: &DynamicImage, orientation: Orientation) -> u64 {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    let current = u64::try_from(image.as_bytes().len()).unwrap_or(u64::MAX);
    let shallow = if is_deep(image) { current / 2 } else { current };
    let rotated = matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH);
    let once = if is_deep(image) { current.saturating_add(shallow) } else { current };
    if rotated { once.max(shallow.saturating_mul(2)) } else { once }
}

/// The image upright, in sRGB with eight bits per channel.
pub fn upright(image: DynamicImage, orientation: Orientation, profile: Option<&ColorProfile>) -> DynamicImage {
    let mut image = shallow(image);
    if let Some(profile) = profile {
        image = in_srgb(image, profile);
    }
    image.apply_orientation(orientation);
    image
}

/// The image converted to sRGB, row by row.
fn in_srgb(image: DynamicImage, profile: &ColorProfile) -> DynamicImage {
    let has_alpha = image.color().has_alpha();
    let (layout, channels) = if has_alpha { (Layout::Rgba, 4) } else { (Layout::Rgb, 3) };
    let Some(transform) = transform(profile, layout) else { return image };
    let stride = usize::try_from(image.width()).unwrap_or_default() * channels;
    let mut row = vec![0; stride];
    let mut convert = |pixels: &mut [u8]| {
        for line in pixels.chunks_exact_mut(stride.max(1)) {
            row.copy_from_slice(line);
            // It fails only for rows of different lengths.
            let _ = transform.transform(&row, line);
        }
    };
    if has_alpha {
        let mut pixels = image.into_rgba8();
        convert(&mut pixels);
        DynamicImage::ImageRgba8(pixels)
    } else {
        let mut pixels = image.into_rgb8();
        convert(&mut pixels);
        DynamicImage::ImageRgb8(pixels)
    }
}

/// Encodes an image: photographs without transparency as JPEG, the rest as PNG.
///
/// # Errors
/// When it does not fit within the upload limit.
pub fn encode(image: DynamicImage, lossy: bool) -> Result<(FileType, Vec<u8>), String> {
    let image = simplest(shallow(image));
    let has_alpha = image.color().has_alpha();
    if !lossy || has_alpha {
        let png = png(&image)?;
        if png.len() <= IMAGE_BYTES {
            return Ok((FileType::Png, png));
        }
    }
    if has_alpha {
        return Err("its pixels don't fit in 10 MiB without loss; make it smaller".to_owned());
    }
    for quality in QUALITIES {
        let jpeg = jpeg(&image, quality)?;
        if jpeg.len() <= IMAGE_BYTES {
            return Ok((FileType::Jpeg, jpeg));
        }
    }
    Err("its pixels don't fit in 10 MiB; make it smaller".to_owned())
}

/// Whether a channel has more than eight bits.
fn is_deep(image: &DynamicImage) -> bool {
    let color = image.color();
    color.bytes_per_pixel() > color.channel_count()
}

/// Reduces the image to eight bits per channel.
fn shallow(image: DynamicImage) -> DynamicImage {
    if !is_deep(&image) {
        return image;
    }
    match (image.color().has_color(), image.color().has_alpha()) {
        (true, true) => DynamicImage::ImageRgba8(image.into_rgba8()),
        (true, false) => DynamicImage::ImageRgb8(image.into_rgb8()),
        (false, true) => DynamicImage::ImageLumaA8(image.into_luma_alpha8()),
        (false, false) => DynamicImage::ImageLuma8(image.into_luma8()),
    }
}

/// Drops the alpha channel if no pixel is transparent.
fn simplest(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageRgba8(it) if it.pixels().all(|pixel| pixel.0[3] == u8::MAX) => {
            DynamicImage::ImageRgb8(bare(it))
        }
        DynamicImage::ImageLumaA8(it) if it.pixels().all(|pixel| pixel.0[1] == u8::MAX) => {
            DynamicImage::ImageLuma8(DynamicImage::ImageLumaA8(it).into_luma8())
        }
        other => other,
    }
}

/// The colours alone, in the same buffer that held the alpha channel too.
fn bare(image: RgbaImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let mut bytes = image.into_raw();
    let count = bytes.len() / 4;
    for at in 0..count {
        bytes.copy_within(at * 4..at * 4 + 3, at * 3);
    }
    bytes.truncate(count * 3);
    RgbImage::from_raw(width, height, bytes).unwrap_or_default()
}

/// Encodes an image as PNG.
///
/// # Errors
/// When the encoder fails.
pub fn png(image: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive);
    write_with(encoder, image).map(|()| out)
}

fn jpeg(image: &DynamicImage, quality: u8) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    write_with(JpegEncoder::new_with_quality(&mut out, quality), image).map(|()| out)
}

fn write_with(encoder: impl ImageEncoder, image: &DynamicImage) -> Result<(), String> {
    let color = ExtendedColorType::from(image.color());
    let written = encoder.write_image(image.as_bytes(), image.width(), image.height(), color);
    written.map_err(|why| why.to_string())
}
