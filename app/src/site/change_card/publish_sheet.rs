//! The owner's screens of a card: the sheet behind an agent's link, whose one button publishes just these changes, and the changes
//! of one version.

use leptos::prelude::*;

use super::{ChangeCard, card_view};
use crate::site::document::account_header;
use crate::site::form_fields::alert;

/// What can become of the changes that an agent asked to publish. Times are as shown: "10:44 UTC".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskState {
    /// The owner may say yes.
    Open,
    /// It was asked at this time, which is too long ago.
    RunOut(String),
    /// The draft was changed since.
    Changed,
    /// The owner put it up by this link, at this time.
    Published(String),
    /// It went up in another way, at this time.
    LiveOtherwise(String),
}

/// The sheet behind a link.
#[derive(Clone, Debug)]
pub struct PublishSheet {
    /// The changes as they are now.
    pub card: ChangeCard,
    /// What can become of them.
    pub state: AskState,
    /// The public address of the page.
    pub url: String,
    /// Where the form is posted: the link itself.
    pub action: String,
    /// What went wrong when it was posted.
    pub problem: Option<String>,
}

/// The changes of one version.
#[derive(Clone, Debug)]
pub struct VersionChanges(pub ChangeCard);

/// The sheet as a screen.
pub fn sheet_view(sheet: &PublishSheet) -> AnyView {
    let agent = sheet.card.agent.clone().unwrap_or_else(|| "The agent".to_owned());
    let ask_again = view! { <p class="card-note ui-muted">{format!("Ask again: tell {agent} to ask once more, and open the new link. Or publish in the editor.")}</p> };
    let open_editor = || view! { <a class="ui-button quiet last" href="/edit">"Open the editor"</a> };
    let open_page = || view! { <a class="ui-button last" href=sheet.url.clone()>"Open it"</a> };
    let foot = match &sheet.state {
        AskState::Open => view! {
            <div class="card-actions">
                <form action=sheet.action.clone() method="post"><button class="ui-button last" autofocus=true>"Publish"</button></form>
                <a class="ui-button quiet last" href="/edit">"Keep as a draft"</a>
            </div>
            <p class="card-note ui-muted">"This publishes just these changes. The link holds once, for ten minutes, and for this version of the draft. To take one out, "<a class="ui-link" href="/edit">"open the editor"</a>"."</p>
        }
        .into_any(),
        AskState::RunOut(at) => view! { {said(&format!("This was asked at {at}."))}{ask_again}<div class="card-actions">{open_editor()}</div> }.into_any(),
        AskState::Changed => view! { {said("The draft was changed since this was asked.")}{ask_again}<div class="card-actions">{open_editor()}</div> }.into_any(),
        AskState::Published(at) => view! {
            {said(&format!("You put it up at {at}."))}
            <div class="card-actions">{open_page()}<a class="ui-button quiet last" href="/settings#leaving">"Unpublish"</a></div>
        }
        .into_any(),
        AskState::LiveOtherwise(at) => view! { {said(&format!("It went up at {at}."))}<div class="card-actions">{open_page()}{open_editor()}</div> }.into_any(),
    };
    let problem = sheet.problem.clone().map(alert);
    // Once it is live, before and after are the same.
    let body = match &sheet.state {
        AskState::Published(_) | AskState::LiveOtherwise(_) => {
            view! { <article class="card">{foot}</article> }.into_any()
        }
        _ => card_view(&sheet.card, false, view! { {problem} {foot} }.into_any()),
    };
    screen(body)
}

/// The changes of one version as a screen.
pub fn version_view(changes: &VersionChanges) -> AnyView {
    let foot = view! { <div class="card-actions"><a class="ui-button quiet last" href="/agents">"Agents"</a><a class="ui-button quiet last" href="/edit">"Open the editor"</a></div> };
    screen(card_view(&changes.0, false, foot.into_any()))
}

fn said(words: &str) -> AnyView {
    view! { <p class="card-said" role="status">{words.to_owned()}</p> }.into_any()
}

fn screen(body: AnyView) -> AnyView {
    view! {
        <div class="ui-wall card-screen">
            {account_header("", ())}
            <div class="ui-shelf low" aria-hidden="true"></div>
            <main>{body}</main>
        </div>
    }
    .into_any()
}
