//! `/forgot` and `/reset/{secret}`: setting a new password by mail.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use mantel_app::site::auth::{ForgotPassword, ResetPassword};

use super::sign_in::{email_problem, remember, status_of};
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::service::{Error, PasswordReset};
use crate::state::App;
use crate::web::posted_form::{PostedForm, field_problems};
use crate::web::public_rate::PublicRate;
use crate::web::screen;

/// The form that asks for an address.
pub async fn forgot_page(_: PublicRate, State(app): State<App>) -> Response {
    forgot_screen(&app, StatusCode::OK, ForgotPassword::default())
}

fn forgot_screen(app: &App, status: StatusCode, mut form: ForgotPassword) -> Response {
    form.mails = app.mailer.is_configured();
    screen::screen(status, "Forgot your password", form)
}

/// Mails a link, if the address has an account. The reply and its timing are the same if not: all work happens after
/// the reply.
pub async fn forgot(State(app): State<App>, ClientAddress(address): ClientAddress, form: PostedForm) -> Response {
    let email = form.text("email");
    let allowed = app.rate_limits.take_address(Kind::Resets, address);
    let allowed = allowed.and_then(|()| email_problem(&email).map_or(Ok(()), |problem| Err(vec![problem].into())));
    if let Err(error) = allowed {
        let again = ForgotPassword { email, problems: field_problems(&error), ..ForgotPassword::default() };
        return forgot_screen(&app, status_of(&error), again);
    }
    if app.mailer.is_configured() {
        tokio::spawn(mail(app.clone(), email.clone()));
    }
    forgot_screen(&app, StatusCode::OK, ForgotPassword { email, sent: true, ..ForgotPassword::default() })
}

async fn mail(app: App, email: String) {
    // Errors were logged where they occurred.
    if let Ok(Some(PasswordReset { email, secret })) = app.service.request_password_reset(&email).await {
        let base = &app.config.base_url;
        let text = format!(
            "Somebody, you most likely, asked for a new password for your account at {host}.\n\n\
             Choose one here; the link is good for an hour, once:\n{base}/reset/{secret}\n\n\
             If it wasn't you, leave this be: your password stays as it is.\n",
            host = app.config.host(),
        );
        app.mailer.send(&email, "A new password for Mantel", text);
    }
}

/// The form for the new password, or a notice that the link is no longer valid.
pub async fn reset_page(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(secret): Path<String>,
) -> Response {
    let valid = match app.rate_limits.take_address(Kind::Resets, address) {
        Ok(()) => app.service.can_reset(&secret).await,
        Err(error) => Err(error),
    };
    match valid {
        Ok(good) => reset_screen(
            if good { StatusCode::OK } else { StatusCode::NOT_FOUND },
            ResetPassword { valid: good, ..ResetPassword::default() },
        ),
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// Sets the new password.
pub async fn reset(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(secret): Path<String>,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let result = match app.rate_limits.take_address(Kind::Resets, address) {
        Ok(()) => app.service.reset_password(&secret, form.raw("password")).await,
        Err(error) => Err(error),
    };
    match result {
        Ok(account) => {
            let mut response =
                reset_screen(StatusCode::OK, ResetPassword { changed: true, ..ResetPassword::default() });
            // The password is set in any case.
            let _ = remember(&app, &account, &headers, &mut response).await;
            response
        }
        Err(Error::Unknown(_)) => reset_screen(StatusCode::NOT_FOUND, ResetPassword::default()),
        Err(error) => {
            let again = ResetPassword { valid: true, problems: field_problems(&error), ..ResetPassword::default() };
            reset_screen(status_of(&error), again)
        }
    }
}

/// The URL contains a secret, so it is never sent as a referrer.
fn reset_screen(status: StatusCode, form: ResetPassword) -> Response {
    let mut response = screen::screen(status, "A new password", form);
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
