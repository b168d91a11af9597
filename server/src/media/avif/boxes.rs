//! The boxes of an AVIF file (ISO/IEC 14496-12 and 23008-12): its items, where their data is, and their properties.
//! Covers only what a still image needs.

use std::borrow::Cow;

use crate::media::byte_reader::{ByteReader, TRUNCATED, to_usize};

/// Maximum number of items in a file; an image grid has a few dozen.
const ITEMS: usize = 1024;
/// Maximum number of extents per item.
const PIECES: usize = 64;

/// A box: its type and its content.
pub type Boxed<'a> = ([u8; 4], &'a [u8]);

/// Reference type, source item, and target items.
type Reference = ([u8; 4], u32, Vec<u32>);

/// The items of a file.
#[derive(Debug, Default)]
pub struct Items<'a> {
    file: &'a [u8],
    /// The content of the `idat` box.
    inside: &'a [u8],
    /// The item that is the image.
    pub primary: u32,
    kinds: Vec<(u32, [u8; 4])>,
    references: Vec<Reference>,
    properties: Vec<Boxed<'a>>,
    /// Item, index of its property counted from one, and whether the property is essential.
    associations: Vec<(u32, usize, bool)>,
    places: Vec<ItemExtents>,
}

/// Where the data of an item is.
#[derive(Debug, Default)]
struct ItemExtents {
    item: u32,
    inside: bool,
    pieces: Vec<(usize, usize)>,
}

impl<'a> Items<'a> {
    /// Parses the boxes of a file.
    ///
    /// # Errors
    /// When they are truncated or too many.
    pub fn read(file: &'a [u8]) -> Result<Self, String> {
        let mut rest = ByteReader(file);
        while let Some((kind, data)) = next(&mut rest)? {
            if &kind == b"meta" {
                let mut all = Self { file, ..Self::default() };
                let mut inner = ByteReader(data);
                inner.take(4)?;
                while let Some((kind, data)) = next(&mut inner)? {
                    all.add(kind, data)?;
                }
                return Ok(all);
            }
        }
        Err("there is no picture in it".to_owned())
    }

    fn add(&mut self, kind: [u8; 4], data: &'a [u8]) -> Result<(), String> {
        let mut rest = ByteReader(data);
        match &kind {
            b"idat" => self.inside = data,
            b"pitm" => {
                let [version, ..] = rest.array::<4>()?;
                self.primary = number(&mut rest, if version == 0 { 2 } else { 4 })?;
            }
            b"iinf" => self.kinds = kinds(&mut rest)?,
            b"iref" => self.references = references(&mut rest)?,
            b"iloc" => self.places = places(&mut rest)?,
            b"iprp" => {
                while let Some((kind, data)) = next(&mut rest)? {
                    let mut inner = ByteReader(data);
                    match &kind {
                        b"ipco" => {
                            while let Some(property) = next(&mut inner)? {
                                self.properties.push(property);
                                few(self.properties.len())?;
                            }
                        }
                        b"ipma" => associations(&mut inner, &mut self.associations)?,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Length of the file, bytes.
    pub fn length(&self) -> usize {
        self.file.len()
    }

    /// The type of an item.
    pub fn kind(&self, item: u32) -> Option<[u8; 4]> {
        self.kinds.iter().find(|kind| kind.0 == item).map(|kind| kind.1)
    }

    /// The properties of an item, and whether each is essential.
    pub fn properties(&self, item: u32) -> impl Iterator<Item = (Boxed<'a>, bool)> {
        let all = self.associations.iter().filter(move |association| association.0 == item);
        all.filter_map(|(_, index, essential)| Some((*self.properties.get(index.checked_sub(1)?)?, *essential)))
    }

    /// The first property of this type of an item.
    pub fn property(&self, item: u32, kind: &[u8; 4]) -> Option<&'a [u8]> {
        self.properties(item).find(|property| property.0.0 == *kind).map(|property| property.0.1)
    }

    /// The targets of an item's references of this type.
    pub fn to(&self, kind: &[u8; 4], item: u32) -> &[u32] {
        self.references
            .iter()
            .find(|reference| reference.0 == *kind && reference.1 == item)
            .map_or(&[], |reference| reference.2.as_slice())
    }

    /// The items with references of this type to an item.
    pub fn about(&self, kind: &[u8; 4], item: u32) -> impl Iterator<Item = u32> {
        self.references
            .iter()
            .filter(move |reference| reference.0 == *kind && reference.2.contains(&item))
            .map(|reference| reference.1)
    }

    /// The data of an item, no longer than the file.
    ///
    /// # Errors
    /// When it is outside the file.
    pub fn data(&self, item: u32) -> Result<Cow<'a, [u8]>, String> {
        let place = self.places.iter().find(|place| place.item == item).ok_or("a part of the picture is missing")?;
        let all = if place.inside { self.inside } else { self.file };
        let piece = |&(at, count): &(usize, usize)| {
            let rest = all.get(at..).ok_or(TRUNCATED)?;
            // A length of zero means the rest.
            if count == 0 { Ok(rest) } else { rest.get(..count).ok_or(TRUNCATED) }
        };
        if let [one] = place.pieces.as_slice() {
            return Ok(Cow::Borrowed(piece(one)?));
        }
        let mut out = Vec::new();
        for range in &place.pieces {
            let data = piece(range)?;
            if out.len() + data.len() > self.file.len() {
                return Err("its parts lie over each other".to_owned());
            }
            out.extend_from_slice(data);
        }
        Ok(Cow::Owned(out))
    }
}

/// The next box.
///
/// # Errors
/// When it is longer than the remaining bytes.
pub fn next<'a>(rest: &mut ByteReader<'a>) -> Result<Option<Boxed<'a>>, String> {
    if rest.0.is_empty() {
        return Ok(None);
    }
    let whole = rest.0.len();
    let count = u32::from_be_bytes(rest.array()?);
    let kind = rest.array()?;
    let end = match count {
        0 => whole,
        1 => usize::try_from(u64::from_be_bytes(rest.array()?)).unwrap_or(usize::MAX),
        count => to_usize(count),
    };
    let read = whole - rest.0.len();
    Ok(Some((kind, rest.take(end.checked_sub(read).ok_or(TRUNCATED)?)?)))
}

/// A big-endian number of at most four bytes.
fn number(rest: &mut ByteReader<'_>, bytes: usize) -> Result<u32, String> {
    Ok(rest.take(bytes)?.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
}

/// An offset or length of zero, four or eight bytes.
fn place(rest: &mut ByteReader<'_>, bytes: u8) -> Result<usize, String> {
    let sum = rest.take(usize::from(bytes))?.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    Ok(usize::try_from(sum).unwrap_or(usize::MAX))
}

fn few(count: usize) -> Result<(), String> {
    if count > ITEMS { Err("it is in too many parts".to_owned()) } else { Ok(()) }
}

fn kinds(rest: &mut ByteReader<'_>) -> Result<Vec<(u32, [u8; 4])>, String> {
    let [version, ..] = rest.array::<4>()?;
    number(rest, if version == 0 { 2 } else { 4 })?;
    let mut all = Vec::new();
    while let Some((kind, data)) = next(rest)? {
        let mut entry = ByteReader(data);
        let [version, ..] = entry.array::<4>()?;
        if &kind == b"infe" && version >= 2 {
            let item = number(&mut entry, if version == 2 { 2 } else { 4 })?;
            entry.take(2)?;
            all.push((item, entry.array()?));
            few(all.len())?;
        }
    }
    Ok(all)
}

fn references(rest: &mut ByteReader<'_>) -> Result<Vec<Reference>, String> {
    let [version, ..] = rest.array::<4>()?;
    let bytes = if version == 0 { 2 } else { 4 };
    let (mut all, mut count) = (Vec::new(), 0);
    while let Some((kind, data)) = next(rest)? {
        let mut entry = ByteReader(data);
        let from = number(&mut entry, bytes)?;
        let mut to = Vec::new();
        for _ in 0..entry.u16_be()? {
            to.push(number(&mut entry, bytes)?);
            few(to.len())?;
        }
        count += 1 + to.len();
        few(count / 4)?;
        all.push((kind, from, to));
    }
    Ok(all)
}

fn associations(rest: &mut ByteReader<'_>, all: &mut Vec<(u32, usize, bool)>) -> Result<(), String> {
    let [version, _, _, flags] = rest.array::<4>()?;
    for _ in 0..number(rest, 4)? {
        let item = number(rest, if version == 0 { 2 } else { 4 })?;
        for _ in 0..rest.byte()? {
            let (index, needed) = if flags & 1 == 1 {
                let bits = rest.u16_be()?;
                (bits & 0x7fff, bits & 0x8000 != 0)
            } else {
                let bits = rest.byte()?;
                (usize::from(bits & 0x7f), bits & 0x80 != 0)
            };
            all.push((item, index, needed));
            few(all.len() / 8)?;
        }
    }
    Ok(())
}

fn places(rest: &mut ByteReader<'_>) -> Result<Vec<ItemExtents>, String> {
    let [version, ..] = rest.array::<4>()?;
    let [first, second] = rest.array::<2>()?;
    let sizes = [first >> 4, first & 15, second >> 4, if version == 0 { 0 } else { second & 15 }];
    if sizes.iter().any(|size| ![0, 4, 8].contains(size)) {
        return Err("it does not say where its parts lie".to_owned());
    }
    let [offset, count, base, index] = sizes;
    let wide = if version < 2 { 2 } else { 4 };
    let mut all = Vec::new();
    for _ in 0..number(rest, wide)? {
        let item = number(rest, wide)?;
        let way = if version == 0 { 0 } else { rest.u16_be()? & 15 };
        let elsewhere = rest.u16_be()? != 0;
        let start = place(rest, base)?;
        let mut pieces = Vec::new();
        for _ in 0..rest.u16_be()? {
            place(rest, index)?;
            pieces.push((start.saturating_add(place(rest, offset)?), place(rest, count)?));
            if pieces.len() > PIECES {
                return Err("it is in too many parts".to_owned());
            }
        }
        // Data in other files or other items is not supported.
        if way <= 1 && !elsewhere {
            all.push(ItemExtents { item, inside: way == 1, pieces });
            few(all.len())?;
        }
    }
    Ok(all)
}
