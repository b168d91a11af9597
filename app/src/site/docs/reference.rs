//! `/docs/api`: the API reference. A plain list of the operations, replaced by a renderer of the OpenAPI description if
//! there is one.

use leptos::prelude::*;

use super::article;

/// An operation.
#[derive(Clone, Debug)]
pub struct ReferenceEntry {
    /// `GET`, `POST` …
    pub method: String,
    /// The path.
    pub path: &'static str,
    /// The summary.
    pub summary: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Operations that belong together.
#[derive(Clone, Debug)]
pub struct ReferenceGroup {
    /// Their topic.
    pub name: &'static str,
    /// The operations.
    pub entries: Vec<ReferenceEntry>,
}

/// The whole screen. `renderer` is the address of the script that renders the OpenAPI description; without it, the list
/// stays.
pub fn view(groups: Vec<ReferenceGroup>, renderer: Option<&'static str>, signed_in: bool) -> AnyView {
    let lead = view! {
        "One page, edited as a draft and published. Everything the editor and the " <code>"mantel"</code>
        " command do goes through these addresses. "
        <a href="/openapi.json">"openapi.json"</a>" describes them for programs, "
        <a href="/docs/errors">"errors"</a>" what is refused and why."
    };
    let operations = groups.into_iter().map(group).collect_view();
    let reference = view! { <div id="reference" data-renderer=renderer>{operations}</div> };
    article(" site-api", "The API", lead, reference, signed_in)
}

fn group(group: ReferenceGroup) -> AnyView {
    let entries = group.entries.into_iter().map(|entry| {
        view! {
            <dt><code>{entry.method}" "{entry.path}</code></dt>
            <dd><strong>{entry.summary}</strong>". "{entry.about}</dd>
        }
    });
    view! { <section><h2>{group.name}</h2><dl>{entries.collect_view()}</dl></section> }.into_any()
}
