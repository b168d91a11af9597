//! A small greyscale version of a picture with its dimensions: the source of ASCII art, and what a preview receives.

use super::{Grey, Measure};
use crate::color::HexColor;

/// Maximum cells per side.
pub const SIDE: u32 = 96;
/// First byte of the stored format.
const FORM: u8 = 1;

/// A picture in few grey cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The picture's pixels and colours.
    pub measure: Measure,
    /// At most [`SIDE`] cells per side.
    pub grey: Grey,
}

impl Sketch {
    /// Columns and rows for a picture of these dimensions.
    pub fn cells(width: u32, height: u32) -> (u32, u32) {
        let longest = width.max(height).max(1);
        let side = |number: u32| {
            let cells = u64::from(number) * u64::from(SIDE.min(longest)) / u64::from(longest);
            u32::try_from(cells.max(1)).unwrap_or(1)
        };
        (side(width), side(height))
    }

    /// As bytes: format, dimensions, whether there are tints, the tints, columns, rows, cells.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Measure { width, height, tint } = self.measure;
        let mut out = vec![FORM];
        out.extend(width.to_be_bytes());
        out.extend(height.to_be_bytes());
        out.push(u8::from(tint.is_some()));
        let [upper, lower] = tint.unwrap_or([HexColor::rgb(0, 0, 0); 2]);
        out.extend([upper, lower].into_iter().flat_map(HexColor::bytes));
        out.extend([self.grey.cols, self.grey.rows].map(|side| u8::try_from(side).unwrap_or(1)));
        out.extend(&self.grey.cells);
        out
    }

    /// Parses what [`Self::to_bytes`] wrote; `None` for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, cells) = bytes.split_first_chunk::<18>()?;
        let [form, a, b, c, d, e, f, g, h, tinted, r1, g1, b1, r2, g2, b2, cols, rows] = *head;
        if form != FORM {
            return None;
        }
        let tint = (tinted == 1).then_some([HexColor::rgb(r1, g1, b1), HexColor::rgb(r2, g2, b2)]);
        let (width, height) = (u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]));
        let grey = Grey::new(u32::from(cols), u32::from(rows), cells.to_vec())?;
        Some(Self { measure: Measure { width, height, tint }, grey })
    }
}
