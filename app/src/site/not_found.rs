//! Nothing here: an empty shelf with one nail, and what can be done about it.

use leptos::prelude::*;

use super::document::{foot, rail};

/// What the screen for a missing page knows.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    /// Host as shown before a name.
    pub host: String,
    /// The name in the address, if it is free to claim.
    pub free: Option<String>,
    /// Whether somebody is signed in.
    pub signed_in: bool,
}

/// 404.
pub fn view(it: &Missing) -> AnyView {
    let offer = match &it.free {
        Some(name) => view! {
            <p class="d-lead">{format!("Nobody has put anything on {}/{name}. The name is free.", it.host)}</p>
            <form class="d-claim plain" action="/signup" method="get">
                <label class="d-host" for="claim-name">{format!("{}/", it.host)}</label>
                <input id="claim-name" name="username" value=name.clone() required=true maxlength="30" autocapitalize="none" spellcheck="false"/>
                <button class="m-button">"Light it"</button>
            </form>
        }
        .into_any(),
        None => view! { <p class="d-lead">"There is no page at this address. It may have been taken down, or the address has a slip in it."</p> <p><a class="m-button big" href="/">"To the front door"</a></p> }.into_any(),
    };
    view! {
        <div class="d-top m-wall d-missing">
            {rail(it.signed_in)}
            <div class="d-nail" aria-hidden="true"><span></span></div>
            <div class="m-shelf" aria-hidden="true"></div>
            <main class="d-under"><h1>"An empty place on the shelf"</h1>{offer}</main>
        </div>
        {foot()}
    }
    .into_any()
}

/// A failure of ours or of the form: what happened and the next step.
pub fn trouble(title: String, words: String, signed_in: bool) -> AnyView {
    view! {
        <div class="d-top m-wall d-missing">
            {rail(signed_in)}
            <div class="d-nail" aria-hidden="true"><span></span></div>
            <div class="m-shelf" aria-hidden="true"></div>
            <main class="d-under"><h1>{title}</h1><p class="d-lead">{words}</p><p><a class="m-button big" href="/">"To the front door"</a></p></main>
        </div>
        {foot()}
    }
    .into_any()
}
