//! `/docs/api`: the API to read. A plain list of the operations, which a renderer of the description takes the place of.

use leptos::prelude::*;

use crate::site::document::{foot, rail};

/// An operation in a line.
#[derive(Clone, Debug)]
pub struct Entry {
    /// `GET`, `POST` …
    pub method: String,
    /// Its path.
    pub path: &'static str,
    /// A few words.
    pub summary: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Operations that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they are about.
    pub name: &'static str,
    /// The operations.
    pub entries: Vec<Entry>,
}

/// The whole screen. `renderer` is the address of the script that draws the description; without it the list stays.
pub fn view(groups: Vec<Group>, renderer: Option<&'static str>, signed_in: bool) -> AnyView {
    view! {
        <div class="m-wall d-account d-errors d-api">
            {rail(signed_in)}
            <div class="m-shelf low" aria-hidden="true"></div>
            <main>
                <h1>"The API"</h1>
                <p class="d-lead">
                    "One page, edited as a draft and published. Everything the editor and the " <code>"mantel"</code>
                    " command do goes through these addresses. "
                    <a href="/openapi.json">"openapi.json"</a>" describes them for programs, "
                    <a href="/docs/errors">"errors"</a>" what is refused and why."
                </p>
                <div id="reference" data-renderer=renderer>{groups.into_iter().map(group).collect_view()}</div>
            </main>
        </div>
        {foot()}
    }
    .into_any()
}

fn group(group: Group) -> AnyView {
    let entries = group.entries.into_iter().map(|entry| {
        view! {
            <dt><code>{entry.method}" "{entry.path}</code></dt>
            <dd><strong>{entry.summary}</strong>". "{entry.about}</dd>
        }
    });
    view! { <section><h2>{group.name}</h2><dl>{entries.collect_view()}</dl></section> }.into_any()
}
