//! The settings: everything about a page and its account that is not the page itself. Plain forms that need no
//! JavaScript.

mod account;
mod address;
mod danger_zone;
mod page_file;
mod preview_link;
mod search_results;

pub use account::BrowserSession;
pub use address::OldName;
use leptos::prelude::*;
pub use page_file::ImportPreview;
pub use search_results::SearchResult;

use super::document::{account_header_of, footer};
use super::form_fields::Problems;
use crate::components::icon;

/// What the settings screen shows.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The account's email address.
    pub email: String,
    /// Whether the address is verified, or needs not be.
    pub verified: bool,
    /// The new address that waits to be confirmed.
    pub waiting_email: Option<String>,
    /// Whether this server sends mail, so that a new address has to be confirmed.
    pub mails: bool,
    /// Whether the account operates the instance, so that there is a way to its screen.
    pub admin: bool,
    /// The host, as shown before a name.
    pub host: String,
    /// The page, if one is claimed.
    pub page: Option<OwnPage>,
    /// The address of the private link to the draft, and when it was created, as text.
    pub private_link: Option<(String, String)>,
    /// Where the account is signed in, this browser first.
    pub sessions: Vec<BrowserSession>,
    /// What was typed into a form that was rejected, by field.
    pub typed: Vec<(&'static str, String)>,
    /// A file that may replace the draft.
    pub import_preview: Option<ImportPreview>,
    /// The section of the form that was rejected, and its errors.
    pub problems: Option<(Section, Problems)>,
    /// What succeeded, with its section.
    pub success: Option<(Section, String)>,
}

/// A summary of the account's page.
#[derive(Clone, Debug, Default)]
pub struct OwnPage {
    /// The name.
    pub username: String,
    /// The address.
    pub url: String,
    /// Since when it is live, if it is.
    pub live_since: Option<String>,
    /// Whether the draft differs from what is live.
    pub unpublished: bool,
    /// Former names that redirect to it.
    pub old_names: Vec<OldName>,
    /// What search engines and link previews show.
    pub search: SearchResult,
}

impl Settings {
    /// The errors of the form in a section.
    fn problems(&self, section: Section) -> Problems {
        self.problems.iter().find(|(at, _)| *at == section).map(|(_, problems)| problems.clone()).unwrap_or_default()
    }

    /// What was typed into a field, if its form was rejected.
    fn typed(&self, field: &str) -> Option<String> {
        self.typed.iter().find(|(name, _)| *name == field).map(|(_, text)| text.clone())
    }
}

/// A section of the screen, with its form and the form's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The page's address and whether it is live.
    Address,
    /// What search engines and link previews show of the page.
    Search,
    /// The page as a file.
    File,
    /// The private link to the draft.
    Link,
    /// The email address.
    Email,
    /// The password.
    Password,
    /// Where the account is signed in.
    Sessions,
    /// Unpublishing the page, deleting it or the account.
    DangerZone,
}

impl Section {
    /// The anchor in addresses.
    pub const fn anchor(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Search => "search",
            Self::File => "file",
            Self::Link => "link",
            Self::Email => "email",
            Self::Password => "password",
            Self::Sessions => "sessions",
            Self::DangerZone => "leaving",
        }
    }
}

/// The whole screen.
pub fn view(settings: &Settings) -> AnyView {
    let page = settings.page.as_ref();
    let page_sections = page.map(|page| {
        view! {
            {address::section(settings, page)}
            {search_results::section(settings, page)}
            {page_file::section(settings, page)}
            {preview_link::section(settings)}
        }
    });
    view! {
        <div class="ui-wall settings-screen">
            {account_header_of("/settings", page.is_some(), settings.admin, ())}
            <div class="ui-shelf low" aria-hidden="true"></div>
            <main>
                <h1>"Settings"</h1>
                {page_sections}
                {page.is_none().then(|| address::claim(settings))}
                {account::email(settings)}
                {account::password(settings)}
                {account::sessions(settings)}
                {danger_zone::section(settings)}
            </main>
            {footer()}
        </div>
    }
    .into_any()
}

/// A section: its description beside its actions.
fn section_view(
    settings: &Settings,
    section: Section,
    title: &'static str,
    about: AnyView,
    actions: AnyView,
) -> AnyView {
    // Focused, and so scrolled into view: the forms post to addresses without an anchor, beside which browsers ignore
    // the focus that a field with an error asks for.
    let problem = settings.problems(section).whole().map(|problem| {
        view! { <p class="site-alert" role="alert" tabindex="-1" autofocus=true>{problem}</p> }
    });
    let success = settings.success.iter().find(|(at, _)| *at == section).map(|(_, message)| {
        view! { <p class="site-success" role="status">{icon::stroke(icon::CHECK)}<span>{message.clone()}</span></p> }
    });
    view! {
        <section id=section.anchor() class="settings-section">
            <div class="settings-about"><h2>{title}</h2>{about}</div>
            <div class="settings-actions">{success}{problem}{actions}</div>
        </section>
    }
    .into_any()
}

/// An action that is confirmed in place: a button that reveals the consequence, and the button that acts.
fn confirm_button(confirmation: Confirmation) -> AnyView {
    let label = (!confirmation.subject.is_empty()).then(|| format!("{}: {}", confirmation.label, confirmation.subject));
    view! {
        <details class="settings-confirm" open=confirmation.open><summary class="ui-button quiet" aria-label=label>{confirmation.label}</summary>
            <form action=confirmation.action method="post" novalidate=true>{confirmation.consequence}<button class="ui-button" class:settings-danger-button=confirmation.irreversible>{confirmation.confirm_label}</button></form>
        </details>
    }
    .into_any()
}

/// An action that asks for confirmation.
struct Confirmation {
    /// The label of the first button.
    label: &'static str,
    /// Which of several items it is about, for screen readers; empty if there is only one.
    subject: String,
    /// The address that the form posts to.
    action: String,
    /// What happens, and what is required.
    consequence: AnyView,
    /// The label of the button that acts.
    confirm_label: &'static str,
    /// Whether it cannot be undone.
    irreversible: bool,
    /// Whether it starts open, because its form was rejected.
    open: bool,
}
