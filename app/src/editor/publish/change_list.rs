//! The rows of the publish dialog: profile and look, then tiles that are added, changed, moved and removed.

use leptos::prelude::*;

use super::change_row;
use super::changes::rows_of;
use super::state::PublishState;

/// Lists with more rows than this are collapsed.
const MOST: usize = 12;

/// All rows in their sections.
pub fn rows(work: PublishState) -> AnyView {
    let all = RwSignal::new(false);
    let rows = Memo::new(move |_| work.changes.with(rows_of));
    // At the first publish everything is new: one line says so, and the list is collapsed.
    let first = Memo::new(move |_| work.editor.live.with(Option::is_none));
    let shown = Memo::new(move |_| {
        let most = if first.get() { 0 } else { MOST };
        let rows = rows.get();
        if all.get() || rows.len() <= most { rows } else { rows.into_iter().take(most).collect() }
    });
    let hidden = move || rows.with(Vec::len).saturating_sub(shown.with(Vec::len));
    let calm = move || {
        let words = move || first_words(rows.with(Vec::len));
        first.get().then(|| view! { <p class="editor-publish-first">{words}</p> })
    };
    let section = move |part: usize| {
        let own = Memo::new(move |_| shown.get().into_iter().filter(|item| item.part() == part).collect::<Vec<_>>());
        let count = Memo::new(move |_| rows.with(|rows| rows.iter().filter(|row| row.part() == part).count()));
        let any = Memo::new(move |_| own.with(|own| !own.is_empty()));
        let inside = move || {
            any.get().then(|| {
                view! {
                    <section class="editor-publish-section">
                        {move || heading(part, count.get()).filter(|_| !first.get()).map(|item| view! { <h3 class="ui-serif">{item}</h3> })}
                        <For each=move || own.get() key=Clone::clone children=move |it| change_row::row(work, it)/>
                    </section>
                }
            })
        };
        inside.into_any()
    };
    let more = move || {
        (hidden() > 0).then(|| view! { <button type="button" class="ui-link editor-publish-more" on:click=move |_| all.set(true)>{if first.get() { "Show them".to_owned() } else { format!("Show {} more", hidden()) }}</button> })
    };
    view! { <div class="editor-publish-sections">{calm}{(0..5).map(section).collect_view()}{more}</div> }.into_any()
}

/// What the first publish would make public.
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
