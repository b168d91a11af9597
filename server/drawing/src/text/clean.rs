//! What of an owner's string is drawn: no controls, no bidi overrides, no stacks of marks, at most so many characters.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// The most characters of a string that are looked at: more than any object of a card has room for.
pub const MOST: usize = 400;
/// The most combining marks on one letter; Vietnamese needs two, Arabic three.
const MARKS: usize = 4;

/// The string as it is set: one line, its white space single, without what is no letter on paper. Of a longer string than
/// [`MOST`] characters only the beginning.
pub fn clean(text: &str) -> String {
    let mut out = String::new();
    let mut gap = false;
    let mut marks = 0;
    for letter in text.chars().take(MOST) {
        if letter.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        if dropped(letter) {
            continue;
        }
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if marks > MARKS {
            continue;
        }
        if gap {
            out.push(' ');
            gap = false;
        }
        out.push(letter);
    }
    out
}

/// Controls, bidi controls and other invisible orders, private use and what is no character. The two joiners stay: scripts
/// and emoji need them.
fn dropped(letter: char) -> bool {
    let code = u32::from(letter);
    letter.is_control()
        || matches!(code,
            0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b | 0x200e..=0x200f
            | 0x2028..=0x202e | 0x2060..=0x206f | 0x3164 | 0xfeff | 0xffa0 | 0xfff0..=0xffff | 0xe000..=0xf8ff
            | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff | 0xf0000..)
        || code & 0xfffe == 0xfffe
}

/// Whether a character stands on the one before it: blocks of combining marks of the scripts with the most of them.
pub fn is_mark(letter: char) -> bool {
    matches!(u32::from(letter),
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x5bf | 0x5c1..=0x5c2 | 0x5c4..=0x5c5 | 0x5c7 | 0x610..=0x61a
        | 0x64b..=0x65f | 0x670 | 0x6d6..=0x6dc | 0x6df..=0x6e4 | 0x6e7..=0x6e8 | 0x6ea..=0x6ed | 0x730..=0x74a
        | 0xe31 | 0xe34..=0xe3a | 0xe47..=0xe4e | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0x3099..=0x309a
        | 0xfe20..=0xfe2f)
}

/// Characters without a shape of their own, which a face need not have.
pub const fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Whether a grapheme is an emoji or another picture sign: drawn by no face of a card (cards, 2 "Coverage first").
pub fn is_emoji(grapheme: &str) -> bool {
    grapheme.chars().any(|letter| {
        matches!(u32::from(letter),
            0x20e3 | 0x231a..=0x231b | 0x23e9..=0x23f3 | 0x25fd..=0x25fe | 0x2600..=0x27bf | 0x2b1b..=0x2b1c | 0x2b50
            | 0x2b55 | 0xfe0f | 0x1f000..=0x1faff | 0x1fb00..=0x1fbff)
    })
}

/// The string without its emoji, and without the spaces that they leave.
pub fn without_emoji(text: &str) -> Cow<'_, str> {
    if !text.graphemes(true).any(is_emoji) {
        return Cow::Borrowed(text);
    }
    let kept: String = text.graphemes(true).filter(|grapheme| !is_emoji(grapheme)).collect();
    Cow::Owned(kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// Whether a character is as wide as the em and may begin a line of its own: Chinese and Japanese, not Korean, which
/// breaks at spaces.
pub fn is_cjk(letter: char) -> bool {
    matches!(u32::from(letter), 0x2e80..=0x30ff | 0x3100..=0x312f | 0x31a0..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff
        | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x20000..=0x3ffff)
}

/// Whether a character fills the em, as all CJK does, Korean too.
pub fn is_wide(letter: char) -> bool {
    is_cjk(letter) || matches!(u32::from(letter), 0x1100..=0x11ff | 0xa960..=0xa97f | 0xac00..=0xd7ff)
}

/// Characters that never start a line (cards, 2 "Break"), and the further ones that Japanese type setting knows.
pub const fn never_starts(letter: char) -> bool {
    matches!(
        letter,
        '、' | '。'
            | '，'
            | '．'
            | '！'
            | '？'
            | '」'
            | '』'
            | '）'
            | '・'
            | 'ー'
            | '：'
            | '；'
            | '】'
            | '〉'
            | '》'
            | '〕'
            | '］'
            | '｝'
            | '々'
            | '〜'
            | '…'
            | '‥'
            | '゛'
            | '゜'
            | 'ゝ'
            | 'ゞ'
            | 'ヽ'
            | 'ヾ'
            | 'ぁ'
            | 'ぃ'
            | 'ぅ'
            | 'ぇ'
            | 'ぉ'
            | 'っ'
            | 'ゃ'
            | 'ゅ'
            | 'ょ'
            | 'ァ'
            | 'ィ'
            | 'ゥ'
            | 'ェ'
            | 'ォ'
            | 'ッ'
            | 'ャ'
            | 'ュ'
            | 'ョ'
            | '\''
            | '"'
            | ')'
            | ','
            | '.'
            | '!'
            | '?'
            | ':'
            | ';'
            | '’'
            | '”'
            | ']'
            | '}'
    )
}

/// Characters that never end a line: opening brackets.
pub const fn never_ends(letter: char) -> bool {
    matches!(letter, '「' | '『' | '（' | '【' | '〈' | '《' | '〔' | '［' | '｛' | '(' | '[' | '{' | '“' | '‘')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_without_a_shape_are_left_out() {
        assert_eq!(clean("a\u{202e}b\u{0}c\u{200b}\u{feff}d\u{7f}\u{9b}e"), "abcde");
        assert_eq!(clean("  a \n\t b  "), "a b");
        assert_eq!(clean("\u{2066}\u{2069}"), "");
    }

    #[test]
    fn marks_are_few_and_strings_end() {
        let stack = format!("e{}", "\u{301}".repeat(300));
        assert_eq!(clean(&stack).chars().count(), 1 + MARKS);
        assert_eq!(clean(&"a".repeat(1 << 20)).len(), MOST);
    }

    #[test]
    fn emoji_go_with_their_spaces() {
        assert_eq!(without_emoji("Ines 🌸 Harrow 👩‍👩‍👧"), "Ines Harrow");
        assert_eq!(without_emoji("☀️"), "");
        assert_eq!(without_emoji("Ines"), "Ines");
    }
}
