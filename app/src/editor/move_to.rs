//! Moving what is selected to a place by its number or to a section: on a long page a drag is slow.

use leptos::prelude::*;
use mantel_model::tile::Kind;
use mantel_model::{Draft, TileId};

use super::canvas::{drag, elements};
use crate::components::dom;
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::editor::state::sections::{is_heading, section};
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names;

/// The id of the button that opens the dialog.
const BUTTON_ID: &str = "open-move-to";
/// The id of the field with the number of the place.
const PLACE_ID: &str = "move-to-place";

/// The dialog, while it is open.
pub fn dialog(editor: Editor) -> AnyView {
    let open = Memo::new(move |_| editor.dialog.get() == Some(Dialog::MoveTo));
    (move || open.get().then(|| form(editor, moved_tiles(editor)))).into_any()
}

/// The button that opens the dialog, with its visible label; nothing on a page with a single tile.
pub fn button(editor: Editor, class: &'static str, label: &'static str) -> AnyView {
    let several = Memo::new(move |_| editor.draft.with(|draft| draft.tiles.len() > 1));
    let open = move |_| editor.open_dialog(Dialog::MoveTo);
    (move || {
        several
            .get()
            .then(|| view! { <button type="button" class=class id=BUTTON_ID aria-label="Move to…" on:click=open>{label}</button> })
    })
    .into_any()
}

/// The selected tiles in the order of the page; a heading alone takes the tiles of its section along, as in a drag.
fn moved_tiles(editor: Editor) -> Vec<TileId> {
    let chosen = untrack(|| editor.selected_tiles());
    let alone = editor.heading_alone.get_untracked();
    editor.draft.with_untracked(|draft| match &chosen[..] {
        [one] if !alone => section(draft, one),
        _ => draft.tiles.iter().map(|tile| &tile.id).filter(|id| chosen.contains(id)).cloned().collect(),
    })
}

/// A place that tiles can be moved to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MoveTarget {
    label: String,
    /// The index of the tile before which they are put; the number of tiles for the end.
    before: usize,
}

/// Whether tiles are a whole section, which goes between two others and never into one.
fn is_section(draft: &Draft, tiles: &[TileId]) -> bool {
    tiles.first().is_some_and(|id| draft.tile(id).is_some_and(is_heading) && section(draft, id) == tiles)
}

/// The start of the page, its sections and its end. Tiles go to the end of a section; a section goes before another one.
fn places(draft: &Draft, moved: &[TileId]) -> Vec<MoveTarget> {
    let whole_section = is_section(draft, moved);
    let sections = draft.tiles.iter().enumerate().filter_map(|(at, tile)| {
        let Kind::Heading(heading) = &tile.kind else { return None };
        let title = &heading.text;
        let place = if whole_section {
            MoveTarget { label: format!("Before “{title}”"), before: at }
        } else {
            MoveTarget { label: format!("In “{title}”"), before: at + section(draft, &tile.id).len() }
        };
        (!moved.contains(&tile.id)).then_some(place)
    });
    let start = (!whole_section).then(|| MoveTarget { label: "First of all".to_owned(), before: 0 });
    let end = MoveTarget { label: "Last of all".to_owned(), before: draft.tiles.len() };
    start.into_iter().chain(sections).chain(std::iter::once(end)).collect()
}

/// The index before which tiles are put so that the first of them gets this number, counted from 1.
fn before_number(draft: &Draft, moved: &[TileId], number: usize) -> usize {
    let mut others = draft.tiles.iter().enumerate().filter(|(_, tile)| !moved.contains(&tile.id));
    others.nth(number.saturating_sub(1)).map_or(draft.tiles.len(), |(at, _)| at)
}

/// The number of the last place that tiles can be moved to.
fn last_number(draft: &Draft, moved: &[TileId]) -> usize {
    (draft.tiles.len() + 1).saturating_sub(moved.len()).max(1)
}

fn close_dialog(node: NodeRef<leptos::html::Dialog>) {
    if let Some(dialog) = node.get_untracked() {
        dialog.close();
    }
}

fn form(editor: Editor, moved: Vec<TileId>) -> AnyView {
    let (title, places, now, last, numbered) = editor.draft.with_untracked(|draft| {
        let at = moved.first().and_then(|id| draft.position(id)).unwrap_or_default();
        let title = format!("Move {}", tile_names::names(draft, &moved));
        (title, places(draft, &moved), at + 1, last_number(draft, &moved), !is_section(draft, &moved))
    });
    let node = NodeRef::<leptos::html::Dialog>::new();
    let number = NodeRef::<leptos::html::Input>::new();
    let problem = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
            if numbered {
                dom::focus(PLACE_ID);
            }
        }
    });
    let moved = StoredValue::new(moved);
    let put = move |before: usize| {
        close_dialog(node);
        let moved = moved.get_value();
        drag::move_before(editor, &moved, before);
        moved.into_iter().next().map(Selection::Tile).into_iter().for_each(elements::reveal);
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = number.get_untracked().map(|input| input.value()).unwrap_or_default();
        match typed.trim().parse::<usize>().ok().filter(|number| (1..=last).contains(number)) {
            Some(number) => {
                let before =
                    editor.draft.with_untracked(|draft| moved.with_value(|moved| before_number(draft, moved, number)));
                put(before);
            }
            None => {
                problem.set(Some(format!("A number from 1 to {last}.")));
                dom::focus(PLACE_ID);
            }
        }
    };
    let wrong = move || problem.with(Option::is_some).to_string();
    let button = move |place: MoveTarget| {
        view! { <li><button type="button" on:click=move |_| put(place.before)>{place.label}</button></li> }
    };
    // The inspector, which is hidden beside a dialog, is placed again in the next frame; then the button can be focused.
    let closed = move |_| {
        editor.dialog_closed();
        request_animation_frame(|| dom::focus(BUTTON_ID));
    };
    let close = move |_| close_dialog(node);
    let field = numbered.then(|| {
        view! {
            <p class="editor-move-to-number">
                <label class="ui-label" for=PLACE_ID>"To place"</label>
                <input class="ui-field" id=PLACE_ID type="number" inputmode="numeric" min="1" max=last step="1" value=now aria-invalid=wrong aria-describedby="move-to-says" node_ref=number/>
                <span class="ui-muted">{format!("of {last}")}</span>
                <button class="ui-button">"Move"</button>
            </p>
            <p class="ui-warning" id="move-to-says" role="alert">{move || problem.get()}</p>
        }
    });
    view! {
        <dialog class="editor-move-to" aria-labelledby="move-to-title" node_ref=node on:close=closed>
            <form novalidate=true on:submit=submit>
                <h2 id="move-to-title" dir="auto">{title}</h2>
                {field}
                <ul class="editor-move-to-places" aria-label="Places">{places.into_iter().map(button).collect_view()}</ul>
                <p class="editor-move-to-close"><button type="button" class="ui-button quiet" on:click=close>"Cancel"</button></p>
            </form>
        </dialog>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use mantel_model::brief;

    use super::*;

    fn page() -> Draft {
        let links = r#"["Zero", {"heading": "One"}, "Note", {"heading": "Two"}, "Other", "Last"]"#;
        brief::import_partial(&format!(r#"{{"mantel": 1, "name": "Ines", "links": {links}}}"#), 1).unwrap().draft
    }

    fn offered(moved: &[usize]) -> Vec<(String, usize)> {
        let draft = page();
        let moved: Vec<TileId> = moved.iter().map(|at| draft.tiles[*at].id.clone()).collect();
        places(&draft, &moved).into_iter().map(|place| (place.label, place.before)).collect()
    }

    fn place(label: &str, before: usize) -> (String, usize) {
        (label.to_owned(), before)
    }

    #[test]
    fn tiles_go_to_the_end_of_a_section() {
        let all = [place("First of all", 0), place("In “One”", 3), place("In “Two”", 6), place("Last of all", 6)];
        assert_eq!(offered(&[0]), all);
        assert_eq!(offered(&[2, 4]), all);
    }

    #[test]
    fn sections_go_before_other_sections() {
        assert_eq!(offered(&[1, 2]), [place("Before “Two”", 3), place("Last of all", 6)]);
        assert_eq!(offered(&[3, 4, 5]), [place("Before “One”", 1), place("Last of all", 6)]);
    }

    #[test]
    fn a_heading_without_its_tiles_goes_anywhere() {
        assert_eq!(offered(&[1]), [place("First of all", 0), place("In “Two”", 6), place("Last of all", 6)]);
    }

    #[test]
    fn numbers_count_places_after_the_move() {
        let draft = page();
        let ids: Vec<TileId> = draft.tiles.iter().map(|tile| tile.id.clone()).collect();
        for moved in [&ids[..1], &ids[2..3], &ids[5..], &ids[1..3]] {
            for number in 1..=last_number(&draft, moved) {
                let before = before_number(&draft, moved, number);
                let after = crate::editor::canvas::tile_edits::with_moved(&draft, moved, before);
                assert_eq!(after.position(&moved[0]), Some(number - 1), "{moved:?} to {number}");
            }
        }
    }
}
