//! How to connect another: the address, one line for each program, and REST.

use leptos::prelude::*;

use super::Agents;
use crate::components::icon;

/// A program and how it is connected.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Its name.
    pub name: &'static str,
    /// What to do before there is something to copy, in one sentence.
    pub first: &'static str,
    /// What to copy.
    pub copy: String,
    /// What to do then, step by step.
    pub then: &'static [&'static str],
    /// A link that installs it.
    pub install: Option<String>,
}

pub(super) fn aside(it: &Agents) -> AnyView {
    let hosts = it.hosts.iter().enumerate().map(|(at, one)| host(at, one)).collect_view();
    view! {
        <aside class="a-connect" id="connect" aria-labelledby="connect-title">
            <h2 id="connect-title">"Connect another"</h2>
            <p class="m-soft">"The address is the same everywhere. Sign in when it asks; no key needed."</p>
            {code("address", &it.address)}
            <div class="a-hosts">{hosts}</div>
            <p class="m-soft">"With a key, over REST:"</p>
            {code("curl", &it.curl)}
        </aside>
    }
    .into_any()
}

fn host(at: usize, it: &Host) -> AnyView {
    let steps = it.then.iter().map(|step| view! { <li>{*step}</li> }).collect_view();
    // The one that most people here look for stands open.
    let open = it.name == "Claude Code";
    let install = it.install.clone().map(|href| {
        let label = format!("Install in {}", it.name);
        view! { <a class="m-words" href=href aria-label=label>"Install"</a> }
    });
    view! {
        <div class="a-host">
            <details name="host" open=open>
                <summary><span>{it.name}</span>{icon::stroke(icon::CHEVRON)}</summary>
                <ol><li>{it.first}{code(&format!("host-{at}"), &it.copy)}</li>{steps}</ol>
            </details>
            {install}
        </div>
    }
    .into_any()
}

/// Something to copy.
fn code(id: &str, text: &str) -> AnyView {
    view! {
        <div class="a-code"><code id=id.to_owned() tabindex="0">{text.to_owned()}</code><button class="a-copy" type="button" data-copy=id.to_owned() aria-label="Copy" hidden=true>{icon::stroke(icon::COPY)}</button></div>
    }
    .into_any()
}
