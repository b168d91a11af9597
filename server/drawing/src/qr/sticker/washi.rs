//! A sheet with a key line: the name in a red cartouche beside the code, a seal under it.

use crate::drawer::DrawError;
use crate::look::rough::Outline;
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules, boxed};
use crate::steps;
use crate::svg::rect;
use crate::text::faces;
use crate::tints::readable;

/// The cartouche: left, top, width, height.
const CARTOUCHE: [f64; 4] = [812.0, 186.0, 84.0, 556.0];
/// The seal under it: left, top, side.
const SEAL: [f64; 3] = [812.0, 764.0, 84.0];

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    maker.print.plate(&crate::look::plate(tints), 1.626, -160.0, 0.0)?;
    let edge = tints.edge;
    let sheet = rect(92.0, 112.0, 840.0, 812.0, "");
    maker.print.under(&format!(
        "<filter id='f' x='-.1' y='-.1' width='1.2' height='1.2'><feGaussianBlur stdDeviation='12'/></filter>\
         <g fill='{edge}' fill-opacity='.3' transform='translate(0 11)' filter='url(#f)'>{sheet}</g><g fill='{}'>{sheet}</g>",
        maker.inks.plate
    ))?;
    let dark = maker.inks.dark;
    key_line(maker, [106.0, 126.0, 812.0, 784.0])?;
    let place = maker.place(196.0, 210.0, 532.0);
    maker.code(place, Modules::Joined(2.4), Eyes::Round(0.0));
    let red = maker.inks.accent;
    let pale = readable(red, &[maker.inks.plate, tints.accent_ink]);
    let [x, y, w, h] = CARTOUCHE;
    maker.print.mark(Outline::rect(x, y, w, h).pushed(3.0, (0.04, 0.04), 3, 8).path(), red);
    let [left, top, side] = SEAL;
    maker.print.mark(Outline::rect(left, top, side, side).pushed(3.0, (0.04, 0.04), 3, 2).path(), red);
    maker.print.mark(boxed([left + 8.0, top + 8.0, side - 16.0, side - 16.0], 2.0, false), pale);
    maker.print.mark(boxed([left + 12.0, top + 12.0, side - 24.0, side - 24.0], 1.0, false), red);
    if let Some(letter) = maker.input.initial(maker.input.fixed(&faces::SHIPPORI_800, 0.0), 50.0) {
        let (dx, dy) = (f64::midpoint(letter.ink[0], letter.ink[2]), f64::midpoint(letter.ink[1], letter.ink[3]));
        maker.print.words(&letter, left + side / 2.0 - dx, top + side / 2.0 - dy, pale);
    }
    let address = maker.address(&faces::ZEN_OLD_500, 0.0, 50.0, 590.0);
    if let Some(line) = address.lines.first() {
        maker.print.words(line, 196.0, 872.0, dark);
    }
    // The name reads downwards.
    let steps = steps![62.0, 54.0, 46.0, 38.0, 30.0; 1];
    let name = maker.input.name(maker.input.display(&faces::SHIPPORI_800, 0.0), steps, |_, _| h - 48.0);
    let (cx, cy) = (x + w / 2.0, y + h / 2.0);
    maker.turn(90.0, cx, cy);
    maker.centred(&name, cx, cy + name.size * 0.34, pale);
    Ok(())
}

/// A key line about a box (left, top, width, height), cut by hand.
pub(in crate::qr) fn key_line(maker: &mut Maker<'_>, [x, y, w, h]: [f64; 4]) -> Result<(), DrawError> {
    const THICK: f64 = 5.0;
    let [line, hole] = [(x, y, w, h), (x + THICK, y + THICK, w - 2.0 * THICK, h - 2.0 * THICK)]
        .map(|(x, y, width, height)| Outline::rect(x, y, width, height).pushed(2.6, (0.03, 0.03), 2, 4).path());
    let dark = maker.inks.dark;
    maker.print.under(&format!("<path fill='{dark}' fill-rule='evenodd' d='{line}{hole}'/>"))
}
