//! Pixels as files: JPEG and PNG.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::drawer::DrawError;
use crate::{MOST_BYTES, Pixels};

/// The least quality that is tried for a card whose picture does not compress.
const LEAST: u8 = 50;

/// A card as progressive JPEG, 4:2:0 (cards, 4), at a quality, or a lesser one if the file would be larger than [`MOST_BYTES`].
pub(crate) fn card(pixels: &Pixels, quality: u8) -> Result<Vec<u8>, DrawError> {
    let mut quality = quality;
    loop {
        let bytes = jpeg(pixels, quality, |encoder| {
            encoder.set_progressive(true);
            encoder.set_optimized_huffman_tables(true);
            encoder.set_sampling_factor(SamplingFactor::F_2_2);
        })?;
        if bytes.len() <= MOST_BYTES || quality <= LEAST {
            return Ok(bytes);
        }
        quality = quality.saturating_sub(10).max(LEAST);
    }
}

/// Pixels as JPEG, without their opacity, by an encoder that `set` sets up.
pub(crate) fn jpeg(
    pixels: &Pixels,
    quality: u8,
    set: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Result<Vec<u8>, DrawError> {
    let (Ok(width), Ok(height)) = (u16::try_from(pixels.width()), u16::try_from(pixels.height())) else {
        return Err(DrawError::Encoding("too large".to_owned()));
    };
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    set(&mut encoder);
    encoder.encode(&pixels.rgb(), width, height, ColorType::Rgb).map_err(failed)?;
    Ok(bytes)
}

/// Samples, row by row, as PNG of so many pixels, by an encoder that `set` sets up: its kind of colour at least.
pub(crate) fn png(
    (width, height): (u32, u32),
    samples: &[u8],
    set: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
) -> Result<Vec<u8>, DrawError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    set(&mut encoder);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(samples)).map_err(failed)?;
    Ok(bytes)
}

fn failed(why: impl std::fmt::Display) -> DrawError {
    DrawError::Encoding(why.to_string())
}
