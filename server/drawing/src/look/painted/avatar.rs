//! What is brushed onto painted's paper: the portrait in its wash, the dab before the address.

use super::colours::Colours;
use super::water::Wash;
use crate::art::Art;
use crate::look::CardInput;
use crate::look::rough::Outline;
use crate::photo::{Photo, painterly};

/// The brushed portrait in its wash (looks, 5 "Profile"; `public/draw/painted.py`, `ring` and `face`).
pub(crate) fn portrait(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours, side: f64, (x, y): (f64, f64)) {
    const OUTER: [(f64, f64); 11] = [
        (236.6, 121.0),
        (218.5, 183.2),
        (166.4, 220.8),
        (104.6, 226.2),
        (51.8, 198.3),
        (10.1, 152.7),
        (13.0, 90.1),
        (44.0, 34.8),
        (104.3, 14.1),
        (168.3, 17.2),
        (211.2, 63.4),
    ];
    const UPPER: [(f64, f64); 9] = [
        (227.3, 104.0),
        (203.7, 161.6),
        (147.5, 188.1),
        (80.5, 189.5),
        (50.7, 132.4),
        (41.7, 72.5),
        (80.2, 18.0),
        (147.3, 21.0),
        (206.3, 44.2),
    ];
    let Some((picture, crop)) = sheet.avatar() else { return };

    // The wash is 232 of its 240 pixels wide, and 1.32 times as wide as the portrait.
    let scale = side * 1.32 / 232.0;
    let placed = |corners: &[(f64, f64)]| -> Outline {
        let at = |&(cx, cy): &(f64, f64)| (x + (cx - 120.0) * scale, y + 2.0 + (cy - 119.0) * scale);
        Outline::smooth(&corners.iter().map(at).collect::<Vec<_>>())
    };
    let lower = Wash {
        seed: 12,
        frequency: (0.02, 0.02),
        scale: 11.0,
        pool: 7.0,
        thin: 0.42,
        bloom: ".012 .018",
        open: (2.0, 0.0),
        grain: (0.7, 0.62),
    };
    let upper = Wash { seed: 5, frequency: (0.022, 0.022), thin: 0.5, bloom: ".007 .011", open: (2.4, -0.42), ..lower };
    let reach = side * 0.74;
    let region = (x - reach, y - reach, reach * 2.0, reach * 2.0);
    let mode = if colours.light { "multiply" } else { "normal" };
    art.add(format!(
        "{}{}<g opacity='.8' style='mix-blend-mode:{mode}' fill='{}'><path d='{}' filter='url(#ring)'/><path d='{}' opacity='.7' filter='url(#rings)'/></g>",
        lower.filter("ring", region),
        upper.filter("rings", region),
        colours.ring,
        lower.edge(placed(&OUTER)).path(),
        upper.edge(placed(&UPPER)).path(),
    ));
    let pixels = side.round() as u32;
    let mut photo = Photo::covering(picture, crop, pixels, pixels, colours.sheet.bytes());
    painterly::paint(&mut photo, painterly::FINE);
    let part = side / 168.0;
    let brushed =
        Outline::round(x, y, 79.0 * part, |_| 79.0 * part).pushed(9.0 * part, (0.03 / part, 0.03 / part), 4, 5);
    if let Some(pixels) = photo.to_pixels() {
        let image = art.image(pixels, x - side / 2.0, y - side / 2.0, side, side, "");
        art.add(format!(
            "<clipPath id='face'><path d='{}'/></clipPath><g clip-path='url(#face)'>{image}</g>",
            brushed.path()
        ));
    }
}

/// A dab of paint, 46 wide, its upper left corner at a point.
pub(crate) fn dab(colours: &Colours, x: f64, y: f64) -> String {
    const UNDER: [(f64, f64); 9] = [
        (59.5, 28.0),
        (54.4, 44.2),
        (36.9, 52.0),
        (17.2, 50.1),
        (4.1, 36.8),
        (7.1, 20.2),
        (18.9, 8.5),
        (37.4, 1.7),
        (53.1, 12.7),
    ];
    const OVER: [(f64, f64); 7] =
        [(61.0, 36.0), (53.7, 48.0), (35.0, 51.3), (18.8, 43.1), (20.3, 29.3), (34.8, 20.0), (50.1, 27.1)];
    const SCALE: f64 = 46.0 / 64.0;
    let placed = |corners: &[(f64, f64)]| {
        Outline::smooth(&corners.iter().map(|&(cx, cy)| (x + cx * SCALE, y + cy * SCALE)).collect::<Vec<_>>())
    };
    let under = Wash {
        seed: 3,
        frequency: (0.04, 0.04),
        scale: 4.0,
        pool: 4.0,
        thin: 0.3,
        bloom: ".03",
        open: (1.4, 0.35),
        grain: (0.7, 0.62),
    };
    let over = Wash { seed: 8, bloom: ".04", open: (2.0, -0.1), ..under };
    let region = (x - 8.0, y - 8.0, 62.0, 58.0);
    format!(
        "{}{}<g fill='{}' opacity='.9'><path d='{}' filter='url(#dab)'/><path d='{}' opacity='.9' filter='url(#dabs)'/></g>",
        under.filter("dab", region),
        over.filter("dabs", region),
        colours.dab,
        under.edge(placed(&UNDER)).path(),
        over.edge(placed(&OVER)).path()
    )
}
