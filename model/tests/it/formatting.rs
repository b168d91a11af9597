//! Formatting notes, for arbitrary sources and selections.

use mantel_model::SafeUrl;
use mantel_model::text::formatting::{is_marked, link, toggle, unlink};
use mantel_model::text::markup::{Mark, marked_ranges};
use proptest::prelude::*;

/// A source of words, marks and line breaks, and two points in it.
fn source_and_selection() -> impl Strategy<Value = (String, std::ops::Range<usize>)> {
    let piece = prop_oneof![
        4 => "[a-zäß]{1,4}",
        3 => Just(" ".to_owned()),
        2 => Just("*".to_owned()),
        2 => Just("**".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("\n\n".to_owned()),
        1 => Just("[".to_owned()),
        1 => Just("](https://a.example)".to_owned()),
    ];
    (proptest::collection::vec(piece, 0..14), any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        |(pieces, one, other)| {
            let text = pieces.concat();
            let mut points: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            points.push(text.len());
            let (one, other) = (*one.get(&points), *other.get(&points));
            (text, one.min(other)..one.max(other))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn marking_changes_no_word_and_is_taken_back((text, selection) in source_and_selection(), bold in any::<bool>()) {
        let mark = if bold { Mark::Bold } else { Mark::Italic };
        let was = is_marked(&text, &selection, mark);
        if let Some(made) = toggle(&text, selection, mark) {
            prop_assert!(made.text.get(made.selection.clone()).is_some(), "a selection within the source: {made:?}");
            if !was {
                prop_assert!(is_marked(&made.text, &(made.selection.end..made.selection.end), mark), "{made:?}");
            }
            // Only stars come and go.
            prop_assert_eq!(made.text.replace('*', ""), text.replace('*', ""));
        } else {
            prop_assert!(!was, "what is marked can be unmarked");
        }
    }

    #[test]
    fn a_link_is_made_and_taken_away((text, selection) in source_and_selection()) {
        let url = SafeUrl::parse("https://b.example/x").unwrap();
        if let Some(made) = link(&text, selection, &url) {
            prop_assert!(is_marked(&made.text, &made.selection, Mark::Link));
            let without = unlink(&made.text, made.selection).unwrap();
            prop_assert!(!without.text.contains("b.example/x"), "{without:?}");
        }
    }

    #[test]
    fn ranges_of_marks_are_those_that_are_read((text, _) in source_and_selection()) {
        for found in marked_ranges(&text) {
            let (outer, inner) = (&text[found.outer.clone()], &text[found.inner.clone()]);
            let signs = match found.mark { Mark::Bold => "**", Mark::Italic => "*", Mark::Link => "[" };
            prop_assert!(outer.starts_with(signs) && outer.contains(inner) && found.inner.end < found.outer.end);
        }
    }
}
