//! The boxes that looks set words in, as browsers draw them: `boxes/*.json`, written and compared by a browser test
//! (`end2end/specs/uncut-text.spec.js`).

use std::collections::HashMap;
use std::sync::LazyLock;

use mantel_model::look::Look;
use mantel_model::theme::{Font, Layout};
use serde::Deserialize;

/// A box that words are set in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextBox {
    /// Its face: `family|weight|style`, and `|capitals` where words are set in them.
    pub face: &'static str,
    /// Font size, px.
    pub size: f64,
    /// Letter spacing, px.
    pub spacing: f64,
    /// Length of a line, px.
    pub line: f64,
}

impl TextBox {
    /// The box between this one and another, `share` of the way; the face is this one's.
    pub fn towards(self, other: Self, share: f64) -> Self {
        let mix = |from: f64, to: f64| from + (to - from) * share;
        Self {
            face: self.face,
            size: mix(self.size, other.size),
            spacing: mix(self.spacing, other.spacing),
            line: mix(self.line, other.line),
        }
    }
}

/// The boxes of a look.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LookBoxes {
    /// The room that the letters of a note take, for each of its boxes.
    note_widths: Vec<usize>,
    /// By layout.
    layouts: HashMap<String, LayoutBoxes>,
    /// Boxes of a kind, size and form, from the emptiest tile to the fullest; the last stands for all further ones. None where
    /// no text is drawn.
    rows: Vec<Vec<Option<Measures>>>,
    /// The faces.
    faces: Vec<String>,
}

/// The boxes of a layout.
#[derive(Debug, Default, Deserialize)]
struct LayoutBoxes {
    /// Kinds, sizes and forms.
    kinds: Vec<String>,
    /// By typeface: for each of the kinds the numbers of its face and of its row.
    fonts: HashMap<String, Vec<Option<(usize, usize)>>>,
}

/// Font size, letter spacing and line of a box, px, and the number of its face where it is not the row's.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Measures {
    Row(f64, f64, f64),
    Own(f64, f64, f64, usize),
}

static BOXES: LazyLock<HashMap<Look, LookBoxes>> = LazyLock::new(|| {
    let read = |look: &Look| Some((*look, serde_json::from_str(file(*look)).ok()?));
    Look::ALL.iter().filter_map(read).collect()
});

const fn file(look: Look) -> &'static str {
    match look {
        Look::Painted => include_str!("boxes/painted.json"),
        Look::Cozy => include_str!("boxes/cozy.json"),
        Look::Washi => include_str!("boxes/washi.json"),
        Look::Lofi => include_str!("boxes/lofi.json"),
        Look::Cobalt => include_str!("boxes/cobalt.json"),
        Look::Night => include_str!("boxes/night.json"),
    }
}

/// Which boxes: those of one kind of tile, in one size and form, on pages of one look, layout and typeface.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    faces: &'static [String],
    note_widths: &'static [usize],
    boxes: &'static [Option<Measures>],
    face: usize,
}

impl Row {
    /// The row of a kind, size and form as the tables name them: `k-plain z-s wide`.
    pub fn of(look: Look, layout: Layout, font: Font, kind: &str) -> Option<Self> {
        let of_look = BOXES.get(&look)?;
        let of_layout = of_look.layouts.get(layout.as_str())?;
        let at = of_layout.kinds.iter().position(|known| known == kind)?;
        let (face, row) = (*of_layout.fonts.get(font.as_str())?.get(at)?)?;
        let boxes = of_look.rows.get(row)?;
        Some(Self { faces: &of_look.faces, note_widths: &of_look.note_widths, boxes, face })
    }

    /// The box of a tile that its words fill so much, from 0 for the emptiest.
    pub fn at(self, step: usize) -> Option<TextBox> {
        let (size, spacing, line, face) = match (*self.boxes.get(step).or(self.boxes.last())?)? {
            Measures::Row(size, spacing, line) => (size, spacing, line, self.face),
            Measures::Own(size, spacing, line, face) => (size, spacing, line, face),
        };
        Some(TextBox { face: self.faces.get(face)?, size, spacing, line })
    }

    /// The box of a note whose letters take this room, between those of the notes that were measured.
    pub fn of_note(self, width: usize) -> Option<TextBox> {
        let next = self.note_widths.partition_point(|known| *known < width);
        let (Some(more), Some(less)) =
            (self.note_widths.get(next), next.checked_sub(1).and_then(|last| self.note_widths.get(last)))
        else {
            return self.at(next);
        };
        #[expect(clippy::cast_precision_loss, reason = "a few hundred letters")]
        let share = (more - width) as f64 / (more - less) as f64;
        Some(self.at(next)?.towards(self.at(next - 1)?, share))
    }
}

/// The names of all faces that words are set in.
#[cfg(test)]
pub fn faces() -> impl Iterator<Item = &'static str> {
    BOXES.values().flat_map(|boxes| boxes.faces.iter().map(String::as_str))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn every_look_layout_and_typeface_has_boxes() {
        for look in Look::ALL {
            for layout in Layout::ALL {
                for font in Font::ALL {
                    let size = if *layout == Layout::List { "z-row" } else { "z-s" };
                    let row = Row::of(*look, *layout, *font, &format!("k-plain {size} wide"));
                    let text_box = row.and_then(|row| row.at(0));
                    assert!(text_box.is_some_and(|it| it.size > 8.0 && it.line > 40.0), "{look} {layout:?} {font:?}");
                }
            }
        }
    }
}
