//! The small markup of notes: no word is lost, links are safe, and nothing nests deeper than three.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mantel_model::SafeUrl;
use mantel_model::text::markup::{Span, parse, plain};

fn depth(spans: &[Span]) -> usize {
    let of = |span: &Span| match span {
        Span::Plain(words) => {
            assert!(!words.is_empty() && !words.contains('\n'));
            0
        }
        Span::Break => 0,
        Span::Bold(inner) | Span::Italic(inner) => 1 + depth(inner),
        Span::Link(inner, url) => {
            assert_eq!(SafeUrl::parse(url.as_str()).as_ref(), Ok(url));
            1 + depth(inner)
        }
    };
    spans.iter().map(of).max().unwrap_or(0)
}

fuzz_target!(|text: &str| {
    let spans = parse(text);
    assert!(depth(&spans) <= 3);
    // What is taken away is marks and the addresses of links; what stays stands in the order it stood in.
    let mut rest = text.chars();
    for letter in plain(&spans).chars() {
        assert!(rest.any(|it| it == letter), "{letter:?} was not in the note");
    }
});
