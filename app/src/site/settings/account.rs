//! The account: its password, and where it is signed in.

use leptos::prelude::*;

use super::{Section, Settings, Sure, confirmed};
use crate::site::auth::{Input, field};

/// A browser that is signed in.
#[derive(Clone, Debug, Default)]
pub struct Browser {
    /// Identifier in addresses.
    pub id: String,
    /// Browser and system, in plain words.
    pub name: String,
    /// When it signed in, in words.
    pub since: String,
    /// When it was last seen, in words.
    pub seen: String,
    /// Whether it is the one that asks.
    pub this: bool,
}

pub(super) fn password(it: &Settings) -> AnyView {
    let about = view! { <p class="m-soft">{format!("You sign in as {}.", it.email)}</p> };
    let wrong = it.problems.iter().any(|(at, _)| *at == Section::Password);
    let acts = view! {
        <details class="s-more first" open=wrong><summary class="m-words">"Change the password"</summary>
            <form class="d-form" action="/settings/password#password" method="post">
                <input type="email" name="email" value=it.email.clone() autocomplete="username" hidden=true readonly=true/>
                {field(Input { name: "current", label: "Password now", kind: "password", autocomplete: "current-password", required: true, ..Input::default() })}
                {field(Input { id: "new-password", name: "password", label: "New password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters. Other browsers are signed out, connected agents too; keys stay.", required: true, ..Input::default() })}
                <button class="m-button">"Change it"</button>
            </form>
        </details>
    };
    super::section(it, Section::Password, "Password", about.into_any(), acts.into_any())
}

pub(super) fn sessions(it: &Settings) -> AnyView {
    let about = view! { <p class="m-soft">"The browsers that you are signed in with. When one was last here is right to ten minutes."</p> };
    let rows = it.browsers.iter().map(row).collect_view();
    let others = it.browsers.iter().filter(|browser| !browser.this).count();
    let all = (others > 1).then(|| {
        let words = view! { <p>{format!("All {others} other browsers have to sign in again.")}</p> };
        confirmed(Sure {
            label: "Sign out everywhere else",
            of: String::new(),
            action: "/settings/sessions/others".to_owned(),
            words: words.into_any(),
            act: "Sign them out",
            grave: false,
        })
    });
    let acts = view! { <ul class="s-rows">{rows}</ul>{all} };
    super::section(it, Section::Sessions, "Signed in", about.into_any(), acts.into_any())
}

fn row(it: &Browser) -> AnyView {
    let seen = if it.this { "Here now".to_owned() } else { format!("Last here {}", it.seen) };
    let mark = it.this.then(|| view! { <span class="s-this">"This browser"</span> });
    let (action, words) = match it.this {
        true => ("/signout".to_owned(), "You leave Mantel in this browser. To come back, sign in again."),
        false => (format!("/settings/sessions/{}/end", it.id), "That browser has to sign in again."),
    };
    let out = confirmed(Sure {
        label: "Sign out",
        of: format!("{}, signed in {}", it.name, it.since),
        action,
        words: view! { <p>{words}</p> }.into_any(),
        act: "Sign out",
        grave: false,
    });
    view! {
        <li>
            <span class="s-row-words"><strong>{it.name.clone()}{mark}</strong><span class="m-soft">{format!("{seen}. Signed in {}.", it.since)}</span></span>
            {out}
        </li>
    }
    .into_any()
}
