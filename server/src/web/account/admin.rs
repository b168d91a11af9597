//! `/admin`: the instance, for those who run it; for everybody else there is nothing here. Every act asks for the password
//! when it was not typed within the last ten minutes, and is logged.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, RawQuery, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use mantel_app::site::admin::{Account, Act, Admin, ReportedPage};
use mantel_app::site::form_fields::Problems;
use mantel_model::report_reasons::REASONS;

use super::sign_in::{query, status_of};
use crate::clock::{ago, date};
use crate::http::rate_limit::Kind;
use crate::http::session::{SignedIn, confirmed};
use crate::service::{AdminIdentity, Error, Result, Session, admin_reason};
use crate::state::App;
use crate::store::{AccountSummary, InstanceSummary, ReportRow};
use crate::web::posted_form::{PostedForm, field_problems};
use crate::web::{browser_rate, document, screen};

/// Reports shown with their pages.
const SHOWN_REPORTS: usize = 12;
/// What was done, by the word in the query.
const NOTICES: &[(&str, &str)] = &[
    ("suspended", "The page is taken down."),
    ("unsuspended", "The page can be seen again."),
    ("plan", "The plan is changed."),
    ("signed-out", "Every browser is signed out, every program disconnected."),
    ("settled", "The report is settled."),
];

/// The session of somebody who runs the instance; everybody else finds nothing.
#[derive(Debug)]
pub struct RequireAdmin(Session);

impl FromRequestParts<App> for RequireAdmin {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> std::result::Result<Self, Response> {
        let session = match SignedIn::from_request_parts(parts, app).await {
            Ok(SignedIn(session)) => session,
            Err(refusal) => return Err(screen::error_screen(&refusal)),
        };
        let signed_in = session.is_some();
        match session {
            Some(session) => match app.service.is_admin(&session).await {
                Ok(true) => match browser_rate::take_read(app, &parts.method, &session) {
                    Ok(()) => Ok(Self(session)),
                    Err(error) => Err(screen::error_screen(&error.into())),
                },
                Ok(false) => Err(screen::not_found(app, None, signed_in)),
                Err(error) => Err(screen::error_screen(&error.into())),
            },
            None => Err(screen::not_found(app, None, signed_in)),
        }
    }
}

/// Every route of the screen. To anybody else there is nothing, whatever the method.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let all = vec![
        ("/admin", get(page)),
        ("/admin/accounts/{id}/suspend", post(suspend)),
        ("/admin/accounts/{id}/unsuspend", post(unsuspend)),
        ("/admin/accounts/{id}/plan", post(plan)),
        ("/admin/accounts/{id}/signout", post(sign_out_everywhere)),
        ("/admin/reports/{id}/settle", post(settle_report)),
        ("/admin/invites", post(make_invite)),
    ];
    all.into_iter().map(|(path, methods)| (path, methods.fallback(other_method))).collect()
}

/// Another method than the route has.
async fn other_method(_: RequireAdmin) -> StatusCode {
    StatusCode::METHOD_NOT_ALLOWED
}

/// The screen.
pub async fn page(
    State(app): State<App>,
    RequireAdmin(session): RequireAdmin,
    headers: HeaderMap,
    RawQuery(raw): RawQuery,
) -> Response {
    let (done, query) = (query(raw.clone(), "done"), query(raw, "q"));
    let success = NOTICES.iter().find(|notice| notice.0 == done).map(|notice| notice.1);
    show(&app, &session, &headers, StatusCode::OK, Admin { query, success, ..Admin::default() }).await
}

/// Takes the page of an account down.
pub async fn suspend(
    State(app): State<App>,
    RequireAdmin(session): RequireAdmin,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let run = async || {
        let (account, reason) = (app.service.account_by_id(&id).await?, admin_reason(form.raw("reason"))?);
        if account.admin {
            return Err(Error::Invalid(vec![problem("Whoever runs the instance is not suspended.")]));
        }
        app.service.set_suspended(&id, Some(&reason)).await?;
        Ok(("took down the page of", account.email, reason))
    };
    act(&app, &session, &headers, &form, "suspended", run).await
}

/// Lets the page of an account be seen again.
pub async fn unsuspend(
    State(app): State<App>,
    RequireAdmin(session): RequireAdmin,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let run = async || {
        let account = app.service.account_by_id(&id).await?;
        app.service.set_suspended(&id, None).await?;
        Ok(("let be seen again the page of", account.email, String::new()))
    };
    act(&app, &session, &headers, &form, "unsuspended", run).await
}

/// Sets the plan of an account.
pub async fn plan(
    State(app): State<App>,
    RequireAdmin(session): RequireAdmin,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let run = async || {
        let account = app.service.account_by_id(&id).await?;
        let plan = match form.raw("plan") {
            plan @ ("free" | "pro") => plan,
            _ => return Err(Error::Invalid(vec![problem("A plan is free or pro.")])),
        };
        app.service.store().set_plan(&id, plan).await?;
        Ok((if plan == "pro" { "gave the plan pro to" } else { "gave the plan free to" }, account.email, String::new()))
    };
    act(&app, &session, &headers, &form, "plan", run).await
}

/// Signs every browser of an account out.
pub async fn sign_out_everywhere(
    State(app): State<App>,
    RequireAdmin(session): RequireAdmin,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let run = async || {
        let account = app.service.account_by_id(&id).await?;
        app.service.sign_out_everywhere(&id).await?;
        Ok(("signed out everywhere", account.email, String::new()))
    };
    act(&app, &session, &headers, &form, "signed-out", run).await
}

/// Settles a report.
pub async fn settle_report(
    State(app): State<App>,
    RequireAdmin(session): RequireAdmin,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let run = async || {
        app.service.settle_report(&id).await?;
        Ok(("settled the report", id.clone(), String::new()))
    };
    act(&app, &session, &headers, &form, "settled", run).await
}

/// Makes an invitation and shows it, this one time.
pub async fn make_invite(
    State(app): State<App>,
    RequireAdmin(session): RequireAdmin,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let made = async {
        let typed = confirm(&app, &session, &headers, &form).await?;
        let invite = app.service.make_invite().await?;
        app.service.log_admin_act(AdminIdentity::Person(&session.email), "made", "an invitation", "").await?;
        Ok((typed, invite))
    };
    match made.await {
        Ok((typed, invite)) => {
            let screen = Admin { invite: Some(invite), ..Admin::default() };
            fresh(&app, &session, typed, show(&app, &session, &headers, StatusCode::OK, screen).await)
        }
        Err(error) => show_problem(&app, &session, &headers, &form, &error).await,
    }
}

fn problem(message: &str) -> mantel_model::Problem {
    mantel_model::Problem::new("", message)
}

/// Does something, once the password is known to be fresh; logs it and goes back to the screen. `run` returns what was done,
/// to whom, and why.
async fn act(
    app: &App,
    session: &Session,
    headers: &HeaderMap,
    form: &PostedForm,
    notice: &str,
    run: impl AsyncFnOnce() -> Result<(&'static str, String, String)>,
) -> Response {
    let done = async {
        let typed = confirm(app, session, headers, form).await?;
        let (act, target, reason) = run().await?;
        app.service.log_admin_act(AdminIdentity::Person(&session.email), act, &target, &reason).await?;
        Ok(typed)
    };
    match done.await {
        Ok(typed) => fresh(app, session, typed, Redirect::to(&format!("/admin?done={notice}")).into_response()),
        Err(error) => show_problem(app, session, headers, form, &error).await,
    }
}

/// Checks that the password was typed within the last ten minutes, or is typed now; returns whether it was typed now.
async fn confirm(app: &App, session: &Session, headers: &HeaderMap, form: &PostedForm) -> Result<bool> {
    if is_fresh(app, session, headers) {
        return Ok(false);
    }
    app.rate_limits.take_account(Kind::Passwords, &session.caller.account)?;
    match app.service.knows_password(&session.caller.account, form.raw("password")).await? {
        true => Ok(true),
        false => Err(Error::WrongPassword),
    }
}

fn is_fresh(app: &App, session: &Session, headers: &HeaderMap) -> bool {
    confirmed::is_fresh(&app.devices, headers, &app.config, session.id(), app.service.clock().now())
}

/// Remembers for ten minutes that the password was typed.
fn fresh(app: &App, session: &Session, typed: bool, mut response: Response) -> Response {
    let now = app.service.clock().now();
    if let Some(value) = typed.then(|| confirmed::set(&app.devices, &app.config, session.id(), now)).flatten() {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

async fn show_problem(app: &App, session: &Session, headers: &HeaderMap, form: &PostedForm, error: &Error) -> Response {
    let screen =
        Admin { problems: Some((form.text("form"), named(error))), reason: form.text("reason"), ..Admin::default() };
    show(app, session, headers, status_of(error), screen).await
}

fn named(error: &Error) -> Problems {
    field_problems(error)
}

async fn show(app: &App, session: &Session, headers: &HeaderMap, status: StatusCode, screen: Admin) -> Response {
    let confirm = !is_fresh(app, session, headers);
    match fill(app, Admin { confirm, ..screen }).await {
        Ok((screen, looks)) => {
            let sheets: Vec<&str> =
                looks.iter().map(String::as_str).chain(["agents.css", "settings.css", "admin.css"]).collect();
            let pages = screen.reports.iter().filter_map(|report| report.page.as_ref());
            let tiles = pages.map(|page| page.tiles.len()).sum();
            document::with_page(screen::screen_with_styles(status, "This instance", &sheets, screen), tiles)
        }
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// The screen with its data, and the stylesheets of the looks in it.
async fn fill(app: &App, screen: Admin) -> Result<(Admin, Vec<String>)> {
    let (service, now) = (&app.service, app.service.clock().now());
    let mut reports = Vec::new();
    for row in service.reports().await?.into_iter().take(SHOWN_REPORTS) {
        reports.push(reported(app, row, now).await?);
    }
    let mut looks: Vec<String> = reports
        .iter()
        .filter_map(|report| report.page.as_ref())
        .map(|page| format!("looks/{}.css", page.theme.look()))
        .collect();
    looks.sort();
    looks.dedup();
    let acts = service.admin_acts().await?.into_iter().map(|act| Act {
        when: ago(act.at, now),
        admin: act.admin,
        act: act.act,
        target: act.target,
        reason: act.reason,
    });
    let screen = Admin {
        version: env!("CARGO_PKG_VERSION"),
        numbers: numbers(service.instance_summary().await?),
        accounts: service.find_accounts(&screen.query).await?.into_iter().map(|row| account(row, now)).collect(),
        reports,
        acts: acts.collect(),
        ..screen
    };
    Ok((screen, looks))
}

fn numbers(all: InstanceSummary) -> Vec<(&'static str, String)> {
    vec![
        ("Accounts", all.accounts.to_string()),
        ("Live pages", all.live_pages.to_string()),
        (
            "Pictures",
            if all.pictures == 0 { "0".to_owned() } else { format!("{}, {}", all.pictures, size(all.picture_bytes)) },
        ),
        ("Open invitations", all.open_invites.to_string()),
        ("Links that failed", all.failed_links.to_string()),
        ("Links overdue", all.late_links.to_string()),
    ]
}

/// A number of bytes as text.
fn size(bytes: i64) -> String {
    const MIB: i64 = 1024 * 1024;
    if bytes >= MIB { format!("{} MiB", bytes / MIB) } else { format!("{} KiB", bytes.div_euclid(1024)) }
}

fn account(row: AccountSummary, now: i64) -> Account {
    let seen = if row.seen_at == 0 {
        "no browser signed in".to_owned()
    } else {
        format!("last here {}", ago(row.seen_at, now))
    };
    let stored = match row.pictures {
        0 => "no pictures".to_owned(),
        1 => format!("1 picture, {}", size(row.picture_bytes)),
        count => format!("{count} pictures, {}", size(row.picture_bytes)),
    };
    Account {
        facts: format!("Since {}; {seen}; {stored}; plan {}", date(row.created_at, now), row.plan),
        id: row.id,
        email: row.email,
        username: row.username,
        live: row.live,
        plan: row.plan,
        admin: row.admin,
        suspended: row.suspended,
    }
}

async fn reported(app: &App, row: ReportRow, now: i64) -> Result<ReportedPage> {
    let account = match app.service.owner_of(&row.username).await {
        Ok(page) => Some(page.account),
        Err(Error::PageNotFound(_)) => None,
        Err(error) => return Err(error),
    };
    let page = match app.service.published(&row.username).await {
        Ok(live) => Some(Arc::unwrap_or_clone(live.page)),
        Err(Error::PageNotFound(_) | Error::TakenDown) => None,
        Err(error) => return Err(error),
    };
    let reason = REASONS.iter().find(|reason| reason.0 == row.reason).map_or(row.reason.as_str(), |reason| reason.1);
    Ok(ReportedPage {
        reason: reason.to_owned(),
        when: ago(row.at, now),
        account,
        page,
        id: row.id,
        username: row.username,
        words: row.words,
        email: row.email,
    })
}
