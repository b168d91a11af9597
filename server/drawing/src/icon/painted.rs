//! painted: a wax seal with the initial in a wash, or the brushed face in its ring (docs/design/cards.md, 7).

use super::{Frame, MIDDLE, View, centred};
use crate::art::Art;
use crate::look::painted as colours;
use crate::look::painted::water::Wash;
use crate::look::painted::{avatar, wax};
use crate::look::rough::Outline;
use crate::text::faces;
use colours::Colours;

/// The lower edge of the wash off the upper left corner.
pub(super) const VIEW: View = (330.0, 20.0, 300.0);
/// The radius for which the sprig is drawn.
const SPRIG: f64 = 74.0;

pub(super) fn draw(frame: &Frame<'_>) -> Art {
    let colours = Colours::of(frame.sheet.tints);
    let mut art = Art::new();
    let unit = frame.unit();
    let middle = MIDDLE * unit;
    if frame.sheet.avatar().is_some() {
        // Small ones in the units of the card's, so that noise and edge shrink with them.
        let inner = unit.max(1.0);
        let side = if frame.bold() { 150.0 } else { 124.0 * frame.part(0.86) } * inner;
        let mut face = Art::new();
        avatar::portrait(&mut face, &frame.sheet, &colours, side, (MIDDLE * inner, MIDDLE * inner));
        return scaled(face, unit / inner);
    }
    let radius = if frame.bold() { 80.0 } else { 58.0 * frame.part(0.92) } * unit;
    if !frame.bold() {
        art.add(ring(&colours, middle, unit));
    }
    art.add(wax::seal((middle, middle), radius, colours.wax, colours.shade.0));
    let size = radius * if frame.bold() { 1.42 } else { 1.2 };
    match frame.monogram(&faces::CORMORANT_700_ITALIC, size, radius * 1.1, radius * 1.05) {
        Some(line) => {
            let deep = 1.6 * radius / SPRIG;
            art.add(centred(&line, middle, middle + deep, &format!("fill='{}'", colours.hollow)));
            art.add(centred(&line, middle, middle, &format!("fill='{}'", colours.pressed)));
        }
        None => art.add(format!(
            "<g transform='translate({middle:.2} {middle:.2}) scale({:.3})'>{}</g>",
            radius / SPRIG,
            wax::sprig(0.0, 0.0, colours.pressed, colours.hollow)
        )),
    }
    art
}

/// A drawing scaled: its elements in a group, its pictures as they are.
fn scaled(art: Art, scale: f64) -> Art {
    let mut out = Art::new();
    for layer in art.layers() {
        if let crate::art::Layer::Svg { body, pictures } = layer {
            // Numbered from the first again, since nothing was laid before.
            for pixels in pictures {
                let _ = out.image(pixels.clone(), 0.0, 0.0, 1.0, 1.0, "");
            }
            out.add(format!("<g transform='scale({scale:.4})'>{body}</g>"));
        }
    }
    out
}

/// The wash that the seal was pressed into.
fn ring(colours: &Colours, middle: f64, unit: f64) -> String {
    let wash = Wash {
        seed: 12,
        frequency: (0.02 / unit, 0.02 / unit),
        scale: 11.0 * unit,
        pool: 7.0 * unit,
        thin: 0.42,
        bloom: ".012 .018",
        open: (2.0, 0.0),
        grain: (0.7, 0.62),
    };
    let reach = 88.0 * unit;
    let shape = Outline::round(middle, middle + 2.0 * unit, reach, |angle| {
        unit * (77.0 + 2.4 * (3.0 * angle + 1.0).sin() + 1.6 * (5.0 * angle).cos())
    });
    let mode = if colours.light { "multiply" } else { "normal" };
    format!(
        "{}<path d='{}' fill='{}' opacity='.8' filter='url(#wash)' style='mix-blend-mode:{mode}'/>",
        wash.filter("wash", (middle - reach, middle - reach, reach * 2.0, reach * 2.0)),
        wash.edge(shape).path(),
        colours.ring
    )
}
