//! The screen of those who run the instance: accounts, reports with the page beside them, invitations, and what was done.
//! Plain forms that need no JavaScript.

use leptos::prelude::*;
use mantel_model::Draft;

use super::document::{account_header_of, footer};
use super::form_fields::{Problems, alert, message};
use crate::components::icon;
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;

/// What the screen shows.
#[derive(Clone, Debug, Default)]
pub struct Admin {
    /// The version of the server.
    pub version: &'static str,
    /// Numbers about the instance, each with its name.
    pub numbers: Vec<(&'static str, String)>,
    /// What was searched for.
    pub query: String,
    /// The accounts found.
    pub accounts: Vec<Account>,
    /// The reports that wait, the oldest first.
    pub reports: Vec<ReportedPage>,
    /// What was done lately, the newest first.
    pub acts: Vec<Act>,
    /// An invitation just made: shown once.
    pub invite: Option<String>,
    /// Whether the password has to be typed with the next act.
    pub confirm: bool,
    /// What succeeded.
    pub success: Option<&'static str>,
    /// The errors of the form that was rejected, and its id.
    pub problems: Option<(String, Problems)>,
    /// The reason typed into it.
    pub reason: String,
}

/// An account.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Its id.
    pub id: String,
    /// Its email address.
    pub email: String,
    /// The name of its page, if it has one.
    pub username: Option<String>,
    /// Whether the page is published.
    pub live: bool,
    /// `free` or `pro`.
    pub plan: String,
    /// Whether it operates the instance.
    pub admin: bool,
    /// Why its page was taken down, while it is.
    pub suspended: Option<String>,
    /// Since when, when it was last used, and what it stores, as text.
    pub facts: String,
}

/// A report of a page.
#[derive(Clone, Debug)]
pub struct ReportedPage {
    /// The report's id.
    pub id: String,
    /// The page's name.
    pub username: String,
    /// The reason, as text.
    pub reason: String,
    /// What the visitor wrote.
    pub words: String,
    /// The address for a reply; may be empty.
    pub email: String,
    /// When, as text.
    pub when: String,
    /// The account of the page, if the page still exists.
    pub account: Option<String>,
    /// The page as visitors see it.
    pub page: Option<Draft>,
}

/// Something that was done.
#[derive(Clone, Debug)]
pub struct Act {
    /// When, as text.
    pub when: String,
    /// Who did it.
    pub admin: String,
    /// What.
    pub act: String,
    /// To whom.
    pub target: String,
    /// Why.
    pub reason: String,
}

/// The whole screen.
pub fn view(screen: &Admin) -> AnyView {
    let numbers =
        screen.numbers.iter().map(|(name, number)| view! { <div><dt>{*name}</dt><dd>{number.clone()}</dd></div> });
    view! {
        <div class="ui-wall settings-screen">
            {account_header_of("/admin", true, true, ())}
            <div class="ui-shelf low" aria-hidden="true"></div>
            <main class="admin-main">
                <h1>"This instance"</h1>
                <p class="site-lead">{format!("Mantel {}. Who has a page here, what visitors reported, and what was done about it.", screen.version)}</p>
                {screen.success.map(|done| view! { <p class="site-success" role="status">{icon::stroke(icon::CHECK)}<span>{done}</span></p> })}
                <dl class="admin-numbers">{numbers.collect_view()}</dl>
                {reports(screen)}
                {accounts(screen)}
                {invites(screen)}
                {acts(screen)}
            </main>
            {footer()}
        </div>
    }
    .into_any()
}

/// A form that does something: a button behind a disclosure, with a reason and the password where they are needed.
struct Deed<'a> {
    /// Its id in the document.
    id: String,
    /// Where it is sent.
    action: String,
    /// The text of the disclosure and the button.
    label: &'static str,
    /// What it does.
    consequence: String,
    /// What the field for the reason is called; none is asked for when empty.
    reason: &'static str,
    /// Values sent along.
    values: &'a [(&'static str, &'static str)],
}

fn deed(screen: &Admin, deed: Deed<'_>) -> AnyView {
    let problems = screen.problems.as_ref().filter(|(id, _)| *id == deed.id).map(|(_, problems)| problems.clone());
    let open = problems.is_some();
    let problems = problems.unwrap_or_default();
    let typed = if open { screen.reason.clone() } else { String::new() };
    let reason = (!deed.reason.is_empty()).then(|| {
        labelled(&deed.id, Labelled { name: "reason", label: deed.reason, kind: "text", value: typed }, &problems)
    });
    let password = screen.confirm.then(|| {
        labelled(
            &deed.id,
            Labelled { name: "password", label: "Your password", kind: "password", value: String::new() },
            &problems,
        )
    });
    let values =
        deed.values.iter().map(|(name, value)| view! { <input type="hidden" name=*name value=*value/> }).collect_view();
    view! {
        <details class="admin-deed" open=open><summary class="ui-button quiet">{deed.label}</summary>
            <form action=deed.action method="post" novalidate=true>
                <input type="hidden" name="form" value=deed.id/>
                {values}
                <p>{deed.consequence}</p>
                {problems.whole().map(alert)}
                {reason}
                {password}
                <button class="ui-button">{deed.label}</button>
            </form>
        </details>
    }
    .into_any()
}

/// A field of a form that appears many times.
struct Labelled {
    name: &'static str,
    label: &'static str,
    kind: &'static str,
    value: String,
}

fn labelled(form: &str, input: Labelled, problems: &Problems) -> AnyView {
    let (id, message_id) = (format!("{form}-{}", input.name), format!("{form}-{}-says", input.name));
    let problem = problems.about(input.name);
    let invalid = problem.is_some().to_string();
    let autocomplete = if input.kind == "password" { "current-password" } else { "off" };
    view! {
        <div class="site-field">
            <label class="ui-label" for=id.clone()>{input.label}</label>
            <input class="ui-field" id=id name=input.name type=input.kind value=input.value maxlength="300" autocomplete=autocomplete required=true autofocus=problems.is_first(input.name) aria-invalid=invalid aria-describedby=message_id.clone()/>
            {message(message_id, "", problem)}
        </div>
    }
    .into_any()
}

fn reports(screen: &Admin) -> AnyView {
    let list = if screen.reports.is_empty() {
        view! { <p class="ui-muted">"Nothing waits."</p> }.into_any()
    } else {
        let rows = screen.reports.iter().map(|report| reported(screen, report)).collect_view();
        view! { <ul class="admin-reports">{rows}</ul> }.into_any()
    };
    view! { <section id="reports"><h2>"Reports"<span class="ui-muted">{count(screen.reports.len(), "waits", "wait")}</span></h2>{list}</section> }.into_any()
}

fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => String::new(),
        1 => format!("1 {one}"),
        more => format!("{more} {many}"),
    }
}

/// A report with its page beside it.
fn reported(screen: &Admin, report: &ReportedPage) -> AnyView {
    let page = report.page.as_ref().map_or_else(
        || view! { <p class="ui-muted admin-no-page">"Nothing is published there now."</p> }.into_any(),
        |draft| {
            let context = RenderContext { miniature: true, ..RenderContext::default() };
            view! {
                <div>
                    {look::filters(draft.theme.look())} {look::seal_symbol(draft)}
                    <a class="ui-frame admin-page" href=format!("/{}", report.username)>
                        <div class="agents-mini" inert=true>{page_view(draft, &context)}</div>
                        <span class="ui-sr-only">{format!("The page {}", report.username)}</span>
                    </a>
                </div>
            }
            .into_any()
        },
    );
    let answer = (!report.email.is_empty()).then(|| {
        let address = report.email.clone();
        view! { <p>"Answer to "<a class="ui-link" href=format!("mailto:{address}")>{address.clone()}</a></p> }
    });
    let take_down = report.account.as_ref().map(|account| {
        deed(
            screen,
            Deed {
                id: format!("suspend-{}", report.id),
                action: format!("/admin/accounts/{account}/suspend"),
                label: "Take the page down",
                consequence: format!("Visitors find that {} was taken down; its owner reads why, and can edit and export it. Its reports count as settled.", report.username),
                reason: "Why",
                values: &[],
            },
        )
    });
    let settle = deed(
        screen,
        Deed {
            id: format!("settle-{}", report.id),
            action: format!("/admin/reports/{}/settle", report.id),
            label: "Be done with it",
            consequence: "The page stays as it is.".to_owned(),
            reason: "",
            values: &[],
        },
    );
    view! {
        <li>
            <div class="admin-report">
                <h3>{report.username.clone()}</h3>
                <p class="ui-muted">{format!("{}, {}", report.reason, report.when)}</p>
                <blockquote>{report.words.clone()}</blockquote>
                {answer}
                <div class="admin-deeds">{take_down}{settle}</div>
            </div>
            {page}
        </li>
    }
    .into_any()
}

fn accounts(screen: &Admin) -> AnyView {
    let rows = screen.accounts.iter().map(|account| account_row(screen, account)).collect_view();
    let none = screen.accounts.is_empty().then(|| view! { <p class="ui-muted">"No account has this."</p> });
    view! {
        <section id="accounts">
            <h2>"Accounts"</h2>
            <form class="admin-search" action="/admin#accounts" method="get" role="search">
                <label class="ui-label" for="q">"An address or the name of a page"</label>
                <input class="ui-field" type="search" id="q" name="q" value=screen.query.clone() maxlength="300" autocomplete="off"/>
                <button class="ui-button quiet">"Search"</button>
            </form>
            {none}
            <ul class="admin-accounts">{rows}</ul>
        </section>
    }
    .into_any()
}

fn account_row(screen: &Admin, account: &Account) -> AnyView {
    let page = account.username.clone().map(|name| {
        let state = if account.suspended.is_some() { "taken down" } else if account.live { "live" } else { "a draft" };
        view! { <span>{" has "}<a class="ui-link" href=format!("/{name}")>{name.clone()}</a>{format!(", {state}")}</span> }
    });
    let runs = account.admin.then_some("; runs this instance");
    let why = account.suspended.clone().map(|why| view! { <p class="ui-warning">{format!("Taken down: {why}")}</p> });
    let path = format!("/admin/accounts/{}", account.id);
    let suspension = if account.suspended.is_some() {
        Deed {
            id: format!("unsuspend-{}", account.id),
            action: format!("{path}/unsuspend"),
            label: "Let it be seen again",
            consequence: "Visitors see the page as it was published last.".to_owned(),
            reason: "",
            values: &[],
        }
    } else {
        Deed {
            id: format!("suspend-{}", account.id),
            action: format!("{path}/suspend"),
            label: "Suspend",
            consequence:
                "The page is taken down and nothing can be published; the owner reads why, and can edit and export."
                    .to_owned(),
            reason: "Why",
            values: &[],
        }
    };
    let (plan, values): (_, &[_]) = if account.plan == "pro" {
        ("Give the plan free", &[("plan", "free")])
    } else {
        ("Give the plan pro", &[("plan", "pro")])
    };
    let plan = Deed {
        id: format!("plan-{}", account.id),
        action: format!("{path}/plan"),
        label: plan,
        consequence: "A published page keeps its look either way.".to_owned(),
        reason: "",
        values,
    };
    let sign_out = Deed {
        id: format!("signout-{}", account.id),
        action: format!("{path}/signout"),
        label: "Sign out everywhere",
        consequence: "Every browser has to sign in again and every connected program to be let in again. Keys stay."
            .to_owned(),
        reason: "",
        values: &[],
    };
    // Whoever runs the instance does not lock themselves out.
    let suspension = (!account.admin).then(|| deed(screen, suspension));
    view! {
        <li>
            <p><strong>{account.email.clone()}</strong>{page}{runs}</p>
            <p class="ui-muted">{account.facts.clone()}</p>
            {why}
            <div class="admin-deeds">{suspension}{deed(screen, plan)}{deed(screen, sign_out)}</div>
        </li>
    }
    .into_any()
}

fn invites(screen: &Admin) -> AnyView {
    let fresh = screen.invite.clone().map(|invite| {
        view! { <div class="site-callout" role="status"><p>"Good for one account, and shown this once:"</p><code>{invite}</code></div> }
    });
    let make = deed(
        screen,
        Deed {
            id: "invite".to_owned(),
            action: "/admin/invites".to_owned(),
            label: "Make an invitation",
            consequence: "Whoever has it can sign up here, once, also where sign-up is by invitation.".to_owned(),
            reason: "",
            values: &[],
        },
    );
    view! { <section id="invites"><h2>"Invitations"</h2>{fresh}{make}</section> }.into_any()
}

fn acts(screen: &Admin) -> AnyView {
    if screen.acts.is_empty() {
        return view! { <section id="acts"><h2>"What was done"</h2><p class="ui-muted">"Nothing yet."</p></section> }
            .into_any();
    }
    let rows = screen.acts.iter().map(|act| {
        let reason = if act.reason.is_empty() { String::new() } else { format!(": {}", act.reason) };
        view! { <tr><td>{act.when.clone()}</td><td>{act.admin.clone()}</td><td>{format!("{} {}{reason}", act.act, act.target)}</td></tr> }
    });
    view! {
        <section id="acts">
            <h2>"What was done"</h2>
            <div class="admin-acts"><table><thead><tr><th scope="col">"When"</th><th scope="col">"Who"</th><th scope="col">"What"</th></tr></thead><tbody>{rows.collect_view()}</tbody></table></div>
        </section>
    }
    .into_any()
}
