//! The page itself: the one renderer of the public page, the preview and the miniatures.

mod anatomy;
pub mod fonts;
mod layouts;
mod profile;
mod reactive;
mod theme;
pub mod thumbnail;

use std::collections::HashMap;
use std::sync::Arc;

pub use anatomy::{Form, Rank, lean, ranks};
use leptos::prelude::*;
use mantel_model::facts::Facts;
use mantel_model::photo::Pictures;
use mantel_model::theme::{Layout, Theme};
use mantel_model::{Draft, TileId};
pub use reactive::live;
pub use theme::PageAttributes;
use theme::backdrop;

use super::look;

/// What a page is drawn with, beside the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RenderContext {
    /// Facts by tile.
    pub facts: Arc<HashMap<TileId, Facts>>,
    /// What is known of its pictures.
    pub pictures: Arc<Pictures>,
    /// Whether pictures that lie elsewhere and are not served from here are left out.
    pub sealed: bool,
    /// Whether this is somebody's draft: an empty page then invites instead of stating.
    pub draft: bool,
    /// Whether the page stands among others (pickers, shelf): links are then inert, the name is no heading, and the
    /// looks' filters are the document's to bring (`look::all_filters`).
    pub miniature: bool,
    /// Where visitors report the page, at its foot; nowhere but on what visitors see.
    pub report: Option<String>,
}

/// A view as HTML that no program takes over: without the marks by which one would find its way.
pub fn html(view: AnyView) -> String {
    view.to_html().replace("<!>", "")
}

/// A whole page in its look: scene, profile, tiles in their layout.
///
/// Everything inside stands under `.page[data-look=…]`, so several pages may share a document (looks, 1.1).
pub fn page_view(draft: &Draft, setting: &RenderContext) -> AnyView {
    let sheet = view! { {profile::view(draft, setting)} {tiles(draft, setting)} };
    framed(&draft.theme, setting, sheet.into_any())
}

/// What a theme puts around the contents of a page.
fn framed(theme: &Theme, setting: &RenderContext, sheet: AnyView) -> AnyView {
    let inert = setting.miniature;
    let attributes = PageAttributes::of(theme);
    let sheet = match inert {
        true => view! { <div class="sheet">{sheet}</div> }.into_any(),
        false => view! { <main class="sheet">{sheet}</main> }.into_any(),
    };
    view! {
        <div
            class="page"
            inert=inert
            data-look=attributes.look
            data-palette=attributes.palette
            data-layout=attributes.layout
            data-font=attributes.font
            data-radius=attributes.radius
            data-align=attributes.align
            data-tiles=attributes.tiles
            data-effect=attributes.effect
            data-avatar=attributes.avatar
            data-photos=attributes.photos
            data-motion=attributes.motion
            data-ambient=attributes.ambient
            data-backdrop=attributes.backdrop
            data-grain=attributes.grain
            style=attributes.style
        >
            {(!inert).then(|| look::filters(theme.look()))}
            <div class="scene" aria-hidden="true">
                {backdrop(theme, setting).map(|picture| view! { <span class="backdrop" style=picture></span> })}
                {look::scene(theme)}
            </div>
            {sheet}
            {setting.report.clone().map(|to| view! { <footer class="tell"><a href=to rel="nofollow">"Report this page"</a></footer> })}
        </div>
    }
    .into_any()
}

fn tiles(draft: &Draft, setting: &RenderContext) -> AnyView {
    if draft.tiles.iter().all(|tile| mantel_model::tile::KindName::Social == tile.kind.name() && tile.pos.is_none()) {
        return layouts::empty(setting);
    }
    match draft.theme.layout {
        Layout::Bento => layouts::bento(draft, setting),
        Layout::List => layouts::list(draft, setting),
        Layout::Canvas => layouts::canvas(draft, setting),
    }
}
