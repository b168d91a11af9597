//! The page as a file: taken away, and loaded.

use leptos::prelude::*;

use super::{OwnPage, Section, Settings};

/// A file that was read, and what loading it would do.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Its text, to load it when the owner says so.
    pub text: String,
    /// What would change, in one line.
    pub changes: String,
    /// What was defaulted or dropped: a place and a sentence each.
    pub warnings: Vec<(String, String)>,
}

/// What can be taken away: address, name, what it is; whether only of a published page.
const FILES: [(&str, &str, &str, bool); 3] = [
    ("/settings/export", "Page file", "The draft as JSON. Any Mantel can load it.", false),
    ("/settings/export.zip", "Page file with pictures", "The same, and each picture you uploaded.", false),
    ("/settings/export.html.zip", "Web site", "What is live, as plain files for any web server.", true),
];

pub(super) fn section(it: &Settings, page: &OwnPage) -> AnyView {
    let about = view! { <p class="m-soft">"Your page is yours: take it with you, keep a copy, load it again here or elsewhere."</p> };
    let acts = match &it.reading {
        Some(reading) => view! { {confirm(reading)} }.into_any(),
        None => view! { {downloads(page)} {load()} }.into_any(),
    };
    super::section(it, Section::File, "Page file", about.into_any(), acts)
}

fn downloads(page: &OwnPage) -> AnyView {
    let row = |&(address, name, what, live): &(&'static str, &'static str, &'static str, bool)| {
        let act = if live && page.live_since.is_none() {
            view! { <span class="m-soft">"Once it is live"</span> }.into_any()
        } else {
            view! { <a class="m-words" href=address download=true aria-label=format!("Download: {name}")>"Download"</a> }.into_any()
        };
        view! { <li><span class="s-row-words"><strong>{name}</strong><span class="m-soft">{what}</span></span>{act}</li> }
    };
    let rows = FILES.iter().map(row).collect_view();
    view! { <ul class="s-rows">{rows}</ul> }.into_any()
}

fn load() -> AnyView {
    view! {
        <form class="d-form s-load" action="/settings/import#file" method="post" enctype="multipart/form-data">
            <div class="d-line">
                <label class="m-label" for="page-file">"Load a page file or a brief"</label>
                <input class="m-field s-file" id="page-file" name="file" type="file" accept=".json,.txt,application/json,text/plain" required=true aria-describedby="page-file-says"/>
                <p class="d-says" id="page-file-says">"First you see what it would change."</p>
            </div>
            <button class="m-button quiet">"Look at the file"</button>
        </form>
    }
    .into_any()
}

/// What the file would do, and the explicit choice.
fn confirm(it: &Reading) -> AnyView {
    let warning = |(place, words): &(String, String)| {
        view! { <li><code>{place.clone()}</code><span>{words.clone()}</span></li> }
    };
    let warnings = (!it.warnings.is_empty()).then(|| {
        let rows = it.warnings.iter().map(warning).collect_view();
        view! { <p>"Not everything in it could be taken as it is:"</p><ul class="s-warnings">{rows}</ul> }
    });
    view! {
        <div class="d-slip s-reading">
            <h3>"Replace the draft with this file?"</h3>
            <p>{it.changes.clone()}"."</p>
            {warnings}
            <p class="m-soft">"What is live stays until you publish, and the draft as it is now stays in the history."</p>
            <form action="/settings/import#file" method="post" enctype="multipart/form-data">
                <input type="hidden" name="file" value=it.text.clone()/>
                <div class="d-acts"><button class="m-button" name="replace" value="yes">"Replace the draft"</button><a class="m-button quiet" href="/settings#file">"Keep the draft"</a></div>
            </form>
        </div>
    }
    .into_any()
}
