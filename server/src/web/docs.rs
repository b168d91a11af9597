//! `/docs/errors` and `/docs/api`: the reference of the API.

use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::site::Document;
use mantel_app::site::docs::{errors as errors_view, reference as reference_view};

use super::document;
use super::screen::STYLESHEETS;
use crate::api::openapi;
use crate::assets;
use crate::http::error::PROBLEMS;
use crate::http::security_headers::ScriptPolicy;
use crate::http::session::SignedIn;

/// `/docs/errors`.
pub async fn errors(SignedIn(session): SignedIn) -> Response {
    let all: Vec<_> = PROBLEMS
        .iter()
        .map(|problem| errors_view::ErrorDoc {
            code: problem.code,
            status: problem.status,
            title: problem.title,
            advice: problem.advice,
        })
        .collect();
    let document = document::with_title("Errors", STYLESHEETS);
    let html = document.html(|| errors_view::view(&all, session.is_some()));
    document::response(StatusCode::OK, &html, ScriptPolicy::Own)
}

/// `/docs/api`.
pub async fn reference(SignedIn(session): SignedIn) -> Response {
    let mut groups: Vec<reference_view::ReferenceGroup> = Vec::new();
    for operation in openapi::operations() {
        let (name, entry) = (operation.tag, operation.entry());
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.entries.push(entry),
            None => groups.push(reference_view::ReferenceGroup { name, entries: vec![entry] }),
        }
    }
    let document = Document {
        description: "Every address of Mantel's REST API.".to_owned(),
        script: assets::path("/reference.js").map(str::to_owned),
        ..document::with_title("The API", STYLESHEETS)
    };
    let html = document.html(|| reference_view::view(groups, assets::path("redoc.js"), session.is_some()));
    document::response(StatusCode::OK, &html, ScriptPolicy::Reference)
}
