//! Formatting the source of a note: what a selection of it is marked as, and marking it as bold, italic or a link or
//! taking that away.
//!
//! Selections are byte ranges of the source and lie on character boundaries.

use std::ops::Range;

use super::markup::{Mark, MarkedRange, marked_ranges};
use crate::safe_url::SafeUrl;

/// The source after a change, and what is selected in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The new source.
    pub text: String,
    /// The same words in it, without the new marks.
    pub selection: Range<usize>,
}

/// Whether the whole selection is within this kind of markup.
pub fn is_marked(text: &str, selection: &Range<usize>, mark: Mark) -> bool {
    around(text, selection, mark).is_some()
}

/// Marks the selected words as bold or italic; if all of them are already, takes that away. Without a selection, the
/// word at the caret. `None` if there are no words, or if marks cannot stand there.
pub fn toggle(text: &str, selection: Range<usize>, mark: Mark) -> Option<Formatted> {
    if let Some(found) = around(text, &selection, mark) {
        return Some(unwrapped(text, &selection, &found));
    }
    let sign = match mark {
        Mark::Bold => "**",
        Mark::Italic => "*",
        Mark::Link => return None,
    };
    let (text, selection) = bare(text, words_at(text, selection)?, mark);
    let mut out = String::new();
    let (mut from, mut to) = (None, 0);
    // Markup does not reach beyond a paragraph: each gets its own.
    for (index, paragraph) in text.get(selection.clone())?.split("\n\n").enumerate() {
        if index > 0 {
            out.push_str("\n\n");
        }
        let words = paragraph.trim();
        if words.is_empty() {
            out.push_str(paragraph);
            continue;
        }
        let (before, after) = paragraph.split_once(words)?;
        out.push_str(before);
        out.push_str(sign);
        from = from.or(Some(out.len()));
        out.push_str(words);
        to = out.len();
        out.push_str(sign);
        out.push_str(after);
    }
    let (head, tail) = (text.get(..selection.start)?, text.get(selection.end..)?);
    let made = Formatted { text: format!("{head}{out}{tail}"), selection: head.len() + from?..head.len() + to };
    let last = made.selection.end;
    is_marked(&made.text, &(last..last), mark).then_some(made)
}

/// Makes the selected words a link. Without a selection, the word at the caret; without a word, the address's host.
/// `None` if a link cannot stand there.
pub fn link(text: &str, selection: Range<usize>, url: &SafeUrl) -> Option<Formatted> {
    let (text, selection) = match words_at(text, selection.clone()) {
        Some(words) => bare(text, words, Mark::Link),
        None => (text.to_owned(), selection),
    };
    let chosen = text.get(selection.clone())?;
    let words = if chosen.trim().is_empty() { url.shown_host() } else { chosen.to_owned() };
    let (head, tail) = (text.get(..selection.start)?, text.get(selection.end..)?);
    let start = head.len() + 1;
    let made = Formatted { text: format!("{head}[{words}]({url}){tail}"), selection: start..start + words.len() };
    // The words may end another link: it must be this one.
    let made_here = |found: &MarkedRange| found.mark == Mark::Link && found.inner == made.selection;
    marked_ranges(&made.text).iter().any(made_here).then_some(made)
}

/// Takes the link around the selection away; its words stay. `None` if there is none.
pub fn unlink(text: &str, selection: Range<usize>) -> Option<Formatted> {
    around(text, &selection, Mark::Link).map(|found| unwrapped(text, &selection, &found))
}

/// The innermost markup of a kind around a selection.
fn around(text: &str, selection: &Range<usize>, mark: Mark) -> Option<MarkedRange> {
    let holds = |found: &MarkedRange| {
        found.mark == mark && found.outer.start <= selection.start && selection.end <= found.outer.end
    };
    // A caret between two words of which only one is marked is in neither.
    let inside = |found: &MarkedRange| {
        !selection.is_empty() || (found.inner.start <= selection.start && selection.end <= found.inner.end)
    };
    marked_ranges(text).into_iter().rev().find(|found| holds(found) && inside(found))
}

/// The text without the marks of one piece of markup.
fn unwrapped(text: &str, selection: &Range<usize>, found: &MarkedRange) -> Formatted {
    let part = |range: Range<usize>| text.get(range).unwrap_or_default();
    let moved = |at: usize| found.outer.start + at.clamp(found.inner.start, found.inner.end) - found.inner.start;
    Formatted {
        text: format!(
            "{}{}{}",
            part(0..found.outer.start),
            part(found.inner.clone()),
            part(found.outer.end..text.len())
        ),
        selection: moved(selection.start)..moved(selection.end),
    }
}

/// The selection without the blanks at its ends; for a caret, the word that it is in or beside.
fn words_at(text: &str, selection: Range<usize>) -> Option<Range<usize>> {
    let chosen = text.get(selection.clone())?;
    if !chosen.trim().is_empty() {
        let start = selection.start + chosen.len() - chosen.trim_start().len();
        return Some(start..start + chosen.trim().len());
    }
    let blank = |character: char| character.is_whitespace() || character == '*';
    let start = text.get(..selection.start)?.trim_end_matches(|character| !blank(character)).len();
    let behind = text.get(selection.start..)?;
    let end = text.len() - behind.trim_start_matches(|character| !blank(character)).len();
    (chosen.is_empty() && start < end).then_some(start..end)
}

/// Prepares a selection for marks around it: it covers markup wholly or not at all, markup of the same kind in it is
/// taken away, and marks that begin and end where it does stay outside.
fn bare(text: &str, mut selection: Range<usize>, mark: Mark) -> (String, Range<usize>) {
    let all = marked_ranges(text);
    for found in all.iter().rev() {
        let (outer, inner) = (&found.outer, &found.inner);
        let within = inner.start <= selection.start && selection.end <= inner.end;
        if outer.start < selection.end && selection.start < outer.end && !within {
            selection = outer.start.min(selection.start)..outer.end.max(selection.end);
        }
        if selection == *outer && found.mark != Mark::Link {
            selection = inner.clone();
        }
    }
    let mut text = text.to_owned();
    // The last first, so that the ranges before it stay right.
    let same = marked_ranges(&text)
        .into_iter()
        .filter(|found| found.mark == mark && selection.start <= found.outer.start && found.outer.end <= selection.end);
    for found in same.collect::<Vec<_>>().into_iter().rev() {
        let before = text.len();
        text = unwrapped(&text, &selection, &found).text;
        selection.end -= before - text.len();
    }
    (text, selection)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Toggles the part of a text between two `|`; the result has them around its selection.
    fn toggled(text: &str, mark: Mark) -> Option<String> {
        let start = text.find('|').unwrap();
        let end = text.rfind('|').unwrap();
        let plain = text.replace('|', "");
        let end = if end == start { start } else { end - 1 };
        toggle(&plain, start..end, mark).map(|made| shown(&made))
    }

    fn shown(made: &Formatted) -> String {
        let Range { start, end } = made.selection;
        format!("{}|{}|{}", &made.text[..start], &made.text[start..end], &made.text[end..])
    }

    #[test]
    fn words_are_marked_and_unmarked() {
        for (text, mark, result) in [
            ("open |Saturday| at ten", Mark::Bold, "open **|Saturday|** at ten"),
            ("open **|Saturday|** at ten", Mark::Bold, "open |Saturday| at ten"),
            ("open |**Saturday**| at ten", Mark::Bold, "open |Saturday| at ten"),
            ("open Sat|urday at ten", Mark::Italic, "open *|Saturday|* at ten"),
            ("| open | at ten", Mark::Italic, " *|open|*  at ten"),
            ("**|open|** at ten", Mark::Italic, "***|open|*** at ten"),
            ("|**open**| at ten", Mark::Italic, "***|open|*** at ten"),
            ("|**open** at *ten*|", Mark::Bold, "**|open at *ten*|**"),
            ("a |b **c|d**", Mark::Italic, "a *|b **cd**|*"),
            ("|one\n\ntwo|", Mark::Bold, "**|one**\n\n**two|**"),
        ] {
            let plain = result.replace('|', "");
            assert_eq!(toggled(text, mark).as_deref(), Some(result), "{text} as {mark:?}: {plain}");
        }
        assert_eq!(toggled("one | two", Mark::Bold), None);
        assert_eq!(toggled("|", Mark::Italic), None);
    }

    #[test]
    fn links_are_made_and_taken_away() {
        let url = SafeUrl::parse("https://harrow.example/kiln").unwrap();
        let made = link("see the kiln", 8..12, &url).unwrap();
        assert_eq!(shown(&made), "see the [|kiln|](https://harrow.example/kiln)");
        assert_eq!(shown(&unlink(&made.text, made.selection).unwrap()), "see the |kiln|");
        assert_eq!(shown(&link("", 0..0, &url).unwrap()), "[|harrow.example|](https://harrow.example/kiln)");
        assert_eq!(link("two\nlines", 0..9, &url), None);
        assert_eq!(unlink("see the kiln", 8..12), None);
    }

    #[test]
    fn what_is_selected_is_told() {
        let text = "a **b** *c* [d](https://e.example)";
        assert!(is_marked(text, &(4..5), Mark::Bold) && !is_marked(text, &(4..5), Mark::Italic));
        assert!(is_marked(text, &(9..10), Mark::Italic) && is_marked(text, &(13..14), Mark::Link));
        assert!(!is_marked(text, &(0..1), Mark::Bold) && !is_marked(text, &(0..text.len()), Mark::Bold));
    }
}
