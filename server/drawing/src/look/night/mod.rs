//! A scope finds something: contour lines after midnight, one signal colour (cards, 3 "night"; looks, 7).

pub(crate) mod card;
pub(crate) mod instruments;
pub(crate) mod plate;
pub(crate) mod signal;

pub use card::card;
pub use plate::plate;

use crate::art::Art;
use crate::look::Objects;
use crate::svg::{circle, num};
use crate::tints::Tints;
use signal::Signal;

/// Of the JPEG.
pub const QUALITY: u8 = 76;

/// The scope: its middle and the radius of its glass.
const SCOPE: (f64, f64, f64) = (868.0, 318.0, 212.0);
/// The reticle of a stamp.
const RETICLE: (f64, f64, f64) = (1118.0, 112.0, 62.0);
/// The panel of a note: left, top, width, height; and its cut.
const PANEL: [f64; 4] = [922.0, 414.0, 262.0, 166.0];
const CUT: f64 = 24.0;

/// The dark glass of the scope with its ring, ticks and arcs.
pub fn stage(tints: &Tints, _: Objects) -> Art {
    let mut art = Art::new();
    let signal = Signal::of(tints);
    let (x, y, r) = SCOPE;
    art.add(circle(x, y, 272.0, &format!("fill=\"{}\" opacity=\".55\"", signal.halo)));
    art.add(circle(x, y, r, &format!("fill=\"{}\"", signal.glass)));
    let line = |wide: f64, opacity: f64| {
        format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{wide}\" opacity=\"{opacity}\"", tints.accent)
    };
    art.add(circle(x, y, 226.0, &line(1.6, 0.7)));
    art.add(instruments::ticks(x, y, 242.0, &[(8.0, 18.0)], &line(3.0, 1.0)));
    art.add(instruments::arcs(x, y, 226.0, &line(9.0, 1.0)));
    art.add(format!(
        "<path d=\"M64 74H590\" stroke=\"{}\" stroke-width=\"1.6\" opacity=\"{}\"/>",
        tints.accent,
        num(0.42)
    ));
    art
}
