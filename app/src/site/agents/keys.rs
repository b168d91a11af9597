//! API keys: created with a name, shown once, revoked in place.

use leptos::prelude::*;

use super::activity_log::{ActivityEntry, activity_log};
use super::{Agents, confirm_end, publish_request, publish_switch};
use crate::components::icon;
use crate::site::form_fields::{Input, alert, field};

/// A key in the list.
#[derive(Clone, Debug, Default)]
pub struct Key {
    /// The id in addresses.
    pub id: String,
    /// The name given.
    pub name: String,
    /// When it was created, as text.
    pub created: String,
    /// When it was last used, as text.
    pub last_used: Option<String>,
    /// Whether it may publish.
    pub publish: bool,
    /// When it tried to publish without permission, as text.
    pub publish_requested: Option<String>,
    /// What it changed lately, newest first.
    pub activity: Vec<ActivityEntry>,
}

/// A key just created, with its secret.
#[derive(Clone, Debug, Default)]
pub struct NewKey {
    /// The name given.
    pub name: String,
    /// The secret.
    pub secret: String,
}

pub(super) fn section(screen: &Agents, problem: Option<String>) -> AnyView {
    let rows = screen.keys.iter().map(|key| row(screen, key)).collect_view();
    let list = if screen.keys.is_empty() {
        view! { <p class="agents-empty ui-muted">"None. A key lets a script or a bot that can’t sign in do the same as a connected agent."</p> }.into_any()
    } else {
        view! { <ul class="agents-list">{rows}</ul> }.into_any()
    };
    let full = screen.keys.len() >= screen.limit;
    let create = if screen.unverified {
        view! { <p class="ui-warning">"Your address is not confirmed yet. Open the link that was mailed there, or "<a class="ui-link" href="/settings#email">"have it mailed again"</a>": then you can make keys, and publish."</p> }.into_any()
    } else if full {
        view! { <p class="ui-warning">{format!("{} is the limit. Revoke one first.", screen.limit)}</p> }.into_any()
    } else {
        view! {
            <form class="site-form site-form-inline" action="/agents/keys" method="post" novalidate=true>
                {field(Input { name: "name", label: "Name of a new key", hint: "So that you know later what uses it.", missing: "Give the key a name.", ..Input::default() })}
                <button class="ui-button">"New key"</button>
            </form>
        }
        .into_any()
    };
    view! {
        <section id="keys">
            <h2>"Keys"<span class="ui-muted">{format!("{} of {}", screen.keys.len(), screen.limit)}</span></h2>
            {problem.map(alert)}
            {screen.new_key.clone().map(new_key)}
            {list}
            {create}
        </section>
    }
    .into_any()
}

/// The new key; its secret is shown this once.
fn new_key(key: NewKey) -> AnyView {
    view! {
        <div class="site-callout" role="status">
            <h3>{format!("“{}” is ready", key.name)}</h3>
            <p class="ui-muted">"Copy it now. It is shown this once; Mantel keeps only its fingerprint."</p>
            <p class="site-secret"><code id="fresh-key" tabindex="0">{key.secret}</code><button class="ui-button" type="button" data-copy="fresh-key" data-focus=true hidden=true>{icon::stroke(icon::COPY)}"Copy key"</button></p>
            <a class="ui-link" href="/agents#keys">"I have it"</a>
        </div>
    }
    .into_any()
}

fn row(all: &Agents, key: &Key) -> AnyView {
    let did = key.activity.first().map_or_else(
        || if key.last_used.is_some() { "Read the page".to_owned() } else { "Not used yet".to_owned() },
        |entry| entry.summary.clone(),
    );
    let used = key
        .last_used
        .as_ref()
        .map_or_else(|| format!("Made {}", key.created), |at| format!("Last used {at}. Made {}", key.created));
    let path = format!("/agents/keys/{}", key.id);
    view! {
        <li>
            <div class="agents-row key">
                <div class="agents-name"><strong>{key.name.clone()}</strong><span>{did}</span><span class="ui-muted">{used}</span></div>
                {publish_switch(&path, &key.name, key.publish)}
                {confirm_end(&path, "revoke", "Revoke", format!("Anything using {} stops now.", key.name))}
            </div>
            {publish_request(&key.name, key.publish_requested.as_deref())}
            {activity_log(&key.activity, all.version, &key.name, false)}
        </li>
    }
    .into_any()
}
