//! ICO, as sites have for their icons: the largest of its pictures. One in PNG goes on as that, one in BMP is drawn anew.

use std::borrow::Cow;

use image::metadata::Orientation;

use super::Kind;
use super::container::{Bytes, CUT, Opened, length, pixels};

/// Most pixels a side.
const SIDE: u32 = 256;
/// Bytes before the first picture where there is one.
const HEAD: u32 = 22;

/// The largest picture of an ICO, the one with the most colours of those: as PNG, or as an ICO that holds nothing else.
///
/// # Errors
/// When it lies outside of the file.
pub fn best(bytes: &[u8]) -> Result<(Kind, Cow<'_, [u8]>), String> {
    let mut rest = Bytes(bytes);
    rest.take(4)?;
    let (mut found, mut most) = (None, None);
    for _ in 0..u16::from_le_bytes(rest.array()?) {
        let entry = rest.array::<16>()?;
        let [width, height, _, _, _, _, low, high, place @ ..] = entry;
        // No width is the largest one, 256.
        let size = Some((width.wrapping_sub(1).min(height.wrapping_sub(1)), u16::from_le_bytes([low, high])));
        if size > most {
            (found, most) = (Some((entry, place)), size);
        }
    }
    let (entry, [a, b, c, d, from @ ..]) = found.ok_or("there is no picture in it")?;
    let (count, from) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(from));
    let data = bytes.get(length(from)..).and_then(|byte| byte.get(..length(count))).ok_or(CUT)?;
    if data.starts_with(b"\x89PNG") {
        return Ok((Kind::Png, Cow::Borrowed(data)));
    }
    let mut alone = vec![0, 0, 1, 0, 1, 0];
    alone.extend(entry.iter().take(12));
    alone.extend(HEAD.to_le_bytes());
    alone.extend(data);
    Ok((Kind::Ico, Cow::Owned(alone)))
}

/// Takes an ICO of one picture in BMP apart.
///
/// # Errors
/// When it is larger than an icon, or ends before its size.
pub fn open(bytes: &[u8]) -> Result<Opened, String> {
    let mut rest = Bytes(bytes);
    rest.take(length(HEAD) + 4)?;
    // Below the picture lies a mask of the same size.
    let (width, height) =
        (i32::from_le_bytes(rest.array()?).unsigned_abs(), i32::from_le_bytes(rest.array()?).unsigned_abs() / 2);
    if width > SIDE || height > SIDE {
        return Err("it is larger than an icon may be".to_owned());
    }
    Ok(Opened {
        plain: bytes.to_vec(),
        width,
        height,
        unpacked: pixels(width, height, 8),
        orientation: Orientation::NoTransforms,
        icc: None,
        redraw: true,
        photo: false,
    })
}
