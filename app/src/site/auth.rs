//! Sign-up and sign-in: the hearth at half height, a card before it.

use leptos::prelude::*;

use super::document::logo;
use super::form_card::hearth;

/// What the sign-up screen shows; after a refusal it comes back filled, but for the password.
#[derive(Clone, Debug, Default)]
pub struct SignUp {
    /// Host as shown before a name.
    pub host: String,
    /// Where to go afterwards: a path on this server.
    pub next: String,
    /// The address typed.
    pub email: String,
    /// The name wished for.
    pub username: String,
    /// The invitation typed.
    pub invite: String,
    /// Whether an invitation is needed.
    pub invite_needed: bool,
    /// What is wrong, by field name (`email`, `password`, `username`, `invite`; empty for the whole).
    pub problems: Vec<(String, String)>,
}

/// What the sign-in screen shows.
#[derive(Clone, Debug, Default)]
pub struct SignIn {
    /// Where to go afterwards: a path on this server.
    pub next: String,
    /// The address typed.
    pub email: String,
    /// What is wrong, in one sentence that does not tell whether the account exists.
    pub problem: Option<String>,
    /// Whether who forgot their password gets mail.
    pub mails: bool,
}

/// What the screen for a forgotten password shows.
#[derive(Clone, Debug, Default)]
pub struct Forgot {
    /// The address typed.
    pub email: String,
    /// Whether mail goes out at all.
    pub mails: bool,
    /// Whether a link is on its way, if the address has an account.
    pub sent: bool,
    /// What is wrong.
    pub problem: Option<String>,
}

/// What the screen for a new password shows: without `good` or `done`, that the link is not good any more.
#[derive(Clone, Debug, Default)]
pub struct Reset {
    /// Whether the link is good.
    pub good: bool,
    /// Whether the new password is set.
    pub done: bool,
    /// What is wrong with the password.
    pub problem: Option<String>,
}

/// Sign-up.
pub fn sign_up(it: &SignUp) -> AnyView {
    let of = |field: &str| it.problems.iter().find(|(name, _)| name == field).map(|(_, words)| words.clone());
    let invite = it.invite_needed.then(|| {
        field(Input {
            name: "invite",
            label: "Invitation",
            value: it.invite.clone(),
            problem: of("invite"),
            ..Input::default()
        })
    });
    let host = format!("{}/", it.host);
    let taken = of("username");
    let card = view! {
        <h1>"Light your own"</h1>
        {of("").map(alert)}
        <form class="d-form" action="/signup" method="post">
            <input type="hidden" name="next" value=it.next.clone()/>
            <div class="d-line">
                <label class="m-label" for="username">"Your name on the shelf"</label>
                <span class="d-name"><span aria-hidden="true">{host}</span>
                    <input class="m-field" id="username" name="username" value=it.username.clone() maxlength="30" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="username-says" aria-invalid=taken.is_some().to_string() data-check="username-says"/>
                </span>
                <p class="d-says" id="username-says" aria-live="polite">{taken.unwrap_or_else(|| "3 to 30 letters, numbers, - or _. You can also choose it later.".to_owned())}</p>
            </div>
            {field(Input { name: "email", label: "Email", kind: "email", autocomplete: "username", value: it.email.clone(), problem: of("email"), required: true, ..Input::default() })}
            {field(Input { name: "password", label: "Password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters.", problem: of("password"), required: true, ..Input::default() })}
            {invite}
            <button class="m-button last">"Make it mine"</button>
        </form>
        <p class="m-soft">"Here before? "<a class="m-words" href=format!("/signin{}", query(&it.next))>"Sign in"</a></p>
    };
    before_the_hearth(card.into_any())
}

/// Sign-in.
pub fn sign_in(it: &SignIn) -> AnyView {
    let card = view! {
        <h1>"Welcome back"</h1>
        {it.problem.clone().map(alert)}
        <form class="d-form" action="/signin" method="post">
            <input type="hidden" name="next" value=it.next.clone()/>
            {field(Input { name: "email", label: "Email", kind: "email", autocomplete: "username", value: it.email.clone(), required: true, ..Input::default() })}
            {field(Input { name: "password", label: "Password", kind: "password", autocomplete: "current-password", required: true, ..Input::default() })}
            <button class="m-button last">"Sign in"</button>
        </form>
        {forgotten(it.mails)}
        <p class="m-soft">"New here? "<a class="m-words" href=format!("/signup{}", query(&it.next))>"Make an account"</a></p>
    };
    before_the_hearth(card.into_any())
}

/// The way to a new password; without mail, who can set one.
fn forgotten(mails: bool) -> AnyView {
    if mails {
        return view! { <p class="m-soft">"No password at hand? "<a class="m-words" href="/forgot">"Forgot it"</a></p> }.into_any();
    }
    view! { <p class="m-soft">"Forgot it? "{ASK}</p> }.into_any()
}

/// What to do where no mail goes out.
const ASK: &str = "Whoever runs this service can set a new password for you.";

/// The form that asks where to mail a link.
pub fn forgot(it: &Forgot) -> AnyView {
    let card = match (it.mails, it.sent) {
        (false, _) => view! { <h1>"Forgot your password"</h1><p>"No mail goes out from here. "{ASK}</p> }.into_any(),
        (true, true) => view! {
            <h1>"Look at your mail"</h1>
            <p role="status">"If "<strong>{it.email.clone()}</strong>" has an account here, a link to a new password is on its way. It is good for an hour, once."</p>
            <p class="m-soft">"Nothing there? Look among the spam, or "<a class="m-words" href="/forgot">"ask again"</a>"."</p>
        }
        .into_any(),
        (true, false) => view! {
            <h1>"Forgot your password"</h1>
            {it.problem.clone().map(alert)}
            <form class="d-form" action="/forgot" method="post">
                {field(Input { name: "email", label: "Email", kind: "email", autocomplete: "username", value: it.email.clone(), hint: "We mail you a link to a new one.", required: true, ..Input::default() })}
                <button class="m-button last">"Mail me a link"</button>
            </form>
        }
        .into_any(),
    };
    let back = view! { <p class="m-soft">"Remembered it? "<a class="m-words" href="/signin">"Sign in"</a></p> };
    before_the_hearth(view! { {card} {back} }.into_any())
}

/// The form behind a mailed link. It is posted to its own address, which holds the secret.
pub fn reset(it: &Reset) -> AnyView {
    let card = if it.done {
        view! {
            <h1>"Your new password is set"</h1>
            <p role="status">"Every browser was signed out, and connected agents too. API keys go on."</p>
            <p><a class="m-button big" href="/signin">"Sign in"</a></p>
        }
        .into_any()
    } else if it.good {
        view! {
            <h1>"A new password"</h1>
            <form class="d-form" method="post">
                {field(Input { name: "password", label: "New password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters. Every browser is signed out, and connected agents too.", problem: it.problem.clone(), required: true, ..Input::default() })}
                <button class="m-button last">"Set it"</button>
            </form>
        }
        .into_any()
    } else {
        view! {
            <h1>"This link is not good any more"</h1>
            <p>"It was used, or is older than an hour. "<a class="m-words" href="/forgot">"Ask for a new one"</a></p>
        }
        .into_any()
    };
    before_the_hearth(card)
}

/// Nothing is kept of somebody any more.
pub fn goodbye() -> AnyView {
    let card = view! {
        <h1>"Your account is gone"</h1>
        <p role="status">"The page, its pictures, keys, connected agents and sessions went with it. Thank you for the fire."</p>
        <p class="m-soft"><a class="m-words" href="/">"To the front door"</a></p>
    };
    before_the_hearth(card.into_any())
}

pub(crate) fn before_the_hearth(card: AnyView) -> AnyView {
    view! {
        <div class="d-entry m-wall">
            <header class="d-rail">{logo(true)}</header>
            <main class="d-card">{card}</main>
            <div class="m-shelf" aria-hidden="true"></div>
            {hearth(true, ().into_any())}
        </div>
    }
    .into_any()
}

/// One labelled field with its hint or problem under it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    /// Id, where it is not the name.
    pub id: &'static str,
    /// Form name.
    pub name: &'static str,
    /// Label.
    pub label: &'static str,
    /// `type`, text when empty.
    pub kind: &'static str,
    /// `autocomplete`, off when empty.
    pub autocomplete: &'static str,
    /// Value typed before.
    pub value: String,
    /// A hint known up front.
    pub hint: &'static str,
    /// What is wrong with the value.
    pub problem: Option<String>,
    /// Whether the form needs it.
    pub required: bool,
}

pub(crate) fn field(it: Input) -> AnyView {
    let kind = if it.kind.is_empty() { "text" } else { it.kind };
    let autocomplete = if it.autocomplete.is_empty() { "off" } else { it.autocomplete };
    let wrong = it.problem.is_some();
    let says = it.problem.or_else(|| (!it.hint.is_empty()).then(|| it.hint.to_owned()));
    let id = if it.id.is_empty() { it.name } else { it.id };
    let describe = says.is_some().then(|| format!("{id}-says"));
    view! {
        <div class="d-line">
            <label class="m-label" for=id>{it.label}</label>
            <input class="m-field" id=id name=it.name type=kind value=it.value autocomplete=autocomplete required=it.required aria-invalid=wrong.to_string() aria-describedby=describe.clone()/>
            {says.map(|words| view! { <p class="d-says" class:wrong=wrong id=describe>{words}</p> })}
        </div>
    }
    .into_any()
}

pub(crate) fn alert(words: String) -> AnyView {
    view! { <p class="d-alert" role="alert">{words}</p> }.into_any()
}

/// `?next=…` when there is somewhere to go.
pub(crate) fn query(next: &str) -> String {
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
