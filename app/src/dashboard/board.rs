//! What is done on the page itself: choosing, writing in place, moving.

use leptos::prelude::*;

use super::editor::{Editor, Thing};
use super::table;

/// Everything drawn over the page.
pub fn over(editor: Editor) -> AnyView {
    let outlines = move || editor.chosen.get().into_iter().map(|it| outline(editor, it)).collect_view();
    outlines.into_any()
}

fn outline(editor: Editor, thing: Thing) -> AnyView {
    let frame = move || {
        editor.tick.track();
        table::element(&thing).and_then(|it| table::frame_of(&it)).map(table::Frame::style)
    };
    view! { <div class="e-chosen" style=frame></div> }.into_any()
}

/// A tap on the page.
pub fn tapped(editor: Editor, event: &web_sys::MouseEvent) {
    editor.choose(table::thing_at(event));
}
