//! One row of the publish dialog: a thumbnail, what changed, who changed it and when, and a button to undo it.

use leptos::prelude::*;
use mantel_model::api::{ChangesView, FieldChange, TileChange, TileMove};
use mantel_model::plain_text::changes::fields::change_text;
use mantel_model::plain_text::changes::{about_tile, compared, is_prose, moved_text, tile_name};
use mantel_model::{Draft, Tile, TileId};

use super::changes;
use super::changes::ChangeRow;
use super::state::{PublishState, Stage};
use crate::components::{datetime, icon, text_diff};
use crate::editor::presence::author;
use crate::render::context::RenderContext;
use crate::render::page::thumbnail;

/// The box of a thumbnail, px.
const BOX: thumbnail::BoxSize = (150.0, 150.0);

/// The row; its contents follow the draft.
pub fn row(work: PublishState, row: ChangeRow) -> AnyView {
    let its = row.clone();
    // A memo of this row alone, so that other edits do not redraw it.
    let content = Memo::new(move |_| work.changes.with(|changes| RowContent::of(changes, &its)));
    let key = row.clone();
    let inside = move || content.get().map(|item| drawn(work, &key, &item));
    view! { <div class="editor-change-row" class:wide=matches!(row, ChangeRow::Changed(_) | ChangeRow::Profile)>{inside}</div> }
        .into_any()
}

/// The contents of a row.
#[derive(Clone, PartialEq)]
enum RowContent {
    Fields(Vec<FieldChange>),
    Tile(Box<Tile>),
    Both(Box<TileChange>),
    Moves(Vec<TileMove>),
}

impl RowContent {
    fn of(changes: &ChangesView, row: &ChangeRow) -> Option<Self> {
        let tile = |of: &[Tile], id: &TileId| {
            of.iter().find(|tile| tile.id == *id).cloned().map(|tile| Self::Tile(tile.into()))
        };
        match row {
            ChangeRow::Profile => Some(Self::Fields(changes.profile.clone())).filter(|_| !changes.profile.is_empty()),
            ChangeRow::Theme => Some(Self::Fields(changes.theme.clone())).filter(|_| !changes.theme.is_empty()),
            ChangeRow::Added(id) => tile(&changes.added, id),
            ChangeRow::Removed(id) => tile(&changes.removed, id),
            ChangeRow::Changed(id) => {
                let both = changes.changed.iter().find(|tile| tile.id == *id)?;
                Some(Self::Both(Box::new(both.clone())))
            }
            ChangeRow::Moved => Some(Self::Moves(changes.moved.clone())).filter(|_| !changes.moved.is_empty()),
        }
    }
}

fn drawn(work: PublishState, row: &ChangeRow, content: &RowContent) -> AnyView {
    let editor = work.editor;
    let setting = RenderContext { draft: false, miniature: true, ..editor.render_context_untracked() };
    let now = editor.draft.get_untracked();
    let live = editor.live.get_untracked().unwrap_or_else(|| now.clone());
    let (cuts, words) = match content {
        RowContent::Fields(fields) if *row == ChangeRow::Profile => (
            pair(Some(thumbnail::of_profile(&live, &setting, BOX)), Some(thumbnail::of_profile(&now, &setting, BOX))),
            fields_words("Profile", fields),
        ),
        RowContent::Fields(fields) => (
            pair(Some(thumbnail::of_page(&live, &setting, BOX)), Some(thumbnail::of_page(&now, &setting, BOX))),
            fields_words("Look", fields),
        ),
        RowContent::Tile(tile) => {
            let gone = matches!(row, ChangeRow::Removed(_));
            let draft: &Draft = if gone { &live } else { &now };
            let cut = thumbnail::of_tile(draft, &tile.id, &setting, BOX, thumbnail::MARGIN);
            (view! { <span class="editor-thumbnails" class:gone=gone>{cut}</span> }.into_any(), name(draft, tile))
        }
        RowContent::Both(both) => {
            let id = &both.id;
            let cuts = pair(
                thumbnail::of_tile(&live, id, &setting, BOX, thumbnail::MARGIN),
                thumbnail::of_tile(&now, id, &setting, BOX, thumbnail::MARGIN),
            );
            (cuts, difference(&now, both))
        }
        RowContent::Moves(moves) => {
            let text = moved_text(moves, &live, &now);
            (().into_any(), view! { <p class="editor-change-row-name">{text}</p> }.into_any())
        }
    };
    let back = if matches!(row, ChangeRow::Added(_)) { "Take out" } else { "Put back" };
    let label = match content {
        RowContent::Tile(tile) => {
            format!("{back}: {}", tile_name(if matches!(row, ChangeRow::Removed(_)) { &live } else { &now }, tile))
        }
        RowContent::Both(both) => format!("{back}: {}", tile_name(&now, &both.after)),
        RowContent::Fields(_) if *row == ChangeRow::Profile => format!("{back}: profile"),
        RowContent::Fields(_) => format!("{back}: look"),
        RowContent::Moves(moves) => format!("{back}: {}", moved_text(moves, &live, &now)),
    };
    let key = row.clone();
    let act = move |_| {
        changes::put_back(editor, &key);
        crate::components::dom::focus("publish-title");
    };
    let free =
        move || matches!(work.stage.get(), Stage::Asking | Stage::Failed(_) | Stage::Unverified | Stage::Overtaken);
    view! {
        {cuts}
        <div class="editor-change-row-text">{words}{by(work, row)}</div>
        {move || free().then(|| view! { <button type="button" class="ui-link editor-change-row-revert" aria-label=label.clone() on:click=act.clone()>{back}</button> })}
    }
    .into_any()
}

fn pair(before: Option<AnyView>, after: Option<AnyView>) -> AnyView {
    view! { <span class="editor-thumbnails">{before}<span class="editor-change-arrow" aria-hidden="true">{icon::stroke(icon::TO)}</span>{after}</span> }.into_any()
}

fn name(draft: &Draft, tile: &Tile) -> AnyView {
    view! { <p class="editor-change-row-name">{tile_name(draft, tile)}</p><p class="editor-change-row-about">{about_tile(tile)}</p> }.into_any()
}

/// Who changed it last, and when, if the history tells.
fn by(work: PublishState, row: &ChangeRow) -> AnyView {
    let row = row.clone();
    let known = Memo::new(move |_| work.authors.with(|authors| authors.of(&row)));
    let shown = move || {
        known.get().map(|(by, at)| {
            view! { <p class="editor-change-row-author">{author::avatar(work.editor, &by)}<span>{author::name(&by)}", "{datetime::relative(&at)}</span></p> }
        })
    };
    shown.into_any()
}

/// The changed text of a tile, and its other changed fields.
fn difference(draft: &Draft, change: &TileChange) -> AnyView {
    let (texts, rest): (Vec<FieldChange>, Vec<FieldChange>) =
        change.fields().into_iter().partition(|field| is_prose(&field.field));
    let heading = if texts.is_empty() {
        Some(view! { <p class="editor-change-row-name">{tile_name(draft, &change.after)}</p> })
    } else {
        None
    };
    view! { {heading}{texts.iter().map(struck).collect_view()}{rest.iter().map(plain).collect_view()} }.into_any()
}

fn fields_words(title: &'static str, fields: &[FieldChange]) -> AnyView {
    let (texts, rest): (Vec<&FieldChange>, Vec<&FieldChange>) = fields.iter().partition(|field| is_prose(&field.field));
    view! { <p class="editor-change-row-name">{title}</p>{texts.into_iter().map(struck).collect_view()}{rest.into_iter().map(plain).collect_view()} }.into_any()
}

fn struck(change: &FieldChange) -> AnyView {
    view! { <p class="editor-change-row-diff">{text_diff::view(compared(change))}</p> }.into_any()
}

fn plain(change: &FieldChange) -> AnyView {
    let text = change_text(&change.field, change.before.as_ref(), change.after.as_ref());
    view! { <p class="editor-change-row-field">{text}</p> }.into_any()
}
