//! Words as nodes: line breaks and the small markup, never as HTML text.

use leptos::prelude::*;
use mantel_model::text::markup::{self, Span};

use super::REL;

/// A text with its line breaks.
pub fn lines(text: &str) -> AnyView {
    let mut parts = text.split('\n');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| view! { <br/> {part.to_owned()} }).collect_view();
    view! { {first} {rest} }.into_any()
}

/// A note with its markup; its links lead nowhere when `inert`.
pub fn note(text: &str, inert: bool) -> AnyView {
    spans(markup::parse(text), inert)
}

/// A note's words alone.
pub fn plain(text: &str) -> String {
    markup::plain(&markup::parse(text))
}

fn spans(spans: Vec<Span>, inert: bool) -> AnyView {
    spans.into_iter().map(|it| span(it, inert)).collect_view().into_any()
}

fn span(span: Span, inert: bool) -> AnyView {
    match span {
        Span::Plain(words) => words.into_any(),
        Span::Break => view! { <br/> }.into_any(),
        Span::Bold(inner) => view! { <strong>{spans(inner, inert)}</strong> }.into_any(),
        Span::Italic(inner) => view! { <em>{spans(inner, inert)}</em> }.into_any(),
        Span::Link(inner, _) if inert => view! { <u>{spans(inner, inert)}</u> }.into_any(),
        Span::Link(inner, url) => view! { <a href=url.to_string() rel=REL>{spans(inner, inert)}</a> }.into_any(),
    }
}
