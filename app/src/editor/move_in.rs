//! Moving in from a page elsewhere: a dialog with what was found on one side and, once there is something, the page with
//! it on the other.

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::move_in::EnclosedPicture;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::components::paste_preview::SEED;
use crate::components::{dom, icon};
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;
use crate::editor::upload;
use crate::move_in::{self, Host, HostScreen, Taken};
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;

/// Opens the dialog if the address asks for it: `?move-in`, with the address of a page elsewhere or without, or
/// `?welcome` for the owner of a new page.
pub fn asked(editor: Editor) {
    let (query, _) = dom::query_and_fragment();
    let asks = |name: &str| query.split('&').any(|part| part.split('=').next() == Some(name));
    let welcome = asks("welcome");
    if welcome || asks("move-in") {
        editor.welcome.set(welcome);
        editor.move_in.ask_about(&dom::query_field("move-in"));
        editor.open_dialog(Dialog::MoveIn);
        dom::replace_address("/edit");
    }
}

/// The dialog, while it is open.
pub fn dialog(editor: Editor) -> AnyView {
    let open = Memo::new(move |_| editor.dialog.get() == Some(Dialog::MoveIn));
    (move || open.get().then(|| opened(editor))).into_any()
}

fn opened(editor: Editor) -> AnyView {
    let node = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
            editor.move_in.focus_field();
        }
    });
    let close = move || {
        if let Some(dialog) = node.get_untracked() {
            dialog.close();
        }
    };
    let welcome = editor.welcome.get_untracked();
    let large = RwSignal::new(false);
    let host = host(editor, welcome, close, large);
    let closed = move |_| {
        editor.dialog_closed();
        editor.welcome.set(false);
        editor.move_in.clear();
        dom::focus(if editor.is_phone_layout() { "dock-adding" } else { "paste" });
    };
    let outside = move |event: web_sys::MouseEvent| {
        if event.target().is_some_and(|target| target.has_type::<HtmlDialogElement>()) {
            close();
        }
    };
    let found = Memo::new(move |_| editor.move_in.taken.with(Option::is_some));
    let dropped = move |event: web_sys::DragEvent| {
        editor.move_in.drop_file(&event);
    };
    let close_button = view! { <button type="button" class="editor-tool-button editor-move-in-close" aria-label="Close" on:click=move |_| close()>{icon::stroke(icon::CLOSE)}</button> };
    view! {
        <dialog class="editor-move-in" class:welcome=welcome class:wide=move || found.get() class:large=move || large.get() aria-label="Move in" node_ref=node on:close=closed on:click=outside on:drop=dropped>
            <div class="editor-move-in-body">
                <div class="editor-move-in-panel">
                    {close_button}
                    {move_in::panel(editor.move_in, host, Signal::stored(true))}
                </div>
                {move || found.get().then(|| preview(editor, large))}
            </div>
        </dialog>
    }
    .into_any()
}

fn host(editor: Editor, welcome: bool, close: impl Fn() + Copy + Send + Sync + 'static, large: RwSignal<bool>) -> Host {
    let step = StoredValue::new(None::<u64>);
    Host {
        place: if welcome { HostScreen::Welcome } else { HostScreen::Editor },
        page: editor.draft.into(),
        take: Callback::new(move |taken: Taken| {
            let page = editor.draft.with_untracked(|page| taken.onto(page, seed()));
            large.set(false);
            if editor.replace_draft(&page, &taken.label, "") {
                editor.select(None);
                editor.notify(&taken.label, true);
                step.set_value(editor.notice.with_untracked(|notice| notice.as_ref().and_then(|notice| notice.undo)));
            }
        }),
        picture: Some(Callback::new(move |picture: EnclosedPicture| {
            if let Some(file) = dom::file_of_base64(&picture.base64, &picture.media_type, "picture") {
                upload::replace(editor, file, Selection::Profile);
            }
        })),
        undo: Callback::new(move |()| {
            if let Some(number) = step.get_value() {
                editor.notice.set(None);
                editor.undo_step(number);
            }
            close();
        }),
        done: Callback::new(move |()| close()),
        look: Callback::new(move |()| large.set(true)),
    }
}

/// The seed of the new tiles' ids: another each time, so that moving in twice makes new tiles.
fn seed() -> u64 {
    js_sys::Math::random().to_bits()
}

/// The page with what is chosen.
fn preview(editor: Editor, large: RwSignal<bool>) -> AnyView {
    let page = Memo::new(move |_| {
        editor.move_in.taken.with(|taken| taken.as_ref().map(|taken| editor.draft.with(|page| taken.onto(page, SEED))))
    });
    let drawn = move || page.with(|page| page.as_ref().map(|page| drawing(editor, page)));
    view! {
        <section class="editor-move-in-preview ui-wall" aria-label="Preview">
            <p class="editor-move-in-bar"><span>"Only you see this"</span><button type="button" class="ui-button quiet" on:click=move |_| large.set(false)>"Back to the list"</button></p>
            <div class="move-in-stage" tabindex="0" role="group" aria-label="The page with what is chosen"><div class="move-in-page">{drawn}</div></div>
        </section>
    }
    .into_any()
}

fn drawing(editor: Editor, page: &Draft) -> AnyView {
    let chosen = page.theme.look();
    let filters = (editor.draft.with_untracked(|draft| draft.theme.look()) != chosen).then(|| {
        if let Some(href) = editor.start.with_value(|start| start.style(chosen).map(str::to_owned)) {
            dom::load_stylesheet(&href);
        }
        look::filters(chosen)
    });
    let context = RenderContext { draft: true, miniature: true, ..editor.render_context_untracked() };
    view! { {filters}{page_view(page, &context)} }.into_any()
}
