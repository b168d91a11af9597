//! The private link to the draft.

use leptos::prelude::*;

use super::{Confirmation, Section, Settings, confirm_button};
use crate::components::icon;

pub(super) fn section(settings: &Settings) -> AnyView {
    let about = view! { <p class="ui-muted">"Shows the draft, as it is at every moment, to whoever has the link. Search engines don’t see it."</p> };
    let actions = match &settings.private_link {
        None => view! { <form action="/settings/link" method="post"><button class="ui-button quiet">"Make a private link"</button></form> }.into_any(),
        Some((url, created)) => link_actions(url.clone(), created.clone()),
    };
    super::section_view(settings, Section::Link, "Private link", about.into_any(), actions)
}

fn link_actions(url: String, created: String) -> AnyView {
    let replaced = view! { <p>"The link above leads nowhere from then on; the new one takes its place."</p> };
    let revoked = view! { <p>"Whoever opens it finds nothing from then on."</p> };
    view! {
        <p class="site-secret settings-link"><code id="private-link" tabindex="0">{url.clone()}</code><button class="ui-button quiet" type="button" data-copy="private-link" hidden=true>{icon::stroke(icon::COPY)}"Copy"</button></p>
        <p class="ui-muted">{format!("Made {created}. ")}<a class="ui-link" href=url>"Open it"</a></p>
        <div class="settings-button-row">
            {confirm_button(confirmation("Replace it", "/settings/link", replaced.into_any(), "Make a new one"))}
            {confirm_button(confirmation("Revoke it", "/settings/link/revoke", revoked.into_any(), "Revoke the link"))}
        </div>
    }
    .into_any()
}

fn confirmation(label: &'static str, action: &str, consequence: AnyView, confirm_label: &'static str) -> Confirmation {
    Confirmation {
        label,
        subject: String::new(),
        action: action.to_owned(),
        consequence,
        confirm_label,
        irreversible: true,
        open: false,
    }
}
