//! Fields of forms, each with its hint or error below. The server's sentences are shown as they are; `site.js` says the
//! simplest of them before a form is sent, so that what was typed stays.

use leptos::prelude::*;

/// The errors of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<(String, String)>);

impl Problems {
    /// Errors by the name of their field, which is empty for the whole form; in the order of the fields.
    pub const fn new(problems: Vec<(String, String)>) -> Self {
        Self(problems)
    }

    /// One error about the whole form.
    pub fn of_form(problem: String) -> Self {
        Self(vec![(String::new(), problem)])
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The error about the whole form.
    pub fn whole(&self) -> Option<String> {
        self.about("")
    }

    /// The error about a field.
    pub fn about(&self, field: &str) -> Option<String> {
        self.0.iter().find(|(name, _)| name == field).map(|(_, problem)| problem.clone())
    }

    /// Whether the field has the first error, and so gets the focus.
    pub fn is_first(&self, field: &str) -> bool {
        self.0.first().is_some_and(|(name, _)| name == field)
    }
}

/// A labelled input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    /// The id, if it differs from the name.
    pub id: &'static str,
    /// The form name.
    pub name: &'static str,
    /// Label.
    pub label: &'static str,
    /// `type`; text when empty.
    pub kind: &'static str,
    /// `autocomplete`; off when empty.
    pub autocomplete: &'static str,
    /// The value typed before.
    pub value: String,
    /// What stands in the empty field.
    pub placeholder: String,
    /// The hint.
    pub hint: &'static str,
    /// The error about the value.
    pub problem: Option<String>,
    /// Whether it gets the focus.
    pub focus: bool,
    /// What is said when it is empty; a field without is optional.
    pub missing: &'static str,
    /// What is said about a value that is not an email address, or shorter than `min_length`.
    pub malformed: &'static str,
    /// Shortest value, characters.
    pub min_length: usize,
    /// Longest value, characters; 0 for no limit.
    pub max_length: usize,
    /// Rows of a field for several lines; 0 for a single line.
    pub rows: usize,
}

impl Input {
    /// The field with this name of a form with these errors.
    pub fn of(problems: &Problems, name: &'static str) -> Self {
        Self { name, problem: problems.about(name), focus: problems.is_first(name), ..Self::default() }
    }
}

fn unless_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn unless_zero(number: usize) -> Option<String> {
    (number > 0).then(|| number.to_string())
}

pub(crate) fn field(input: Input) -> AnyView {
    let kind = if input.kind.is_empty() { "text" } else { input.kind };
    let autocomplete = if input.autocomplete.is_empty() { "off" } else { input.autocomplete };
    let invalid = input.problem.is_some().to_string();
    let id = if input.id.is_empty() { input.name } else { input.id };
    let message_id = format!("{id}-says");
    let (required, max) = (!input.missing.is_empty(), unless_zero(input.max_length));
    let placeholder = unless_empty(&input.placeholder);
    let control = if input.rows > 0 {
        view! {
            <textarea class="ui-field" id=id name=input.name rows=input.rows.to_string() maxlength=max placeholder=placeholder autocomplete=autocomplete autofocus=input.focus aria-invalid=invalid aria-describedby=message_id.clone()>{input.value}</textarea>
        }
        .into_any()
    } else {
        view! {
            <input class="ui-field" id=id name=input.name type=kind value=input.value maxlength=max placeholder=placeholder autocomplete=autocomplete required=required autofocus=input.focus data-missing=unless_empty(input.missing) data-wrong=unless_empty(input.malformed) data-min=unless_zero(input.min_length) aria-invalid=invalid aria-describedby=message_id.clone()/>
        }
        .into_any()
    };
    view! {
        <div class="site-field">
            <label class="ui-label" for=id>{input.label}</label>
            {control}
            {message(message_id, input.hint, input.problem)}
        </div>
    }
    .into_any()
}

/// The line below a field: its error, or else its hint.
pub(crate) fn message(id: String, hint: &'static str, problem: Option<String>) -> AnyView {
    let wrong = problem.is_some();
    let text = problem.or_else(|| unless_empty(hint));
    let empty = text.is_none();
    view! {
        <p class="site-message" class:wrong=wrong id=id role=wrong.then_some("alert") data-hint=unless_empty(hint) hidden=empty>{text}</p>
    }
    .into_any()
}

/// A field for the name of a page, with the host before it. `site.js` says whether the name is free.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameInput {
    /// Label; the usual one when empty.
    pub label: String,
    /// A class beside the usual one.
    pub class: &'static str,
    /// The host.
    pub host: String,
    /// The name typed before.
    pub value: String,
    /// The hint.
    pub hint: &'static str,
    /// Whether it is required.
    pub required: bool,
    /// The error about the name.
    pub problem: Option<String>,
    /// Whether it gets the focus.
    pub focus: bool,
}

/// What a name may look like.
pub(crate) const NAME_HINT: &str = "3 to 30 letters, numbers, - or _.";

impl NameInput {
    /// The field `username` of a form with these errors.
    pub fn of(problems: &Problems) -> Self {
        let (problem, focus) = (problems.about("username"), problems.is_first("username"));
        Self { hint: NAME_HINT, problem, focus, ..Self::default() }
    }
}

pub(crate) fn name_field(input: NameInput) -> AnyView {
    let label = if input.label.is_empty() { "Your name on the shelf".to_owned() } else { input.label };
    let invalid = input.problem.is_some().to_string();
    let missing = input.required.then_some(NAME_HINT);
    let wrong = input.problem.is_some();
    let text = input.problem.unwrap_or_else(|| input.hint.to_owned());
    view! {
        <div class=format!("site-field {}", input.class).trim_end().to_owned()>
            <label class="ui-label" for="username">{label}</label>
            <span class="site-username"><span aria-hidden="true">{format!("{}/", input.host)}</span>
                <input class="ui-field" id="username" name="username" value=input.value required=input.required maxlength="30" autocomplete="off" autocapitalize="none" spellcheck="false" autofocus=input.focus data-missing=missing aria-describedby="username-says" aria-invalid=invalid data-check="username-says"/>
            </span>
            <p class="site-message" class:wrong=wrong id="username-says" aria-live="polite" role=wrong.then_some("alert") data-hint=input.hint>{text}</p>
        </div>
    }
    .into_any()
}

/// An error about a whole form, above it.
pub(crate) fn alert(message: String) -> AnyView {
    view! { <p class="site-alert" role="alert">{message}</p> }.into_any()
}
