//! Cobalt: a night sky in one ink, and in the other a crescent moon that did not land quite where it should (looks, 6
//! "Background").

use super::canvas::{Canvas, disc, float, grain, smooth};
use super::{Colors, HIGH, NamePlace, WIDE};
use crate::color::HexColor;
use crate::plain_text::terminal::colors::{hex, mix};

const MOON: (f64, f64) = (64.5, 12.5);
/// Stars with four points, and plain ones: none behind the name.
const BRIGHT: &[(usize, usize)] = &[(46, 3), (76, 4), (53, 22), (78, 21), (7, 3)];
const FAINT: &[(usize, usize)] = &[
    (2, 7),
    (14, 1),
    (21, 5),
    (29, 2),
    (35, 6),
    (40, 1),
    (51, 7),
    (48, 12),
    (57, 2),
    (71, 1),
    (77, 12),
    (73, 24),
    (49, 27),
    (59, 25),
    (68, 27),
    (3, 26),
    (16, 4),
    (26, 7),
    (43, 7),
    (79, 8),
    (54, 16),
    (79, 26),
];

/// The scene.
pub fn scene(palette: &str, colors: &Colors) -> (Canvas, NamePlace) {
    let (ink, deep, pale) = match palette {
        "moonlit" => (hex(0x101d52), hex(0x02061f), hex(0x3f63e0)),
        "matchbox" => (hex(0x1c2a66), hex(0x030619), hex(0x8fa5ff)),
        "juniper" => (hex(0x1a5a3e), hex(0x01140c), hex(0x9be0b4)),
        _ => (hex(0x1d3aa3), hex(0x060a30), hex(0xa5b9ff)),
    };
    let all_sky = palette == "moonlit";
    let paper = if all_sky { hex(0xf7efdc) } else { hex(0xfff6e0) };
    let (top, foot) = (mix(ink, deep, 0.3), if all_sky { colors.ground } else { mix(ink, pale, 0.16) });
    let mut canvas = Canvas::new(WIDE, HIGH, colors.ground);
    canvas.fill(|x, y| {
        let sky = if y < 18 { mix(top, ink, float(y) / 18.0) } else { mix(ink, foot, float(y - 18) / 15.0) };
        // Salted: the paper shows through where the ink did not take.
        if grain(x, y) > 0.975 { mix(sky, paper, 0.16) } else { sky }
    });
    rays(&mut canvas, paper);
    for (x, y) in FAINT {
        canvas.blend(*x, *y, paper, if (x + y) % 3 == 0 { 0.9 } else { 0.6 });
    }
    for (x, y) in BRIGHT {
        canvas.set(*x, *y, paper);
        for (x, y) in [(x.wrapping_sub(1), *y), (x + 1, *y), (*x, y.wrapping_sub(1)), (*x, y + 1)] {
            canvas.blend(x, y, paper, 0.6);
        }
    }
    moon(&mut canvas, colors.accent.0, paper, mix(ink, deep, 0.12));
    if all_sky {
        for y in 24..HIGH {
            for x in 0..WIDE {
                canvas.blend(x, y, colors.ground, smooth(float(y), 23.0, 33.0));
            }
        }
    } else {
        clouds(&mut canvas, colors);
    }
    (
        canvas,
        NamePlace { one: (12, 47), two: (8, 47), ink: paper, shadow: Some(mix(colors.accent.0, ink, 0.3)), seal: None },
    )
}

fn crescent(x: f64, y: f64, grown: f64) -> f64 {
    let bite = (MOON.0 - 4.2, MOON.1 - 2.2);
    (disc(x, y, MOON, 9.0 + grown) - disc(x, y, bite, 7.3 - grown)).max(0.0)
}

/// The moon: a paper outline, inside it the second ink, shifted, with the lines of an engraving.
fn moon(canvas: &mut Canvas, ink: HexColor, paper: HexColor, sky: HexColor) {
    canvas.paint(ink, |x, y| crescent(x - 1.0, y + 1.0, 0.0));
    canvas.paint(mix(ink, sky, 0.45), |x, y| {
        let line = (y + x * 0.45).rem_euclid(3.0) < 1.0;
        let dark = disc(x, y, (MOON.0 + 5.0, MOON.1 + 4.0), 7.0) > 0.0;
        if line && dark { crescent(x - 1.0, y + 1.0, -0.4) } else { 0.0 }
    });
    canvas.paint(paper, |x, y| (crescent(x, y, 0.0) - crescent(x, y, -1.0)).max(0.0) * 0.95);
}

/// Short lines round the moon, of two lengths.
fn rays(canvas: &mut Canvas, paper: HexColor) {
    // Sixteen directions, a sixteenth of the circle apart.
    const WAYS: [(f64, f64); 16] = [
        (1.0, 0.0),
        (0.924, 0.383),
        (0.707, 0.707),
        (0.383, 0.924),
        (0.0, 1.0),
        (-0.383, 0.924),
        (-0.707, 0.707),
        (-0.924, 0.383),
        (-1.0, 0.0),
        (-0.924, -0.383),
        (-0.707, -0.707),
        (-0.383, -0.924),
        (0.0, -1.0),
        (0.383, -0.924),
        (0.707, -0.707),
        (0.924, -0.383),
    ];
    canvas.paint(paper, |x, y| {
        let (px, py) = (x - MOON.0, y - MOON.1);
        if !(10.8 * 10.8..15.0 * 15.0).contains(&(px * px + py * py)) {
            return 0.0;
        }
        let on = WAYS.iter().enumerate().any(|(at, (dx, dy))| {
            let end = if at % 2 == 0 { 14.6 } else { 12.6 };
            (10.8..end).contains(&(px * dx + py * dy)) && (px * dy - py * dx).abs() < 0.32
        });
        if on { 0.55 } else { 0.0 }
    });
}

/// Clouds cut as scallops out of the page's paper, and a line in the second ink along them.
fn clouds(canvas: &mut Canvas, colors: &Colors) {
    let scallops = |x: f64, y: f64, grown: f64| {
        let round = |middle: f64, foot: f64, radius: f64| disc(x, y, (middle, foot), radius + grown);
        let all = [
            (-1.0, 35.0, 6.4),
            (9.0, 34.6, 5.2),
            (19.0, 35.4, 6.0),
            (30.0, 34.4, 5.4),
            (40.0, 35.6, 6.2),
            (51.0, 34.6, 5.4),
            (61.0, 35.2, 6.6),
            (72.0, 34.4, 5.6),
            (81.0, 35.0, 6.2),
        ];
        all.into_iter().map(|(middle, foot, radius)| round(middle, foot, radius)).fold(0.0, f64::max)
    };
    canvas.paint(colors.accent.0, |x, y| scallops(x, y, 2.2));
    canvas.paint(colors.ground, |x, y| scallops(x, y, 1.2));
}
