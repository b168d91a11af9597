//! AVIF: taken apart here, decoded in a process of its own (`apart`), drawn anew as JPEG or PNG.
//!
//! Its size stands twice, in the file and in the coded picture; both must say the same before anything is decoded.

mod bits;
mod boxes;
mod colour;
mod decoder_process;
mod frame;
mod obu;
mod sequence;
mod still;

pub use decoder_process::{Reader, asked, serve};
use still::Still;

use super::container::{Opened, pixels};

/// Takes an AVIF apart.
///
/// # Errors
/// What is wrong with it.
pub fn open(bytes: &[u8]) -> Result<Opened, String> {
    let still = Still::read(bytes)?;
    let (width, height) = still.whole;
    // What comes out, the frame it comes from, and what decoding keeps beside it.
    let frame = still.layers().map(|layer| pixels(layer.cell.0, layer.cell.1, layer.sequence.quarters() + 4) / 4).max();
    let unpacked = pixels(still.shown.2, still.shown.3, still.channels()).saturating_add(frame.unwrap_or_default());
    Ok(Opened {
        plain: bytes.to_vec(),
        width: still.layers().map(|layer| layer.cell.0).chain([width]).max().unwrap_or(width),
        height: still.layers().map(|layer| layer.cell.1).chain([height]).max().unwrap_or(height),
        unpacked,
        orientation: still.orientation,
        icc: still.icc.map(<[u8]>::to_vec),
        redraw: true,
        photo: still.colours.matrix != 0,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests;
