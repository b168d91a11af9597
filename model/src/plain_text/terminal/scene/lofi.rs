//! Lofi: a dithered dusk over pixel hills, with one lit house (looks, 4 "Background").

use super::canvas::{Canvas, along, disc, dithered, float};
use super::{Colors, HIGH, NamePlace, WIDE};
use crate::color::HexColor;
use crate::plain_text::terminal::colors::{hex, mix};

/// Rows of the sky.
const SKY: usize = 25;
const STARS: &[(usize, usize)] = &[
    (2, 3),
    (9, 0),
    (16, 0),
    (20, 0),
    (27, 3),
    (49, 0),
    (48, 5),
    (58, 2),
    (67, 0),
    (73, 1),
    (79, 3),
    (63, 6),
    (38, 2),
    (76, 8),
];

/// Sky from top to horizon, hills from back to front (the last is the ground), the sun.
struct Hues {
    sky: [u32; 6],
    hills: [u32; 3],
    sun: u32,
}

const fn hues(palette: &str) -> Hues {
    let (sky, hills, sun) = match palette.as_bytes() {
        b"putty" => {
            ([0x3f6668, 0x6e8f8d, 0x9db3a4, 0xc9cdb4, 0xe6dcc0, 0xf0e8d2], [0x5f8a86, 0x44706e, 0x2f5556], 0xfdf6e0)
        }
        b"matcha" => {
            ([0x5f8058, 0x83a56f, 0xa9c08b, 0xc3d29b, 0xdbe2b1, 0xece8c4], [0x6f9a5c, 0x4f7c48, 0x375f3a], 0xfdf7de)
        }
        b"standby" => {
            ([0x0b0d1e, 0x12152b, 0x1c2148, 0x2b3166, 0x433f7d, 0x5f4d8a], [0x262b5c, 0x1d2148, 0x151838], 0xcfd4f2)
        }
        _ => ([0x3b3563, 0x5a4680, 0x8a5a94, 0xc57a96, 0xeda58e, 0xf7cfa0], [0x8d5f8c, 0x644a7b, 0x453763], 0xfdf0cc),
    };
    Hues { sky, hills, sun }
}

/// The scene.
pub fn scene(palette: &str, colors: &Colors) -> (Canvas, NamePlace) {
    let hues = hues(palette);
    let mut canvas = Canvas::new(WIDE, HIGH, colors.ground);
    canvas.fill(|x, y| sky(&hues, x, y));
    let star = hex(0xfff8ec);
    for (x, y) in STARS {
        canvas.set(*x, *y, star);
    }
    // The sun: pixels, not a smooth edge, and a slit of haze over its foot.
    for (x, y) in (8..SKY).flat_map(|y| (44..WIDE).map(move |x| (x, y))) {
        let inside = disc(float(x) + 0.5, float(y) + 0.5, (61.0, 20.5), 9.2) > 0.0;
        let slit = matches!(y, 18 | 21) && dithered(x, y, 0.5);
        if inside && !slit {
            canvas.set(x, y, hex(hues.sun));
        }
    }
    let [back, middle, front] = hues.hills.map(hex);
    let hill = |canvas: &mut Canvas, color: HexColor, points: &[(f64, f64)]| {
        for x in 0..WIDE {
            // Steps of two pixels keep the edges of pixels.
            let top = along(points, float(x / 2 * 2) + 1.0).round();
            for y in 0..HIGH {
                if float(y) >= top {
                    canvas.set(x, y, color);
                }
            }
        }
    };
    hill(
        &mut canvas,
        back,
        &[(0.0, 21.0), (14.0, 20.0), (30.0, 26.0), (44.0, 25.0), (58.0, 21.0), (68.0, 22.0), (80.0, 19.0)],
    );
    hill(
        &mut canvas,
        middle,
        &[(0.0, 27.0), (8.0, 26.0), (24.0, 22.0), (36.0, 28.0), (52.0, 29.0), (67.0, 22.5), (80.0, 28.0)],
    );
    hill(
        &mut canvas,
        front,
        &[
            (0.0, 27.0),
            (12.0, 29.0),
            (22.0, 31.0),
            (33.0, 27.0),
            (46.0, 27.5),
            (58.0, 30.0),
            (70.0, 27.0),
            (80.0, 27.5),
        ],
    );
    let ground = colors.ground;
    hill(
        &mut canvas,
        ground,
        &[(0.0, 32.5), (12.0, 30.5), (26.0, 32.5), (40.0, 30.5), (52.0, 32.5), (66.0, 30.0), (80.0, 32.0)],
    );
    for (x, y, high) in
        [(4, 27, 5), (9, 26, 5), (17, 27, 5), (22, 28, 4), (58, 27, 5), (63, 26, 5), (74, 26, 6), (77, 28, 4)]
    {
        fir(&mut canvas, x, y, high, ground);
    }
    house(&mut canvas, ground, hex(hues.sun), mix(hex(hues.sun), hex(0xf2a33c), 0.35));
    let light = hex(0xfff8ec);
    let shadow = Some(if palette == "dusk" { hex(0x262038) } else { colors.ground });
    (canvas, NamePlace { one: (6, 52), two: (4, 48), ink: light, shadow, seal: None })
}

fn sky(hues: &Hues, x: usize, y: usize) -> HexColor {
    let at = float(y) / float(SKY) * 5.0;
    let mut from = 0;
    while from < 4 && float(from + 1) <= at {
        from += 1;
    }
    let stop = |at: usize| hex(hues.sky.get(at).copied().unwrap_or_default());
    // Each interval in four bands, each denser in the next colour.
    let density = ((at - float(from)) * 4.0).floor() / 4.0;
    stop(if dithered(x, y, density) { from + 1 } else { from })
}

fn fir(canvas: &mut Canvas, x: usize, top: usize, high: usize, color: HexColor) {
    for row in 0..high {
        let half = match row {
            0 => 0,
            1 | 2 => 1,
            _ => 2,
        };
        canvas.rect(x.saturating_sub(half), top + row, 2 * half + 1, 1, color);
    }
}

fn house(canvas: &mut Canvas, color: HexColor, light: HexColor, glow: HexColor) {
    for (row, half) in [(23, 1), (24, 2), (25, 3), (26, 4), (27, 5)] {
        canvas.rect(43 - half, row, 2 * half + 1, 1, color);
    }
    canvas.rect(39, 28, 9, 5, color);
    canvas.rect(46, 22, 2, 4, color);
    canvas.rect(42, 29, 2, 2, light);
    canvas.rect(42, 31, 2, 1, glow);
}
