//! The landing page: the headline, six sample pages on the shelf, the form card to claim a name.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::look::Look;

use super::document::{footer, header};
use super::form_card::form_card;
use super::form_fields::NAME_HINT;
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;
use crate::sample_page;

/// Below the name, until there is something to say about it.
const FREE: &str = "Free. Self-host it if you like.";

/// What the landing page shows.
#[derive(Clone, Debug, Default)]
pub struct Landing {
    /// The host of the service, as shown before a name, for example `mantel.page`.
    pub host: String,
    /// Whether somebody is signed in.
    pub signed_in: bool,
    /// The page of whoever is signed in.
    pub page: Option<LandingPage>,
    /// Whether sign-up is open.
    pub open: bool,
    /// The address of the service, for the transcript and the commands.
    pub base: String,
}

/// The page of whoever is signed in.
#[derive(Clone, Debug)]
pub struct LandingPage {
    /// Its name.
    pub username: String,
    /// Its address.
    pub url: String,
    /// Whether it is live.
    pub live: bool,
}

/// The sample pages in order: height, px; tilt, degrees.
const SAMPLES: [(Look, u32, f32); 6] = [
    (Look::Cozy, 262, -1.2),
    (Look::Washi, 310, 0.6),
    (Look::Painted, 250, -0.4),
    (Look::Lofi, 284, 0.9),
    (Look::Cobalt, 318, -1.6),
    (Look::Night, 264, 2.1),
];

/// The whole screen.
pub fn view(landing: &Landing) -> AnyView {
    view! {
        <div class="site-screen ui-wall">
            {look::all_filters()}
            {header(landing.signed_in)}
            <main>
                <div class="site-hero">
                    <h1>"The shelf where you put the good things."</h1>
                    <p class="site-lead">"One page for your links, notes, pictures and music."<br/>"Drawn by hand six ways, edited by you or your agent."</p>
                    {actions(landing)}
                </div>
                <ul class="site-pages" id="looks" aria-label="One page in six looks">
                    {SAMPLES.into_iter().map(|(look, height, tilt)| framed(look, height, tilt)).collect_view()}
                </ul>
                <div class="ui-shelf" aria-hidden="true"></div>
                {form_card(false, claim(landing))}
            </main>
        </div>
        {same_page()}
        {with_agents(landing)}
        {self_host()}
        {footer()}
    }
    .into_any()
}

/// What to do next, on the first screen of any window: the form itself stands below the shelf.
fn actions(landing: &Landing) -> AnyView {
    let claim = if landing.signed_in {
        let label = if landing.page.is_some() { "Go to your page" } else { "Claim your name" };
        view! { <a class="ui-button big" href="/edit">{label}</a> }.into_any()
    } else if landing.open {
        view! { <a class="ui-button big" href="/signup">"Claim your name"</a> }.into_any()
    } else {
        ().into_any()
    };
    view! { <p class="site-hero-actions">{claim}<a class="ui-button quiet big" href="/new">"Try it without an account"</a></p> }.into_any()
}

/// The sample page as a framed card.
fn framed(look: Look, height: u32, tilt: f32) -> AnyView {
    let style = format!("--height:{height}px;--lean:{tilt}deg");
    let label = format!("Try the look {}", look.label());
    view! {
        <li style=style>
            <a class="ui-frame" href=format!("/new?look={look}&name=Ines%20Harrow")>
                <div class="site-mini">{miniature(look)}</div>
                <span class="ui-sr-only">{label}</span>
            </a>
        </li>
    }
    .into_any()
}

fn miniature(look: Look) -> AnyView {
    let (draft, facts) = sample_page::page(look);
    page_view(&draft, &RenderContext { facts: Arc::new(facts), miniature: true, ..RenderContext::default() })
}

/// The claim form.
fn claim(landing: &Landing) -> AnyView {
    if landing.signed_in {
        return own_page(landing);
    }
    if !landing.open {
        return view! { <h2>"This house is full"</h2> <p class="site-note">"New accounts come by invitation here. You can still try everything."</p> <p class="site-note"><a class="ui-button last" href="/new">"Try it"</a></p> }.into_any();
    }
    view! {
        <h2 id="claim">"Claim your name"</h2>
        <form class="site-claim" action="/signup" method="get" aria-labelledby="claim" novalidate=true data-claim="">
            <label class="site-host" for="claim-name">{format!("{}/", landing.host)}</label>
            <input id="claim-name" name="username" required=true maxlength="30" autocomplete="off" autocapitalize="none" spellcheck="false" data-missing=NAME_HINT data-wrong=NAME_HINT data-min="3" aria-describedby="claim-name-says" data-check="claim-name-says"/>
            <button class="ui-button">"Light it"</button>
        </form>
        <p class="site-note" id="claim-name-says" aria-live="polite" data-hint=FREE>{FREE}</p>
    }
    .into_any()
}

/// Whether the page of whoever is signed in is live, and the way to it.
fn own_page(landing: &Landing) -> AnyView {
    let Some(page) = &landing.page else {
        return view! { <h2>"Claim your name"</h2> <p class="site-note">"You have an account, and no page yet."</p> <p class="site-note"><a class="ui-button last" href="/edit">"Choose a name"</a></p> }.into_any();
    };
    let address = format!("{}/{}", landing.host, page.username);
    let (title, state) = if page.live {
        ("Your fire is lit", view! { <a class="ui-link" href=page.url.clone()>{address}</a> " is live." }.into_any())
    } else {
        ("Not lit yet", format!("Only you can see {address}.").into_any())
    };
    view! { <h2>{title}</h2> <p class="site-note">{state}</p> <p class="site-note"><a class="ui-button last" href="/edit">"Go to your page"</a></p> }.into_any()
}

/// One page in six looks, chosen by plain radio buttons, so that it works without JavaScript.
fn same_page() -> AnyView {
    const ORDER: [Look; 6] = [Look::Painted, Look::Cozy, Look::Washi, Look::Lofi, Look::Cobalt, Look::Night];
    view! {
        <section class="site-look-demo" aria-labelledby="same">
            <h2 id="same">"The same page, six hands"</h2>
            <p class="site-lead">"Change the look whenever you like. Your words, links and pictures stay where they are; every tile becomes an object that belongs there."</p>
            <fieldset class="site-look-tabs">
                <legend class="ui-sr-only">"Look"</legend>
                {ORDER.into_iter().map(|look| view! {
                    <input type="radio" name="look" id=format!("see-{look}") checked=look == Look::Painted/>
                    <label for=format!("see-{look}")>{look.label()}</label>
                }).collect_view()}
                <div class="site-look-stage">
                    {ORDER.into_iter().map(|look| view! {
                        <figure class=format!("site-look-figure see-{look}")>
                            <div class="ui-frame"><div class="site-mini">{miniature(look)}</div></div>
                            <figcaption>{look.entry().note}" "<a class="ui-link" href=format!("/new?look={look}")>"Start in this look"</a></figcaption>
                        </figure>
                    }).collect_view()}
                </div>
            </fieldset>
        </section>
    }
    .into_any()
}

/// What somebody asks an agent for, and the call that makes the page from a brief.
fn with_agents(landing: &Landing) -> AnyView {
    let call = format!(
        "curl {}/api/v1/page/import \\\n  -H 'Authorization: Bearer $KEY' \\\n  -H 'Content-Type: application/json' \\\n  -d '{{\"username\": \"ines\", \"file\": {{\n    \"name\": \"Ines Harrow\",\n    \"look\": \"painted\",\n    \"links\": [\n      \"https://www.instagram.com/ines.harrow\",\n      \"harrow/glaze-calc\",\n      {{ \"stamp\": \"Open studio 2026\" }},\n      \"Kiln opens **Saturday at ten.**\"\n    ]}}}}'",
        landing.base
    );
    view! {
        <section class="site-agents" id="agents" aria-labelledby="with-agents">
            <div>
                <h2 id="with-agents">"Ask for a page, get a page"</h2>
                <p class="site-lead">"A page is one small file: a name and a list of links. Paste what your chat wrote, or let it call Mantel itself. Small mistakes become notes to you, never a refusal. Nothing goes live until somebody publishes."</p>
                <p><a class="ui-button quiet" href="/new">"Paste what your chat wrote"</a></p>
            </div>
            <pre class="site-code" tabindex="0" role="region" aria-label="A call that makes a page"><code>{call}</code></pre>
        </section>
    }
    .into_any()
}

/// The command for self-hosting.
fn self_host() -> AnyView {
    view! {
        <section class="site-self-host" aria-labelledby="host-it">
            <h2 id="host-it">"Or keep it in your own house"</h2>
            <p class="site-lead">"One file, one folder of data, no other services. It runs on the smallest server you can rent."</p>
            <pre class="site-code" tabindex="0" role="region" aria-label="The command that builds Mantel"><code>"make binary"</code></pre>
        </section>
    }
    .into_any()
}
