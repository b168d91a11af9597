//! A signal panel in brackets, on contour lines.

use mantel_model::HexColor;

use crate::drawer::DrawError;
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules, polygon};
use crate::text::faces;
use crate::tints::readable;

/// The panel: left, top, width, height; and its cut.
const PANEL: [f64; 4] = [130.0, 88.0, 764.0, 764.0];
const CUT: f64 = 56.0;
/// The brackets' distance from the panel, and their arms.
const BRACKET: (f64, f64) = (22.0, 64.0);

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    maker.print.plate(&crate::look::plate(tints), 1.626, -927.0, 0.0)?;
    panel(maker, PANEL)?;
    let place = maker.place(236.0, 194.0, 552.0);
    maker.code(place, Modules::Joined(0.0), Eyes::Cut(1.5));
    if let Some(line) = maker.input.fixed(&faces::MARTIAN_400, 0.08).line("SCAN TO OPEN", 26.0) {
        let ink = readable(tints.bg, &[tints.soft, tints.on]);
        maker.print.words(&line, 512.0 - line.width / 2.0, 54.0, ink);
    }
    let name = maker.name(maker.input.display(&faces::MICHROMA, -0.035), 72.0, 28.0, 900.0);
    maker.centred(&name, 512.0, 936.0, readable(tints.bg, &[tints.on, tints.ink]));
    let address = maker.address(&faces::MARTIAN_500, 0.0, 38.0, 860.0);
    maker.centred(&address, 512.0, 986.0, readable(tints.bg, &[tints.accent, tints.accent_text, tints.on]));
    Ok(())
}

/// An empty panel in brackets.
pub(in crate::qr) fn panel(maker: &mut Maker<'_>, [x, y, w, h]: [f64; 4]) -> Result<(), DrawError> {
    let (right, foot) = (x + w, y + h);
    let panel = polygon(&[(x + CUT, y), (right, y), (right, foot - CUT), (right - CUT, foot), (x, foot), (x, y + CUT)]);
    let (off, arm) = BRACKET;
    let (a, b, c, d) = (x - off, y - off, right + off, foot + off);
    maker.print.under(&format!(
        "<path d='{panel}' fill='{}'/>{}",
        maker.inks.plate,
        brackets([a, b, c, d], arm, 7, maker.input.tints.accent)
    ))
}

/// Brackets at the four corners of a box: left, top, right, foot.
pub(in crate::qr) fn brackets([a, b, c, d]: [f64; 4], arm: f64, width: u8, ink: HexColor) -> String {
    format!(
        "<path d='M{a} {}V{b}H{}M{} {b}H{c}V{}M{c} {}V{d}H{}M{} {d}H{a}V{}' fill='none' stroke='{ink}' stroke-width='{width}'/>",
        b + arm,
        a + arm,
        c - arm,
        b + arm,
        d - arm,
        c - arm,
        a + arm,
        d - arm
    )
}
