//! The objects on cozy's desk, blank, with their shadows (`docs/design/cards.md`, 3, "cozy").

use mantel_model::HexColor;

use super::colours::Colours;
use super::objects;
use crate::look::Objects;
use crate::svg::stop;
use crate::tints::{hex, mix};

/// The pad: left, top, width, height; it is turned about its upper left corner.
pub(super) const PAD: (f64, f64, f64, f64) = (236.0, 56.0, 786.0, 356.0);
/// How far the pad is turned, degrees.
pub(crate) const PAD_TURN: f64 = -0.7;
/// How far under the pad's upper edge its first rule is.
pub(crate) const FIRST_RULE: f64 = 92.0;
/// The first rule of the pad, from the card's top, before it is turned; and how far they are apart.
pub(crate) const RULES: (f64, f64) = (56.0 + FIRST_RULE, 44.0);
/// How many rules the pad has.
pub(super) const RULE_COUNT: usize = 6;
/// The middle of the portrait's polaroid and how far it is turned.
pub(super) const PORTRAIT: ((f64, f64), f64) = ((152.0, 204.0), -6.0);
/// The middle of the picture's polaroid and how far it is turned.
pub(super) const PICTURE: ((f64, f64), f64) = ((1022.0, 494.0), 6.0);
/// The middle of the sticky note and how far it is turned.
pub(super) const NOTE: ((f64, f64), f64) = ((752.0, 500.0), -3.0);
/// The middle of the badge and its radius.
pub(crate) const BADGE: ((f64, f64), f64) = ((560.0, 526.0), 80.0);

/// A shadow: how far it is moved, how soft it is and how strong.
pub(crate) type Fall = (f64, f64, f64, f64);
/// The near shadow of every object.
pub(super) const NEAR: Fall = (1.0, 2.0, 2.0, 0.40);

/// The blank objects of a page with these parts. The picture's polaroid lies on the pad's corner, as its photograph does.
pub(super) fn stage(colours: &Colours, objects: Objects) -> String {
    let mut out = objects::ring();
    out += &pad(colours, PAD, RULE_COUNT);
    if objects.picture || objects.cover {
        let ((x, y), turn) = PICTURE;
        out += &polaroid("picture", colours, (x, y), turn, (-150.0, -160.0, 300.0, 336.0));
    }
    if objects.avatar {
        let ((x, y), turn) = PORTRAIT;
        out += &polaroid("portrait", colours, (x, y), turn, (-117.0, -136.0, 234.0, 272.0));
    }
    if objects.note {
        out += &note(colours);
    }
    if objects.stamp {
        out += &badge(colours);
    }
    out += &objects::pencil(colours);
    out
}

/// The shadows of a shape: its elements, moved and blurred within a region (left, top, width, height).
pub(crate) fn shadows(
    id: &str,
    colours: &Colours,
    region: (f64, f64, f64, f64),
    shape: &str,
    falls: &[Fall],
) -> String {
    let (x, y, width, height) = region;
    let mut out = String::new();
    for (at, (dx, dy, blur, strength)) in falls.iter().enumerate() {
        out += &format!(
            "<filter id='{id}{at}' filterUnits='userSpaceOnUse' x='{x}' y='{y}' width='{width}' height='{height}'><feGaussianBlur stdDeviation='{blur}'/></filter>\
             <g filter='url(#{id}{at})' opacity='{strength}' fill='{}'><g transform='translate({dx} {dy})'>{shape}</g></g>",
            colours.edge
        );
    }
    out
}

/// The spiral pad: paper, rules, holes, coil.
pub(crate) fn pad(colours: &Colours, (x, y, width, height): (f64, f64, f64, f64), rules: usize) -> String {
    let turn = format!("rotate({PAD_TURN} {x} {y})");
    let sheet = format!("<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='2' transform='{turn}'/>");
    let mut out = shadows(
        "pad",
        colours,
        (x - 60.0, y - 60.0, width + 120.0, height + 120.0),
        &sheet,
        &[(5.0, 11.0, 13.0, 0.38), NEAR],
    );
    let paper = colours.paper;
    out += &format!(
        "<linearGradient id='sheet' x2='.5' y2='1'>{}{}{}</linearGradient>",
        stop(0.0, mix(paper, hex(0xff_ffff), 0.45), 1.0),
        stop(0.4, paper, 1.0),
        stop(1.0, mix(paper, hex(0x8a_6a3a), 0.965), 1.0)
    );
    let mut on = format!("<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='2' fill='url(#sheet)'/>");
    for at in 0..rules {
        let down = y + FIRST_RULE + RULES.1 * at as f64;
        on +=
            &format!("<path d='M{x} {down}H{}' stroke='#4f7fa8' stroke-opacity='.34' stroke-width='1.5'/>", x + width);
    }
    on += &objects::coil(colours, x, y, width);
    out += &format!("<g transform='{turn}'>{on}</g>");
    out
}

/// A polaroid's paper about its middle: left, top, width, height.
pub(crate) fn polaroid(
    id: &str,
    colours: &Colours,
    (cx, cy): (f64, f64),
    turn: f64,
    (left, top, width, height): (f64, f64, f64, f64),
) -> String {
    let place = format!("translate({cx} {cy}) rotate({turn})");
    let shape = format!("<rect x='{left}' y='{top}' width='{width}' height='{height}' rx='2' transform='{place}'/>");
    let reach = width.max(height) * 0.72 + 40.0;
    let region = (cx - reach, cy - reach, reach * 2.0, reach * 2.0);
    format!(
        "{}{}<rect x='{left}' y='{top}' width='{width}' height='{height}' rx='2' transform='{place}' fill='url(#{id})'/>",
        shadows(&format!("{id}-fall"), colours, region, &shape, &[(5.0, 10.0, 11.0, 0.42), NEAR]),
        polaroid_paper(id, colours),
    )
}

/// The gradient of a polaroid's paper.
pub(crate) fn polaroid_paper(id: &str, colours: &Colours) -> String {
    format!(
        "<linearGradient id='{id}' x2='.7' y2='1'>{}{}{}</linearGradient>",
        stop(0.0, mix(colours.paper, hex(0xff_ffff), 0.3), 1.0),
        stop(0.55, mix(colours.paper, hex(0xff_ffff), 0.8), 1.0),
        stop(1.0, mix(colours.paper, hex(0x7a_5520), 0.95), 1.0)
    )
}

/// The sticky note: a darker band of glue, and a corner that lifts off the desk.
fn note(colours: &Colours) -> String {
    const SHAPE: &str = "M-98-92H98V74C74 86 24 92-30 92H-98z";
    let ((cx, cy), turn) = NOTE;
    let place = format!("translate({cx} {cy}) rotate({turn})");
    let region = (cx - 160.0, cy - 150.0, 320.0, 300.0);
    let flat = format!("<path d='{SHAPE}' transform='{place}'/>");
    // Only the shadow turns, so that the corner seems to lift.
    let lifted = format!("<path d='M-88-20H92V78H-80z' transform='{place} rotate(1.8)'/>");
    let glue = |share: f64| mix(colours.note, hex(0xc7_7800), share);
    let light = |share: f64| mix(colours.note, hex(0xff_ffff), share);
    format!(
        "{}{}<linearGradient id='sticky' x2='0' y2='1'>{}{}{}{}{}</linearGradient>\
         <radialGradient id='curl' cx='1' cy='1' r='.6'>{}{}</radialGradient>\
         <g transform='{place}'><path d='{SHAPE}' fill='url(#sticky)'/><path d='{SHAPE}' fill='url(#curl)'/></g>",
        shadows("lift", colours, region, &lifted, &[(9.0, 17.0, 10.0, 0.46)]),
        shadows("stick", colours, region, &flat, &[(0.0, 1.0, 1.5, 0.34)]),
        stop(0.0, glue(0.86), 1.0),
        stop(0.148, glue(0.92), 1.0),
        stop(0.158, glue(0.985), 1.0),
        stop(0.55, light(0.8), 1.0),
        stop(1.0, light(0.9), 1.0),
        stop(0.0, hex(0x78_3c00), 0.16),
        stop(1.0, hex(0x78_3c00), 0.0)
    )
}

/// The tin badge: a domed button with a cream ring.
pub(crate) fn badge(colours: &Colours) -> String {
    let ((cx, cy), radius) = BADGE;
    let disc = format!("<circle cx='{cx}' cy='{cy}' r='{radius}'/>");
    let region = (cx - 140.0, cy - 140.0, 280.0, 280.0);
    format!(
        "{}{}<circle cx='{cx}' cy='{cy}' r='{radius}' fill='url(#tin)'/>\
         <circle cx='{cx}' cy='{cy}' r='{:.1}' fill='none' stroke='url(#rim)' stroke-width='5'/>\
         <circle cx='{cx}' cy='{cy}' r='{:.1}' fill='none' stroke='{}' stroke-width='1.2'/>\
         <circle cx='{cx}' cy='{cy}' r='{:.1}' fill='none' stroke='{}' stroke-width='3'/>\
         <ellipse cx='{}' cy='{}' rx='27' ry='12' transform='rotate(-34 {} {})' fill='url(#gloss)'/>",
        shadows("tin-fall", colours, region, &disc, &[(6.0, 12.0, 11.0, 0.42), (2.0, 4.0, 4.0, 0.36), NEAR]),
        tin_gradients(colours.tin),
        radius - 2.6,
        radius - 0.6,
        mix(colours.tin, hex(0), 0.55),
        radius * 0.8,
        colours.tinned,
        cx - 36.0,
        cy - 56.0,
        cx - 36.0,
        cy - 56.0
    )
}

/// The gradients of a tin badge: `tin` on its dome, `rim` about it, `gloss` where it shines.
pub(crate) fn tin_gradients(tin: HexColor) -> String {
    let black = |share: f64| mix(tin, hex(0), share);
    format!(
        "<radialGradient id='tin' cx='.36' cy='.28' r='.82'>{}{}{}{}</radialGradient>\
         <linearGradient id='rim' x1='.2' y1='.05' x2='.8' y2='.95'>{}{}{}</linearGradient>\
         <radialGradient id='gloss'>{}{}{}</radialGradient>",
        stop(0.0, mix(tin, hex(0xff_ffff), 0.93), 1.0),
        stop(0.5, tin, 1.0),
        stop(0.8, black(0.8), 1.0),
        stop(1.0, black(0.58), 1.0),
        stop(0.0, hex(0xff_ffff), 0.3),
        stop(0.45, hex(0xff_ffff), 0.04),
        stop(1.0, hex(0), 0.34),
        stop(0.0, hex(0xff_ffff), 0.72),
        stop(0.4, hex(0xff_ffff), 0.5),
        stop(1.0, hex(0xff_ffff), 0.0),
    )
}
