//! JPEG without its application segments and comments: Exif with its locations and serial numbers, XMP, thumbnails,
//! profiles, and anything after the end of the image.

use mantel_model::limits::IMAGE_SIDE;

use crate::media::byte_reader::{ByteReader, TRUNCATED};
use crate::media::container::{Container, MAX_PROFILE_BYTES, pixel_bytes};
use crate::media::exif;

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;
const COMMENT: u8 = 0xfe;
/// Tables (DHT, DQT, DNL, DRI) that the scans depend on.
const TABLES: [u8; 4] = [0xc4, 0xdb, 0xdc, 0xdd];
const ICC: &[u8] = b"ICC_PROFILE\0";
const EXIF: &[u8] = b"Exif\0\0";
const JFIF: &[u8] = b"JFIF\0";
const ADOBE: &[u8] = b"Adobe";
/// More scans than any camera or program writes: each covers the whole image.
const SCANS: usize = 100;
/// Samples that all scans together may visit: what decoding costs besides the size of the file, because a scan of a
/// few bytes can visit the whole image. A photograph of twelve megapixels takes about 100 million in ten scans.
const MAX_SCANNED_SAMPLES: u64 = 256 * 1024 * 1024;
/// Times that ordinary programs visit each sample, at most (ten scans visit luma six times). What takes more is stored
/// as a plain JPEG, so that nobody who asks for a size of it pays for the scans again.
const ORDINARY_PASSES: u64 = 12;
/// Bytes of all table segments: each table is built anew by the decoder, at a cost far above its size.
const MAX_TABLE_BYTES: usize = 256 * 1024;

/// What to do about a file whose scans take too long.
const TOO_MANY_SCANS: &str =
    "it is a progressive JPEG whose scans take too long to read; save it as a baseline JPEG (not progressive)";

/// What is collected while walking the segments.
#[derive(Default)]
struct Walk {
    plain: Vec<u8>,
    frame: Option<Frame>,
    scans: usize,
    /// Samples that the scans visit.
    scanned_samples: u64,
    /// Bytes of tables.
    table_bytes: usize,
    /// Whether the image is progressive or in several scans, so that its coefficients stay in memory until the last
    /// one.
    gathered: bool,
    exif: Option<Vec<u8>>,
    /// Parts of an ICC profile with their sequence numbers.
    icc: Vec<(u8, Vec<u8>)>,
    /// Bytes of those parts.
    icc_bytes: usize,
    /// Adobe's segment and its colour transform.
    adobe: Option<(Vec<u8>, u8)>,
}

/// The frame header.
#[derive(Clone, Default)]
struct Frame {
    width: u32,
    height: u32,
    parts: u8,
    /// Samples per block of pixels: of all components, and the most that a single component can have.
    samples: (u64, u64),
    /// Each component: its identifier and its samples per block.
    components: Vec<(u8, u64)>,
}

impl Frame {
    /// The samples of components with this many per block.
    fn covered(&self, samples: u64) -> u64 {
        pixel_bytes(self.width, self.height, samples) / self.samples.1.max(1)
    }

    /// The samples that a scan with this header visits: those of the components that it names.
    fn scanned_samples(&self, header: &[u8]) -> u64 {
        if self.width > IMAGE_SIDE || self.height > IMAGE_SIDE {
            // Refused because of its size, whatever the scans.
            return 0;
        }
        let count = usize::from(header.first().copied().unwrap_or_default());
        let named = header.get(1..).unwrap_or_default().chunks_exact(2).take(count);
        let of = |id: u8| self.components.iter().find(|part| part.0 == id).map_or(self.samples.0, |part| part.1);
        self.covered(named.map(|part| of(part.first().copied().unwrap_or_default())).sum())
    }

    /// Memory that decoding takes, bytes.
    fn decoded_bytes(&self, gathered: bool) -> u64 {
        let drawn = pixel_bytes(self.width, self.height, u64::from(self.parts));
        // Two bytes per sample.
        let coded = self.covered(self.samples.0).saturating_mul(2);
        if gathered { drawn.saturating_add(coded) } else { drawn }
    }
}

/// Parses a JPEG.
///
/// # Errors
/// What is wrong with it.
pub fn parse(bytes: &[u8]) -> Result<Container, String> {
    let mut rest = ByteReader(bytes);
    let mut walk = Walk { plain: rest.take(2)?.to_vec(), ..Walk::default() };
    loop {
        let marker = marker(&mut rest)?;
        if marker == END {
            break;
        }
        let mut ahead = rest;
        let count = ahead.u16_be()?;
        let segment = rest.take(count)?;
        walk.segment(marker, segment.get(2..).ok_or("a segment is shorter than its own length")?)?;
        if marker == SCAN {
            walk.plain.extend_from_slice(coded(&mut rest)?);
            walk.scans += 1;
            if walk.scans > SCANS || walk.scanned_samples > MAX_SCANNED_SAMPLES {
                return Err(TOO_MANY_SCANS.to_owned());
            }
        }
    }
    walk.plain.extend_from_slice(&[0xff, END]);
    walk.done()
}

/// The next marker, skipping fill bytes.
fn marker(rest: &mut ByteReader<'_>) -> Result<u8, String> {
    if rest.byte()? != 0xff {
        return Err("a marker is missing".to_owned());
    }
    loop {
        match rest.byte()? {
            0xff => {}
            0 | 0x01 | 0xd0..=START => return Err("a marker is out of place".to_owned()),
            marker => return Ok(marker),
        }
    }
}

/// The entropy-coded data up to the next marker; restart markers are part of it.
fn coded<'a>(rest: &mut ByteReader<'a>) -> Result<&'a [u8], String> {
    let ends = |pair: &[u8]| matches!(pair, [0xff, next] if !matches!(next, 0 | 0xd0..=0xd7 | 0xff));
    let end = rest.0.windows(2).position(ends).ok_or(TRUNCATED)?;
    rest.take(end)
}

impl Walk {
    fn segment(&mut self, marker: u8, data: &[u8]) -> Result<(), String> {
        match marker {
            0xc0..=0xc2 => self.frame(marker, data),
            0xc3 | 0xc5..=0xcf if marker != 0xc8 && marker != 0xcc => {
                Err("it is a rare kind of JPEG (lossless, hierarchical or arithmetic)".to_owned())
            }
            SCAN => {
                let frame = self.frame.as_ref().ok_or("a scan comes before the frame that it belongs to")?;
                self.gathered |= data.first() != Some(&frame.parts);
                self.scanned_samples = self.scanned_samples.saturating_add(frame.scanned_samples(data));
                self.keep(marker, data)
            }
            _ if TABLES.contains(&marker) => {
                self.table_bytes += data.len();
                if self.table_bytes > MAX_TABLE_BYTES {
                    return Err("it holds more tables than a picture needs; save it as a baseline JPEG".to_owned());
                }
                self.keep(marker, data)
            }
            0xe0 if data.starts_with(JFIF) => self.jfif(data),
            0xe1 if data.starts_with(EXIF) => {
                self.exif.get_or_insert_with(|| data.iter().skip(EXIF.len()).copied().collect());
                Ok(())
            }
            0xe2 if data.starts_with(ICC) => {
                self.icc_bytes += data.len();
                if self.icc_bytes > MAX_PROFILE_BYTES {
                    return Err("its colour profile is too large; save it without one, in sRGB".to_owned());
                }
                if let Some((number, piece)) = data.get(ICC.len()..).and_then(<[u8]>::split_first) {
                    self.icc.push((*number, piece.get(1..).unwrap_or_default().to_vec()));
                }
                Ok(())
            }
            0xee if data.starts_with(ADOBE) => {
                self.adobe = data.get(11).map(|transform| (data.to_vec(), *transform));
                Ok(())
            }
            0xe0..=0xef | COMMENT => Ok(()),
            _ => Err("a segment is of an unknown kind".to_owned()),
        }
    }

    fn keep(&mut self, marker: u8, data: &[u8]) -> Result<(), String> {
        let count = u16::try_from(data.len() + 2).map_err(|_| TRUNCATED)?;
        self.plain.extend_from_slice(&[0xff, marker]);
        self.plain.extend_from_slice(&count.to_be_bytes());
        self.plain.extend_from_slice(data);
        Ok(())
    }

    fn frame(&mut self, marker: u8, data: &[u8]) -> Result<(), String> {
        let mut head = ByteReader(data.get(1..).unwrap_or_default());
        let (height, width, parts) = (head.array()?, head.array()?, head.byte()?);
        let (width, height) = (u32::from(u16::from_be_bytes(width)), u32::from(u16::from_be_bytes(height)));
        let (mut all, mut widest, mut tallest) = (0, 1, 1);
        let mut components = Vec::new();
        for _ in 0..parts {
            let [id, sampling, _] = head.array()?;
            let (wide, tall) = (u64::from(sampling >> 4), u64::from(sampling & 15));
            (all, widest, tallest) = (all + wide * tall, widest.max(wide), tallest.max(tall));
            components.push((id, wide * tall));
        }
        let frame = Frame { width, height, parts, samples: (all, widest * tallest), components };
        if self.frame.replace(frame).is_some() {
            return Err("it holds more than one picture".to_owned());
        }
        self.gathered |= marker == 0xc2;
        self.keep(marker, data)
    }

    /// The JFIF header without its thumbnail; a second one is dropped.
    fn jfif(&mut self, data: &[u8]) -> Result<(), String> {
        let first = self.plain.len() == 2;
        match data.get(..12) {
            Some(head) if first => self.keep(0xe0, &[head, &[0, 0]].concat()),
            _ => Ok(()),
        }
    }

    fn done(mut self) -> Result<Container, String> {
        let frame = self.frame.take().filter(|_| self.scans > 0).ok_or("there is no picture in it")?;
        let Frame { width, height, parts, .. } = frame;
        let unusual = self.scanned_samples > frame.covered(frame.samples.0).saturating_mul(ORDINARY_PASSES);
        // Three components are decoded correctly without Adobe's segment, unless it says that they are not YCbCr.
        let foreign = parts > 3 || (parts == 3 && self.adobe.as_ref().is_some_and(|adobe| adobe.1 != 1));
        if let Some((adobe, _)) = self.adobe.take().filter(|_| foreign) {
            let rest = self.plain.split_off(2);
            self.keep(0xee, &adobe)?;
            self.plain.extend(rest);
        }
        self.icc.sort_by_key(|piece| piece.0);
        let icc = self.icc.into_iter().flat_map(|piece| piece.1).collect::<Vec<_>>();
        Ok(Container {
            bytes: self.plain,
            width,
            height,
            decoded_bytes: frame.decoded_bytes(self.gathered),
            orientation: exif::orientation(self.exif.as_deref()),
            icc: Some(icc).filter(|profile| !profile.is_empty()),
            reencode: foreign || unusual,
            lossy: true,
        })
    }
}
