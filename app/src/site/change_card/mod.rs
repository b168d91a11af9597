//! A card of changes: the page before and after, side by side, and the changes in words with cuts. Shown in chats, to the owner by
//! a link, and in pieces in the log of the agents page (screens2, 6). No script is needed for it.

mod change_rows;
mod cuts;
mod pages;
mod publish_sheet;

pub use cuts::cuts;
use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::api::ChangesView;
use mantel_model::look::Look;
use mantel_model::plain_text::changes::{count, number_word};
pub use publish_sheet::{AskState, PublishSheet, VersionChanges, sheet_view, version_view};

use crate::components::{agent_glyph, icon};
use crate::render::context::RenderContext;
use crate::render::look;

/// A page in one of its versions, and what it is drawn with.
#[derive(Clone, Debug)]
pub struct DrawnPage {
    /// The version.
    pub version: u64,
    /// Its content.
    pub draft: Draft,
    /// What it is drawn with.
    pub context: RenderContext,
}

/// Why a card is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// The changes were made, and are live or not.
    Made {
        /// Whether the version after them is live.
        live: bool,
    },
    /// Somebody asks to publish them.
    Requested,
}

/// A card of changes.
#[derive(Clone, Debug)]
pub struct ChangeCard {
    /// Who made or asks to publish the changes; `None` for the owner.
    pub agent: Option<String>,
    /// The page's address without its scheme: `mantel.page/ines`.
    pub address: String,
    /// Why it is shown.
    pub occasion: Occasion,
    /// Before; `None` where there was nothing.
    pub before: Option<DrawnPage>,
    /// After.
    pub after: DrawnPage,
    /// What changed.
    pub changes: ChangesView,
    /// For each row in order, the calls of tools that take it back, as a JSON array; empty where none do. Only for views in
    /// chats.
    pub revert_calls: Vec<String>,
}

impl ChangeCard {
    /// What the page before is compared with: itself, or the page after without tiles.
    fn draft_before(&self) -> &Draft {
        self.before.as_ref().map_or(&self.after.draft, |before| &before.draft)
    }

    fn title(&self) -> String {
        let agent = self.agent.as_deref().unwrap_or("You");
        let changes = match (count(&self.changes), &self.before, self.occasion) {
            (0, ..) => return "Everything is up".to_owned(),
            (_, None, Occasion::Requested) => return format!("{agent} asks to put your page up"),
            (1, ..) => "one change".to_owned(),
            (many, ..) => format!("{} changes", number_word(many)),
        };
        match self.occasion {
            Occasion::Requested => format!("{agent} asks to put up {changes}"),
            Occasion::Made { .. } => format!("{agent} made {changes}"),
        }
    }

    fn subtitle(&self) -> String {
        let state = match self.occasion {
            Occasion::Requested => "Nothing is live until you say yes.",
            Occasion::Made { live: true } => "This is live.",
            Occasion::Made { live: false } => "It is not live yet.",
        };
        format!("{}. {state}", self.address)
    }

    /// The look's filters and symbols that the drawings refer to, once in the document.
    fn filters(&self) -> AnyView {
        let look = |draft: &Draft| draft.theme.look();
        let after = look(&self.after.draft);
        let before = self.before.as_ref().map(|before| look(&before.draft)).filter(|before| *before != after);
        let both: Vec<Look> = before.into_iter().chain([after]).collect();
        view! { {both.into_iter().filter_map(look::filters).collect_view()} {look::seal_symbol(&self.after.draft)} }
            .into_any()
    }
}

/// The card with this under its rows. `compact` folds the two pages.
pub fn card_view(card: &ChangeCard, compact: bool, foot: AnyView) -> AnyView {
    let glyph = card.agent.as_ref().map(|name| agent_glyph::tile(name));
    let pages = pages::view(card);
    let pages = if compact {
        view! { <details class="card-fold"><summary class="ui-link">"Before and after"</summary>{pages}</details> }
            .into_any()
    } else {
        pages
    };
    let rows = change_rows::view(card);
    let (first, second) = if compact { (rows, pages) } else { (pages, rows) };
    view! {
        <article class="card" class:compact=compact data-version=card.after.version.to_string() data-agent=card.agent.clone()>
            {card.filters()}
            <header class="card-head">{glyph}<div><h1 dir="auto">{card.title()}</h1><p class="ui-muted">{card.subtitle()}</p></div></header>
            {first}
            {second}
            {foot}
        </article>
    }
    .into_any()
}

/// The foot of a card in a chat, whose buttons the view connects. `may_publish` is the right of the agent whose calls they make.
pub fn chat_foot(card: &ChangeCard, may_publish: bool) -> AnyView {
    let agent = card.agent.clone().unwrap_or_else(|| "It".to_owned());
    let many = count(&card.changes);
    if card.occasion != Occasion::Requested || many == 0 {
        return ().into_any();
    }
    let publish = if may_publish {
        let calls = serde_json::json!([{ "name": "publish", "arguments": { "baseVersion": card.after.version } }]);
        view! { <button type="button" class="ui-button last" data-calls=calls.to_string() data-publishes=true>"Publish"</button> }.into_any()
    } else {
        view! { <a class="ui-button last" data-link=true href="/edit">"Publish in Mantel"{icon::stroke(icon::ARROW)}</a> }.into_any()
    };
    let these = if many == 1 { "this change".to_owned() } else { format!("these {} changes", number_word(many)) };
    let note = if may_publish {
        format!("{agent} may publish by itself. Publish puts up {these}.")
    } else {
        format!(
            "{agent} may not publish by itself, so the last press is in Mantel, where it is surely you. The asking holds for ten \
             minutes and for {these}."
        )
    };
    view! {
        <div class="card-actions">{publish}<button type="button" class="ui-button quiet last" data-keep=true>"Keep as a draft"</button></div>
        <p class="card-note ui-muted">{note}</p>
    }
    .into_any()
}
