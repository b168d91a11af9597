//! The edges of dark modules as closed polygons, so that no seam shows between neighbours at any size (cards, 5, 9).

use std::collections::HashMap;

/// A corner of modules: from the left, from the top.
pub(super) type Corner = (usize, usize);

/// The polygons round the modules that `dark` tells, within a square of `width`; holes are polygons of their own, turned
/// the other way. Modules that touch at a corner only are kept apart.
pub(super) fn polygons(width: usize, dark: impl Fn(usize, usize) -> bool) -> Vec<Vec<Corner>> {
    let dark = |x: Option<usize>, y: Option<usize>| x.zip(y).is_some_and(|(x, y)| x < width && y < width && dark(x, y));
    // Each side between a dark and a light module, with the dark one at its right hand.
    let mut sides: HashMap<Corner, Vec<Corner>> = HashMap::new();
    let mut starts = Vec::new();
    for y in 0..width {
        for x in 0..width {
            if !dark(Some(x), Some(y)) {
                continue;
            }
            let mut side = |open: bool, from: Corner, to: Corner| {
                if open {
                    sides.entry(from).or_default().push(to);
                    starts.push(from);
                }
            };
            side(!dark(Some(x), y.checked_sub(1)), (x, y), (x + 1, y));
            side(!dark(Some(x + 1), Some(y)), (x + 1, y), (x + 1, y + 1));
            side(!dark(Some(x), Some(y + 1)), (x + 1, y + 1), (x, y + 1));
            side(!dark(x.checked_sub(1), Some(y)), (x, y + 1), (x, y));
        }
    }
    let mut out = Vec::new();
    for start in starts {
        let mut corners: Vec<Corner> = Vec::new();
        let mut at = start;
        while let Some(next) = take(&mut sides, corners.last().copied(), at) {
            corners.push(at);
            at = next;
        }
        if !corners.is_empty() {
            out.push(straight(&corners));
        }
    }
    out
}

/// Takes a side that begins at a corner; where two do, the one to the right of where we come from.
fn take(sides: &mut HashMap<Corner, Vec<Corner>>, from: Option<Corner>, at: Corner) -> Option<Corner> {
    let next = sides.get_mut(&at)?;
    let right = from.and_then(|from| {
        // A step (dx, dy) turned right is (-dy, dx): to at + (from.y - at.y, at.x - from.x).
        let (x, y) = ((at.0 + from.1).checked_sub(at.1)?, (at.1 + at.0).checked_sub(from.0)?);
        next.iter().position(|to| *to == (x, y))
    });
    match right {
        Some(place) => Some(next.swap_remove(place)),
        None => next.pop(),
    }
}

/// The corners at which a polygon turns.
fn straight(corners: &[Corner]) -> Vec<Corner> {
    let count = corners.len();
    (0..count)
        .filter(|at| {
            let (before, here, after) = (corners[(at + count - 1) % count], corners[*at], corners[(at + 1) % count]);
            !((before.0 == here.0 && here.0 == after.0) || (before.1 == here.1 && here.1 == after.1))
        })
        .map(|at| corners[at])
        .collect()
}
