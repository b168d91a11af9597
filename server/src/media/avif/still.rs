//! The still image of a file: its parts, their layout, and checks that they are consistent.

use std::borrow::Cow;

use image::metadata::Orientation;

use super::boxes::Items;
use super::colour::Painter;
use super::obu::coded;
use super::sequence::{Colours, Sequence};
use crate::media::byte_reader::ByteReader;

/// Maximum number of grid cells.
const CELLS: usize = 64;
/// The known item properties; an item with an unknown essential property can't be shown.
const KNOWN_PROPERTIES: [&[u8; 4]; 12] =
    [b"ispe", b"pixi", b"av1C", b"colr", b"irot", b"imir", b"clap", b"pasp", b"auxC", b"clli", b"mdcv", b"a1lx"];

/// An image that was located in the file, but not decoded yet.
#[derive(Debug)]
pub struct LocatedImage<'a> {
    /// Width and height, pixels.
    pub whole: (u32, u32),
    /// The visible part: left, top, width, height.
    pub shown: (u32, u32, u32, u32),
    /// Its orientation.
    pub orientation: Orientation,
    /// Its colour layer.
    pub colour: Layer<'a>,
    /// Its alpha layer.
    pub alpha: Option<Layer<'a>>,
    /// Whether colours are premultiplied by alpha.
    pub multiplied: bool,
    /// The colour description.
    pub colours: Colours,
    /// ICC profile.
    pub icc: Option<&'a [u8]>,
}

/// A grid of coded images of the same size.
#[derive(Debug)]
pub struct Layer<'a> {
    /// Columns of the grid.
    pub across: u32,
    /// Width and height of a cell, pixels.
    pub cell: (u32, u32),
    /// The first cell's sequence header; the others have the same.
    pub sequence: Sequence,
    /// The data of the cells.
    pub cells: Vec<Cow<'a, [u8]>>,
}

impl<'a> LocatedImage<'a> {
    /// Locates the image in a file.
    ///
    /// # Errors
    /// What is missing, damaged or not supported.
    pub fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let items = Items::read(bytes)?;
        let primary = items.primary;
        let (whole, colour) = layer(&items, primary)?;
        if whole.0 == 0 || whole.1 == 0 {
            return Err("it has no pixels".to_owned());
        }
        let mask = items.about(b"auxl", primary).find(|item| is_alpha(&items, *item));
        let alpha = match mask {
            Some(item) => Some(layer(&items, item)?).filter(|(size, _)| *size == whole).map(|(_, layer)| layer),
            None => None,
        };
        if mask.is_some() && alpha.is_none() {
            return Err("its transparency has another size than its colours".to_owned());
        }
        let (mut colours, mut icc) = (colour.sequence.colours, None);
        for ((kind, data), _) in items.properties(primary).chain(items.properties(first(&items, primary))) {
            match (&kind, data.split_at_checked(4)) {
                (b"colr", Some((b"nclx", property))) => colours = named(property)?,
                (b"colr", Some((b"prof" | b"rICC", property))) => icc = icc.or(Some(property)),
                _ => {}
            }
        }
        Painter::new(colours, colour.sequence.depth)?;
        Ok(Self {
            whole,
            shown: items
                .property(primary, b"clap")
                .and_then(|property| shown(property, whole))
                .unwrap_or((0, 0, whole.0, whole.1)),
            orientation: orientation(&items, primary),
            multiplied: alpha.is_some() && !items.to(b"prem", primary).is_empty(),
            colour,
            alpha,
            colours,
            icc,
        })
    }

    /// The layers.
    pub fn layers(&self) -> impl Iterator<Item = &Layer<'a>> {
        [&self.colour].into_iter().chain(&self.alpha)
    }

    /// Bytes per decoded pixel.
    pub fn channels(&self) -> u64 {
        let colour = if self.colour.sequence.grey { 1 } else { 3 };
        colour + u64::from(self.alpha.is_some())
    }
}

/// The item itself, or the first cell of a grid.
fn first(items: &Items<'_>, item: u32) -> u32 {
    items.to(b"dimg", item).first().copied().unwrap_or(item)
}

/// The size of an item, and its cells.
fn layer<'a>(items: &Items<'a>, item: u32) -> Result<((u32, u32), Layer<'a>), String> {
    understood(items, item)?;
    let size = size(items, item)?;
    let (across, cells) = match items.kind(item).as_ref() {
        Some(b"av01") => (1, vec![item]),
        Some(b"grid") => grid(items, item, size)?,
        _ => return Err("there is no AVIF picture in it".to_owned()),
    };
    let mut found: Option<Layer<'a>> = None;
    let mut length = 0;
    for cell in cells {
        understood(items, cell)?;
        let data = items.data(cell)?;
        length += data.len();
        if length > items.length() {
            return Err("its parts lie over each other".to_owned());
        }
        let sequence = coded(&data)?;
        let cell = self::size(items, cell)?;
        if (sequence.width, sequence.height) != cell {
            return Err("its size is not what the file says".to_owned());
        }
        match &mut found {
            None => found = Some(Layer { across, cell, sequence, cells: vec![data] }),
            Some(layer) if layer.cell == cell && layer.sequence == sequence => layer.cells.push(data),
            Some(_) => return Err("its cells differ from each other".to_owned()),
        }
    }
    let found = found.ok_or("there is no picture in it")?;
    let down = u32::try_from(found.cells.len()).unwrap_or(u32::MAX) / found.across;
    let covers = |cell: u32, count: u32, whole: u32| u64::from(cell) * u64::from(count) >= u64::from(whole);
    if !covers(found.cell.0, found.across, size.0) || !covers(found.cell.1, down, size.1) {
        return Err("its cells do not fill it".to_owned());
    }
    if covers(found.cell.0, found.across - 1, size.0) || covers(found.cell.1, down - 1, size.1) {
        return Err("some of its cells lie beyond it".to_owned());
    }
    Ok((size, found))
}

/// The cells of a grid, row by row (ISO/IEC 23008-12, 6.6.2.3), and its number of columns.
fn grid(items: &Items<'_>, item: u32, size: (u32, u32)) -> Result<(u32, Vec<u32>), String> {
    let data = items.data(item)?;
    let mut rest = ByteReader(&data);
    let [_, flags, down, across] = rest.array::<4>()?;
    let mut side = || -> Result<u32, String> {
        if flags & 1 == 1 { Ok(u32::from_be_bytes(rest.array()?)) } else { Ok(rest.u16_be()?.try_into().unwrap_or(0)) }
    };
    if (side()?, side()?) != size {
        return Err("its size is not what the file says".to_owned());
    }
    let (down, across) = (usize::from(down) + 1, usize::from(across) + 1);
    let cells = items.to(b"dimg", item);
    if down * across > CELLS {
        return Err(format!("it is in {} cells, of which at most {CELLS} are read", down * across));
    }
    if cells.len() != down * across {
        return Err("some of its cells are missing".to_owned());
    }
    Ok((u32::try_from(across).unwrap_or(1), cells.to_vec()))
}

/// The size of an item as stated in the file (`ispe`).
fn size(items: &Items<'_>, item: u32) -> Result<(u32, u32), String> {
    let mut rest = ByteReader(items.property(item, b"ispe").ok_or("it does not say its size")?);
    rest.take(4)?;
    Ok((u32::from_be_bytes(rest.array()?), u32::from_be_bytes(rest.array()?)))
}

/// Refuses an item with an unknown essential property.
fn understood(items: &Items<'_>, item: u32) -> Result<(), String> {
    match items.properties(item).find(|((kind, _), needed)| *needed && !KNOWN_PROPERTIES.contains(&kind)) {
        Some(((kind, _), _)) => Err(format!("it needs {}, which is not known here", kind.escape_ascii())),
        None => Ok(()),
    }
}

fn is_alpha(items: &Items<'_>, item: u32) -> bool {
    const NAMES: [&[u8]; 2] = [b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", b"urn:mpeg:hevc:2015:auxid:1\0"];
    let property = items.property(item, b"auxC").and_then(|property| property.get(4..)).unwrap_or_default();
    NAMES.iter().any(|name| property.starts_with(name))
}

fn named(property: &[u8]) -> Result<Colours, String> {
    let mut rest = ByteReader(property);
    let mut code = || rest.u16_be().map(|number| u8::try_from(number).unwrap_or(2));
    let (primaries, transfer, matrix) = (code()?, code()?, code()?);
    Ok(Colours { primaries, transfer, matrix, full: rest.byte()? & 0x80 != 0 })
}

/// The visible part, if it is aligned to whole pixels and inside the image (`clap`); any other is ignored.
fn shown(property: &[u8], whole: (u32, u32)) -> Option<(u32, u32, u32, u32)> {
    let mut rest = ByteReader(property);
    let mut ratio =
        || Some((i64::from(i32::from_be_bytes(rest.array().ok()?)), i64::from(i32::from_be_bytes(rest.array().ok()?))));
    let (wide, high, across, down) = (ratio()?, ratio()?, ratio()?, ratio()?);
    // From the centre of the image to the centre of the visible part.
    let start = |whole: u32, side: (i64, i64), off: (i64, i64)| {
        if side.1 <= 0 || off.1 <= 0 || side.0 % side.1 != 0 {
            return None;
        }
        let side = side.0 / side.1;
        let twice = (i64::from(whole) - side).checked_mul(off.1)?.checked_add(off.0.checked_mul(2)?)?;
        let start = u32::try_from((twice % (2 * off.1) == 0).then_some(twice / (2 * off.1))?).ok()?;
        let side = u32::try_from(side).ok().filter(|number| *number > 0)?;
        (start.checked_add(side)? <= whole).then_some((start, side))
    };
    let (left, width) = start(whole.0, wide, across)?;
    let (top, height) = start(whole.1, high, down)?;
    Some((left, top, width, height))
}

/// The orientation: rotated counterclockwise, then mirrored (ISO/IEC 23008-12, 6.5.10 and 6.5.12). Exif is ignored.
fn orientation(items: &Items<'_>, item: u32) -> Orientation {
    let property = |kind| items.property(item, kind).and_then(|property| property.first().copied());
    let turns = property(b"irot").unwrap_or_default() & 3;
    let exif = match (turns, property(b"imir").map(|axis| axis & 1)) {
        (0, None) => 1,
        (0, Some(1)) | (2, Some(0)) => 2,
        (2, None) => 3,
        (0, _) | (2, _) => 4,
        (1, Some(0)) | (3, Some(1)) => 5,
        (3, None) => 6,
        (3, _) | (1, Some(_)) => 7,
        (_, _) => 8,
    };
    Orientation::from_exif(exif).unwrap_or(Orientation::NoTransforms)
}
