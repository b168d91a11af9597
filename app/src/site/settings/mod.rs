//! The settings: everything about a page and its account that is not the page itself. Plain forms, whole without script.

mod account;
mod address;
mod danger_zone;
mod page_file;
mod preview_link;

pub use account::Browser;
pub use address::OldName;
use leptos::prelude::*;
pub use page_file::Reading;

use super::auth::{Input, alert, field};
use super::document::{foot, logo};
use crate::components::icon;

/// What the settings screen shows.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The account's address.
    pub email: String,
    /// Host as shown before a name.
    pub host: String,
    /// The page, if one is claimed.
    pub page: Option<OwnPage>,
    /// The address of the private link to the draft, and when it was made, in words.
    pub link: Option<(String, String)>,
    /// Where the account is signed in, this browser first.
    pub browsers: Vec<Browser>,
    /// A name that was typed and can't be had.
    pub wished: Option<String>,
    /// A file that was looked at and may replace the draft.
    pub reading: Option<Reading>,
    /// What is wrong, by section.
    pub problems: Vec<(Section, String)>,
    /// What was done, and where.
    pub done: Option<(Section, String)>,
}

/// The account's page in a few words.
#[derive(Clone, Debug, Default)]
pub struct OwnPage {
    /// Name.
    pub username: String,
    /// Address.
    pub url: String,
    /// When it went live, if it is.
    pub live_since: Option<String>,
    /// Whether the draft differs from what is live.
    pub unpublished: bool,
    /// Names that lead to it.
    pub old_names: Vec<OldName>,
}

/// A part of the screen: where a form stands, and where its answer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The page's address and whether it is live.
    Address,
    /// The page as a file.
    File,
    /// The private link to the draft.
    Link,
    /// The password.
    Password,
    /// Where the account is signed in.
    Sessions,
    /// Taking the page down, deleting it or the account.
    Leaving,
}

impl Section {
    /// Its name in addresses.
    pub const fn anchor(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::File => "file",
            Self::Link => "link",
            Self::Password => "password",
            Self::Sessions => "sessions",
            Self::Leaving => "leaving",
        }
    }
}

/// The whole screen.
pub fn view(it: &Settings) -> AnyView {
    let page = it.page.as_ref();
    let own = page.map(|page| {
        view! {
            {address::section(it, page)}
            {page_file::section(it, page)}
            {preview_link::section(it)}
        }
    });
    view! {
        <div class="m-wall s-page">
            {rail(page.is_some())}
            <div class="m-shelf low" aria-hidden="true"></div>
            <main>
                <h1>"Settings"</h1>
                {own}
                {page.is_none().then(|| address::claim(it))}
                {account::password(it)}
                {account::sessions(it)}
                {danger_zone::section(it)}
            </main>
            {foot()}
        </div>
    }
    .into_any()
}

fn rail(has_page: bool) -> AnyView {
    let edit = has_page.then(|| view! { <a href="/edit">"Edit your page"</a> });
    view! {
        <header class="d-rail">
            {logo(true)}
            <nav aria-label="Mantel">{edit}<a href="/agents">"Agents"</a><a href="/settings" aria-current="page">"Settings"</a></nav>
        </header>
    }
    .into_any()
}

/// A section: what it is about beside what can be done.
fn section(it: &Settings, which: Section, title: &'static str, about: AnyView, acts: AnyView) -> AnyView {
    let problem = it.problems.iter().find(|(at, _)| *at == which).map(|(_, words)| alert(words.clone()));
    let done = it.done.iter().find(|(at, _)| *at == which).map(|(_, words)| {
        view! { <p class="d-done" role="status">{icon::stroke(icon::CHECK)}<span>{words.clone()}</span></p> }
    });
    view! {
        <section id=which.anchor() class="s-section">
            <div class="s-about"><h2>{title}</h2>{about}</div>
            <div class="s-acts">{done}{problem}{acts}</div>
        </section>
    }
    .into_any()
}

/// Something that is asked once more, in place: a button that opens what happens, and the button that does it.
fn confirmed(it: Sure) -> AnyView {
    let label = (!it.of.is_empty()).then(|| format!("{}: {}", it.label, it.of));
    view! {
        <details class="s-sure"><summary class="m-button quiet" aria-label=label>{it.label}</summary>
            <form action=it.action method="post">{it.words}<button class="m-button" class:s-grave=it.grave>{it.act}</button></form>
        </details>
    }
    .into_any()
}

/// Something to ask once more.
struct Sure {
    /// On the button that asks.
    label: &'static str,
    /// What of several it is about, for those who don't see where it stands; empty where there is one.
    of: String,
    /// Where it is posted.
    action: String,
    /// What happens, and what is needed for it.
    words: AnyView,
    /// On the button that does it.
    act: &'static str,
    /// Whether it can't be taken back.
    grave: bool,
}

/// A field that proves who asks, or that they mean it.
fn proof(id: &'static str, name: &'static str, label: &'static str, kind: &'static str) -> AnyView {
    let autocomplete = if kind == "password" { "current-password" } else { "" };
    field(Input { id, name, label, kind, autocomplete, required: true, ..Input::default() })
}
