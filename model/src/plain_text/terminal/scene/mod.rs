//! The scene of each look in 80 by 34 pixels, with the name in it (docs/design/cards.md, 8: an abridgement, not a thumbnail).

mod canvas;
mod cobalt;
mod cozy;
mod lofi;
mod night;
mod painted;
mod washi;

use canvas::Canvas;

use super::colors::{Colors, mix};
use super::face;
use crate::color::HexColor;
use crate::look::Look;
use crate::page::Draft;
use crate::theme::{BackgroundStyle, Theme};

/// Pixels across: one for each column.
const WIDE: usize = super::COLUMNS;
/// Pixels down: two for each row.
const HIGH: usize = 34;
/// The first column of the name.
const NAME_LEFT: usize = super::LEFT;

/// A scene as rows of text.
pub struct Drawn {
    /// The rows.
    pub text: String,
    /// Whether the name stands in it; otherwise it is to be set below.
    pub has_name: bool,
}

/// Where a name stands in a scene, and how.
struct NamePlace {
    /// The top of the capitals of a name of one line, and the columns that it may take.
    one: (usize, usize),
    /// The same of the first of two lines; the second stands below.
    two: (usize, usize),
    ink: HexColor,
    /// Its shadow, one pixel to the right and below: only on dark skies.
    shadow: Option<HexColor>,
    /// Ink and fill of a seal after the name, which holds its first letter; left out where it has no room.
    seal: Option<(HexColor, HexColor)>,
}

/// Pixels between a name and its seal.
const SEAL_GAP: usize = 3;
/// Pixels from one line of a name to the next.
const LEADING: usize = 10;

/// The scene of a page with the name in it, if the name fits and the pixel face covers it.
pub fn drawn(page: &Draft, colors: &Colors, name: &str) -> Drawn {
    let theme = &page.theme;
    let (mut canvas, place) = match theme.background.style {
        BackgroundStyle::Scene => scene(theme, colors),
        style => bare(style, colors),
    };
    let has_name = write(&mut canvas, &place, name);
    if !has_name && theme.background.style != BackgroundStyle::Scene {
        return Drawn { text: String::new(), has_name };
    }
    Drawn { text: canvas.rows(), has_name }
}

fn scene(theme: &Theme, colors: &Colors) -> (Canvas, NamePlace) {
    let palette = theme.palette.name();
    match theme.look() {
        Look::Painted => painted::scene(palette, colors),
        Look::Cozy => cozy::scene(palette, colors, theme.palette.entry()),
        Look::Washi => washi::scene(palette, colors),
        Look::Lofi => lofi::scene(palette, colors),
        Look::Cobalt => cobalt::scene(palette, colors),
        Look::Night => night::scene(theme.palette.entry(), colors),
    }
}

/// With dots, lines, a picture or one colour behind a page, its scene is not drawn (looks, 1.7): the name on its ground.
fn bare(style: BackgroundStyle, colors: &Colors) -> (Canvas, NamePlace) {
    let mut canvas = Canvas::new(WIDE, 30, colors.ground);
    let faint = mix(colors.ground, colors.ink, 0.12);
    for (x, y) in (0..30).flat_map(|y| (0..WIDE).map(move |x| (x, y))) {
        let marked = match style {
            BackgroundStyle::Dots => x % 6 == 3 && y % 6 == 3,
            BackgroundStyle::Grid => x % 8 == 3 || y % 8 == 3,
            _ => false,
        };
        if marked {
            canvas.set(x, y, faint);
        }
    }
    let room = WIDE - 2 * NAME_LEFT;
    (canvas, NamePlace { one: (12, room), two: (6, room), ink: colors.ink, shadow: None, seal: None })
}

/// Writes the name into its place on one or two lines. `false` when it doesn't fit or has letters that the face lacks.
fn write(canvas: &mut Canvas, place: &NamePlace, name: &str) -> bool {
    let set = |lines: Vec<String>, room: usize| -> Option<Vec<face::Pixels>> {
        let set: Vec<face::Pixels> = lines.iter().map(|line| face::set(line)).collect::<Option<_>>()?;
        set.iter().all(|line| line.wide <= room).then_some(set)
    };
    let (one, two) = (place.one, place.two);
    let single = set(vec![name.to_owned()], one.1).map(|lines| (one.0, lines));
    let Some((top, lines)) = single.or_else(|| {
        // The break that makes the two lines most alike.
        let breaks = name.match_indices(' ').filter_map(|(at, _)| {
            let (first, second) = (name.get(..at)?.to_owned(), name.get(at + 1..)?.to_owned());
            set(vec![first, second], two.1)
        });
        let best = breaks.min_by_key(|lines| lines.iter().map(|line| line.wide).max());
        best.map(|lines| (two.0, lines))
    }) else {
        return false;
    };
    for (at, line) in lines.iter().enumerate() {
        let y = top + at * LEADING;
        if let Some(shadow) = place.shadow {
            line.on(|x, up, down| canvas.set_from(NAME_LEFT + x + 1, y + down + 1, up, shadow));
        }
        line.on(|x, up, down| canvas.set_from(NAME_LEFT + x, y + down, up, place.ink));
    }
    let room = if lines.len() == 1 { one.1 } else { two.1 };
    let last = lines.last().filter(|last| last.wide + SEAL_GAP + face::SEAL <= room);
    if let (Some((ink, fill)), Some(last)) = (place.seal, last) {
        seal_at(canvas, NAME_LEFT + last.wide + SEAL_GAP, top + (lines.len() - 1) * LEADING, (ink, fill), name);
    }
    true
}

/// A seal with the first letter of the name.
fn seal_at(canvas: &mut Canvas, x: usize, cap_top: usize, (ink, fill): (HexColor, HexColor), name: &str) {
    let y = cap_top.saturating_sub(1);
    canvas.rect(x, y, face::SEAL, face::SEAL, fill);
    let Some(letter) = name.chars().next().and_then(|letter| face::set(&letter.to_uppercase().to_string())) else {
        return;
    };
    let left = x + (face::SEAL.saturating_sub(letter.wide)).div_ceil(2);
    letter.on(|px, up, down| {
        if up == 0 && down < 7 {
            canvas.set(left + px, cap_top + down, ink);
        }
    });
}
