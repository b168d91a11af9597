//! The cards of uploads in progress, over the page.

use leptos::prelude::*;

use super::elements;
use crate::editor::state::canvas::{DropPoint, Upload};
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Frame;
use crate::editor::state::selection::Selection;
use crate::editor::upload;

/// Side of the card of a picture that was dropped on the page, px.
const DROPPED: f64 = 150.0;

/// The uploads, each where its tile will be.
pub fn cards(editor: Editor) -> AnyView {
    let uploads = move || editor.canvas.uploads.get();
    let card = move |upload: Upload| {
        let placed = upload.clone();
        let style = move || {
            editor.layout_tick.track();
            position(editor, &placed).style()
        };
        let Upload { key, name, local, progress, problem, .. } = upload.clone();
        let line = move || format!("width:{:.0}%", progress.get() * 100.0);
        let percent = move || format!("{:.0}", progress.get() * 100.0);
        let bar = move || view! { <i role="progressbar" aria-label=format!("{name} going up") aria-valuemin="0" aria-valuemax="100" aria-valuenow=percent style=line></i> };
        let under = move || match problem.get() {
            Some(words) => failed(editor, upload.clone(), words),
            None => bar().into_any(),
        };
        view! { <figure class="editor-upload" class:failed=move || problem.with(Option::is_some) id=format!("load-{key}") style=style><img src=local alt=""/>{under}</figure> }
    };
    view! { <For each=uploads key=|upload| upload.key children=card/> }.into_any()
}

/// The error and the buttons below a picture whose upload failed.
fn failed(editor: Editor, upload: Upload, words: String) -> AnyView {
    let left = upload.clone();
    view! {
        <figcaption>
            <span>{words}</span>
            <span class="editor-upload-actions">
                <button type="button" class="ui-link" on:click=move |_| upload::start(editor, upload.clone())>"Try again"</button>
                <button type="button" class="ui-link" on:click=move |_| upload::discard(editor, &left)>"Leave it out"</button>
            </span>
        </figcaption>
    }
    .into_any()
}

/// The frame of an upload's card: over what it replaces, where it was dropped, or in a row behind the last tile.
fn position(editor: Editor, upload: &Upload) -> Frame {
    if let Some(frame) =
        upload.replaces.as_ref().and_then(elements::element).and_then(|element| elements::frame_of(&element))
    {
        return frame;
    }
    // Uploads of one drop are in a row.
    let beside = |other: &&Upload| other.replaces.is_none() && other.drop == upload.drop;
    let nth = editor
        .canvas
        .uploads
        .with_untracked(|uploads| uploads.iter().filter(beside).position(|other| other.key == upload.key))
        .unwrap_or_default();
    if let Some(DropPoint { at: (x, y), .. }) = upload.drop {
        let page = page_frame().unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a number of pictures")]
        let along = nth as f64 * (DROPPED + 12.0);
        let left = (x - DROPPED / 2.0 + along).clamp(0.0, (page.w - DROPPED).max(0.0));
        return Frame { x: left, y: (y - DROPPED / 2.0).max(0.0), w: DROPPED, h: DROPPED };
    }
    let all = editor
        .draft
        .with_untracked(|draft| draft.tiles.iter().map(|tile| Selection::Tile(tile.id.clone())).collect::<Vec<_>>());
    let frames = all.iter().filter_map(elements::element).filter_map(|element| elements::frame_of(&element));
    let bounds = frames.reduce(Frame::union);
    let page = page_frame().unwrap_or_default();
    let Frame { x, y, w, h } = bounds.unwrap_or(Frame { x: page.w * 0.1, y: page.h * 0.3, w: page.w * 0.8, h: 0.0 });
    let side = (w / 4.0 - 12.0).max(90.0);
    #[expect(clippy::cast_precision_loss, reason = "a number of pictures")]
    let (column, row) = ((nth % 4) as f64, (nth / 4) as f64);
    Frame { x: x + column * (side + 12.0), y: y + h + 14.0 + row * (side + 12.0), w: side, h: side }
}

fn page_frame() -> Option<Frame> {
    elements::frame_of(&document().query_selector(".editor-page > .page").ok().flatten()?)
}
