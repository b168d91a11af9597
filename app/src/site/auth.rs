//! Sign-up, sign-in, password reset, the confirmation of an address: a card in front of the tiled wall.

use leptos::prelude::*;
use mantel_model::account;
use mantel_model::template::Template;

use super::form_card::form_card;
use super::form_fields::{Input, NameInput, Problems, alert, field, name_field};
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
    /// The errors.
    pub problems: Problems,
}

/// What the sign-in screen shows.
#[derive(Clone, Debug, Default)]
pub struct SignIn {
    /// Where to go afterwards: a path on this server.
    pub next: String,
    /// The email address typed.
    pub email: String,
    /// The errors; none of them reveals whether the account exists.
    pub problems: Problems,
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
    /// The errors.
    pub problems: Problems,
}

/// What the screen for a new password shows; neither `valid` nor `changed` means that the link has expired.
#[derive(Clone, Debug, Default)]
pub struct ResetPassword {
    /// Whether the link is valid.
    pub valid: bool,
    /// Whether the new password is set.
    pub changed: bool,
    /// The errors.
    pub problems: Problems,
}

/// What the screen behind a link that confirms an address shows.
#[derive(Clone, Debug, Default)]
pub struct ConfirmEmail {
    /// The new address; `None` when the link is not valid.
    pub email: Option<String>,
    /// Whether it is the account's own address, to be verified.
    pub own: bool,
    /// Why the address could not be changed.
    pub problem: Option<String>,
}

/// Sign-up.
pub fn sign_up(screen: &SignUp) -> AnyView {
    let problems = &screen.problems;
    let invite = screen.invite_needed.then(|| {
        field(Input {
            name: "invite",
            label: "Invitation",
            value: screen.invite.clone(),
            ..Input::of(problems, "invite")
        })
    });
    let free = screen.suggestion.as_ref().map(|free| format!(" {free} is free.")).unwrap_or_default();
    let name = NameInput::of(problems);
    let name = NameInput {
        host: screen.host.clone(),
        value: screen.username.clone(),
        hint: "3 to 30 letters, numbers, - or _. You can also choose it later.",
        problem: name.problem.map(|problem| format!("{problem}{free}")),
        focus: name.focus || (screen.username.is_empty() && problems.is_empty()),
        ..name
    };
    let card = view! {
        <h1>"Light your own"</h1>
        {problems.whole().map(alert)}
        <form class="site-form" action="/signup" method="post" novalidate=true data-in-place="">
            <input type="hidden" name="next" value=screen.next.clone()/>
            {name_field(name)}
            {email_field("Email", "", screen.email.clone(), problems)}
            {new_password_field(Input { label: "Password", hint: password_hint(screen), ..Input::of(problems, "password") })}
            {invite}
            {screen.next.is_empty().then(|| first_page(screen))}
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
fn first_page(screen: &SignUp) -> AnyView {
    let paste = Input {
        label: "Paste what goes on it",
        hint: "Links, a list, what your chat wrote. Or nothing yet: the page is empty.",
        value: screen.paste.clone(),
        rows: 3,
        ..Input::of(&screen.problems, "paste")
    };
    let option = |template: &Template| view! { <option value=template.as_str() selected=screen.template == template.as_str()>{template.label()}</option> };
    let templates = Template::ALL.iter().filter(|template| **template != Template::Blank);
    view! {
        {field(paste)}
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
        {screen.problems.whole().map(alert)}
        <form class="site-form" action="/signin" method="post" novalidate=true data-in-place="">
            {sign_in_fields(&screen.next, &screen.email, &screen.problems)}
            <button class="ui-button last">"Sign in"</button>
        </form>
        {forgot_link(screen.mails)}
        <p class="ui-muted">"New here? "<a class="ui-link" href=format!("/signup{}", next_query(&screen.next))>"Make an account"</a></p>
    };
    card_screen(card.into_any())
}

/// The fields of a form that signs in and goes on to `next`.
pub(crate) fn sign_in_fields(next: &str, email: &str, problems: &Problems) -> AnyView {
    view! {
        <input type="hidden" name="next" value=next.to_owned()/>
        {email_field("Email", "", email.to_owned(), problems)}
        {field(Input { label: "Password", kind: "password", autocomplete: "current-password", missing: account::PASSWORD_MISSING, ..Input::of(problems, "password") })}
    }
    .into_any()
}

fn email_field(label: &'static str, hint: &'static str, value: String, problems: &Problems) -> AnyView {
    field(Input {
        label,
        kind: "email",
        autocomplete: "username",
        value,
        hint,
        missing: account::EMAIL_MISSING,
        malformed: account::EMAIL_MALFORMED,
        ..Input::of(problems, "email")
    })
}

/// A field for a new password.
pub(crate) fn new_password_field(input: Input) -> AnyView {
    field(Input {
        kind: "password",
        autocomplete: "new-password",
        missing: account::PASSWORD_SHORT,
        malformed: account::PASSWORD_SHORT,
        min_length: *account::PASSWORD.start(),
        ..input
    })
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
            {screen.problems.whole().map(alert)}
            <form class="site-form" action="/forgot" method="post" novalidate=true>
                {email_field("Email", "We mail you a link to a new one.", screen.email.clone(), &screen.problems)}
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
            <p role="status">"Every browser was signed out. Connected agents, API keys and the private link to your draft have ended; make new ones where you need them."</p>
            <p><a class="ui-button big" href="/signin">"Sign in"</a></p>
        }
        .into_any()
    } else if screen.valid {
        view! {
            <h1>"A new password"</h1>
            {screen.problems.whole().map(alert)}
            <form class="site-form" method="post" novalidate=true>
                {new_password_field(Input { label: "New password", hint: "At least 10 characters. Every browser is signed out, and connected agents too.", ..Input::of(&screen.problems, "password") })}
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

/// The form behind a link that confirms an address. It posts to its own address, which contains the secret; a mail
/// program that opens links by itself changes nothing.
pub fn confirm_email(screen: &ConfirmEmail) -> AnyView {
    let back = view! { <p class="ui-muted"><a class="ui-link" href="/settings#email">"Back to the settings"</a></p> };
    let card = match (&screen.email, &screen.problem) {
        (_, Some(problem)) => {
            view! { <h1>"Your address stays as it was"</h1> {alert(problem.clone())} {back} }.into_any()
        }
        (Some(email), None) if screen.own => view! {
            <h1>"Confirm your address?"</h1>
            <p>"With "<strong>{email.clone()}</strong>" confirmed you can publish your page, share private links and make API keys."</p>
            <form class="site-form" method="post"><button class="ui-button last">"Confirm it"</button></form>
            {back}
        }
        .into_any(),
        (Some(email), None) => view! {
            <h1>"Use this address?"</h1>
            <p>"You sign in as "<strong>{email.clone()}</strong>" from then on. Every other browser is signed out, and connected agents too; API keys go on."</p>
            <form class="site-form" method="post"><button class="ui-button last">"Use this address"</button></form>
            {back}
        }
        .into_any(),
        (None, None) => view! {
            <h1>"This link is not good any more"</h1>
            <p>"It was used, a newer one was mailed, it is too old, or it belongs to another account. "<a class="ui-link" href="/settings#email">"Back to the settings"</a></p>
        }
        .into_any(),
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
