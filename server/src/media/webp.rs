//! WebP without its metadata, and of an animation the first frame.

use super::container::{Bytes, CUT, Opened, length, pixels};
use super::decode;

/// Bytes of a frame's place and time before its picture.
const FRAME_HEAD: usize = 16;

/// Name and data.
type Chunk<'a> = ([u8; 4], &'a [u8]);

/// The parts of one still picture.
#[derive(Clone, Copy, Default)]
struct Still<'a> {
    /// `VP8 ` with loss, `VP8L` without.
    picture: Option<(&'a [u8], bool)>,
    alpha: Option<&'a [u8]>,
}

/// Takes a WebP apart.
///
/// # Errors
/// What is wrong with it.
pub fn open(bytes: &[u8]) -> Result<Opened, String> {
    let mut file = Bytes(bytes);
    file.take(4)?;
    let count = length(u32::from_le_bytes(file.array()?));
    let mut body = Bytes(file.take(count)?);
    body.take(4)?;
    let (mut still, mut exif, mut icc) = (Still::default(), None, None);
    while let Some((name, data)) = chunk(&mut body)? {
        match &name {
            b"ANMF" if still.picture.is_none() => still = frame(data)?,
            b"EXIF" => exif = Some(data.strip_prefix(b"Exif\0\0").unwrap_or(data)),
            b"ICCP" => icc = Some(data.to_vec()),
            _ => still.add(&name, data),
        }
    }
    let (width, height) = still.size()?;
    let orientation = decode::orientation(exif);
    let photo = still.picture.is_some_and(|picture| picture.1);
    // Without loss it is unpacked with an alpha channel and copied without; with loss first come brightness and colour.
    let unpacked = pixels(width, height, if photo && still.alpha.is_none() { 5 } else { 7 });
    Ok(Opened { plain: still.written(width, height)?, width, height, unpacked, orientation, icc, redraw: false, photo })
}

/// The next chunk; the last may lack the byte that makes its length even.
fn chunk<'a>(rest: &mut Bytes<'a>) -> Result<Option<Chunk<'a>>, String> {
    if rest.0.is_empty() {
        return Ok(None);
    }
    let name = rest.array()?;
    let count = length(u32::from_le_bytes(rest.array()?));
    let data = rest.take(count)?;
    if count % 2 == 1 && !rest.0.is_empty() {
        rest.take(1)?;
    }
    Ok(Some((name, data)))
}

fn frame(data: &[u8]) -> Result<Still<'_>, String> {
    let mut rest = Bytes(data);
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
            b"VP8 " if self.picture.is_none() => self.picture = Some((data, true)),
            b"VP8L" if self.picture.is_none() => self.picture = Some((data, false)),
            b"ALPH" if self.picture.is_none() => self.alpha = Some(data),
            _ => {}
        }
    }

    /// Width and height as the coded picture itself says them.
    fn size(self) -> Result<(u32, u32), String> {
        let (data, lossy) = self.picture.ok_or("there is no picture in it")?;
        let mut head = Bytes(data);
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

    /// A file with nothing else in it.
    fn written(self, width: u32, height: u32) -> Result<Vec<u8>, String> {
        let mut body = b"WEBP".to_vec();
        let (data, lossy) = self.picture.ok_or(CUT)?;
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
    let count = u32::try_from(data.len()).map_err(|_| CUT)?;
    out.extend_from_slice(name);
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(data);
    if data.len() % 2 == 1 {
        out.push(0);
    }
    Ok(())
}
