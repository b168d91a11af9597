//! AVIF: parsed here, decoded by a separate process (`decoder_process`), encoded again as JPEG or PNG.
//!
//! Its size is stated twice, in the file and in the coded image; the two must agree before anything is decoded.

mod bits;
mod boxes;
mod colour;
mod decoder_process;
mod frame;
mod obu;
mod sandbox;
mod sequence;
mod still;

pub use decoder_process::{AvifDecoder, decoder_process_task, run_decoder_process};
use still::LocatedImage;

use crate::media::container::{Container, pixel_bytes};

/// Parses an AVIF.
///
/// # Errors
/// What is wrong with it.
pub fn parse(bytes: &[u8]) -> Result<Container, String> {
    let still = LocatedImage::read(bytes)?;
    let (width, height) = still.whole;
    // The output, the decoded frame, and what decoding needs besides.
    let frame =
        still.layers().map(|layer| pixel_bytes(layer.cell.0, layer.cell.1, layer.sequence.quarters() + 4) / 4).max();
    let decoded_bytes =
        pixel_bytes(still.shown.2, still.shown.3, still.channels()).saturating_add(frame.unwrap_or_default());
    Ok(Container {
        bytes: bytes.to_vec(),
        width: still.layers().map(|layer| layer.cell.0).chain([width]).max().unwrap_or(width),
        height: still.layers().map(|layer| layer.cell.1).chain([height]).max().unwrap_or(height),
        decoded_bytes,
        orientation: still.orientation,
        icc: still.icc.map(<[u8]>::to_vec),
        reencode: true,
        lossy: still.colours.matrix != 0,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests;
