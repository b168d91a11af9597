//! Cozy: a desk from above in morning light, with a pad for the name and a cup of coffee (looks, 2 "Background").

use super::canvas::{Canvas, disc, float, grain, noise, smooth};
use super::{Colors, HIGH, NamePlace, WIDE};
use crate::color::HexColor;
use crate::look::PaletteEntry;
use crate::plain_text::terminal::colors::{hex, mix};

/// Columns and rows of the pad: from left and top to before right and bottom.
const PAD: (f64, f64, f64, f64) = (1.0, 5.0, 57.0, 29.0);
const CUP: (f64, f64) = (68.0, 14.0);

/// The scene.
pub fn scene(palette: &str, colors: &Colors, entry: &PaletteEntry) -> (Canvas, NamePlace) {
    let mut canvas = Canvas::new(WIDE, HIGH, colors.ground);
    let dark = entry.edge;
    desk(&mut canvas, palette, colors, entry);
    // Everything lies in light from upper left: shadows fall down and to the right.
    let shadow = |canvas: &mut Canvas, share: f64, cover: &dyn Fn(f64, f64) -> f64| {
        canvas.paint(dark, |x, y| cover(x - 1.3, y - 1.3) * share + cover(x - 2.6, y - 2.6) * share * 0.45);
    };
    let pad = |x: f64, y: f64| {
        // Put down by hand: a little crooked.
        let y = y + (x - 29.0) * 0.012;
        f64::from(u8::from(x >= PAD.0 && x < PAD.2 && y >= PAD.1 && y < PAD.3))
    };
    shadow(&mut canvas, 0.34, &pad);
    canvas.paint(mix(entry.surface, dark, 0.16), |x, y| pad(x, y - 1.0));
    canvas.paint(entry.surface, pad);
    for y in (11..28).step_by(4) {
        for x in 2..56 {
            canvas.blend(x, y, hex(0x5f97b8), 0.1);
        }
    }
    // The coil: a hole and a wire for each.
    for x in (4..55).step_by(4) {
        canvas.blend(x, 6, dark, 0.72);
        canvas.set(x, 5, hex(0xb9b4ab));
        canvas.set(x, 4, hex(0xe9e5dc));
        canvas.blend(x + 1, 4, dark, 0.25);
    }
    shadow(&mut canvas, 0.3, &|x, y| disc(x, y, CUP, 9.4));
    cup(&mut canvas, entry);
    pencil(&mut canvas, colors, dark);
    (canvas, NamePlace { one: (14, 51), two: (10, 51), ink: entry.ink, shadow: None, seal: None })
}

fn desk(canvas: &mut Canvas, palette: &str, colors: &Colors, entry: &PaletteEntry) {
    let (bg, dark) = (entry.bg, entry.edge);
    let wood = matches!(palette, "oak" | "lamplight");
    let warm = hex(if palette == "lamplight" { 0xffc46e } else { 0xfff3d0 });
    let lamp = if palette == "lamplight" { (34.0, 6.0) } else { (4.0, -6.0) };
    canvas.fill(|x, y| {
        let (px, py) = (float(x), float(y));
        let streak = if wood { (noise(px / 11.0, py * 1.7) - 0.5) * 0.2 } else { (grain(x, y) - 0.5) * 0.06 };
        let wood = mix(bg, dark, (0.1 + streak).max(0.0));
        // The window, and the far corner in its own shade.
        let (dx, dy) = ((px - lamp.0) / 62.0, (py - lamp.1) / 30.0);
        let lit = mix(wood, warm, (1.0 - smooth((dx * dx + dy * dy).sqrt(), 0.1, 1.0)) * 0.42);
        mix(lit, dark, smooth(px / 80.0 + py / 34.0, 1.1, 2.0) * 0.34)
    });
    if wood {
        for y in [9, 20] {
            for x in 0..WIDE {
                canvas.blend(x, y, dark, 0.5);
                canvas.blend(x, y + 1, warm, 0.14);
            }
        }
        for (x, y, high) in [(62, 0, 9), (77, 10, 10), (60, 21, 10)] {
            for y in y..y + high {
                canvas.blend(x, y, dark, 0.4);
            }
        }
    }
    // The front edge of the desk, and what lies before it.
    for x in 0..WIDE {
        for y in 31..HIGH {
            canvas.set(x, y, colors.ground);
        }
        match palette {
            "linen" if x % 4 < 2 => canvas.blend(x, 30, dark, 0.4),
            "linen" => {}
            _ => canvas.blend(x, 30, warm, 0.28),
        }
    }
}

/// A saucer, a cup with its handle, coffee with light on it.
fn cup(canvas: &mut Canvas, entry: &PaletteEntry) {
    let (china, dark) = (entry.surface, entry.edge);
    let saucer = mix(china, dark, 0.1);
    canvas.paint(saucer, |x, y| disc(x, y, CUP, 9.4));
    canvas.paint(mix(china, dark, 0.2), |x, y| disc(x, y, CUP, 7.4));
    canvas.paint(saucer, |x, y| disc(x, y, (CUP.0 - 0.4, CUP.1 - 0.4), 7.0));
    canvas.paint(china, |x, y| {
        // The handle, to the lower right.
        let (dx, dy) = (x - CUP.0, y - CUP.1);
        let (along, across) = ((dx + dy) * 0.707, (dy - dx) * 0.707);
        f64::from(u8::from((4.0..8.6).contains(&along) && across.abs() < 1.25))
    });
    canvas.paint(china, |x, y| disc(x, y, CUP, 5.9));
    canvas.paint(hex(0x6b3a17), |x, y| disc(x, y, CUP, 4.7));
    canvas.paint(hex(0x4a250c), |x, y| disc(x, y, CUP, 4.7) - disc(x, y, (CUP.0 + 0.8, CUP.1 + 0.8), 4.6));
    canvas.paint(hex(0xc58a4e), |x, y| disc(x, y, (CUP.0 + 1.2, CUP.1 + 1.0), 1.7) * 0.6);
    canvas.blend(66, 11, hex(0xffffff), 0.75);
    canvas.blend(67, 11, hex(0xffffff), 0.4);
}

/// A pencil below the cup, its point to the left.
fn pencil(canvas: &mut Canvas, colors: &Colors, dark: HexColor) {
    let point = |at: usize| (59 + at, 28 - at / 9);
    for at in 0..19 {
        let (x, y) = point(at);
        let color = match at {
            0 => hex(0x2b211b),
            1 | 2 => hex(0xe9c79a),
            16 => hex(0xb9b4ab),
            17 | 18 => hex(0xe2909c),
            _ => colors.accent.0,
        };
        canvas.blend(x + 1, y + 2, dark, 0.32);
        canvas.set(x, y, color);
        if at > 1 {
            canvas.set(x, y + 1, mix(color, dark, 0.28));
        }
    }
}
