//! A window on the desktop, whole pixels: the name under the code, the address in its status line.

use mantel_model::HexColor;

use crate::drawer::DrawError;
use crate::look::lofi::Tones;
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::svg::rect;
use crate::text::{Block, faces};
use crate::tints::readable;

/// The window: left, top, width, height.
const WINDOW: [f64; 4] = [96.0, 60.0, 832.0, 900.0];
/// Its title bar and status line, with their borders.
pub(in crate::qr) const BAR: f64 = 47.0;
pub(in crate::qr) const STATUS: f64 = 56.0;
/// Borders.
pub(in crate::qr) const EDGE: f64 = 5.0;

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    let tones = Tones::of(tints);
    // Pixels stay whole: twice as large, the hills at the foot.
    maker.print.plate(&crate::look::plate(tints), 2.0, -300.0, -236.0)?;
    let title = title(&maker.input.parts.address);
    window(maker, &tones, WINDOW, &title, maker.inks.plate, true)?;
    let place = maker.place(236.0, 196.0, 551.0).whole(maker.code);
    maker.code(place, Modules::Joined(0.0), Eyes::Round(0.0));
    let name = maker.name(maker.input.display(&faces::PIXELIFY_600, 0.0), 76.0, 30.0, 740.0);
    maker.centred(&name, 512.0, 886.0, maker.inks.dark);
    let address = maker.address(&faces::SOMETYPE_500, 0.0, 36.0, 760.0);
    maker.centred(&address, 512.0, WINDOW[1] + WINDOW[3] - 16.0, readable(tones.bar, &[tones.ink, tones.edge]));
    Ok(())
}

/// An empty window, with a status line or without: its shadow, borders, bar and boxes, and its title.
pub(in crate::qr) fn window(
    maker: &mut Maker<'_>,
    tones: &Tones,
    [x, y, w, h]: [f64; 4],
    title: &str,
    paper: HexColor,
    status: bool,
) -> Result<(), DrawError> {
    let (edge, bar) = (tones.edge, tones.bar);
    let middle = x + w / 2.0;
    let foot = if status { STATUS } else { 0.0 };
    let fill = |color| format!("fill='{color}'");
    let mut out = rect(x + 12.0, y + 12.0, w, h, &format!("fill='{edge}' opacity='.42'"));
    out += &rect(x, y, w, h, &fill(edge));
    out += &rect(x + EDGE, y + EDGE, w - 2.0 * EDGE, BAR - EDGE, &fill(bar));
    out += &rect(x + EDGE, y + BAR + EDGE, w - 2.0 * EDGE, h - BAR - foot - 2.0 * EDGE, &fill(paper));
    if status {
        out += &rect(x + EDGE, y + h - STATUS, w - 2.0 * EDGE, STATUS - EDGE, &fill(bar));
    }
    for (left, color) in [(x + 18.0, tones.close), (x + w - 44.0, tones.fresh)] {
        out += &rect(left, y + 14.0, 26.0, 26.0, &fill(edge));
        out += &rect(left + 4.0, y + 18.0, 18.0, 18.0, &fill(color));
    }
    let title = maker.input.fixed(&faces::PIXELIFY_500, 0.0).shrink(title, 36.0, 28.0, 400.0);
    let wide = title.as_ref().map_or(0.0, Block::width);
    for row in 0..4 {
        let top = y + 15.0 + 7.0 * f64::from(row);
        for (from, to) in [(x + 56.0, middle - wide / 2.0 - 24.0), (middle + wide / 2.0 + 24.0, x + w - 56.0)] {
            out += &rect(from, top, (to - from).max(0.0), 3.0, &fill(tones.lo));
        }
    }
    maker.print.under(&format!("<g shape-rendering='crispEdges'>{out}</g>"))?;
    if let Some(title) = title {
        maker.centred(&title, middle, y + 39.0, readable(bar, &[tones.ink, edge]));
    }
    Ok(())
}

/// The last word of an address as a file of codes.
pub(in crate::qr) fn title(address: &str) -> String {
    let last = address.rsplit('/').find(|it| !it.is_empty()).unwrap_or("page");
    format!("{}.qr", last.chars().take(16).collect::<String>())
}
