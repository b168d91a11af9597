//! Errors: a page that does not exist, and what can be done about it.

use leptos::prelude::*;

use super::document::{footer, header};

/// What the screen for a missing page shows.
#[derive(Clone, Debug, Default)]
pub struct NotFound {
    /// The host, as shown before a name.
    pub host: String,
    /// The name in the address, if it is free to claim.
    pub free: Option<String>,
    /// Whether somebody is signed in.
    pub signed_in: bool,
}

/// The 404 screen.
pub fn view(missing: &NotFound) -> AnyView {
    let offer = match &missing.free {
        Some(name) => view! {
            <p class="site-lead">{format!("Nobody has put anything on {}/{name}. The name is free.", missing.host)}</p>
            <form class="site-claim plain" action="/signup" method="get" novalidate=true>
                <label class="site-host" for="claim-name">{format!("{}/", missing.host)}</label>
                <input id="claim-name" name="username" value=name.clone() required=true maxlength="30" autocapitalize="none" spellcheck="false"/>
                <button class="ui-button">"Light it"</button>
            </form>
        }
        .into_any(),
        None => view! { <p class="site-lead">"There is no page at this address. It may have been taken down, or the address has a slip in it."</p> <p><a class="ui-button big" href="/">"To the front door"</a></p> }.into_any(),
    };
    view! {
        <div class="site-screen ui-wall site-not-found">
            {header(missing.signed_in)}
            <div class="site-nail" aria-hidden="true"><span></span></div>
            <div class="ui-shelf" aria-hidden="true"></div>
            <main class="site-not-found-text"><h1>"An empty place on the shelf"</h1>{offer}</main>
        </div>
        {footer()}
    }
    .into_any()
}

/// An error of the service or of a form: what happened and the next step.
pub fn error_page(title: String, message: String, signed_in: bool) -> AnyView {
    view! {
        <div class="site-screen ui-wall site-not-found">
            {header(signed_in)}
            <div class="site-nail" aria-hidden="true"><span></span></div>
            <div class="ui-shelf" aria-hidden="true"></div>
            <main class="site-not-found-text"><h1>{title}</h1><p class="site-lead">{message}</p><p><a class="ui-button big" href="/">"To the front door"</a></p></main>
        </div>
        {footer()}
    }
    .into_any()
}
