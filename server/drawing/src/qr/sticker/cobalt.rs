//! A matchbox label in a sunburst of two inks.

use std::f64::consts::TAU;

use crate::drawer::DrawError;
use crate::look::cobalt::Tones;
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules, polygon};
use crate::svg::rect;
use crate::text::faces;
use crate::tints::{hex, readable};

/// How many rays the sun has.
const RAYS: u32 = 28;
/// The picture within its frame: left, top, width, height.
const PICTURE: [f64; 4] = [36.0, 36.0, 952.0, 800.0];
/// The middle of the sun.
const SUN: (f64, f64) = (512.0, 464.0);

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    let tones = Tones::of(tints);
    let ground = if tones.night { tones.sky[1] } else { tones.plate };
    let paper = maker.inks.plate;
    let mut rays = String::new();
    for number in 0..RAYS {
        let at = |angle: f64| (SUN.0 + 900.0 * angle.cos(), SUN.1 + 900.0 * angle.sin());
        let from = TAU * (f64::from(number) - 0.25) / f64::from(RAYS);
        rays += &polygon(&[SUN, at(from), at(from + TAU / f64::from(RAYS) / 2.0)]);
    }
    let [x, y, w, h] = PICTURE;
    let fill = |color| format!("fill='{color}'");
    maker.print.under(&format!(
        "{}{}{}<clipPath id='c'>{}</clipPath><g clip-path='url(#c)'><path fill='{}' d='{rays}'/></g>{}{}{}{}",
        rect(0.0, 0.0, 1024.0, 1024.0, &fill(ground)),
        rect(21.0, 21.0, 982.0, 982.0, &format!("fill='none' stroke='{paper}' stroke-width='8'")),
        rect(x, y, w, h, &fill(paper)),
        rect(x, y, w, h, ""),
        tints.accent,
        rect(x, y + h, w, 4.0, &fill(paper)),
        rect(156.0, 116.0, 732.0, 728.0, &fill(tints.accent)),
        rect(146.0, 98.0, 732.0, 732.0, &fill(ground)),
        rect(150.0, 102.0, 724.0, 724.0, &fill(paper)),
    ))?;
    let place = maker.place(234.0, 186.0, 556.0);
    maker.code(place, Modules::Dots, Eyes::Round(2.2));
    let words = readable(ground, &[paper, hex(0xff_f6e0)]);
    let name = maker.name(maker.input.display(&faces::CHONBURI, 0.0), 90.0, 40.0, 680.0);
    let first = if name.lines.len() > 1 { 928.0 } else { 924.0 };
    maker.centred(&name, 515.0, first + 3.0, tints.accent);
    maker.centred(&name, 512.0, first, words);
    let capitals = maker.input.parts.address.to_uppercase();
    let setting = maker.input.fixed(&faces::LEAGUE_GOTHIC, 2.4 / 44.0);
    if let Some(address) = setting.shrink(&capitals, 44.0, 28.0, 780.0) {
        maker.centred(&address, 512.0, 982.0, words);
    }
    for middle in [100.0, 924.0] {
        let star: Vec<(f64, f64)> = (0..16_u32)
            .map(|at| {
                let radius = [30.0, 6.5, 15.0, 6.5][at as usize % 4];
                let angle = TAU * f64::from(at) / 16.0;
                (middle + radius * angle.cos(), 912.0 + radius * angle.sin())
            })
            .collect();
        maker.print.mark(polygon(&star), words);
    }
    Ok(())
}
