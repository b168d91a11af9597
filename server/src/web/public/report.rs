//! `/report/{username}`: reporting a page to the operator of the instance. The form needs no script.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::site::report::Report;
use mantel_model::limits;

use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::service::{Error, NewReport, Reported};
use crate::state::App;
use crate::web::posted_form::{PostedForm, field_problems};
use crate::web::screen;

/// The form.
pub async fn get(State(app): State<App>, ClientAddress(address): ClientAddress, Path(name): Path<String>) -> Response {
    if let Err(error) = app.rate_limits.take_address(Kind::Public, address) {
        return screen::error_screen(&error.into());
    }
    match app.service.published(&name).await {
        Ok(live) => show(&app, StatusCode::OK, Report { name: live.username.to_string(), ..Report::default() }),
        Err(Error::PageNotFound(_)) => screen::not_found(&app, None, false),
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// Stores the report, and mails it to the admins if it is the page's only pending one.
pub async fn post(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
    form: PostedForm,
) -> Response {
    let (reason, words, email) = (form.text("reason"), form.text("words"), form.text("email"));
    let new = NewReport { username: &name, reason: &reason, words: &words, email: &email };
    let result = match app.rate_limits.take_address(Kind::Reports, address) {
        Ok(()) => app.service.report(&new).await,
        Err(error) => Err(error),
    };
    let again = |error: &Error| Report {
        name: name.clone(),
        reason: reason.clone(),
        message: words.clone(),
        email: email.clone(),
        problems: field_problems(error),
        ..Report::default()
    };
    match result {
        Ok(Reported { username, first, admins }) => {
            for admin in admins.iter().filter(|_| first) {
                app.mailer.send(admin, &format!("{username} was reported"), mail_text(&app, &username, &new));
            }
            show(&app, StatusCode::OK, Report { name: username, sent: true, ..Report::default() })
        }
        Err(Error::PageNotFound(_)) => screen::not_found(&app, None, false),
        Err(error @ Error::TakenDown) => screen::error_screen(&error.into()),
        Err(error @ Error::Invalid(_)) => show(&app, StatusCode::BAD_REQUEST, again(&error)),
        Err(error @ Error::RateLimited(_)) => {
            let mut response = show(&app, StatusCode::TOO_MANY_REQUESTS, again(&error));
            response.headers_mut().extend(crate::http::error::Refusal::from(error).headers().clone());
            response
        }
        Err(error) => screen::error_screen(&error.into()),
    }
}

fn show(app: &App, status: StatusCode, form: Report) -> Response {
    let form = Report { page: format!("{}/{}", app.config.host(), form.name), max_length: limits::TEXT, ..form };
    screen::screen(status, "Report a page", form)
}

fn mail_text(app: &App, username: &str, new: &NewReport<'_>) -> String {
    let reason = mantel_model::report_reasons::REASONS
        .iter()
        .find(|reason| reason.0 == new.reason)
        .map_or("", |reason| reason.1);
    let from = if new.email.is_empty() { "nobody who wants an answer" } else { new.email };
    format!(
        "{base}/{username} was reported: {reason}.\n\n{words}\n\nFrom {from}.\n\n\
         mantel-server admin reports                            lists what waits, with more of this page\n\
         mantel-server admin suspend {username} --reason TEXT   takes the page down; its owner reads the reason\n\
         mantel-server admin settle-report ID                   is done with a report\n",
        base = app.config.base_url,
        words = new.words,
    )
}
