//! `/docs/errors`: every problem code of the API, what it means and what to do.

use leptos::prelude::*;

use super::article;

/// A documented problem.
#[derive(Clone, Debug)]
pub struct ErrorDoc {
    /// The stable error code.
    pub code: &'static str,
    /// HTTP status.
    pub status: u16,
    /// What it means.
    pub title: &'static str,
    /// What to do.
    pub advice: &'static str,
}

/// The whole screen; each code is an anchor, which the `type` of a problem points at.
pub fn view(all: &[ErrorDoc], signed_in: bool) -> AnyView {
    let rows = all.iter().map(|doc| {
        view! {
            <section id=doc.code>
                <h2><code>{doc.code}</code><span class="ui-muted">{doc.status.to_string()}</span></h2>
                <p><strong>{doc.title}</strong></p>
                <p>{doc.advice}</p>
            </section>
        }
    });
    let lead = "Errors come as RFC 9457 problems: a sentence that says what to fix, a stable code, and for invalid input every problem at once with its path. A refused call changes nothing.";
    article("", "When something is refused", lead, rows.collect_view(), signed_in)
}
