//! Sun and mountain; the name large on the empty sheet, the code on a sheet of its own with a key line.

use super::{BLEED, OUT, SIZE, TALL, WIDE, address, bio, count, larger};
use crate::art::Art;
use crate::drawer::DrawError;
use crate::look::washi::card::{BARE, filters, seal};
use crate::look::washi::ink::InkColors;
use crate::look::washi::plate::{self, SUMMIT, SUN};
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::svg::rect;
use crate::text::{Block, faces};

/// How much larger the sun is than on a share card, and where it stands.
const LARGE: f64 = 1.55;
const SUN_AT: (f64, f64) = (926.0, 328.0);
/// The same of the mountain: across, down, and where its summit is.
const MOUNTAIN: (f64, f64) = (1.25, 1.75);
const SUMMIT_AT: (f64, f64) = (914.0, 1011.0);
/// The left edge of words.
const LEFT: f64 = 96.0;
/// The baseline of the name's last line, how high the sun reaches down, and where it begins.
const BASE: f64 = 712.0;
const SUN_FOOT: f64 = 565.0;
const SUN_LEFT: f64 = 676.0;
/// The sheet: left, top, width, height.
const SHEET: [f64; 4] = [96.0, 952.0, 648.0, 700.0];

pub(super) fn scene(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    let ink = InkColors::of(tints);
    let (wide, tall) = ((WIDE / 2.0).ceil(), (TALL / 2.0).ceil());
    let mut paper = Art::new();
    paper.add(plate::filters());
    paper.add(rect(0.0, 0.0, wide, tall, &format!("fill='{}'", tints.bg)));
    if tints.grain {
        paper.add(plate::paper(&ink, wide, tall));
        paper.add(plate::tooth(&ink, wide, tall));
    }
    maker.print.halved(&paper, 2.0, -OUT, -OUT)?;
    let mut art = Art::new();
    art.add(plate::filters());
    let moved = |to: (f64, f64), (across, down): (f64, f64), from: (f64, f64), inside: &str| {
        format!(
            "<g transform='translate({} {}) scale({across} {down}) translate({} {})'>{inside}</g>",
            to.0, to.1, -from.0, -from.1
        )
    };
    let sun = (SUN.0, SUN.1);
    art.add(moved(SUN_AT, (LARGE, LARGE), sun, &plate::sun(&ink, tints)));
    art.add(format!("<g transform='translate(-{OUT} -{OUT})'>{}</g>", plate::sky(&ink, WIDE, 290.0)));
    art.add(moved(SUMMIT_AT, MOUNTAIN, SUMMIT, &plate::mountain(&ink, tints)));
    let foot = f64::from(SIZE.1 + BLEED);
    art.add(moved((0.0, foot), (1.3, 1.3), (60.0, 630.0), &plate::near(&ink, tints)));
    art.add(moved(SUN_AT, (LARGE, LARGE), sun, &plate::guests(tints)));
    maker.print.lay(&art)
}

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let input = maker.input;
    let tints = input.tints;
    let ink = InkColors::of(tints);
    let mut art = Art::new();
    art.add(filters());
    seal(&mut art, &input, &ink, LEFT, 90.0, 150.0);
    maker.print.lay(&art)?;
    head(maker);

    let [x, y, w, h] = SHEET;
    let sheet = rect(x, y, w, h, "");
    maker.print.under(&format!(
        "<filter id='f' x='-.1' y='-.1' width='1.2' height='1.2'><feGaussianBlur stdDeviation='12'/></filter>\
         <g fill='{}' fill-opacity='.3' transform='translate(0 9)' filter='url(#f)'>{sheet}</g><g fill='{}'>{sheet}</g>",
        tints.edge, maker.inks.plate
    ))?;
    crate::qr::sticker::washi::key_line(maker, [x + 14.0, y + 14.0, w - 28.0, h - 28.0])?;
    let place = maker.place(190.0, 1042.0, 460.0);
    maker.code(place, Modules::Joined(2.4), Eyes::Round(0.0));
    let address = address(maker, &faces::ZEN_OLD_500, 0.0, 48.0, 570.0);
    maker.column(&address, x + w / 2.0, 1612.0, 0.0, maker.inks.dark);
    Ok(())
}

/// Name and bio. Words do not run over the sun: a long name stands below it, and then there is no bio.
fn head(maker: &mut Maker<'_>) {
    let input = maker.input;
    let setting = input.display(&faces::SHIPPORI_800, 0.0);
    let steps = larger(BARE);
    let set = |measure: f64| input.name(setting, &steps, |_, _| measure);
    let leading = |name: &Block| name.size * if name.cjk { 1.1 } else { 1.0 };
    let first = |name: &Block| BASE - leading(name) * (count(name) - 1.0).max(0.0);
    let clear = |name: &Block| {
        let mut top = first(name) - 0.74 * name.size;
        name.lines.iter().all(|line| {
            let beside = top < SUN_FOOT;
            top += leading(name);
            !beside || LEFT + line.width < SUN_LEFT
        })
    };
    let wide = set(800.0);
    let name = if clear(&wide) { wide } else { set(SUN_LEFT - LEFT) };
    let beside = name.lines.len() <= 2;
    let name = if beside { name } else { set(1_044.0) };
    let start = if beside { first(&name) } else { SUN_FOOT + 10.0 + 0.8 * name.size };
    let color = input.words_color();
    let bearing = name.lines.first().map_or(0.0, |line| line.ink[0].clamp(0.0, name.size * 0.06));
    maker.lines(&name, LEFT + 2.0 - bearing, start, leading(&name), color);
    if !beside {
        return;
    }
    let bio = bio(input.parts, input.text(&faces::ZEN_OLD_500, 0.0), 50.0, 760.0, &name);
    maker.lines(&bio, LEFT, BASE + 98.0, 68.0, color);
}
