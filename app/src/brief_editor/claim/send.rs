//! Sending a claim: an account if there is none, the page as its draft, and then, if it was asked for, publishing.

use leptos::prelude::*;
use mantel_model::{PageFile, Problem};
use wasm_bindgen_futures::spawn_local;

use super::name;
use super::state::{Claim, Goal, Step};
use crate::api_client::{self, Failure};
use crate::brief_editor::storage;
use crate::components::dom;

/// Claims the page in the editor. A refusal is shown beside the field concerned, and leaves all fields as they are.
pub fn claim(claim: Claim, goal: Goal) {
    let nameless = claim.editor.state.with_untracked(|state| state.brief.name.trim().is_empty());
    if nameless && goal == Goal::Publish {
        return claim.refuse(vec![Problem::new("/name", "Give your page a name first.")]);
    }
    begin(claim, async move {
        let name = claim.name.get_untracked();
        if !claim.signed_in.get_untracked() {
            sign_up_or_in(claim, &name).await?;
        }
        let bearer = api_client::bearer().await?;
        if let Some(page) = api_client::own_page(&bearer).await? {
            let own_name = page.username.to_string();
            claim.editor.start.update_value(|start| start.page = Some(own_name.clone()));
            return Ok(Some(Step::HasPage(own_name)));
        }
        save(claim, &bearer, &name, false).await?;
        finish(claim, &bearer, name, goal).await
    });
}

/// Replaces the draft of the page with this name; what is live stays.
pub fn replace(claim: Claim, name: String) {
    begin(claim, async move {
        let bearer = api_client::bearer().await?;
        save(claim, &bearer, &name, true).await?;
        finish(claim, &bearer, name, Goal::Draft).await
    });
}

/// Publishes the draft that is saved already.
pub fn publish_again(claim: Claim, name: String) {
    begin(claim, async move {
        let bearer = api_client::bearer().await?;
        finish(claim, &bearer, name, Goal::Publish).await
    });
}

/// Runs one attempt at a time, and shows its outcome.
fn begin(claim: Claim, attempt: impl Future<Output = Result<Option<Step>, Failure>> + 'static) {
    if claim.in_progress.with_untracked(Option::is_some) {
        return;
    }
    storage::store(claim.editor);
    claim.problems.set(Vec::new());
    claim.in_progress.set(Some("Carrying it over"));
    spawn_local(async move {
        match attempt.await {
            Ok(Some(step)) => {
                claim.step.set(step);
                claim.in_progress.set(None);
                dom::focus("claim-title");
            }
            // The editor of the page opens.
            Ok(None) => claim.in_progress.set(Some("Opening your draft")),
            Err(failure) => {
                claim.in_progress.set(None);
                if failure.status == 401 && claim.signed_in.get_untracked() {
                    claim.signed_in.set(false);
                    claim.has_account.set(true);
                    claim.step.set(Step::Form);
                    let message = "Your sign-in has ended. Your page waits here: sign in again.";
                    claim.refuse(vec![Problem::new("", message)]);
                } else {
                    claim.refuse_failure(failure);
                }
            }
        }
    });
}

/// Signs in, or makes an account once the name is known to be free.
async fn sign_up_or_in(claim: Claim, name: &str) -> Result<(), Failure> {
    let (email, password, invite) =
        (claim.email.get_untracked(), claim.password.get_untracked(), claim.invite.get_untracked());
    let fields =
        [("email", email.as_str()), ("password", password.as_str()), ("invite", invite.as_str()), ("next", "/new")];
    if claim.has_account.get_untracked() {
        api_client::post_form("/signin", &fields).await?;
    } else {
        let checked = api_client::check_name(name).await?;
        if !checked.ok {
            let other = checked.suggestion.map(|other| format!(" {other} is free.")).unwrap_or_default();
            let message = format!("{}{other}", checked.reason.unwrap_or_default());
            return Err(Failure::of_fields(vec![Problem::new("/username", message)]));
        }
        api_client::post_form("/signup", &fields).await?;
    }
    claim.editor.start.update_value(|start| start.signed_in = true);
    claim.signed_in.set(true);
    Ok(())
}

/// Saves the page in the editor as the draft of the page with this name.
async fn save(claim: Claim, bearer: &str, name: &str, replace: bool) -> Result<(), Failure> {
    let editor = claim.editor;
    let file = PageFile::of(editor.draft.get_untracked(), None, &editor.start.with_value(|start| start.base.clone()));
    let file = serde_json::to_value(&file).unwrap_or_default();
    let page = api_client::import(bearer, file, name, replace).await?;
    editor.start.update_value(|start| start.page = Some(page.username.to_string()));
    storage::remove();
    name::forget();
    Ok(())
}

/// What comes after the draft is saved: publishing, or the editor of the page, which gives `None`.
async fn finish(claim: Claim, bearer: &str, name: String, goal: Goal) -> Result<Option<Step>, Failure> {
    if goal == Goal::Draft {
        let _ = window().location().assign("/edit");
        return Ok(None);
    }
    claim.in_progress.set(Some("Putting it up"));
    Ok(Some(match api_client::publish(bearer).await {
        Ok(live) => {
            claim.editor.live_url.set(Some(live.url.clone()));
            claim.editor.announce("Your page is live");
            Step::Live(live.url)
        }
        Err(failure) => Step::Unpublished { message: failure.words, name },
    }))
}
