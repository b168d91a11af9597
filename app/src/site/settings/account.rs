//! The account: its address, its password, and where it is signed in.

use leptos::prelude::*;
use mantel_model::account as rules;

use super::{Confirmation, Section, Settings, confirm_button};
use crate::site::auth::new_password_field;
use crate::site::form_fields::{Input, field};

/// A browser that is signed in.
#[derive(Clone, Debug, Default)]
pub struct BrowserSession {
    /// The id in addresses.
    pub id: String,
    /// Browser and operating system, as text.
    pub name: String,
    /// When it signed in, as text.
    pub since: String,
    /// When it was last seen, as text.
    pub last_seen: String,
    /// Whether it is the browser that made this request.
    pub current: bool,
}

pub(super) fn email(settings: &Settings) -> AnyView {
    let waiting = settings.waiting_email.clone().map(|email| {
        view! { <p class="ui-muted">"Waiting for "<strong>{email}</strong>": open the link that was mailed there. It is good for an hour."</p> }
    });
    let about =
        view! { <p class="ui-muted">"You sign in as "<strong>{settings.email.clone()}</strong>"."</p> {waiting} };
    let verify = (!settings.verified).then(|| {
        view! {
            <form class="settings-verify" action="/settings/email/verify" method="post">
                <p class="ui-warning">"This address is not confirmed yet: open the link that was mailed there. Until then you can edit your page, but not publish it, share a private link or make API keys."</p>
                <button class="ui-button quiet">"Send it again"</button>
            </form>
        }
    });
    let hint = match settings.mails {
        true => "We mail a link there; the address changes once you open it, and other browsers are signed out.",
        false => "Other browsers are signed out, connected agents too; keys stay.",
    };
    let problems = settings.problems(Section::Email);
    let new = Input {
        id: "new-email",
        label: "New address",
        kind: "email",
        autocomplete: "email",
        value: settings.typed("email").unwrap_or_default(),
        hint,
        missing: rules::EMAIL_MISSING,
        malformed: rules::EMAIL_MALFORMED,
        ..Input::of(&problems, "email")
    };
    let password = Input { id: "email-password", label: "Your password", ..Input::of(&problems, "password") };
    let actions = view! {
        {verify}
        <details class="settings-details first" open=!problems.is_empty()><summary class="ui-link">"Change the address"</summary>
            <form class="site-form" action="/settings/email" method="post" novalidate=true>
                {field(new)}
                {known_password(password)}
                <button class="ui-button">"Change the address"</button>
            </form>
        </details>
    };
    super::section_view(settings, Section::Email, "Email", about.into_any(), actions.into_any())
}

/// A field for the account's password.
pub(super) fn known_password(input: Input) -> AnyView {
    field(Input { kind: "password", autocomplete: "current-password", missing: rules::PASSWORD_MISSING, ..input })
}

pub(super) fn password(settings: &Settings) -> AnyView {
    let about = view! { <p class="ui-muted">"Change it when somebody else may know it."</p> };
    let problems = settings.problems(Section::Password);
    let new = Input {
        id: "new-password",
        label: "New password",
        hint: "At least 10 characters. Other browsers are signed out, connected agents too.",
        ..Input::of(&problems, "password")
    };
    let actions = view! {
        <details class="settings-details first" open=!problems.is_empty()><summary class="ui-link">"Change the password"</summary>
            <form class="site-form" action="/settings/password" method="post" novalidate=true>
                <input type="email" name="email" value=settings.email.clone() autocomplete="username" hidden=true readonly=true/>
                {known_password(Input { label: "Password now", ..Input::of(&problems, "current") })}
                {new_password_field(new)}
                <p class="settings-keys"><label><input type="checkbox" name="keys" value="end"/>" End API keys and the private link, too"</label></p>
                <button class="ui-button">"Change it"</button>
            </form>
        </details>
    };
    super::section_view(settings, Section::Password, "Password", about.into_any(), actions.into_any())
}

pub(super) fn sessions(settings: &Settings) -> AnyView {
    let about = view! { <p class="ui-muted">"The browsers that you are signed in with. When one was last here is right to ten minutes."</p> };
    let rows = settings.sessions.iter().map(row).collect_view();
    let others = settings.sessions.iter().filter(|browser| !browser.current).count();
    let all = (others > 1).then(|| {
        let consequence = view! { <p>{format!("All {others} other browsers have to sign in again.")}</p> };
        confirm_button(Confirmation {
            label: "Sign out everywhere else",
            subject: String::new(),
            action: "/settings/sessions/others".to_owned(),
            consequence: consequence.into_any(),
            confirm_label: "Sign them out",
            irreversible: false,
            open: false,
        })
    });
    let actions = view! { <ul class="settings-rows">{rows}</ul>{all} };
    super::section_view(settings, Section::Sessions, "Signed in", about.into_any(), actions.into_any())
}

fn row(session: &BrowserSession) -> AnyView {
    let seen = if session.current { "Here now".to_owned() } else { format!("Last here {}", session.last_seen) };
    let badge = session.current.then(|| view! { <span class="settings-badge">"This browser"</span> });
    let (action, consequence) = match session.current {
        true => ("/signout".to_owned(), "You leave Mantel in this browser. To come back, sign in again."),
        false => (format!("/settings/sessions/{}/end", session.id), "That browser has to sign in again."),
    };
    let sign_out = confirm_button(Confirmation {
        label: "Sign out",
        subject: format!("{}, signed in {}", session.name, session.since),
        action,
        consequence: view! { <p>{consequence}</p> }.into_any(),
        confirm_label: "Sign out",
        irreversible: false,
        open: false,
    });
    view! {
        <li>
            <span class="settings-row-text"><strong>{session.name.clone()}{badge}</strong><span class="ui-muted">{format!("{seen}. Signed in {}.", session.since)}</span></span>
            {sign_out}
        </li>
    }
    .into_any()
}
