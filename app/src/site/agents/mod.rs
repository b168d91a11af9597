//! The agents screen: OAuth clients and API keys, what each changed, and how to connect another (screens, 5).

mod activity_log;
mod connect;
mod keys;
mod rights;

use activity_log::activity_log;
pub use activity_log::{ActivityEntry, Cuts};
pub use connect::ConnectGuide;
pub use keys::{Key, NewKey, TypedKey};
use leptos::prelude::*;
use mantel_model::Access;
pub use rights::ShownRights;
use rights::{narrow, said};

use super::document::{account_header, footer};
use super::form_fields::alert;
use crate::components::agent_glyph;

/// What the agents page shows.
#[derive(Clone, Debug, Default)]
pub struct Agents {
    /// Connected clients, the most recently used first.
    pub connected: Vec<ConnectedAgent>,
    /// Keys, newest first.
    pub keys: Vec<Key>,
    /// How many keys an account may have.
    pub limit: usize,
    /// Whether the owner's address has yet to be verified: until then there are no keys, and nobody publishes.
    pub unverified: bool,
    /// A key just created: shown once.
    pub new_key: Option<NewKey>,
    /// What was typed for a key that was not created.
    pub typed_key: TypedKey,
    /// The address that clients connect to.
    pub address: String,
    /// How each client is connected.
    pub guides: Vec<ConnectGuide>,
    /// An example of a REST call with a key.
    pub curl: String,
    /// The version of the draft, from which changes are undone.
    pub version: i64,
    /// The owner's picture, if the page has one.
    pub avatar: Option<String>,
    /// The first and the last day that a key or a connection may have as its last, `2026-12-31`.
    pub days: (String, String),
    /// The errors, by form (`connected`, `keys`).
    pub problems: Vec<(String, String)>,
}

/// A connected client.
#[derive(Clone, Debug)]
pub struct ConnectedAgent {
    /// The id in addresses.
    pub id: String,
    /// The name, from which its glyph is derived.
    pub name: String,
    /// Whether it was used in the last few minutes.
    pub active: bool,
    /// When it was last used, as text.
    pub last_used: Option<String>,
    /// Since when it is connected, as text.
    pub since: String,
    /// What it may do.
    pub rights: ShownRights,
    /// When it tried to publish without permission, as text.
    pub publish_requested: Option<String>,
    /// What it changed lately, newest first.
    pub activity: Vec<ActivityEntry>,
}

/// The whole screen.
pub fn view(screen: &Agents) -> AnyView {
    let problem_of =
        |form: &str| screen.problems.iter().find(|(name, _)| name == form).map(|(_, problem)| problem.clone());
    let avatar = screen.avatar.clone().map(|src| {
        view! { <img class="agents-owner" src=src alt="" width="32" height="32" referrerpolicy="no-referrer"/> }
    });
    view! {
        <div class="ui-wall agents-screen">
            {account_header("/agents", avatar)}
            <div class="ui-shelf low" aria-hidden="true"></div>
            <div class="agents-columns">
                <main>
                    <h1>"Agents"</h1>
                    <p class="site-lead">"Let Claude, a script or a friend’s bot edit your draft. You see each change as it lands, with its name on it, and can undo it."</p>
                    {connected(screen, problem_of("connected"))}
                    {keys::section(screen, problem_of("keys"))}
                </main>
                {connect::aside(screen)}
            </div>
            {footer()}
        </div>
    }
    .into_any()
}

fn connected(screen: &Agents, problem: Option<String>) -> AnyView {
    let count = match screen.connected.len() {
        0 => String::new(),
        count => format!("{count}, signed in by you"),
    };
    let list = if screen.connected.is_empty() {
        view! { <p class="agents-empty ui-muted">"Nobody yet. Connect one; it takes a minute."</p> }.into_any()
    } else {
        let rows = screen.connected.iter().map(|agent| agent_row(screen, agent)).collect_view();
        view! { <ul class="agents-list">{rows}</ul> }.into_any()
    };
    view! {
        <section id="connected">
            <h2>"Connected"<span class="ui-muted">{count}</span></h2>
            {problem.map(alert)}
            {list}
        </section>
    }
    .into_any()
}

fn agent_row(all: &Agents, agent: &ConnectedAgent) -> AnyView {
    let last =
        agent.activity.first().filter(|_| !agent.active).map(|entry| view! { <span>{entry.summary.clone()}</span> });
    let seen = match (&agent.last_used, agent.active) {
        (_, true) => format!("Here now. Connected {}", agent.since),
        (Some(used), _) => format!("Last here {used}. Connected {}", agent.since),
        (None, _) => format!("Not used yet. Connected {}", agent.since),
    };
    let path = format!("/agents/connected/{}", agent.id);
    view! {
        <li>
            <div class="agents-row">
                {agent_glyph::tile(&agent.name)}
                <div class="agents-name"><strong>{agent.name.clone()}</strong>{last}<span class="ui-muted">{seen}</span>{said(&agent.rights)}</div>
                {publish_switch(&path, &agent.name, &agent.rights)}
                {confirm_end(&path, "disconnect", "Disconnect", format!("{} can neither see nor change anything from now on.", agent.name))}
            </div>
            {publish_request(&agent.name, agent.publish_requested.as_deref())}
            {activity_log(&agent.activity, all.version, &agent.name, agent.active)}
            {narrow(all, &path, &agent.name, &agent.rights)}
        </li>
    }
    .into_any()
}

/// The switch for publishing: a submit button, so that it works without JavaScript. What may only read has none.
fn publish_switch(path: &str, name: &str, rights: &ShownRights) -> Option<AnyView> {
    if rights.access == Access::Read || rights.ended {
        return None;
    }
    let on = rights.publish;
    let value = if on { "off" } else { "on" };
    let switch = view! {
        <form class="agents-switch" action=format!("{path}/publish") method="post">
            <button name="publish" value=value role="switch" aria-checked=on.to_string() aria-label=format!("{name} may publish")><span class="ui-switch" class:on=on></span>"May publish"</button>
        </form>
    }
    .into_any();
    Some(switch)
}

/// Ends an agent's access, confirmed in place.
fn confirm_end(path: &str, action: &'static str, label: &'static str, consequence: String) -> AnyView {
    view! {
        <details class="agents-revoke"><summary class="ui-button quiet">{label}</summary>
            <form action=format!("{path}/{action}") method="post"><p>{consequence}</p><button class="ui-link">{label}</button></form>
        </details>
    }
    .into_any()
}

/// A notice that an agent asked to publish.
fn publish_request(name: &str, when: Option<&str>) -> Option<AnyView> {
    let request = format!("{name} asked to publish {}. ", when?);
    Some(
        view! { <p class="agents-publish-request">{request}<a class="ui-link" href="/edit">"See the page"</a></p> }
            .into_any(),
    )
}
