//! Finds the known name nearest to a mistyped one, for error messages and lenient readers.

/// Longest word that is compared, bytes: no known name has half as many.
const LONGEST: usize = 64;

/// The candidate closest to `word`: first one that differs only in case or separators
/// (`tile_style`, `TILESTYLE`), then at most one typo in short words and two in longer ones.
pub fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    if word.len() > LONGEST * 2 {
        return None;
    }
    let word = folded(word);
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let allowed = if word.len() <= 4 { 1 } else { 2 };
    let own = word.iter().fold(0, |letters, character| letters | bit(*character));
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // Each character of difference in length is a slip, and so is each letter that only one of them has, or two
        // where one took the other's place.
        if candidate.len() + allowed < word.len() {
            continue;
        }
        let (count, theirs) = outline(candidate);
        let missing = (own & !theirs).count_ones().max((theirs & !own).count_ones());
        if count.abs_diff(word.len()) > allowed || missing as usize > allowed {
            continue;
        }
        let slips = distance(&word, &folded(candidate), allowed);
        if slips <= allowed && slips < word.len().min(candidate.len()) && best.is_none_or(|(least, _)| slips < least) {
            best = Some((slips, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many characters there are besides separators, and which letters and digits, in whatever case.
fn outline(word: &str) -> (usize, u64) {
    letters(word).fold((0, 0), |(count, all), character| (count + 1, all | bit(character)))
}

/// A bit for each letter and digit of ASCII; none for other characters.
const fn bit(character: char) -> u64 {
    match character {
        'a'..='z' => 1 << (character as u32 - 'a' as u32),
        'A'..='Z' => 1 << (character as u32 - 'A' as u32),
        '0'..='9' => 1 << (26 + character as u32 - '0' as u32),
        _ => 0,
    }
}

/// The characters without separators.
fn letters(word: &str) -> impl Iterator<Item = char> + '_ {
    word.chars().filter(|character| !matches!(character, '_' | '-' | ' ' | '.'))
}

/// The same in lower case.
fn folded(word: &str) -> Vec<char> {
    letters(word).flat_map(char::to_lowercase).collect()
}

/// Edit distance in which swapping two adjacent characters counts as one edit; anything above `allowed` when it is more.
fn distance(a: &[char], b: &[char], allowed: usize) -> usize {
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row: Vec<usize> = Vec::with_capacity(b.len() + 1);
    for (i, x) in a.iter().enumerate() {
        row.clear();
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let mut best = (at(&last, j) + usize::from(x != y)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        // It never falls again, but by a swap over two rows.
        if i > 0 && row.iter().chain(&last).all(|slips| *slips > allowed) {
            return allowed + 1;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
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
