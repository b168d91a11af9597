//! Proofs that a profile elsewhere and the page are one person's: each links to the other with `rel="me"` (microformats,
//! rel-me).

use leptos::prelude::*;
use mantel_model::tile::Platform;

use crate::components::icon;

/// A profile elsewhere that the page links to.
#[derive(Clone, Debug)]
pub struct IdentityProof {
    /// The id of the tile.
    pub tile: String,
    /// The platform; `None` for a link that the owner marked as their own.
    pub platform: Option<Platform>,
    /// What it is called: a handle, or a host.
    pub label: String,
    /// Whether it links back.
    pub state: ProofState,
}

/// Whether a profile elsewhere links back to the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofState {
    /// Its platform gives no links that say so.
    Impossible,
    /// It was not looked at.
    Unknown,
    /// It does.
    Proved,
    /// It does not, or could not be read: a sentence.
    Failed(String),
}

/// The row of a profile.
pub(super) fn row(proof: &IdentityProof) -> AnyView {
    let drawing = proof.platform.map_or_else(|| icon::stroke(icon::GLOBE), icon::platform);
    let (words, action) = match &proof.state {
        ProofState::Impossible => ("Cannot point back, so there is nothing to check".to_owned(), ().into_any()),
        ProofState::Unknown => ("Add your address to the profile there".to_owned(), check_button(proof)),
        ProofState::Failed(why) => (why.clone(), check_button(proof)),
        ProofState::Proved => {
            let proved = view! { <span class="share-proved">{icon::stroke(icon::CHECK)}"Proved"</span> };
            (String::new(), proved.into_any())
        }
    };
    let failed = matches!(proof.state, ProofState::Failed(_));
    let looked = !matches!(proof.state, ProofState::Impossible | ProofState::Unknown);
    view! {
        <li id=format!("proof-{}", proof.tile)>
            {drawing}
            <span class="share-proof-text"><strong>{proof.label.clone()}</strong>" "<span class="ui-muted" class:ui-warning=failed>{words}</span></span>
            <div role=looked.then_some("status")>{action}</div>
        </li>
    }
    .into_any()
}

fn check_button(proof: &IdentityProof) -> AnyView {
    view! {
        <form action="/share/check" method="post"><input type="hidden" name="tile" value=proof.tile.clone()/><button class="ui-link" aria-label=format!("Check now: {}", proof.label)>"Check now"</button></form>
    }
    .into_any()
}
