//! A string with its faces: measured once, then broken and drawn.

use std::ops::Range;
use std::sync::Arc;

use unicode_bidi::{BidiInfo, Level};
use unicode_segmentation::UnicodeSegmentation;

use super::clean::is_wide;
use super::outline::{Line, Pen};
use super::typeface::Typeface;

/// A run of a string in one font file.
#[derive(Clone, Debug)]
pub struct Part {
    pub(super) range: Range<usize>,
    pub(super) face: Arc<Typeface>,
    pub(super) own: bool,
}

impl Part {
    pub(super) fn moved(mut self, by: usize) -> Self {
        self.range = self.range.start + by..self.range.end + by;
        self
    }
}

/// A grapheme: where it begins, and how far the pen is before it, in em.
#[derive(Clone, Copy, Debug)]
struct Stop {
    byte: usize,
    pen: f64,
}

/// A string that is set in faces which have all its letters. Places in it are counted in graphemes.
#[derive(Clone, Debug)]
pub struct Words {
    text: String,
    parts: Vec<Part>,
    levels: Vec<Level>,
    base: Level,
    /// One more than there are graphemes: the last is the end.
    stops: Vec<Stop>,
    complete: bool,
}

impl Words {
    pub(super) fn new(text: String, parts: Vec<Part>, complete: bool) -> Option<Self> {
        if text.is_empty() {
            return None;
        }
        let bidi = BidiInfo::new(&text, None);
        let base = bidi.paragraphs.first().map_or_else(Level::ltr, |paragraph| paragraph.level);
        let levels = bidi.levels;
        let mut words = Self { text, parts, levels, base, stops: Vec::new(), complete };
        words.measure();
        Some(words)
    }

    /// Measures every grapheme, each run shaped once.
    fn measure(&mut self) {
        // The advance of each byte at which letters begin.
        let mut advances = vec![0.0; self.text.len() + 1];
        for (range, face, rtl) in self.runs(0..self.text.len()) {
            let Some(text) = self.text.get(range.clone()) else { continue };
            for glyph in face.shape(text, rtl).0 {
                if let Some(advance) = advances.get_mut(range.start + glyph.cluster) {
                    *advance += glyph.advance;
                }
            }
        }
        let mut pen = 0.0;
        let mut bytes = 0;
        let mut stops: Vec<Stop> = Vec::new();
        for (byte, grapheme) in self.text.grapheme_indices(true) {
            pen += advances.get(bytes..byte).map_or(0.0, |these| these.iter().sum::<f64>());
            stops.push(Stop { byte, pen });
            bytes = byte;
            debug_assert!(!grapheme.is_empty());
        }
        pen += advances.get(bytes..).map_or(0.0, |these| these.iter().sum::<f64>());
        stops.push(Stop { byte: self.text.len(), pen });
        self.stops = stops;
    }

    /// Runs of one face and one direction in a range of bytes, in reading order.
    fn runs(&self, within: Range<usize>) -> Vec<(Range<usize>, Arc<Typeface>, bool)> {
        let mut out: Vec<(Range<usize>, Arc<Typeface>, bool)> = Vec::new();
        for part in &self.parts {
            let (start, end) = (part.range.start.max(within.start), part.range.end.min(within.end));
            let mut from = start;
            while from < end {
                let level = self.levels.get(from).copied().unwrap_or(self.base);
                let mut to = from + 1;
                while to < end && self.levels.get(to).copied().unwrap_or(self.base) == level {
                    to += 1;
                }
                out.push((from..to, Arc::clone(&part.face), level.is_rtl()));
                from = to;
            }
        }
        out
    }

    /// The string as it is set.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many graphemes it has.
    pub fn len(&self) -> usize {
        self.stops.len().saturating_sub(1)
    }

    /// Never: a string without letters is not set.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every letter was covered; otherwise words are missing.
    pub const fn complete(&self) -> bool {
        self.complete
    }

    /// Whether any of it is set in another face than asked for.
    pub fn swapped(&self) -> bool {
        self.parts.iter().any(|part| !part.own)
    }

    /// Whether it is set as Chinese, Japanese or Korean: letters fill the em, and nothing rises above it.
    pub fn cjk(&self) -> bool {
        self.text.chars().any(is_wide)
    }

    /// Whether it reads from right to left.
    pub fn rtl(&self) -> bool {
        self.base.is_rtl()
    }

    /// The byte at which a grapheme begins.
    pub fn byte(&self, at: usize) -> usize {
        self.stops.get(at).map_or(self.text.len(), |stop| stop.byte)
    }

    /// The letters of a range of graphemes.
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(self.byte(range.start)..self.byte(range.end)).unwrap_or_default()
    }

    /// The width of a range at a size, with letter spacing (in em) after every letter; pixels.
    pub fn width(&self, range: Range<usize>, size: f64, spacing: f64) -> f64 {
        let (Some(from), Some(to)) = (self.stops.get(range.start), self.stops.get(range.end)) else { return 0.0 };
        #[expect(clippy::cast_precision_loss, reason = "a few hundred letters")]
        let letters = range.end.saturating_sub(range.start) as f64;
        (to.pen - from.pen + letters * spacing) * size
    }

    /// Draws a range in one line, its runs in the order of its directions.
    pub fn line(&self, range: Range<usize>, size: f64, spacing: f64) -> Line {
        self.line_from(0.0, range, size, spacing)
    }

    /// The same, begun so many pixels to the right of the origin.
    pub(super) fn line_from(&self, start: f64, range: Range<usize>, size: f64, spacing: f64) -> Line {
        let bytes = self.byte(range.start)..self.byte(range.end);
        let text = self.text.get(bytes.clone()).unwrap_or_default().to_owned();
        let mut runs = self.runs(bytes);
        let levels: Vec<Level> =
            runs.iter().map(|run| self.levels.get(run.0.start).copied().unwrap_or(self.base)).collect();
        let order = BidiInfo::reorder_visual(&levels);
        let mut pen = Pen::default();
        let (mut x, mut glyphs) = (start, 0);
        for at in order {
            let Some((range, face, rtl)) = runs.get_mut(at) else { continue };
            let Some(text) = self.text.get(range.clone()) else { continue };
            let shaped = face.shape(text, *rtl).0;
            for (at, glyph) in shaped.iter().enumerate() {
                face.draw(glyph.id, size, x + glyph.right * size, -glyph.up * size, &mut pen);
                glyphs += 1;
                x += glyph.advance * size;
                // After every letter: once for all its glyphs, and as often as a ligature has letters.
                let next = shaped.get(at + 1).map(|next| next.cluster);
                if spacing != 0.0 && next != Some(glyph.cluster) {
                    x += spacing * size * self.letters_of(range, &shaped, glyph.cluster);
                }
            }
        }
        let (path, ink) = pen.done();
        Line { path, width: x, ink, glyphs, text }
    }

    /// How many graphemes the cluster that begins at a byte of a run stands for.
    fn letters_of(&self, run: &Range<usize>, shaped: &[super::typeface::Glyph], cluster: usize) -> f64 {
        // Only labels and names are spaced, of at most a few dozen letters.
        let from = run.start + cluster;
        let to =
            shaped.iter().map(|glyph| run.start + glyph.cluster).filter(|byte| *byte > from).min().unwrap_or(run.end);
        let first = self.stops.partition_point(|stop| stop.byte < from);
        let last = self.stops.partition_point(|stop| stop.byte < to);
        #[expect(clippy::cast_precision_loss, reason = "a few letters")]
        let letters = last.saturating_sub(first).max(1) as f64;
        letters
    }
}

#[cfg(test)]
mod tests {
    use crate::look::tests::odd;
    use crate::text::{Fonts, faces};

    #[test]
    fn no_letter_is_drawn_as_the_box_for_what_a_font_lacks() {
        let fonts = Fonts::new(None);
        let more = [
            "Ines 🌸 Harrow",
            "水野 Haruka",
            "Nguyễn Thị Ánh Tuyết",
            "प्रिया",
            "👩‍👩‍👧‍👦 Ines",
            "\u{e000}a \u{202e}b",
            "𝕴𝖓𝖊𝖘 I",
        ];
        let odd = odd().into_iter().flat_map(|(name, bio)| [name, bio]).chain(more.map(str::to_owned));
        let mut runs = 0;
        for text in odd.collect::<Vec<_>>() {
            for (at, face) in faces::ALL.iter().enumerate() {
                let Some(words) = fonts.set(face, &text) else { continue };
                for (range, typeface, rtl) in words.runs(0..words.text().len()) {
                    let run = words.text().get(range).expect("a run");
                    assert!(typeface.shape(run, rtl).1, "face {at}: {run:?} of {text:?}");
                    runs += 1;
                }
            }
        }
        assert!(runs > 100, "{runs}");
    }
}
