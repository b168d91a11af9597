//! Painted: washes still drying on watercolour paper, and a letter sealed with wax (looks, 5 "Background").

use super::canvas::{Canvas, disc, float, grain, noise, smooth};
use super::{Colors, HIGH, NamePlace, WIDE};
use crate::color::HexColor;
use crate::plain_text::terminal::colors::{hex, mix};

/// A wash: where its middle is, how far it runs, and how much pigment is in it.
struct Wash {
    middle: (f64, f64),
    radius: (f64, f64),
    color: HexColor,
    seed: f64,
    strength: f64,
}

/// The scene.
pub fn scene(palette: &str, colors: &Colors) -> (Canvas, NamePlace) {
    let (pigments, wax) = match palette {
        "harbour" => ([0x6fa3ad, 0x9fb7c9, 0xc9b98f, 0x5d8f9a], 0x1f5a66),
        "peony" => ([0xd98aa0, 0xe8b48f, 0xb79ac4, 0x9fb892], 0x8c2350),
        "vesper" => ([0x4a5fa0, 0x7a5a93, 0x2f7a86, 0xb5764f], 0xb5762a),
        _ => ([0x7fa8b4, 0xe2b07a, 0xd68a98, 0x8fb09a], 0xa8322c),
    };
    let [first, second, third, fourth] = pigments.map(hex);
    let mut canvas = Canvas::new(WIDE, HIGH, colors.ground);
    let wash = |middle, radius, color, seed, strength| Wash { middle, radius, color, seed, strength };
    for wash in [
        wash((15.0, 3.0), (34.0, 11.0), first, 3.0, 0.8),
        wash((66.0, 6.0), (19.0, 11.5), second, 11.0, 0.85),
        wash((39.0, 3.0), (13.0, 7.0), third, 23.0, 0.6),
        wash((28.0, 33.0), (36.0, 6.0), fourth, 31.0, 0.75),
        wash((68.0, 29.0), (24.0, 8.0), first, 47.0, 0.85),
        wash((50.0, 31.0), (17.0, 4.5), third, 59.0, 0.55),
    ] {
        lay(&mut canvas, &wash);
    }
    tooth(&mut canvas, colors);
    letter(&mut canvas, colors, if colors.own_accent { colors.accent.0 } else { hex(wax) });
    // The washes run out before the words begin.
    for y in 29..HIGH {
        for x in 0..WIDE {
            canvas.blend(x, y, colors.ground, smooth(float(y), 28.0, 33.4));
        }
    }
    (canvas, NamePlace { one: (15, 50), two: (11, 50), ink: colors.ink, shadow: None, seal: None })
}

/// Lays a wash: thin inside, with blooms, and pigment gathered at its rim.
fn lay(canvas: &mut Canvas, wash: &Wash) {
    canvas.paint(wash.color, |x, y| {
        let (dx, dy) = ((x - wash.middle.0) / wash.radius.0, (y - wash.middle.1) / wash.radius.1);
        let edge = noise(x / 6.5 + wash.seed, y / 4.5 + wash.seed) * 0.42 + noise(x / 2.4 + wash.seed, y / 2.0) * 0.12;
        let far = (dx * dx + dy * dy).sqrt() + edge - 0.27;
        let inside = 1.0 - smooth(far, 0.95, 1.0);
        let rim = smooth(far, 0.76, 0.95);
        let bloom = noise(x / 9.0 + wash.seed * 2.0, y / 6.0 + 5.0);
        inside * (0.34 + 0.36 * rim + 0.28 * bloom) * wash.strength
    });
}

/// The paper's tooth: hollows where pigment settles.
fn tooth(canvas: &mut Canvas, colors: &Colors) {
    for y in 0..HIGH {
        for x in 0..WIDE {
            let hollow = grain(x, y) - 0.5;
            canvas.blend(x, y, if hollow > 0.0 { colors.ink } else { hex(0xffffff) }, hollow.abs() * 0.07);
        }
    }
}

/// A letter, folded and sealed.
fn letter(canvas: &mut Canvas, colors: &Colors, wax: HexColor) {
    let (sheet, ink) = (colors.sheet, colors.shade);
    let (left, top, wide, high) = (57.0, 9.0, 20.0, 15.0);
    // A little crooked.
    let place = |x: f64, y: f64| (x - left - (y - 16.0) * 0.07, y - top + (x - 67.0) * 0.07);
    let inside = |x: f64, y: f64| {
        let (x, y) = place(x, y);
        (0.0..wide).contains(&x) && (0.0..high).contains(&y)
    };
    canvas.paint(ink, |x, y| f64::from(u8::from(inside(x - 1.1, y - 1.2))) * 0.3);
    canvas.paint(sheet, |x, y| f64::from(u8::from(inside(x, y))));
    // The flap: two folds that meet under the wax, in its shade the rest.
    canvas.paint(ink, |x, y| {
        if !inside(x, y) {
            return 0.0;
        }
        let (px, py) = place(x, y);
        let fold = 8.4 - (px - wide / 2.0).abs() * 0.84;
        if (py - fold).abs() < 0.55 {
            0.34
        } else if py > fold {
            0.07
        } else {
            0.0
        }
    });
    let seal = (67.0, 17.0);
    canvas.paint(ink, |x, y| disc(x, y, (seal.0 + 0.7, seal.1 + 0.9), 3.4) * 0.4);
    canvas.paint(wax, |x, y| {
        let wobble = noise(x * 0.9, y * 0.9) * 0.9 - 0.45;
        disc(x, y, seal, 3.4 + wobble)
    });
    canvas.paint(mix(wax, hex(0x000000), 0.28), |x, y| {
        disc(x, y, seal, 2.2) - disc(x, y, (seal.0 + 0.5, seal.1 + 0.5), 2.1)
    });
    canvas.blend(65, 15, hex(0xffffff), 0.5);
}
