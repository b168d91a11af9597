//! What search engines and link previews show of the page.

use leptos::prelude::*;
use mantel_model::limits;

use super::{OwnPage, Section, Settings};
use crate::site::form_fields::{Input, field};

/// What search engines and link previews show of the page, as the draft has it.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The title written for them; empty when there is none.
    pub title: String,
    /// The description written for them; empty when there is none.
    pub description: String,
    /// What they show without a title.
    pub name: String,
    /// What they show without a description.
    pub bio: String,
    /// Whether search engines are asked not to list it.
    pub unlisted: bool,
}

pub(super) fn section(settings: &Settings, page: &OwnPage) -> AnyView {
    let about = view! { <p class="ui-muted">"What search engines and link previews show. A field left empty shows your name, or what you wrote about yourself."</p> };
    let (search, problems) = (&page.search, settings.problems(Section::Search));
    let title = Input {
        id: "page-title",
        label: "Title",
        value: settings.typed("pageTitle").unwrap_or_else(|| search.title.clone()),
        placeholder: search.name.clone(),
        hint: "Search engines show about 60 characters.",
        max_length: limits::PAGE_TITLE,
        ..Input::of(&problems, "pageTitle")
    };
    let description = Input {
        id: "page-description",
        label: "Description",
        value: settings.typed("pageDescription").unwrap_or_else(|| search.description.clone()),
        placeholder: search.bio.clone(),
        hint: "They show about 160. Visitors of the page don’t see it.",
        max_length: limits::PAGE_DESCRIPTION,
        rows: 3,
        ..Input::of(&problems, "pageDescription")
    };
    let unlisted = settings.typed("unlisted").map_or(search.unlisted, |ticked| !ticked.is_empty());
    let actions = view! {
        <form class="site-form" action="/settings/search" method="post" novalidate=true>
            {field(title)}
            {field(description)}
            <p class="settings-keys"><label><input type="checkbox" name="unlisted" value="on" checked=unlisted/>" Ask search engines to leave my page out"</label></p>
            <button class="ui-button quiet">"Save"</button>
        </form>
    };
    super::section_view(settings, Section::Search, "In search results", about.into_any(), actions.into_any())
}
