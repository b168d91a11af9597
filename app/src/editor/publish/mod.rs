//! The publish dialog: what would change for visitors, where each change can be undone; then publishing (screens, 7).

mod author_lookup;
mod authors;
mod before_after;
mod change_list;
mod change_row;
mod changes;
mod page_name;
mod preview_link;
mod publish_button;
mod state;

use authors::Authors;
use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::api::ChangesView;
use mantel_model::look::Look;
use mantel_model::plain_text::changes::count;
use state::{PublishState, Stage, close, numeral};
use wasm_bindgen::JsCast;

use crate::components::{datetime, dom, icon};
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::render::look;

/// The dialog, while it is open.
pub fn publish_dialog(editor: Editor) -> AnyView {
    let open = Memo::new(move |_| editor.dialog.get() == Some(Dialog::Publish));
    let shown = move || open.get().then(|| dialog(editor));
    shown.into_any()
}

fn dialog(editor: Editor) -> AnyView {
    let changes = Memo::new(move |_| {
        editor.draft.with(|draft| {
            editor.live.with(|live| match live {
                Some(live) => ChangesView::between(live, draft),
                None => ChangesView::between(&bare(draft), draft),
            })
        })
    });
    let work = PublishState {
        editor,
        stage: RwSignal::new(Stage::Asking),
        changes,
        authors: RwSignal::new(Authors::default()),
        seen: RwSignal::new(state::newest_remote_change(editor)),
        name: RwSignal::new(String::new()),
        name_problem: RwSignal::new(None),
    };
    editor.viewed_version.set(None);
    let node = NodeRef::<leptos::html::Dialog>::new();
    let back = StoredValue::new(focused());
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
            dom::focus(if page_name::is_missing(editor) { "publish-name" } else { "publish-now" });
            author_lookup::find(work);
        }
    });
    let live = Memo::new(move |_| matches!(work.stage.get(), Stage::Live(_)));
    let content = move || {
        if live.get() {
            publish_button::address(work)
        } else {
            view! { {change_list::rows(work)} {preview_link::link()} }.into_any()
        }
    };
    let closed = move |_| {
        editor.dialog_closed();
        if let Some(id) = back.get_value() {
            dom::focus(id);
        }
    };
    view! {
        <dialog class="editor-publish-dialog" aria-labelledby="publish-title" node_ref=node on:close=closed on:click=move |event| outside(node, &event)>
            <div class="editor-publish-body" class:live=move || live.get()>
                <div class="editor-publish-list" id="publish-list">
                    <h2 id="publish-title" tabindex="-1">{move || title(work)}</h2>
                    <p class="ui-muted editor-publish-subtitle">{move || sub(work)}</p>
                    {content}
                </div>
                <div class="editor-publish-side ui-wall">
                    <button type="button" class="editor-tool-button editor-publish-close" aria-label="Close" on:click=move |_| close(node)>{icon::stroke(icon::CLOSE)}</button>
                    {before_after::view(work)}
                    {publish_button::acts(work, node)}
                </div>
            </div>
            {filters(editor)}
        </dialog>
    }
    .into_any()
}

/// What a draft is compared with while nothing is live: the same profile and theme without tiles.
fn bare(draft: &Draft) -> Draft {
    Draft { profile: draft.profile.clone(), theme: draft.theme.clone(), tiles: Vec::new() }
}

/// The id of the focused element, otherwise that of the publish button.
fn focused() -> Option<String> {
    let id = document().active_element().map(|element| element.id()).filter(|text| !text.is_empty());
    Some(id.unwrap_or_else(|| "publish".to_owned()))
}

/// A click on the backdrop closes the dialog.
fn outside(node: NodeRef<leptos::html::Dialog>, event: &web_sys::MouseEvent) {
    let veil = event.target().is_some_and(|target| target.has_type::<web_sys::HtmlDialogElement>());
    if veil {
        close(node);
    }
}

/// The filters of the live page's look if it differs from the canvas's, which has its own.
fn filters(editor: Editor) -> AnyView {
    let others = Memo::new(move |_| {
        let now = editor.draft.with(|draft| draft.theme.look());
        editor.live.with(|live| live.as_ref().map(|live| live.theme.look())).filter(|live| *live != now)
    });
    let content = move || {
        others.get().map(|look: Look| {
            let href = editor.start.with_value(|start| start.style(look).map(str::to_owned));
            if let Some(href) = href {
                dom::load_stylesheet(&href);
            }
            look::filters(look)
        })
    };
    content.into_any()
}

fn title(work: PublishState) -> String {
    match work.stage.get() {
        Stage::Live(_) => return "It is live".to_owned(),
        Stage::Going(words) => return words.to_owned(),
        _ => {}
    }
    if work.editor.live.with(Option::is_none) {
        return "This puts your page up".to_owned();
    }
    match work.changes.with(count) {
        0 => "Everything is up".to_owned(),
        1 => "One change to put up".to_owned(),
        many => format!("{} changes to put up", numeral(many)),
    }
}

fn sub(work: PublishState) -> String {
    if matches!(work.stage.get(), Stage::Live(_)) {
        return "Anyone with this address sees your page.".to_owned();
    }
    match work.editor.published.get() {
        Some(it) => format!("The live page has stood since {}.", datetime::since(&it.at)),
        None => "Nobody sees it yet. From then on, anyone with its address does.".to_owned(),
    }
}
