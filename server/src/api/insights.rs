//! `GET /api/v1/page/insights`: what was counted of the page.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use mantel_model::Problem;
use mantel_model::api::InsightsQuery;
use url::form_urlencoded;

use crate::http::identity::Reader;
use crate::http::reply::{self, Reply};
use crate::state::App;

/// The span and the screen that a query names.
///
/// # Errors
/// Every parameter that is none, and every value that names none.
pub fn asked(query: &RawQuery) -> Result<InsightsQuery, Vec<Problem>> {
    let fields: Vec<_> = form_urlencoded::parse(query.0.as_deref().unwrap_or_default().as_bytes()).collect();
    InsightsQuery::read(fields.iter().map(|(name, value)| (&**name, &**value)))
}

/// Visits, presses, sources and readers of a span.
pub async fn get(State(app): State<App>, Reader(caller): Reader, query: RawQuery) -> Reply {
    let asked = asked(&query)?;
    let insights = app.service.insights(&caller, asked.range, asked.screen).await?;
    Ok(reply::json(StatusCode::OK, &insights))
}
