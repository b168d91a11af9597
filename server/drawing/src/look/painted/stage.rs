//! The objects that lie on painted's paper, blank: a sheet, an envelope with its seal, a wash to write on
//! (`docs/design/cards.md`, 3, "painted").

use mantel_model::HexColor;

use super::colours::Colours;
use super::water::{self, Wash};
use super::wax;
use crate::look::Objects;
use crate::look::rough::{Outline, stroke};

/// The middle of the sheet that holds the picture, its size and how far it is turned.
pub(super) const SHEET: ((f64, f64), (f64, f64), f64) = ((106.0, 424.0), (316.0, 352.0), -7.0);
/// The middle of the envelope, its size and how far it is turned.
const ENVELOPE: ((f64, f64), (f64, f64), f64) = ((1112.0, 472.0), (330.0, 226.0), 7.0);
/// The middle of the seal and its radius.
pub(super) const SEAL: ((f64, f64), f64) = ((1102.0, 478.0), 74.0);
/// The wash under the note: left, top, width, height, and how far it is turned.
pub(super) const NOTE: ((f64, f64, f64, f64), f64) = ((976.0, 122.0, 212.0, 204.0), 3.0);

/// The blank objects of a page with these parts. Without a stamp the envelope stays, its seal for the initial, when there
/// is a letter; without either there is none (cards, 1 "Missing parts").
pub(super) fn stage(colours: &Colours, objects: Objects) -> String {
    let mut out = String::new();
    if objects.note {
        out += &wash_of_note(colours);
    }
    if objects.picture {
        let (middle, size, turn) = SHEET;
        out += &sheet("sheet", middle, size, turn, colours.sheet, colours, 3);
    }
    if objects.stamp || objects.letter {
        out += &letter(colours);
        out += &wax::seal(SEAL.0, SEAL.1, colours.wax, colours.shade.0);
    }
    out
}

/// A sheet with a deckle edge and its two shadows (looks, 5 "Sheets").
fn sheet(
    id: &str,
    (cx, cy): (f64, f64),
    (width, height): (f64, f64),
    turn: f64,
    paper: HexColor,
    colours: &Colours,
    seed: u32,
) -> String {
    let shape = Outline::rect(cx - width / 2.0, cy - height / 2.0, width, height)
        .pushed(5.0, (0.035, 0.035), 4, seed)
        .turned(turn, (cx, cy))
        .path();
    let region = (cx - width * 0.72, cy - height * 0.72, width * 1.44, height * 1.44);
    let fall = |dx: f64, dy: f64, blur: f64, opacity: f64| {
        let name = format!("{id}-{blur}");
        let filter = water::filter(&name, region, &format!("<feGaussianBlur stdDeviation='{blur}'/>"));
        format!(
            "{filter}<path d='{shape}' transform='translate({dx} {dy})' fill='{}' fill-opacity='{opacity:.2}' filter='url(#{name})'/>",
            colours.shade.0
        )
    };
    format!(
        "{}{}<path d='{shape}' fill='{paper}'/>",
        fall(2.0, 6.0, 7.0, colours.shade.2 * 1.4),
        fall(0.0, 1.5, 1.4, colours.shade.1 * 1.3)
    )
}

/// The back of an envelope: a wash on its flap, its folds drawn with a pen.
fn letter(colours: &Colours) -> String {
    let ((cx, cy), (width, height), turn) = ENVELOPE;
    let (left, top) = (cx - width / 2.0, cy - height / 2.0);
    let at = |x: f64, y: f64| (left + x, top + y);
    let tip = at(width * 0.47, height * 0.54);
    let flat = Wash {
        seed: 8,
        frequency: (0.012, 0.03),
        scale: 12.0,
        pool: 7.0,
        thin: 0.5,
        bloom: ".006 .012",
        open: (2.2, -0.3),
        grain: (0.7, 0.62),
    };
    let flap = Outline::polygon(&[
        at(18.0, 9.0),
        at(width - 18.0, 9.0),
        (tip.0 + 22.0, tip.1 - 24.0),
        (tip.0, tip.1 - 8.0),
        (tip.0 - 22.0, tip.1 - 24.0),
    ]);
    let region = (left - 20.0, top - 30.0, width + 40.0, height + 60.0);
    let folds = [
        stroke(at(4.0, 4.0), tip, 5.0, 0.14, 12),
        stroke(at(width - 4.0, 4.0), tip, 5.0, 0.14, 15),
        stroke(at(3.0, height - 4.0), at(width * 0.36, height * 0.46), 5.0, 0.14, 18),
        stroke(at(width - 3.0, height - 4.0), at(width * 0.62, height * 0.46), 5.0, 0.14, 21),
    ];
    format!(
        "{}{}<path d='{}' fill='{}' opacity='.85' filter='url(#flap)'/>\
         <path d='{}' transform='rotate({turn} {cx} {cy})' fill='none' stroke='{}' stroke-opacity='{}' stroke-width='1.7' stroke-linejoin='round'/>",
        sheet("letter", (cx, cy), (width, height), turn, colours.envelope, colours, 8),
        flat.filter("flap", region),
        flat.edge(flap).turned(turn, (cx, cy)).path(),
        colours.flap,
        folds.concat(),
        colours.pen.0,
        colours.pen.1
    )
}

/// A wash alone, to write on; on a ground that is not the look's own, dyed paper.
fn wash_of_note(colours: &Colours) -> String {
    let ((x, y, width, height), turn) = NOTE;
    let middle = (x + width / 2.0, y + height / 2.0);
    if colours.papered {
        return sheet("note", middle, (width - 10.0, height - 10.0), turn, colours.note, colours, 15);
    }
    let wash = Wash {
        seed: 15,
        frequency: (0.02, 0.02),
        scale: 22.0,
        pool: 8.0,
        thin: 0.5,
        bloom: ".009 .013",
        open: (2.0, -0.05),
        grain: (0.7, 0.62),
    };
    let region = (x - 24.0, y - 24.0, width + 48.0, height + 48.0);
    format!(
        "{}<path d='{}' fill='{}' opacity='.9' filter='url(#note)' style='mix-blend-mode:{}'/>",
        wash.filter("note", region),
        wash.edge(Outline::rect(x + 8.0, y + 8.0, width - 16.0, height - 16.0)).turned(turn, middle).path(),
        colours.note,
        colours.laid()
    )
}
