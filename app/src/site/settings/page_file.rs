//! The page as a file: download and import.

use leptos::prelude::*;

use super::{OwnPage, Section, Settings};
use crate::site::form_fields::message;

/// A file to import, and what importing it would change.
#[derive(Clone, Debug, Default)]
pub struct ImportPreview {
    /// The text of the file, imported when the owner confirms.
    pub text: String,
    /// What would change, in one line.
    pub changes: String,
    /// What was defaulted or dropped: a path and a sentence each.
    pub warnings: Vec<(String, String)>,
}

/// The downloads: address, name, description; whether the page must be published.
const DOWNLOADS: [(&str, &str, &str, bool); 3] = [
    ("/settings/export", "Page file", "The draft as JSON. Any Mantel can load it.", false),
    ("/settings/export.zip", "Page file with pictures", "The same, and each picture you uploaded.", false),
    ("/settings/export.html.zip", "Web site", "What is live, as plain files for any web server.", true),
];

pub(super) fn section(settings: &Settings, page: &OwnPage) -> AnyView {
    let about = view! { <p class="ui-muted">"Your page is yours: take it with you, keep a copy, load it again here or elsewhere."</p> };
    let actions = match &settings.import_preview {
        Some(preview) => view! { {confirm(preview)} }.into_any(),
        None => view! { {downloads(page)} {import_form(settings)} {move_in()} }.into_any(),
    };
    super::section_view(settings, Section::File, "Page file", about.into_any(), actions)
}

fn downloads(page: &OwnPage) -> AnyView {
    let row = |&(address, name, description, live): &(&'static str, &'static str, &'static str, bool)| {
        let action = if live && page.live_since.is_none() {
            view! { <span class="ui-muted">"Once it is live"</span> }.into_any()
        } else {
            view! { <a class="ui-link" href=address download=true aria-label=format!("Download: {name}")>"Download"</a> }.into_any()
        };
        view! { <li><span class="settings-row-text"><strong>{name}</strong><span class="ui-muted">{description}</span></span>{action}</li> }
    };
    let rows = DOWNLOADS.iter().map(row).collect_view();
    view! { <ul class="settings-rows">{rows}</ul> }.into_any()
}

fn import_form(settings: &Settings) -> AnyView {
    let problems = settings.problems(Section::File);
    let problem = problems.about("file");
    let invalid = problem.is_some().to_string();
    view! {
        <form class="site-form settings-import" action="/settings/import" method="post" enctype="multipart/form-data" novalidate=true>
            <div class="site-field">
                <label class="ui-label" for="page-file">"Load a page file or a brief"</label>
                <input class="ui-field settings-file" id="page-file" name="file" type="file" accept=".json,.txt,.zip,application/json,text/plain,application/zip" required=true autofocus=problems.is_first("file") data-missing="Choose a file first." aria-invalid=invalid aria-describedby="page-file-says"/>
                {message("page-file-says".to_owned(), "A page file, with or without pictures, or a brief. First you see what it would change.", problem)}
            </div>
            <button class="ui-button quiet">"Look at the file"</button>
        </form>
    }
    .into_any()
}

/// The way to bring a page from elsewhere.
fn move_in() -> AnyView {
    view! { <p class="settings-move-in">"A page at Linktree, Carrd or anywhere else? "<a class="ui-link" href="/edit?move-in">"Bring your old page along"</a></p> }.into_any()
}

/// What the file would change, and the choice to import it.
fn confirm(preview: &ImportPreview) -> AnyView {
    let warning = |(path, message): &(String, String)| {
        view! { <li><code>{path.clone()}</code><span>{message.clone()}</span></li> }
    };
    let warnings = (!preview.warnings.is_empty()).then(|| {
        let rows = preview.warnings.iter().map(warning).collect_view();
        view! { <p>"Not everything in it could be taken as it is:"</p><ul class="settings-warnings">{rows}</ul> }
    });
    view! {
        <div class="site-callout settings-import-preview">
            <h3 tabindex="-1" autofocus=true>"Replace the draft with this file?"</h3>
            <p>{preview.changes.clone()}"."</p>
            {warnings}
            <p class="ui-muted">"What is live stays until you publish, and the draft as it is now stays in the history."</p>
            <form action="/settings/import" method="post" enctype="multipart/form-data">
                <input type="hidden" name="file" value=preview.text.clone()/>
                <div class="site-actions"><button class="ui-button" name="replace" value="yes">"Replace the draft"</button><a class="ui-button quiet" href="/settings#file">"Keep the draft"</a></div>
            </form>
        </div>
    }
    .into_any()
}
