//! The publish sheet: what would change for visitors, taken out or put back row by row, then put up (screens, 7).

mod authors;
mod before_after;
mod change_list;
mod change_row;
mod preview_link;
mod publish_button;

use authors::Authors;
use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::api::ChangesView;
use mantel_model::look::Look;
use wasm_bindgen::JsCast;

use super::state::editor::{Editor, Sheet};
use crate::components::{datetime, dom, icon};
use crate::render::look;

/// How far publishing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What would change is looked at.
    Asking,
    /// Under way, in words.
    Going(&'static str),
    /// It is live, as this version.
    Live(u64),
    /// It is not, and why.
    Failed(String),
    /// Somebody added something between the look and the button.
    Overtaken,
}

/// What the sheet's parts share.
#[derive(Clone, Copy)]
pub struct Work {
    /// The editor.
    pub editor: Editor,
    /// How far it is.
    pub stage: RwSignal<Stage>,
    /// What differs; all of the draft while nothing is live.
    pub changes: Memo<ChangesView>,
    /// Who touched what.
    pub authors: RwSignal<Authors>,
    /// How many visits there had been when the changes were last looked at.
    pub seen: RwSignal<usize>,
}

/// The sheet, when it is called for.
pub fn sheet(editor: Editor) -> AnyView {
    let open = Memo::new(move |_| editor.sheet.get() == Some(Sheet::Publish));
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
    let work = Work {
        editor,
        stage: RwSignal::new(Stage::Asking),
        changes,
        authors: RwSignal::new(Authors::default()),
        seen: RwSignal::new(editor.visits.with_untracked(Vec::len)),
    };
    editor.looking.set(None);
    let node = NodeRef::<leptos::html::Dialog>::new();
    let back = StoredValue::new(focused());
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
            dom::focus("publish-now");
            authors::find(work);
        }
    });
    let closed = move |_| {
        editor.sheet.set(None);
        if let Some(id) = back.get_value() {
            dom::focus(id);
        }
    };
    view! {
        <dialog class="e-publish-sheet" aria-labelledby="publish-title" node_ref=node on:close=closed on:click=move |event| outside(node, &event)>
            <div class="e-publish-in">
                <div class="e-publish-list" id="publish-list">
                    <h2 id="publish-title" tabindex="-1">{move || title(work)}</h2>
                    <p class="m-soft e-publish-sub">{move || sub(editor)}</p>
                    {change_list::rows(work)}
                    {preview_link::link()}
                </div>
                <div class="e-publish-side m-wall">
                    <button type="button" class="e-turn e-publish-close" aria-label="Close" on:click=move |_| close(node)>{icon::stroke(icon::CLOSE)}</button>
                    {before_after::shelf(work)}
                    {publish_button::acts(work, node)}
                </div>
            </div>
            {filters(editor)}
        </dialog>
    }
    .into_any()
}

/// What a draft is compared with while nothing is live: the same look, and nothing on it.
fn bare(draft: &Draft) -> Draft {
    Draft { profile: draft.profile.clone(), theme: draft.theme.clone(), tiles: Vec::new() }
}

/// The element that had the focus, by id; the publish button has one.
fn focused() -> Option<String> {
    let id = document().active_element().map(|element| element.id()).filter(|it| !it.is_empty());
    Some(id.unwrap_or_else(|| "publish".to_owned()))
}

/// Closes the dialog; the rest follows from that.
pub fn close(node: NodeRef<leptos::html::Dialog>) {
    if let Some(dialog) = node.get_untracked() {
        dialog.close();
    }
}

/// A tap on the veil closes.
fn outside(node: NodeRef<leptos::html::Dialog>, event: &web_sys::MouseEvent) {
    let veil = event.target().is_some_and(|target| target.has_type::<web_sys::HtmlDialogElement>());
    if veil {
        close(node);
    }
}

/// The filters of looks other than the table's, which brings its own.
fn filters(editor: Editor) -> AnyView {
    let others = Memo::new(move |_| {
        let now = editor.draft.with(|draft| draft.theme.look());
        editor.live.with(|live| live.as_ref().map(|live| live.theme.look())).filter(|live| *live != now)
    });
    let brought = move || {
        others.get().map(|look: Look| {
            let href = editor.start.with_value(|start| start.style(look).map(str::to_owned));
            if let Some(href) = href {
                dom::load_stylesheet(&href);
            }
            look::filters(look)
        })
    };
    brought.into_any()
}

/// How many changes there are: what the rail counts.
pub fn count(changes: &ChangesView) -> usize {
    let own = usize::from(!changes.profile.is_empty()) + usize::from(!changes.theme.is_empty());
    let moved = usize::from(!changes.moved.is_empty());
    changes.added.len() + changes.changed.len() + changes.removed.len() + moved + own
}

fn title(work: Work) -> String {
    match work.stage.get() {
        Stage::Live(_) => return "It is up".to_owned(),
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

fn sub(editor: Editor) -> String {
    match editor.published.get() {
        Some(it) => format!("The live page has stood since {}.", datetime::since(&it.at)),
        None => "Nobody sees it yet. From then on, anyone with its address does.".to_owned(),
    }
}

/// A number at the head of a sentence.
pub fn numeral(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}
