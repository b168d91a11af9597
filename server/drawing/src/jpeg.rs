//! The card as a file: progressive JPEG, 4:2:0 (cards, 4).

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::drawer::DrawError;
use crate::{MOST_BYTES, Pixels};

/// The least quality that is tried for a card whose picture does not compress.
const LEAST: u8 = 50;

/// Encodes at a quality, or a lesser one if the file would be larger than [`MOST_BYTES`].
pub(crate) fn encode(pixels: &Pixels, quality: u8) -> Result<Vec<u8>, DrawError> {
    let rgb = pixels.rgb();
    let (Ok(width), Ok(height)) = (u16::try_from(pixels.width()), u16::try_from(pixels.height())) else {
        return Err(DrawError::Jpeg("too large".to_owned()));
    };
    let mut quality = quality;
    loop {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, quality);
        encoder.set_progressive(true);
        encoder.set_optimized_huffman_tables(true);
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        encoder.encode(&rgb, width, height, ColorType::Rgb).map_err(|error| DrawError::Jpeg(error.to_string()))?;
        if bytes.len() <= MOST_BYTES || quality <= LEAST {
            return Ok(bytes);
        }
        quality = quality.saturating_sub(10).max(LEAST);
    }
}
