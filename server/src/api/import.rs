//! `POST /api/v1/page/import`.

use axum::extract::State;
use mantel_model::api::{self, Import};

use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::move_in;
use crate::service::{Operation, SavedChange};
use crate::state::App;

/// Imports a brief, a page file, or text that contains one.
pub async fn post(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let import = Import::read(&call.body)?;
    let options = call.options(&import.terms)?;
    // Before anything is fetched for it.
    app.service.require(&caller, Operation::ImportPage).await?;
    let (import, notes) = move_in::resolve(&app, &caller, import).await?;
    let body_app = app.clone();
    let images = app.service.import_images(&caller, &import, &app.media_import).await;
    let warnings: Vec<_> = notes.into_iter().chain(images).collect();
    let body = move |change: &SavedChange| {
        let all = change.warnings.iter().chain(&warnings).cloned().collect();
        api::PageView { warnings: Some(all), ..reply::changed_page_body(&body_app.config, change) }
    };
    let run = async |options| app.service.import(&caller, &import, options).await;
    call.create_once(&app, &caller, Operation::ImportPage, options, body, run).await
}
