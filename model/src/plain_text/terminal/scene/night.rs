//! Night: contour lines of unlit ground, a radar, one signal colour (looks, 7 "Background").

use super::canvas::{Canvas, disc, float, noise, smooth};
use super::{Colors, HIGH, NamePlace, WIDE};
use crate::color::HexColor;
use crate::look::PaletteEntry;
use crate::plain_text::terminal::colors::mix;

const RADAR: (f64, f64) = (63.5, 16.0);
const REACH: f64 = 13.2;

/// The scene.
pub fn scene(palette: &PaletteEntry, colors: &Colors) -> (Canvas, NamePlace) {
    let (ground, signal) = (colors.ground, colors.accent.0);
    let daylight = !palette.dark;
    let mut canvas = Canvas::new(WIDE, HIGH, ground);
    if !daylight {
        canvas.fill(|x, y| {
            let (dx, dy) = ((float(x) - 60.0) / 54.0, (float(y) - 6.0) / 34.0);
            mix(ground, signal, (1.0 - smooth((dx * dx + dy * dy).sqrt(), 0.0, 1.0)) * 0.15)
        });
    }
    contours(&mut canvas, if daylight { colors.ink } else { signal });
    rails(&mut canvas, colors.line);
    radar(&mut canvas, signal, ground);
    // A tab and three squares, as on its panels.
    canvas.rect(4, 5, 9, 1, signal);
    for x in [15, 17, 19] {
        canvas.set(x, 5, mix(ground, signal, 0.6));
    }
    for x in 4..50 {
        canvas.blend(x, 29, signal, if x < 10 { 0.95 } else { 0.34 });
    }
    // The ground of the words begins without a seam.
    for y in 30..HIGH {
        for x in 0..WIDE {
            canvas.blend(x, y, ground, smooth(float(y), 29.0, 33.4));
        }
    }
    (canvas, NamePlace { one: (13, 46), two: (9, 46), ink: palette.on, shadow: None, seal: None })
}

/// Lines of equal height; fainter where the name stands.
fn contours(canvas: &mut Canvas, ink: HexColor) {
    // Turned, so that no line follows the grid of the noise.
    let height = |x: f64, y: f64| {
        let (along, across) = (x * 0.83 + y * 0.9 + 7.0, y * 0.75 - x * 0.56 + 90.0);
        noise(along / 22.0, across / 17.0) * 0.86 + noise(along / 9.0 + 40.0, across / 8.0) * 0.14
    };
    for y in 0..HIGH {
        for x in 0..WIDE {
            let band = |x: usize, y: usize| (height(float(x), float(y)) * 9.0).floor();
            let here = band(x, y);
            // One pixel of each edge, so that lines are thin.
            if here != band(x + 1, y) || here != band(x, y + 1) {
                let behind_name = x < 52 && (7..29).contains(&y);
                canvas.blend(x, y, ink, if behind_name { 0.09 } else { 0.24 });
            }
        }
    }
}

/// Rulers at both edges.
fn rails(canvas: &mut Canvas, line: HexColor) {
    for y in (0..30).step_by(2) {
        let long = y % 8 == 0;
        canvas.blend(0, y, line, 0.9);
        canvas.blend(WIDE - 1, y, line, 0.9);
        if long {
            canvas.blend(1, y, line, 0.9);
            canvas.blend(WIDE - 2, y, line, 0.9);
        }
    }
}

fn radar(canvas: &mut Canvas, signal: HexColor, ground: HexColor) {
    canvas.paint(mix(ground, signal, 0.07), |x, y| disc(x, y, RADAR, REACH));
    // The sweep: bright at its edge, fading behind it.
    canvas.paint(signal, |x, y| {
        let (dx, dy) = (x - RADAR.0, y - RADAR.1);
        let far = (dx * dx + dy * dy).sqrt();
        if !(0.6..=REACH).contains(&far) {
            return 0.0;
        }
        // The edge points up and right; behind it is what lies further to the left of it.
        let (ex, ey) = (0.77, -0.64);
        let (ahead, side) = ((dx * ex + dy * ey) / far, (dx * ey - dy * ex) / far);
        if side < 0.0 || ahead < 0.0 { 0.0 } else { (1.0 - side) * (1.0 - side) * 0.62 }
    });
    for (radius, share) in [(REACH, 0.8), (9.0, 0.42), (4.8, 0.42)] {
        canvas.paint(signal, |x, y| (disc(x, y, RADAR, radius) - disc(x, y, RADAR, radius - 0.85)) * share);
    }
    canvas.paint(signal, |x, y| {
        let (dx, dy) = ((x - RADAR.0).abs(), (y - RADAR.1).abs());
        f64::from(u8::from((dx < 0.5 && dy < REACH + 1.5) || (dy < 0.5 && dx < REACH + 1.5))) * 0.34
    });
    let hot = mix(signal, HexColor::rgb(255, 255, 255), 0.5);
    for (x, y) in [(69, 9), (57, 19), (66, 23), (71, 14)] {
        canvas.set(x, y, hot);
        for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            canvas.blend(x, y, signal, 0.55);
        }
    }
}
