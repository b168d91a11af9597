//! Leaving: the page taken offline, the page deleted, the account deleted. Each says what happens, and asks once more.

use leptos::prelude::*;

use super::{OwnPage, Section, Settings, Sure, confirmed, proof};

pub(super) fn section(it: &Settings) -> AnyView {
    let about = view! { <p class="m-soft">"Nothing here happens at the first press."</p> };
    let rows = view! {
        {it.page.as_ref().filter(|page| page.live_since.is_some()).map(unpublish)}
        {it.page.as_ref().map(delete_page)}
        {delete_account(it)}
    };
    let acts = view! { <div class="s-leaving">{rows}</div> };
    super::section(it, Section::Leaving, "Leaving", about.into_any(), acts.into_any())
}

fn row(title: &'static str, words: &'static str, act: AnyView) -> AnyView {
    view! { <div class="s-leave"><div class="s-row-words"><strong>{title}</strong><span class="m-soft">{words}</span></div>{act}</div> }.into_any()
}

fn unpublish(page: &OwnPage) -> AnyView {
    let words = view! { <p>{format!("Visitors of {} find nothing from then on. The draft stays, and you can publish it again.", page.url)}</p> };
    let act = confirmed(sure("Unpublish", "/settings/unpublish", words.into_any(), "Take it offline", false));
    row("Take the page offline", "The draft stays as it is.", act)
}

/// The way to a copy, before something is gone.
fn keep_first() -> AnyView {
    view! { <p>"Keep a copy first: "<a class="m-words" href="/settings/export.zip" download=true>"page file with pictures"</a>"."</p> }.into_any()
}

fn delete_page(page: &OwnPage) -> AnyView {
    let words = view! {
        <p>"The page goes with its history and its private link; this can’t be taken back. Your account, keys and pictures stay, and the name is kept for you for 90 days."</p>
        {keep_first()}
        <p class="s-name">"To be sure, type its name: "<strong>{page.username.clone()}</strong></p>
        {proof("delete-name", "name", "Name of the page", "")}
    };
    let act = confirmed(sure(
        "Delete the page",
        "/settings/delete-page#leaving",
        words.into_any(),
        "Delete the page for good",
        true,
    ));
    row("Delete the page", "The account stays, and may have another page.", act)
}

fn delete_account(it: &Settings) -> AnyView {
    let goes = match &it.page {
        Some(page) => format!(
            "Everything goes: the page {}, its pictures, keys, connected agents and sessions. This can’t be taken back. The name is kept from others for 90 days.",
            page.username
        ),
        None => "Everything goes: pictures, keys, connected agents and sessions. This can’t be taken back.".to_owned(),
    };
    let words = view! {
        <p>{goes}</p>
        {it.page.is_some().then(keep_first)}
        {proof("delete-password", "password", "Your password", "password")}
    };
    let act = confirmed(sure(
        "Delete the account",
        "/settings/delete-account#leaving",
        words.into_any(),
        "Delete everything",
        true,
    ));
    row("Delete the account", "With everything that is kept of you here.", act)
}

fn sure(label: &'static str, action: &str, words: AnyView, act: &'static str, grave: bool) -> Sure {
    Sure { label, of: String::new(), action: action.to_owned(), words, act, grave }
}
