//! A polaroid on the desk: the code is its picture, the name is written in its foot.

use mantel_model::theme::Font;

use crate::drawer::DrawError;
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::svg::rect;
use crate::text::faces;

/// The middle of the polaroid and how far it is turned.
const MIDDLE: (f64, f64, f64) = (512.0, 528.0, -1.6);

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    maker.print.plate(&crate::look::plate(tints), 1.626, -320.0, 0.0)?;
    let (x, y, turn) = MIDDLE;
    maker.turn(turn, x, y);
    let edge = tints.edge;
    let paper = rect(x - 404.0, y - 444.0, 808.0, 888.0, "rx='4'");
    maker.print.under(&format!(
        "<filter id='f' x='-.1' y='-.1' width='1.2' height='1.2'><feGaussianBlur stdDeviation='18'/></filter>\
         <filter id='n' x='-.1' y='-.1' width='1.2' height='1.2'><feGaussianBlur stdDeviation='3'/></filter>\
         <g fill='{edge}'><g transform='translate(9 18)' opacity='.42' filter='url(#f)'>{paper}</g><g transform='translate(1.6 3.2)' opacity='.4' filter='url(#n)'>{paper}</g></g>\
         <g fill='{plate}'>{paper}</g>{line}\
         <g transform='translate({x} 84) rotate(3)'><rect x='-88' y='-28' width='176' height='56' fill='#f0d68c' opacity='.72'/></g>",
        plate = maker.inks.plate,
        line = rect(x - 352.0, y - 410.0, 704.0, 664.0, &format!("fill='none' stroke='{edge}' stroke-opacity='.2' stroke-width='2'")),
    ))?;
    let place = maker.place(262.0, 200.0, 500.0);
    maker.code(place, Modules::Separate, Eyes::Round(1.2));
    let own = matches!(tints.font, Font::Look | Font::Hand);
    let setting =
        if own { maker.input.fixed(&faces::NANUM_PEN, 0.0) } else { maker.input.text(&faces::NANUM_PEN, 0.0) };
    let name = maker.name(setting, if own { 122.0 } else { 92.0 }, 46.0, 690.0);
    maker.centred(&name, x, 872.0, maker.inks.dark);
    let address = maker.address(&faces::COURIER_PRIME_700, 0.0, 42.0, 690.0);
    maker.centred(&address, x, 936.0, maker.inks.dark);
    Ok(())
}
