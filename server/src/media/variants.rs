//! What is made of a picture that is kept: its smaller sizes, its dots, its sketch. Made when first asked for, then kept
//! beside it. There are few of each, so that nobody can fill the disk by asking.

use image::imageops::FilterType;
use image::{DynamicImage, GenericImageView};
use mantel_model::HexColor;
use mantel_model::photo::{DOTS, Grey, Measure, Sketch, WIDTHS, dither};

use super::{Kind, decode};

/// Quality of WebP with loss, of 100.
const QUALITY: f32 = 75.0;

/// Most memory for the finer filter, bytes.
const FINE: u64 = 56 * 1024 * 1024;

/// Pictures wider than this are brought to it before they are printed in dots, pixels.
const ROUGH: u32 = 1024;

/// One thing made of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derived {
    /// At most this wide, never larger than the picture.
    Width(u32),
    /// In so many columns of black and white dots, or fewer.
    Dots(u32),
    /// Its measure and a few grey cells.
    Sketch,
}

impl Derived {
    /// Everything that there can be of a picture.
    pub fn all() -> impl Iterator<Item = Self> {
        let widths = WIDTHS.into_iter().map(Self::Width);
        widths.chain(DOTS.into_iter().map(Self::Dots)).chain([Self::Sketch])
    }

    /// By its name in addresses: `640.webp`, `dither-96.png`, `sketch`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|it| it.name() == name)
    }

    /// Its name in addresses and on the shelf.
    pub fn name(self) -> String {
        match self {
            Self::Width(width) => format!("{width}.webp"),
            Self::Dots(cols) => format!("dither-{cols}.png"),
            Self::Sketch => "sketch".to_owned(),
        }
    }

    /// Its media type.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Width(_) => "image/webp",
            Self::Dots(_) => "image/png",
            Self::Sketch => "application/octet-stream",
        }
    }

    /// Makes it from the picture's file.
    ///
    /// # Errors
    /// When the file can't be decoded, which the door should have found.
    pub fn made(self, file: &[u8]) -> Result<Vec<u8>, String> {
        let picture = decode::decode(Kind::of(file)?, file)?;
        match self {
            Self::Width(width) => webp(&fitted(picture, width)),
            Self::Dots(cols) => dots(&picture, cols),
            Self::Sketch => Ok(sketch(&picture)?.to_bytes()),
        }
    }
}

/// The picture, made smaller where it is wider, in no more memory than decoding it took.
fn fitted(picture: DynamicImage, width: u32) -> DynamicImage {
    if picture.width() <= width {
        return picture;
    }
    let (cols, rows) = picture.dimensions();
    let tall = |width: u32| {
        let rows = u64::from(rows) * u64::from(width) / u64::from(cols);
        u32::try_from(rows).unwrap_or(u32::MAX).max(1)
    };
    let height = tall(width);
    // Brought near by means first; the finer filter holds what is as wide as that and as tall as this in sixteen bytes a pixel.
    let near = picture.width().min(width + width / 2);
    if u64::from(near) * u64::from(height) * 16 > FINE {
        return picture.thumbnail_exact(width, height);
    }
    let rough = if picture.width() > near {
        let rough = picture.thumbnail_exact(near, tall(near));
        drop(picture);
        rough
    } else {
        picture
    };
    rough.resize_exact(width, height, FilterType::CatmullRom)
}

fn webp(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let (width, height) = picture.dimensions();
    let clear = picture.color().has_alpha();
    let bytes = if clear {
        webp::Encoder::from_rgba(&picture.to_rgba8(), width, height).encode_simple(false, QUALITY)
    } else {
        webp::Encoder::from_rgb(&picture.to_rgb8(), width, height).encode_simple(false, QUALITY)
    };
    bytes.map(|byte| byte.to_vec()).map_err(|why| format!("it can't be written as WebP: {why:?}"))
}

fn dots(picture: &DynamicImage, cols: u32) -> Result<Vec<u8>, String> {
    // More dots than pixels would show nothing more.
    // Brought near their measure first, so that no second copy of a large picture is in memory.
    let near = (picture.width() > ROUGH).then(|| picture.thumbnail(ROUGH, u32::MAX));
    let picture = near.as_ref().unwrap_or(picture);
    let dots = dither::dots(&grey(picture)?, cols.min(picture.width().saturating_mul(2)));
    let out = image::GrayImage::from_raw(dots.cols, dots.rows, dots.cells).ok_or("its dots do not fit")?;
    decode::png(&DynamicImage::ImageLuma8(out))
}

/// The measure and the grey cells of a picture.
///
/// # Errors
/// When it has no pixels.
pub fn sketch(picture: &DynamicImage) -> Result<Sketch, String> {
    let (width, height) = picture.dimensions();
    let (cols, rows) = Sketch::cells(width, height);
    let small = picture.thumbnail_exact(cols, rows);
    let grey = grey(&small)?;
    Ok(Sketch { measure: Measure { width, height, tint: tint(&small) }, grey })
}

fn grey(picture: &DynamicImage) -> Result<Grey, String> {
    let (width, height) = picture.dimensions();
    Grey::of_rgba(width, height, &picture.to_rgba8()).ok_or_else(|| "it has no pixels".to_owned())
}

/// The mean colours of the upper and the lower half; none where one sees through anywhere.
fn tint(picture: &DynamicImage) -> Option<[HexColor; 2]> {
    let pixels = picture.to_rgba8();
    if pixels.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
        return None;
    }
    let half = (pixels.height() / 2).max(1);
    let mean = |upper: bool| {
        let (mut sum, mut count) = ([0_u64; 3], 0_u64);
        for (_, _, pixel) in pixels.enumerate_pixels().filter(|it| (it.1 < half) == upper) {
            sum.iter_mut().zip(pixel.0).for_each(|(sum, it)| *sum += u64::from(it));
            count += 1;
        }
        let [r, g, b] = sum.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX));
        (count > 0).then(|| HexColor::rgb(r, g, b))
    };
    let upper = mean(true)?;
    Some([upper, mean(false).unwrap_or(upper)])
}
