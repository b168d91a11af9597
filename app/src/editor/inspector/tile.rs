//! The fields of a tile, by its type.

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::{KindName, Tile};
use mantel_model::{Draft, TileId};

use super::rejected_edit;
use super::text_field::line;
use super::{choices, free_placement};
use crate::components::icon;
use crate::components::scoped_memo::scoped_memo;
use crate::components::tile_fields::{self, ALT, LANGUAGE, TextField};
use crate::editor::state::editor::Editor;

/// What decides which fields there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TileTraits {
    kind: KindName,
    /// Whether it shows a picture.
    picture: bool,
    canvas: bool,
    /// Whether it may be said that its words are in another language than the page's.
    language: bool,
    /// Whether an edit of text on the page was rejected: its field then appears here too.
    words: bool,
}

/// All fields of a tile.
pub fn fields(editor: Editor, id: TileId) -> AnyView {
    folding(editor, id, None)
}

/// The same; with `more`, rarely used fields of a picture are collapsed until it is true.
pub fn folding(editor: Editor, id: TileId, more: Option<RwSignal<bool>>) -> AnyView {
    let its = id.clone();
    let shape = scoped_memo(move || {
        let of = |tile: &Tile, page: &Draft| TileTraits {
            kind: tile.kind.name(),
            picture: tile.kind.picture().is_some()
                || editor.facts.with(|facts| facts.get(&tile.id).is_some_and(pictured)),
            canvas: page.theme.layout == Layout::Canvas,
            language: tile.lang.is_some() || page.profile.lang.is_some() && tile.words().next().is_some(),
            words: editor.rejected_edits().iter().any(|rejected_edit| rejected_edit.edit.tile() == Some(&tile.id)),
        };
        editor.draft.with(|page| page.tile(&its).map(|tile| of(tile, page)))
    });
    let refused = id.clone();
    let refused = scoped_memo(move || {
        editor
            .rejected_edits()
            .into_iter()
            .filter(|rejected_edit| rejected_edit.edit.tile() == Some(&refused))
            .collect::<Vec<_>>()
    });
    view! {
        {move || refused.get().into_iter().map(|item| rejected_edit::view(editor, item)).collect_view()}
        <div class="editor-fields">{move || shape.get().map(|item| lines(editor, &id, item, more))}</div>
    }
    .into_any()
}

fn pictured(facts: &mantel_model::facts::Facts) -> bool {
    facts.image.is_some()
}

fn lines(editor: Editor, id: &TileId, it: TileTraits, more: Option<RwSignal<bool>>) -> AnyView {
    let grown = !matches!(it.kind, KindName::Heading | KindName::Social);
    let more = more.filter(|_| it.kind == KindName::Image && !it.words);
    let its = id.clone();
    let words: Vec<AnyView> = texts(it).into_iter().map(|field| folded(editor, &its, field, more)).collect();
    view! {
        {(it.kind == KindName::Social).then(|| choices::platform(editor, id.clone()))}
        {grown.then(|| choices::sizes(editor, id.clone()))}
        {grown.then(|| choices::color(editor, id.clone()))}
        {it.picture.then(|| choices::zoom(editor, id.clone()))}
        {(it.kind == KindName::Text).then(|| choices::stamp(editor, id.clone()))}
        {words}
        {(it.kind == KindName::Link).then(|| choices::me(editor, id.clone()))}
        {(it.kind == KindName::Heading).then(|| choices::takes_tiles_along(editor))}
        {it.canvas.then(|| free_placement::fields(editor, id.clone()))}
    }
    .into_any()
}

/// A field that may be collapsed; the button that expands the others follows the alt text.
fn folded(editor: Editor, id: &TileId, field: TextField, more: Option<RwSignal<bool>>) -> AnyView {
    let id = id.clone();
    match more {
        None => line(editor, &id, field),
        Some(more) if field.name == "alt" => view! { {line(editor, &id, field)}{unfold(more)} }.into_any(),
        Some(more) => (move || more.get().then(|| line(editor, &id, field))).into_any(),
    }
}

/// The button that expands the collapsed fields.
fn unfold(more: RwSignal<bool>) -> AnyView {
    view! { <button type="button" class="editor-more" aria-label="More" title="More" aria-expanded=move || more.get().to_string() on:click=move |_| more.update(|open| *open = !*open)>{icon::stroke(icon::CHEVRON)}</button> }.into_any()
}

/// The text fields of a tile.
fn texts(it: TileTraits) -> Vec<TextField> {
    let own = tile_fields::of(it.kind).inspector.iter().filter(|field| it.words || !field.in_place);
    it.picture.then_some(ALT).into_iter().chain(own.copied()).chain(it.language.then_some(LANGUAGE)).collect()
}
