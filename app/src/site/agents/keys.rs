//! Keys: made by name, shown once, ended in place.

use leptos::prelude::*;

use super::activity_log::Act;
use super::{Agents, activity_log, asked, end, may_publish};
use crate::components::icon;
use crate::site::auth::{Input, alert, field};

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
    /// Whether it may publish.
    pub publish: bool,
    /// When it wanted to publish and might not, in words.
    pub asked: Option<String>,
    /// What it did lately, newest first.
    pub acts: Vec<Act>,
}

/// A key as it is shown once.
#[derive(Clone, Debug, Default)]
pub struct FreshKey {
    /// Name given.
    pub name: String,
    /// The secret.
    pub secret: String,
}

pub(super) fn section(it: &Agents, problem: Option<String>) -> AnyView {
    let rows = it.keys.iter().map(|key| row(it, key)).collect_view();
    let list = if it.keys.is_empty() {
        view! { <p class="a-none m-soft">"None. A key lets a script or a bot that can’t sign in do the same as a connected agent."</p> }.into_any()
    } else {
        view! { <ul class="a-list">{rows}</ul> }.into_any()
    };
    let full = it.keys.len() >= it.most;
    let make = if full {
        view! { <p class="m-warn">{format!("{} is the limit. Revoke one first.", it.most)}</p> }.into_any()
    } else {
        view! {
            <form class="d-form d-inline" action="/agents/keys" method="post">
                {field(Input { name: "name", label: "Name of a new key", hint: "So that you know later what uses it.", required: true, ..Input::default() })}
                <button class="m-button">"New key"</button>
            </form>
        }
        .into_any()
    };
    view! {
        <section id="keys">
            <h2>"Keys"<span class="m-soft">{format!("{} of {}", it.keys.len(), it.most)}</span></h2>
            {problem.map(alert)}
            {it.fresh.clone().map(slip)}
            {list}
            {make}
        </section>
    }
    .into_any()
}

/// The key, this once.
fn slip(it: FreshKey) -> AnyView {
    view! {
        <div class="d-slip" role="status">
            <h3>{format!("“{}” is ready", it.name)}</h3>
            <p class="m-soft">"Copy it now. It is shown this once; Mantel keeps only its fingerprint."</p>
            <p class="d-secret"><code id="fresh-key" tabindex="0">{it.secret}</code><button class="m-button" type="button" data-copy="fresh-key" data-focus=true hidden=true>{icon::stroke(icon::COPY)}"Copy key"</button></p>
            <a class="m-words" href="/agents#keys">"I have it"</a>
        </div>
    }
    .into_any()
}

fn row(all: &Agents, it: &Key) -> AnyView {
    let did = it.acts.first().map_or_else(
        || if it.used.is_some() { "Read the page".to_owned() } else { "Not used yet".to_owned() },
        |act| act.what.clone(),
    );
    let used =
        it.used.as_ref().map_or_else(|| format!("Made {}", it.made), |at| format!("Last used {at}. Made {}", it.made));
    let at = format!("/agents/keys/{}", it.id);
    view! {
        <li>
            <div class="a-row key">
                <div class="a-name"><strong>{it.name.clone()}</strong><span>{did}</span><span class="m-soft">{used}</span></div>
                {may_publish(&at, &it.name, it.publish)}
                {end(&at, "revoke", "Revoke", format!("Anything using {} stops now.", it.name))}
            </div>
            {asked(&it.name, it.asked.as_deref())}
            {activity_log::acts(&it.acts, all.version, &it.name, false)}
        </li>
    }
    .into_any()
}
