//! Washi: a woodblock sheet with bokashi at the top, a sun, a mountain, and a seal after the name (looks, 3 "Background").

use super::canvas::{Canvas, along, disc, float, grain, smooth};
use super::{Colors, HIGH, NamePlace, WIDE};
use crate::plain_text::terminal::colors::{hex, mix};

const SUN: (f64, f64) = (61.0, 15.5);

/// The scene.
pub fn scene(palette: &str, colors: &Colors) -> (Canvas, NamePlace) {
    let paper = colors.ground;
    let (ai, sun) = match palette {
        "sakura" => (hex(0x6d4a78), hex(0xb62f58)),
        "yomogi" => (hex(0x3f5f4a), hex(0xa63a22)),
        "sumi" => (hex(0x6f8fc0), hex(0xe9dfc8)),
        _ => (hex(0x27477f), hex(0xb3261e)),
    };
    let night = palette == "sumi";
    // Bokashi: the ink wiped from full to nothing, with the grain of the block.
    let mut canvas = Canvas::new(WIDE, HIGH, paper);
    let top = if night { 0.5 } else { 0.88 };
    canvas.fill(|x, y| {
        let streak = (grain(x / 9, y) - 0.5) * 0.035;
        mix(paper, ai, (1.0 - smooth(float(y), -4.0, 13.0)) * top + streak)
    });
    if night {
        for (x, y) in [(7, 2), (20, 1), (33, 3), (42, 1), (50, 5), (74, 2), (77, 8), (28, 6), (71, 6)] {
            canvas.set(x, y, mix(paper, hex(0xefe6d2), 0.85));
        }
    }
    // The sun pales to its foot, as the ink was wiped off there.
    let sun_at = |y: usize| mix(sun, mix(paper, sun, 0.5), smooth(float(y), SUN.1 + 2.0, SUN.1 + 10.0));
    canvas.paint_with(|_, y| sun_at(y), |x, y| disc(x, y, SUN, 9.2));
    mountain(&mut canvas, colors, ai, night);
    match palette {
        "sakura" => {
            let petal = mix(paper, hex(0xd97a98), 0.75);
            for (x, y) in [(46, 4), (50, 10), (41, 8), (76, 5), (73, 12), (55, 3), (36, 4), (78, 16)] {
                canvas.set(x, y, petal);
                canvas.blend(x + 1, y, petal, 0.55);
            }
        }
        "yomogi" => {
            for (x, top) in [(75, 9), (77, 4), (78, 12), (72, 17)] {
                for y in top..HIGH - 2 {
                    canvas.blend(x + usize::from(y < top + 4), y, ai, 0.85);
                }
            }
        }
        "sumi" => {}
        _ => {
            for (x, y) in [(37, 6), (43, 4), (46, 8)] {
                for (dx, dy, share) in [(0, 0, 0.6), (1, 1, 0.85), (2, 0, 0.6)] {
                    canvas.blend(x + dx, y + dy, colors.ink, share);
                }
            }
        }
    }
    let seal = if night { (hex(0xfff6e8), hex(0xc23b2b)) } else { (colors.accent.1, colors.accent.0) };
    let place = NamePlace { one: (17, 46), two: (11, 49), ink: colors.ink, shadow: None, seal: Some(seal) };
    (canvas, place)
}

/// The mountain with snow on its top, and the ridge in the mist before it.
fn mountain(canvas: &mut Canvas, colors: &Colors, ai: crate::color::HexColor, night: bool) {
    let paper = colors.ground;
    // Concave slopes: steep at the top, running out level.
    let slope = |x: f64| {
        let far = (x - 61.0).abs();
        17.0 + if far < 2.6 { 0.15 * far } else { 0.39 + 13.5 * (1.0 - 1.0 / (1.0 + (far - 2.6) / 13.0)) * 1.22 }
    };
    let strength = if night { 0.62 } else { 0.72 };
    let body = |y: usize| mix(paper, ai, strength * (1.0 - smooth(float(y), 17.0, 33.0) * 0.72));
    canvas.paint_with(|_, y| body(y), |x, y| if y >= slope(x) { 1.0 } else { 0.0 });
    // Snow in tongues.
    let snow = if night { mix(paper, hex(0xefe6d2), 0.9) } else { mix(paper, hex(0xffffff), 0.55) };
    canvas.paint(snow, |x, y| {
        let tongue = along(
            &[
                (54.0, 17.0),
                (57.0, 19.4),
                (58.4, 20.9),
                (59.6, 19.6),
                (61.0, 21.8),
                (62.6, 19.8),
                (64.0, 21.2),
                (66.0, 19.0),
                (68.0, 17.0),
            ],
            x,
        );
        if y >= slope(x) && y <= tongue { 1.0 } else { 0.0 }
    });
    // A nearer ridge, paler still, and mist to the paper's edge.
    let ridge = [(0.0, 30.2), (12.0, 29.4), (28.0, 31.0), (44.0, 30.0), (60.0, 31.2), (80.0, 29.0)];
    let near = mix(paper, ai, strength * 0.62);
    canvas.paint(near, |x, y| {
        let top = along(&ridge, x);
        if y >= top { 1.0 - smooth(y, top, 34.0) } else { 0.0 }
    });
    for y in 30..HIGH {
        for x in 0..WIDE {
            canvas.blend(x, y, paper, smooth(float(y), 29.0, 33.2));
        }
    }
}
