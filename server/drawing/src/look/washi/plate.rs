//! The sheet that the page is printed on: paper, sky, sun, mountain, ridge, and what flies or grows (cards, 3 "washi").

use mantel_model::HexColor;

use super::blocks::block;
use super::ink::InkColors;
use crate::art::Art;
use crate::svg::{fade, rect};
use crate::tints::{Tints, hex, mix};
use crate::{HEIGHT, WIDTH};

const W: f64 = WIDTH as f64;
const H: f64 = HEIGHT as f64;
/// The middle of the sun, and its radius.
pub(crate) const SUN: (f64, f64, f64) = (990.0, 232.0, 150.0);
/// The summit.
pub(crate) const SUMMIT: (f64, f64) = (934.0, 356.0);
/// Where the summit lies in the block of the mountain.
const IN_BLOCK: (f64, f64) = (1748.0, 8.0);

/// The scene alone: paper, sky, sun, mountain and ridge.
pub fn plate(tints: &Tints) -> Art {
    let mut art = Art::new();
    let ink = InkColors::of(tints);
    art.add(filters());
    art.add(rect(0.0, 0.0, W, H, &format!("fill=\"{}\"", tints.bg)));
    if tints.grain {
        art.add(paper(&ink, W, H));
    }
    art.add(sun(&ink, tints));
    art.add(sky(&ink, W, 178.0));
    art.add(mountain(&ink, tints));
    art.add(near(&ink, tints));
    art.add(guests(tints));
    if tints.grain {
        art.add(tooth(&ink, W, H));
    }
    art
}

/// InkColors-starved streaks, as a mask of what the baren pressed (looks, 3 "Tools"), and the grain of the paper.
pub(crate) fn filters() -> String {
    let cloth = |id: &str, frequency: &str, octaves: u8, seed: u8, alpha: &str| {
        format!(
            "<filter id=\"{id}\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"><feTurbulence type=\"fractalNoise\" baseFrequency=\"{frequency}\" numOctaves=\"{octaves}\" seed=\"{seed}\"/><feColorMatrix values=\"0 0 0 0 .5 0 0 0 0 .37 0 0 0 0 .18 {alpha}\"/></filter>"
        )
    };
    let baren = "<filter id=\"baren\" x=\"0\" y=\"0\" width=\"1\" height=\"1\" color-interpolation-filters=\"sRGB\"><feTurbulence type=\"fractalNoise\" baseFrequency=\".016 .42\" numOctaves=\"2\" seed=\"4\"/><feColorMatrix values=\"0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 -8 5.9\"/></filter>";
    cloth("clouds", ".011 .016", 3, 5, "1.9 0 0 0 -.7") + &cloth("tooth", ".5 .62", 2, 8, "1.1 0 0 0 -.36") + baren
}

/// Bokashi, 170 tall: ink thinned with water, printed over the sun too.
pub(crate) fn sky(ink: &InkColors, width: f64, height: f64) -> String {
    let top = mix(ink.second, hex(0x06182f), 0.9);
    let stops = [(0.0, top, 1.0), (0.08, ink.second, 0.96), (0.5, ink.second, 0.46), (1.0, ink.second, 0.0)];
    let blend = if ink.dark { "opacity=\".55\"" } else { "style=\"mix-blend-mode:multiply\"" };
    fade("sky", &stops) + &rect(0.0, 0.0, width, height, &format!("fill=\"url(#sky)\" {blend}"))
}

pub(crate) fn sun(ink: &InkColors, tints: &Tints) -> String {
    let (x, y, r) = SUN;
    let solid = |at: f64, share: f64| (at, mix(ink.sun, tints.bg, share), 1.0);
    let stops = if ink.dark {
        [solid(0.0, 1.0), solid(0.34, 0.9), solid(0.7, 0.66), solid(1.0, 0.42)]
    } else {
        [
            solid(0.0, 1.0),
            solid(0.3, 0.98),
            solid(0.62, 0.82),
            (1.0, mix(ink.sun, mix(hex(0xd08a4a), tints.bg, 0.4), 0.55), 1.0),
        ]
    };
    // Its block lies in a box with a rim of six.
    let side = r * 248.0 / 236.0;
    let shape =
        block("sun").at(x - side, y - side, 2.0 * side, 2.0 * side, "fill=\"url(#sun)\" mask=\"url(#pressed)\"");
    // The gradient runs over the box of the path, the mask over the card.
    format!(
        "{}<mask id=\"pressed\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"248\" height=\"248\"><rect width=\"248\" height=\"248\" fill=\"#fff\" filter=\"url(#baren)\"/></mask>{shape}",
        fade("sun", &stops)
    )
}

pub(crate) fn mountain(ink: &InkColors, tints: &Tints) -> String {
    let far = block("far");
    let (left, top) = (SUMMIT.0 - IN_BLOCK.0, SUMMIT.1 - IN_BLOCK.1);
    let inked = if ink.dark {
        let solid = |at: f64, share: f64, much: f64| (at, mix(ink.second, tints.bg, share), much);
        [solid(0.0, 0.4, 1.0), solid(0.34, 0.2, 1.0), solid(0.66, 0.2, 0.5), solid(0.88, 0.2, 0.0)]
    } else {
        [(0.0, ink.second, 0.78), (0.38, ink.second, 0.52), (0.7, ink.second, 0.18), (0.95, ink.second, 0.0)]
    };
    let paper = [(0.0, tints.bg, 1.0), (0.3, tints.bg, 1.0), (0.9, tints.bg, 0.0)];
    let snow = if ink.dark { hex(0x8f99a8) } else { mix(tints.bg, tints.surface, 0.3) };
    // Paper behind the ink, so that the mountain hides the sun.
    fade("paper", &paper)
        + &fade("far", &inked)
        + &far.at(left, top, far.size.0, 270.0, "fill=\"url(#paper)\"")
        + &far.at(left, top, far.size.0, 270.0, "fill=\"url(#far)\"")
        + &block("cap").at(SUMMIT.0 - 100.0, top, 200.0, 112.0, &format!("fill=\"{snow}\""))
}

/// The near ridge, in the lowest 120.
pub(crate) fn near(ink: &InkColors, tints: &Tints) -> String {
    let near = block("near");
    let base: HexColor = mix(ink.second, tints.bg, 0.62);
    let stops = [(0.0, base, 0.86), (0.42, ink.second, 0.34), (0.75, ink.second, 0.2), (1.0, ink.second, 0.1)];
    let opacity = if ink.dark { "opacity=\".6\" " } else { "" };
    fade("near", &stops) + &near.at(-930.0, 510.0, near.size.0, 122.0, &format!("{opacity}fill=\"url(#near)\""))
}

/// Birds; petals in sakura, reeds in yomogi, stars in sumi.
pub(crate) fn guests(tints: &Tints) -> String {
    match tints.name() {
        "sakura" => block("petals").at(880.0, 24.0, 300.0, 310.0, ""),
        "yomogi" => {
            let fade = "<linearGradient id=\"root\" x2=\"0\" y2=\"1\"><stop offset=\".5\" stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#000\"/></linearGradient><mask id=\"roots\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"200\" height=\"300\"><rect width=\"200\" height=\"300\" fill=\"url(#root)\"/></mask>";
            fade.to_owned() + &block("reeds").at(1004.0, 122.0, 220.0, 330.0, "mask=\"url(#roots)\"")
        }
        "sumi" => block("stars").at(772.0, 20.0, 420.0, 330.0, ""),
        _ => birds(),
    }
}

/// Two of the flock, beside the sun.
fn birds() -> String {
    let birds = block("birds");
    let Some(path) = birds.inside.split(" d='").nth(1).and_then(|it| it.split('\'').next()) else {
        return String::new();
    };
    let mut out = String::new();
    for (bird, (from, to, scale)) in
        path.split('M').skip(1).zip([((14.0, 40.0), (1128.0, 134.0), 1.25), ((50.0, 16.0), (1172.0, 104.0), 1.25)])
    {
        let (x, y): ((f64, f64), (f64, f64)) = (from, to);
        out += &format!(
            "<path fill=\"#2b2723\" transform=\"translate({} {}) scale({scale}) translate({} {})\" d=\"M{bird}\"/>",
            y.0, y.1, -x.0, -x.1
        );
    }
    out
}

/// Clouds of pulp and fibres (cards, 3 "washi").
pub(crate) fn paper(ink: &InkColors, width: f64, height: f64) -> String {
    let kozo = block(if ink.dark { "kozo-dark" } else { "kozo" });
    let fibres = kozo.inside.find("<g fill='none'").and_then(|at| kozo.inside.get(at..)).unwrap_or_default();
    rect(0.0, 0.0, width, height, &format!("filter=\"url(#clouds)\" opacity=\".15\" {}", blend(ink)))
        + &format!(
            "<pattern id=\"fibres\" width=\"600\" height=\"600\" patternUnits=\"userSpaceOnUse\">{fibres}</pattern>"
        )
        + &rect(0.0, 0.0, width, height, "fill=\"url(#fibres)\"")
}

/// The tooth of the paper shows through the ink.
pub(crate) fn tooth(ink: &InkColors, width: f64, height: f64) -> String {
    rect(0.0, 0.0, width, height, &format!("filter=\"url(#tooth)\" opacity=\".2\" {}", blend(ink)))
}

const fn blend(ink: &InkColors) -> &'static str {
    if ink.dark { "style=\"mix-blend-mode:soft-light\"" } else { "style=\"mix-blend-mode:multiply\"" }
}

/// Bars of mist where no print hangs.
pub(super) fn mist(tints: &Tints) -> String {
    let pale = mix(tints.bg, hex(0xffffff), 0.92);
    let stops = [(0.0, 0.0), (0.3, 1.0), (0.7, 1.0), (1.0, 0.0)].map(|(at, much)| crate::svg::stop(at, pale, much));
    format!("<linearGradient id=\"mist\">{}</linearGradient>", stops.concat())
        + &block("mist").at(874.0, 452.0, 360.0, 54.0, "fill=\"url(#mist)\" opacity=\".66\"")
}
