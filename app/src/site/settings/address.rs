//! The page's address: whether it is live, renaming, former names.

use leptos::prelude::*;

use super::{OwnPage, Section, Settings};
use crate::site::form_fields::{NameInput, name_field};

/// A former name that redirects to the page.
#[derive(Clone, Debug, Default)]
pub struct OldName {
    /// The name.
    pub name: String,
    /// The day until which it redirects.
    pub until: String,
}

fn live_status(page: &OwnPage) -> String {
    match (&page.live_since, page.unpublished) {
        (None, _) => "Only you can see it. Publish when you are happy.".to_owned(),
        (Some(since), false) => format!("Live since {since}. Up to date."),
        (Some(since), true) => format!("Live since {since}. The draft has changes that are not live yet."),
    }
}

pub(super) fn section(settings: &Settings, page: &OwnPage) -> AnyView {
    let state = live_status(page);
    let publish = (page.live_since.is_none() || page.unpublished).then(|| {
        view! { <form action="/settings/publish" method="post"><button class="ui-button">"Publish"</button></form> }
    });
    let about = view! { <p class="ui-muted">{state}</p> }.into_any();
    let actions = view! {
        <p class="settings-address"><a class="site-address" href=page.url.clone()>{format!("{}/{}", settings.host, page.username)}</a></p>
        <div class="site-actions">{publish}<a class="ui-button quiet" href="/edit">"Edit your page"</a><a class="ui-button quiet" href="/share">"Share it"</a></div>
        {rename(settings, page)}
        {old_names(settings, page)}
    };
    super::section_view(settings, Section::Address, "Your page", about, actions.into_any())
}

fn rename(settings: &Settings, page: &OwnPage) -> AnyView {
    let problems = settings.problems(Section::Address);
    let typed = settings.typed("username");
    let open = typed.is_some();
    let name = NameInput {
        host: settings.host.clone(),
        value: typed.unwrap_or_else(|| page.username.clone()),
        required: true,
        ..NameInput::of(&problems)
    };
    let notice = format!(
        "{}/{} will lead to the new address for 90 days and stays yours that long. Then anyone may have it.",
        settings.host, page.username
    );
    view! {
        <details class="settings-details" open=open><summary class="ui-link">"Change the name"</summary>
            <form class="site-form" action="/settings/username" method="post" novalidate=true>
                {name_field(name)}
                <p class="settings-hint">{notice}</p>
                <button class="ui-button">"Move the page"</button>
            </form>
        </details>
    }
    .into_any()
}

fn old_names(settings: &Settings, page: &OwnPage) -> Option<AnyView> {
    let row = |old: &OldName| {
        let name = format!("{}/{}", settings.host, old.name);
        let label = format!("Take it back: {name}");
        view! {
            <li>
                <span class="settings-row-text"><strong>{name}</strong><span class="ui-muted">{format!("leads here until {}", old.until)}</span></span>
                <form action="/settings/username" method="post" novalidate=true>
                    <input type="hidden" name="username" value=old.name.clone()/>
                    <button class="ui-link" aria-label=label>"Take it back"</button>
                </form>
            </li>
        }
    };
    let rows = page.old_names.iter().map(row).collect_view();
    (!page.old_names.is_empty()).then(|| view! { <ul class="settings-rows">{rows}</ul> }.into_any())
}

/// The form that claims a name, for an account without a page.
pub(super) fn claim(settings: &Settings) -> AnyView {
    let about = view! { <p class="ui-muted">"It becomes the address of your page. Or "<a class="ui-link" href="/new">"draw the page first"</a>" or "<a class="ui-link" href="/new?move-in">"bring your old page along"</a>", and claim the name with it."</p> };
    let name = NameInput {
        host: settings.host.clone(),
        value: settings.typed("username").unwrap_or_default(),
        required: true,
        ..NameInput::of(&settings.problems(Section::Address))
    };
    let actions = view! {
        <form class="site-form" action="/settings/claim" method="post" novalidate=true>
            {name_field(name)}
            <button class="ui-button big">"Claim it"</button>
        </form>
    };
    super::section_view(settings, Section::Address, "Choose your name", about.into_any(), actions.into_any())
}
