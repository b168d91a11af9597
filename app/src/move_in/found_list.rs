//! What was found, a row for each thing: taken or left with its checkbox, named, and told what becomes of it.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::move_in::{Content, FoundItem, Outcome};
use mantel_model::tile::TileAddresses;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::state::{FoundPage, Host, MoveIn};
use super::taken;
use crate::components::{dom, tile_icon};

/// What the rows say.
struct RowText {
    title: String,
    /// What it becomes.
    becomes: String,
    /// What changes about it, as a sentence.
    changed: Option<String>,
    /// Whether it can be taken.
    open: bool,
}

/// The rows, in the order that the page has.
pub fn list(move_in: MoveIn, host: Host, found: &Arc<FoundPage>) -> AnyView {
    let (known, named) = host.page.with_untracked(|page| {
        let addresses = TileAddresses::of(&page.tiles);
        let known = found.page.found.iter().map(|found| taken::is_known(found, &addresses)).collect::<Vec<_>>();
        (known, page.profile.name.to_string())
    });
    let first = found.page.found.iter().position(FoundItem::can_be_taken);
    let all = found.page.found.iter().zip(known).enumerate().map(|(index, (thing, known))| {
        let row = row(thing, known, &named);
        let icon = icon(thing);
        view(move_in, index, first == Some(index), row, icon)
    });
    let more = (found.page.more > 0).then(|| {
        let titles = found.page.more_titles.join(", ");
        view! { <li class="move-in-more ui-muted">{format!("{} more did not fit in this list", found.page.more)}{(!titles.is_empty()).then(|| format!(": {titles}"))}"."</li> }
    });
    view! {
        <p class="ui-sr-only" id="move-in-keys">"Up and Down go from row to row, Space takes or leaves, A takes all, X takes none."</p>
        <ol class="move-in-rows" aria-label="What was found" aria-describedby="move-in-keys">{all.collect_view()}{more}</ol>
    }
    .into_any()
}

fn row(found: &FoundItem, known: bool, named: &str) -> RowText {
    let plain = FoundItem { outcome: Outcome::Taken, ..found.clone() };
    let mut becomes = plain.described();
    let mut changed = None;
    match &found.outcome {
        _ if known => becomes = "Already on your page, skipped".to_owned(),
        Outcome::Taken if matches!(found.content, Content::Profile(_)) && !named.is_empty() => {
            changed = Some(format!("It would take the place of “{named}”."));
        }
        Outcome::Taken => {}
        Outcome::Changed(sentence) => changed = Some(sentence.clone()),
        Outcome::Optional(why) => becomes = join(&becomes, why),
        Outcome::Left(why) => becomes = join("Stays behind", why),
    }
    RowText { title: found.title.clone(), becomes, changed, open: found.can_be_taken() }
}

fn join(becomes: &str, why: &str) -> String {
    if becomes.is_empty() { why.to_owned() } else { format!("{becomes}: {why}") }
}

fn icon(found: &FoundItem) -> AnyView {
    match &found.content {
        Content::Profile(_) => tile_icon::profile(),
        Content::Tiles(items) => items.first().map_or_else(tile_icon::page, |item| tile_icon::of(&item.kind)),
        Content::None => tile_icon::page(),
    }
}

fn view(move_in: MoveIn, index: usize, first: bool, row: RowText, icon: AnyView) -> AnyView {
    let RowText { title, becomes, changed, open } = row;
    let chosen = Memo::new(move |_| move_in.chosen.with(|chosen| chosen.contains(&index)));
    let turn = move || {
        move_in.chosen.update(|chosen| {
            if !chosen.remove(&index) {
                chosen.insert(index);
            }
        });
    };
    let id = format!("move-in-{index}");
    let noticed = changed.is_some();
    let name = title.clone();
    let leave = noticed.then(|| {
        let label = move || if chosen.get() { format!("Leave it: {name}") } else { format!("Take it: {name}") };
        view! { <button type="button" class="ui-link move-in-leave" tabindex="-1" aria-label=label on:click=move |_| turn()>{move || if chosen.get() { "Leave it" } else { "Take it" }}</button> }
    });
    let check = if open {
        view! { <input type="checkbox" class="move-in-check" id=id.clone() tabindex=if first { "0" } else { "-1" } prop:checked=move || chosen.get() on:change=move |_| turn() on:keydown=move |event| arrows(&event) on:focus=move |event| settle(&event)/> }.into_any()
    } else {
        view! { <input type="checkbox" class="move-in-check" id=id.clone() disabled=true/> }.into_any()
    };
    view! {
        <li class="move-in-row" class:noticed=noticed class:behind=!open class:out=move || open && !chosen.get()>
            <label for=id>
                {check}
                {icon}
                <span class="move-in-text"><strong dir="auto">{title}</strong><span>{becomes}</span>{changed.map(|changed| view! { <span class="ui-warning">{changed}</span> })}</span>
            </label>
            {leave}
        </li>
    }
    .into_any()
}

/// Chooses everything that can be taken.
pub fn choose_all(move_in: MoveIn, found: &FoundPage) {
    let all = found.page.found.iter().enumerate().filter(|(_, found)| found.can_be_taken());
    move_in.chosen.set(all.map(|(index, _)| index).collect());
    move_in.announcement.set("All chosen".to_owned());
}

/// Chooses nothing.
pub fn choose_none(move_in: MoveIn) {
    move_in.chosen.update(std::collections::BTreeSet::clear);
    move_in.announcement.set("None chosen".to_owned());
}

/// The checkboxes that can be changed, in order.
fn checks(event: &web_sys::Event) -> Vec<HtmlElement> {
    let list = dom::closest(event, ".move-in-rows");
    let all = list.and_then(|list| list.query_selector_all(".move-in-check:not(:disabled)").ok());
    let Some(all) = all else { return Vec::new() };
    (0..all.length()).filter_map(|at| all.item(at)?.dyn_into().ok()).collect()
}

/// Up, Down, Home and End go from row to row.
fn arrows(event: &KeyboardEvent) {
    let all = checks(event);
    let target = event.target();
    let here = |element: &HtmlElement| target.as_ref() == Some(element.as_ref());
    let Some(at) = all.iter().position(here) else { return };
    let to = match event.key().as_str() {
        "ArrowDown" => at + 1,
        "ArrowUp" => at.saturating_sub(1),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return,
    };
    event.prevent_default();
    if let Some(next) = all.get(to) {
        let _ = next.focus();
    }
}

/// The Tab key comes back to the row that had the focus last.
fn settle(event: &web_sys::FocusEvent) {
    let target = event.target();
    for check in checks(event) {
        let here = target.as_ref() == Some(check.as_ref());
        check.set_tab_index(if here { 0 } else { -1 });
    }
}
