//! A deckled sheet, taped on washes, with a seal.

use crate::drawer::DrawError;
use crate::look::painted::Colours;
use crate::look::rough::Outline;
use crate::qr::maker::Maker;
use crate::qr::modules::{self, Eyes, Modules};
use crate::text::faces;
use crate::tints::{hex, mix};

/// The middle of the seal, and its radius.
const SEAL: (f64, f64, f64) = (886.0, 892.0, 88.0);

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    let colours = Colours::of(tints);
    maker.print.enlarged(&crate::look::plate(tints), 1.626, 0.0, 0.0)?;
    maker.print.under(&format!(
        "{}{}{}",
        deckled(maker, [96.0, 48.0, 838.0, 918.0]),
        tape(96.0, 84.0, -42.0, &colours),
        tape(936.0, 84.0, 42.0, &colours)
    ))?;
    let place = maker.place(232.0, 142.0, 560.0);
    maker.code(place, Modules::Strokes, Eyes::Round(2.2));
    let name = maker.name(maker.input.display(&faces::CORMORANT_700_ITALIC, 0.0), 116.0, 44.0, 580.0);
    maker.centred(&name, 500.0, 866.0, maker.inks.dark);
    let address = maker.address(&faces::GARAMOND_600_ITALIC, 0.0, 46.0, 560.0);
    maker.centred(&address, 500.0, 926.0, maker.inks.accent);
    seal(maker, &colours)
}

/// A deckled sheet with its shadow: left, top, width, height.
pub(in crate::qr) fn deckled(maker: &Maker<'_>, [x, y, w, h]: [f64; 4]) -> String {
    let paper = Outline::rect(x, y, w, h).pushed(9.0, (0.02, 0.02), 4, 3).path();
    let edge = maker.input.tints.edge;
    format!(
        "<filter id='f' x='-.1' y='-.1' width='1.2' height='1.2'><feGaussianBlur stdDeviation='12'/></filter>\
         <filter id='n' x='-.1' y='-.1' width='1.2' height='1.2'><feGaussianBlur stdDeviation='2.4'/></filter>\
         <path d='{paper}' transform='translate(3 10)' fill='{edge}' fill-opacity='.28' filter='url(#f)'/>\
         <path d='{paper}' transform='translate(0 2)' fill='{edge}' fill-opacity='.26' filter='url(#n)'/>\
         <path d='{paper}' fill='{}'/>",
        maker.inks.plate
    )
}

fn tape(x: f64, y: f64, turn: f64, colours: &Colours) -> String {
    format!(
        "<rect x='-80' y='-26' width='160' height='52' fill='{}' opacity='.8' transform='translate({x} {y}) rotate({turn})'/>",
        colours.tape
    )
}

/// Wax with the initial pressed into it.
fn seal(maker: &mut Maker<'_>, colours: &Colours) -> Result<(), DrawError> {
    let (x, y, r) = SEAL;
    let wax = colours.wax;
    let lobed = |share: f64, deep: f64| {
        Outline::round(x, y, r, |angle| r * share * (1.0 + deep * (angle * 11.0 + 0.6 * (angle * 2.0).sin()).cos()))
            .path()
    };
    let (dark, lit) = (mix(wax, hex(0), 0.62), mix(wax, hex(0xff_ffff), 0.78));
    maker.print.under(&format!(
        "<filter id='s' x='-.3' y='-.3' width='1.6' height='1.6'><feGaussianBlur stdDeviation='6'/></filter>\
         <radialGradient id='w' cx='.36' cy='.3' r='.8'><stop stop-color='{lit}'/><stop offset='.5' stop-color='{wax}'/><stop offset='1' stop-color='{dark}'/></radialGradient>\
         <path d='{outer}' transform='translate(4 8)' fill='{}' fill-opacity='.4' filter='url(#s)'/>\
         <path d='{outer}' fill='url(#w)'/>\
         <path d='{ridge}' fill='none' stroke='{dark}' stroke-width='5' transform='translate(1.5 1.5)'/>\
         <path d='{ridge}' fill='none' stroke='{lit}' stroke-width='3'/>\
         <circle cx='{x}' cy='{y}' r='{}' fill='{dark}' fill-opacity='.28'/>",
        maker.input.tints.edge,
        r * 0.68,
        outer = lobed(1.0, 0.036),
        ridge = lobed(0.8, 0.02),
    ))?;
    if let Some(letter) = maker.input.initial(maker.input.fixed(&faces::CORMORANT_700_ITALIC, 0.0), 92.0) {
        let (dx, dy) = (f64::midpoint(letter.ink[0], letter.ink[2]), f64::midpoint(letter.ink[1], letter.ink[3]));
        maker.print.words(&letter, x - dx, y - dy + 2.2, colours.hollow);
        maker.print.words(&letter, x - dx, y - dy, colours.pressed);
    } else {
        maker.print.mark(modules::boxed([x - 22.0, y - 22.0, 44.0, 44.0], 22.0, false), colours.pressed);
    }
    Ok(())
}
