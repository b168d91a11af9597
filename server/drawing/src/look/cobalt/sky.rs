//! The plate: paper with its tooth, the printed sky with stars, rays and the crescent, clouds cut as scallops
//! (looks, 6 "Background"; cards, 3 "cobalt").

use std::fmt::Write as _;

use super::Tones;
use super::plates::inked;
use crate::art::Art;
use crate::svg::{fade, num, rect};
use crate::tints::Tints;
use crate::{HEIGHT, WIDTH};

/// Where the sky ends.
const SKY: f64 = 486.0;
/// Where the clouds begin, and the scale of the page's plate.
const CLOUDS: (f64, f64) = (423.4, 0.94);
/// The middle of the moon.
pub(crate) const MOON: (f64, f64) = (978.0, 206.0);
/// The second ink does not land where it should.
const SLIP: (f64, f64) = (5.0, -4.0);

/// Dots: none behind words.
const DOTS: [(f64, f64); 13] = [
    (87.0, 25.0),
    (35.0, 54.0),
    (139.0, 39.0),
    (222.0, 21.0),
    (277.0, 32.0),
    (381.0, 16.0),
    (451.0, 16.0),
    (559.0, 17.0),
    (607.0, 31.0),
    (17.0, 125.0),
    (39.0, 204.0),
    (21.0, 307.0),
    (25.0, 355.0),
];
/// Four-pointed stars: place and radius. The last four stand in the moon's arms.
const SPARKLES: [(f64, f64, f64); 8] = [
    (324.0, 33.0, 14.0),
    (513.0, 23.0, 8.5),
    (26.0, 258.0, 8.5),
    (35.0, 411.0, 9.0),
    (1088.0, 166.0, 8.5),
    (1038.0, 196.0, 10.5),
    (1018.0, 266.0, 6.5),
    (1070.0, 258.0, 7.5),
];
/// Where there are no clouds, stars below the name as well.
const LOW_DOTS: [(f64, f64); 6] =
    [(22.0, 478.0), (30.0, 556.0), (214.0, 482.0), (352.0, 614.0), (540.0, 478.0), (636.0, 470.0)];
const LOW_SPARKLES: [(f64, f64, f64); 3] = [(402.0, 472.0, 7.0), (20.0, 612.0, 6.0), (596.0, 612.0, 6.5)];

/// The scene.
pub fn plate(tints: &Tints) -> Art {
    let tones = Tones::of(tints);
    let (wide, tall) = (f64::from(WIDTH), f64::from(HEIGHT));
    let mut out = rect(0.0, 0.0, wide, tall, &format!("fill=\"{}\"", tints.bg));
    out += &noises(&tones);
    let all = |fill: &str| rect(0.0, 0.0, wide, tall, fill);
    if tones.night {
        out += &fade("night", &[(0.0, tones.sky[0], 1.0), (0.667, tones.sky[1], 1.0), (1.0, tones.sky[2], 1.0)]);
        out += &all("fill=\"url(#night)\"");
    } else {
        if tints.grain {
            out += &all("filter=\"url(#tooth)\"");
        }
        out += &fade("dusk", &[(0.0, tones.sky[0], 1.0), (0.58, tones.sky[1], 1.0), (1.0, tones.sky[2], 1.0)]);
        let place = format!("translate(0 {}) scale({})", num(CLOUDS.0), CLOUDS.1);
        // The upper edge of the plate lies above the clouds, so that no gap shows.
        let _ = write!(
            out,
            "<clipPath id=\"sky\"><rect width=\"{wide}\" height=\"{}\"/></clipPath><mask id=\"clouds\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"{wide}\" height=\"{SKY}\"><rect width=\"{wide}\" height=\"{}\" fill=\"#fff\"/><g transform=\"{place}\">{}</g></mask>",
            num(SKY),
            num(CLOUDS.0 - 4.0),
            inked("sky", mantel_model::HexColor::rgb(255, 255, 255))
        );
        out += "<g mask=\"url(#clouds)\">";
        out += &rect(0.0, 0.0, wide, SKY, "fill=\"url(#dusk)\"");
    }
    if tints.grain {
        out += &rect(0.0, 0.0, wide, if tones.night { tall } else { SKY }, "filter=\"url(#salt)\" opacity=\".5\"");
    }
    if !tones.night {
        out += "</g>";
    }
    out += &stars(&tones);
    out += &rays(&tones);
    out += &moon(&tones);
    if !tones.night {
        let _ = write!(
            out,
            "<g transform=\"translate(0 {}) scale({})\" stroke-linejoin=\"round\">{}</g>",
            num(CLOUDS.0),
            CLOUDS.1,
            inked("line", tints.accent).replace("stroke-width='3.2'", "stroke-width='3.6'")
        );
    }
    let mut art = Art::new();
    art.add(out);
    art
}

/// The paper's tooth, and the salt through which it shows in the sky.
pub(crate) fn noises(tones: &Tones) -> String {
    let [r, g, b] = tones.words.bytes().map(|byte| f64::from(byte) / 255.0);
    let filter = |id: &str, frequency: &str, seed: u8, matrix: &str| {
        format!(
            "<filter id=\"{id}\" x=\"0\" y=\"0\" width=\"1\" height=\"1\" color-interpolation-filters=\"sRGB\"><feTurbulence type=\"fractalNoise\" baseFrequency=\"{frequency}\" numOctaves=\"3\" seed=\"{seed}\"/><feColorMatrix values=\"{matrix}\"/></filter>"
        )
    };
    filter("tooth", ".7 .75", 2, "0 0 0 0 .42 0 0 0 0 .32 0 0 0 0 .2 0 0 0 -.51 .245")
        + &filter("salt", ".42", 5, &format!("0 0 0 0 {} 0 0 0 0 {} 0 0 0 0 {} 0 0 0 9 -7.25", num(r), num(g), num(b)))
}

/// A star with hollow sides, as path data.
pub(crate) fn sparkle(x: f64, y: f64, radius: f64) -> String {
    let (near, far) = (radius * 0.13, radius * 0.8);
    let p = |dx: f64, dy: f64| format!("{} {} ", num(x + dx), num(y + dy));
    format!(
        "M{}Q{}{}{}{}{}{}{}{}",
        p(0.0, -radius),
        p(near, -near),
        p(far, 0.0),
        p(near, near),
        p(0.0, radius),
        p(-near, near),
        p(-far, 0.0),
        p(-near, -near),
        p(0.0, -radius)
    )
}

fn stars(tones: &Tones) -> String {
    let (mut dots, mut shapes) = (String::new(), String::new());
    let low: (&[_], &[_]) = if tones.night { (&LOW_DOTS, &LOW_SPARKLES) } else { (&[], &[]) };
    for (x, y) in DOTS.iter().chain(low.0) {
        let _ = write!(dots, "M{x} {y}h.01");
    }
    for (x, y, radius) in SPARKLES.iter().chain(low.1) {
        shapes += &sparkle(*x, *y, *radius);
    }
    format!(
        "<path d=\"{dots}\" stroke=\"{0}\" stroke-width=\"3.6\" stroke-linecap=\"round\"/><path fill=\"{0}\" d=\"{shapes}\"/>{1}",
        tones.words,
        star(697.0, 23.0, 8.0, tones.words)
    )
}

/// The page's eight-pointed star about a point.
pub fn star(x: f64, y: f64, radius: f64, ink: mantel_model::HexColor) -> String {
    let scale = radius / 12.0;
    format!(
        "<g transform=\"translate({} {}) scale({scale:.4})\">{}</g>",
        num(x - radius),
        num(y - radius),
        inked("star", ink)
    )
}

/// 120 rays of two lengths.
pub(crate) fn rays(tones: &Tones) -> String {
    let mut path = String::new();
    for number in 0..120_u8 {
        let (sin, cos) = (f64::from(number) * 3.0).to_radians().sin_cos();
        let (from, to) = if number % 2 == 0 { (176.0, 232.0) } else { (184.0, 196.0) };
        let at = |radius: f64| format!("{} {}", num(MOON.0 + radius * cos), num(MOON.1 + radius * sin));
        let _ = write!(path, "M{}L{}", at(from), at(to));
    }
    format!(
        "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"2.4\" stroke-linecap=\"round\" opacity=\".94\"/>",
        tones.words
    )
}

/// The crescent in ink 2, engraved, under a paper outline that it misses.
pub(crate) fn moon(tones: &Tones) -> String {
    let at = |(dx, dy): (f64, f64)| format!("translate({} {})", num(MOON.0 - 150.0 + dx), num(MOON.1 - 150.0 + dy));
    format!(
        "<g transform=\"{0}\">{1}<g opacity=\".52\">{2}</g></g><g transform=\"{3}\">{4}</g>",
        at(SLIP),
        inked("moon", tones.accent),
        inked("hatch", tones.words),
        at((0.0, 0.0)),
        inked("outline", tones.words)
    )
}
