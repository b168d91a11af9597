//! A pool of wax, pressed (looks, 5 "Wax filter"; `public/draw/painted.py`).

use std::f64::consts::TAU;

use mantel_model::HexColor;

use super::water;
use crate::look::rough::Outline;

/// Where the twelve lobes of a seal lie, in twelfths of a turn: not evenly, as wax is poured.
const LOBES: [f64; 12] = [0.1, 1.0, 1.88, 3.12, 4.05, 4.9, 6.14, 7.0, 7.9, 9.1, 10.06, 10.94];

/// The wax's edge at a radius, its lobes `deep` of the radius.
fn lobed((cx, cy): (f64, f64), radius: f64, deep: f64) -> Outline {
    Outline::round(cx, cy, radius, |angle| {
        let near =
            LOBES.iter().map(|at| ((angle - at / 12.0 * TAU + TAU * 1.5) % TAU - TAU / 2.0).abs()).fold(TAU, f64::min);
        let lobe = (near * 6.0).min(TAU / 2.0).cos();
        radius * (1.0 + deep * lobe + 0.012 * (2.0 * angle + 4.0).sin() + 0.008 * (3.0 * angle).sin())
    })
}

/// The shadow of a seal and the seal, as SVG; `edge` is the palette's colour of shadows.
pub(crate) fn seal((cx, cy): (f64, f64), radius: f64, wax: HexColor, edge: HexColor) -> String {
    let outer = lobed((cx, cy), radius, 0.034).path();
    let ridge = lobed((cx, cy), radius * 0.82, 0.024).path();
    let part = radius / 74.0;
    let region = (cx - radius * 1.4, cy - radius * 1.4, radius * 2.8, radius * 2.8);
    let sun = "<feDistantLight azimuth='228' elevation='52'/>";
    // A face that lies flat keeps the wax's colour: light from 52 degrees gives it .788.
    let press = water::filter(
        "press",
        region,
        &format!(
            "<feComponentTransfer in='SourceAlpha' result='solid'><feFuncA type='linear' slope='2.4'/></feComponentTransfer>\
             <feGaussianBlur in='SourceAlpha' stdDeviation='{:.2}' result='height'/>\
             <feDiffuseLighting in='height' surfaceScale='{:.2}' lighting-color='#fff' result='lit'>{sun}</feDiffuseLighting>\
             <feSpecularLighting in='height' surfaceScale='{:.2}' specularExponent='24' specularConstant='.9' lighting-color='#ff7a52' result='gloss'>{sun}</feSpecularLighting>\
             <feFlood flood-color='{wax}' result='wax'/>\
             <feComposite in='wax' in2='lit' operator='arithmetic' k1='1.17' k2='.015' k3='0' k4='0' result='base'/>\
             <feComposite in='base' in2='gloss' operator='arithmetic' k1='0' k2='1' k3='.4' k4='0'/>\
             <feComposite in2='solid' operator='in'/>",
            2.2 * part,
            9.0 * part,
            8.0 * part
        ),
    );
    let fall = |id: &str, dx: f64, dy: f64, blur: f64, opacity: f64| {
        let filter = water::filter(id, region, &format!("<feGaussianBlur stdDeviation='{blur}'/>"));
        format!(
            "{filter}<path d='{outer}' transform='translate({dx} {dy})' fill='{edge}' fill-opacity='{opacity}' filter='url(#{id})'/>"
        )
    };
    format!(
        "{}{}{press}<g filter='url(#press)'><path d='{outer}' fill-opacity='.56'/>\
         <path d='{ridge}' fill='none' stroke='#000' stroke-opacity='.6' stroke-width='{:.2}'/>\
         <circle cx='{cx}' cy='{cy}' r='{:.2}' fill='none' stroke='#000' stroke-opacity='.5' stroke-width='{:.2}'/></g>",
        fall("wax-far", 3.0, 6.0, 5.0, 0.34),
        fall("wax-near", 1.0, 1.5, 1.2, 0.5),
        11.0 * part,
        50.0 * part,
        5.0 * part
    )
}

/// The mark of a page whose name has no letter that a face knows: a sprig, pressed (`public/draw/painted.py`, `sprig`).
pub(crate) fn sprig(cx: f64, cy: f64, pressed: HexColor, hollow: HexColor) -> String {
    let leaf = |x: f64, y: f64, length: f64, turn: f64, wide: f64| {
        format!(
            "<path transform='translate({x} {y}) rotate({turn})' d='M0 0C{:.1} {:.1} {:.1} {:.1} {length} 0C{:.1} {:.1} {:.1} {:.1} 0 0z'/>",
            length * 0.3,
            -wide,
            length * 0.75,
            -wide,
            length * 0.7,
            wide * 0.9,
            length * 0.3,
            wide * 0.8
        )
    };
    let mut leaves = leaf(46.0, 28.0, 28.0, -84.0, 10.0);
    for at in 0..4 {
        let (far, y) = (f64::from(at), 140.0 - f64::from(at) * 32.0);
        let (one, other) = if at % 2 == 0 { (-38.0, -144.0) } else { (-142.0, -36.0) };
        leaves += &leaf(46.0, y, 48.0 - far * 4.0, one, 15.0);
        if at < 3 {
            leaves += &leaf(46.0, y - 16.0, 42.0 - far * 4.0, other, 13.0);
        }
    }
    let stem = "<path d='M46 170C44 130 50 90 46 20' fill='none' stroke='currentColor' stroke-width='2.4' stroke-linecap='round'/>";
    let place = |dy: f64, color: HexColor| {
        format!(
            "<g transform='translate({cx} {}) scale(.46) translate(-46 -92)' fill='{color}' color='{color}'>{stem}{leaves}</g>",
            cy + dy
        )
    };
    place(1.6, hollow) + &place(0.0, pressed)
}
