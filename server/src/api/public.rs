//! `GET /api/v1/public/{username}`: a published page as JSON, for anyone and any site.

use std::net::IpAddr;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use mantel_model::Username;

use crate::http::client_address::ClientAddress;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::redirect;
use crate::http::reply::Reply;
use crate::insights::Form;
use crate::published_page::published_page;
use crate::service::Error;
use crate::state::App;

/// The published page.
pub async fn get(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(username): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Reply {
    app.rate_limits.take_address(Kind::Public, address)?;
    find(&app, &username, &headers, (method == Method::GET).then_some(address)).await
}

async fn find(app: &App, name: &str, headers: &HeaderMap, counted: Option<IpAddr>) -> Result<Response, Refusal> {
    let Ok(username) = Username::parse(name) else {
        return Err(Error::PageNotFound(name.chars().take(64).collect()).into());
    };
    match published_page(app, &username).await {
        Err(missing @ Error::PageNotFound(_)) => {
            let renamed = app.service.published_by_old_name(name).await?.ok_or(missing)?;
            Ok(redirect::renamed(&format!("/api/v1/public/{}", renamed.username)))
        }
        found => {
            let page = found?;
            if let Some(address) = counted {
                app.visits.view(&page.counts, Form::Json, headers, address);
            }
            Ok(page.json(headers))
        }
    }
}
