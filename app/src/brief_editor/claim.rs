//! Claiming the page: a name, then an account, then publishing. The card covers the sidebar.

use leptos::prelude::*;
use mantel_model::{PageFile, Username};

use super::state::BriefEditor;
use super::storage;
use crate::api_client;
use crate::api_client::Failure;
use crate::components::{dom, icon, local_storage, tile_label};

/// The key under which the chosen name is stored while its owner signs in.
const NAME_KEY: &str = "mantel:name";

/// The step of the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// Choosing a name, or signing up.
    Name,
    /// The page is being imported or published; the text says which.
    InProgress(&'static str),
    /// The account already has a page, with this name.
    HasPage(String),
    /// It failed.
    Failed { message: String, name: String },
    /// It is imported, but publishing failed.
    Unpublished { message: String, name: String },
    /// It is live at this address.
    Live(String),
}

fn close(editor: BriefEditor) {
    editor.claim_open.set(false);
    dom::after(0, || {
        if let Ok(Some(button)) = document().query_selector(".brief-claim-button") {
            use wasm_bindgen::JsCast;
            let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}

/// The card.
pub fn card(editor: BriefEditor) -> AnyView {
    let (signed_in, page) = editor.start.with_value(|start| (start.signed_in, start.page.clone()));
    let step = RwSignal::new(page.filter(|_| signed_in).map_or(Step::Name, Step::HasPage));
    let name = RwSignal::new(String::new());
    let hint = RwSignal::new(String::new());
    let free = RwSignal::new(false);
    Effect::new(move |_| {
        if editor.claim_open.get() && name.with_untracked(String::is_empty) {
            let suggestion = suggested_name(editor);
            if !suggestion.is_empty() {
                check_name(&suggestion, hint, free);
                name.set(suggestion);
            }
        }
    });
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            close(editor);
        }
    };
    view! {
        <section class="brief-claim" id="claim" role="dialog" aria-labelledby="claim-title" hidden=move || !editor.claim_open.get() on:keydown=escape>
            <button type="button" class="brief-icon-button brief-close" aria-label="Back to the page" on:click=move |_| close(editor)>{icon::stroke(icon::CLOSE)}</button>
            {move || match step.get() {
                Step::Name => name_step(editor, step, name, hint, free, signed_in),
                Step::InProgress(message) => view! { <h2 id="claim-title" tabindex="-1">{message}</h2> }.into_any(),
                Step::HasPage(name) => has_page_step(editor, step, name),
                Step::Failed { message, name } => failed_step(editor, step, message, name),
                Step::Unpublished { message, name } => unpublished_step(editor, message, name),
                Step::Live(url) => live_step(url),
            }}
        </section>
    }
    .into_any()
}

/// The name chosen before signing in, the one in the brief, or one made from the display name.
fn suggested_name(editor: BriefEditor) -> String {
    if let Some(stored) = local_storage::get(NAME_KEY).filter(|name| !name.is_empty()) {
        return stored;
    }
    editor.state.with_untracked(|state| {
        let username = state.brief.username.as_ref().map(ToString::to_string);
        username.unwrap_or_else(|| {
            let first_name = state.brief.name.split_whitespace().next().unwrap_or_default().to_lowercase();
            let plain: String = first_name.chars().filter(char::is_ascii_alphanumeric).collect();
            if plain.len() >= 3 { plain } else { slug(&state.brief.name) }
        })
    })
}

/// `Ines Harrow` → `ines-harrow`.
fn slug(name: &str) -> String {
    let parts = name
        .split_whitespace()
        .map(|word| word.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect::<String>());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Checks whether a name is valid and free.
fn check_name(name: &str, hint: RwSignal<String>, free: RwSignal<bool>) {
    free.set(false);
    if name.is_empty() {
        return hint.set("3 to 30 letters, numbers, - or _.".to_owned());
    }
    if let Err(sentence) = Username::parse(name) {
        return hint.set(tile_label::sentence(&sentence));
    }
    let name = name.to_owned();
    wasm_bindgen_futures::spawn_local(async move {
        let message = match api_client::check_name(&name).await {
            Ok(answer) if answer.ok => {
                free.set(true);
                answer.reason.unwrap_or_else(|| format!("{name} is free"))
            }
            Ok(answer) if answer.code.as_deref() == Some("username_taken") => format!("{name} is taken."),
            Ok(answer) => answer.reason.unwrap_or_else(|| format!("{name} cannot be used.")),
            Err(failure) => failure.words,
        };
        hint.set(message);
    });
}

/// Suggests a free name instead of one that is taken.
fn suggest_free_name(editor: BriefEditor, taken: String, hint: RwSignal<String>, free_name: RwSignal<Option<String>>) {
    let full_name = editor.state.with_untracked(|state| slug(&state.brief.name));
    let candidates = [full_name, format!("{taken}-page"), format!("hello-{taken}")];
    wasm_bindgen_futures::spawn_local(async move {
        for candidate in candidates {
            let fits = candidate != taken && Username::parse(&candidate).is_ok();
            if fits && api_client::check_name(&candidate).await.is_ok_and(|answer| answer.ok) {
                hint.set(format!("{taken} is taken. {candidate} is free."));
                free_name.set(Some(candidate));
                return;
            }
        }
    });
}

fn name_step(
    editor: BriefEditor,
    step: RwSignal<Step>,
    name: RwSignal<String>,
    hint: RwSignal<String>,
    free: RwSignal<bool>,
    signed_in: bool,
) -> AnyView {
    let host = editor.start.with_value(|start| start.host.clone());
    let latest = StoredValue::new(0_u32);
    let free_name = RwSignal::new(None::<String>);
    let typed = move |text: String| {
        let text = text.trim().to_lowercase();
        name.set(text.clone());
        free_name.set(None);
        local_storage::set(NAME_KEY, &text);
        let change = latest.with_value(|latest| latest.wrapping_add(1));
        latest.set_value(change);
        dom::after(250, move || {
            if latest.get_value() == change {
                check_name(&text, hint, free);
            }
        });
    };
    Effect::new(move |_| {
        let checked = name.get_untracked();
        let taken = hint.with(|hint| hint.strip_suffix(" is taken.") == Some(checked.as_str()));
        if taken {
            suggest_free_name(editor, checked, hint, free_name);
        }
    });
    let take = move || {
        free_name.get().map(|suggestion| {
            let chosen = suggestion.clone();
            let choose = move |_| {
                free_name.set(None);
                typed(chosen.clone());
                dom::focus("claim-name");
            };
            view! { <button type="button" class="ui-link brief-suggestion" on:click=choose>{format!("Take {suggestion}")}</button> }
        })
    };
    view! {
        <h2 id="claim-title" tabindex="-1">"Choose your name on the shelf"</h2>
        <div class="brief-claim-name">
            <label class="ui-label" for="claim-name">"Your page’s address"</label>
            <span class="brief-host"><span aria-hidden="true">{format!("{host}/")}</span><input id="claim-name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="30" aria-describedby="claim-says" prop:value=move || name.get() on:input=move |event| typed(event_target_value(&event))/></span>
            <p class="brief-message" class:free=move || free.get() id="claim-says" aria-live="polite">{move || hint.get()}" "{take}</p>
        </div>
        {if signed_in {
            view! { <button type="button" class="ui-button last" on:click=move |_| claim_page(editor, step, name.get_untracked(), false)>"Put it up"</button> }.into_any()
        } else {
            auth_form(editor, name)
        }}
    }
    .into_any()
}

/// Plain forms, so that password managers work; the page is stored in this browser, and the claim continues after
/// signing in.
fn auth_form(editor: BriefEditor, name: RwSignal<String>) -> AnyView {
    let has_account = RwSignal::new(false);
    let (open, invite) = editor.start.with_value(|start| (start.open, start.invite));
    let store = move |_| {
        storage::store(editor);
        local_storage::set(NAME_KEY, &name.get_untracked());
    };
    view! {
        <form class="brief-claim-form" method="post" action=move || if has_account.get() { "/signin" } else { "/signup" } on:submit=store>
            <input type="hidden" name="next" value="/new?claim=go"/>
            <h3>{move || if has_account.get() { "Welcome back" } else { "And a way to come back" }}</h3>
            <p><label class="ui-label" for="claim-email">"Email"</label><input class="ui-field" id="claim-email" name="email" type="email" autocomplete="username" required=true/></p>
            <p><label class="ui-label" for="claim-password">"Password"</label><input class="ui-field" id="claim-password" name="password" type="password" required=true minlength="10" autocomplete=move || if has_account.get() { "current-password" } else { "new-password" } aria-describedby="claim-length"/><span class="brief-message ui-muted" id="claim-length">{move || (!has_account.get()).then_some("At least 10 characters.")}</span></p>
            {move || (invite && !has_account.get()).then(|| view! { <p><label class="ui-label" for="claim-invite">"Invitation"</label><input class="ui-field" id="claim-invite" name="invite" autocomplete="off" required=true/></p> })}
            {(!open).then(|| view! { <p class="ui-warning">"This house takes no new accounts. If you have one, sign in."</p> })}
            <button class="ui-button last">{move || if has_account.get() { "Sign in and go on" } else { "Make it mine" }}</button>
            <p class="ui-muted">{move || if has_account.get() { "New here? " } else { "Here before? " }}<button type="button" class="ui-link" on:click=move |_| has_account.update(|has_account| *has_account = !*has_account)>{move || if has_account.get() { "Make an account" } else { "Sign in" }}</button></p>
            <p class="ui-muted brief-small">"Your page waits in this browser meanwhile. Nothing goes live before you say so."</p>
        </form>
    }
    .into_any()
}

/// For an account with a page: asks whether to replace its draft.
fn has_page_step(editor: BriefEditor, step: RwSignal<Step>, own_name: String) -> AnyView {
    let host = editor.start.with_value(|start| start.host.clone());
    let name = own_name.clone();
    view! {
        <h2 id="claim-title" tabindex="-1">{format!("You have {host}/{own_name}")}</h2>
        <p>"Replace its draft, or keep this as a link. What is live stays until you publish."</p>
        <p class="brief-actions">
            <button type="button" class="ui-button big" on:click=move |_| claim_page(editor, step, name.clone(), true)>"Replace its draft"</button>
            <button type="button" class="ui-button quiet big" on:click=move |_| close(editor)>"Keep this as a link"</button>
        </p>
    }
    .into_any()
}

fn failed_step(editor: BriefEditor, step: RwSignal<Step>, message: String, name: String) -> AnyView {
    let replace = editor.start.with_value(|start| start.page.as_ref() == Some(&name));
    view! {
        <h2 id="claim-title" tabindex="-1">"Not yet"</h2>
        <p role="alert">{message}</p>
        <p class="brief-actions">
            <button type="button" class="ui-button big" on:click=move |_| claim_page(editor, step, name.clone(), replace)>"Try again"</button>
            <button type="button" class="ui-button quiet big" on:click=move |_| step.set(Step::Name)>"Another name"</button>
        </p>
    }
    .into_any()
}

fn unpublished_step(editor: BriefEditor, message: String, name: String) -> AnyView {
    let host = editor.start.with_value(|start| start.host.clone());
    view! {
        <h2 id="claim-title" tabindex="-1">"Yours, and not live yet"</h2>
        <p>{format!("The draft of {host}/{name} holds this page.")}</p>
        <p role="alert">{message}</p>
        <p class="brief-actions"><a class="ui-button big" href="/edit">"Go to your page"</a></p>
    }
    .into_any()
}

fn live_step(url: String) -> AnyView {
    let shown = url.split_once("://").map_or(url.clone(), |(_, rest)| rest.to_owned());
    let copied = RwSignal::new(false);
    let address = url.clone();
    let copy = move |_| {
        dom::copy(address.clone(), move |worked| {
            copied.set(worked);
            dom::after(2000, move || copied.set(false));
        });
    };
    view! {
        <h2 id="claim-title" tabindex="-1">"It is lit"</h2>
        <p class="brief-live-url"><a class="ui-link" href=url>{shown}</a></p>
        <p>"Your page is live at this address, for everyone."</p>
        <p class="brief-actions"><button type="button" class="ui-button quiet big" on:click=copy>{move || if copied.get() { "Copied" } else { "Copy address" }}</button><a class="ui-button quiet big" href="/edit">"Edit it"</a></p>
    }
    .into_any()
}

/// Creates the page, or replaces its draft, then publishes it.
fn claim_page(editor: BriefEditor, step: RwSignal<Step>, name: String, replace: bool) {
    storage::store(editor);
    step.set(Step::InProgress("Carrying it over"));
    wasm_bindgen_futures::spawn_local(async move {
        match import_and_publish(editor, step, &name, replace).await {
            Ok(next) => step.set(next),
            Err(failure) if failure.status == 401 => {
                editor.start.update_value(|start| start.signed_in = false);
                let message = "Your sign-in has ended. Your page waits here: sign in again.".to_owned();
                step.set(Step::Failed { message, name });
            }
            Err(failure) => step.set(Step::Failed { message: failure.words, name }),
        }
        dom::focus("claim-title");
    });
}

async fn import_and_publish(
    editor: BriefEditor,
    step: RwSignal<Step>,
    name: &str,
    replace: bool,
) -> Result<Step, Failure> {
    let bearer = api_client::bearer().await?;
    if !replace && let Some(page) = api_client::own_page(&bearer).await? {
        let own_name = page.username.to_string();
        editor.start.update_value(|start| start.page = Some(own_name.clone()));
        return Ok(Step::HasPage(own_name));
    }
    let file = PageFile::of(editor.draft.get_untracked(), None, &editor.start.with_value(|start| start.base.clone()));
    let file = serde_json::to_value(&file).unwrap_or_default();
    let page = api_client::import(&bearer, file, name, replace).await?;
    editor.start.update_value(|start| start.page = Some(page.username.to_string()));
    step.set(Step::InProgress("Putting it up"));
    match api_client::publish(&bearer).await {
        Ok(live) => {
            storage::remove();
            local_storage::remove(NAME_KEY);
            editor.announce("Your page is live");
            Ok(Step::Live(live.url))
        }
        Err(failure) => Ok(Step::Unpublished { message: failure.words, name: page.username.to_string() }),
    }
}
