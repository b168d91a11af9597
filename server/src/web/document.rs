//! Mantel's own HTML documents as responses.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mantel_app::mount::Scripts;
use mantel_app::site::Document;

use crate::assets;
use crate::http::security_headers::{ScriptPolicy, document_headers};

/// The URLs of stylesheets by name; those that the binary does not have are left out.
pub fn stylesheet_urls(names: &[&str]) -> Vec<String> {
    names.iter().filter_map(|name| assets::path(name)).map(str::to_owned).collect()
}

/// A document as a response that nobody stores.
pub fn response(status: StatusCode, html: &str, scripts: ScriptPolicy) -> Response {
    let mut response = (status, assets::with_hashed_urls(html).into_owned()).into_response();
    response.headers_mut().extend(document_headers(scripts));
    response
}

/// A document of Mantel's own with its title and stylesheets.
pub fn with_title(title: &str, stylesheets: &[&str]) -> Document {
    Document {
        title: title.to_owned(),
        styles: stylesheet_urls(stylesheets),
        script: assets::path("/site.js").map(str::to_owned),
        ..Document::default()
    }
}

/// The files that run a screen in the browser: `editor` or `brief_editor`. `None` if the binary was built without them.
pub fn scripts(screen: &str) -> Option<Scripts> {
    let file = |name: &str| assets::path(&format!("{screen}{name}")).map(str::to_owned);
    Some(Scripts {
        start: file("_start.js")?,
        modules: [".js", "_split.js"].into_iter().filter_map(file).collect(),
        code: file(".wasm"),
    })
}
