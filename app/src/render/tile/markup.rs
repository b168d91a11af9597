//! Text as DOM nodes: line breaks and inline markup, never raw HTML.

use leptos::prelude::*;
use mantel_model::layout::size_class;
use mantel_model::text::markup::{self, Span};

/// The `rel` of links to other sites: followed, but not endorsed.
pub const LINK_REL: &str = "noopener nofollow ugc";

/// The `rel` of links to the same person elsewhere (microformats, rel-me): both sides may then prove that they are one's.
pub const ME_REL: &str = "me noopener";

/// A text with its line breaks.
pub fn lines(text: &str) -> AnyView {
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    let rest = lines.map(|line| view! { <br/> {line.to_owned()} }).collect_view();
    view! { {first} {rest} }.into_any()
}

/// A note with its markup; its links are inert when `inert`.
pub fn note(text: &str, inert: bool) -> AnyView {
    spans(markup::parse(text), inert)
}

/// A note's text without its markup.
pub fn plain(text: &str) -> String {
    markup::plain(&markup::parse(text))
}

fn spans(spans: Vec<Span>, inert: bool) -> AnyView {
    spans.into_iter().map(|child| span(child, inert)).collect_view().into_any()
}

fn span(span: Span, inert: bool) -> AnyView {
    match span {
        Span::Plain(text) => text.into_any(),
        Span::Break => view! { <br/> }.into_any(),
        Span::Bold(inner) => view! { <strong>{spans(inner, inert)}</strong> }.into_any(),
        Span::Italic(inner) => view! { <em>{spans(inner, inert)}</em> }.into_any(),
        Span::Link(inner, _) if inert => view! { <u>{spans(inner, inert)}</u> }.into_any(),
        Span::Link(inner, url) => view! { <a href=url.to_string() rel=LINK_REL>{spans(inner, inert)}</a> }.into_any(),
    }
}

/// The room that a note's words take, counted in Latin letters; at least one.
pub fn display_width(note: &str) -> usize {
    size_class::width(&plain(note)).max(1)
}
