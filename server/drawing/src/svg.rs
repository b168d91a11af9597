//! Small pieces of SVG. All that comes in is ours or a number; owners' words come as outlines.

use mantel_model::HexColor;

use crate::text::Line;

/// A number as SVG writes it: hundredths, no `NaN`, no trailing zeros.
pub fn num(value: f64) -> String {
    let value = if value.is_finite() { (value * 100.0).round() / 100.0 } else { 0.0 };
    // No negative zero.
    format!("{}", value + 0.0)
}

/// A line of words with its origin at a point.
pub fn words(line: &Line, x: f64, y: f64, fill: HexColor) -> String {
    words_with(line, x, y, &format!("fill=\"{fill}\""))
}

/// A line of words with its origin at a point, and attributes such as `fill`.
pub fn words_with(line: &Line, x: f64, y: f64, attributes: &str) -> String {
    if line.path.is_empty() {
        return String::new();
    }
    format!("<path transform=\"translate({} {})\" {attributes} d=\"{}\"/>", num(x), num(y), line.path)
}

/// A rectangle with attributes.
pub fn rect(x: f64, y: f64, width: f64, height: f64, attributes: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
        num(x),
        num(y),
        num(width),
        num(height)
    )
}

/// A circle with attributes.
pub fn circle(x: f64, y: f64, radius: f64, attributes: &str) -> String {
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {attributes}/>", num(x), num(y), num(radius))
}

/// A linear gradient from top to bottom of what it fills: stops of place (0 to 1), colour and opacity.
pub fn fade(id: &str, stops: &[(f64, HexColor, f64)]) -> String {
    let mut out = format!("<linearGradient id=\"{id}\" x2=\"0\" y2=\"1\">");
    for (at, color, opacity) in stops {
        out.push_str(&stop(*at, *color, *opacity));
    }
    out + "</linearGradient>"
}

/// A stop of a gradient.
pub fn stop(at: f64, color: HexColor, opacity: f64) -> String {
    format!("<stop offset=\"{}\" stop-color=\"{color}\" stop-opacity=\"{}\"/>", num(at), num(opacity))
}
