//! Reads the bits of an AV1 header, most significant first (AV1 specification, 4.10).

use crate::media::byte_reader::TRUNCATED;

/// Reads a header from its start, never past its end.
#[derive(Clone, Copy, Debug)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    /// Starts at the first bit of these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next bit.
    ///
    /// # Errors
    /// At the end of the bytes.
    pub fn flag(&mut self) -> Result<bool, String> {
        let byte = self.bytes.get(self.at / 8).ok_or(TRUNCATED)?;
        let bit = byte >> (7 - self.at % 8) & 1;
        self.at += 1;
        Ok(bit == 1)
    }

    /// The next bits, at most 32, as a number.
    ///
    /// # Errors
    /// At the end of the bytes.
    pub fn take(&mut self, count: u32) -> Result<u32, String> {
        (0..count).try_fold(0_u32, |sum, _| Ok(sum << 1 | u32::from(self.flag()?)))
    }

    /// The next eight bits.
    ///
    /// # Errors
    /// At the end of the bytes.
    pub fn byte(&mut self) -> Result<u8, String> {
        Ok(u8::try_from(self.take(8)?).unwrap_or(u8::MAX))
    }

    /// Skips a number whose length is given by its leading zeros (`uvlc`).
    ///
    /// # Errors
    /// At the end of the bytes.
    pub fn pass_long(&mut self) -> Result<(), String> {
        let mut zeros = 0;
        while !self.flag()? {
            zeros += 1;
        }
        if zeros < 32 { self.take(zeros).map(drop) } else { Ok(()) }
    }
}
