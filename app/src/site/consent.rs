//! Consent: a program asks to work on somebody's page. The card stands behind the shelf, above the hearth (screens, 6).

use leptos::prelude::*;
use mantel_model::Draft;

use super::auth::{Input, alert, field, query};
use super::document::logo;
use super::form_card::hearth;
use crate::components::{agent_glyph, icon};
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;

/// What the consent screen shows.
#[derive(Clone, Debug, Default)]
pub struct Consent {
    /// What the program calls itself, or is known by.
    pub client: String,
    /// Its id: its tile is drawn from it.
    pub client_id: String,
    /// Whether the name is the program's own word.
    pub named: bool,
    /// Host of its metadata document, if it has one.
    pub host: Option<String>,
    /// Where the person is sent: an origin, or the scheme of an app.
    pub back: String,
    /// Whether that is a program on this computer,
    pub local: bool,
    /// and its port.
    pub port: Option<u16>,
    /// The request as it came.
    pub request: String,
    /// The address of this screen, to come back to after signing in.
    pub address: String,
    /// Host of the service as shown before a name.
    pub service: String,
    /// Whether people may sign up.
    pub open: bool,
    /// Who is signed in.
    pub person: Option<Person>,
    /// The name wished for in a refused form.
    pub wished: String,
    /// What was wrong with it.
    pub problem: Option<String>,
}

/// Who is asked.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Their address.
    pub email: String,
    /// Their page and its name, if they have one.
    pub page: Option<(String, Draft)>,
    /// What proves that the answer comes from this screen.
    pub ticket: String,
}

/// The whole screen.
pub fn view(it: &Consent) -> AnyView {
    let card = match &it.person {
        Some(person) => asked(it, person),
        None => sign_in_first(it),
    };
    view! {
        <div class="m-wall a-consent">
            <header class="a-top">{logo(true)}{it.person.as_ref().map(signed_in)}</header>
            <main class="a-card">{card}</main>
            <div class="m-shelf low" aria-hidden="true"></div>
            {hearth(true, ().into_any())}
        </div>
    }
    .into_any()
}

fn signed_in(person: &Person) -> AnyView {
    let who = person.page.as_ref().map_or_else(|| person.email.clone(), |page| page.0.clone());
    let face = person.page.as_ref().and_then(|page| page.1.profile.avatar.as_ref()).map(ToString::to_string);
    view! {
        <p class="a-who">{face.map(|src| view! { <img src=src alt="" width="32" height="32"/> })}<span>"Signed in as "<strong>{who}</strong></span></p>
    }
    .into_any()
}

/// The program's tile, a thread, and the page it asks for.
fn thread(it: &Consent) -> AnyView {
    let page = it.person.as_ref().and_then(|person| person.page.as_ref()).map(|(_, draft)| {
        let setting = RenderContext { miniature: true, ..RenderContext::default() };
        view! { <span class="a-thread"></span> {look::filters(draft.theme.look())} {look::seal_symbol(draft)} <div class="m-frame a-page"><div class="a-mini">{page_view(draft, &setting)}</div></div> }
    });
    view! { <div class="a-two" aria-hidden="true">{agent_glyph::tile(&it.client_id)}{page}</div> }.into_any()
}

fn asked(it: &Consent, person: &Person) -> AnyView {
    let name = it.client.clone();
    let title = match &person.page {
        Some((username, _)) => format!("{name} asks to work on {}/{username}", it.service),
        None => format!("{name} asks to work on your page"),
    };
    let claim = person.page.is_none().then(|| claim(it));
    let yes = || view! { <span class="a-mark yes">{icon::stroke(icon::CHECK)}</span> };
    view! {
        {thread(it)}
        <h1 tabindex="-1" autofocus=true>{title}</h1>
        <p class="m-soft a-lead">"It would see what you see in the editor, and edit beside you."</p>
        {it.problem.clone().map(alert)}
        <form action="/api/auth/oauth2/authorize" method="post">
            <input type="hidden" name="request" value=it.request.clone()/>
            <input type="hidden" name="ticket" value=person.ticket.clone()/>
            <ul class="a-may">
                <li>{yes()}<span>"Read your page, draft included"</span></li>
                <li>{yes()}<span>"Add, change, move and remove tiles, and set the look"<small>"Only in the draft. Each change carries its name, and you can undo it."</small></span></li>
                <li>
                    <input class="m-switch" type="checkbox" id="publish" name="publish" checked=true aria-describedby="publish-says"/>
                    <span><label for="publish">"Publish, too"</label><small id="publish-says">{format!("Switch off, and {name} has to ask you before visitors see anything.")}</small></span>
                </li>
                <li><span class="a-mark no">{icon::stroke(icon::CLOSE)}</span><span>"Never your email, password, keys or other connections"</span></li>
            </ul>
            {claim}
            <div class="a-acts">
                <button class="m-button big" name="answer" value="allow">{format!("Let {name} in")}</button>
                <button class="m-button quiet big" name="answer" value="deny" formnovalidate=true>"Not now"</button>
            </div>
        </form>
        {last(it)}
    }
    .into_any()
}

/// No page yet: the name may be given here, or later.
fn claim(it: &Consent) -> AnyView {
    view! {
        <div class="d-line a-claim">
            <label class="m-label" for="username">{format!("You have no page yet. {} can make one called", it.client)}</label>
            <span class="d-name"><span aria-hidden="true">{format!("{}/", it.service)}</span>
                <input class="m-field" id="username" name="username" value=it.wished.clone() maxlength="30" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="username-says" data-check="username-says"/>
            </span>
            <p class="d-says" id="username-says" aria-live="polite">"3 to 30 letters, numbers, - or _. Or leave it, and choose together."</p>
        </div>
    }
    .into_any()
}

/// Where the person goes from here, and what is known of who asks.
fn last(it: &Consent) -> AnyView {
    let to = if it.local {
        let port = it.port.map(|port| format!(" (port {port})")).unwrap_or_default();
        view! { "Either way you go back to an app on this computer"{port}"." }.into_any()
    } else {
        view! { "Either way you go back to "<code>{it.back.clone()}</code>"." }.into_any()
    };
    let said =
        if it.named { format!("The client calls itself {}", it.client) } else { "The client gives no name".to_owned() };
    let known = match &it.host {
        Some(host) => {
            view! { {said}" and is described at "<code>{host.clone()}</code>"; Mantel has not checked who runs it." }
                .into_any()
        }
        None => view! { {format!("{said}; Mantel has not checked who runs it.")} }.into_any(),
    };
    let warning = it.local.then(|| {
        view! { <p class="m-warn a-warn">{icon::stroke(icon::WARNING)}<span>"Any program on this computer can say this name. Go on only if you started this yourself, just now."</span></p> }
    });
    view! { {warning}<p class="m-soft a-last">{to}" "{known}" You can end this under Agents."</p> }.into_any()
}

/// Signed out: the same card, with the way in.
fn sign_in_first(it: &Consent) -> AnyView {
    let join = it.open.then(|| {
        view! { <p class="m-soft">"New here? "<a class="m-words" href=format!("/signup{}", query(&it.address))>"Make an account"</a></p> }
    });
    view! {
        {thread(it)}
        <h1 tabindex="-1" autofocus=true>{format!("{} asks to work on your page", it.client)}</h1>
        <p class="m-soft a-lead">"Sign in to see what it would be allowed to do. Nothing is given away by that."</p>
        <form class="d-form a-in" action="/signin" method="post">
            <input type="hidden" name="next" value=it.address.clone()/>
            {field(Input { name: "email", label: "Email", kind: "email", autocomplete: "username", required: true, ..Input::default() })}
            {field(Input { name: "password", label: "Password", kind: "password", autocomplete: "current-password", required: true, ..Input::default() })}
            <button class="m-button big">"Sign in"</button>
        </form>
        {join}
        {last(it)}
    }
    .into_any()
}
