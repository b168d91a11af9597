//! The fields of an account: to make one, or to sign in.

use leptos::prelude::*;

use super::state::Claim;

/// The fields. What was typed stays when the server refuses it.
pub fn fields(claim: Claim) -> AnyView {
    let (open, invite) = claim.editor.start.with_value(|start| (start.open, start.invite));
    let known = claim.has_account;
    let swap = move |_| {
        known.update(|known| *known = !*known);
        claim.problems.set(Vec::new());
    };
    let autocomplete = move || if known.get() { "current-password" } else { "new-password" };
    let length = move || (!known.get()).then_some("At least 10 characters.");
    view! {
        <h3>{move || if known.get() { "Welcome back" } else { "And a way to come back" }}</h3>
        <p><label class="ui-label" for="claim-email">"Email"</label><input class="ui-field" id="claim-email" name="email" type="email" autocomplete="username" aria-describedby="claim-email-says" aria-invalid=move || invalid(claim, "email") prop:value=move || claim.email.get() on:input=move |event| claim.email.set(event_target_value(&event))/>{message(claim, "email", "claim-email-says", || None)}</p>
        <p><label class="ui-label" for="claim-password">"Password"</label><input class="ui-field" id="claim-password" name="password" type="password" autocomplete=autocomplete aria-describedby="claim-length" aria-invalid=move || invalid(claim, "password") prop:value=move || claim.password.get() on:input=move |event| claim.password.set(event_target_value(&event))/>{message(claim, "password", "claim-length", length)}</p>
        {move || (invite && !known.get()).then(|| view! { <p><label class="ui-label" for="claim-invite">"Invitation"</label><input class="ui-field" id="claim-invite" name="invite" autocomplete="off" aria-describedby="claim-invite-says" aria-invalid=move || invalid(claim, "invite") prop:value=move || claim.invite.get() on:input=move |event| claim.invite.set(event_target_value(&event))/>{message(claim, "invite", "claim-invite-says", || None)}</p> })}
        {(!open).then(|| view! { <p class="ui-warning">"This house takes no new accounts. If you have one, sign in."</p> })}
        <p class="ui-muted">{move || if known.get() { "New here? " } else { "Here before? " }}<button type="button" class="ui-link" on:click=swap>{move || if known.get() { "Make an account" } else { "Sign in" }}</button></p>
    }
    .into_any()
}

fn invalid(claim: Claim, field: &str) -> String {
    claim.problem(field).is_some().to_string()
}

/// What is wrong with a field, otherwise its hint.
fn message(
    claim: Claim,
    field: &'static str,
    id: &'static str,
    hint: impl Fn() -> Option<&'static str> + Send + Sync + 'static,
) -> AnyView {
    let wrong = Memo::new(move |_| claim.problem(field));
    let text = move || wrong.get().or_else(|| hint().map(str::to_owned));
    view! { <span class="brief-message" class:ui-warning=move || wrong.with(Option::is_some) class:ui-muted=move || wrong.with(Option::is_none) id=id>{text}</span> }.into_any()
}
