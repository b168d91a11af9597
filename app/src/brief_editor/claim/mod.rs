//! Claiming the page: its name and, unless somebody is signed in, an account, in one form; then it is published or kept
//! as a draft. The card covers the sidebar.

mod account;
mod claim_form;
mod name;
mod send;
mod state;

use leptos::prelude::*;
use state::{Claim, Step};

use super::state::BriefEditor;
use crate::components::{dom, icon, live_page};

fn close(editor: BriefEditor) {
    editor.claim_open.set(false);
    dom::after(0, || {
        if let Ok(Some(button)) = document().query_selector(".brief-claim-button") {
            use wasm_bindgen::JsCast;
            let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}

/// The card.
pub fn card(editor: BriefEditor) -> AnyView {
    let claim = Claim::new(editor);
    Effect::new(move |_| {
        if editor.claim_open.get() {
            name::suggest(claim);
        }
    });
    // What is live is edited in the editor of the page, not here.
    let live = Memo::new(move |_| matches!(claim.step.get(), Step::Live(_)));
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && !live.get_untracked() {
            close(editor);
        }
    };
    view! {
        <section class="brief-claim" id="claim" role="dialog" aria-labelledby="claim-title" hidden=move || !editor.claim_open.get() class:live=move || live.get() on:keydown=escape>
            {move || (!live.get()).then(|| view! { <button type="button" class="brief-icon-button brief-close" aria-label="Back to the page" on:click=move |_| close(editor)>{icon::stroke(icon::CLOSE)}</button> })}
            {move || match claim.step.get() {
                Step::Form => claim_form::form(claim),
                Step::HasPage(name) => has_page_step(claim, name),
                Step::Unpublished { message, name } => unpublished_step(claim, message, name),
                Step::Live(url) => live_step(url),
            }}
        </section>
    }
    .into_any()
}

/// For an account with a page: asks whether to replace its draft. What is live stays.
fn has_page_step(claim: Claim, name: String) -> AnyView {
    let address = claim.address_of(&name);
    view! {
        <h2 id="claim-title" tabindex="-1">{format!("You have {address}")}</h2>
        <p>"Replace its draft, or keep this as a link. What is live stays until you publish."</p>
        {claim_form::whole_problem(claim)}
        {claim_form::progress(claim)}
        <p class="brief-actions" hidden=move || claim.in_progress.with(Option::is_some)>
            <button type="button" class="ui-button big" on:click=move |_| send::replace(claim, name.clone())>"Replace its draft"</button>
            <button type="button" class="ui-button quiet big" on:click=move |_| close(claim.editor)>"Keep this as a link"</button>
        </p>
    }
    .into_any()
}

/// The draft is saved, but could not be published.
fn unpublished_step(claim: Claim, message: String, name: String) -> AnyView {
    let address = claim.address_of(&name);
    view! {
        <h2 id="claim-title" tabindex="-1">"Yours, and not live yet"</h2>
        <p>{format!("The draft of {address} holds this page. Only you can see it.")}</p>
        <p role="alert">{message}</p>
        {claim_form::progress(claim)}
        <p class="brief-actions" hidden=move || claim.in_progress.with(Option::is_some)>
            <button type="button" class="ui-button big" on:click=move |_| send::publish_again(claim, name.clone())>"Try again"</button>
            <a class="ui-button quiet big" href="/edit">"Edit it"</a>
        </p>
    }
    .into_any()
}

fn live_step(url: String) -> AnyView {
    view! {
        <h2 id="claim-title" tabindex="-1">"It is live"</h2>
        <p>"Anyone with this address sees your page."</p>
        {live_page::actions(url)}
        <a class="ui-button quiet big" href="/edit">"Edit it"</a>
    }
    .into_any()
}
