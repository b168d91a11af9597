//! `/report/{username}`: what is wrong with a page, for whoever runs the instance. A form that needs no script.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::site::report;
use mantel_app::site::report::Report;
use mantel_model::limits;

use crate::http::rate_limit::Kind;
use crate::service::{Error, NewReport, Reported};
use crate::state::{Address, App};
use crate::web::form::Form;
use crate::web::screen;

/// The form.
pub async fn get(State(app): State<App>, Address(address): Address, Path(name): Path<String>) -> Response {
    if let Err(error) = app.rates.take_address(Kind::Public, address) {
        return screen::trouble(&error.into());
    }
    match app.service.published(&name).await {
        Ok(live) => shown(&app, StatusCode::OK, Report { name: live.username.to_string(), ..Report::default() }),
        Err(Error::PageNotFound(_)) => screen::missing(&app, None, false),
        Err(error) => screen::trouble(&error.into()),
    }
}

/// Keeps the report, and mails it to whoever runs the instance where it is the first that waits of this page.
pub async fn post(State(app): State<App>, Address(address): Address, Path(name): Path<String>, form: Form) -> Response {
    let (reason, words, email) = (form.text("reason"), form.text("words"), form.text("email"));
    let new = NewReport { username: &name, reason: &reason, words: &words, email: &email };
    let done = match app.rates.take_address(Kind::Reports, address) {
        Ok(()) => app.service.report(&new).await,
        Err(error) => Err(error),
    };
    let again = |problem: String| Report {
        name: name.clone(),
        reason: reason.clone(),
        message: words.clone(),
        email: email.clone(),
        problem: Some(problem),
        ..Report::default()
    };
    match done {
        Ok(Reported { username, first, admins }) => {
            for admin in admins.iter().filter(|_| first) {
                app.mailer.send(admin, &format!("{username} was reported"), letter(&app, &username, &new));
            }
            shown(&app, StatusCode::OK, Report { name: username, sent: true, ..Report::default() })
        }
        Err(Error::PageNotFound(_)) => screen::missing(&app, None, false),
        Err(error @ Error::TakenDown) => screen::trouble(&error.into()),
        Err(error @ Error::Invalid(_)) => shown(&app, StatusCode::BAD_REQUEST, again(first_of(&error))),
        Err(error @ Error::RateLimited(_)) => {
            let mut response = shown(&app, StatusCode::TOO_MANY_REQUESTS, again(error.to_string()));
            response.headers_mut().extend(crate::http::error::Refusal::from(error).headers().clone());
            response
        }
        Err(error) => screen::trouble(&error.into()),
    }
}

fn first_of(error: &Error) -> String {
    match error {
        Error::Invalid(problems) => problems.first().map(|problem| problem.message.clone()).unwrap_or_default(),
        other => other.to_string(),
    }
}

fn shown(app: &App, status: StatusCode, it: Report) -> Response {
    let it = Report { page: format!("{}/{}", app.config.host(), it.name), max_length: limits::TEXT, ..it };
    screen(app, status, "Report a page", || report::view(&it))
}

fn letter(app: &App, username: &str, new: &NewReport<'_>) -> String {
    let said = report::REASONS.iter().find(|reason| reason.0 == new.reason).map_or("", |reason| reason.1);
    let from = if new.email.is_empty() { "nobody who wants an answer" } else { new.email };
    format!(
        "{base}/{username} was reported: {said}.\n\n{words}\n\nFrom {from}.\n\n\
         mantel-server admin reports                            lists what waits, with more of this page\n\
         mantel-server admin suspend {username} --reason TEXT   takes the page down; its owner reads the reason\n\
         mantel-server admin settle-report ID                   is done with a report\n",
        base = app.config.base_url,
        words = new.words,
    )
}
