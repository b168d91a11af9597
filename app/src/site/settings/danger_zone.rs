//! Unpublishing the page, deleting it, deleting the account. Each states its consequence and asks for confirmation.

use leptos::prelude::*;

use super::account::known_password;
use super::{Confirmation, OwnPage, Section, Settings, confirm_button};
use crate::site::form_fields::{Input, Problems, field};

pub(super) fn section(settings: &Settings) -> AnyView {
    let about = view! { <p class="ui-muted">"Nothing here happens at the first press."</p> };
    let problems = settings.problems(Section::DangerZone);
    let rows = view! {
        {settings.page.as_ref().filter(|page| page.live_since.is_some()).map(unpublish)}
        {settings.page.as_ref().map(|page| delete_page(page, settings, &problems))}
        {delete_account(settings, &problems)}
    };
    let actions = view! { <div class="settings-danger-zone">{rows}</div> };
    super::section_view(settings, Section::DangerZone, "Leaving", about.into_any(), actions.into_any())
}

fn row(title: &'static str, description: &'static str, action: AnyView) -> AnyView {
    view! { <div class="settings-danger-row"><div class="settings-row-text"><strong>{title}</strong><span class="ui-muted">{description}</span></div>{action}</div> }.into_any()
}

fn unpublish(page: &OwnPage) -> AnyView {
    let consequence = view! { <p>{format!("Visitors of {} find nothing from then on. The draft stays, and you can publish it again.", page.url)}</p> };
    let action = confirm_button(confirmation(
        "Unpublish",
        "/settings/unpublish",
        consequence.into_any(),
        "Take it offline",
        false,
    ));
    row("Take the page offline", "The draft stays as it is.", action)
}

/// A link to download a copy before deleting.
fn keep_copy() -> AnyView {
    view! { <p>"Keep a copy first: "<a class="ui-link" href="/settings/export.zip" download=true>"page file with pictures"</a>"."</p> }.into_any()
}

fn delete_page(page: &OwnPage, settings: &Settings, problems: &Problems) -> AnyView {
    let name = Input {
        id: "delete-name",
        label: "Name of the page",
        missing: "Type the name of the page.",
        value: settings.typed("name").unwrap_or_default(),
        ..Input::of(problems, "name")
    };
    let open = name.problem.is_some();
    let consequence = view! {
        <p>"The page goes with its history and its private link; this can’t be taken back. Your account, keys and pictures stay, and the name is kept for you for 90 days."</p>
        {keep_copy()}
        <p class="settings-confirm-name">"To be sure, type its name: "<strong>{page.username.clone()}</strong></p>
        {field(name)}
    };
    let (address, confirm_label) = ("/settings/delete-page", "Delete the page for good");
    let action = confirmation("Delete the page", address, consequence.into_any(), confirm_label, true);
    let action = confirm_button(Confirmation { open, ..action });
    row("Delete the page", "The account stays, and may have another page.", action)
}

fn delete_account(settings: &Settings, problems: &Problems) -> AnyView {
    let password = Input { id: "delete-password", label: "Your password", ..Input::of(problems, "password") };
    let open = password.problem.is_some();
    let scope = match &settings.page {
        Some(page) => format!(
            "Everything goes: the page {}, its pictures, keys, connected agents and sessions. This can’t be taken back. The name is kept from others for 90 days.",
            page.username
        ),
        None => "Everything goes: pictures, keys, connected agents and sessions. This can’t be taken back.".to_owned(),
    };
    let consequence = view! {
        <p>{scope}</p>
        {settings.page.is_some().then(keep_copy)}
        {known_password(password)}
    };
    let (address, confirm_label) = ("/settings/delete-account", "Delete everything");
    let action = confirmation("Delete the account", address, consequence.into_any(), confirm_label, true);
    let action = confirm_button(Confirmation { open, ..action });
    row("Delete the account", "With everything that is kept of you here.", action)
}

fn confirmation(
    label: &'static str,
    action: &str,
    consequence: AnyView,
    confirm_label: &'static str,
    irreversible: bool,
) -> Confirmation {
    let (subject, action) = (String::new(), action.to_owned());
    Confirmation { label, subject, action, consequence, confirm_label, irreversible, open: false }
}
