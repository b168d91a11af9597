//! What a key or a connection may do, and the form that narrows it.

use leptos::prelude::*;
use mantel_model::Access;

use super::Agents;
use crate::site::form_fields::Problems;
use crate::site::rights_fields::{RightsFields, access_choice, ends_field, may};

/// The rights of a key or a connection, as shown.
#[derive(Clone, Debug)]
pub struct ShownRights {
    /// How far it reaches.
    pub access: Access,
    /// Whether it may publish.
    pub publish: bool,
    /// Its last day, if it has one: `31 December 2026`.
    pub last_day: Option<String>,
    /// The same for a form: `2026-12-31`; empty without one.
    pub ends: String,
    /// Whether that day has passed.
    pub ended: bool,
}

/// What it may do and until when, in one line.
pub(super) fn said(rights: &ShownRights) -> AnyView {
    let access = may(rights.access);
    let text = match &rights.last_day {
        None => format!("{access}. No end"),
        Some(day) if rights.ended => format!("{access}. Ended {day}"),
        Some(day) => format!("{access}. Last day {day}"),
    };
    view! { <span class="ui-muted">{text}</span> }.into_any()
}

/// The form that narrows what it may do; nothing where there is nothing left of it.
pub(super) fn narrow(all: &Agents, path: &str, name: &str, rights: &ShownRights) -> Option<AnyView> {
    if rights.ended {
        return None;
    }
    let problems = Problems::default();
    let last = if rights.ends.is_empty() { all.days.1.as_str() } else { rights.ends.as_str() };
    let id = format!("{}-", path.rsplit('/').next().unwrap_or_default());
    let fields = RightsFields {
        id: &id,
        most: rights.access,
        access: rights.access,
        ends: &rights.ends,
        days: (&all.days.0, last),
        problems: &problems,
    };
    Some(
        view! {
            <details class="agents-narrow">
                <summary class="ui-link" aria-label=format!("Narrow what {name} may do")>"Narrow"</summary>
                <form class="site-form" action=format!("{path}/narrow") method="post" novalidate=true>
                    {(rights.access > Access::Read).then(|| access_choice(&fields))}
                    {ends_field(&fields, "It ends with that day, UTC.")}
                    <p class="ui-muted">"This only gets narrower. For more, make a new key or connect again."</p>
                    <button class="ui-button quiet" aria-label=format!("Narrow what {name} may do")>"Narrow"</button>
                </form>
            </details>
        }
        .into_any(),
    )
}
