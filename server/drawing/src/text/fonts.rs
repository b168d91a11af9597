//! All faces: those of the pages, decoded once, and a folder of further fonts for what they lack.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use unicode_segmentation::UnicodeSegmentation;

use super::clean::{clean, without_emoji};
use super::faces::{self, Face};
use super::folder::Folder;
use super::shaped_text::{Part, Words};
use super::typeface::Typeface;

/// The fonts that cards are set in. Made once and shared: it reads a face when it is first needed.
#[derive(Debug)]
pub struct Fonts {
    own: Vec<OnceLock<Vec<Arc<Typeface>>>>,
    folder: Option<Folder>,
}

impl Fonts {
    /// The faces of the pages, and the fonts (TTF, OTF, TTC) in a folder and the folders in it, read when a string needs
    /// them. A folder that cannot be read is like an empty one.
    pub fn new(folder: Option<&Path>) -> Self {
        Self { own: faces::ALL.iter().map(|_| OnceLock::new()).collect(), folder: folder.map(Folder::new) }
    }

    /// The subsets of a face that could be decoded.
    fn subsets(&self, face: &Face) -> &[Arc<Typeface>] {
        let Some(slot) = self.own.get(face.index) else { return &[] };
        slot.get_or_init(|| {
            let decoded = face.files.iter().filter_map(|file| {
                let bytes = wuff::decompress_woff2(file).ok()?;
                Typeface::read(bytes, 0, face.axes).map(Arc::new)
            });
            decoded.collect()
        })
    }

    /// Sets a string in a face. If it lacks a character: the string without its emoji; then the whole string in one
    /// other face that has them all; then each word whole in one face (cards, 2 "Coverage first"). Words that no face has
    /// are left out, and [`Words::complete`] tells so. `None` if nothing is left.
    pub fn set(&self, face: &Face, text: &str) -> Option<Words> {
        let text = clean(text);
        if let Some(parts) = self.in_own(face, &text) {
            return Words::new(text, parts, true);
        }
        let text = without_emoji(&text).into_owned();
        if let Some(parts) = self.in_own(face, &text) {
            return Words::new(text, parts, true);
        }
        if let Some(parts) = self.in_folder(face, &text) {
            return Words::new(text, parts, true);
        }
        let mut kept = String::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut complete = true;
        for word in text.split(' ') {
            let Some(found) = self.in_own(face, word).or_else(|| self.in_folder(face, word)) else {
                complete = false;
                continue;
            };
            if !kept.is_empty() {
                kept.push(' ');
                // The space belongs to the word before it.
                if let Some(last) = parts.last_mut() {
                    last.range.end += 1;
                }
            }
            let start = kept.len();
            kept.push_str(word);
            parts.extend(found.into_iter().map(|part| part.moved(start)));
        }
        Words::new(kept, parts, complete)
    }

    /// Whether a face of the page, or one in the folder, has a whole string.
    pub fn covers(&self, face: &Face, text: &str) -> bool {
        self.set(face, text).is_some_and(|words| words.complete())
    }

    /// The string in the subsets of its own face, if they have all of it.
    fn in_own(&self, face: &Face, text: &str) -> Option<Vec<Part>> {
        let subsets = self.subsets(face);
        let mut parts: Vec<Part> = Vec::new();
        let mut last: Option<usize> = None;
        for (start, grapheme) in text.grapheme_indices(true) {
            let has = |at: &usize| subsets.get(*at).is_some_and(|subset| subset.covers(grapheme));
            // Spaces and the like stay with the letters before them: fewer runs, and kerning across them.
            let found = last.filter(has).or_else(|| (0..subsets.len()).find(has))?;
            let end = start + grapheme.len();
            match parts.last_mut() {
                Some(part) if last == Some(found) => part.range.end = end,
                _ => parts.push(Part { range: start..end, face: Arc::clone(subsets.get(found)?), own: true }),
            }
            last = Some(found);
        }
        (!parts.is_empty()).then_some(parts)
    }

    /// The string in one face of the folder that has all of it.
    fn in_folder(&self, face: &Face, text: &str) -> Option<Vec<Part>> {
        // Japanese in the pages' own Shippori subsets is never found: they are Latin.
        let found = self.folder.as_ref()?.find(text, face.fallback)?;
        Some(vec![Part { range: 0..text.len(), face: found, own: false }])
    }
}
