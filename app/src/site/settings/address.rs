//! The page's address: whether it is live, renaming, former names.

use leptos::prelude::*;

use super::{OwnPage, Section, Settings};

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
        <div class="site-actions">{publish}<a class="ui-button quiet" href="/edit">"Edit your page"</a></div>
        {rename(settings, page)}
        {old_names(settings, page)}
    };
    super::section_view(settings, Section::Address, "Your page", about, actions.into_any())
}

fn rename(settings: &Settings, page: &OwnPage) -> AnyView {
    let name = settings.requested_name.clone().unwrap_or_else(|| page.username.clone());
    let notice = format!(
        "{}/{} will lead to the new address for 90 days and stays yours that long. Then anyone may have it.",
        settings.host, page.username
    );
    view! {
        <details class="settings-details" open=settings.requested_name.is_some()><summary class="ui-link">"Change the name"</summary>
            <form class="site-form" action="/settings/username#address" method="post">
                {name_field(&settings.host, name)}
                <p class="settings-hint">{notice}</p>
                <button class="ui-button">"Move the page"</button>
            </form>
        </details>
    }
    .into_any()
}

fn name_field(host: &str, name: String) -> AnyView {
    view! {
        <div class="site-field"><label class="ui-label" for="username">"Your name on the shelf"</label>
            <span class="site-username"><span aria-hidden="true">{format!("{host}/")}</span><input class="ui-field" id="username" name="username" value=name required=true maxlength="30" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="username-says" data-check="username-says"/></span>
            <p class="site-message" id="username-says" aria-live="polite">"3 to 30 letters, numbers, - or _."</p>
        </div>
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
                <form action="/settings/username#address" method="post">
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
    let about = view! { <p class="ui-muted">"It becomes the address of your page. Or "<a class="ui-link" href="/new">"draw the page first"</a>" and claim the name with it."</p> };
    let actions = view! {
        <form class="site-form" action="/settings/claim#address" method="post">
            {name_field(&settings.host, settings.requested_name.clone().unwrap_or_default())}
            <button class="ui-button big">"Claim it"</button>
        </form>
    };
    super::section_view(settings, Section::Address, "Choose your name", about.into_any(), actions.into_any())
}
