//! WebP without its metadata, and only the first frame of an animation.

use crate::media::byte_reader::{ByteReader, TRUNCATED, to_usize};
use crate::media::container::{Container, MAX_PROFILE_BYTES, pixel_bytes};
use crate::media::exif;

/// Bytes of a frame's position and duration before its image.
const FRAME_HEAD: usize = 16;

/// Name and content of a chunk.
type Chunk<'a> = ([u8; 4], &'a [u8]);

/// The parts of one still image.
#[derive(Clone, Copy, Default)]
struct Still<'a> {
    /// `VP8 ` (lossy) or `VP8L` (lossless), and whether it is lossy.
    image: Option<(&'a [u8], bool)>,
    alpha: Option<&'a [u8]>,
}

/// Parses a WebP.
///
/// # Errors
/// What is wrong with it.
pub fn parse(bytes: &[u8]) -> Result<Container, String> {
    let mut file = ByteReader(bytes);
    file.take(4)?;
    let count = to_usize(u32::from_le_bytes(file.array()?));
    let mut body = ByteReader(file.take(count)?);
    body.take(4)?;
    let (mut still, mut exif, mut icc) = (Still::default(), None, None);
    while let Some((name, data)) = chunk(&mut body)? {
        match &name {
            b"ANMF" if still.image.is_none() => still = frame(data)?,
            b"EXIF" if exif.is_none() => exif = Some(data.strip_prefix(b"Exif\0\0").unwrap_or(data)),
            b"ICCP" if data.len() > MAX_PROFILE_BYTES => {
                return Err("its colour profile is too large; save it without one, in sRGB".to_owned());
            }
            b"ICCP" if icc.is_none() => icc = Some(data.to_vec()),
            _ => still.add(&name, data),
        }
    }
    let (width, height) = still.size()?;
    let orientation = exif::orientation(exif);
    let lossy = still.image.is_some_and(|image| image.1);
    // Lossless images are decoded with an alpha channel and copied without; lossy ones are decoded to luma and chroma
    // first.
    let decoded_bytes = pixel_bytes(width, height, if lossy && still.alpha.is_none() { 5 } else { 7 });
    Ok(Container {
        bytes: still.written(width, height)?,
        width,
        height,
        decoded_bytes,
        orientation,
        icc,
        reencode: false,
        lossy,
    })
}

/// The next chunk; the last one may lack its padding byte.
fn chunk<'a>(rest: &mut ByteReader<'a>) -> Result<Option<Chunk<'a>>, String> {
    if rest.0.is_empty() {
        return Ok(None);
    }
    let name = rest.array()?;
    let count = to_usize(u32::from_le_bytes(rest.array()?));
    let data = rest.take(count)?;
    if count % 2 == 1 && !rest.0.is_empty() {
        rest.take(1)?;
    }
    Ok(Some((name, data)))
}

fn frame(data: &[u8]) -> Result<Still<'_>, String> {
    let mut rest = ByteReader(data);
    rest.take(FRAME_HEAD)?;
    let mut still = Still::default();
    while let Some((name, data)) = chunk(&mut rest)? {
        still.add(&name, data);
    }
    Ok(still)
}

impl<'a> Still<'a> {
    fn add(&mut self, name: &[u8; 4], data: &'a [u8]) {
        match name {
            b"VP8 " if self.image.is_none() => self.image = Some((data, true)),
            b"VP8L" if self.image.is_none() => self.image = Some((data, false)),
            b"ALPH" if self.image.is_none() => self.alpha = Some(data),
            _ => {}
        }
    }

    /// Width and height as stated in the coded image.
    fn size(self) -> Result<(u32, u32), String> {
        let (data, lossy) = self.image.ok_or("there is no picture in it")?;
        let mut head = ByteReader(data);
        if lossy {
            head.take(3)?;
            if head.take(3)? != [0x9d, 0x01, 0x2a] {
                return Err("its coded picture does not begin as it should".to_owned());
            }
            let (width, height) = (u16::from_le_bytes(head.array()?), u16::from_le_bytes(head.array()?));
            Ok((u32::from(width & 0x3fff), u32::from(height & 0x3fff)))
        } else {
            head.take(1)?;
            let bits = u32::from_le_bytes(head.array()?);
            Ok(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
        }
    }

    /// A file with only these parts.
    fn written(self, width: u32, height: u32) -> Result<Vec<u8>, String> {
        let mut body = b"WEBP".to_vec();
        let (data, lossy) = self.image.ok_or(TRUNCATED)?;
        if let Some(alpha) = self.alpha.filter(|_| lossy) {
            let mut head = vec![0x10, 0, 0, 0];
            for side in [width, height] {
                head.extend(side.saturating_sub(1).to_le_bytes().iter().take(3));
            }
            put(&mut body, b"VP8X", &head)?;
            put(&mut body, b"ALPH", alpha)?;
        }
        put(&mut body, if lossy { b"VP8 " } else { b"VP8L" }, data)?;
        let mut file = Vec::new();
        put(&mut file, b"RIFF", &body)?;
        Ok(file)
    }
}

fn put(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) -> Result<(), String> {
    let count = u32::try_from(data.len()).map_err(|_| TRUNCATED)?;
    out.extend_from_slice(name);
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(data);
    if data.len() % 2 == 1 {
        out.push(0);
    }
    Ok(())
}
