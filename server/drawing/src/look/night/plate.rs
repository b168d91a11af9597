//! Unlit ground: bloom, contour lines, plus marks, rails (cards, 3 "night"; looks, 7 "Background").

use super::signal::Signal;
use crate::art::Art;
use crate::svg::{num, rect, stop};
use crate::tints::{Tints, hex, mix};
use crate::{HEIGHT, WIDTH};

const W: f64 = WIDTH as f64;
const H: f64 = HEIGHT as f64;
/// The contour lines of the page, a tile of 900, in halves (public/draw/night.py).
const CONTOURS: &str = include_str!("../../../../../public/looks/night/contours.svg");
/// The distance of plus marks.
const MESH: f64 = 152.0;

/// The scene alone: the ground, contour lines, marks and rails.
pub fn plate(tints: &Tints) -> Art {
    scene(tints, W, H)
}

/// The same of a width and height.
pub(crate) fn scene(tints: &Tints, width: f64, height: f64) -> Art {
    let mut art = Art::new();
    let signal = Signal::of(tints);
    let flat = signal.paper || tints.own_bg;
    let (top, foot) = if flat {
        (tints.bg, tints.bg)
    } else {
        (mix(tints.bg, hex(0xffffff), 0.98), mix(tints.bg, hex(0x000000), 0.78))
    };
    art.add(crate::svg::fade("ground", &[(0.0, top, 1.0), (1.0, foot, 1.0)]));
    art.add(rect(0.0, 0.0, width, height, "fill=\"url(#ground)\""));
    if !flat {
        let bloom = |at: f64, much: f64| stop(at, tints.accent, much);
        art.add(format!(
            "<radialGradient id=\"bloom\" gradientUnits=\"userSpaceOnUse\" cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"translate({} 60) scale(1080 780)\">{}{}{}</radialGradient>",
            num(width * 0.74),
            bloom(0.0, 0.2),
            bloom(0.45, 0.115),
            bloom(1.0, 0.0)
        ));
        art.add(rect(0.0, 0.0, width, height, "fill=\"url(#bloom)\""));
    }
    art.add(contours(&signal));
    art.add(marks(tints, width, height));
    art.add(rail(tints, "translate(14 0)", height));
    art.add(rail(tints, &format!("translate({} 0) scale(-1 1)", num(width - 14.0)), height));
    if tints.grain {
        let much = if flat { ".05" } else { ".1" };
        art.add(format!(
            "<filter id=\"grain\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"><feTurbulence type=\"fractalNoise\" baseFrequency=\".9\" numOctaves=\"1\" seed=\"7\"/><feColorMatrix values=\"0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1.6 0 0 0 -.66\"/></filter>{}",
            rect(0.0, 0.0, width, height, &format!("filter=\"url(#grain)\" opacity=\"{much}\""))
        ));
    }
    art
}

/// Enlarged by half, at 13%.
fn contours(signal: &Signal) -> String {
    let paths = CONTOURS.split_once('>').map_or("", |(_, rest)| rest).trim_end().trim_end_matches("</svg>");
    format!(
        "<g opacity=\"{}\" fill=\"none\" stroke=\"{}\" transform=\"translate(-60 -150) scale(.75)\">{paths}</g>",
        if signal.paper { ".13" } else { ".15" },
        signal.contour
    )
}

fn marks(tints: &Tints, width: f64, height: f64) -> String {
    let mut path = String::new();
    let mut y = MESH / 2.0;
    while y < height {
        let mut x = MESH / 2.0;
        while x < width {
            path += &format!("M{} {}h10m-5-5v10", num(x - 5.0), num(y));
            x += MESH;
        }
        y += MESH;
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" opacity=\".34\"/>", tints.accent)
}

/// A ruler at the edge: a tick each 8, a longer one each 80.
fn rail(tints: &Tints, place: &str, height: f64) -> String {
    let (mut short, mut long) = (String::new(), String::new());
    for at in (0..=512_u32).take_while(|at| f64::from(at * 8) <= height) {
        let y = at * 8;
        if at % 10 == 0 { long += &format!("M0 {y}.5h18") } else { short += &format!("M0 {y}.5h9") }
    }
    format!(
        "<g transform=\"{place}\" fill=\"none\" stroke=\"{}\"><path d=\"{short}\" opacity=\".36\"/><path d=\"{long}\" opacity=\".62\"/></g>",
        tints.accent
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contours_are_given_in_halves() {
        let tag = CONTOURS.split_once('>').map(|(tag, _)| tag).unwrap_or_default();
        assert!(tag.contains("width='900' height='900' viewBox='0 0 1800 1800'"), "{tag}");
    }
}
