//! The document around a screen: head, header, footer.

use leptos::prelude::*;
use leptos::tachys::html::attribute::custom::CustomAttribute;

use crate::components::logo::logo;

/// The head of a document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The title, without the product's name.
    pub title: String,
    /// One sentence for search engines and link previews.
    pub description: String,
    /// The addresses of stylesheets, in order.
    pub styles: Vec<String>,
    /// The addresses of scripts that enhance the page.
    pub scripts: Vec<String>,
    /// The page's own address, absolute.
    pub address: Option<String>,
    /// The image for link previews, absolute.
    pub picture: Option<String>,
    /// Whether search engines are asked not to index it.
    pub unlisted: bool,
}

impl Document {
    /// The whole document around a body.
    pub fn view(self, body: AnyView) -> AnyView {
        let title = if self.title.is_empty() { "Mantel".to_owned() } else { format!("{} · Mantel", self.title) };
        let social = self.picture.is_some();
        view! {
            <html lang="en">
                <head>
                    <meta charset="utf-8"/>
                    <meta name="viewport" content="width=device-width, initial-scale=1"/>
                    <title>{title.clone()}</title>
                    {(!self.description.is_empty()).then(|| view! { <meta name="description" content=self.description.clone()/> })}
                    {self.unlisted.then(|| view! { <meta name="robots" content="noindex"/> })}
                    {self.address.clone().map(|address| view! { <link rel="canonical" href=address.clone()/> {open_graph("og:url", address)} })}
                    {social.then(|| view! { {open_graph("og:title", title)} {open_graph("og:description", self.description)} <meta name="twitter:card" content="summary_large_image"/> })}
                    {self.picture.map(|picture| view! { {open_graph("og:image", picture)} })}
                    <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                    <link rel="alternate icon" href="/favicon.ico"/>
                    <link rel="apple-touch-icon" href="/apple-touch-icon.png"/>
                    {self.styles.into_iter().map(|href| view! { <link rel="stylesheet" href=href/> }).collect_view()}
                    {self.scripts.into_iter().map(|src| view! { <script src=src defer=true></script> }).collect_view()}
                </head>
                <body class="ui">{body}</body>
            </html>
        }
        .into_any()
    }
}

/// An Open Graph property, for link previews.
fn open_graph(property: &'static str, content: String) -> AnyView {
    view! { <meta content=content/> }.attr("property", property).into_any()
}

/// The header of a screen: logo and navigation.
pub fn header(signed_in: bool) -> AnyView {
    // Signed in, the link leads to the account's agents, otherwise to what agents are.
    let agents = if signed_in { "/agents" } else { "/#agents" };
    let account_links = if signed_in {
        view! { <a href="/settings">"Settings"</a> <a href="/edit">"Your page"</a> {sign_out()} }.into_any()
    } else {
        view! { <a class="ui-link thin" href="/signin">"Sign in"</a> }.into_any()
    };
    view! {
        <header class="site-header">
            {logo(true)}
            <nav aria-label="Mantel">
                <a href="/looks">"Looks"</a>
                <a href=agents>"Agents"</a>
                {(!signed_in).then(|| view! { <a href="/new">"Try it"</a> })}
                {account_links}
            </nav>
        </header>
    }
    .into_any()
}

/// The header of a screen of somebody's own: where they are among the account's screens, and what stands at its end.
pub fn account_header(here: &str, end: impl IntoView) -> AnyView {
    account_header_of(here, true, false, end)
}

/// The same for an account that may have no page yet, or operate the instance.
pub fn account_header_of(here: &str, has_page: bool, admin: bool, end: impl IntoView) -> AnyView {
    let link = |href: &'static str, label: AnyView| {
        view! { <a href=href aria-current=(href == here).then_some("page")>{label}</a> }
    };
    // On phones the rest of the words is for screen readers alone.
    let edit = || view! { "Edit"<span class="site-wide-only">" your page"</span> }.into_any();
    let page = has_page.then(|| view! { {link("/edit", edit())}{link("/insights", "Insights".into_any())} });
    let admin = admin.then(|| link("/admin", "Instance".into_any()));
    view! {
        <header class="site-header">
            {logo(true)}
            <nav aria-label="Mantel">{page}{link("/agents", "Agents".into_any())}{admin}{link("/settings", "Settings".into_any())}{sign_out()}{end.into_any()}</nav>
        </header>
    }
    .into_any()
}

/// The button that ends the session.
pub fn sign_out() -> AnyView {
    view! { <form action="/signout" method="post"><button class="site-sign-out">"Sign out"</button></form> }.into_any()
}

/// The footer of a screen.
pub fn footer() -> AnyView {
    view! {
        <footer class="site-footer">
            <p>"Mantel is free software under MIT or Apache-2.0. Your page is one small file you can take anywhere."</p>
            <nav aria-label="More">
                <a href="/new">"Try it"</a>
                <a href="/schema/brief.schema.json">"Brief schema"</a>
                <a href="/schema/page.schema.json">"Page schema"</a>
                <a href="/docs/api">"API"</a>
                <a href="/docs/errors">"Errors"</a>
            </nav>
        </footer>
    }
    .into_any()
}
