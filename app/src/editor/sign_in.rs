//! Signing in again over the editor when the session has ended: what was done meanwhile stays, and is sent afterwards.
//! The account is the one whose page this is, so that its work never reaches another one.

use leptos::prelude::*;
use mantel_model::account;
use wasm_bindgen_futures::spawn_local;

use super::sync::reconnect;
use crate::api_client::{self, Failure};
use crate::components::dom;
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;

/// The id of the password field.
const PASSWORD_ID: &str = "sign-in-password";

/// The dialog, while it is open.
pub fn dialog(editor: Editor) -> AnyView {
    let open = Memo::new(move |_| editor.dialog.get() == Some(Dialog::SignIn));
    (move || open.get().then(|| form(editor))).into_any()
}

fn form(editor: Editor) -> AnyView {
    let email = editor.start.with_value(|start| start.email.clone());
    let node = NodeRef::<leptos::html::Dialog>::new();
    let password = NodeRef::<leptos::html::Input>::new();
    let (problem, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
            dom::focus(PASSWORD_ID);
        }
    });
    let sent_email = email.clone();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = password.get_untracked().map(|input| input.value()).unwrap_or_default();
        if typed.is_empty() {
            problem.set(Some(account::PASSWORD_MISSING.to_owned()));
            return dom::focus(PASSWORD_ID);
        }
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        problem.set(None);
        let email = sent_email.clone();
        spawn_local(async move {
            let answer = api_client::post_form("/signin", &[("email", &email), ("password", &typed)]).await;
            busy.set(false);
            match answer {
                Ok(()) => {
                    editor.close_dialog();
                    dom::focus("publish");
                    reconnect::resume(editor).await;
                }
                Err(failure) => {
                    problem.set(Some(sentence(failure)));
                    dom::focus(PASSWORD_ID);
                }
            }
        });
    };
    let wrong = move || problem.with(Option::is_some).to_string();
    view! {
        <dialog class="editor-sign-in" aria-labelledby="sign-in-title" node_ref=node on:close=move |_| editor.dialog_closed()>
            <form novalidate=true on:submit=submit>
                <h2 id="sign-in-title">"Sign in to go on"</h2>
                <p class="ui-muted">"What you did stays here and goes up once you are back."</p>
                <label class="ui-label" for="sign-in-email">"Email"</label>
                <input class="ui-field" id="sign-in-email" type="email" autocomplete="username" readonly=true value=email/>
                <label class="ui-label" for=PASSWORD_ID>"Password"</label>
                <input class="ui-field" id=PASSWORD_ID type="password" autocomplete="current-password" required=true aria-invalid=wrong aria-describedby="sign-in-says" node_ref=password/>
                <p class="ui-warning" id="sign-in-says" role="alert">{move || problem.get()}</p>
                <div class="editor-sign-in-actions">
                    <button type="button" class="ui-button quiet" on:click=move |_| editor.close_dialog()>"Later"</button>
                    <button class="ui-button" aria-disabled=move || busy.get().to_string()>"Sign in"</button>
                </div>
                <p class="ui-muted">"Another way in? "<a class="ui-link" href="/signin?next=%2Fedit" target="_blank" rel="noopener">"The sign-in page"</a>" opens beside this one."</p>
            </form>
        </dialog>
    }
    .into_any()
}

/// What to say about a refusal: the first field that is wrong, or the whole.
fn sentence(failure: Failure) -> String {
    failure.problems.into_iter().next().map_or(failure.words, |problem| problem.message)
}
