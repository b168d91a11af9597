//! A table in the place of a drawing, behind a word that swaps the two and keeps the focus. It works without script.

use leptos::prelude::*;

/// The table, folded; what is drawn from it follows in the document, and is hidden while the table is open.
pub(super) fn fold(what: &'static str, back: &'static str, table: AnyView) -> AnyView {
    view! {
        <details class="insights-table">
            <summary class="ui-link"><span class="shut">"Show as a table"</span><span class="open">{back}</span><span class="ui-sr-only">{format!(": {what}")}</span></summary>
            <div class="insights-table-inside" role="region" aria-label=what tabindex="0">{table}</div>
        </details>
    }
    .into_any()
}
