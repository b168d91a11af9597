//! The rows of the publish sheet: profile and look, what comes, what changes, what moves, what goes.

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::api::{ChangesView, TileMove};

use super::{Work, change_row};
use crate::editor::state::editor::Editor;

/// More rows than this fold.
const MOST: usize = 12;

/// What a row tells of: its key, so that rows stay while others go.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Row {
    /// The profile.
    Profile,
    /// The look and all that belongs to it.
    Theme,
    /// A tile that comes.
    Added(TileId),
    /// A tile whose fields differ.
    Changed(TileId),
    /// Tiles that stand elsewhere.
    Moved,
    /// A tile that goes.
    Removed(TileId),
}

impl Row {
    /// Its section's number, in order.
    const fn part(&self) -> usize {
        match self {
            Self::Profile | Self::Theme => 0,
            Self::Added(_) => 1,
            Self::Changed(_) => 2,
            Self::Moved => 3,
            Self::Removed(_) => 4,
        }
    }
}

/// All rows in their sections.
pub fn rows(work: Work) -> AnyView {
    let all = RwSignal::new(false);
    let rows = Memo::new(move |_| work.changes.with(of));
    // With the first publish everything is new: that is one line, and the list for whoever wants it.
    let first = Memo::new(move |_| work.editor.live.with(Option::is_none));
    let shown = Memo::new(move |_| {
        let most = if first.get() { 0 } else { MOST };
        let rows = rows.get();
        if all.get() || rows.len() <= most { rows } else { rows.into_iter().take(most).collect() }
    });
    let hidden = move || rows.with(Vec::len).saturating_sub(shown.with(Vec::len));
    let calm = move || {
        let words = move || first_words(rows.with(Vec::len));
        first.get().then(|| view! { <p class="e-pub-first">{words}</p> })
    };
    let section = move |part: usize| {
        let own = Memo::new(move |_| shown.get().into_iter().filter(|it| it.part() == part).collect::<Vec<_>>());
        let count = Memo::new(move |_| rows.with(|rows| rows.iter().filter(|row| row.part() == part).count()));
        let any = Memo::new(move |_| own.with(|own| !own.is_empty()));
        let inside = move || {
            any.get().then(|| {
                view! {
                    <section class="e-part">
                        {move || heading(part, count.get()).filter(|_| !first.get()).map(|it| view! { <h3 class="m-serif">{it}</h3> })}
                        <For each=move || own.get() key=Clone::clone children=move |it| change_row::row(work, it)/>
                    </section>
                }
            })
        };
        inside.into_any()
    };
    let more = move || {
        (hidden() > 0).then(|| view! { <button type="button" class="m-words e-pub-more" on:click=move |_| all.set(true)>{if first.get() { "Show them".to_owned() } else { format!("Show {} more", hidden()) }}</button> })
    };
    view! { <div class="e-parts">{calm}{(0..5).map(section).collect_view()}{more}</div> }.into_any()
}

/// What the first publish puts up.
fn first_words(tiles: usize) -> String {
    match tiles {
        0 => "Your page goes live with your name alone: there are no tiles on it yet.".to_owned(),
        1 => "Your page goes live with one tile.".to_owned(),
        many => format!("Your page goes live with {many} tiles."),
    }
}

fn heading(part: usize, count: usize) -> Option<String> {
    match part {
        1 => Some(format!("{count} added")),
        2 => Some(format!("{count} changed")),
        4 => Some(format!("{count} removed")),
        _ => None,
    }
}

fn of(changes: &ChangesView) -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend((!changes.profile.is_empty()).then_some(Row::Profile));
    rows.extend((!changes.theme.is_empty()).then_some(Row::Theme));
    rows.extend(changes.added.iter().map(|it| Row::Added(it.id.clone())));
    rows.extend(changes.changed.iter().map(|it| Row::Changed(it.id.clone())));
    rows.extend((!changes.moved.is_empty()).then_some(Row::Moved));
    rows.extend(changes.removed.iter().map(|it| Row::Removed(it.id.clone())));
    rows
}

/// Makes one row's change undone: an ordinary edit of the draft.
pub fn put_back(editor: Editor, row: &Row) {
    let Some(mut draft) = editor.live.get_untracked() else {
        return take_out(editor, row);
    };
    let live = draft.clone();
    draft = editor.draft.get_untracked();
    let words = match row {
        Row::Profile => {
            draft.profile = live.profile;
            "Put the profile back".to_owned()
        }
        Row::Theme => {
            draft.theme = live.theme;
            "Put the look back".to_owned()
        }
        Row::Added(_) => return take_out(editor, row),
        Row::Changed(id) => {
            let Some(before) = live.tile(id).cloned() else { return };
            let words = format!("Put {} back", change_row::called(&before));
            draft.tiles.iter_mut().filter(|tile| tile.id == *id).for_each(|it| *it = before.clone());
            words
        }
        Row::Moved => {
            in_order(&mut draft.tiles, &live.tiles);
            "Put tiles back in place".to_owned()
        }
        Row::Removed(id) => {
            let Some(at) = live.position(id) else { return };
            let Some(before) = live.tile(id).cloned() else { return };
            // Behind the nearest tile before it that is still there.
            let behind = live.tiles.iter().take(at).rev().find_map(|tile| draft.position(&tile.id));
            let words = format!("Put {} back", change_row::called(&before));
            draft.tiles.insert(behind.map_or(0, |behind| behind + 1), before);
            words
        }
    };
    editor.become_draft(&draft, &words, "");
    editor.say(&words);
}

fn take_out(editor: Editor, row: &Row) {
    let Row::Added(id) = row else { return };
    let mut draft = editor.draft.get_untracked();
    let words = draft.tile(id).map(|tile| format!("Took {} out", change_row::called(tile))).unwrap_or_default();
    draft.tiles.retain(|tile| tile.id != *id);
    editor.become_draft(&draft, &words, "");
    editor.say(&words);
}

/// Lets tiles that both have stand in the second's order, in the places they hold.
fn in_order(tiles: &mut [mantel_model::Tile], like: &[mantel_model::Tile]) {
    let known = |tile: &mantel_model::Tile| like.iter().any(|other| other.id == tile.id);
    let mut ordered: Vec<mantel_model::Tile> =
        like.iter().filter_map(|it| tiles.iter().find(|own| own.id == it.id).cloned()).rev().collect();
    for tile in tiles.iter_mut().filter(|tile| known(tile)) {
        if let Some(next) = ordered.pop() {
            *tile = next;
        }
    }
}

/// "5 tiles moved".
pub fn moved(moves: &[TileMove]) -> String {
    if moves.len() == 1 { "One tile moved".to_owned() } else { format!("{} tiles moved", moves.len()) }
}
