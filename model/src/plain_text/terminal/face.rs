//! Sets a line of a name in the pixel face.

use super::glyphs::{ACCENTED, GLYPHS, MARKS};

/// Pixels of a seal's side.
pub const SEAL: usize = 9;
/// Pixels between two letters.
const GAP: usize = 1;
/// Pixels of a space between two words.
const SPACE: usize = 4;

/// A line of text in pixels.
pub struct Pixels {
    /// Its width.
    pub wide: usize,
    /// Each pixel: from the left, and from the top of the capitals; negative above it.
    dots: Vec<(usize, i8)>,
}

impl Pixels {
    /// Calls `draw` for each pixel with its place from the left, and from the top of the capitals upwards and downwards
    /// (one of them is 0).
    pub fn on(&self, mut draw: impl FnMut(usize, usize, usize)) {
        for (x, y) in &self.dots {
            let far = usize::from(y.unsigned_abs());
            if *y < 0 { draw(*x, far, 0) } else { draw(*x, 0, far) }
        }
    }
}

/// A line in the face; `None` if it has a letter that the face lacks.
pub fn set(line: &str) -> Option<Pixels> {
    let mut dots = Vec::new();
    let mut wide: usize = 0;
    // Where the last letter stands, for marks that follow it: its left, width and whether it is a capital.
    let mut last: Option<(usize, usize, bool)> = None;
    for letter in line.chars() {
        if letter == ' ' {
            wide += SPACE;
            last = None;
            continue;
        }
        if let Some(mark) = MARKS.iter().find(|mark| mark.combining == letter) {
            let (left, width, capital) = last?;
            add_mark(mark.rows, mark.below, left, width, capital, &mut dots);
            continue;
        }
        let (base, mark) = taken_apart(letter);
        let rows = glyph(if mark.is_some_and(|mark| !mark.below) { dotless(base) } else { base })?;
        let width = rows.split('/').next().map_or(0, str::len);
        let left = if wide == 0 || last.is_none() { wide } else { wide + GAP };
        add(rows, left, 0, &mut dots);
        let capital = base.is_uppercase() || matches!(base, 'b' | 'd' | 'h' | 'k' | 'l' | 't');
        if let Some(mark) = mark {
            add_mark(mark.rows, mark.below, left, width, capital, &mut dots);
        }
        wide = left + width;
        last = Some((left, width, capital));
    }
    (wide > 0).then_some(Pixels { wide, dots })
}

fn glyph(letter: char) -> Option<&'static str> {
    let letter = match letter {
        '\u{2018}' | '\u{2019}' | '\u{2bc}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}' | '\u{2011}' => '-',
        other => other,
    };
    GLYPHS.iter().find(|(glyph, _)| *glyph == letter).map(|(_, rows)| *rows)
}

/// A letter and its mark.
fn taken_apart(letter: char) -> (char, Option<&'static super::glyphs::Mark>) {
    for (combining, pairs) in ACCENTED {
        let mut pairs = pairs.chars();
        while let (Some(whole), Some(base)) = (pairs.next(), pairs.next()) {
            if whole == letter {
                return (base, MARKS.iter().find(|mark| mark.combining == *combining));
            }
        }
    }
    (letter, None)
}

const fn dotless(base: char) -> char {
    match base {
        'i' => 'ı',
        other => other,
    }
}

/// Adds a mark over the middle of a letter, or under it.
fn add_mark(rows: &str, below: bool, left: usize, width: usize, capital: bool, dots: &mut Vec<(usize, i8)>) {
    let wide = rows.split('/').next().map_or(0, str::len);
    let high = i8::try_from(rows.split('/').count()).unwrap_or(0);
    let top = match (below, capital) {
        (true, _) => 7,
        // One row stays free between the letter and its mark.
        (false, true) => -1 - high,
        (false, false) => 1 - high,
    };
    let left = (left + width.saturating_sub(wide).div_ceil(2)).saturating_sub(wide.saturating_sub(width) / 2);
    add(rows, left, top, dots);
}

fn add(rows: &str, left: usize, top: i8, dots: &mut Vec<(usize, i8)>) {
    for (row, y) in rows.split('/').zip(top..) {
        dots.extend(row.bytes().enumerate().filter(|(_, dot)| *dot == b'#').map(|(x, _)| (left + x, y)));
    }
}
