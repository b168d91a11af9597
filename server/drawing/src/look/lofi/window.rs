//! A window: hard shadow, border, title bar with pinstripes and two boxes (cards, 3 "lofi").

use std::fmt::Write as _;

use mantel_model::HexColor;

use super::Tones;
use crate::look::CardInput;
use crate::svg::{num, rect, words};
use crate::text::faces;

/// A window's place, with its borders, and the offset of its shadow, pixels.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// With its borders.
    pub width: f64,
    /// With its borders.
    pub height: f64,
    /// To the right and down.
    pub shadow: f64,
}

/// Thickness of borders.
const EDGE: f64 = 3.0;
/// Height of a title bar.
const BAR: f64 = 38.0;
/// Side of the boxes in it, and where they lie.
const BOX: (f64, f64, f64) = (20.0, 14.0, 12.0);
/// The longest title: what is left of the narrowest bar.
const LONGEST: f64 = 250.0;
/// The share of the edge's colour in a shadow.
pub const SHADE: f64 = 0.42;

impl Window {
    /// The empty window in its paper's colour.
    pub fn draw(&self, sheet: &CardInput<'_>, tones: &Tones, title: &str, paper: HexColor) -> String {
        let Self { x, y, width, height, shadow } = *self;
        let Tones { edge, bar, hi, .. } = tones;
        let round = |inset: f64, fill: &str, radius: f64| {
            rect(
                x + inset,
                y + inset,
                width - 2.0 * inset,
                height - 2.0 * inset,
                &format!("rx=\"{}\" {fill}", num(radius)),
            )
        };
        let mut out =
            rect(x + shadow, y + shadow, width, height, &format!("rx=\"6\" fill=\"{edge}\" opacity=\"{SHADE}\""));
        out += &round(0.0, &format!("fill=\"{edge}\""), 6.0);
        out += &round(EDGE, &format!("fill=\"{paper}\""), 3.5);
        let (left, right, top) = (x + EDGE, x + width - EDGE, y + EDGE);
        let _ = write!(
            out,
            "<path fill=\"{bar}\" d=\"M{} {}V{}a3.5 3.5 0 0 1 3.5 -3.5H{}a3.5 3.5 0 0 1 3.5 3.5V{}z\"/>",
            num(left),
            num(top + BAR),
            num(top + 3.5),
            num(right - 3.5),
            num(top + BAR)
        );
        out += &rect(left, top + BAR, width - 2.0 * EDGE, EDGE, &format!("fill=\"{edge}\""));
        // A lit edge within, above and at the left.
        let inner = top + BAR + EDGE;
        let lit = format!("fill=\"{hi}\" fill-opacity=\".8\"");
        out += &rect(left, inner, width - 2.0 * EDGE - 2.0, EDGE, &lit);
        out += &rect(left, inner + EDGE, EDGE, y + height - EDGE - 2.0 - inner - EDGE, &lit);
        out += &self.boxes(tones);
        out + &self.title(sheet, tones, title)
    }

    /// The close box and the zoom box.
    fn boxes(&self, tones: &Tones) -> String {
        let (side, across, down) = BOX;
        let y = self.y + down;
        let square = |x: f64, fill: HexColor| {
            rect(x, y, side, side, &format!("fill=\"{}\"", tones.edge))
                + &rect(x + EDGE, y + EDGE, side - 2.0 * EDGE, side - 2.0 * EDGE, &format!("fill=\"{fill}\""))
        };
        square(self.x + across, tones.close) + &square(self.x + self.width - across - side, tones.fresh)
    }

    /// The title in the middle of the bar, pinstripes on either side.
    fn title(&self, sheet: &CardInput<'_>, tones: &Tones, title: &str) -> String {
        let (from, to) = (self.x + 46.0, self.x + self.width - 46.0);
        let middle = self.x + self.width / 2.0;
        let setting = sheet.fixed(&faces::PIXELIFY_500, 0.0);
        let line = setting.shrink(title, 24.0, 20.0, LONGEST).and_then(|block| block.lines.into_iter().next());
        let mut out = String::new();
        let mut stripes = |from: f64, to: f64| {
            for stripe in 0..4 {
                let y = self.y + 11.0 + 6.0 * f64::from(stripe);
                out += &rect(from, y, (to - from).max(0.0), 2.0, &format!("fill=\"{}\"", tones.lo));
            }
        };
        let Some(line) = line else {
            stripes(from, to);
            return out;
        };
        let left = (middle - line.width / 2.0).round();
        stripes(from, left - 18.0);
        stripes((left + line.width + 18.0).round(), to);
        out + &words(&line, left, self.y + 31.0, tones.ink)
    }
}
