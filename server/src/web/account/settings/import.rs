//! Loading a page file: what it would change is shown first. A page file with pictures brings its pictures along.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::site::settings::{ImportPreview, Section, Settings};
use mantel_model::api::Import;
use mantel_model::{Draft, Problem, brief};
use serde_json::Value;

use super::import_form::{ImportForm, LoadedFile};
use super::{redirect_with_notice, render, show_problem};
use crate::heavy_work;
use crate::media;
use crate::media::bundle::Bundle;
use crate::service::{Caller, DryRun, Error, Outcome, Result, Session, WriteOptions};
use crate::state::App;

/// Total time for storing the pictures of a file; it is loaded without the rest.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Shows what a file would change; imports it once its owner has confirmed.
pub async fn import(State(app): State<App>, form: ImportForm) -> Response {
    let ImportForm { session, file, replace, .. } = form;
    let (text, outcome) = match load(&app, &session, file, !replace).await {
        Ok(loaded) => loaded,
        Err(error) => return show_problem(&app, &session, Section::File, error, Settings::default()).await,
    };
    match outcome {
        Outcome::Saved(_) => redirect_with_notice("loaded"),
        Outcome::DryRun(dry_run) => {
            let import_preview = Some(import_preview(text, dry_run));
            render(&app, &session, StatusCode::OK, Settings { import_preview, ..Settings::default() }).await
        }
    }
}

/// The text of the page file, and what became of it.
async fn load(
    app: &App,
    session: &Session,
    file: std::result::Result<LoadedFile, Error>,
    dry_run: bool,
) -> Result<(String, Outcome)> {
    let caller = &session.caller;
    // Without a page there is nothing to replace, and no name to import it under.
    app.service.page(caller).await?;
    let (text, mut warnings) = match file? {
        LoadedFile::Text(text) => {
            heavy_work::run(|| page_in(&text)).await?;
            (text, Vec::new())
        }
        LoadedFile::Bundle(bundle) => with_pictures(app, caller, bundle).await?,
    };
    let terms = mantel_model::api::Terms::default();
    let import = Import { file: Value::String(text.clone()), username: None, replace: true, terms };
    let mut outcome = app.service.import(caller, &import, WriteOptions::new(None, dry_run)).await?;
    if let Outcome::DryRun(dry_run) = &mut outcome {
        dry_run.warnings.append(&mut warnings);
    }
    Ok((text, outcome))
}

/// The page in a file. A brief with neither a name nor a link would only empty the page.
fn page_in(text: &str) -> Result<Draft> {
    let read = brief::import(text, 0).map_err(|error| Error::Unreadable {
        message: error.to_string(),
        line: error.place.map(|place| place.line),
        column: error.place.map(|place| place.column),
    })?;
    let empty = read.draft.profile.name.is_empty() && read.draft.tiles.is_empty();
    if empty && matches!(read.source, brief::Source::Brief(_)) {
        let message = "There is neither a name nor a link in this file, so it would only empty the page.".to_owned();
        return Err(Error::Unreadable { message, line: None, column: None });
    }
    Ok(read.draft)
}

/// Stores the pictures of a bundle that the account does not have yet, and returns the page file with their addresses
/// here. The problem says how many could not be stored; the page is loaded all the same. Those that the page does not
/// use in the end are deleted like any other.
async fn with_pictures(app: &App, caller: &Caller, mut bundle: Bundle) -> Result<(String, Vec<Problem>)> {
    let text = std::mem::take(&mut bundle.page);
    // What can't be read at all is refused before any picture is stored.
    let draft = heavy_work::run(|| page_in(&text)).await?;
    let names: BTreeSet<String> =
        draft.pictures().filter_map(|picture| picture.own_name()).map(str::to_owned).collect();
    let (mut moved, mut missing) = (HashMap::new(), names.len());
    let stores = async {
        for name in &names {
            if app.service.has_picture(caller, name).await? {
                missing -= 1;
                continue;
            }
            let (back, file) = picture(bundle, name.clone()).await?;
            bundle = back;
            let Some(file) = file else { continue };
            if let Some(src) = store(app, caller, file).await? {
                missing -= 1;
                moved.insert(format!("/media/{name}"), src);
            }
        }
        Ok::<_, Error>(())
    };
    // The page is loaded too when the account has no room for more pictures, or there was not enough time.
    if let Ok(Err(error @ (Error::Suspended(_) | Error::StorageFull | Error::Unavailable))) =
        tokio::time::timeout(TIMEOUT, stores).await
    {
        return Err(error);
    }
    let message = format!("{missing} of {} pictures could not be loaded; upload them again.", names.len());
    let warnings = if missing == 0 { Vec::new() } else { vec![Problem::new("/media", message)] };
    Ok((readdressed(text, &moved), warnings))
}

/// Unpacks a picture on a blocking thread.
async fn picture(mut bundle: Bundle, name: String) -> Result<(Bundle, Option<Vec<u8>>)> {
    let work = tokio::task::spawn_blocking(move || {
        let file = bundle.picture(&name);
        (bundle, file)
    });
    work.await.map_err(|_| Error::Internal)
}

/// Checks and stores a picture; `None` when it is refused.
async fn store(app: &App, caller: &Caller, file: Vec<u8>) -> Result<Option<String>> {
    match app.service.check_may_store_picture(caller, &media::hash(&file)).await {
        Err(Error::PictureBlocked) => return Ok(None),
        allowed => allowed?,
    }
    let Ok(picture) = app.media.sanitize(file, None).await else { return Ok(None) };
    let hash = picture.hash.clone();
    let file = match app.service.store_picture(caller, picture, &app.media.blobs).await {
        Err(Error::PictureBlocked) => return Ok(None),
        stored => stored?,
    };
    app.media.ensure_sketch(&hash, file).await?;
    Ok(Some(format!("/media/{hash}")))
}

/// The page file with new addresses of pictures; the unchanged text when they are the same here, as those that another
/// Mantel saved are.
fn readdressed(text: String, moved: &HashMap<String, String>) -> String {
    if moved.iter().all(|(old, new)| old == new) {
        return text;
    }
    let Ok(mut value) = serde_json::from_str(&text) else { return text };
    readdress(&mut value, moved);
    value.to_string()
}

fn readdress(value: &mut Value, moved: &HashMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(now) = moved.get(text.as_str()) {
                text.clone_from(now);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| readdress(item, moved)),
        Value::Object(map) => map.values_mut().for_each(|value| readdress(value, moved)),
        _ => {}
    }
}

fn import_preview(text: String, dry_run: DryRun) -> ImportPreview {
    let warnings = dry_run.warnings.into_iter().map(|warning| (warning.path, warning.message)).collect();
    ImportPreview { text, changes: dry_run.changes.summary, warnings }
}
