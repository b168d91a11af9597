//! The account: where the page is, who may edit it, the password.

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
    /// How many agents are connected, and how many keys there are.
    pub agents: (usize, usize),
    /// A name wished for at sign-up that could not be claimed, or typed before.
    pub wished: String,
    /// What is wrong, by form (`claim`, `password`).
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
                {agents(it)}
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

fn agents(it: &Account) -> AnyView {
    let words = match it.agents {
        (0, 0) => "Nobody yet. Let Claude, a script or a friend’s bot edit your draft.".to_owned(),
        (agents, keys) => {
            format!("{}, {}.", counted(agents, "agent connected", "agents connected"), counted(keys, "key", "keys"))
        }
    };
    view! {
        <section id="agents">
            <h2>"Agents"</h2>
            <p class="m-soft">{words}</p>
            <div class="d-acts"><a class="m-button quiet" href="/agents">"Agents and keys"</a></div>
        </section>
    }
    .into_any()
}

fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
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
