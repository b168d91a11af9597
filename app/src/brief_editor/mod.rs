//! `/new`: the brief editor. A form and a JSON field over one brief, the page drawn beside them as they change.

mod claim;
mod form;
mod json;
mod preview;
mod share_link;
mod sidebar;
mod state;
mod storage;
mod toolbar;

use leptos::prelude::*;
use mantel_model::brief::link;
use mantel_model::look::Look;
use serde::{Deserialize, Serialize};
use state::Held;
pub use state::Work;
pub use storage::begin;

pub use crate::components::dom::focus;

/// What the service tells the editor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Start {
    /// The query of the address, without `?`.
    pub query: String,
    /// Host of the service as shown before a name.
    pub host: String,
    /// Address of the service, without a slash at its end.
    pub base: String,
    /// Whether somebody is signed in.
    pub signed_in: bool,
    /// The name of the page they have.
    pub page: Option<String>,
    /// Whether people may sign up by themselves.
    pub open: bool,
    /// Whether signing up takes an invitation.
    pub invite: bool,
    /// Stylesheet address of each look, by wire name.
    pub styles: Vec<(String, String)>,
}

impl Start {
    /// The page that the query describes.
    fn held(&self) -> Option<Held> {
        let value = link::from_query(&self.query)?;
        match Held::read(&state::spread(&value.to_string())) {
            Ok(held) => Some(held),
            Err((_, _, part)) => part.map(|part| *part),
        }
    }

    /// The look the page is drawn in first.
    pub fn look(&self) -> Look {
        self.held().map_or(Look::Painted, |it| it.brief.shown_look())
    }

    /// The stylesheet of a look.
    fn style(&self, look: Look) -> Option<&str> {
        self.styles.iter().find(|(name, _)| name == look.as_str()).map(|(_, href)| href.as_str())
    }
}

/// The whole screen.
pub fn view(work: Work) -> AnyView {
    view! {
        <div class="n-desk">
            {toolbar::rail(work)}
            <main class="n-main">
                <div class="n-leg" class:claiming=move || work.claiming.get()>
                    {sidebar::leg(work)}
                    {claim::card(work)}
                </div>
                {preview::table(work)}
            </main>
            <p class="m-hidden" role="status" aria-live="polite">{move || work.said.get()}</p>
        </div>
    }
    .into_any()
}
