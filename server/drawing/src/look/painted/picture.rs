//! The picture on its sheet in painted, taped to the paper.

use super::colours::Colours;
use super::stage::SHEET;
use crate::art::Art;
use crate::look::CardInput;
use crate::look::rough::Outline;
use crate::photo::{Photo, painterly};
use crate::svg::{num, words};
use crate::text::faces;

/// The painted picture on its sheet, its caption, the tape at the upper corners.
pub(super) fn picture(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    let Some((picture, crop)) = sheet.picture() else { return };
    let ((cx, cy), (width, height), turn) = SHEET;
    let (left, top) = (cx - width / 2.0 + 14.0, cy - height / 2.0 + 14.0);
    let (wide, high) = (width - 28.0, height - 14.0 - 64.0);
    let mut photo = Photo::covering(picture, crop, wide as u32, high as u32, colours.sheet.bytes());
    painterly::paint(&mut photo, painterly::BROAD);
    let mask = Outline::rect(left + 5.0, top + 4.0, wide - 10.0, high - 8.0).pushed(17.0, (0.012, 0.05), 4, 9);
    if let Some(pixels) = photo.to_pixels() {
        let image = art.image(pixels, left, top, wide, high, "");
        art.add(format!(
            "<clipPath id='rough'><path d='{}' clip-rule='evenodd'/></clipPath>\
             <g transform='rotate({turn} {cx} {cy})'><g clip-path='url(#rough)'>{image}</g></g>",
            mask.path()
        ));
    }
    let caption = sheet
        .parts
        .caption
        .as_deref()
        .and_then(|caption| sheet.text(&faces::GARAMOND_500_ITALIC, 0.0).shrink(caption, 23.0, 17.0, width - 60.0));
    let mut laid = String::new();
    for line in caption.iter().flat_map(|caption| &caption.lines) {
        laid += &words(line, cx - line.width / 2.0, cy + height / 2.0 - 25.0, colours.caption);
    }
    laid += &tape(colours, (cx - 138.0, cy - 167.0), -42.0);
    laid += &tape(colours, (cx + 138.0, cy - 167.0), 42.0);
    art.add(format!("<g transform='rotate({turn} {cx} {cy})'>{laid}</g>"));
}

/// A strip of adhesive tape, 96 by 30, torn at its ends.
pub(crate) fn tape(colours: &Colours, (x, y): (f64, f64), turn: f64) -> String {
    // Shares of width and height (style/looks/painted/media.css).
    const TORN: [(f64, f64); 12] = [
        (0.0, 0.0),
        (0.03, 0.2),
        (0.0, 0.4),
        (0.04, 0.6),
        (0.01, 0.8),
        (0.03, 1.0),
        (0.98, 1.0),
        (1.0, 0.78),
        (0.97, 0.55),
        (1.0, 0.3),
        (0.96, 0.12),
        (0.98, 0.0),
    ];
    let points: Vec<String> = TORN
        .iter()
        .map(|(across, down)| format!("{} {}", num(across * 96.0 - 48.0), num(down * 30.0 - 15.0)))
        .collect();
    format!(
        "<g transform='translate({} {}) rotate({turn})'><polygon points='{points}' transform='translate(0 1)' fill='{}' opacity='.12'/>\
         <polygon points='{points}' fill='{}' opacity='.78'/><path d='M-46-15H-38V15H-46zM40-15H46V15H40z' fill='#fffaeb' opacity='.14'/></g>",
        num(x),
        num(y),
        colours.shade.0,
        colours.tape,
        points = points.join(" ")
    )
}
