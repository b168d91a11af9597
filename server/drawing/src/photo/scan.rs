//! A scan: greyscale tinted with the signal, shadows lifted, dark lines, a bar at rest (looks, 7 "Scan"; cards, 3 "night").

use super::{Photo, between, contrasted, grey};

/// The colours of a scan, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Tones {
    /// What shadows are lifted to, and the dark lines.
    pub dark: [f32; 3],
    /// Lights at the upper edge.
    pub pale: [f32; 3],
    /// Lights from 72% down.
    pub full: [f32; 3],
    /// The haze above the bar's edge.
    pub haze: [f32; 3],
    /// The hot edge of the bar.
    pub hot: [f32; 3],
    /// The line below it.
    pub signal: [f32; 3],
    /// Brightness before the tint; 1 but on paper.
    pub lamp: f32,
    /// How dark the lines are, 0 to 1.
    pub line: f32,
}

/// Height of the bar, pixels.
const BAR: f32 = 84.0;

/// Makes a scan of a photo. `every` is the distance of the dark lines, pixels; `rest` the share of the height at which the
/// bar rests, which is left out at 1 and above.
#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
pub fn scan(photo: &mut Photo, tones: &Tones, every: usize, rest: f32) {
    let height = photo.height as f32;
    let bar = BAR.min(height * 0.2);
    let edge = (height * rest + bar * 0.5).min(height * 0.94);
    photo.map(|_, y, pixel| {
        let light = grey(contrasted([grey(pixel); 3], 1.28)) * tones.lamp;
        let tint = between(tones.pale, tones.full, (y as f32 / height / 0.72).min(1.0));
        let mut out: [f32; 3] = std::array::from_fn(|at| (light.min(1.0) * tint[at]).max(tones.dark[at]));
        if every > 0 && y % every == every - 1 {
            out = between(out, tones.dark, tones.line);
        }
        if rest >= 1.0 {
            return out;
        }
        let above = edge - y as f32;
        if above > 5.0 && above < bar {
            out = between(out, tones.haze, 0.22 * (1.0 - (above - 5.0) / (bar - 5.0)));
        } else if above > 4.0 && above <= 5.0 {
            out = between(out, tones.haze, 0.6);
        } else if above > 1.0 && above <= 4.0 {
            out = tones.hot;
        } else if above > 0.0 && above <= 1.0 {
            out = tones.signal;
        }
        out
    });
}
