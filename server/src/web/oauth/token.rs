//! `POST /api/auth/oauth2/token`: exchanges a code or a refresh token for tokens.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;

use super::form_body::FormBody;
use super::reply::{self, Reply};
use crate::http::body_reader;
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::service::oauth::{OauthError, TokenRequest, Tokens};
use crate::state::App;

#[derive(Debug, Serialize)]
struct Body<'a> {
    access_token: &'a str,
    token_type: &'static str,
    expires_in: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<&'a str>,
    scope: &'a str,
}

/// Issues new tokens.
pub async fn post(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    request: Request,
) -> Reply {
    app.rate_limits.take_address(Kind::Public, address)?;
    let body = match body_reader::form(request).await {
        Ok(body) => body,
        Err(refusal) => return Ok(refusal.into_response()),
    };
    let form = FormBody::read(&headers, &body)?;
    // Clients here have no secret; a request with one is meant for another client or another server.
    if headers.contains_key(header::AUTHORIZATION)
        || form.all("client_secret").chain(form.all("client_assertion")).next().is_some()
    {
        return Err(OauthError::new(
            "invalid_client",
            "Clients here are public: send client_id alone, without a secret.",
        ));
    }
    let tokens = match form.required("grant_type")? {
        "authorization_code" => app.service.exchange_code(&code(&form)?).await?,
        "refresh_token" => app.service.refresh_tokens(&refresh(&form)?).await?,
        _ => {
            let description = "The grant types here are authorization_code and refresh_token.";
            return Err(OauthError::new("unsupported_grant_type", description));
        }
    };
    let Tokens { access, refresh, expires_in, scope } = &tokens;
    let refresh_token = refresh.as_deref();
    let expires_in = *expires_in;
    let body = Body { access_token: access, token_type: "Bearer", expires_in, refresh_token, scope };
    Ok(reply::secret(StatusCode::OK, &body))
}

fn code(form: &FormBody) -> Result<TokenRequest<'_>, OauthError> {
    Ok(TokenRequest {
        client: form.required("client_id")?,
        secret: form.required("code")?,
        redirect: form.required("redirect_uri")?,
        verifier: form.required("code_verifier")?,
        scope: "",
        resources: form.all("resource").collect(),
    })
}

fn refresh(form: &FormBody) -> Result<TokenRequest<'_>, OauthError> {
    Ok(TokenRequest {
        client: form.required("client_id")?,
        secret: form.required("refresh_token")?,
        scope: form.get("scope"),
        resources: form.all("resource").collect(),
        ..TokenRequest::default()
    })
}
