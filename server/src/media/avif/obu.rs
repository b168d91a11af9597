//! Checks the data of one AV1 image before it is decoded: it must have one sequence header and one frame of that size.

use super::sequence::Sequence;
use crate::media::byte_reader::{ByteReader, TRUNCATED, to_usize};

/// Reads the sequence header from the data of an image, and checks that there is exactly one frame, of the stated size.
///
/// # Errors
/// When it has more than one sequence header, more than one frame or none, or is truncated.
pub fn coded(data: &[u8]) -> Result<Sequence, String> {
    let (mut sequence, mut frames) = (None, 0);
    let mut rest = ByteReader(data);
    while !rest.0.is_empty() {
        let (kind, payload) = unit(&mut rest)?;
        match (kind, sequence.as_ref()) {
            (1, None) => sequence = Some(Sequence::read(payload)?),
            (1, Some(_)) => return Err("it says its size twice".to_owned()),
            (3 | 6, Some(sequence)) => {
                sequence.frames.check(payload)?;
                frames += 1;
            }
            (3 | 4 | 6 | 7, None) => return Err("it has a frame before it says how frames are coded".to_owned()),
            (8, _) => return Err("it is coded as tiles of a scene".to_owned()),
            _ => {}
        }
    }
    match (sequence, frames) {
        (Some(sequence), 1) => Ok(sequence),
        (_, 0) => Err("there is no picture in it".to_owned()),
        _ => Err("it is coded in layers, of which each is a picture".to_owned()),
    }
}

/// The next unit: its type and its payload (AV1 specification, 5.3).
fn unit<'a>(rest: &mut ByteReader<'a>) -> Result<(u8, &'a [u8]), String> {
    let head = rest.byte()?;
    if head & 0x80 != 0 {
        return Err("its coded picture does not begin as it should".to_owned());
    }
    if head & 4 != 0 {
        rest.byte()?;
    }
    let count = if head & 2 == 0 { rest.0.len() } else { long(rest)? };
    Ok((head >> 3 & 15, rest.take(count)?))
}

/// A length in groups of seven bits, the least significant first (`leb128`).
fn long(rest: &mut ByteReader<'_>) -> Result<usize, String> {
    let mut sum = 0_u64;
    for group in 0..8 {
        let byte = rest.byte()?;
        sum |= u64::from(byte & 0x7f) << (group * 7);
        if byte & 0x80 == 0 {
            return Ok(u32::try_from(sum).map_or(usize::MAX, to_usize));
        }
    }
    Err(TRUNCATED.to_owned())
}
