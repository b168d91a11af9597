//! The page itself: one renderer for the public page, the preview and the miniatures.

mod layouts;
pub mod preload;
mod profile;
mod reactive;
mod theme;
pub mod thumbnail;
mod tile;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Layout;
use mantel_model::tile::KindName;
pub use reactive::reactive_page_view;

use crate::render::context::RenderContext;

/// A view as static HTML, without hydration markers, because no script hydrates it.
pub fn static_html(view: AnyView) -> String {
    view.to_html().replace("<!>", "")
}

/// A whole page in its look: scene, profile, and tiles in their layout.
///
/// All styles are scoped to `.page[data-look=…]`, so that several pages may share a document (looks, 1.1).
pub fn page_view(draft: &Draft, context: &RenderContext) -> AnyView {
    let contents = view! { {profile::view(draft, context)} {tiles(draft, context)} };
    theme::framed(&draft.theme, context, contents.into_any())
}

fn tiles(draft: &Draft, context: &RenderContext) -> AnyView {
    if draft.tiles.iter().all(|tile| tile.kind.name() == KindName::Social && tile.pos.is_none()) {
        return layouts::empty(context);
    }
    match draft.theme.layout {
        Layout::Bento => layouts::bento(draft, context),
        Layout::List => layouts::list(draft, context),
        Layout::Canvas => layouts::canvas(draft, context),
    }
}
