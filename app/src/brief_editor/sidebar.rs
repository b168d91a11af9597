//! The left leg: the tabs Form and JSON over one brief, and how much there is to look at.

use leptos::prelude::*;

use super::state::{Origin, Tab, Work};
use super::{form, json, storage};
use crate::components::icon;

/// The leg.
pub fn leg(work: Work) -> AnyView {
    view! {
        <div class="n-leg-in" inert=move || work.claiming.get()>
            <div class="n-tabs" role="tablist" aria-label="The page as" on:keydown=move |event| turn(work, &event)>
                {tab(work, Tab::Form, "Form")}
                {tab(work, Tab::Json, "JSON")}
                {count(work)}
            </div>
            {notice(work)}
            <div id="panel-form" role="tabpanel" aria-labelledby="tab-form" hidden=move || work.tab.get() != Tab::Form>
                {form::form(work)}
            </div>
            <div id="panel-json" role="tabpanel" aria-labelledby="tab-json" hidden=move || work.tab.get() != Tab::Json>
                {json::field(work)}
            </div>
            {undo(work)}
        </div>
    }
    .into_any()
}

fn tab(work: Work, tab: Tab, label: &'static str) -> AnyView {
    let chosen = move || work.tab.get() == tab;
    let name = label.to_lowercase();
    view! {
        <button type="button" role="tab" id=format!("tab-{name}") aria-controls=format!("panel-{name}") aria-selected=move || chosen().to_string() tabindex=move || if chosen() { "0" } else { "-1" } on:click=move |_| show(work, tab)>{label}</button>
    }
    .into_any()
}

/// Shows a tab; the JSON field is written when it is looked at.
pub fn show(work: Work, tab: Tab) {
    if tab == Tab::Json && work.tab.get_untracked() != Tab::Json && work.trouble.get_untracked().is_none() {
        work.rewrite();
    }
    work.tab.set(tab);
}

fn turn(work: Work, event: &web_sys::KeyboardEvent) {
    let (tab, id) = match event.key().as_str() {
        "ArrowRight" | "End" => (Tab::Json, "tab-json"),
        "ArrowLeft" | "Home" => (Tab::Form, "tab-form"),
        _ => return,
    };
    event.prevent_default();
    show(work, tab);
    crate::components::dom::focus(id);
}

/// How many things there are to look at; leads to the first.
fn count(work: Work) -> impl IntoView {
    let many =
        Memo::new(move |_| work.held.with(|it| it.warnings.len()) + usize::from(work.trouble.with(Option::is_some)));
    move || {
        let words = match many.get() {
            0 => return None,
            1 => "1 thing to look at".to_owned(),
            many => format!("{many} things to look at"),
        };
        Some(
            view! { <button type="button" class="n-count m-warn" on:click=move |_| first(work)>{icon::stroke(icon::WARNING)}{words}</button> },
        )
    }
}

fn first(work: Work) {
    let trouble = work.trouble.with_untracked(|trouble| trouble.as_ref().map(|trouble| trouble.1));
    let warned = work.held.with_untracked(|it| it.warnings.iter().find_map(|warning| warning.line));
    show(work, Tab::Json);
    work.line.set(trouble.or(warned));
}

/// Where the page came from, said once at the top.
fn notice(work: Work) -> impl IntoView {
    move || {
        match work.origin.get() {
        Origin::Link => Some(view! { <p class="n-notice">"This page came in the link. Nothing is stored until you make it yours."</p> }.into_any()),
        Origin::Kept => Some(
            view! { <p class="n-notice">"Picked up where you left off. "<button type="button" class="m-words" on:click=move |_| storage::afresh(work)>"Start fresh"</button></p> }.into_any(),
        ),
        Origin::Fresh | Origin::Hands => None,
    }
    }
}

/// The step back, at the foot.
fn undo(work: Work) -> impl IntoView {
    move || {
        work.undo.get().map(|undo| {
            view! { <p class="n-undo"><span>{undo.words}</span><button type="button" class="m-words" on:click=move |_| work.take_back()>"Undo"</button></p> }
        })
    }
}
