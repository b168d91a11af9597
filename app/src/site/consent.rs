//! The consent screen: an OAuth client asks for access to somebody's page (screens, 6).

use leptos::prelude::*;
use mantel_model::{Access, Draft};

use super::auth::{next_query, sign_in_fields};
use super::form_card::form_card;
use super::form_fields::{NameInput, Problems, alert, name_field};
use super::rights_fields::{RightsFields, access_choice, ends_field};
use crate::components::logo::logo;
use crate::components::{agent_glyph, icon};
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;

/// What the consent screen shows.
#[derive(Clone, Debug)]
pub struct Consent {
    /// The name of the client, or a substitute for one.
    pub client: String,
    /// Whether the client supplied its name.
    pub has_own_name: bool,
    /// The host of its metadata document, if it has one.
    pub host: Option<String>,
    /// Where the user is redirected: an origin, or the URL scheme of an app.
    pub redirect_origin: String,
    /// Whether the redirect goes to an app on this computer.
    pub local: bool,
    /// The port of that app.
    pub port: Option<u16>,
    /// The authorization request as it came.
    pub request: String,
    /// The address of this screen, to come back to after signing in.
    pub address: String,
    /// The host of the service, as shown before a name.
    pub service: String,
    /// Whether sign-up is open.
    pub open: bool,
    /// Who is signed in.
    pub user: Option<SignedInUser>,
    /// The name requested in a form that was rejected.
    pub requested_name: String,
    /// How far the client asks to reach.
    pub asked: Access,
    /// How far it shall reach: at first as far as it asks, or as was chosen last time.
    pub access: Access,
    /// Whether "Publish, too" is on: at first it is not.
    pub publish: bool,
    /// The last day chosen, `2026-12-31`; empty for none.
    pub ends: String,
    /// The first and the last day that can be chosen.
    pub days: (String, String),
    /// The errors.
    pub problems: Problems,
}

/// Who is signed in.
#[derive(Clone, Debug, Default)]
pub struct SignedInUser {
    /// The email address.
    pub email: String,
    /// The name of the page and its draft, if there is one.
    pub page: Option<(String, Draft)>,
    /// The token that proves that the answer comes from this screen.
    pub ticket: String,
}

/// The whole screen.
pub fn view(consent: &Consent) -> AnyView {
    let card = match &consent.user {
        Some(user) => permission_form(consent, user),
        None => sign_in_first(consent),
    };
    view! {
        <div class="ui-wall agents-consent">
            <header class="agents-consent-header">{logo(true)}{consent.user.as_ref().map(signed_in)}</header>
            <main class="agents-consent-card">{card}</main>
            <div class="ui-shelf low" aria-hidden="true"></div>
            {form_card(true, ().into_any())}
        </div>
    }
    .into_any()
}

fn signed_in(user: &SignedInUser) -> AnyView {
    let who = user.page.as_ref().map_or_else(|| user.email.clone(), |page| page.0.clone());
    let avatar = user.page.as_ref().and_then(|page| page.1.profile.avatar.as_ref()).map(ToString::to_string);
    view! {
        <p class="agents-user">{avatar.map(|src| view! { <img src=src alt="" width="32" height="32"/> })}<span>"Signed in as "<strong>{who}</strong></span></p>
    }
    .into_any()
}

/// The client's glyph, connected to the page it asks for.
fn client_and_page(consent: &Consent) -> AnyView {
    let page = consent.user.as_ref().and_then(|user| user.page.as_ref()).map(|(_, draft)| {
        let context = RenderContext { miniature: true, ..RenderContext::default() };
        view! { <span class="agents-dashed-line"></span> {look::filters(draft.theme.look())} {look::seal_symbol(draft)} <div class="ui-frame agents-page-frame"><div class="agents-mini">{page_view(draft, &context)}</div></div> }
    });
    view! { <div class="agents-consent-pair" aria-hidden="true">{agent_glyph::tile(&consent.client)}{page}</div> }
        .into_any()
}

fn permission_form(consent: &Consent, user: &SignedInUser) -> AnyView {
    let name = consent.client.clone();
    let title = match &user.page {
        Some((username, _)) => format!("{name} asks to work on {}/{username}", consent.service),
        None => format!("{name} asks to work on your page"),
    };
    let claim = user.page.is_none().then(|| claim(consent));
    let check_mark = || view! { <span class="agents-mark yes">{icon::stroke(icon::CHECK)}</span> };
    let fields = RightsFields {
        id: "",
        most: consent.asked,
        access: consent.access,
        ends: &consent.ends,
        days: (&consent.days.0, &consent.days.1),
        problems: &consent.problems,
    };
    let lead = match consent.asked {
        Access::Read => "It would see what you see in the editor, and change nothing.",
        Access::Add | Access::Edit => {
            "It would see what you see in the editor, and edit beside you. Each change carries its name, and you can undo it."
        }
    };
    let publish = (consent.asked > Access::Read).then(|| {
        view! {
            <li class="agents-publish">
                <input class="ui-switch" type="checkbox" id="publish" name="publish" checked=consent.publish aria-describedby="publish-says"/>
                <span><label for="publish">"Publish, too"</label><small id="publish-says">{format!("Off, {name} has to ask you before visitors see anything.")}</small></span>
            </li>
        }
    });
    view! {
        {client_and_page(consent)}
        <h1 tabindex="-1" autofocus=!["username", "ends"].into_iter().any(|field| consent.problems.is_first(field))>{title}</h1>
        <p class="ui-muted agents-lead">{lead}</p>
        {consent.problems.whole().map(alert)}
        <form action="/api/auth/oauth2/authorize" method="post" novalidate=true>
            <input type="hidden" name="request" value=consent.request.clone()/>
            <input type="hidden" name="ticket" value=user.ticket.clone()/>
            <ul class="agents-permissions">
                <li>{check_mark()}<span>"Read your page, draft included, and what was counted of it"</span></li>
                <li class="agents-rights">{access_choice(&fields)}</li>
                {publish}
                <li class="agents-rights">{ends_field(&fields, "It ends with that day, UTC. Leave it empty for none.")}</li>
                <li><span class="agents-mark no">{icon::stroke(icon::CLOSE)}</span><span>"Never your email, password, keys or other connections"</span></li>
            </ul>
            {claim}
            <div class="agents-actions">
                <button class="ui-button big agents-allow" name="answer" value="allow">{format!("Let {} in", consent.client)}</button>
                <button class="ui-button quiet big" name="answer" value="deny">"Not now"</button>
            </div>
        </form>
        {client_facts(consent)}
    }
    .into_any()
}

/// For an account without a page: a name may be chosen here, or later.
fn claim(consent: &Consent) -> AnyView {
    name_field(NameInput {
        label: format!("You have no page yet. {} can make one called", consent.client),
        class: "agents-claim",
        host: consent.service.clone(),
        value: consent.requested_name.clone(),
        hint: "3 to 30 letters, numbers, - or _. Or leave it, and choose together.",
        ..NameInput::of(&consent.problems)
    })
}

/// Where the user is redirected, and what is known about the client.
fn client_facts(consent: &Consent) -> AnyView {
    let destination = if consent.local {
        let port = consent.port.map(|port| format!(" (port {port})")).unwrap_or_default();
        view! { "Either way you go back to an app on this computer"{port}"." }.into_any()
    } else {
        view! { "Either way you go back to "<code>{consent.redirect_origin.clone()}</code>"." }.into_any()
    };
    let own_name = if consent.has_own_name {
        format!("The client calls itself {}", consent.client)
    } else {
        "The client gives no name".to_owned()
    };
    let identity = match &consent.host {
        Some(host) => {
            view! { {own_name}" and is described at "<code>{host.clone()}</code>"; Mantel has not checked who runs it." }
                .into_any()
        }
        None => view! { {format!("{own_name}; Mantel has not checked who runs it.")} }.into_any(),
    };
    let warning = consent.local.then(|| {
        view! { <p class="ui-warning agents-warning">{icon::stroke(icon::WARNING)}<span>"Any program on this computer can say this name. Go on only if you started this yourself, just now."</span></p> }
    });
    view! { {warning}<p class="ui-muted agents-fine-print">{destination}" "{identity}" You can end this under Agents."</p> }
        .into_any()
}

/// Signed out: the same card, with the sign-in form.
fn sign_in_first(consent: &Consent) -> AnyView {
    let sign_up = consent.open.then(|| {
        view! { <p class="ui-muted">"New here? "<a class="ui-link" href=format!("/signup{}", next_query(&consent.address))>"Make an account"</a></p> }
    });
    view! {
        {client_and_page(consent)}
        <h1 tabindex="-1" autofocus=true>{format!("{} asks to work on your page", consent.client)}</h1>
        <p class="ui-muted agents-lead">"Sign in to see what it would be allowed to do. Nothing is given away by that."</p>
        <form class="site-form agents-sign-in" action="/signin" method="post" novalidate=true>
            {sign_in_fields(&consent.address, "", &Problems::default())}
            <button class="ui-button big">"Sign in"</button>
        </form>
        {sign_up}
        {client_facts(consent)}
    }
    .into_any()
}
