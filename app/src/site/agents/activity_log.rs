//! What an agent did: three lines at first, the rest on request, and the way back.

use leptos::prelude::*;

/// Something an agent did.
#[derive(Clone, Debug, Default)]
pub struct Act {
    /// When, in words,
    pub when: String,
    /// and exactly, RFC 3339.
    pub at: String,
    /// What changed, in one line.
    pub what: String,
    /// What it did, in one word.
    pub act: String,
    /// The draft's version after it.
    pub version: i64,
    /// Whether everything since is this agent's too, so that the draft before it can come back.
    pub undo: bool,
}

/// Lines shown at once.
const FIRST: usize = 3;

/// The lines, open for whoever is here now.
pub(super) fn acts(all: &[Act], version: i64, name: &str, open: bool) -> Option<AnyView> {
    if all.is_empty() {
        return None;
    }
    let lines = |some: &[Act]| some.iter().map(|it| line(it, version, name)).collect_view();
    let (first, rest) = all.split_at(all.len().min(FIRST));
    let more = (!rest.is_empty()).then(|| {
        view! { <details class="a-more"><summary class="m-words">{format!("All {}", all.len())}</summary><ol class="a-acts-list">{lines(rest)}</ol></details> }
    });
    Some(
        view! {
            <details class="a-log" open=open>
                <summary class="m-words">"What it did"</summary>
                <div class="a-bar"><ol class="a-acts-list">{lines(first)}</ol>{more}</div>
            </details>
        }
        .into_any(),
    )
}

fn line(it: &Act, version: i64, name: &str) -> AnyView {
    // Undoing an earlier one takes back what followed it: said on the button.
    let latest = it.version == version;
    let words = if latest { "Undo" } else { "Undo from here" };
    let label = format!("{words}: {}, by {name}", it.what);
    let undo = it.undo.then(|| {
        view! {
            <form action="/agents/undo" method="post">
                <input type="hidden" name="version" value=it.version.to_string()/>
                <input type="hidden" name="seen" value=version.to_string()/>
                <button class="m-words" aria-label=label>{words}</button>
            </form>
        }
    });
    view! {
        <li><time class="m-soft" datetime=it.at.clone() title=it.at.clone()>{it.when.clone()}</time><span>{it.what.clone()}<small class="m-soft">{format!("{}, version {}", it.act, it.version)}</small></span>{undo}</li>
    }
    .into_any()
}
