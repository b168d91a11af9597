//! Asks for an address, and says what it becomes before it is added. Addresses are read as in the paste field.

use leptos::prelude::*;
use mantel_model::read::read_tile;
use mantel_model::tile::{Kind, KindName, NewTile, Platform};
use serde_json::json;

use super::Addable;
use crate::components::paste_preview::{Duplicate, PastePreview, PastedTile, Readings, SEED, paste_preview};
use crate::components::tile_fields::address;
use crate::components::{dom, tile_icon, tile_label};
use crate::editor::sidebar;
use crate::editor::state::editor::Editor;

/// The form of a kind.
pub(super) fn form(editor: Editor, kind: Addable, asking: RwSignal<Option<Addable>>, done: Callback<()>) -> AnyView {
    let text = RwSignal::new(String::new());
    let platform = RwSignal::new(Platform::Instagram);
    let problem = RwSignal::new(None::<String>);
    let found = Memo::new(move |_| read(editor, kind, &text.get(), platform.get()));
    let typed = move |event| {
        text.set(event_target_value(&event));
        problem.set(None);
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match found.get_untracked() {
            Ok(pasted) => {
                if sidebar::add(editor, vec![pasted.tile]) {
                    done.run(());
                    dom::focus("add");
                }
            }
            Err(words) => {
                problem.set(Some(words));
                dom::focus("add-address");
            }
        }
    };
    let back = move || {
        asking.set(None);
        dom::focus(format!("add-{}", kind.label().to_lowercase()));
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            event.stop_propagation();
            back();
        }
    };
    let (label, hint) = asked(kind);
    let becomes = move || found.get().ok().map(|pasted| preview(kind, &pasted));
    view! {
        <form class="editor-add-form" novalidate=true aria-label=format!("Add: {}", kind.label()) on:submit=submit on:keydown=key>
            {(kind == Addable::Tile(KindName::Social)).then(|| platforms(platform))}
            <label class="ui-label" for="add-address">{label}</label>
            <input class="ui-field" id="add-address" type="text" inputmode=if kind == Addable::Tile(KindName::Social) { "text" } else { "url" } autocomplete="off" autocapitalize="none" spellcheck="false" placeholder=hint aria-invalid=move || problem.with(Option::is_some).to_string() aria-describedby="add-says" prop:value=move || text.get() on:input=typed/>
            <div id="add-says" aria-live="polite">{becomes}{move || problem.get().map(|words| view! { <p class="ui-warning">{words}</p> })}</div>
            <p class="editor-add-actions"><button class="ui-button">"Add"</button><button type="button" class="ui-link" on:click=move |_| back()>"Back"</button></p>
        </form>
    }
    .into_any()
}

/// The label of the field and an example.
const fn asked(kind: Addable) -> (&'static str, &'static str) {
    match kind {
        Addable::Tile(KindName::Video) => ("Address of the video", "youtu.be/…"),
        Addable::Tile(KindName::Music) => ("Address of the music", "open.spotify.com/…"),
        Addable::Tile(KindName::Github) => ("Repository", "owner/name"),
        Addable::Tile(KindName::Social) => ("Handle or address", "ines.harrow"),
        _ => ("Address", "harrow.example"),
    }
}

fn platforms(platform: RwSignal<Platform>) -> AnyView {
    let choose = move |event: web_sys::Event| {
        if let Some(chosen) = Platform::parse(&event_target_value(&event)) {
            platform.set(chosen);
        }
    };
    view! {
        <label class="ui-label" for="add-platform">"Where"</label>
        <select class="ui-field" id="add-platform" on:change=choose>
            {Platform::ALL.iter().map(|choice| view! { <option value=choice.as_str() selected=*choice == platform.get_untracked()>{choice.label()}</option> }).collect_view()}
        </select>
    }
    .into_any()
}

/// The tile that what was typed becomes.
///
/// # Errors
/// A sentence that says what is missing.
fn read(editor: Editor, kind: Addable, text: &str, platform: Platform) -> Result<PastedTile, String> {
    let text = text.trim();
    let wrong = || match kind {
        Addable::Tile(KindName::Social) => "A handle is needed, like ines.harrow.".to_owned(),
        Addable::Tile(KindName::Github) => "A repository is needed, like tokio-rs/tokio.".to_owned(),
        _ => "An address is needed, like harrow.example.".to_owned(),
    };
    if text.is_empty() {
        return Err(wrong());
    }
    let pasted =
        |text: &str| match editor.draft.with_untracked(|draft| paste_preview(text, draft, &Readings::new(), SEED)) {
            PastePreview::Tiles(list) => list.tiles.into_iter().next(),
            PastePreview::Page(_) => None,
        };
    let is_address = |pasted: &PastedTile| !matches!(pasted.tile.kind, Kind::Text(_) | Kind::Heading(_));
    let known = pasted(text).filter(is_address);
    let handle = || {
        let tile = read_tile(&json!({ "type": "social", "platform": platform, "handle": text }));
        let tile = tile.map_err(|problems| {
            problems.first().map_or_else(wrong, |problem| tile_label::sentence(&problem.message))
        })?;
        Ok(PastedTile { tile, duplicate: Duplicate::No, ambiguity: None })
    };
    match (kind, known) {
        (Addable::Tile(KindName::Social), Some(known)) if matches!(known.tile.kind, Kind::Social(_)) => Ok(known),
        (Addable::Tile(KindName::Social), _) => handle(),
        (_, Some(known)) => Ok(known),
        (Addable::Tile(KindName::Github), None) => Err(wrong()),
        // A host that the paste field takes for a word.
        (_, None) => {
            let url = address(text).map_err(|_| wrong())?;
            pasted(url.as_str()).filter(is_address).ok_or_else(wrong)
        }
    }
}

/// What it becomes, and that it is not what was asked for.
fn preview(asked: Addable, pasted: &PastedTile) -> AnyView {
    let tile: &NewTile = &pasted.tile;
    // Whatever an address becomes is a link, too.
    let fits = asked == Addable::Tile(KindName::Link) || asked == Addable::Tile(tile.kind.name());
    let becomes = sidebar::becomes(tile);
    let words = if fits { becomes } else { format!("No {} was found there. {becomes}.", asked.label().to_lowercase()) };
    let twice = pasted.skip_reason().is_some().then_some(" It is on your page already.");
    view! {
        <p class="editor-paste-preview-row">
            {tile_icon::of(&tile.kind)}
            <span><strong dir="auto">{tile_label::shorten(&tile_label::title(&tile.kind), 60)}</strong><span>{words}{twice}</span></span>
        </p>
    }
    .into_any()
}
