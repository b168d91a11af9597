//! washi: a square seal with the initial, or the portrait as a print (docs/design/cards.md, 7).

use super::{Frame, IconSize, MIDDLE, View, centred};
use crate::art::Art;
use crate::look::washi::ink::InkColors;
use crate::look::washi::{blocks, knife};
use crate::photo::{channels, woodblock};
use crate::svg::{num, rect};
use crate::text::faces;

/// Bare paper.
pub(super) const VIEW: View = (250.0, 182.0, 180.0);

pub(super) fn draw(frame: &Frame<'_>) -> Art {
    let ink = InkColors::of(frame.sheet.tints);
    let mut art = Art::new();
    let object = print(&mut art, frame, &ink).unwrap_or_else(|| seal(frame, &ink));
    art.add(object);
    art
}

/// The seal: border 4.5% of its side, letter 68%; both more where it is small.
fn seal(frame: &Frame<'_>, ink: &InkColors) -> String {
    let (side, rim, letter) = if frame.bold() { (173.0, 0.066, 0.82) } else { (116.0, 0.045, 0.68) };
    let rim = side * rim;
    let at = MIDDLE - side / 2.0;
    let inset = rim * if frame.bold() { 1.6 } else { 1.9 };
    let bare = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", ink.seal_ink, num(rim));
    let body = rect(at, at, side, side, &format!("rx=\"{}\" fill=\"{}\"", num(side * 0.05), ink.seal))
        + &rect(at + inset, at + inset, side - 2.0 * inset, side - 2.0 * inset, &bare);
    // What the seal leaves bare; a pixel of it at 32 is not a fleck but dirt.
    let (frequency, worn) = match frame.size {
        IconSize::Small => ("0", ""),
        IconSize::Tab => (".07", "filter=\"url(#flecks)\""),
        _ => (".1", "filter=\"url(#flecks)\""),
    };
    let mut out = format!(
        "<filter id=\"flecks\" x=\"0\" y=\"0\" width=\"1\" height=\"1\" color-interpolation-filters=\"sRGB\"><feTurbulence type=\"fractalNoise\" baseFrequency=\"{frequency}\" numOctaves=\"2\" seed=\"9\" result=\"n\"/><feColorMatrix in=\"n\" values=\"0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 -9 6.9\" result=\"m\"/><feComposite in=\"SourceGraphic\" in2=\"m\" operator=\"in\"/></filter><g {worn}>{body}</g>"
    );
    let fill = format!("fill=\"{}\"", ink.seal_ink);
    let room = side - 2.0 * inset - rim;
    out += &match frame.monogram(&faces::SHIPPORI_800, side * letter, room * 0.86, room * 0.84) {
        Some(line) => centred(&line, MIDDLE, MIDDLE, &fill),
        None => {
            let crest = side * 0.62;
            // Its ring is the seal's own rim.
            let mut leaf = blocks::block("crest-0");
            if let Some(end) = leaf.inside.find("/>") {
                leaf.inside = leaf.inside.split_off(end + 2);
            }
            leaf.at(MIDDLE - crest / 2.0, MIDDLE - crest / 2.0, crest, crest, &fill)
        }
    };
    frame.placed(frame.part(0.86), &out)
}

/// The portrait printed, with bokashi, bare streaks and a key line; on a sheet where there is a scene behind it.
fn print(art: &mut Art, frame: &Frame<'_>, ink: &InkColors) -> Option<String> {
    let part = frame.part(0.82);
    let tints = frame.sheet.tints;
    let (side, line) = if frame.bold() { (163.0, 10.0) } else { (116.0, 4.0) };
    let mut photo = frame.avatar(part, side, side, ink.print.bytes())?;
    let block = woodblock::Block { paper: channels(ink.print), second: channels(ink.second), dark: ink.dark };
    woodblock::print(&mut photo, &block);
    let at = MIDDLE - side / 2.0;
    let image = art.image(photo.to_pixels()?, at, at, side, side, "");
    let mut out = String::new();
    if !frame.bold() {
        let (sheet, wide) = (22.0, 136.0);
        let blur = |id: &str, deviation: f64| {
            format!(
                "<filter id=\"{id}\" x=\"-.2\" y=\"-.2\" width=\"1.4\" height=\"1.4\"><feGaussianBlur stdDeviation=\"{deviation}\"/></filter>"
            )
        };
        let (near, far) = if ink.dark { (0.5, 0.4) } else { (0.3, 0.28) };
        let fall =
            |id: &str, much: f64| format!("fill=\"{}\" fill-opacity=\"{much}\" filter=\"url(#{id})\"", ink.shade);
        out += &blur("soft", 6.0);
        out += &blur("crisp", 1.0);
        out += &rect(sheet, sheet + 6.0, wide, wide, &fall("soft", far));
        out += &rect(sheet, sheet + 1.0, wide, wide, &fall("crisp", near));
        out += &rect(sheet, sheet, wide, wide, &format!("fill=\"{}\"", tints.surface));
    }
    let streaks = blocks::block("baren");
    let bare = streaks.at(
        at - 60.0,
        at - 60.0,
        streaks.size.0,
        streaks.size.1,
        &format!("fill=\"{}\" opacity=\".72\"", ink.print),
    );
    out += &format!(
        "{image}<clipPath id=\"print\">{}</clipPath><g clip-path=\"url(#print)\">{bare}</g>",
        rect(at, at, side, side, "")
    );
    out += &knife::frame([at, at, side, side], line, tints.edge);
    Some(frame.placed(part, &out))
}
