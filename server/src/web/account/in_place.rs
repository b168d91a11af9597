//! Answers to forms that a script sends, so that a refusal loses nothing that was typed: JSON instead of a document.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Problem;
use serde_json::json;

use crate::http::error::Refusal;
use crate::http::reply;
use crate::service::Error;

/// A redirect as JSON, `{ "next": "/edit" }`, with its cookies.
pub fn redirect(response: Response) -> Response {
    let headers = response.headers();
    let next = headers.get(header::LOCATION).and_then(|value| value.to_str().ok()).unwrap_or("/");
    let mut answer = reply::json(StatusCode::OK, &json!({ "next": next }));
    for cookie in headers.get_all(header::SET_COOKIE) {
        answer.headers_mut().append(header::SET_COOKIE, cookie.clone());
    }
    answer
}

/// A refusal as problem details, whose `errors` name the fields: `/email`, `/password`, `/username`, `/invite`,
/// `/paste`, `/template`.
pub fn refusal(error: Error) -> Response {
    let field = match &error {
        Error::EmailTaken => "/email",
        Error::NotInvited => "/invite",
        Error::UsernameInvalid(_) | Error::UsernameReserved(_) | Error::UsernameTaken(_) => "/username",
        _ => return Refusal::from(error).into_response(),
    };
    Refusal::from(vec![Problem::new(field, error.to_string())]).into_response()
}
