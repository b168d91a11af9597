//! The door: every upload passes here, and what comes out is a picture with nothing else in it.

use std::borrow::Cow;

use image::metadata::Orientation;
use mantel_model::limits::{IMAGE_BYTES, IMAGE_SIDE};
use sha2::{Digest, Sha256};

use super::container::{Opened, open};
use super::{Kind, Reader, decode, ico};

/// A picture as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it is.
    pub kind: Kind,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// SHA-256 of the bytes, lower-case hex: its name.
    pub hash: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Why a file is not let in, with the sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Too many bytes or pixels.
    TooLarge(String),
    /// Not a kind that is let in, or not the kind it was sent as.
    Unsupported(String),
    /// Damaged.
    Unreadable(String),
}

/// Checks a file and makes it plain. A file that comes out goes in again unchanged.
///
/// # Errors
/// Why it is not let in.
pub fn admit(bytes: &[u8], said: Option<&str>, avif: &Reader) -> Result<Picture, Refused> {
    if bytes.len() > IMAGE_BYTES {
        let words =
            format!("The picture is {} bytes; the limit is {IMAGE_BYTES} (10 MiB). Make it smaller.", bytes.len());
        return Err(Refused::TooLarge(words));
    }
    let kind = Kind::of(bytes).map_err(Refused::Unsupported)?;
    kind.said(said).map_err(Refused::Unsupported)?;
    let (kind, bytes) = match kind {
        Kind::Ico => ico::best(bytes).map_err(|why| unreadable(&why))?,
        kind => (kind, Cow::Borrowed(bytes)),
    };
    let opened = open(kind, &bytes).map_err(|why| unreadable(&why))?;
    fits(opened.width, opened.height)?;
    let (kind, plain) = plain(kind, opened, bytes.len(), avif)?;
    let (width, height) = (plain.width, plain.height);
    Ok(Picture { kind, width, height, hash: hash(&plain.plain), bytes: plain.plain })
}

/// The plain form of a file of this length that was decoded whole, drawn anew only where it must be.
fn plain(kind: Kind, opened: Opened, length: usize, avif: &Reader) -> Result<(Kind, Opened), Refused> {
    holds(opened.unpacked, length)?;
    let pixels = match kind {
        Kind::Avif => avif.read(&opened.plain),
        kind => decode::decode(kind, &opened.plain),
    };
    let (pixels, orientation) = (pixels.map_err(|why| unreadable(&why))?, opened.orientation);
    let profile = decode::foreign(opened.icc.as_deref());
    if !opened.redraw && orientation == Orientation::NoTransforms && profile.is_none() {
        return Ok((kind, opened));
    }
    holds(decode::anew(&pixels, orientation), length)?;
    let photo = opened.photo;
    drop(opened);
    let upright = decode::upright(pixels, orientation, profile.as_ref());
    let large = |why| Refused::TooLarge(format!("The picture is too large: {why}."));
    let (kind, bytes) = decode::write(upright, photo).map_err(large)?;
    Ok((kind, open(kind, &bytes).map_err(|why| unreadable(&why))?))
}

fn fits(width: u32, height: u32) -> Result<(), Refused> {
    if width == 0 || height == 0 {
        return Err(unreadable("it has no pixels"));
    }
    if width > IMAGE_SIDE || height > IMAGE_SIDE {
        let words =
            format!("The picture is {width} x {height} pixels; the limit is {IMAGE_SIDE} a side. Make it smaller.");
        return Err(Refused::TooLarge(words));
    }
    Ok(())
}

/// Whether there is memory for what is unpacked beside a file of this length, which is held up to three times over.
fn holds(unpacked: u64, length: usize) -> Result<(), Refused> {
    let whole = unpacked.saturating_add(u64::try_from(length).unwrap_or(u64::MAX).saturating_mul(3));
    if whole <= decode::MEMORY {
        return Ok(());
    }
    let (whole, most) = (whole / (1024 * 1024), decode::MEMORY / (1024 * 1024));
    let words =
        format!("The picture would take {whole} MiB of memory to read; the limit is {most} MiB. Make it smaller.");
    Err(Refused::TooLarge(words))
}

fn unreadable(why: &str) -> Refused {
    let why: String = why.chars().take(200).collect();
    let why = why.trim_end_matches('.');
    Refused::Unreadable(format!("The picture can't be read: {why}. Save it again and send the new file."))
}

/// The name of a picture with these bytes.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect()
}
