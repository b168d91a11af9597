//! The header of an AV1 sequence (AV1 specification, 5.5): the maximum size of its frames, and how they are coded.

use super::bits::Bits;

/// The contents of a sequence header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Maximum width, pixels.
    pub width: u32,
    /// Maximum height, pixels.
    pub height: u32,
    /// Bits per sample: 8, 10 or 12.
    pub depth: u8,
    /// Whether it is monochrome.
    pub grey: bool,
    /// Whether chroma is subsampled horizontally, vertically.
    pub halved: (bool, bool),
    /// The colour description.
    pub colours: Colours,
    /// Whether super-resolution and film grain are enabled, each of which takes the memory of another frame.
    pub extra: (bool, bool),
    /// How frame headers are coded.
    pub frames: Frames,
}

/// A colour description by code points (ITU-T H.273).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Colour primaries.
    pub primaries: u8,
    /// Transfer characteristics.
    pub transfer: u8,
    /// Matrix coefficients.
    pub matrix: u8,
    /// Whether samples use the full range.
    pub full: bool,
}

/// What is needed to parse the start of a frame header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// `reduced_still_picture_header`: a single shown key frame of the sequence's size.
    pub reduced: bool,
    /// Bits of a frame's presentation time, where it is coded.
    time: u32,
    /// Bits of a frame id, where it is coded.
    number: u32,
    /// Whether each frame chooses screen content tools, and whether they are used otherwise.
    screen: (bool, bool),
    /// Whether each frame chooses integer motion vectors.
    whole: bool,
}

impl Sequence {
    /// Parses a sequence header.
    ///
    /// # Errors
    /// At the end of the bytes, or for an unknown profile.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut bits = Bits::new(bytes);
        let profile = bits.take(3)?;
        if profile > 2 {
            return Err("it is coded in a profile of AV1 that is not known".to_owned());
        }
        bits.flag()?;
        let mut frames = Frames { reduced: bits.flag()?, ..Frames::default() };
        if frames.reduced {
            bits.take(5)?;
        } else {
            frames.time = points(&mut bits)?;
        }
        let (wide, high) = (bits.take(4)? + 1, bits.take(4)? + 1);
        let (width, height) = (bits.take(wide)? + 1, bits.take(high)? + 1);
        if !frames.reduced && bits.flag()? {
            let difference = bits.take(4)? + 2;
            frames.number = difference + bits.take(3)? + 1;
        }
        bits.take(3)?;
        tools(&mut bits, &mut frames)?;
        let wider = bits.flag()?;
        bits.take(2)?;
        let (depth, grey, halved, colours) = colours(&mut bits, profile)?;
        let grain = bits.flag()?;
        Ok(Self { width, height, depth, grey, halved, colours, extra: (wider, grain), frames })
    }

    /// Bytes of frame memory per pixel of the image, times four.
    pub fn quarters(&self) -> u64 {
        let colour = match (self.grey, self.halved) {
            (true, _) => 0,
            (_, (true, true)) => 2,
            (_, (true, false)) => 4,
            _ => 8,
        };
        let frame = (4 + colour) * if self.depth > 8 { 2 } else { 1 };
        frame * (1 + u64::from(self.extra.0) + u64::from(self.extra.1))
    }
}

impl Frames {
    /// Parses the start of a frame header, up to the flag that overrides the sequence's size.
    ///
    /// # Errors
    /// When it is not a key frame, is not shown, or has another size.
    pub fn check(self, bytes: &[u8]) -> Result<(), String> {
        if self.reduced {
            return Ok(());
        }
        let mut bits = Bits::new(bytes);
        let (again, kind, shown) = (bits.flag()?, bits.take(2)?, bits.flag()?);
        if again || kind != 0 || !shown {
            return Err("its first frame is not a picture of its own".to_owned());
        }
        bits.take(self.time)?;
        bits.flag()?;
        let screen = if self.screen.0 { bits.flag()? } else { self.screen.1 };
        if screen && self.whole {
            bits.flag()?;
        }
        bits.take(self.number)?;
        if bits.flag()? { Err("its frame says another size than the file".to_owned()) } else { Ok(()) }
    }
}

/// Parses timing and operating points; returns the bits of a frame's presentation time.
fn points(bits: &mut Bits<'_>) -> Result<u32, String> {
    let (mut even, mut model) = (false, None);
    if bits.flag()? {
        bits.take(32)?;
        bits.take(32)?;
        even = bits.flag()?;
        if even {
            bits.pass_long()?;
        }
        if bits.flag()? {
            let delay = bits.take(5)? + 1;
            bits.take(32)?;
            bits.take(5)?;
            model = Some((delay, bits.take(5)? + 1));
        }
    }
    let delayed = bits.flag()?;
    for _ in 0..=bits.take(5)? {
        bits.take(12)?;
        if bits.take(5)? > 7 {
            bits.flag()?;
        }
        if let Some((delay, _)) = model
            && bits.flag()?
        {
            bits.take(delay)?;
            bits.take(delay)?;
            bits.flag()?;
        }
        if delayed && bits.flag()? {
            bits.take(4)?;
        }
    }
    Ok(model.filter(|_| !even).map_or(0, |(_, bits)| bits))
}

/// Parses the enabled coding tools, two of which affect frame headers.
fn tools(bits: &mut Bits<'_>, frames: &mut Frames) -> Result<(), String> {
    (frames.screen, frames.whole) = ((true, false), true);
    if frames.reduced {
        return Ok(());
    }
    bits.take(4)?;
    let ordered = bits.flag()?;
    if ordered {
        bits.take(2)?;
    }
    let chosen = bits.flag()?;
    frames.screen = (chosen, !chosen && bits.flag()?);
    if chosen || frames.screen.1 {
        frames.whole = bits.flag()?;
        if !frames.whole {
            bits.flag()?;
        }
    }
    if ordered {
        bits.take(3)?;
    }
    Ok(())
}

type Coded = (u8, bool, (bool, bool), Colours);

fn colours(bits: &mut Bits<'_>, profile: u32) -> Result<Coded, String> {
    let deep = bits.flag()?;
    let depth = match (deep, profile) {
        (true, 2) => 10 + 2 * u8::from(bits.flag()?),
        (true, _) => 10,
        (false, _) => 8,
    };
    let grey = profile != 1 && bits.flag()?;
    let mut colours = Colours { primaries: 2, transfer: 2, matrix: 2, full: true };
    if bits.flag()? {
        (colours.primaries, colours.transfer, colours.matrix) = (bits.byte()?, bits.byte()?, bits.byte()?);
    }
    let plain = (colours.primaries, colours.transfer, colours.matrix) == (1, 13, 0);
    if plain && !grey {
        bits.flag()?;
        return Ok((depth, grey, (false, false), colours));
    }
    colours.full = bits.flag()?;
    if grey {
        return Ok((depth, grey, (true, true), colours));
    }
    let halved = match (profile, depth) {
        (0, _) => (true, true),
        (1, _) => (false, false),
        (_, 12) => {
            let across = bits.flag()?;
            (across, across && bits.flag()?)
        }
        _ => (true, false),
    };
    if halved == (true, true) {
        bits.take(2)?;
    }
    bits.flag()?;
    Ok((depth, grey, halved, colours))
}
