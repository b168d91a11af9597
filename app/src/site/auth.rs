//! Sign-up, sign-in and password reset: a card in front of the tiled wall.

use leptos::prelude::*;
use mantel_model::template::Template;

use super::form_card::form_card;
use crate::components::logo::logo;

/// What the sign-up screen shows; after an error, the form is filled in again except for the password.
#[derive(Clone, Debug, Default)]
pub struct SignUp {
    /// The host, as shown before a name.
    pub host: String,
    /// Where to go afterwards: a path on this server.
    pub next: String,
    /// The email address typed.
    pub email: String,
    /// The name requested.
    pub username: String,
    /// A name that is free, where the one requested is taken.
    pub suggestion: Option<String>,
    /// What was pasted for the page to begin with.
    pub paste: String,
    /// The template for the page to begin with, by wire name.
    pub template: String,
    /// The invitation code typed.
    pub invite: String,
    /// Whether an invitation is required.
    pub invite_needed: bool,
    /// The errors, by field name (`email`, `password`, `username`, `invite`; empty for the whole form).
    pub problems: Vec<(String, String)>,
}

/// What the sign-in screen shows.
#[derive(Clone, Debug, Default)]
pub struct SignIn {
    /// Where to go afterwards: a path on this server.
    pub next: String,
    /// The email address typed.
    pub email: String,
    /// The error, in one sentence that does not reveal whether the account exists.
    pub problem: Option<String>,
    /// Whether password resets can be mailed.
    pub mails: bool,
}

/// What the screen for a forgotten password shows.
#[derive(Clone, Debug, Default)]
pub struct ForgotPassword {
    /// The email address typed.
    pub email: String,
    /// Whether this server sends mail at all.
    pub mails: bool,
    /// Whether the form was sent: a link was mailed if the address has an account.
    pub sent: bool,
    /// The error.
    pub problem: Option<String>,
}

/// What the screen for a new password shows; neither `valid` nor `changed` means that the link has expired.
#[derive(Clone, Debug, Default)]
pub struct ResetPassword {
    /// Whether the link is valid.
    pub valid: bool,
    /// Whether the new password is set.
    pub changed: bool,
    /// The error about the password.
    pub problem: Option<String>,
}

/// Sign-up.
pub fn sign_up(screen: &SignUp) -> AnyView {
    let problem_of =
        |field: &str| screen.problems.iter().find(|(name, _)| name == field).map(|(_, problem)| problem.clone());
    let invite = screen.invite_needed.then(|| {
        field(Input {
            name: "invite",
            label: "Invitation",
            value: screen.invite.clone(),
            problem: problem_of("invite"),
            ..Input::default()
        })
    });
    let host = format!("{}/", screen.host);
    let free = screen.suggestion.as_ref().map(|free| format!(" {free} is free.")).unwrap_or_default();
    let username_problem = problem_of("username").map(|problem| format!("{problem}{free}"));
    let card = view! {
        <h1>"Light your own"</h1>
        {problem_of("").map(alert)}
        <form class="site-form" action="/signup" method="post" data-in-place="">
            <input type="hidden" name="next" value=screen.next.clone()/>
            <div class="site-field">
                <label class="ui-label" for="username">"Your name on the shelf"</label>
                <span class="site-username"><span aria-hidden="true">{host}</span>
                    <input class="ui-field" id="username" name="username" value=screen.username.clone() maxlength="30" autocomplete="off" autocapitalize="none" spellcheck="false" autofocus=screen.username.is_empty() aria-describedby="username-says" aria-invalid=username_problem.is_some().to_string() data-check="username-says"/>
                </span>
                <p class="site-message" id="username-says" aria-live="polite">{username_problem.unwrap_or_else(|| "3 to 30 letters, numbers, - or _. You can also choose it later.".to_owned())}</p>
            </div>
            {field(Input { name: "email", label: "Email", kind: "email", autocomplete: "username", value: screen.email.clone(), problem: problem_of("email"), required: true, ..Input::default() })}
            {field(Input { name: "password", label: "Password", kind: "password", autocomplete: "new-password", hint: password_hint(screen), problem: problem_of("password"), required: true, ..Input::default() })}
            {invite}
            {screen.next.is_empty().then(|| first_page(screen, problem_of("paste")))}
            <button class="ui-button last">"Make it mine"</button>
        </form>
        <p class="ui-muted">"Here before? "<a class="ui-link" href=format!("/signin{}", next_query(&screen.next))>"Sign in"</a></p>
    };
    card_screen(card.into_any())
}

/// After a refusal, why the password is gone from the form.
const fn password_hint(screen: &SignUp) -> &'static str {
    if screen.problems.is_empty() || screen.email.is_empty() {
        "At least 10 characters."
    } else {
        "Type it again: a password is never sent back."
    }
}

/// What the page begins with: what is pasted, or a template.
fn first_page(screen: &SignUp, problem: Option<String>) -> AnyView {
    let wrong = problem.is_some();
    let says =
        problem.unwrap_or_else(|| "Links, a list, what your chat wrote. Or nothing yet: the page is empty.".to_owned());
    let option = |template: &Template| view! { <option value=template.as_str() selected=screen.template == template.as_str()>{template.label()}</option> };
    let templates = Template::ALL.iter().filter(|template| **template != Template::Blank);
    view! {
        <div class="site-field">
            <label class="ui-label" for="paste">"Paste what goes on it"</label>
            <textarea class="ui-field" id="paste" name="paste" rows="3" autocomplete="off" aria-describedby="paste-says" aria-invalid=wrong.to_string()>{screen.paste.clone()}</textarea>
            <p class="site-message" class:wrong=wrong id="paste-says">{says}</p>
        </div>
        <div class="site-field">
            <label class="ui-label" for="template">"Or begin with samples for a"</label>
            <select class="ui-field" id="template" name="template"><option value="">"No samples"</option>{templates.map(option).collect_view()}</select>
        </div>
    }
    .into_any()
}

/// Sign-in.
pub fn sign_in(screen: &SignIn) -> AnyView {
    let card = view! {
        <h1>"Welcome back"</h1>
        {screen.problem.clone().map(alert)}
        <form class="site-form" action="/signin" method="post" data-in-place="">
            <input type="hidden" name="next" value=screen.next.clone()/>
            {field(Input { name: "email", label: "Email", kind: "email", autocomplete: "username", value: screen.email.clone(), required: true, ..Input::default() })}
            {field(Input { name: "password", label: "Password", kind: "password", autocomplete: "current-password", required: true, ..Input::default() })}
            <button class="ui-button last">"Sign in"</button>
        </form>
        {forgot_link(screen.mails)}
        <p class="ui-muted">"New here? "<a class="ui-link" href=format!("/signup{}", next_query(&screen.next))>"Make an account"</a></p>
    };
    card_screen(card.into_any())
}

/// The link to a password reset; without mail, a hint to ask the operator.
fn forgot_link(mails: bool) -> AnyView {
    if mails {
        return view! { <p class="ui-muted">"No password at hand? "<a class="ui-link" href="/forgot">"Forgot it"</a></p> }.into_any();
    }
    view! { <p class="ui-muted">"Forgot it? "{ASK_OPERATOR}</p> }.into_any()
}

/// The advice where no mail is sent.
const ASK_OPERATOR: &str = "Whoever runs this service can set a new password for you.";

/// The form that asks for the address to mail a reset link to.
pub fn forgot_password(screen: &ForgotPassword) -> AnyView {
    let card = match (screen.mails, screen.sent) {
        (false, _) => view! { <h1>"Forgot your password"</h1><p>"No mail goes out from here. "{ASK_OPERATOR}</p> }.into_any(),
        (true, true) => view! {
            <h1>"Look at your mail"</h1>
            <p role="status">"If "<strong>{screen.email.clone()}</strong>" has an account here, a link to a new password is on its way. It is good for an hour, once."</p>
            <p class="ui-muted">"Nothing there? Look among the spam, or "<a class="ui-link" href="/forgot">"ask again"</a>"."</p>
        }
        .into_any(),
        (true, false) => view! {
            <h1>"Forgot your password"</h1>
            {screen.problem.clone().map(alert)}
            <form class="site-form" action="/forgot" method="post">
                {field(Input { name: "email", label: "Email", kind: "email", autocomplete: "username", value: screen.email.clone(), hint: "We mail you a link to a new one.", required: true, ..Input::default() })}
                <button class="ui-button last">"Mail me a link"</button>
            </form>
        }
        .into_any(),
    };
    let back = view! { <p class="ui-muted">"Remembered it? "<a class="ui-link" href="/signin">"Sign in"</a></p> };
    card_screen(view! { {card} {back} }.into_any())
}

/// The form behind a mailed link. It posts to its own address, which contains the secret.
pub fn reset_password(screen: &ResetPassword) -> AnyView {
    let card = if screen.changed {
        view! {
            <h1>"Your new password is set"</h1>
            <p role="status">"Every browser was signed out, and connected agents too. API keys go on."</p>
            <p><a class="ui-button big" href="/signin">"Sign in"</a></p>
        }
        .into_any()
    } else if screen.valid {
        view! {
            <h1>"A new password"</h1>
            <form class="site-form" method="post">
                {field(Input { name: "password", label: "New password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters. Every browser is signed out, and connected agents too.", problem: screen.problem.clone(), required: true, ..Input::default() })}
                <button class="ui-button last">"Set it"</button>
            </form>
        }
        .into_any()
    } else {
        view! {
            <h1>"This link is not good any more"</h1>
            <p>"It was used, or is older than an hour. "<a class="ui-link" href="/forgot">"Ask for a new one"</a></p>
        }
        .into_any()
    };
    card_screen(card)
}

/// The screen after an account was deleted.
pub fn account_deleted() -> AnyView {
    let card = view! {
        <h1>"Your account is gone"</h1>
        <p role="status">"The page, its pictures, keys, connected agents and sessions went with it. Thank you for the fire."</p>
        <p class="ui-muted"><a class="ui-link" href="/">"To the front door"</a></p>
    };
    card_screen(card.into_any())
}

/// A screen with one card in front of the tiled wall.
pub(crate) fn card_screen(card: AnyView) -> AnyView {
    view! {
        <div class="site-auth ui-wall">
            <header class="site-header">{logo(true)}</header>
            <main class="site-auth-card">{card}</main>
            <div class="ui-shelf" aria-hidden="true"></div>
            {form_card(true, ().into_any())}
        </div>
    }
    .into_any()
}

/// A labelled input with its hint or error below.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    /// The id, if it differs from the name.
    pub id: &'static str,
    /// The form name.
    pub name: &'static str,
    /// Label.
    pub label: &'static str,
    /// `type`; text when empty.
    pub kind: &'static str,
    /// `autocomplete`; off when empty.
    pub autocomplete: &'static str,
    /// The value typed before.
    pub value: String,
    /// The hint.
    pub hint: &'static str,
    /// The error about the value.
    pub problem: Option<String>,
    /// Whether it is required.
    pub required: bool,
}

pub(crate) fn field(input: Input) -> AnyView {
    let kind = if input.kind.is_empty() { "text" } else { input.kind };
    let autocomplete = if input.autocomplete.is_empty() { "off" } else { input.autocomplete };
    let invalid = input.problem.is_some();
    let help = input.problem.or_else(|| (!input.hint.is_empty()).then(|| input.hint.to_owned()));
    let id = if input.id.is_empty() { input.name } else { input.id };
    let help_id = help.is_some().then(|| format!("{id}-says"));
    view! {
        <div class="site-field">
            <label class="ui-label" for=id>{input.label}</label>
            <input class="ui-field" id=id name=input.name type=kind value=input.value autocomplete=autocomplete required=input.required aria-invalid=invalid.to_string() aria-describedby=help_id.clone()/>
            {help.map(|text| view! { <p class="site-message" class:wrong=invalid id=help_id>{text}</p> })}
        </div>
    }
    .into_any()
}

pub(crate) fn alert(message: String) -> AnyView {
    view! { <p class="site-alert" role="alert">{message}</p> }.into_any()
}

/// `?next=…`, if there is somewhere to go.
pub(crate) fn next_query(next: &str) -> String {
    if next.is_empty() {
        return String::new();
    }
    let escaped: String = next
        .bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    format!("?next={escaped}")
}
