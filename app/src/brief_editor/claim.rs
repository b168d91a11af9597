//! Make it mine: a name, then an account, then the page goes up. The card slides over the leg.

use leptos::prelude::*;
use mantel_model::{PageFile, Username};

use super::state::Work;
use super::storage;
use crate::api_client;
use crate::api_client::Failure;
use crate::components::dom;

/// How far the claim is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A name is being chosen, or an account made.
    Name,
    /// The page is on its way, in words.
    Going(&'static str),
    /// They have a page already.
    Taken(String),
    /// It stopped, and why.
    Stopped(String, String),
    /// It is made but not up, and why.
    Draft(String, String),
    /// It is live.
    Live(String),
}

/// Opens the card.
pub fn open(work: Work) {
    work.claiming.set(true);
    dom::focus("claim-title");
}

fn close(work: Work) {
    work.claiming.set(false);
    dom::after(0, || {
        if let Ok(Some(it)) = document().query_selector(".n-mine") {
            use wasm_bindgen::JsCast;
            let _ = it.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}

/// The card.
pub fn card(work: Work) -> AnyView {
    let (signed_in, page) = work.start.with_value(|start| (start.signed_in, start.page.clone()));
    let step = RwSignal::new(page.filter(|_| signed_in).map_or(Step::Name, Step::Taken));
    let name = RwSignal::new(String::new());
    let says = RwSignal::new(String::new());
    let free = RwSignal::new(false);
    Effect::new(move |_| {
        if work.claiming.get() && name.with_untracked(String::is_empty) {
            let wished = wished(work);
            if !wished.is_empty() {
                check(&wished, says, free);
                name.set(wished);
            }
        }
    });
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            close(work);
        }
    };
    view! {
        <section class="n-claim" id="claim" role="dialog" aria-labelledby="claim-title" hidden=move || !work.claiming.get() on:keydown=escape>
            <button type="button" class="n-cross n-close" aria-label="Back to the page" on:click=move |_| close(work)>{super::form::cross()}</button>
            {move || match step.get() {
                Step::Name => naming(work, step, name, says, free, signed_in),
                Step::Going(words) => view! { <h2 id="claim-title" tabindex="-1">{words}</h2> }.into_any(),
                Step::Taken(own) => taken(work, step, own),
                Step::Stopped(words, name) => stopped(work, step, words, name),
                Step::Draft(words, own) => draft(work, words, own),
                Step::Live(url) => live(url),
            }}
        </section>
    }
    .into_any()
}

/// The name the brief wishes for, the one chosen before signing in, or one made from the display name.
fn wished(work: Work) -> String {
    if let Some(before) = dom::kept("mantel:name").filter(|it| !it.is_empty()) {
        return before;
    }
    work.held.with_untracked(|it| {
        let own = it.brief.username.as_ref().map(ToString::to_string);
        own.unwrap_or_else(|| {
            let first = it.brief.name.split_whitespace().next().unwrap_or_default().to_lowercase();
            let plain: String = first.chars().filter(|it| it.is_ascii_alphanumeric()).collect();
            if plain.len() >= 3 { plain } else { joined(&it.brief.name) }
        })
    })
}

/// `Ines Harrow` → `ines-harrow`.
fn joined(name: &str) -> String {
    let words = name
        .split_whitespace()
        .map(|word| word.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect::<String>());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Asks whether a name is free; when it is taken, looks for one that is.
fn check(name: &str, says: RwSignal<String>, free: RwSignal<bool>) {
    free.set(false);
    if name.is_empty() {
        return says.set("3 to 30 letters, numbers, - or _.".to_owned());
    }
    if let Err(sentence) = Username::parse(name) {
        return says.set(crate::components::tile_label::sentence(&sentence));
    }
    let name = name.to_owned();
    wasm_bindgen_futures::spawn_local(async move {
        let words = match api_client::check_name(&name).await {
            Ok(it) if it.ok => {
                free.set(true);
                format!("{name} is free")
            }
            Ok(it) if it.code.as_deref() == Some("username_taken") => format!("{name} is taken."),
            Ok(it) => it.reason.unwrap_or_else(|| format!("{name} cannot be used.")),
            Err(failure) => failure.words,
        };
        says.set(words);
    });
}

/// Another name that is free, made from the display name.
fn look_for_another(work: Work, taken: String, says: RwSignal<String>, other: RwSignal<Option<String>>) {
    let full = work.held.with_untracked(|it| joined(&it.brief.name));
    let candidates = [full, format!("{taken}-page"), format!("hello-{taken}")];
    wasm_bindgen_futures::spawn_local(async move {
        for candidate in candidates {
            let fits = candidate != taken && Username::parse(&candidate).is_ok();
            if fits && api_client::check_name(&candidate).await.is_ok_and(|answer| answer.ok) {
                says.set(format!("{taken} is taken. {candidate} is free."));
                other.set(Some(candidate));
                return;
            }
        }
    });
}

fn naming(
    work: Work,
    step: RwSignal<Step>,
    name: RwSignal<String>,
    says: RwSignal<String>,
    free: RwSignal<bool>,
    signed_in: bool,
) -> AnyView {
    let host = work.start.with_value(|start| start.host.clone());
    let turn = StoredValue::new(0_u32);
    let other = RwSignal::new(None::<String>);
    let typed = move |words: String| {
        let words = words.trim().to_lowercase();
        name.set(words.clone());
        other.set(None);
        dom::keep("mantel:name", &words);
        let mine = turn.with_value(|turn| turn.wrapping_add(1));
        turn.set_value(mine);
        dom::after(250, move || {
            if turn.get_value() == mine {
                check(&words, says, free);
            }
        });
    };
    Effect::new(move |_| {
        let asked = name.get_untracked();
        let taken = says.with(|says| says.strip_suffix(" is taken.") == Some(asked.as_str()));
        if taken {
            look_for_another(work, asked, says, other);
        }
    });
    let take = move || {
        other.get().map(|it| {
            let chosen = it.clone();
            let choose = move |_| {
                other.set(None);
                typed(chosen.clone());
                dom::focus("claim-name");
            };
            view! { <button type="button" class="m-words n-other" on:click=choose>{format!("Take {it}")}</button> }
        })
    };
    view! {
        <h2 id="claim-title" tabindex="-1">"Choose your name on the shelf"</h2>
        <div class="n-claim-name">
            <label class="m-label" for="claim-name">"Your page’s address"</label>
            <span class="n-host"><span aria-hidden="true">{format!("{host}/")}</span><input id="claim-name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="30" aria-describedby="claim-says" prop:value=move || name.get() on:input=move |event| typed(event_target_value(&event))/></span>
            <p class="n-says" class:free=move || free.get() id="claim-says" aria-live="polite">{move || says.get()}" "{take}</p>
        </div>
        {if signed_in {
            view! { <button type="button" class="m-button last" on:click=move |_| go(work, step, name.get_untracked(), false)>"Put it up"</button> }.into_any()
        } else {
            entry(work, name)
        }}
    }
    .into_any()
}

/// Plain forms, so that password managers work; the page waits in this browser and the way goes on after them.
fn entry(work: Work, name: RwSignal<String>) -> AnyView {
    let here_before = RwSignal::new(false);
    let (open, invite) = work.start.with_value(|start| (start.open, start.invite));
    let keep = move |_| {
        storage::now(work);
        dom::keep("mantel:name", &name.get_untracked());
    };
    view! {
        <form class="n-entry" method="post" action=move || if here_before.get() { "/signin" } else { "/signup" } on:submit=keep>
            <input type="hidden" name="next" value="/new?claim=go"/>
            <h3>{move || if here_before.get() { "Welcome back" } else { "And a way to come back" }}</h3>
            <p><label class="m-label" for="claim-email">"Email"</label><input class="m-field" id="claim-email" name="email" type="email" autocomplete="username" required=true/></p>
            <p><label class="m-label" for="claim-password">"Password"</label><input class="m-field" id="claim-password" name="password" type="password" required=true minlength="10" autocomplete=move || if here_before.get() { "current-password" } else { "new-password" } aria-describedby="claim-length"/><span class="n-says m-soft" id="claim-length">{move || (!here_before.get()).then_some("At least 10 characters.")}</span></p>
            {move || (invite && !here_before.get()).then(|| view! { <p><label class="m-label" for="claim-invite">"Invitation"</label><input class="m-field" id="claim-invite" name="invite" autocomplete="off" required=true/></p> })}
            {(!open).then(|| view! { <p class="m-warn">"This house takes no new accounts. If you have one, sign in."</p> })}
            <button class="m-button last">{move || if here_before.get() { "Sign in and go on" } else { "Make it mine" }}</button>
            <p class="m-soft">{move || if here_before.get() { "New here? " } else { "Here before? " }}<button type="button" class="m-words" on:click=move |_| here_before.update(|here_before| *here_before = !*here_before)>{move || if here_before.get() { "Make an account" } else { "Sign in" }}</button></p>
            <p class="m-soft n-small">"Your page waits in this browser meanwhile. Nothing goes live before you say so."</p>
        </form>
    }
    .into_any()
}

/// Somebody with a page chooses.
fn taken(work: Work, step: RwSignal<Step>, own: String) -> AnyView {
    let host = work.start.with_value(|start| start.host.clone());
    let name = own.clone();
    view! {
        <h2 id="claim-title" tabindex="-1">{format!("You have {host}/{own}")}</h2>
        <p>"Replace its draft, or keep this as a link. What is live stays until you publish."</p>
        <p class="n-acts">
            <button type="button" class="m-button big" on:click=move |_| go(work, step, name.clone(), true)>"Replace its draft"</button>
            <button type="button" class="m-button quiet big" on:click=move |_| close(work)>"Keep this as a link"</button>
        </p>
    }
    .into_any()
}

fn stopped(work: Work, step: RwSignal<Step>, words: String, name: String) -> AnyView {
    let replace = work.start.with_value(|start| start.page.as_ref() == Some(&name));
    view! {
        <h2 id="claim-title" tabindex="-1">"Not yet"</h2>
        <p role="alert">{words}</p>
        <p class="n-acts">
            <button type="button" class="m-button big" on:click=move |_| go(work, step, name.clone(), replace)>"Try again"</button>
            <button type="button" class="m-button quiet big" on:click=move |_| step.set(Step::Name)>"Another name"</button>
        </p>
    }
    .into_any()
}

fn draft(work: Work, words: String, own: String) -> AnyView {
    let host = work.start.with_value(|start| start.host.clone());
    view! {
        <h2 id="claim-title" tabindex="-1">"Yours, and not live yet"</h2>
        <p>{format!("The draft of {host}/{own} holds this page.")}</p>
        <p role="alert">{words}</p>
        <p class="n-acts"><a class="m-button big" href="/edit">"Go to your page"</a></p>
    }
    .into_any()
}

fn live(url: String) -> AnyView {
    let shown = url.split_once("://").map_or(url.clone(), |it| it.1.to_owned());
    let copied = RwSignal::new(false);
    let address = url.clone();
    let copy = move |_| {
        dom::copy(address.clone(), move |done| {
            copied.set(done);
            dom::after(2000, move || copied.set(false));
        });
    };
    view! {
        <h2 id="claim-title" tabindex="-1">"It is lit"</h2>
        <p class="n-live"><a class="m-words" href=url>{shown}</a></p>
        <p>"Your page is live at this address, for everyone."</p>
        <p class="n-acts"><button type="button" class="m-button quiet big" on:click=copy>{move || if copied.get() { "Copied" } else { "Copy address" }}</button><a class="m-button quiet big" href="/edit">"Edit it"</a></p>
    }
    .into_any()
}

/// Makes the page, or replaces the draft, then puts it up.
fn go(work: Work, step: RwSignal<Step>, name: String, replace: bool) {
    storage::now(work);
    step.set(Step::Going("Carrying it over"));
    wasm_bindgen_futures::spawn_local(async move {
        match carry(work, step, &name, replace).await {
            Ok(next) => step.set(next),
            Err(failure) if failure.status == 401 => {
                work.start.update_value(|start| start.signed_in = false);
                step.set(Step::Stopped(
                    "Your sign-in has ended. Your page waits here: sign in again.".to_owned(),
                    name,
                ));
            }
            Err(failure) => step.set(Step::Stopped(failure.words, name)),
        }
        dom::focus("claim-title");
    });
}

async fn carry(work: Work, step: RwSignal<Step>, name: &str, replace: bool) -> Result<Step, Failure> {
    let bearer = api_client::bearer().await?;
    if !replace && let Some(page) = api_client::own_page(&bearer).await? {
        let own = page.username.to_string();
        work.start.update_value(|start| start.page = Some(own.clone()));
        return Ok(Step::Taken(own));
    }
    let file = PageFile::of(work.draft.get_untracked(), None, &work.start.with_value(|start| start.base.clone()));
    let file = serde_json::to_value(&file).unwrap_or_default();
    let page = api_client::import(&bearer, file, name, replace).await?;
    work.start.update_value(|start| start.page = Some(page.username.to_string()));
    step.set(Step::Going("Putting it up"));
    match api_client::publish(&bearer).await {
        Ok(live) => {
            storage::done();
            dom::forget("mantel:name");
            work.tell("Your page is live");
            Ok(Step::Live(live.url))
        }
        Err(failure) => Ok(Step::Draft(failure.words, page.username.to_string())),
    }
}
