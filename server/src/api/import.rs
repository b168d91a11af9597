//! `POST /api/v1/page/import`.

use axum::extract::State;
use mantel_model::api::{self, Import};

use super::Reply;
use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply;
use crate::service::SavedChange;
use crate::state::App;

/// Loads a brief, a full page, or text that holds one.
pub async fn post(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let import = Import::read(&call.body)?;
    let terms = call.terms(&import.terms)?;
    let config = app.clone();
    let brought = app.bring_pictures(&caller, &import).await;
    let loaded = move |outcome: &SavedChange| {
        let warnings = outcome.warnings.iter().chain(&brought).cloned().collect();
        api::PageView { warnings: Some(warnings), ..reply::page_of(&config, outcome) }
    };
    let run = async |terms| app.service.import(&caller, &import, terms).await;
    call.once(&app, &caller, terms, loaded, run).await
}
