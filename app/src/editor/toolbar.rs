//! The rail: whose page, undo and redo, screen and size, who is here, how saving stands, publish.

use leptos::prelude::*;
use mantel_model::edit::Changes;
use mantel_model::sync::DraftSync;

use super::state::editor::{Editor, Leg, Screen, Sheet};
use super::sync::Net;
use crate::components::icon;
use crate::components::logo::logo;

/// The whole rail, and the shelf under it.
pub fn rail(editor: Editor) -> AnyView {
    let host = editor.start.with_value(|start| start.host.clone());
    let url = move || {
        editor.name.track();
        editor.start.with_value(|start| start.page.url.clone())
    };
    // Told as one: its two halves are drawn apart, so that the first can give way.
    let address = {
        let host = host.clone();
        move || format!("{host}/{}", editor.name.get())
    };
    let changes = changes(editor);
    view! {
        <header class="e-rail m-wall">
            {move || logo(changes.get() == 0)}
            <a class="e-address" href=url target="_blank" rel="noopener" aria-label=address><span><span class="m-soft">{format!("{host}/")}</span>{move || editor.name.get()}</span>{icon::stroke(icon::ARROW)}</a>
            <a class="e-settings" href="/settings" aria-label="Settings" title="Settings">{icon::stroke(icon::SETTINGS)}</a>
            <div class="e-turns">
                {turn(editor, "Undo", icon::UNDO, Editor::undoable, Editor::undo)}
                {turn(editor, "Redo", icon::REDO, Editor::redoable, Editor::redo)}
            </div>
            {screens(editor)}
            <button type="button" class="e-size" aria-pressed=move || editor.full.get().to_string() on:click=move |_| editor.full.update(|full| *full = !*full)>{move || if editor.full.get() { "100%" } else { "Fit" }}</button>
            {drawer(editor, Sheet::Tiles, "Tiles", icon::TILES)}
            {drawer(editor, Sheet::Look, "Look", icon::LOOK)}
            <div class="e-end">
                {super::presence::here(editor)}
                {state(editor)}
                <button type="button" class="e-version" aria-expanded=move || (editor.leg.get() == Leg::History).to_string() on:click=move |_| editor.leg.update(|leg| *leg = if *leg == Leg::History { Leg::Tiles } else { Leg::History })>{icon::stroke(icon::HISTORY)}{move || format!("Version {}", editor.desk.with(DraftSync::version))}</button>
                <span class="e-count">{move || counted(changes.get())}</span>
                <button type="button" class="m-button e-publish" id="publish" on:click=move |_| editor.sheet.set(Some(Sheet::Publish))>"Publish"<span class="e-publish-count">{move || match changes.get() { 0 => String::new(), some => format!(" {some}") }}</span></button>
            </div>
        </header>
        <div class="m-shelf low e-shelf" aria-hidden="true"></div>
    }
    .into_any()
}

/// What a narrow rail has no room for: the history and the settings.
pub fn elsewhere(editor: Editor) -> AnyView {
    let history = move |_| {
        super::state::breakpoint::close(editor);
        editor.choose(None);
        editor.leg.set(Leg::History);
    };
    view! {
        <p class="e-elsewhere">
            <button type="button" class="m-words" on:click=history>"History"</button>
            <a class="m-words" href="/settings">"Settings"</a>
        </p>
    }
    .into_any()
}

/// How many things would change with a publish: tiles, the profile, the look.
pub fn changes(editor: Editor) -> Memo<usize> {
    Memo::new(move |_| {
        editor.draft.with(|draft| {
            editor.live.with(|live| match live {
                None => draft.tiles.len() + 1,
                Some(live) if live == draft => 0,
                Some(live) => {
                    let it = Changes::between(live, draft);
                    let moved = usize::from(!it.moved.is_empty());
                    let own = usize::from(!it.profile.is_empty()) + usize::from(!it.theme.is_empty());
                    it.added.len() + it.changed.len() + it.removed.len() + moved + own
                }
            })
        })
    })
}

fn counted(count: usize) -> AnyView {
    match count {
        0 => view! { <span class="m-soft">"Up to date"</span> }.into_any(),
        1 => view! { <i class="e-ring" aria-hidden="true"></i>"1 change" }.into_any(),
        many => view! { <i class="e-ring" aria-hidden="true"></i>{format!("{many} changes")} }.into_any(),
    }
}

fn turn(
    editor: Editor,
    label: &'static str,
    drawing: &'static str,
    able: fn(Editor) -> Option<String>,
    act: fn(Editor),
) -> AnyView {
    let words = Memo::new(move |_| able(editor));
    let title = move || {
        words.get().map_or_else(|| format!("Nothing to {}", label.to_lowercase()), |word| format!("{label}: {word}"))
    };
    view! {
        <button type="button" class="e-turn" aria-label=label title=title aria-disabled=move || words.get().is_none().to_string() on:click=move |_| act(editor)>{icon::stroke(drawing)}</button>
    }
    .into_any()
}

/// Opens a leg that there is no room for.
fn drawer(editor: Editor, sheet: Sheet, label: &'static str, drawing: &'static str) -> AnyView {
    let open = move || (editor.sheet.get() == Some(sheet)).to_string();
    let class = format!("e-drawer for-{}", label.to_lowercase());
    let id = format!("open-{}", label.to_lowercase());
    view! { <button type="button" class=class id=id aria-expanded=open on:click=move |_| super::state::breakpoint::toggle(editor, sheet)>{icon::stroke(drawing)}{label}</button> }.into_any()
}

fn screens(editor: Editor) -> AnyView {
    let one = move |is: Screen, label: &'static str, drawing: &'static str| view! { <button type="button" aria-pressed=move || (editor.screen.get() == is).to_string() on:click=move |_| editor.screen.set(is)>{icon::stroke(drawing)}{label}</button> };
    view! { <div class="m-segment e-screens" role="group" aria-label="Screen">{one(Screen::Desktop, "Desktop", icon::MONITOR)}{one(Screen::Phone, "Phone", icon::DEVICE)}</div> }.into_any()
}

/// All is saved; what waited for the service is told a while.
fn saved(went_up: usize) -> String {
    match went_up {
        0 => "Saved".to_owned(),
        1 => "Saved. Your change went up.".to_owned(),
        many => format!("Saved. All {many} went up."),
    }
}

/// How saving stands (screens, 2 "States").
fn state(editor: Editor) -> AnyView {
    let asked = Memo::new(move |_| editor.desk.with(|desk| desk.conflicts().len()));
    let refused = Memo::new(move |_| editor.desk.with(|desk| desk.rejected().len()));
    let waiting = Memo::new(move |_| editor.desk.with(DraftSync::pending));
    let shown = move || match editor.net.get() {
        Net::SignedOut => ("warn", icon::WARNING, "Signed out".to_owned()),
        Net::Offline if waiting.get() > 0 => ("warn", icon::OFFLINE, format!("Offline, {} kept here", waiting.get())),
        Net::Offline => ("warn", icon::OFFLINE, "Offline".to_owned()),
        Net::Silent => ("warn", icon::SPINNER, "Trying again, nothing lost".to_owned()),
        _ if asked.get() > 0 => ("ember", icon::WARNING, "Changed elsewhere: choose".to_owned()),
        _ if refused.get() > 0 => ("ember", icon::WARNING, "One change didn't fit".to_owned()),
        Net::Busy => ("soft", icon::SPINNER, "Saving".to_owned()),
        Net::Fine => ("", icon::CHECK, saved(editor.went_up.get())),
    };
    view! {
        <button type="button" class="e-state" data-tone=move || shown().0 data-waiting=move || waiting.get().to_string() on:click=move |_| super::presence::show_question(editor)>
            {move || icon::stroke(shown().1)}<span role="status">{move || shown().2}</span>
        </button>
    }
    .into_any()
}
