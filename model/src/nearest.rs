//! Finds the known name nearest to a mistyped one, for error messages and lenient readers.

/// The candidate closest to `word`: first one that differs only in case or separators
/// (`tile_style`, `TILESTYLE`), then at most one typo in short words and two in longer ones.
pub fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let word = folded(word);
    if word.is_empty() || word.len() > 64 {
        return None;
    }
    let allowed = if word.chars().count() <= 4 { 1 } else { 2 };
    candidates
        .iter()
        .map(|candidate| (distance(&word, &folded(candidate)), *candidate))
        .filter(|(slips, candidate)| *slips <= allowed && *slips < candidate.len())
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

/// Lower case without separators.
fn folded(word: &str) -> String {
    word.chars().filter(|character| !matches!(character, '_' | '-' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

/// Edit distance in which swapping two adjacent characters counts as one edit.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
            let mut best = (at(&last, j) + usize::from(x != y)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips_and_other_spelling_styles() {
        let fields = ["title", "tileStyle", "url", "size"];
        assert_eq!(nearest("titel", &fields), Some("title"));
        assert_eq!(nearest("tile_style", &fields), Some("tileStyle"));
        assert_eq!(nearest("URL", &fields), Some("url"));
        assert_eq!(nearest("sise", &fields), Some("size"));
        assert_eq!(nearest("zebra", &fields), None);
        assert_eq!(nearest("", &fields), None);
    }
}
