//! Word-level differences between two texts.

use mantel_model::text::diff::{Piece, words};
use proptest::prelude::*;

/// As one line: `[-removed-]` and `{+added+}`.
fn drawn(before: &str, after: &str) -> String {
    let piece = |piece: Piece| match piece {
        Piece::Same(piece) => piece,
        Piece::Removed(piece) => format!("[-{piece}-]"),
        Piece::Added(piece) => format!("{{+{piece}+}}"),
    };
    words(before, after).into_iter().map(piece).collect()
}

#[test]
fn words_go_and_come() {
    for (before, after, expected) in [
        ("", "", ""),
        ("", "new", "{+new+}"),
        ("old", "", "[-old-]"),
        ("same words", "same words", "same words"),
        (
            "Kiln opens Friday at nine. Bring a box",
            "Kiln opens Saturday at ten. Bring a box",
            "Kiln opens [-Friday -]{+Saturday +}at [-nine. -]{+ten. +}Bring a box",
        ),
        ("a b c", "b c d", "[-a -]b c {+d+}"),
        ("one\ntwo", "one\ntwo\nthree", "one\ntwo\n{+three+}"),
    ] {
        assert_eq!(drawn(before, after), expected, "{before:?} to {after:?}");
    }
}

fn sides(pieces: &[Piece]) -> (String, String) {
    let (mut before, mut after) = (String::new(), String::new());
    for piece in pieces {
        match piece {
            Piece::Same(it) => {
                before.push_str(it);
                after.push_str(it);
            }
            Piece::Removed(it) => before.push_str(it),
            Piece::Added(it) => after.push_str(it),
        }
    }
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    (flat(before), flat(after))
}

proptest! {
    #[test]
    fn the_pieces_are_both_texts(before in "[abc é\n]{0,60}", after in "[abc é\n]{0,60}") {
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (old, new) = sides(&words(&format!("{before} "), &format!("{after} ")));
        prop_assert_eq!(old, flat(&before));
        prop_assert_eq!(new, flat(&after));
    }
}
