//! `GET /api/v1/page/insights`: what was counted of the page.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use mantel_model::api::InsightsQuery;

use crate::http::identity::Reader;
use crate::http::reply::{self, Reply};
use crate::state::App;

/// Visits, presses, sources and readers of a span.
pub async fn get(State(app): State<App>, Reader(caller): Reader, RawQuery(query): RawQuery) -> Reply {
    let query = query.unwrap_or_default();
    let fields: Vec<_> = url::form_urlencoded::parse(query.as_bytes()).collect();
    let asked = InsightsQuery::read(fields.iter().map(|(name, value)| (&**name, &**value)))?;
    let insights = app.service.insights(&caller, asked.range, asked.screen).await?;
    Ok(reply::json(StatusCode::OK, &insights))
}
