//! One row: grip, silhouette, name, what it is, remove; opened, the fields of its tile.

use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

use super::tile_fields;
use super::tile_list::Entry;
use crate::brief_editor::form;
use crate::brief_editor::state::Work;
use crate::components::{dom, icon, tile_icon, tile_label};

/// The row of an item.
pub fn row(work: Work, key: u32, entry: Memo<Option<Entry>>, dragging: RwSignal<Option<u32>>) -> AnyView {
    let title = Memo::new(move |_| {
        entry.with(|entry| entry.as_ref().map(|entry| tile_label::title(&entry.item.kind)).unwrap_or_default())
    });
    let about = Memo::new(move |_| {
        entry.with(|entry| entry.as_ref().map(|entry| tile_label::about(&entry.item)).unwrap_or_default())
    });
    let kind = Memo::new(move |_| entry.with(|entry| entry.as_ref().map(|entry| tile_label::name(&entry.item.kind))));
    let noticed =
        Memo::new(move |_| entry.with(|entry| entry.as_ref().map(|entry| entry.noticed.clone()).unwrap_or_default()));
    let open = Memo::new(move |_| work.open.get() == Some(key));
    let line = move || noticed.with(|noticed| noticed.iter().find_map(|it| it.1));
    view! {
        <li class="n-row" class:noticed=move || noticed.with(|noticed| !noticed.is_empty()) class:open=move || open.get() class:held=move || dragging.get() == Some(key) data-row=key.to_string()>
            <div class="n-row-line">
                {grip(work, key, dragging)}
                <button type="button" class="n-row-name" id=format!("row-{key}") aria-expanded=move || open.get().to_string() aria-describedby="row-keys" on:click=move |_| toggle(work, key) on:keydown=move |event| keys(work, key, &event)>
                    {move || { kind.track(); entry.with_untracked(|entry| entry.as_ref().map(|entry| tile_icon::of(&entry.item.kind))) }}
                    <span class="n-row-words"><strong dir="auto">{move || title.get()}</strong><span dir="auto">{move || about.get()}</span></span>
                </button>
                {move || line().map(|line| form::show(work, line))}
                <button type="button" class="n-cross" aria-label=move || format!("Remove {}", title.get()) on:click=move |_| remove(work, key)>{form::cross()}</button>
            </div>
            {move || { let list = noticed.get(); (!list.is_empty()).then(|| view! { <p class="n-noticed m-warn">{list.into_iter().map(|it| it.0).collect::<Vec<_>>().join(" ")}</p> }) }}
            {move || open.get().then(|| entry.with_untracked(|entry| entry.as_ref().map(|entry| tile_fields::fields(work, &entry.item))))}
        </li>
    }
    .into_any()
}

/// Opens the row, or closes it.
fn toggle(work: Work, key: u32) {
    work.open.update(|open| *open = if *open == Some(key) { None } else { Some(key) });
}

/// Takes the tile out; focus goes to the row that follows, or to the paste field.
fn remove(work: Work, key: u32) {
    let next = work.held.with_untracked(|held| {
        let links = &held.brief.links;
        let at = links.iter().position(|link| link.key == key).unwrap_or_default();
        links.get(at + 1).or_else(|| at.checked_sub(1).and_then(|index| links.get(index))).map(|link| link.key)
    });
    work.remove(key);
    dom::focus(next.map_or_else(|| "paste".to_owned(), |next| format!("row-{next}")));
}

fn keys(work: Work, key: u32, event: &KeyboardEvent) {
    match event.key().as_str() {
        "ArrowUp" if event.alt_key() => shift(work, key, event, |at| at.saturating_sub(1)),
        "ArrowDown" if event.alt_key() => shift(work, key, event, |at| at + 1),
        "ArrowUp" => step(work, key, event, |at| at.checked_sub(1)),
        "ArrowDown" => step(work, key, event, |at| Some(at + 1)),
        "Delete" | "Backspace" => {
            event.prevent_default();
            remove(work, key);
        }
        "Escape" if work.open.get_untracked() == Some(key) => work.open.set(None),
        _ => {}
    }
}

fn shift(work: Work, key: u32, event: &KeyboardEvent, to: fn(usize) -> usize) {
    event.prevent_default();
    work.all.set(true);
    work.shift(key, to);
    dom::focus(format!("row-{key}"));
}

/// To the row before or after.
fn step(work: Work, key: u32, event: &KeyboardEvent, to: fn(usize) -> Option<usize>) {
    let next = work.held.with_untracked(|held| {
        let at = held.brief.links.iter().position(|link| link.key == key)?;
        held.brief.links.get(to(at)?).map(|link| link.key)
    });
    if let Some(next) = next {
        event.prevent_default();
        dom::focus(format!("row-{next}"));
    }
}

/// The handle. The row follows the pointer, changing places as it passes the middle of another; the window is listened
/// to, as a row that moves in the document lets go of the pointer.
fn grip(work: Work, key: u32, dragging: RwSignal<Option<u32>>) -> AnyView {
    let down = move |event: PointerEvent| {
        event.prevent_default();
        work.all.set(true);
        dragging.set(Some(key));
    };
    view! { <span class="n-grip" aria-hidden="true" on:pointerdown=down>{icon::stroke(icon::GRIP)}</span> }.into_any()
}

/// Follows the pointer while a row is held.
pub fn follow(work: Work, dragging: RwSignal<Option<u32>>) {
    let moved = window_event_listener(leptos::ev::pointermove, move |event| {
        if let Some(key) = dragging.get_untracked()
            && let Some(to) = under(&event, key)
            && let Some(place) = work.held.with_untracked(|it| it.brief.links.iter().position(|link| link.key == to))
        {
            work.shift(key, |_| place);
        }
    });
    let let_go = move || {
        if dragging.with_untracked(Option::is_some) {
            dragging.set(None);
        }
    };
    let up = window_event_listener(leptos::ev::pointerup, move |_| let_go());
    let cancelled = window_event_listener(leptos::ev::pointercancel, move |_| let_go());
    on_cleanup(move || {
        moved.remove();
        up.remove();
        cancelled.remove();
    });
}

/// The other row whose middle the pointer has passed.
fn under(event: &PointerEvent, key: u32) -> Option<u32> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let row = document().element_from_point(x, y)?.closest("[data-row]").ok()??;
    let other: u32 = row.get_attribute("data-row")?.parse().ok()?;
    let own = document().query_selector(&format!("[data-row=\"{key}\"]")).ok()??;
    let (there, here) = (row.get_bounding_client_rect(), own.get_bounding_client_rect());
    let middle = there.top() + there.height() / 2.0;
    let passed = if there.top() > here.top() { f64::from(y) > middle } else { f64::from(y) < middle };
    (other != key && passed).then_some(other)
}
