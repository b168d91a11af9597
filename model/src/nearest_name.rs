//! Finds the known name nearest to a mistyped one, for error messages and lenient readers.

/// Most letters of a word that is compared: two slips more than any known name has.
const LONGEST: usize = 34;
/// Longest word that is looked at, bytes.
const BYTES: usize = 128;

/// A name that a word is compared with.
#[derive(Clone, Copy, Debug)]
pub struct KnownName<'a> {
    name: &'a str,
    /// How many characters there are besides separators.
    length: usize,
    /// Which letters and digits, in whatever case: see [`bit`].
    letters: u64,
}

impl<'a> KnownName<'a> {
    /// Measures a name.
    pub fn of(name: &'a str) -> Self {
        debug_assert!(name.len() + 2 <= LONGEST, "{name} is too long to be compared");
        let (length, letters) = letters(name).fold((0, 0), |(count, all), character| (count + 1, all | bit(character)));
        Self { name, length, letters }
    }
}

/// The candidate closest to `word`: first one that differs only in case or separators
/// (`tile_style`, `TILESTYLE`), then at most one typo in short words and two in longer ones.
pub fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    nearest_of(word, &mut candidates.iter().map(|name| KnownName::of(name)))
}

/// The same among names that were measured before. One function for all lists: the browser downloads it.
pub fn nearest_of<'a>(word: &str, candidates: &mut dyn Iterator<Item = KnownName<'a>>) -> Option<&'a str> {
    if word.len() > BYTES || letters(word).nth(LONGEST).is_some() {
        return None;
    }
    let word = folded(word);
    if word.is_empty() {
        return None;
    }
    let allowed = if word.len() <= 4 { 1 } else { 2 };
    let own = word.iter().fold(0, |letters, character| letters | bit(*character));
    let mut best: Option<(usize, &str)> = None;
    for KnownName { name, length, letters } in candidates {
        // Each character of difference in length is a slip, and so is each letter that only one of them has, or two
        // where one took the other's place.
        if length.abs_diff(word.len()) > allowed
            || (own & !letters).count_ones().max((letters & !own).count_ones()) as usize > allowed
        {
            continue;
        }
        let slips = distance(&word, &folded(name), allowed);
        if slips <= allowed && slips < word.len().min(name.len()) && best.is_none_or(|(least, _)| slips < least) {
            best = Some((slips, name));
        }
    }
    best.map(|(_, name)| name)
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
