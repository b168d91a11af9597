//! API keys: created with a name and rights, shown once, narrowed and revoked in place.

use leptos::prelude::*;
use mantel_model::Access;

use super::activity_log::{ActivityEntry, activity_log};
use super::rights::{ShownRights, narrow, said};
use super::{Agents, confirm_end, publish_request, publish_switch};
use crate::components::icon;
use crate::site::form_fields::{Input, Problems, alert, field};
use crate::site::rights_fields::{RightsFields, access_choice, ends_field};

/// A key in the list.
#[derive(Clone, Debug)]
pub struct Key {
    /// The id in addresses.
    pub id: String,
    /// The name given.
    pub name: String,
    /// When it was created, as text.
    pub created: String,
    /// When it was last used, as text.
    pub last_used: Option<String>,
    /// Its beginning and its end, `mantel_7kQd…8e`; `None` for one that was made before they were kept and is not used since.
    pub fingerprint: Option<String>,
    /// What it may do.
    pub rights: ShownRights,
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

/// What was typed into the form for a new key, to be shown again.
#[derive(Clone, Debug)]
pub struct TypedKey {
    /// The name.
    pub name: String,
    /// How far it shall reach.
    pub access: Access,
    /// Whether it shall publish.
    pub publish: bool,
    /// Its last day, `2026-12-31`; empty for none.
    pub ends: String,
    /// The errors, by field.
    pub problems: Problems,
}

impl Default for TypedKey {
    fn default() -> Self {
        let (name, ends, problems) = (String::new(), String::new(), Problems::default());
        Self { name, access: Access::Edit, publish: false, ends, problems }
    }
}

pub(super) fn section(screen: &Agents, problem: Option<String>) -> AnyView {
    let rows = screen.keys.iter().map(|key| row(screen, key)).collect_view();
    let list = if screen.keys.is_empty() {
        view! { <p class="agents-empty ui-muted">"None. A key lets a script or a bot that can’t sign in do the same as a connected agent."</p> }.into_any()
    } else {
        view! { <ul class="agents-list">{rows}</ul> }.into_any()
    };
    let full = screen.keys.len() >= screen.limit;
    let typed = &screen.typed_key;
    let limited = typed.publish || typed.access < Access::Edit || !typed.ends.is_empty();
    let fields = RightsFields {
        id: "key-",
        most: Access::Edit,
        access: typed.access,
        ends: &typed.ends,
        days: (&screen.days.0, &screen.days.1),
        problems: &typed.problems,
    };
    let create = if screen.unverified {
        view! { <p class="ui-warning">"Your address is not confirmed yet. Open the link that was mailed there, or "<a class="ui-link" href="/settings#email">"have it mailed again"</a>": then you can make keys, and publish."</p> }.into_any()
    } else if full {
        view! { <p class="ui-warning">{format!("{} is the limit. Revoke one first.", screen.limit)}</p> }.into_any()
    } else {
        view! {
            <form class="site-form site-form-inline agents-new-key" action="/agents/keys" method="post" novalidate=true>
                {field(Input { label: "Name of a new key", hint: "So that you know later what uses it.", missing: "Give the key a name.", value: typed.name.clone(), ..Input::of(&typed.problems, "name") })}
                <button class="ui-button">"New key"</button>
                <details class="agents-limits" open=limited>
                    <summary><span>"It may edit the draft, not publish, and has no last day. "</span><span class="ui-link">"Change that"</span></summary>
                    {access_choice(&fields)}
                    <div class="agents-choice agents-publish">
                        <input class="ui-switch" type="checkbox" id="key-publish" name="publish" checked=typed.publish aria-describedby="key-publish-says"/>
                        <span><label for="key-publish">"Publish, too"</label><small id="key-publish-says">"Off, visitors see nothing of it until you publish."</small></span>
                    </div>
                    {ends_field(&fields, "It ends with that day, UTC. Leave it empty for none.")}
                </details>
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
    let fingerprint =
        key.fingerprint.clone().map(|text| view! { <code class="ui-muted agents-fingerprint">{text}</code> });
    view! {
        <li>
            <div class="agents-row key">
                <div class="agents-name"><strong>{key.name.clone()}</strong>{fingerprint}<span>{did}</span><span class="ui-muted">{used}</span>{said(&key.rights)}</div>
                {publish_switch(&path, &key.name, &key.rights)}
                {confirm_end(&path, "revoke", "Revoke", format!("Anything using {} stops now.", key.name))}
            </div>
            {publish_request(&key.name, key.publish_requested.as_deref())}
            {activity_log(&key.activity, all.version, &key.name, false)}
            {narrow(all, &path, &key.name, &key.rights)}
        </li>
    }
    .into_any()
}
