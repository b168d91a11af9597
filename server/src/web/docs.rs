//! `/docs`: the index of the documentation, the error codes and the API reference.

use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::app::{ApiReference, DocumentationIndex, ErrorReference};
use mantel_app::site::Document;
use mantel_app::site::docs::errors::ErrorDoc;
use mantel_app::site::docs::reference::ReferenceGroup;

use super::document;
use super::public_rate::PublicRate;
use super::screen::STYLESHEETS;
use crate::api::openapi;
use crate::assets;
use crate::http::error::PROBLEMS;
use crate::http::security_headers::ScriptPolicy;
use crate::http::session::SignedIn;

/// `/docs`.
pub async fn index(_: PublicRate, SignedIn(session): SignedIn) -> Response {
    let document = document::with_title("Documentation", STYLESHEETS);
    let screen = DocumentationIndex { signed_in: session.is_some() };
    let key = format!("/docs {}", session.is_some());
    document::shared(document::screen(StatusCode::OK, document, ScriptPolicy::Own, screen), key)
}

/// `/docs/errors`.
pub async fn errors(_: PublicRate, SignedIn(session): SignedIn) -> Response {
    let errors = PROBLEMS
        .iter()
        .map(|problem| ErrorDoc {
            code: problem.code,
            status: problem.status,
            title: problem.title,
            advice: problem.advice,
        })
        .collect();
    let document = document::with_title("Errors", STYLESHEETS);
    let screen = ErrorReference { errors, signed_in: session.is_some() };
    let key = format!("/docs/errors {}", session.is_some());
    document::shared(document::screen(StatusCode::OK, document, ScriptPolicy::Own, screen), key)
}

/// `/docs/api`.
pub async fn reference(_: PublicRate, SignedIn(session): SignedIn) -> Response {
    let mut groups: Vec<ReferenceGroup> = Vec::new();
    for operation in openapi::operations() {
        let (name, entry) = (operation.tag, operation.entry());
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.entries.push(entry),
            None => groups.push(ReferenceGroup { name, entries: vec![entry] }),
        }
    }
    let document = Document {
        description: "Every address of Mantel's REST API.".to_owned(),
        scripts: document::asset_urls(&["/reference.js"]),
        ..document::with_title("The API", STYLESHEETS)
    };
    let screen = ApiReference { groups, renderer: assets::path("redoc.js"), signed_in: session.is_some() };
    let key = format!("/docs/api {}", session.is_some());
    document::shared(document::screen(StatusCode::OK, document, ScriptPolicy::Reference, screen), key)
}
