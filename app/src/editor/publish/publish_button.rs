//! Publishing: the button, what it waits for, the result, and unpublishing.

use leptos::prelude::*;
use mantel_model::api::Published;
use mantel_model::plain_text::changes::count;
use mantel_model::sync::DraftSync;
use mantel_model::template;
use wasm_bindgen_futures::spawn_local;

use super::author_lookup;
use super::page_name;
use super::state::{PublishState, Stage, close, newest_remote_change, numeral};
use crate::api_client;
use crate::components::tile_label::tile_count;
use crate::components::{dom, live_page};
use crate::editor::state::remote_change::RemoteChange;
use crate::editor::state::status::Connection;
use crate::editor::sync;
use crate::editor::sync::session_token::with_token;

type DialogRef = NodeRef<leptos::html::Dialog>;

/// The actions on the right side of the dialog.
pub fn acts(work: PublishState, dialog: DialogRef) -> AnyView {
    // Unsent steps are saved first; publishing then continues by itself.
    Effect::new(move |_| {
        let waiting = work.editor.draft_sync.with(DraftSync::pending);
        let net = work.editor.connection.get();
        if work.stage.get_untracked() != Stage::Going(SAVING) {
            return;
        }
        if waiting == 0 {
            put_up(work);
        } else if !matches!(net, Connection::Online | Connection::Saving) {
            work.stage.set(Stage::Failed(silent()));
        }
    });
    let shown = move || match work.stage.get() {
        Stage::Live(version) => live(work, dialog, version),
        Stage::Going(words) => going(words),
        stage => asking(work, dialog, &stage),
    };
    view! { <div class="editor-publish-actions">{shown}</div> }.into_any()
}

/// Shown while unsent steps are saved.
const SAVING: &str = "Saving first";
/// Shown while the page is being published.
const GOING: &str = "Putting it up";

fn silent() -> String {
    "Not published: the server didn’t answer. Your draft is safe. Try again.".to_owned()
}

fn going(words: &'static str) -> AnyView {
    view! { <p class="editor-publishing" role="status"><i class="editor-publish-dot" aria-hidden="true"></i>{words}</p> }.into_any()
}

fn asking(work: PublishState, dialog: DialogRef, stage: &Stage) -> AnyView {
    let editor = work.editor;
    let changes = Memo::new(move |_| work.changes.with(count));
    let first = Memo::new(move |_| editor.live.with(Option::is_none));
    let fresh = Memo::new(move |_| {
        let seen = work.seen.get();
        editor.remote_changes.with(|remote_changes| {
            let fresh = remote_changes.iter().filter(|change| change.at > seen && change.foreign());
            fresh.cloned().collect::<Vec<_>>()
        })
    });
    let address = readable_address(work);
    let label = move || match (first.get(), changes.get(), fresh.with(Vec::is_empty)) {
        (true, _, true) => format!("Publish at {address}"),
        (false, 0, _) => "Up to date".to_owned(),
        (_, many, false) => format!("Publish all {}", numeral(many).to_lowercase()),
        _ => "Publish".to_owned(),
    };
    let words = match stage {
        Stage::Failed(words) => Some(view! { <p class="editor-publish-error" role="alert">{words.clone()}</p> }.into_any()),
        Stage::Unverified => Some(view! { <p class="editor-publish-error" role="alert">"Not published: your address is not confirmed yet. Open the link that was mailed there, or "<a class="ui-link" href="/settings#email">"have it mailed again"</a>". Your draft is safe."</p> }.into_any()),
        Stage::Overtaken => Some(view! { <p class="editor-publish-error" role="alert">"The page changed meanwhile. Look at the list, then publish."</p> }.into_any()),
        _ => None,
    };
    let press = move |_| {
        if !first.get_untracked() && changes.get_untracked() == 0 {
            close(dialog);
        } else {
            begin(work);
        }
    };
    view! {
        {move || fresh.with(|fresh| (!fresh.is_empty()).then(|| added_meanwhile(work, fresh)))}
        {words}
        {samples(work)}
        {page_name::field(work, Callback::new(move |()| begin(work)))}
        {goes_to(work)}
        <button type="button" class="ui-button last" id="publish-now" on:click=press>{label}</button>
        <button type="button" class="ui-button quiet big" on:click=move |_| close(dialog)>"Keep as a draft"</button>
        {move || (!first.get()).then(|| take_down(work))}
    }
    .into_any()
}

/// The page's address as people read it.
fn readable_address(work: PublishState) -> String {
    work.editor.start.with_value(|start| format!("{}/{}", start.host, start.page.username))
}

/// Sample tiles of the template that are still there, and a way to publish without them: an edit of the draft first, which can
/// be undone, so that what is live is the draft.
fn samples(work: PublishState) -> AnyView {
    let editor = work.editor;
    let samples = Memo::new(move |_| editor.draft.with(template::samples));
    let text = move || match samples.with(Vec::len) {
        1 => "1 tile is still a sample.".to_owned(),
        many => format!("{} are still samples.", tile_count(many)),
    };
    let without = move |_| {
        if !page_name::settle(work) {
            return;
        }
        let ids = samples.get_untracked();
        let mut draft = editor.draft.get_untracked();
        draft.tiles.retain(|tile| !ids.contains(&tile.id));
        editor.replace_draft(&draft, if ids.len() == 1 { "Removed the sample" } else { "Removed the samples" }, "");
        begin(work);
    };
    let shown = move || {
        samples.with(|samples| !samples.is_empty()).then(|| {
            view! { <p class="editor-publish-notice" role="status">{text}" "<button type="button" class="ui-link" id="publish-without-samples" on:click=without>"Remove the samples and publish"</button></p> }
        })
    };
    shown.into_any()
}

fn goes_to(work: PublishState) -> AnyView {
    let editor = work.editor;
    let address = readable_address(work);
    let stays =
        move || editor.published.get().map(|published| format!(" Version {} stays in the history.", published.version));
    view! { <p class="ui-muted">"Goes to "<b class="editor-strong">{address}</b>", its JSON and its llms.txt at once."{stays}</p> }.into_any()
}

/// The notice that others changed something meanwhile: "Claude just added one more. Look first."
fn added_meanwhile(work: PublishState, remote_changes: &[RemoteChange]) -> AnyView {
    let who = remote_changes.last().map(RemoteChange::who).unwrap_or_default();
    let added: usize = remote_changes.iter().map(|change| change.changes.added.len()).sum();
    let all: usize = remote_changes.iter().map(RemoteChange::count).sum();
    let words = match (added == all, all) {
        (true, 1) => format!("{who} just added one more."),
        (true, many) => format!("{who} just added {many} more."),
        (false, 1) => format!("{who} just changed one more."),
        (false, many) => format!("{who} just changed {many} more."),
    };
    let look = move |_| {
        work.seen.set(newest_remote_change(work.editor));
        dom::focus("publish-title");
        author_lookup::find(work);
    };
    view! { <p class="editor-publish-notice" role="status">{words}" "<button type="button" class="ui-link" on:click=look>"Look first"</button></p> }.into_any()
}

fn begin(work: PublishState) {
    if !page_name::settle(work) {
        return;
    }
    if work.editor.draft_sync.with_untracked(DraftSync::pending) > 0 {
        if matches!(work.editor.connection.get_untracked(), Connection::Online | Connection::Saving) {
            work.stage.set(Stage::Going(SAVING));
            sync::flush(work.editor);
        } else {
            work.stage.set(Stage::Failed(silent()));
            sync::wake(work.editor);
        }
    } else {
        put_up(work);
    }
}

/// Publishes exactly the draft that was reviewed.
fn put_up(work: PublishState) {
    let editor = work.editor;
    work.stage.set(Stage::Going(GOING));
    let (base, draft) = editor.draft_sync.with_untracked(|sync| (sync.version(), sync.base().clone()));
    spawn_local(async move {
        match with_token(async |token| api_client::publish_seen(token, base).await).await {
            Ok(reply) => {
                editor.published.set(Some(Published { version: reply.version, at: reply.at }));
                editor.live.set(Some(draft));
                work.stage.set(Stage::Live(reply.version));
                editor.announce(&format!("Live. Version {}.", reply.version));
                dom::focus(live_page::COPY_ID);
            }
            Err(failure) if failure.status == 409 => {
                sync::refresh(editor).await;
                work.stage.set(Stage::Overtaken);
                dom::focus("publish-now");
            }
            Err(failure) if failure.code == "email_not_verified" => {
                work.stage.set(Stage::Unverified);
                dom::focus("publish-now");
            }
            Err(failure) => {
                let words = if matches!(failure.status, 0 | 500..) {
                    silent()
                } else {
                    format!("Not published: {}", failure.words)
                };
                work.stage.set(Stage::Failed(words));
                dom::focus("publish-now");
            }
        }
    });
}

fn live(work: PublishState, dialog: DialogRef, version: u64) -> AnyView {
    view! {
        <p class="editor-publishing lit" role="status"><i class="editor-publish-dot" aria-hidden="true"></i>{format!("Live. Version {version}.")}</p>
        <button type="button" class="ui-button quiet big" on:click=move |_| close(dialog)>"Back to the page"</button>
        {take_down(work)}
    }
    .into_any()
}

/// The address of the page that went live, and the ways to pass it on.
pub fn address(work: PublishState) -> AnyView {
    let url = work.editor.start.with_value(|start| start.page.url.clone());
    view! { <div class="editor-live-page">{live_page::actions(url)}</div> }.into_any()
}

/// The unpublish button, confirmed in place.
fn take_down(work: PublishState) -> AnyView {
    let sure = RwSignal::new(false);
    let failed = RwSignal::new(None::<String>);
    let go = move |_| {
        spawn_local(async move {
            match with_token(async |token| api_client::unpublish(token).await).await {
                Ok(_) => {
                    work.editor.published.set(None);
                    work.editor.live.set(None);
                    work.stage.set(Stage::Asking);
                    work.editor.announce("Taken down. The draft stays.");
                    dom::focus("publish-now");
                }
                Err(failure) => failed.set(Some(failure.words)),
            }
        });
    };
    let ask = move |_| {
        sure.set(true);
        dom::focus("unpublish-keep");
    };
    let shown = move || {
        if sure.get() {
            view! {
                <p class="editor-unpublish"><span>"Nobody will see it any more. The draft stays."</span>
                    <button type="button" class="ui-link" on:click=go>"Unpublish"</button>
                    <button type="button" class="ui-link" id="unpublish-keep" on:click=move |_| sure.set(false)>"Keep it up"</button>
                    {move || failed.get().map(|reason| view! { <span class="ui-warning" role="alert">{reason}</span> })}
                </p>
            }
            .into_any()
        } else {
            view! { <p class="editor-unpublish"><button type="button" class="ui-link" on:click=ask>"Unpublish"</button></p> }
                .into_any()
        }
    };
    shown.into_any()
}
