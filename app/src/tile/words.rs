//! Words as nodes: line breaks and the small markup, never as HTML text.

use leptos::prelude::*;
use mantel_model::text::markup::{self, Span};

use super::REL;

/// A text with its line breaks.
pub fn lines(text: &str) -> AnyView {
    let mut parts = text.split('\n');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|it| view! { <br/> {it.to_owned()} }).collect_view();
    view! { {first} {rest} }.into_any()
}

/// A note with its markup.
pub fn note(text: &str) -> AnyView {
    spans(markup::parse(text))
}

/// A note's words alone.
pub fn plain(text: &str) -> String {
    markup::plain(&markup::parse(text))
}

fn spans(spans: Vec<Span>) -> AnyView {
    spans.into_iter().map(span).collect_view().into_any()
}

fn span(span: Span) -> AnyView {
    match span {
        Span::Plain(words) => words.into_any(),
        Span::Break => view! { <br/> }.into_any(),
        Span::Bold(inner) => view! { <strong>{spans(inner)}</strong> }.into_any(),
        Span::Italic(inner) => view! { <em>{spans(inner)}</em> }.into_any(),
        Span::Link(inner, url) => view! { <a href=url.to_string() rel=REL>{spans(inner)}</a> }.into_any(),
    }
}
