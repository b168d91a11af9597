//! The moon over the name; the code as a label that stands in the clouds, between record and burst.

use std::fmt::Write as _;

use super::{OUT, SIZE, TALL, WIDE, bio, count, larger};
use crate::art::Art;
use crate::drawer::DrawError;
use crate::look::cobalt::plates::inked;
use crate::look::cobalt::sky::{self, MOON};
use crate::look::cobalt::{STEPS, Tones, cover, objects, stamp};
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::svg::{fade, num, rect};
use crate::text::{Block, faces};
use crate::tints::hex;

/// How much larger the moon is than on a share card, and its middle.
const LARGE: f64 = 1.55;
const MOON_AT: (f64, f64) = (620.0, 357.0);
/// Where the clouds begin, and their scale.
const CLOUDS: (f64, f64) = (1252.0, 1.3);
/// The middle of name and bio, between rays and label.
const MIDDLE: (f64, f64) = (620.0, 896.0);
/// The label: left, top, side.
const LABEL: [f64; 3] = [331.0, 1069.0, 578.0];
/// Where record and burst stand, and how much larger they are.
const RECORD: (f64, f64, f64) = (176.0, 1392.0, 1.42);
const BURST: (f64, f64, f64) = (1068.0, 1376.0, 1.26);
/// Dots: none behind words.
const DOTS: [(f64, f64); 30] = [
    (64.0, 60.0),
    (130.0, 186.0),
    (38.0, 300.0),
    (186.0, 262.0),
    (96.0, 402.0),
    (160.0, 520.0),
    (52.0, 586.0),
    (230.0, 640.0),
    (110.0, 700.0),
    (240.0, 96.0),
    (330.0, 40.0),
    (900.0, 36.0),
    (1002.0, 92.0),
    (1190.0, 66.0),
    (1096.0, 164.0),
    (1204.0, 282.0),
    (1068.0, 376.0),
    (1150.0, 420.0),
    (1010.0, 610.0),
    (1196.0, 566.0),
    (1090.0, 690.0),
    (44.0, 860.0),
    (30.0, 1010.0),
    (118.0, 1110.0),
    (222.0, 1180.0),
    (1206.0, 900.0),
    (1180.0, 1050.0),
    (1090.0, 1130.0),
    (985.0, 1190.0),
    (60.0, 1200.0),
];
/// Four-pointed stars: place and radius. The first four stand in the moon's arms.
const SPARKLES: [(f64, f64, f64); 14] = [
    (790.0, 295.0, 13.0),
    (713.0, 341.0, 17.0),
    (682.0, 450.0, 10.0),
    (763.0, 438.0, 12.0),
    (1026.0, 28.0, 12.0),
    (1132.0, 240.0, 11.0),
    (1014.0, 500.0, 9.0),
    (1176.0, 486.0, 14.0),
    (56.0, 470.0, 12.0),
    (190.0, 150.0, 14.0),
    (196.0, 590.0, 9.0),
    (150.0, 1164.0, 11.0),
    (1010.0, 1130.0, 14.0),
    (1160.0, 1190.0, 9.0),
];

pub(super) fn scene(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    let tones = Tones::of(tints);
    let (wide, tall) = ((WIDE / 2.0).ceil(), (TALL / 2.0).ceil());
    let mut paper = Art::new();
    paper.add(rect(0.0, 0.0, wide, tall, &format!("fill='{}'", tints.bg)));
    paper.add(sky::noises(&tones));
    if tints.grain && !tones.night {
        paper.add(rect(0.0, 0.0, wide, tall, "filter='url(#tooth)'"));
    }
    maker.print.halved(&paper, 2.0, -OUT, -OUT)?;

    let (top, scale) = CLOUDS;
    let mut art = Art::new();
    let stops = if tones.night { [0.0, 0.667, 1.0] } else { [0.0, 0.58, 1.0] };
    let [dark, middle, light] = [0, 1, 2].map(|at| (stops[at], tones.sky[at], 1.0));
    art.add(fade("sky", &[dark, middle, light]));
    let all = |height: f64, fill: &str| rect(-OUT, -OUT, WIDE, height + OUT, fill);
    let clouds = format!("translate({} {top}) scale({scale})", -OUT);
    let foot = f64::from(SIZE.1) + OUT;
    if tones.night {
        art.add(all(foot, "fill='url(#sky)'"));
    } else {
        let end = top + 66.0 * scale;
        art.add(format!(
            "<mask id='clouds' maskUnits='userSpaceOnUse' x='-{OUT}' y='-{OUT}' width='{WIDE}' height='{}'>{}<g transform='{clouds}'>{}</g></mask><g mask='url(#clouds)'>{}</g>",
            num(end + OUT),
            all(top - 4.0, "fill='#fff'"),
            inked("sky", hex(0xff_ffff)),
            all(end, "fill='url(#sky)'")
        ));
    }
    maker.print.lay(&art)?;
    if tints.grain {
        let mut salt = Art::new();
        let height = if tones.night { tall } else { f64::midpoint(top, OUT) };
        salt.add(sky::noises(&tones));
        salt.add(rect(0.0, 0.0, wide, height, "filter='url(#salt)' opacity='.5'"));
        maker.print.halved(&salt, 2.0, -OUT, -OUT)?;
    }

    let mut art = Art::new();
    let (mut dots, mut shapes) = (String::new(), String::new());
    for (x, y) in DOTS {
        let _ = write!(dots, "M{x} {y}h.01");
    }
    for (x, y, radius) in SPARKLES {
        shapes += &sky::sparkle(x, y, radius);
    }
    art.add(format!(
        "<path d='{dots}' stroke='{0}' stroke-width='5' stroke-linecap='round'/><path fill='{0}' d='{shapes}'/>",
        tones.words
    ));
    art.add(format!(
        "<g transform='translate({} {}) scale({LARGE}) translate({} {})'>{}{}</g>",
        MOON_AT.0,
        MOON_AT.1,
        -MOON.0,
        -MOON.1,
        sky::rays(&tones),
        sky::moon(&tones)
    ));
    if !tones.night {
        art.add(format!("<g transform='{clouds}' stroke-linejoin='round'>{}</g>", inked("line", tints.accent)));
    }
    maker.print.lay(&art)
}

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let input = maker.input;
    let tints = input.tints;
    let tones = Tones::of(tints);
    let parts = input.objects();
    let mut art = Art::new();
    let begin = |(x, y, scale): (f64, f64, f64)| format!("<g transform='translate({x} {y}) scale({scale})'>");
    if parts.record {
        art.add(begin(RECORD));
        art.add(objects::record((0.0, 0.0), tints, &tones, parts.cover));
        cover(&mut art, &input, &tones, (0.0, 0.0));
        art.add("</g>");
    }
    if parts.stamp {
        art.add(begin(BURST));
        art.add(objects::burst((0.0, 0.0), tints, &tones));
        stamp(&mut art, &input, (0.0, 0.0));
        art.add("</g>");
    }
    let [x, y, side] = LABEL;
    let paper = maker.inks.plate;
    let line = |inset: f64, thick: f64| {
        let stroke = format!("fill='none' stroke='{}' stroke-width='{thick}'", maker.inks.dark);
        rect(x + inset, y + inset, side - 2.0 * inset, side - 2.0 * inset, &stroke)
    };
    art.add(rect(x + 8.0, y + 9.0, side, side, &format!("fill='{}'", tints.accent)));
    art.add(rect(x, y, side, side, &format!("fill='{paper}'")));
    art.add(line(2.0, 4.0) + &line(12.0, 2.0));
    maker.print.lay(&art)?;
    let place = maker.place(408.0, y + 77.0, 424.0);
    maker.code(place, Modules::Dots, Eyes::Round(2.2));

    let name = input.name(input.display(&faces::CHONBURI, 0.0), &larger(STEPS), |_, _| 1060.0);
    let leading = 1.04 * name.size;
    let (size, lead) = if name.lines.len() > 1 { (46.0, 60.0) } else { (52.0, 68.0) };
    let bio = bio(input.parts, input.text(&faces::OLD_STANDARD_400, 0.0), size, 860.0, &name);
    let rise = name.size * if name.cjk { 0.88 } else { 0.72 };
    let gap = if bio.lines.is_empty() { 0.0 } else { 32.0 };
    let tall = rise + leading * (count(&name) - 1.0).max(0.0) + gap + lead * count(&bio);
    let first = MIDDLE.1 - tall / 2.0 + rise;
    let last = first + leading * (count(&name) - 1.0).max(0.0);
    maker.column(&name, MIDDLE.0 + 5.0, first + 4.0, leading, tints.accent);
    maker.column(&name, MIDDLE.0, first, leading, tones.name);
    maker.column(&bio, MIDDLE.0, last + gap + 0.72 * lead, lead, tones.name);

    let capitals = input.parts.address.to_uppercase();
    let setting = input.fixed(&faces::LEAGUE_GOTHIC, 0.048);
    let address: Block = setting.shrink(&capitals, 58.0, super::LEAST, 1080.0).unwrap_or_default();
    maker.column(&address, MIDDLE.0, 1712.0, 0.0, tones.address);
    Ok(())
}
