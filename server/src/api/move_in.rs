//! `POST /api/v1/page/move-in`: reads a page elsewhere as a brief. Nothing is stored.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use mantel_model::api::{MoveIn, MovedInReply};

use super::call::Call;
use crate::http::client_address::ClientAddress;
use crate::http::error::Refusal;
use crate::http::identity::Reader;
use crate::http::rate_limit::Kind;
use crate::http::reply::{self, Reply};
use crate::move_in::{Asker, read};
use crate::state::App;

impl FromRequestParts<App> for Asker {
    type Rejection = Refusal;

    /// A caller with a credential counts against their own rates, anybody else against those of their address; both before
    /// the body is read.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            let Reader(caller) = Reader::from_request_parts(parts, app).await?;
            app.rate_limits.take_account(Kind::MoveIn, &caller.account)?;
            return Ok(Self::Caller(caller));
        }
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, app).await;
        app.rate_limits.take_address(Kind::MoveIn, address)?;
        Ok(Self::Visitor(address))
    }
}

/// What was found, as a brief, and what is not in it.
pub async fn post(State(app): State<App>, asker: Asker, call: Call) -> Reply {
    let request = MoveIn::read(&call.body)?;
    let found = read(&app.outbound, &asker, &request).await?;
    Ok(reply::json(StatusCode::OK, &MovedInReply::of(&found)))
}
