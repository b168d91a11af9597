//! Drawings of tile sizes.

use leptos::prelude::*;
use mantel_model::tile::Size;

/// Four cells, with those that the size takes marked.
pub fn size(size: Size) -> AnyView {
    let shape = match size {
        Size::S => {
            r#"<path class="on" d="M1 1h6.500v6.500H1z"/><path d="M8.500 1H15v6.500H8.500zM1 8.500h6.500V15H1zM8.500 8.500H15V15H8.500z"/>"#
        }
        Size::W => {
            r#"<path class="on" d="M1 1h14v6.500H1z"/><path d="M1 8.500h6.500V15H1zM8.500 8.500H15V15H8.500z"/>"#
        }
        Size::T => {
            r#"<path class="on" d="M1 1h6.500v14H1z"/><path d="M8.500 1H15v6.500H8.500zM8.500 8.500H15V15H8.500z"/>"#
        }
        Size::L => r#"<path class="on" d="M1 1h14v14H1z"/>"#,
    };
    view! { <svg class="ui-size-glyph" viewBox="0 0 16 16" aria-hidden="true" inner_html=shape></svg> }.into_any()
}
