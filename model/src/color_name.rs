//! Common names of colours, for messages: "This red is hard to read on cream".

use crate::color::HexColor;

/// The one-word name of a colour.
pub fn name_of(color: HexColor) -> &'static str {
    let [r, g, b] = color.bytes().map(|byte| f64::from(byte) / 255.0);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let (light, chroma) = (f64::midpoint(most, least), most - least);
    if light < 0.14 {
        return "black";
    }
    let hue = hue([r, g, b], most, chroma);
    if light > 0.88 {
        return match hue {
            _ if light > 0.985 || chroma < 0.03 => "white",
            20.0..=75.0 => "cream",
            _ => pale(hue),
        };
    }
    if chroma < 0.08 {
        return "grey";
    }
    match hue {
        _ if (340.0..).contains(&hue) && light > 0.72 => "pink",
        15.0..48.0 if light < 0.3 => "brown",
        _ => full(hue),
    }
}

/// Degrees on the colour wheel, red at 0.
fn hue([r, g, b]: [f64; 3], most: f64, chroma: f64) -> f64 {
    if chroma <= 0.0 {
        return 0.0;
    }
    #[expect(clippy::float_cmp, reason = "one of the three is the largest of the three")]
    let sixth = if most == r {
        (g - b) / chroma
    } else if most == g {
        2.0 + (b - r) / chroma
    } else {
        4.0 + (r - g) / chroma
    };
    (sixth * 60.0).rem_euclid(360.0)
}

fn full(hue: f64) -> &'static str {
    match hue {
        15.0..40.0 => "orange",
        40.0..66.0 => "yellow",
        66.0..170.0 => "green",
        170.0..195.0 => "teal",
        195.0..252.0 => "blue",
        252.0..300.0 => "violet",
        300.0..345.0 => "pink",
        _ => "red",
    }
}

fn pale(hue: f64) -> &'static str {
    match full(hue) {
        "red" | "orange" => "pink",
        name => name,
    }
}
