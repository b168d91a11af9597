//! One font file, ready to shape and to give outlines.

use harfrust::font::glyph::outline::{DrawMemory, DrawOptions};
use harfrust::font::{Font, Source};
use harfrust::{Buffer, Direction, GlyphId, ShapeOptions, ShaperFont};

use super::clean::is_joiner;
use super::outline::Pen;

/// A font at one place of its variable axes.
pub struct Typeface {
    font: Font,
}

impl std::fmt::Debug for Typeface {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Typeface")
    }
}

/// A glyph that shaping put in its place; lengths in em.
#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    /// Its number in the font, never 0, which is the box for what the font lacks.
    pub id: GlyphId,
    /// Where in the string its letters begin, bytes.
    pub cluster: usize,
    /// How far the next glyph is.
    pub advance: f64,
    /// How far it is moved to the right.
    pub right: f64,
    /// How far it is moved up.
    pub up: f64,
}

impl Typeface {
    /// Reads an OpenType font, the one of this number in a collection.
    pub fn read(source: impl Into<Source>, index: u32, axes: &[(&str, f32)]) -> Option<Self> {
        let font = Font::new(source, index)?;
        let font = if axes.is_empty() { font } else { font.instance_builder().variations(axes).build() };
        (font.units_per_em() > 0).then_some(Self { font })
    }

    /// The font.
    pub const fn font(&self) -> &Font {
        &self.font
    }

    /// Whether the font has all characters of a grapheme, or a glyph for them together.
    pub fn covers(&self, grapheme: &str) -> bool {
        let map = self.font.charmap();
        let has = |letter: char| is_joiner(letter) || map.map_unicode(letter).is_some_and(|id| id.to_u32() != 0);
        if grapheme.chars().all(has) {
            return true;
        }
        // A letter and its mark may be one glyph, which only shaping finds.
        let mut letters = grapheme.chars();
        letters.next().is_some_and(has) && letters.next().is_some() && self.shape(grapheme, false).1
    }

    /// The glyphs of a run from left to right, and whether the font had all of them.
    pub fn shape(&self, text: &str, rtl: bool) -> (Vec<Glyph>, bool) {
        let shaper = ShaperFont::new(&self.font);
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.set_direction(if rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        buffer.guess_segment_properties();
        if harfrust::shape(&shaper, &mut buffer, ShapeOptions::new()).is_err() {
            return (Vec::new(), false);
        }
        let em = f64::from(self.font.units_per_em());
        let mut whole = true;
        let mut glyphs = Vec::with_capacity(buffer.len());
        for (info, place) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            if info.glyph_id == 0 {
                whole = false;
                continue;
            }
            glyphs.push(Glyph {
                id: GlyphId::new(info.glyph_id),
                cluster: usize::try_from(info.cluster).unwrap_or(0),
                advance: f64::from(place.x_advance) / em,
                right: f64::from(place.x_offset) / em,
                up: f64::from(place.y_offset) / em,
            });
        }
        (glyphs, whole)
    }

    /// Draws a glyph with its origin at a point; `size` in pixels per em.
    pub fn draw(&self, glyph: GlyphId, size: f64, x: f64, y: f64, pen: &mut Pen) {
        let Some(outline) = self.font.outline_glyphs().get(glyph) else { return };
        pen.place(x, y, size / f64::from(self.font.units_per_em()));
        // A glyph that cannot be read leaves a gap, as a space does.
        let _ = outline.draw(&DrawOptions::new(), DrawMemory::Scratch, pen);
    }
}
