//! Pictures decoded within limits and, where their plain form can't be kept, drawn anew: upright, in sRGB.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, ImageReader, Limits};
use mantel_model::limits::{IMAGE_BYTES, IMAGE_SIDE};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use super::Kind;

/// Most memory that decoding may take beside the pixels, bytes.
const MEMORY: u64 = 192 * 1024 * 1024;
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
    let options = TransformOptions::default();
    let change = profile.create_transform_8bit(Layout::Rgba, &ColorProfile::new_srgb(), Layout::Rgba, options).ok()?;
    change.transform(from, to).ok()
}

/// The picture upright and in sRGB.
pub fn upright(mut picture: DynamicImage, orientation: Orientation, profile: Option<&ColorProfile>) -> DynamicImage {
    if let Some(profile) = profile {
        let from = picture.to_rgba8();
        let mut to = from.clone();
        if to_srgb(profile, &from, &mut to).is_some() {
            picture = DynamicImage::ImageRgba8(to);
        }
    }
    picture.apply_orientation(orientation);
    picture
}

/// Writes a picture: photographs without transparency as JPEG, the rest as PNG.
///
/// # Errors
/// When it does not fit in the limit of an upload.
pub fn write(picture: &DynamicImage, photo: bool) -> Result<(Kind, Vec<u8>), String> {
    let picture = simplest(picture);
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

/// Eight bits a channel, and no more channels than are used.
fn simplest(picture: &DynamicImage) -> DynamicImage {
    let opaque = !picture.color().has_alpha() || picture.to_rgba8().pixels().all(|it| it.0[3] == u8::MAX);
    match (picture.color().has_color(), opaque) {
        (true, true) => DynamicImage::ImageRgb8(picture.to_rgb8()),
        (true, false) => DynamicImage::ImageRgba8(picture.to_rgba8()),
        (false, true) => DynamicImage::ImageLuma8(picture.to_luma8()),
        (false, false) => DynamicImage::ImageLumaA8(picture.to_luma_alpha8()),
    }
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
