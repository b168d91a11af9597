//! `GET /insights/csv`: what was counted of the page as tables, for the signed-in owner.

use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use mantel_model::insights_csv;

use super::require_sign_in::RequireSignIn;
use crate::api::insights::asked;
use crate::export::zip::{self, Content, Files};
use crate::http::error::Refusal;
use crate::state::App;
use crate::web::screen;

/// A zip file with a file for each table, of the span and the screen that the query names.
pub async fn download(State(app): State<App>, RequireSignIn(session): RequireSignIn, query: RawQuery) -> Response {
    let insights = async {
        let asked = asked(&query)?;
        Ok::<_, Refusal>(app.service.insights(&session.caller, asked.range, asked.screen).await?)
    };
    let insights = match insights.await {
        Ok(insights) => insights,
        Err(refusal) => return screen::error_screen(&refusal),
    };
    let tables = insights_csv::files(&insights).into_iter();
    let files: Files = tables.map(|(name, text)| (name.to_owned(), Content::Text(text))).collect();
    let attached = format!("attachment; filename=\"insights-{}-to-{}.zip\"", insights.from, insights.to);
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, attached),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, zip::body(files, app.media.clone(), None)).into_response()
}
