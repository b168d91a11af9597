//! How to connect an agent: the address, instructions for each client, and REST.

use leptos::prelude::*;

use super::Agents;
use crate::components::icon;
use crate::site::copyable::copyable;

/// How a client is connected.
#[derive(Clone, Debug, Default)]
pub struct ConnectGuide {
    /// The client's name.
    pub name: &'static str,
    /// Where to paste the snippet, in one sentence.
    pub instruction: &'static str,
    /// What to copy.
    pub snippet: String,
    /// What to do next, step by step.
    pub next_steps: &'static [&'static str],
    /// A link that installs it.
    pub install: Option<String>,
}

pub(super) fn aside(screen: &Agents) -> AnyView {
    let guides = screen.guides.iter().enumerate().map(|(index, one)| guide(index, one)).collect_view();
    view! {
        <aside class="agents-connect" id="connect" aria-labelledby="connect-title">
            <h2 id="connect-title">"Connect another"</h2>
            <p class="ui-muted">"The address is the same everywhere. Sign in when it asks; no key needed."</p>
            {copyable("address", &screen.address)}
            <div class="agents-guides">{guides}</div>
            <p class="ui-muted">"With a key, over REST:"</p>
            {copyable("curl", &screen.curl)}
        </aside>
    }
    .into_any()
}

fn guide(index: usize, guide: &ConnectGuide) -> AnyView {
    let steps = guide.next_steps.iter().map(|step| view! { <li>{*step}</li> }).collect_view();
    // The most used one is open at first.
    let open = guide.name == "Claude Code";
    let install = guide.install.clone().map(|href| {
        let label = format!("Install in {}", guide.name);
        view! { <a class="ui-link" href=href aria-label=label>"Install"</a> }
    });
    view! {
        <div class="agents-guide">
            <details name="host" open=open>
                <summary><span>{guide.name}</span>{icon::stroke(icon::CHEVRON)}</summary>
                <ol><li>{guide.instruction}{copyable(&format!("host-{index}"), &guide.snippet)}</li>{steps}</ol>
            </details>
            {install}
        </div>
    }
    .into_any()
}
