//! What a key or a program may do, in plain words: said of one that has it, and chosen in forms that work without a script.

use leptos::prelude::*;
use mantel_model::Access;

use super::form_fields::{Problems, message};

/// The choice and what it means.
fn words(access: Access) -> (&'static str, &'static str) {
    match access {
        Access::Edit => ("Edit", "Add, change, move and remove tiles, and set the look. Only in the draft."),
        Access::Add => ("Add only", "New tiles and pictures. What is there stays as it is."),
        Access::Read => {
            ("Read only", "The page, draft included, and what was counted of it. Nothing is changed or published.")
        }
    }
}

/// What one that has this access may do.
pub(crate) const fn may(access: Access) -> &'static str {
    match access {
        Access::Edit => "May edit",
        Access::Add => "May only add",
        Access::Read => "May only read",
    }
}

/// The choice of an access, and of an end.
#[derive(Clone, Debug)]
pub(crate) struct RightsFields<'a> {
    /// Distinguishes the ids of several forms in one document.
    pub id: &'a str,
    /// The widest that can be chosen.
    pub most: Access,
    /// The one that is chosen at first.
    pub access: Access,
    /// The last day that is chosen at first: `2026-12-31`; empty for none.
    pub ends: &'a str,
    /// The first and the last day that can be chosen.
    pub days: (&'a str, &'a str),
    /// The errors.
    pub problems: &'a Problems,
}

/// The radio buttons of the access, the widest first.
pub(crate) fn access_choice(fields: &RightsFields<'_>) -> AnyView {
    let choices = Access::ALL.into_iter().rev().filter(|access| *access <= fields.most).map(|access| {
        let (label, about) = words(access);
        let id = format!("{}access-{}", fields.id, access.as_str());
        let says = format!("{id}-says");
        view! {
            <div class="agents-choice">
                <input type="radio" id=id.clone() name="access" value=access.as_str() checked=access == fields.access aria-describedby=says.clone()/>
                <span><label for=id>{label}</label><small id=says>{about}</small></span>
            </div>
        }
    });
    let says = format!("{}access-says", fields.id);
    view! {
        <fieldset class="agents-access">
            <legend>"What it may do"</legend>
            {choices.collect_view()}
            {message(says, "", fields.problems.about("access"))}
        </fieldset>
    }
    .into_any()
}

/// The field for the last day.
pub(crate) fn ends_field(fields: &RightsFields<'_>, hint: &'static str) -> AnyView {
    let (id, problem) = (format!("{}ends", fields.id), fields.problems.about("ends"));
    let (says, invalid) = (format!("{id}-says"), problem.is_some().to_string());
    view! {
        <div class="site-field agents-ends">
            <label class="ui-label" for=id.clone()>"Last day"</label>
            <input class="ui-field" type="date" id=id name="ends" value=fields.ends.to_owned() min=fields.days.0.to_owned() max=fields.days.1.to_owned() autofocus=fields.problems.is_first("ends") aria-invalid=invalid aria-describedby=says.clone()/>
            {message(says, hint, problem)}
        </div>
    }
    .into_any()
}
