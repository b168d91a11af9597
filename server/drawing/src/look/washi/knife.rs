//! Key lines as a knife leaves them: they swell, and it slips here and there (looks, 3 "Tools"; public/draw/washi.py `cut`).

use mantel_model::HexColor;

use crate::svg::num;

/// Smooth noise along a line: a value from -1 to 1 each so many pixels, and between them.
fn noise(seed: u32, step: f64, at: f64) -> f64 {
    let cell = (at / step).floor();
    let part = at / step - cell;
    let part = part * part * (3.0 - 2.0 * part);
    value(seed, cell) * (1.0 - part) + value(seed, cell + 1.0) * part
}

fn value(seed: u32, cell: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cells of a card")]
    let cell = cell.max(0.0) as u32;
    let mut hash = (seed.wrapping_mul(0x9e37_79b9) ^ cell).wrapping_mul(0x85eb_ca6b);
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(0xc2b2_ae35);
    hash ^= hash >> 16;
    f64::from(hash) / f64::from(u32::MAX) * 2.0 - 1.0
}

/// A cut line from left to right, `wide` thick, its middle at `y`; upright if `x` and `y` are swapped.
fn side(seed: u32, from: f64, to: f64, middle: f64, wide: f64, upright: bool) -> String {
    const STEP: f64 = 8.0;
    let place = |along: f64, across: f64| {
        if upright { format!("{} {}", num(across), num(along)) } else { format!("{} {}", num(along), num(across)) }
    };
    let slip = from + (to - from) * f64::midpoint(value(seed, 9.0), 1.0);
    let (mut upper, mut lower) = (Vec::new(), Vec::new());
    let mut at = from;
    loop {
        let nick = if (at - slip).abs() < STEP / 2.0 { wide * 0.4 } else { 0.0 };
        upper.push(place(at, middle - wide / 2.0 + noise(seed, 20.0, at) * wide * 0.2 + nick));
        lower.push(place(at, middle + wide / 2.0 + noise(seed + 1, 20.0, at) * wide * 0.2));
        if at >= to {
            break;
        }
        at = (at + STEP).min(to);
    }
    lower.reverse();
    format!("M{}L{}z", upper.join("L"), lower.join("L"))
}

/// A horizontal key line.
pub(crate) fn line(x: f64, y: f64, width: f64, wide: f64, color: HexColor) -> String {
    format!("<path fill=\"{color}\" d=\"{}\"/>", side(3, x, x + width, y, wide, false))
}

/// A key line about a box. Its sides cross a little at the corners, as cuts do.
pub(crate) fn frame([x, y, w, h]: [f64; 4], wide: f64, color: HexColor) -> String {
    let over = wide * 0.55;
    let d = [
        side(7, x - over, x + w + over, y, wide, false),
        side(11, x - over, x + w + over, y + h, wide, false),
        side(17, y - over, y + h + over, x, wide, true),
        side(13, y - over, y + h + over, x + w, wide, true),
    ];
    format!("<path fill=\"{color}\" d=\"{}\"/>", d.concat())
}
