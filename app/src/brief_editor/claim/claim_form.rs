//! The form of a claim: the name, an account unless somebody is signed in, and whether to publish.

use leptos::prelude::*;
use mantel_model::brief::Brief;

use super::account;
use super::name;
use super::send;
use super::state::{Claim, Goal};
use crate::components::dom;

/// The form. Enter does what its first button says.
pub fn form(claim: Claim) -> AnyView {
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        send::claim(claim, Goal::Publish);
    };
    let publish = move || format!("Publish at {}", claim.address_of(&claim.name.get()));
    view! {
        <h2 id="claim-title" tabindex="-1">"Choose your name on the shelf"</h2>
        <form class="brief-claim-form" novalidate=true on:submit=submit>
            {name_field(claim)}
            {page_name_field(claim)}
            {move || (!claim.signed_in.get()).then(|| account::fields(claim))}
            {whole_problem(claim)}
            {progress(claim)}
            <div class="brief-claim-goals" hidden=move || claim.in_progress.with(Option::is_some)>
                <button class="ui-button last" id="claim-publish">{publish}</button>
                <button type="button" class="ui-button quiet big" id="claim-draft" on:click=move |_| send::claim(claim, Goal::Draft)>"Keep as a draft"</button>
            </div>
            <p class="ui-muted brief-small">"A draft is for your eyes only. You can publish it any time."</p>
        </form>
    }
    .into_any()
}

/// What is being done.
pub fn progress(claim: Claim) -> impl IntoView {
    view! { <p class="brief-claim-progress" role="status">{move || claim.in_progress.get()}</p> }
}

/// What is wrong with the whole form.
pub fn whole_problem(claim: Claim) -> impl IntoView {
    move || {
        claim
            .problem("")
            .map(|problem| view! { <p class="ui-warning" id="claim-problem" role="alert" tabindex="-1">{problem}</p> })
    }
}

fn name_field(claim: Claim) -> AnyView {
    let host = claim.editor.start.with_value(|start| start.host.clone());
    let hint = move || claim.problem("username").unwrap_or_else(|| claim.hint.get());
    let invalid = move || claim.problem("username").is_some().to_string();
    let take = move || {
        claim.suggestion.get().map(|other| {
            let label = format!("Take {other}");
            let choose = move |_| {
                name::typed(claim, &other);
                dom::focus("claim-name");
            };
            view! { <button type="button" class="ui-link brief-suggestion" on:click=choose>{label}</button> }
        })
    };
    view! {
        <div class="brief-claim-name">
            <label class="ui-label" for="claim-name">"Your page’s address"</label>
            <span class="brief-host"><span aria-hidden="true">{format!("{host}/")}</span><input id="claim-name" name="username" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="30" aria-describedby="claim-says" aria-invalid=invalid prop:value=move || claim.name.get() on:input=move |event| name::typed(claim, &event_target_value(&event))/></span>
            <p class="brief-message" class:free=move || claim.free.get() id="claim-says" aria-live="polite">{hint}" "{take}</p>
        </div>
    }
    .into_any()
}

/// The name on the page, asked for where it has none: its title.
fn page_name_field(claim: Claim) -> AnyView {
    let editor = claim.editor;
    let nameless = editor.state.with_untracked(|state| state.brief.name.trim().is_empty());
    let shown = RwSignal::new(nameless);
    Effect::new(move |_| {
        if editor.claim_open.get() {
            shown.set(editor.state.with_untracked(|state| state.brief.name.trim().is_empty()));
        }
    });
    let value = editor.memo(|brief: &Brief| brief.name.clone());
    let inside = move || {
        shown.get().then(|| {
            view! {
                <p>
                    <label class="ui-label" for="claim-page-name">"Your name, as the page shows it"</label>
                    <input class="ui-field" id="claim-page-name" autocomplete="name" aria-describedby="claim-page-name-says" aria-invalid=move || claim.problem("name").is_some().to_string() prop:value=move || value.get() on:input=move |event| editor.edit(|brief| brief.name = event_target_value(&event))/>
                    <span class="brief-message ui-warning" id="claim-page-name-says">{move || claim.problem("name")}</span>
                </p>
            }
        })
    };
    inside.into_any()
}
