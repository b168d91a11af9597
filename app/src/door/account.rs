//! The account: where the page is, the keys that may edit it, the password.

use leptos::prelude::*;

use super::document::{foot, rail};
use super::entry::{Input, alert, field};
use crate::ui::icon;

/// What the account screen shows.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The account's address.
    pub email: String,
    /// Host as shown before a name.
    pub host: String,
    /// The page, if one is claimed.
    pub page: Option<OwnPage>,
    /// Keys, newest first.
    pub keys: Vec<Key>,
    /// A key just made: shown once.
    pub fresh: Option<FreshKey>,
    /// A name wished for at sign-up that could not be claimed, or typed before.
    pub wished: String,
    /// What is wrong, by form (`claim`, `keys`, `password`).
    pub problems: Vec<(String, String)>,
    /// What was done, in one sentence.
    pub done: Option<String>,
}

/// The account's page in a few words.
#[derive(Clone, Debug, Default)]
pub struct OwnPage {
    /// Name.
    pub username: String,
    /// Address.
    pub url: String,
    /// When it went live, if it is.
    pub live_since: Option<String>,
    /// Whether the draft differs from what is live.
    pub unpublished: bool,
}

/// A key in the list.
#[derive(Clone, Debug, Default)]
pub struct Key {
    /// Identifier in addresses.
    pub id: String,
    /// Name given.
    pub name: String,
    /// When made, in words.
    pub made: String,
    /// When last used, in words.
    pub used: Option<String>,
}

/// A key as it is shown once.
#[derive(Clone, Debug, Default)]
pub struct FreshKey {
    /// Name given.
    pub name: String,
    /// The secret.
    pub secret: String,
}

/// The whole screen.
pub fn view(it: &Account) -> AnyView {
    let of = |form: &str| it.problems.iter().find(|(name, _)| name == form).map(|(_, words)| words.clone());
    view! {
        <div class="m-wall d-account">
            {rail(true)}
            <div class="m-shelf low" aria-hidden="true"></div>
            <main>
                {it.done.clone().map(|words| view! { <p class="d-done" role="status">{icon::stroke(icon::CHECK)}{words}</p> })}
                {page(it, of("claim"))}
                {keys(it, of("keys"))}
                {password(it, of("password"))}
            </main>
        </div>
        {foot()}
    }
    .into_any()
}

fn page(it: &Account, problem: Option<String>) -> AnyView {
    let Some(page) = &it.page else {
        return view! {
            <section>
                <h1>"Choose your name"</h1>
                {problem.map(alert)}
                <form class="d-form d-inline" action="/account/claim" method="post">
                    <div class="d-line"><label class="m-label" for="username">"Your name on the shelf"</label>
                        <span class="d-name"><span aria-hidden="true">{format!("{}/", it.host)}</span><input class="m-field" id="username" name="username" value=it.wished.clone() required=true maxlength="30" autocapitalize="none" spellcheck="false" aria-describedby="username-says" data-check="username-says"/></span>
                        <p class="d-says" id="username-says" aria-live="polite">"3 to 30 letters, numbers, - or _."</p>
                    </div>
                    <button class="m-button big">"Claim it"</button>
                </form>
                <p class="m-soft">"Or "<a class="m-words" href="/new">"draw the page first"</a>" and claim the name with it."</p>
            </section>
        }
        .into_any();
    };
    let state = match (&page.live_since, page.unpublished) {
        (None, _) => "Only you can see it. Publish when you are happy.".to_owned(),
        (Some(since), false) => format!("Live since {since}. Up to date."),
        (Some(since), true) => format!("Live since {since}. The draft has changes that are not live yet."),
    };
    let publish = (page.live_since.is_none() || page.unpublished).then(|| {
        view! { <form action="/account/publish" method="post"><button class="m-button big">"Publish"</button></form> }
    });
    view! {
        <section>
            <h1><a class="d-address" href=page.url.clone()>{format!("{}/{}", it.host, page.username)}</a></h1>
            {problem.map(alert)}
            <p class="m-soft">{state}</p>
            <div class="d-acts">{publish}<a class="m-button quiet big" href="/new?mine">"Open in the brief editor"</a></div>
        </section>
    }
    .into_any()
}

fn keys(it: &Account, problem: Option<String>) -> AnyView {
    let slip = it.fresh.clone().map(|key| {
        view! {
            <div class="d-slip" role="status">
                <p>{format!("{} is made. Copy it now: it is shown this once.", key.name)}</p>
                <p class="d-secret"><code id="fresh-key" tabindex="0">{key.secret}</code><button class="m-button quiet" type="button" data-copy="fresh-key" hidden=true>{icon::stroke(icon::COPY)}"Copy"</button></p>
                <a class="m-words" href="/account#keys">"I have it"</a>
            </div>
        }
    });
    let rows = it.keys.iter().cloned().map(|key| {
        let used = key.used.map_or_else(|| "never used".to_owned(), |at| format!("used {at}"));
        view! {
            <li>
                <span class="d-key">{icon::stroke(icon::LINK)}<strong>{key.name.clone()}</strong></span>
                <span class="m-soft">{format!("made {}, {used}", key.made)}</span>
                <details><summary class="m-words">"Revoke"</summary>
                    <form action=format!("/account/keys/{}/revoke", key.id) method="post"><p>{format!("Anything using {} stops now.", key.name)}</p><button class="m-button quiet">"Revoke"</button></form>
                </details>
            </li>
        }
    });
    let list = if it.keys.is_empty() {
        view! { <p class="m-soft">"Nobody yet. A key lets a script or an agent edit your page: it sees your draft and can publish it, nothing else."</p> }.into_any()
    } else {
        view! { <ul class="d-keys">{rows.collect_view()}</ul> }.into_any()
    };
    view! {
        <section id="keys">
            <h2>"Keys"</h2>
            {problem.map(alert)}
            {slip}
            {list}
            <form class="d-form d-inline" action="/account/keys" method="post">
                {field(Input { name: "name", label: "Name of a new key", hint: "So that you know later what uses it.", required: true, ..Input::default() })}
                <button class="m-button big">"New key"</button>
            </form>
        </section>
    }
    .into_any()
}

fn password(it: &Account, problem: Option<String>) -> AnyView {
    view! {
        <section id="password">
            <h2>"Account"</h2>
            <p class="m-soft">{it.email.clone()}</p>
            {problem.map(alert)}
            <details class="d-more"><summary class="m-words">"Change the password"</summary>
                <form class="d-form" action="/account/password" method="post">
                    {field(Input { name: "current", label: "Password now", kind: "password", autocomplete: "current-password", required: true, ..Input::default() })}
                    {field(Input { name: "password", label: "New password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters. Other browsers are signed out, connected agents too; keys stay.", required: true, ..Input::default() })}
                    <button class="m-button big">"Change it"</button>
                </form>
            </details>
            <form action="/signout" method="post"><button class="m-button quiet">"Sign out"</button></form>
        </section>
    }
    .into_any()
}
