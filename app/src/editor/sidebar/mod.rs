//! The sidebar: the paste field, the tiles in order, and what an agent did last (screens, 2).

mod add_tiles;
mod drop_links;
mod fold_buttons;
mod folding;
mod footer;
mod list_state;
mod page_links;
mod paste_field;
mod rejected_edits;
mod row_drag;
mod tile_list;
mod tile_row;
mod unseen_changes;

pub use add_tiles::{add, add_behind};
pub use footer::{Summary, summary};
use leptos::prelude::*;
pub use list_state::title;
pub use page_links::links;
pub use paste_field::{becomes, move_in_offer};

use super::inspector;
use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::dialog::SidebarTab;
use crate::editor::state::editor::Editor;

/// The whole sidebar; nothing on a phone, which has sheets instead. `add_menu` renders the menu of what can be added, whose
/// code is loaded lazily.
pub fn sidebar(editor: Editor, add_menu: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    drop_links::listen(editor);
    Effect::new(move |_| inspector::settle_on_leaving(editor));
    let phone = Memo::new(move |_| editor.breakpoint.get() == Breakpoint::Phone);
    let inside = move || {
        (!phone.get()).then(|| {
            view! {
                {paste_field::field(editor)}
                {add_menu()}
                {rejected_edits::all(editor)}
                {tile_list::list(editor)}
                {footer::foot(editor)}
                {links(editor)}
            }
            .into_any()
        })
    };
    let inside = inside.into_any();
    view! {
        <aside class="editor-side-panel left" aria-label="Tiles" class:away=move || editor.sidebar_tab.get() != SidebarTab::Tiles>{inside}</aside>
    }
    .into_any()
}
