//! A deckled sheet with the code, taped under the letter's head.

use super::{OUT, TALL, WIDE, address, bio, count, larger};
use crate::art::Art;
use crate::drawer::DrawError;
use crate::look::painted::card::{BARE, STEPS, led};
use crate::look::painted::picture::tape;
use crate::look::painted::plate::{Laid, sheet};
use crate::look::painted::water::{PAGE, Wash};
use crate::look::painted::{Colours, avatar, wax};
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::qr::sticker::painted::deckled;
use crate::text::faces;

/// The washes, in pixels of two: off the upper left, off the upper right.
const WASHES: [Laid; 2] = [
    Laid {
        corners: &[
            (-200.0, -200.0),
            (345.0, -200.0),
            (338.0, 20.0),
            (318.0, 92.0),
            (262.0, 186.0),
            (204.0, 240.0),
            (140.0, 264.0),
            (88.0, 308.0),
            (52.0, 352.0),
            (-10.0, 396.0),
            (-200.0, 420.0),
        ],
        wash: PAGE,
        region: (0.0, 0.0, 400.0, 470.0),
        opacity: 0.88,
    },
    Laid {
        corners: &[
            (496.0, -200.0),
            (860.0, -200.0),
            (860.0, 268.0),
            (662.0, 250.0),
            (602.0, 208.0),
            (546.0, 160.0),
            (504.0, 110.0),
            (490.0, 40.0),
        ],
        wash: Wash { seed: 18, thin: 0.54, ..PAGE },
        region: (430.0, 0.0, 225.0, 330.0),
        opacity: 0.86,
    },
];
/// The middle of the column, and of what stands above the sheet.
const MIDDLE: (f64, f64) = (620.0, 424.0);
/// The portrait, and a smaller one over long names.
const PORTRAIT: (f64, f64) = (284.0, 190.0);
/// The middle of the sheet, and how far it is turned.
const SHEET: (f64, f64, f64) = (624.0, 1180.0, -1.2);
/// The middle of the seal, and its radius.
const SEAL: ((f64, f64), f64) = ((1066.0, 1614.0), 94.0);

pub(super) fn scene(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    let mut art = Art::new();
    art.add(sheet(&Colours::of(tints), tints.grain, &WASHES, ((WIDE / 2.0).ceil(), (TALL / 2.0).ceil())));
    maker.print.halved(&art, 2.0, -OUT, -OUT)
}

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let colours = Colours::of(maker.input.tints);
    head(maker, &colours)?;
    let (x, y, turn) = SHEET;
    maker.turn(turn, x, y);
    let taped = |left: f64, turn: f64| {
        format!("<g transform='translate({left} {}) scale(1.9)'>{}</g>", y - 380.0, tape(&colours, (0.0, 0.0), turn))
    };
    maker.print.under(&format!(
        "{}{}{}",
        deckled(maker, [x - 374.0, y - 369.0, 748.0, 738.0]),
        taped(x - 392.0, -42.0),
        taped(x + 384.0, 42.0)
    ))?;
    let place = maker.place(340.0, 900.0, 560.0);
    maker.code(place, Modules::Strokes, Eyes::Round(2.2));
    maker.turn(0.0, 0.0, 0.0);
    let address = address(maker, &faces::GARAMOND_600_ITALIC, 0.0, 62.0, 680.0);
    maker.column(&address, 554.0, 1658.0, 0.0, colours.address);
    seal(maker, &colours)
}

/// Portrait, name and bio.
fn head(maker: &mut Maker<'_>, colours: &Colours) -> Result<(), DrawError> {
    let input = maker.input;
    let steps = if input.bare() { larger(&[BARE, STEPS].concat()) } else { larger(STEPS) };
    let name = input.name(input.display(&faces::CORMORANT_700_ITALIC, 0.0), &steps, |_, _| 960.0);
    let bio = bio(input.parts, input.text(&faces::GARAMOND_500, 0.0), 54.0, 800.0, &name);
    let side = if count(&name) > 2.0 { PORTRAIT.1 } else { PORTRAIT.0 };
    let above = input.avatar().map_or(0.0, |_| side + 44.0);
    let (leading, down) = led(&name);
    let name_high = leading * name.size * count(&name);
    let after = if bio.lines.is_empty() { 0.0 } else { 22.0 };
    let high = above + name_high + after + 64.0 * count(&bio);
    let top = MIDDLE.1 - high / 2.0;
    if input.avatar().is_some() {
        let mut art = Art::new();
        avatar::portrait(&mut art, &input, colours, side, (MIDDLE.0, top + side / 2.0));
        maker.print.lay(&art)?;
    }
    let ink = input.words_color();
    maker.column(&name, MIDDLE.0, top + above + down * name.size, leading * name.size, ink);
    maker.column(&bio, MIDDLE.0, top + above + name_high + after + 50.0, 64.0, ink);
    Ok(())
}

/// Wax with the initial pressed into it.
fn seal(maker: &mut Maker<'_>, colours: &Colours) -> Result<(), DrawError> {
    let ((x, y), radius) = SEAL;
    let mut art = Art::new();
    art.add(wax::seal((x, y), radius, colours.wax, colours.shade.0));
    let letter = maker.input.initial(maker.input.fixed(&faces::CORMORANT_700_ITALIC, 0.0), 98.0);
    if letter.is_none() {
        art.add(wax::sprig(x, y, colours.pressed, colours.hollow));
    }
    maker.print.lay(&art)?;
    if let Some(letter) = letter {
        maker.middle(&letter, x, y + 2.2, colours.hollow);
        maker.middle(&letter, x, y, colours.pressed);
    }
    Ok(())
}
