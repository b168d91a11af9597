//! What an agent changed: three entries at first, the rest on request, each with an undo button.

use leptos::prelude::*;
use leptos::tachys::html::attribute::custom::CustomAttribute;

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
    /// Whether the version and the one before it are kept, and can be looked at.
    pub kept: bool,
    /// The cuts of what changed.
    pub cuts: Cuts,
    /// What became of it, where it asked to publish: "You said yes at 10:46 UTC".
    pub answer: Option<String>,
    /// Whether what it asked for is live, and can be taken offline.
    pub unpublishable: bool,
}

/// How many cuts a change has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cuts {
    /// None: it changed nothing that is seen, or its version is no longer kept.
    #[default]
    None,
    /// One, of what was added or removed.
    One,
    /// Two, before and after.
    Two,
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
    let unpublish = entry.unpublishable.then(|| view! { <a class="ui-link" href="/settings#leaving">"Unpublish"</a> });
    let detail = entry.answer.clone().unwrap_or_else(|| format!("{}, version {}", entry.action, entry.version));
    let look = entry.kept.then(|| {
        let label = format!("Before and after: {}", entry.summary);
        view! { ". "<a href=format!("/agents/changes/{}", entry.version) aria-label=label>"Before and after"</a> }
    });
    view! {
        <li><time class="ui-muted" datetime=entry.at.clone() title=entry.at.clone()>{entry.when.clone()}</time><span>{entry.summary.clone()}<small class="ui-muted">{detail}{look}</small></span>{undo}{unpublish}{cuts(entry)}</li>
    }
    .into_any()
}

/// The cuts, drawn in a frame that loads when it is seen: most are folded away, and a page is drawn for each.
fn cuts(entry: &ActivityEntry) -> Option<AnyView> {
    let width = match entry.cuts {
        Cuts::None => return None,
        Cuts::One => "146",
        Cuts::Two => "308",
    };
    let (src, title) =
        (format!("/agents/cuts/{}", entry.version), format!("What changed in version {}", entry.version));
    Some(
        view! { <iframe class="agents-log-cuts" src=src title=title width=width height="102" tabindex="-1"></iframe> }
            .attr("loading", "lazy")
            .into_any(),
    )
}
