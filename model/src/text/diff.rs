//! Word-level text diff: the longest common subsequence stays, the rest is removed or added.

/// Maximum words compared per side, after removing the common prefix and suffix; longer middles
/// count as entirely different.
const MOST: usize = 600;

/// A run of words of two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// In both.
    Same(String),
    /// Only in the first.
    Removed(String),
    /// Only in the second.
    Added(String),
}

/// The pieces of two texts, in order; at a replacement, the removed piece comes first.
pub fn words(before: &str, after: &str) -> Vec<Piece> {
    let (old, new) = (split(before), split(after));
    let (kept_old, kept_new) = common_words(&old, &new);
    let mut pieces = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if let Some(word) = old.get(i).filter(|_| kept_old.get(i) == Some(&false)) {
            push(&mut pieces, Piece::Removed((*word).to_owned()));
            i += 1;
        } else if let Some(word) = new.get(j) {
            let same = kept_new.get(j) == Some(&true);
            let piece = if same { Piece::Same((*word).to_owned()) } else { Piece::Added((*word).to_owned()) };
            push(&mut pieces, piece);
            i += usize::from(same);
            j += 1;
        } else {
            break;
        }
    }
    pieces
}

/// Splits a text into words, each with the whitespace after it.
pub fn split(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut space = false;
    for (at, letter) in text.char_indices() {
        if space && !letter.is_whitespace() {
            out.extend(text.get(start..at));
            start = at;
        }
        space = letter.is_whitespace();
    }
    out.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    out
}

/// For each side, which of its words belong to the longest common subsequence. Whitespace around words is ignored.
pub fn common_words(before: &[&str], after: &[&str]) -> (Vec<bool>, Vec<bool>) {
    let same = |i: usize, j: usize| matches!((before.get(i), after.get(j)), (Some(a), Some(b)) if a.trim() == b.trim());
    let shorter = before.len().min(after.len());
    let head = (0..shorter).take_while(|at| same(*at, *at)).count();
    let tail = (0..shorter - head).take_while(|at| same(before.len() - 1 - at, after.len() - 1 - at)).count();
    let (rows, columns) = (before.len() - head - tail, after.len() - head - tail);
    let mut old: Vec<bool> = (0..before.len()).map(|at| at < head || at >= before.len() - tail).collect();
    let mut new: Vec<bool> = (0..after.len()).map(|at| at < head || at >= after.len() - tail).collect();
    if rows <= MOST && columns <= MOST {
        for (i, j) in common(rows, columns, &|i, j| same(head + i, head + j)) {
            old.get_mut(head + i).into_iter().chain(new.get_mut(head + j)).for_each(|kept| *kept = true);
        }
    }
    (old, new)
}

/// Pairs of a longest common subsequence.
fn common(rows: usize, columns: usize, same: &dyn Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let width = columns + 1;
    let mut longest = vec![0_u16; (rows + 1) * width];
    let get = |longest: &[u16], i: usize, j: usize| longest.get(i * width + j).copied().unwrap_or_default();
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let best = if same(i, j) {
                get(&longest, i + 1, j + 1) + 1
            } else {
                get(&longest, i + 1, j).max(get(&longest, i, j + 1))
            };
            if let Some(cell) = longest.get_mut(i * width + j) {
                *cell = best;
            }
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < rows && j < columns {
        if same(i, j) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if get(&longest, i + 1, j) >= get(&longest, i, j + 1) {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

fn push(pieces: &mut Vec<Piece>, next: Piece) {
    match (pieces.last_mut(), &next) {
        (Some(Piece::Same(so_far)), Piece::Same(more))
        | (Some(Piece::Removed(so_far)), Piece::Removed(more))
        | (Some(Piece::Added(so_far)), Piece::Added(more)) => so_far.push_str(more),
        _ => pieces.push(next),
    }
}
