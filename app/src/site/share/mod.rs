//! Sharing a page: what its owner finds at `/share`, and what visitors find at `/{username}/share`. Both work without
//! JavaScript; a script copies, and sends where the system can.

mod identity_proof;
mod owner;
mod visitor;

pub use identity_proof::{IdentityProof, ProofState};
use leptos::prelude::*;
pub use owner::{LiveCard, NamedWay, OwnerShare, view as owner_view};
pub use visitor::{VisitorShare, view as visitor_view};

use crate::components::icon;

/// The address, the button that copies it, and the one that opens the system's own way of sharing; both need a script. The
/// element with this id holds what is copied.
fn copy_and_send(id: &'static str, label: &'static str, focused: bool) -> AnyView {
    view! {
        <button class="ui-button big" type="button" data-copy=id data-focus=focused.then_some("") hidden=true>{icon::stroke(icon::COPY)}{label}</button>
        <button class="ui-button quiet big" type="button" data-send=id hidden=true>{icon::stroke(icon::SEND)}"Send"</button>
    }
    .into_any()
}
