//! A text with removed words struck through and added words marked.

use leptos::prelude::*;
use mantel_model::plain_text::changes::shortened_middle;
use mantel_model::text::diff::Piece;

/// The pieces; long unchanged runs are shortened in the middle.
pub fn view(pieces: Vec<Piece>) -> AnyView {
    let piece = |piece: Piece| match piece {
        Piece::Same(words) => shortened_middle(&words).into_any(),
        Piece::Removed(words) => view! { <del>{words}</del>" " }.into_any(),
        Piece::Added(words) => view! { <ins>{words}</ins>" " }.into_any(),
    };
    pieces.into_iter().map(piece).collect_view().into_any()
}
