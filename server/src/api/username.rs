//! `GET /api/v1/username?check=`: whether a name can be claimed.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use mantel_model::api::NameCheck;

use crate::http::client_address::ClientAddress;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::reply::{self, Reply};
use crate::http::session::SignedIn;
use crate::service::Error;
use crate::state::App;

/// `{ ok: true }`, or the reason why not, with a free name instead of one that is taken; a name never causes an error
/// status. A browser that is signed in is told of names that are kept for its account.
pub async fn check(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    SignedIn(session): SignedIn,
    RawQuery(query): RawQuery,
) -> Reply {
    app.rate_limits.take_address(Kind::Names, address)?;
    let query = query.unwrap_or_default();
    let mut named = url::form_urlencoded::parse(query.as_bytes()).filter(|value| value.0 == "check");
    let Some((_, name)) = named.next() else {
        return Err(Refusal::invalid("/check", "give the name to check: ?check=ada"));
    };
    let account = session.as_ref().map(|session| session.caller.account.as_str());
    let body = match app.service.check_username(&name, account).await {
        Ok(free) => {
            let kept = free.kept.then(|| format!("The name {} is kept for you.", free.username));
            NameCheck { ok: true, reason: kept, code: None, suggestion: None }
        }
        Err(error) => {
            let suggestion = match &error {
                Error::UsernameTaken(taken) => app.service.free_alternative(taken).await?,
                _ => None,
            };
            let refusal = Refusal::from(error);
            if refusal.status().is_server_error() {
                return Err(refusal);
            }
            let (_, words) = refusal.title_and_detail();
            NameCheck { ok: false, reason: Some(words.to_owned()), code: Some(refusal.code().to_owned()), suggestion }
        }
    };
    Ok(reply::json(StatusCode::OK, &body))
}
