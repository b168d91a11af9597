//! A file taken apart without decoding it: its plain form, its size, and what must be read before it is thrown away.

use image::metadata::Orientation;

use super::Kind;

/// A file whose structure was understood.
#[derive(Debug)]
pub struct Opened {
    /// The same picture with nothing but the picture in it.
    pub plain: Vec<u8>,
    /// Pixels, as stored.
    pub width: u32,
    /// Pixels, as stored.
    pub height: u32,
    /// Memory that decoding it takes at its height, bytes: pixels, and what they are gathered in.
    pub unpacked: u64,
    /// How it lies.
    pub orientation: Orientation,
    /// ICC profile of its colours.
    pub icc: Option<Vec<u8>>,
    /// Whether the plain form can't be kept as it is and must be drawn anew.
    pub redraw: bool,
    /// Whether it is coded as photographs are, with loss.
    pub photo: bool,
}

/// Takes a file apart.
///
/// # Errors
/// What is wrong with it.
pub fn open(kind: Kind, bytes: &[u8]) -> Result<Opened, String> {
    match kind {
        Kind::Png => super::png::open(bytes),
        Kind::Jpeg => super::jpeg::open(bytes),
        Kind::Webp => super::webp::open(bytes),
        Kind::Gif => super::gif::open(bytes),
        Kind::Avif => super::avif::open(bytes),
        Kind::Ico => super::ico::open(bytes),
    }
}

/// So many bytes for each pixel.
pub fn pixels(width: u32, height: u32, bytes: u64) -> u64 {
    u64::from(width).saturating_mul(u64::from(height)).saturating_mul(bytes)
}

/// What is said of a file that stops in the middle.
pub const CUT: &str = "the file ends in the middle of the picture";

/// Reads a file from its start, never past its end.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `count` bytes.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(CUT)?;
        self.0 = rest;
        Ok(taken)
    }

    /// The next byte.
    ///
    /// # Errors
    /// At the end.
    pub fn byte(&mut self) -> Result<u8, String> {
        Ok(self.array::<1>()?[0])
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.take(N)?.try_into().map_err(|_| CUT.to_owned())
    }

    /// The next two bytes as a number, the larger first.
    ///
    /// # Errors
    /// At the end.
    pub fn number(&mut self) -> Result<usize, String> {
        Ok(usize::from(u16::from_be_bytes(self.array()?)))
    }
}

/// A length as a number of bytes; one that does not fit is longer than any file.
pub fn length(bytes: u32) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
