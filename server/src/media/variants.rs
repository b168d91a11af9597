//! Variants of a stored image: smaller sizes, dithered versions, its sketch. Rendered when first requested, then
//! stored. Their number is limited, so that requests can't fill the disk.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, GenericImageView};
use mantel_model::HexColor;
use mantel_model::photo::{DOTS, Grey, Measure, Sketch, WIDTHS, dither};

use super::decode;
use super::file_type::FileType;
use super::formats::parse;

/// Quality of lossy WebP, of 100. Nearly every screen shows a picture in more dots than CSS pixels, where 75 looks no better and takes
/// a fifth more bytes.
const QUALITY: f32 = 60.0;

/// Width of a portrait, pixels: a contact shows it small.
const PORTRAIT: u32 = 192;

/// Quality of a portrait, of 100.
const JPEG_QUALITY: u8 = 82;

/// Maximum memory for reducing an image with the finer filter, bytes: what is left of a picture's is the encoder's.
const FINE_FILTER_BYTES: u64 = 100 * 1024 * 1024;
/// Memory of the finer filter, bytes per pixel: four channels of four bytes.
const FINE_FILTER_PIXEL: u64 = 16;

/// Wider images are reduced to this width before dithering, pixels.
const DITHER_SOURCE_WIDTH: u32 = 1024;

/// A variant of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// At most this wide, and never larger than the image.
    Width(u32),
    /// Dithered to at most this many columns of black and white dots.
    Dither(u32),
    /// A small JPEG, for programs that read nothing newer.
    Portrait,
    /// Its size and a few grey cells.
    Sketch,
}

impl Variant {
    /// All variants.
    pub fn all() -> impl Iterator<Item = Self> {
        let widths = WIDTHS.into_iter().map(Self::Width);
        widths.chain(DOTS.into_iter().map(Self::Dither)).chain([Self::Portrait, Self::Sketch])
    }

    /// The variant with this name in URLs: `640.webp`, `dither-96.png`, `sketch`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|variant| variant.name() == name)
    }

    /// Its name in URLs and in the blob store.
    pub fn name(self) -> String {
        match self {
            Self::Width(width) => format!("{width}.webp"),
            Self::Dither(cols) => format!("dither-{cols}.png"),
            Self::Portrait => format!("{PORTRAIT}.jpg"),
            Self::Sketch => "sketch".to_owned(),
        }
    }

    /// Its media type.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Width(_) => "image/webp",
            Self::Dither(_) => "image/png",
            Self::Portrait => "image/jpeg",
            Self::Sketch => "application/octet-stream",
        }
    }

    /// Renders it from the file of an image, as sanitizing stored it: anyone may ask for it, so that file must be
    /// cheap to decode.
    ///
    /// # Errors
    /// When the file can't be decoded, which sanitizing should have detected: files that older versions stored may take
    /// more scans than are read today.
    pub fn render(self, file: &[u8]) -> Result<Vec<u8>, String> {
        let file_type = FileType::detect(file)?;
        if file_type == FileType::Jpeg && parse(file_type, file)?.reencode {
            return Err("its scans take too long to read: upload it again".to_owned());
        }
        let image = decode::decode(file_type, file)?;
        match self {
            Self::Width(width) => webp(&resized(image, width)),
            Self::Dither(cols) => dither_png(&image, cols),
            Self::Portrait => jpeg(&resized(image, PORTRAIT)),
            Self::Sketch => Ok(sketch(&image)?.to_bytes()),
        }
    }
}

/// The image as a JPEG, on white where it is transparent.
fn jpeg(image: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut ground = image::RgbaImage::from_pixel(image.width(), image.height(), image::Rgba([255; 4]));
    image::imageops::overlay(&mut ground, &image.to_rgba8(), 0, 0);
    let (mut out, ground) = (Vec::new(), DynamicImage::ImageRgba8(ground).to_rgb8());
    let encoder = JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY);
    ground.write_with_encoder(encoder).map_err(|why| format!("it can't be written as JPEG: {why}"))?;
    Ok(out)
}

/// The image, reduced if it is wider, in no more memory than decoding took.
fn resized(image: DynamicImage, width: u32) -> DynamicImage {
    if image.width() <= width {
        return image;
    }
    let (cols, rows) = image.dimensions();
    let height_at = |width: u32| {
        let rows = u64::from(rows) * u64::from(width) / u64::from(cols);
        u32::try_from(rows).unwrap_or(u32::MAX).max(1)
    };
    let height = height_at(width);
    // Averaged down first: the finer filter takes memory for each pixel of this width and the final height. What the
    // image took counts until the end, because the allocator gives memory back only some time after it was freed.
    let near = image.width().min(width + width / 2);
    let fine = u64::from(near) * u64::from(height) * FINE_FILTER_PIXEL;
    let decoded = u64::try_from(image.as_bytes().len()).unwrap_or(u64::MAX);
    let reduced = decoded / u64::from(cols) * u64::from(near) / u64::from(rows) * u64::from(height_at(near));
    if decoded.saturating_add(reduced).saturating_add(fine) > FINE_FILTER_BYTES {
        return image.thumbnail_exact(width, height);
    }
    let rough = if image.width() > near {
        let rough = image.thumbnail_exact(near, height_at(near));
        drop(image);
        rough
    } else {
        image
    };
    rough.resize_exact(width, height, FilterType::CatmullRom)
}

fn webp(image: &DynamicImage) -> Result<Vec<u8>, String> {
    let (width, height) = image.dimensions();
    let has_alpha = image.color().has_alpha();
    let bytes = if has_alpha {
        webp::Encoder::from_rgba(&image.to_rgba8(), width, height).encode_simple(false, QUALITY)
    } else {
        webp::Encoder::from_rgb(&image.to_rgb8(), width, height).encode_simple(false, QUALITY)
    };
    bytes.map(|encoded| encoded.to_vec()).map_err(|why| format!("it can't be written as WebP: {why:?}"))
}

fn dither_png(image: &DynamicImage, cols: u32) -> Result<Vec<u8>, String> {
    // Reduced first, to avoid a second copy of a large image in memory. More dots than pixels would show nothing more.
    let near = (image.width() > DITHER_SOURCE_WIDTH).then(|| image.thumbnail(DITHER_SOURCE_WIDTH, u32::MAX));
    let image = near.as_ref().unwrap_or(image);
    let dots = dither::dots(&grey(image)?, cols.min(image.width().saturating_mul(2)));
    let out = image::GrayImage::from_raw(dots.cols, dots.rows, dots.cells).ok_or("its dots do not fit")?;
    decode::png(&DynamicImage::ImageLuma8(out))
}

/// The size and the grey cells of an image.
///
/// # Errors
/// When it has no pixels.
pub fn sketch(image: &DynamicImage) -> Result<Sketch, String> {
    let (width, height) = image.dimensions();
    let (cols, rows) = Sketch::cells(width, height);
    let small = image.thumbnail_exact(cols, rows);
    let grey = grey(&small)?;
    Ok(Sketch { measure: Measure { width, height, tint: tint(&small) }, grey })
}

fn grey(image: &DynamicImage) -> Result<Grey, String> {
    let (width, height) = image.dimensions();
    Grey::of_rgba(width, height, &image.to_rgba8()).ok_or_else(|| "it has no pixels".to_owned())
}

/// The mean colours of the upper and the lower half; none if any pixel is transparent.
fn tint(image: &DynamicImage) -> Option<[HexColor; 2]> {
    let pixels = image.to_rgba8();
    if pixels.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
        return None;
    }
    let half = (pixels.height() / 2).max(1);
    let mean = |upper: bool| {
        let (mut sum, mut count) = ([0_u64; 3], 0_u64);
        for (_, _, pixel) in pixels.enumerate_pixels().filter(|(_, y, _)| (*y < half) == upper) {
            sum.iter_mut().zip(pixel.0).for_each(|(sum, channel)| *sum += u64::from(channel));
            count += 1;
        }
        let [r, g, b] = sum.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX));
        (count > 0).then(|| HexColor::rgb(r, g, b))
    };
    let upper = mean(true)?;
    Some([upper, mean(false).unwrap_or(upper)])
}
