//! PNG without its ancillary chunks: texts, times, Exif, profiles, further animation frames, and anything after the
//! end.

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use flate2::{Crc, Decompress, FlushDecompress, Status};
use image::metadata::Orientation;

use crate::media::byte_reader::{ByteReader, TRUNCATED, to_usize};
use crate::media::container::{Container, MAX_PROFILE_BYTES, pixel_bytes};
use crate::media::exif;

/// The chunks to keep.
const KEPT: &[&[u8; 4]] = &[b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"sRGB", b"gAMA"];
const SIGNATURE: usize = 8;
/// More chunks of pixels than programs write, which are of 8 KiB at least: what has more is encoded again, so that nobody
/// who asks for a size of it pays for them.
const MAX_PIXEL_CHUNKS: usize = 8192;
/// Bytes unpacked at a time.
const BLOCK: usize = 32 * 1024;

/// Parses a PNG.
///
/// # Errors
/// What is wrong with it.
pub fn parse(bytes: &[u8]) -> Result<Container, String> {
    let mut rest = ByteReader(bytes);
    let mut plain = rest.take(SIGNATURE)?.to_vec();
    let size = size(rest)?;
    let Size { width, height, .. } = size;
    let mut out = Container {
        bytes: Vec::new(),
        width,
        height,
        decoded_bytes: 0,
        orientation: Orientation::NoTransforms,
        icc: None,
        reencode: false,
        lossy: false,
    };
    let (mut clear, mut pixel_chunks) = (false, 0);
    let mut seen = Seen::default();
    let mut packed = Packed::new(width, height);
    loop {
        let whole = rest.0;
        let count = to_usize(u32::from_be_bytes(rest.array()?));
        let name: [u8; 4] = rest.array()?;
        let data = rest.take(count)?;
        let sum = u32::from_be_bytes(rest.array()?);
        if KEPT.contains(&&name) {
            if crc(&name, data) != sum {
                return Err("a checksum in the file is wrong: it was damaged on its way".to_owned());
            }
            plain.extend_from_slice(whole.get(..count.saturating_add(12)).ok_or(TRUNCATED)?);
        }
        match &name {
            b"IEND" => break,
            b"tRNS" => clear = true,
            b"IDAT" => {
                pixel_chunks += 1;
                packed.more(data);
            }
            // One of each is allowed; the first counts, so that many cost no more than one.
            b"eXIf" if !seen.exif => (seen.exif, out.orientation) = (true, exif::orientation(Some(data))),
            b"iCCP" if !seen.profile => (seen.profile, out.icc) = (true, profile(data)),
            _ => {}
        }
    }
    let decoded_bytes = pixel_bytes(width, height, size.bytes(clear));
    Ok(Container { bytes: plain, decoded_bytes, reencode: !packed.ended || pixel_chunks > MAX_PIXEL_CHUNKS, ..out })
}

/// Which chunks with metadata have been read.
#[derive(Default)]
struct Seen {
    exif: bool,
    profile: bool,
}

/// The compressed pixels. Whatever follows the end of the stream within IDAT is not part of the image.
struct Packed {
    stream: Decompress,
    /// What was unpacked last, which nobody reads. Kept, because a file may have a million chunks.
    block: Vec<u8>,
    ended: bool,
    /// Whether the stream is damaged or longer than the image: nothing more is unpacked.
    failed: bool,
    /// An upper bound on the decompressed size, bytes.
    most: u64,
}

impl Packed {
    /// For this many pixels of at most eight bytes, plus a byte per row in each of at most seven passes.
    fn new(width: u32, height: u32) -> Self {
        let most = u64::from(height).saturating_mul(u64::from(width).saturating_mul(8).saturating_add(7));
        Self { stream: Decompress::new(true), block: vec![0; BLOCK], ended: false, failed: false, most }
    }

    fn more(&mut self, data: &[u8]) {
        let mut rest = data;
        if self.ended && !data.is_empty() {
            // Something follows the end of the stream.
            (self.ended, self.failed) = (false, true);
        }
        while !rest.is_empty() && !self.failed {
            let before = (self.stream.total_in(), self.stream.total_out());
            let status = self.stream.decompress(rest, &mut self.block, FlushDecompress::None);
            let taken = usize::try_from(self.stream.total_in() - before.0).unwrap_or(usize::MAX);
            rest = rest.get(taken..).unwrap_or_default();
            self.ended = matches!(status, Ok(Status::StreamEnd)) && rest.is_empty();
            let stuck = taken == 0 && self.stream.total_out() == before.1;
            self.failed = !self.ended && (stuck || status.is_err() || self.stream.total_out() > self.most);
            if self.ended {
                return;
            }
        }
    }
}

/// The image header.
struct Size {
    width: u32,
    height: u32,
    /// Bits per channel.
    depth: u8,
    /// Colour type.
    color: u8,
}

impl Size {
    /// Bytes per decoded pixel, where `clear` means that a colour may be transparent (`tRNS`).
    fn bytes(&self, clear: bool) -> u64 {
        let channels = match self.color {
            0 => 1 + u64::from(clear),
            2 | 3 => 3 + u64::from(clear),
            4 => 2,
            _ => 4,
        };
        if self.depth > 8 { channels * 2 } else { channels }
    }
}

/// Reads the header, which comes first.
fn size(mut rest: ByteReader<'_>) -> Result<Size, String> {
    let head = rest.take(8)?;
    if head != b"\0\0\0\x0dIHDR" {
        return Err("it does not begin with its size".to_owned());
    }
    let (width, height) = (u32::from_be_bytes(rest.array()?), u32::from_be_bytes(rest.array()?));
    Ok(Size { width, height, depth: rest.byte()?, color: rest.byte()? })
}

fn crc(name: &[u8], data: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(name);
    crc.update(data);
    crc.sum()
}

/// The ICC profile after its name; `None` if it can't be decompressed.
fn profile(data: &[u8]) -> Option<Vec<u8>> {
    let end = data.iter().position(|byte| *byte == 0)?;
    let packed = data.get(end + 2..)?;
    let mut out = Vec::new();
    ZlibDecoder::new(packed).take(u64::try_from(MAX_PROFILE_BYTES).ok()?).read_to_end(&mut out).ok()?;
    Some(out)
}
