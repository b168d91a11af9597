//! Ticks, arcs, sweep, radar and waveform, as the page draws them.

use mantel_model::HexColor;
use mantel_model::float_math;

use crate::svg::num;

/// The most blips that a radar shows.
const RANGE: usize = 12;

/// A point on a circle: degrees clockwise from the top.
pub(super) fn on_circle(x: f64, y: f64, radius: f64, degrees: f64) -> (f64, f64) {
    let (sin, cos) = float_math::sin_cos(degrees.to_radians());
    (x + radius * sin, y - radius * cos)
}

/// 72 ticks outwards from a circle, each sixth longer.
pub(super) fn ticks(x: f64, y: f64, radius: f64, lengths: &[(f64, f64)], attributes: &str) -> String {
    let (short, long) = lengths.first().copied().unwrap_or((8.0, 16.0));
    let mut path = String::new();
    for at in 0..72_u32 {
        let reach = if at % 6 == 0 { long } else { short };
        let ((ax, ay), (bx, by)) =
            (on_circle(x, y, radius, f64::from(at) * 5.0), on_circle(x, y, radius + reach, f64::from(at) * 5.0));
        path += &format!("M{} {}L{} {}", num(ax), num(ay), num(bx), num(by));
    }
    format!("<path d=\"{path}\" {attributes}/>")
}

/// Two arcs of 60°, clockwise from the top and from the foot.
pub(super) fn arcs(x: f64, y: f64, radius: f64, attributes: &str) -> String {
    let arc = |from: f64| {
        let ((ax, ay), (bx, by)) = (on_circle(x, y, radius, from), on_circle(x, y, radius, from + 60.0));
        format!("M{} {}A{r} {r} 0 0 1 {} {}", num(ax), num(ay), num(bx), num(by), r = num(radius))
    };
    format!("<path d=\"{}{}\" {attributes}/>", arc(0.0), arc(180.0))
}

/// A sweep of 48° that fades back from its bright edge. Its wedges overlap, so that no seam shows.
pub(super) fn sweep(x: f64, y: f64, radius: f64, color: HexColor) -> String {
    const TO: f64 = 48.0;
    let mut out = String::new();
    let (ex, ey) = on_circle(x, y, radius, TO);
    for step in 0..24_u32 {
        let (ax, ay) = on_circle(x, y, radius, f64::from(step) * 2.0);
        out += &format!(
            "<path d=\"M{x} {y}L{} {}A{r} {r} 0 0 1 {} {}z\" fill=\"{color}\" opacity=\".018\"/>",
            num(ax),
            num(ay),
            num(ex),
            num(ey),
            r = num(radius)
        );
    }
    out + &format!(
        "<path d=\"M{x} {y}L{} {}\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
        num(ex),
        num(ey)
    )
}

/// Rings at .33 and .66, a cross, and where the blips of the sections are. Blips follow a golden spiral, as on the page.
pub(super) fn radar(x: f64, y: f64, radius: f64, color: HexColor, sections: usize) -> (String, Vec<(f64, f64)>) {
    let line = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\" opacity=\".4\"");
    let mut out = [0.33, 0.66, 0.99].map(|share| crate::svg::circle(x, y, radius * share, &line)).concat();
    out += &format!(
        "<path d=\"M{} {y}h{w}M{x} {}v{w}\" {line}/>",
        num(x - radius),
        num(y - radius),
        w = num(radius * 2.0)
    );
    let mut blips = Vec::new();
    for at in 0..sections.min(RANGE) {
        let step = f64::from(u8::try_from(at).unwrap_or_default());
        let (sin, cos) = float_math::sin_cos(step * 2.4 - 0.82);
        let far = radius * (0.36 + 0.5 * ((step + 0.6) / 5.0).sqrt().min(1.0));
        let (bx, by) = (x + far * cos, y + far * sin);
        out += &crate::svg::rect(bx - 5.0, by - 5.0, 10.0, 10.0, &format!("fill=\"{color}\""));
        blips.push((bx, by));
    }
    (out, blips)
}

/// Bars that grow taller towards the middle; the part already played is bright, none if nothing plays.
pub(crate) fn waveform(seed: u32, bars: u32, x: f64, y: f64, color: HexColor, plays: bool) -> String {
    const PITCH: f64 = 11.0;
    let mut state = seed | 1;
    let (mut played, mut rest) = (String::new(), String::new());
    for at in 0..bars {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // A parabola over the whole; each bar is between about half and all of it.
        let swell = 100 - 82 * (2 * at).abs_diff(bars - 1).pow(2) / (bars - 1).pow(2);
        let tall = f64::from((swell * (46 + (state >> 16) % 55) / 100).max(12)) / 2.0;
        let bar = format!("M{} {}v{}", num(x + 3.0 + PITCH * f64::from(at)), num(y - tall / 2.0), num(tall));
        if plays && at * 19 < bars * 12 { played += &bar } else { rest += &bar }
    }
    format!(
        "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"6\"><path d=\"{rest}\" opacity=\".38\"/><path d=\"{played}\"/></g>"
    )
}
