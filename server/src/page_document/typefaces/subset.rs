//! Reduces a typeface to some letters.

use std::collections::BTreeSet;

use read_fonts::collections::IntSet;
use read_fonts::types::{GlyphId, NameId, Tag};
use read_fonts::{FontRef, ReadError};
use skera::{DEFAULT_DROP_TABLES, Plan, SubsetError, SubsetFlags, subset_font};
use ttf2woff2::{BrotliQuality, EncodeOptions, encode_with_options};
use wuff::WuffErr;

/// A file that can't be reduced.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is not WOFF2.
    #[error("it can't be unpacked: {0:?}")]
    Unpack(WuffErr),
    /// It is not a typeface.
    #[error("it can't be read: {0}")]
    Read(#[from] ReadError),
    /// Its tables do not fit together.
    #[error("it can't be reduced: {0}")]
    Subset(#[from] SubsetError),
    /// What is left can't be written.
    #[error("it can't be packed: {0}")]
    Pack(#[from] ttf2woff2::Error),
}

/// The WOFF2 file of a typeface with these letters alone: their outlines, at every weight that it has, how they join and how close they
/// stand. Takes about 10 ms, most of it for packing.
///
/// # Errors
/// When the file is not a typeface.
pub fn subset(woff2: &[u8], letters: &BTreeSet<char>) -> Result<Vec<u8>, Error> {
    let file = wuff::decompress_woff2(woff2).map_err(Error::Unpack)?;
    let font = FontRef::new(&file)?;
    let letters: IntSet<u32> = letters.iter().copied().map(u32::from).collect();
    let dropped: IntSet<Tag> = DEFAULT_DROP_TABLES.iter().copied().collect();
    let plan = Plan::new(
        &IntSet::<GlyphId>::empty(),
        &letters,
        &font,
        SubsetFlags::SUBSET_FLAGS_NO_HINTING,
        &dropped,
        &IntSet::<Tag>::all(),
        &IntSet::<Tag>::all(),
        &IntSet::<NameId>::empty(),
        &IntSet::<u16>::empty(),
    );
    let reduced = subset_font(&font, &plan)?;
    let options = EncodeOptions { quality: BrotliQuality::default(), transform_glyf_loca: true, threads: None };
    Ok(encode_with_options(&reduced, options)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use read_fonts::TableProvider as _;

    use super::*;
    use crate::assets;

    /// The files of all typefaces.
    fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
        let paths = assets::paths().filter(|path| path.starts_with("/fonts/") && path.ends_with(".woff2"));
        paths.map(|path| (path, assets::file(path).unwrap().plain))
    }

    #[test]
    fn every_typeface_is_reduced_to_any_of_its_letters() {
        let mut count = 0;
        for (path, woff2) in files() {
            let file = wuff::decompress_woff2(woff2).unwrap();
            let font = FontRef::new(&file).unwrap();
            let cmap = font.cmap().unwrap();
            let all: Vec<char> = (' '..='\u{fffd}').filter(|letter| cmap.map_codepoint(*letter).is_some()).collect();
            // One letter, every third, all of them.
            for step in [all.len(), 3, 1] {
                let letters: BTreeSet<char> = all.iter().copied().step_by(step).collect();
                let reduced = subset(woff2, &letters).unwrap();
                let file = wuff::decompress_woff2(&reduced).unwrap();
                let font = FontRef::new(&file).unwrap();
                let cmap = font.cmap().unwrap();
                let left: BTreeSet<char> =
                    all.iter().copied().filter(|letter| cmap.map_codepoint(*letter).is_some()).collect();
                assert!(left.is_superset(&letters), "{path}");
                // Brackets bring those that face them, for lines from right to left.
                let more: Vec<_> =
                    left.difference(&letters).filter(|letter| !"()[]{}<>«»‹›≤≥".contains(**letter)).collect();
                assert!(more.is_empty(), "{path}: {more:?}");
            }
            count += 1;
        }
        assert!(count > 80, "{count}");
    }

    #[test]
    fn few_letters_take_few_bytes() {
        let whole = assets::file("/fonts/caprasimo-400-latin.woff2").unwrap().plain;
        let reduced = subset(whole, &"Ines Harrow".chars().collect()).unwrap();
        assert!(reduced.len() < whole.len() / 4, "{} of {}", reduced.len(), whole.len());
    }

    #[test]
    fn what_is_no_typeface_is_refused() {
        assert!(matches!(subset(b"", &BTreeSet::new()), Err(Error::Unpack(_))));
        assert!(matches!(subset(&[b'w'; 500], &BTreeSet::new()), Err(Error::Unpack(_))));
    }
}
