//! The pad with name, bio and place; under it a polaroid whose picture is the code, a badge, the address on label tape.

use super::{COVERING, OUT, larger};
use crate::art::Art;
use crate::drawer::DrawError;
use crate::look::cozy::card::{BARE, LABEL, OVER, ROOM, STEPS, badge, hand, hanging, label};
use crate::look::cozy::stage::{self, BADGE, FIRST_RULE, PAD_TURN, RULES};
use crate::look::cozy::{Colours, objects};
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::svg::rect;
use crate::text::faces;

/// How much larger objects are than on a share card.
const SCALE: f64 = 1.64;
/// The upper left corner of the pad; its width, height and rules, as a card has them.
const PAD: (f64, f64) = (115.0, 112.0);
const SHEET: (f64, f64, usize) = (637.0, 380.0, 7);
/// Where words on the pad begin, and the widest line.
const LEFT: f64 = 189.0;
const MEASURE: f64 = 910.0;
/// The middle of the polaroid, and how far it is turned.
const POLAROID: (f64, f64, f64) = (560.0, 1190.0, 2.2);

pub(super) fn scene(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let plate = crate::look::plate(maker.input.tints);
    maker.print.halved(&plate, COVERING, -OUT, -OUT)
}

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let colours = Colours::of(maker.input.tints);
    let place = |x: f64, y: f64, scale: f64, inside: &str| {
        format!("<g transform='translate({x:.1} {y:.1}) scale({scale})'>{inside}</g>")
    };
    let (wide, high, rules) = SHEET;
    let mut art = Art::new();
    art.add(place(PAD.0, PAD.1, SCALE, &stage::pad(&colours, (0.0, 0.0, wide, high), rules)));
    // The code's plate is the paper.
    let white = Colours { paper: maker.inks.plate, ..colours };
    let (x, y, turn) = POLAROID;
    let paper = stage::polaroid("p", &white, (0.0, 0.0), turn, (-161.0, -178.0, 322.0, 356.0));
    art.add(place(x, y, 2.4, &paper));
    let picture = rect(-342.0, -407.0, 684.0, 684.0, &format!("fill='{}'", maker.inks.plate));
    let line = rect(
        -343.0,
        -408.0,
        686.0,
        686.0,
        &format!("fill='none' stroke='{}' stroke-opacity='.16' stroke-width='2'", colours.edge),
    );
    art.add(format!("<g transform='translate({x} {y}) rotate({turn})'>{picture}{line}</g>"));
    art.add(place(548.0, 756.0, 1.72, &objects::tape(&colours, 0.0, 0.0, 2.0, 100.0)));
    let input = maker.input;
    if input.objects().stamp {
        let ((bx, by), radius) = BADGE;
        let scale = 98.0 / radius;
        art.add(format!(
            "<g transform='translate(1029 1527) scale({scale:.3}) translate({} {})'>{}",
            -bx,
            -by,
            stage::badge(&colours)
        ));
        badge(&mut art, &input, &colours);
        art.add("</g>");
    }
    art.add(format!("<g transform='translate(118 1640) scale(1.45) translate({} {})'>", -LABEL.0, -LABEL.1));
    label(&mut art, &input, &colours, 700.0, 24.0);
    art.add("</g>");
    maker.print.lay(&art)?;

    head(maker, &colours);
    maker.turn(turn, x, y);
    let code = maker.place(x - 258.0, y - 323.0, 516.0);
    maker.code(code, Modules::Separate, Eyes::Round(1.2));
    let scan = "Scan me";
    let (setting, scale) = hand(&input, scan);
    if let Some(line) = setting.line(scan, 84.0 * scale) {
        maker.print.words(&line, x - line.width / 2.0, y + 366.0, maker.inks.dark);
    }
    Ok(())
}

/// Name, bio and place on the pad.
fn head(maker: &mut Maker<'_>, colours: &Colours) {
    let input = maker.input;
    maker.turn(PAD_TURN, PAD.0, PAD.1);
    let steps = if input.bare() { larger(&[BARE, STEPS].concat()) } else { larger(STEPS) };
    let name = input.name(input.display(&faces::CAPRASIMO, 0.0), &steps, |_, _| MEASURE);
    let first = PAD.1 + 58.0 * SCALE + 0.8 * name.size;
    maker.lines(&name, LEFT, first, name.size, colours.ink);
    let last = first + name.size * (super::count(&name) - 1.0).max(0.0);
    // The rules that are free: a line on one of them clears the name.
    let free: Vec<f64> = (0..u32::try_from(SHEET.2).unwrap_or(0))
        .map(|at| PAD.1 + (FIRST_RULE + RULES.1 * f64::from(at)) * SCALE)
        .filter(|rule| rule - ROOM * SCALE >= last)
        .map(|rule| rule - OVER * SCALE)
        .collect();
    let mut free = free.as_slice();
    if let Some(place) = input.parts.place.as_deref().filter(|_| !free.is_empty())
        && let Some(block) = input.fixed(&faces::COURIER_PRIME_700, 0.0).clamp(place, 25.0 * SCALE, 1, MEASURE)
        && let Some((foot, rest)) = free.split_last()
    {
        maker.lines(&block, LEFT, *foot, 0.0, colours.soft);
        free = rest;
    }
    // Where there is room, one is left free under the name.
    if let Some((_, rest)) = free.split_first()
        && rest.len() > 2
    {
        free = rest;
    }
    // Past two lines the bio goes.
    let Some(bio) = input.parts.bio.as_deref().filter(|_| name.lines.len() <= 2 && !free.is_empty()) else { return };
    let (setting, scale) = hand(&input, bio);
    let block = setting.clamp(bio, 46.0 * SCALE * scale, free.len().min(2), MEASURE).unwrap_or_default();
    for (line, baseline) in block.lines.iter().zip(free) {
        maker.print.words(line, LEFT, baseline + hanging(&block), colours.ink);
    }
}
