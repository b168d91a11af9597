//! What an agent changed: three entries at first, the rest on request, each with an undo button.

use leptos::prelude::*;

/// A change by an agent.
#[derive(Clone, Debug, Default)]
pub struct ActivityEntry {
    /// When, as text.
    pub when: String,
    /// When, RFC 3339.
    pub at: String,
    /// What changed, in one line.
    pub summary: String,
    /// What it did, in one word.
    pub action: String,
    /// The draft's version after it.
    pub version: i64,
    /// Whether it can be undone, whatever others changed since.
    pub undoable: bool,
}

/// The number of entries shown at first.
const COLLAPSED: usize = 3;

/// The entries; expanded for an agent that is active now.
pub(super) fn activity_log(all: &[ActivityEntry], version: i64, name: &str, open: bool) -> Option<AnyView> {
    if all.is_empty() {
        return None;
    }
    let lines = |some: &[ActivityEntry]| some.iter().map(|entry| line(entry, version, name)).collect_view();
    let (first, rest) = all.split_at(all.len().min(COLLAPSED));
    let more = (!rest.is_empty()).then(|| {
        view! { <details class="agents-log-more"><summary class="ui-link">{format!("All {}", all.len())}</summary><ol class="agents-log-list">{lines(rest)}</ol></details> }
    });
    Some(
        view! {
            <details class="agents-log" open=open>
                <summary class="ui-link">"What it did"</summary>
                <div class="agents-log-body"><ol class="agents-log-list">{lines(first)}</ol>{more}</div>
            </details>
        }
        .into_any(),
    )
}

fn line(entry: &ActivityEntry, version: i64, name: &str) -> AnyView {
    // With an earlier change, what the agent changed after it is undone too, as the button says.
    let latest = entry.version == version;
    let label_text = if latest { "Undo" } else { "Undo from here" };
    let label = format!("{label_text}: {}, by {name}", entry.summary);
    let undo = entry.undoable.then(|| {
        view! {
            <form action="/agents/undo" method="post">
                <input type="hidden" name="version" value=entry.version.to_string()/>
                <input type="hidden" name="seen" value=version.to_string()/>
                <button class="ui-link" aria-label=label>{label_text}</button>
            </form>
        }
    });
    view! {
        <li><time class="ui-muted" datetime=entry.at.clone() title=entry.at.clone()>{entry.when.clone()}</time><span>{entry.summary.clone()}<small class="ui-muted">{format!("{}, version {}", entry.action, entry.version)}</small></span>{undo}</li>
    }
    .into_any()
}
