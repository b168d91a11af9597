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
    theme::framed(&draft.theme, draft.direction(), context, contents.into_any())
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use mantel_model::look::Look;
    use mantel_model::read::{FieldValue, own_fields, read_draft};
    use serde_json::{Map, Value, json};

    use super::*;

    /// A tile of the type with every field that says something, and what a visitor finds of each on the page.
    fn telling_tile(kind: KindName) -> (Value, Vec<String>) {
        let mut tile = Map::from_iter([("type".to_owned(), json!(kind.as_str())), ("size".to_owned(), json!("l"))]);
        let mut told = Vec::new();
        for field in own_fields(kind) {
            let said = match field.value {
                FieldValue::Words(_) | FieldValue::Text(_) => format!("{}{kind}", field.name),
                FieldValue::Url => match kind {
                    KindName::Video => "https://vimeo.com/76979871".to_owned(),
                    KindName::Music => "https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy".to_owned(),
                    _ => format!("https://{}.example/{kind}", field.name),
                },
                FieldValue::Image => format!("/media/{}-{kind}.jpg", field.name),
                FieldValue::Repo => format!("{}/{kind}", field.name),
                FieldValue::Platform => "instagram".to_owned(),
                FieldValue::NoteLook | FieldValue::Focus | FieldValue::Zoom | FieldValue::Flag => continue,
            };
            tile.insert(field.name.to_owned(), json!(said));
            told.push(said);
        }
        (Value::Object(tile), told)
    }

    #[test]
    fn every_look_says_everything_that_a_tile_of_each_type_says() {
        let mut unsaid = Vec::new();
        for look in Look::ALL {
            for kind in KindName::ALL {
                let (tile, told) = telling_tile(*kind);
                let page = json!({ "profile": { "name": "Ines Harrow" }, "theme": { "style": look }, "tiles": [tile] });
                let draft = read_draft(&page, &mut mantel_model::id::SeededIds::new(1)).unwrap();
                let html = Owner::new().with(|| static_html(page_view(&draft, &RenderContext::default())));
                unsaid
                    .extend(told.into_iter().filter(|said| !html.contains(said)).map(|said| format!("{look}: {said}")));
            }
        }
        assert_eq!(unsaid, Vec::<String>::new());
    }
}
