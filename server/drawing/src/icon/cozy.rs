//! cozy: a tin badge with the initial, or the portrait as a polaroid (docs/design/cards.md, 7; the badge and the polaroid are
//! those of the card, `look/cozy/stage.rs`).

use std::f64::consts::TAU;
use std::fmt::Write as _;

use mantel_model::HexColor;

use super::{Frame, MIDDLE, View, centred};
use crate::art::Art;
use crate::look::cozy::{Colours, stage};
use crate::photo::{Photo, contrasted, saturated, sepia};
use crate::svg::{circle, num, stop};
use crate::text::faces;
use crate::tints::{hex, mix, readable};

/// What shadows are drawn in: an icon and what lies about it.
const REGION: (f64, f64, f64, f64) = (-20.0, -20.0, 220.0, 220.0);
/// Planks in the light, without a joint.
pub(super) const VIEW: View = (470.0, 136.0, 190.0);

pub(super) fn draw(frame: &Frame<'_>) -> Art {
    let colours = Colours::of(frame.sheet.tints);
    let mut art = Art::new();
    let object = polaroid(&mut art, frame, &colours).unwrap_or_else(|| badge(frame, &colours));
    art.add(object);
    art
}

/// The tin badge. Its tin is the page's, or the owner's accent.
fn badge(frame: &Frame<'_>, colours: &Colours) -> String {
    let tints = frame.sheet.tints;
    let tin = if tints.own_accent { tints.accent } else { colours.tin };
    let tinned = readable(tin, &[hex(0xff_f7e6), tints.accent_ink]);
    let radius = if frame.bold() { 87.0 } else { 68.0 };
    let disc = circle(MIDDLE, MIDDLE, radius, "");
    let fall = if frame.bold() {
        String::new()
    } else {
        stage::shadows(
            "fall",
            colours,
            REGION,
            &disc,
            &[(5.0, 11.0, 9.0, 0.42), (2.0, 4.0, 3.4, 0.36), (1.0, 1.6, 1.6, 0.4)],
        )
    };
    let (rim, ring) = if frame.bold() { (7.0, 7.0) } else { (4.4, 4.0) };
    let line = |radius: f64, wide: f64, stroke: &str| {
        circle(MIDDLE, MIDDLE, radius, &format!("fill='none' stroke='{stroke}' stroke-width='{wide}'"))
    };
    let mut out = fall + &stage::tin_gradients(tin) + &circle(MIDDLE, MIDDLE, radius, "fill='url(#tin)'");
    out += &line(radius - rim / 2.0, rim, "url(#rim)");
    out += &line(radius - 0.6, 1.2, &mix(tin, hex(0), 0.55).to_string());
    out += &line(radius * 0.8, ring, &tinned.to_string());
    let (gx, gy) = (MIDDLE - radius * 0.45, MIDDLE - radius * 0.7);
    let _ = write!(
        out,
        "<ellipse cx='{0}' cy='{1}' rx='{2}' ry='{3}' transform='rotate(-34 {0} {1})' fill='url(#gloss)'/>",
        num(gx),
        num(gy),
        num(radius * 0.32),
        num(radius * 0.14)
    );
    let size = radius * if frame.bold() { 1.22 } else { 1.14 };
    out += &match frame.monogram(&faces::CAPRASIMO, size, radius * 1.12, radius) {
        Some(line) => centred(&line, MIDDLE, MIDDLE, &format!("fill='{tinned}'")),
        None => star(radius * 0.5, tinned),
    };
    frame.placed(frame.part(1.0), &out)
}

/// The look's own mark: a star of five points.
fn star(radius: f64, color: HexColor) -> String {
    let point = |at: u32| {
        let (sin, cos) = (f64::from(at) / 10.0 * TAU).sin_cos();
        let far = if at.is_multiple_of(2) { radius } else { radius * 0.46 };
        format!("{} {}", num(MIDDLE + far * sin), num(MIDDLE + 0.06 * radius - far * cos))
    };
    let points: Vec<String> = (0..10).map(point).collect();
    format!(
        "<path d='M{}z' fill='{color}' stroke='{color}' stroke-width='{}' stroke-linejoin='round'/>",
        points.join("L"),
        num(radius * 0.16)
    )
}

/// The portrait in its paper at −5°, the foot 24.
fn polaroid(art: &mut Art, frame: &Frame<'_>, colours: &Colours) -> Option<String> {
    const TURN: f64 = -5.0;
    let part = frame.part(0.8);
    let (side, rim, foot) = if frame.bold() { (128.0, 9.0, 24.0) } else { (96.0, 9.0, 24.0) };
    let mut photo: Photo = frame.avatar(part, side, side, mix(colours.paper, hex(0x6b_5030), 0.8).bytes())?;
    photo.map(|_, _, pixel| sepia(contrasted(saturated(pixel, 0.9), 0.96), 0.07));
    let (wide, tall) = (side + 2.0 * rim, side + rim + foot);
    let (left, top) = (MIDDLE - wide / 2.0, MIDDLE - tall / 2.0);
    let paper = format!("x='{}' y='{}' width='{}' height='{}' rx='2'", num(left), num(top), num(wide), num(tall));
    let turn = format!("transform='rotate({TURN} {MIDDLE} {MIDDLE})'");
    let falls: &[_] =
        if frame.bold() { &[(0.0, 1.5, 2.0, 0.5)] } else { &[(5.0, 9.0, 8.0, 0.42), (1.0, 2.0, 2.0, 0.4)] };
    let mut out = stage::shadows("fall", colours, REGION, &format!("<rect {paper} {turn}/>"), falls);
    let _ = write!(
        out,
        "{}<linearGradient id='sheen' x2='.62' y2='.86'>{}{}</linearGradient>",
        stage::polaroid_paper("paper", colours),
        stop(0.0, hex(0xff_ffff), 0.2),
        stop(0.5, hex(0xff_ffff), 0.0)
    );
    let (x, y) = (left + rim, top + rim);
    let image = art.image(photo.to_pixels()?, x, y, side, side, "");
    let over = format!("x='{}' y='{}' width='{side}' height='{side}'", num(x), num(y));
    let _ = write!(
        out,
        "<g {turn}><rect {paper} fill='url(#paper)'/>{image}<rect {over} fill='url(#sheen)'/>\
         <path d='M{} {}v-{side}h{side}' fill='none' stroke='#1e0c04' stroke-opacity='.3' stroke-width='2'/></g>",
        num(x + 1.0),
        num(y + side + 1.0)
    );
    Some(frame.placed(part, &out))
}
