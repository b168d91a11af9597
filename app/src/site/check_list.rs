//! What may be wrong with a page, as a part of the editor's publish dialog, where `public/publish-check.js` puts it.

use leptos::prelude::*;

use crate::render::page::static_html;

/// How many findings are shown before the rest is asked for.
const SHOWN: usize = 5;

/// A finding as the list shows it.
#[derive(Clone, Debug)]
pub struct ListedFinding {
    /// The id and the name of the tile, if it is about one.
    pub tile: Option<(String, String)>,
    /// What is wrong, and what to do.
    pub message: String,
}

/// The list as HTML: a fragment, for a section of its own.
pub fn html(findings: &[ListedFinding]) -> String {
    let (shown, rest) = findings.split_at(findings.len().min(SHOWN));
    let more = format!("Show {} more", rest.len());
    Owner::new().with(|| {
        let view = view! {
            <h3 class="ui-serif">"Worth a look"</h3>
            {list(shown)}
            {(!rest.is_empty()).then(|| view! { <details><summary>{more}</summary>{list(rest)}</details> })}
        };
        static_html(view.into_any())
    })
}

fn list(findings: &[ListedFinding]) -> AnyView {
    let item = |finding: &ListedFinding| {
        let tile = finding.tile.clone().map(|(id, name)| {
            view! { <button type="button" class="ui-link" data-tile=id><bdi>{name}</bdi></button>" " }
        });
        view! { <li>{tile}{finding.message.clone()}</li> }
    };
    view! { <ul>{findings.iter().map(item).collect_view()}</ul> }.into_any()
}
