//! The state of a claim.

use leptos::prelude::*;
use mantel_model::Problem;

use crate::api_client::Failure;
use crate::brief_editor::state::BriefEditor;
use crate::components::{dom, tile_label};

/// The step of the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Choosing a name, and signing up or in.
    Form,
    /// The account already has a page, with this name.
    HasPage(String),
    /// It is saved as the draft of the page with this name, but publishing failed.
    Unpublished { message: String, name: String },
    /// It is live at this address.
    Live(String),
}

/// What becomes of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// It goes live.
    Publish,
    /// It is saved, for its owner alone.
    Draft,
}

/// The fields of the form, as problems name them.
const FIELDS: [&str; 5] = ["/username", "/email", "/password", "/invite", "/name"];

/// The state of a claim. What was typed stays until the page is saved.
#[derive(Clone, Copy)]
pub struct Claim {
    /// The editor.
    pub editor: BriefEditor,
    /// The step.
    pub step: RwSignal<Step>,
    /// What is being done, while something is.
    pub in_progress: RwSignal<Option<&'static str>>,
    /// Whether somebody is signed in.
    pub signed_in: RwSignal<bool>,
    /// The name typed.
    pub name: RwSignal<String>,
    /// Whether the name is known to be free.
    pub free: RwSignal<bool>,
    /// What is known about the name, as a sentence.
    pub hint: RwSignal<String>,
    /// A free name instead of one that is taken.
    pub suggestion: RwSignal<Option<String>>,
    /// Whether to sign in rather than up.
    pub has_account: RwSignal<bool>,
    /// The email address typed.
    pub email: RwSignal<String>,
    /// The password typed.
    pub password: RwSignal<String>,
    /// The invitation code typed.
    pub invite: RwSignal<String>,
    /// What was wrong with the fields when they were sent, by `/` and the name of the field; empty for the whole form.
    pub problems: RwSignal<Vec<Problem>>,
}

impl Claim {
    /// The claim of the page in the editor.
    pub fn new(editor: BriefEditor) -> Self {
        let (signed_in, page, open) =
            editor.start.with_value(|start| (start.signed_in, start.page.clone(), start.open));
        Self {
            editor,
            step: RwSignal::new(page.filter(|_| signed_in).map_or(Step::Form, Step::HasPage)),
            in_progress: RwSignal::new(None),
            signed_in: RwSignal::new(signed_in),
            name: RwSignal::new(String::new()),
            free: RwSignal::new(false),
            hint: RwSignal::new(String::new()),
            suggestion: RwSignal::new(None),
            has_account: RwSignal::new(!open),
            email: RwSignal::new(String::new()),
            password: RwSignal::new(String::new()),
            invite: RwSignal::new(String::new()),
            problems: RwSignal::new(Vec::new()),
        }
    }

    /// The address of the page with this name, as people read it.
    pub fn address_of(self, name: &str) -> String {
        self.editor.start.with_value(|start| format!("{}/{name}", start.host))
    }

    /// What is wrong with a field, as a sentence.
    pub fn problem(self, field: &str) -> Option<String> {
        self.problems.with(|problems| {
            let of_field = |problem: &&Problem| problem.path.trim_start_matches('/') == field;
            problems.iter().find(of_field).map(|problem| tile_label::sentence(&problem.message))
        })
    }

    /// Shows what is wrong and focuses the first field concerned.
    pub fn refuse(self, problems: Vec<Problem>) {
        let first = problems.first().map(|problem| problem.path.trim_start_matches('/').to_owned());
        self.problems.set(problems);
        dom::focus(match first.as_deref() {
            Some("username") => "claim-name",
            Some("email") => "claim-email",
            Some("password") => "claim-password",
            Some("invite") => "claim-invite",
            Some("name") => "claim-page-name",
            _ => "claim-problem",
        });
    }

    /// Shows why a call failed.
    pub fn refuse_failure(self, failure: Failure) {
        let of_field = |problem: &Problem| FIELDS.contains(&problem.path.as_str());
        if failure.problems.iter().any(of_field) {
            self.refuse(failure.problems.into_iter().filter(of_field).collect());
        } else {
            let field = if failure.code.starts_with("username_") { "/username" } else { "" };
            self.refuse(vec![Problem::new(field, failure.words)]);
        }
    }
}
