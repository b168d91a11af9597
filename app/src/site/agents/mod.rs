//! The agents page: programs and keys that act for the owner, what each did, and how to connect another (screens, 5).

mod activity_log;
mod connect;
mod keys;

pub use activity_log::Act;
pub use connect::Host;
pub use keys::{FreshKey, Key};
use leptos::prelude::*;

use super::auth::alert;
use super::document::{foot, logo};
use crate::components::agent_glyph;

/// What the agents page shows.
#[derive(Clone, Debug, Default)]
pub struct Agents {
    /// Programs that signed in, the latest used first.
    pub connected: Vec<Connected>,
    /// Keys, newest first.
    pub keys: Vec<Key>,
    /// Most keys an account may have.
    pub most: usize,
    /// A key just made: shown once.
    pub fresh: Option<FreshKey>,
    /// The address programs connect to.
    pub address: String,
    /// How each program is connected.
    pub hosts: Vec<Host>,
    /// A call over REST, with a key.
    pub curl: String,
    /// Version of the draft, to undo from.
    pub version: i64,
    /// What is wrong, by form (`connected`, `keys`).
    pub problems: Vec<(String, String)>,
}

/// A program that is connected.
#[derive(Clone, Debug, Default)]
pub struct Connected {
    /// Identifier in addresses.
    pub id: String,
    /// The client's id: its tile is drawn from it.
    pub client: String,
    /// Name.
    pub name: String,
    /// Whether it was used within the last minutes.
    pub here: bool,
    /// When it was last used, in words.
    pub used: Option<String>,
    /// Since when, in words.
    pub since: String,
    /// Whether it may publish.
    pub publish: bool,
    /// When it wanted to publish and might not, in words.
    pub asked: Option<String>,
    /// What it did lately, newest first.
    pub acts: Vec<Act>,
}

/// The whole screen.
pub fn view(it: &Agents) -> AnyView {
    let of = |form: &str| it.problems.iter().find(|(name, _)| name == form).map(|(_, words)| words.clone());
    view! {
        <div class="m-wall a-page-agents">
            <header class="d-rail">
                {logo(true)}
                <nav aria-label="Mantel"><a href="/edit">"Edit your page"</a><a href="/agents" aria-current="page">"Agents"</a><a href="/settings">"Settings"</a></nav>
            </header>
            <div class="m-shelf low" aria-hidden="true"></div>
            <div class="a-columns">
                <main>
                    <h1>"Agents"</h1>
                    <p class="d-lead">"Let Claude, a script or a friend’s bot edit your draft. You see each change as it lands, with its name on it, and can undo it."</p>
                    {connected(it, of("connected"))}
                    {keys::section(it, of("keys"))}
                </main>
                {connect::aside(it)}
            </div>
            {foot()}
        </div>
    }
    .into_any()
}

fn connected(it: &Agents, problem: Option<String>) -> AnyView {
    let count = match it.connected.len() {
        0 => String::new(),
        count => format!("{count}, signed in by you"),
    };
    let list = if it.connected.is_empty() {
        view! { <p class="a-none m-soft">"Nobody yet. Connect one; it takes a minute."</p> }.into_any()
    } else {
        let rows = it.connected.iter().map(|one| program(it, one)).collect_view();
        view! { <ul class="a-list">{rows}</ul> }.into_any()
    };
    view! {
        <section id="connected">
            <h2>"Connected"<span class="m-soft">{count}</span></h2>
            {problem.map(alert)}
            {list}
        </section>
    }
    .into_any()
}

fn program(all: &Agents, it: &Connected) -> AnyView {
    let last = it.acts.first().filter(|_| !it.here).map(|act| view! { <span>{act.what.clone()}</span> });
    let seen = match (&it.used, it.here) {
        (_, true) => format!("Here now. Connected {}", it.since),
        (Some(used), _) => format!("Last here {used}. Connected {}", it.since),
        (None, _) => format!("Not used yet. Connected {}", it.since),
    };
    let at = format!("/agents/connected/{}", it.id);
    view! {
        <li>
            <div class="a-row">
                {agent_glyph::tile(&it.client)}
                <div class="a-name"><strong>{it.name.clone()}</strong>{last}<span class="m-soft">{seen}</span></div>
                {may_publish(&at, &it.name, it.publish)}
                {end(&at, "disconnect", "Disconnect", format!("{} can neither see nor change anything from now on.", it.name))}
            </div>
            {asked(&it.name, it.asked.as_deref())}
            {activity_log::acts(&it.acts, all.version, &it.name, it.here)}
        </li>
    }
    .into_any()
}

/// The switch: a button, so that it works without script.
fn may_publish(at: &str, name: &str, on: bool) -> AnyView {
    let value = if on { "off" } else { "on" };
    view! {
        <form class="a-switch" action=format!("{at}/publish") method="post">
            <button name="publish" value=value role="switch" aria-checked=on.to_string() aria-label=format!("{name} may publish")><span class="m-switch" class:on=on></span>"May publish"</button>
        </form>
    }
    .into_any()
}

/// Ends a credential, confirmed in place.
fn end(at: &str, act: &'static str, label: &'static str, words: String) -> AnyView {
    view! {
        <details class="a-end"><summary class="m-button quiet">{label}</summary>
            <form action=format!("{at}/{act}") method="post"><p>{words}</p><button class="m-words">{label}</button></form>
        </details>
    }
    .into_any()
}

fn asked(name: &str, at: Option<&str>) -> Option<AnyView> {
    let words = format!("{name} asked to publish {}. ", at?);
    Some(view! { <p class="a-asked">{words}<a class="m-words" href="/edit">"See the page"</a></p> }.into_any())
}
