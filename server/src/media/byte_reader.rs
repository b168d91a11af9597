//! A cursor over the bytes of a file that never reads past the end.

/// The message for a truncated file.
pub const TRUNCATED: &str = "the file ends in the middle of the picture";

/// Reads a file from the start; the field is the unread part.
#[derive(Clone, Copy, Debug)]
pub struct ByteReader<'a>(pub &'a [u8]);

impl<'a> ByteReader<'a> {
    /// The next `count` bytes.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(TRUNCATED)?;
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
        self.take(N)?.try_into().map_err(|_| TRUNCATED.to_owned())
    }

    /// The next two bytes as a big-endian number.
    ///
    /// # Errors
    /// At the end.
    pub fn u16_be(&mut self) -> Result<usize, String> {
        Ok(usize::from(u16::from_be_bytes(self.array()?)))
    }
}

/// A length as `usize`; one that does not fit is longer than any file.
pub fn to_usize(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
