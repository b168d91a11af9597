//! Controls with few choices: size, colour, zoom, stamp, platform.

use leptos::prelude::*;
use mantel_model::edit::display_name;
use mantel_model::tile::{Kind, Platform, Size, Tile, TileColor};
use mantel_model::{Edit, TileId};
use serde_json::{Value, json};

use super::field_id;
use crate::components::controls::{Slider, SliderSpec};
use crate::components::size_glyph;
use crate::editor::state::editor::Editor;

/// Changes fields of a tile; in the undo label, `verb` stands before the tile's name and `rest` after it.
pub fn set_fields(editor: Editor, id: &TileId, patch: Value, verb: &str, rest: &str, gesture: &str) {
    let name = editor.draft.with_untracked(|draft| draft.tile(id).map(display_name)).unwrap_or_default();
    editor.edit_in_gesture(Edit::Update { id: id.clone(), patch }, &format!("{verb} {name}{rest}"), gesture);
}

/// The four sizes.
pub fn sizes(editor: Editor, id: TileId) -> AnyView {
    let tile = editor.tile(id.clone());
    let now = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile.size)));
    let one = |size: Size| {
        let id = id.clone();
        let choose = move |_| {
            set_fields(editor, &id, json!({ "size": size }), "Made", &format!(" {}", size.label().to_lowercase()), "")
        };
        let control = (size == Size::S).then(|| field_id("size"));
        view! { <button type="button" id=control title=size.label() aria-label=size.label() aria-pressed=move || (now.get() == Some(size)).to_string() on:click=choose>{size_glyph::size(size)}</button> }
    };
    view! {
        <span class="editor-label">"Size"</span>
        <div class="ui-segmented editor-sizes" role="group" aria-label="Size">{Size::ALL.iter().copied().map(one).collect_view()}</div>
    }
    .into_any()
}

/// The colours, drawn in those of the page.
pub fn colors(editor: Editor, now: Memo<Option<TileColor>>, choose: Callback<TileColor>) -> AnyView {
    let accent = editor.draft_memo(|page| {
        let own = page.theme.accent.as_ref().map(ToString::to_string);
        own.unwrap_or_else(|| page.theme.palette.entry().accent.to_string())
    });
    let one = move |color: TileColor| {
        let control = (color == TileColor::Auto).then(|| field_id("color"));
        view! { <button type="button" id=control class=format!("editor-color-option ui-color-{color}") title=color.label() aria-label=color.label() aria-pressed=move || (now.get() == Some(color)).to_string() on:click=move |_| choose.run(color)></button> }
    };
    view! { <div class="editor-color-options" role="group" aria-label="Colour" style=move || format!("--accent:{}", accent.get())>{TileColor::ALL.iter().copied().map(one).collect_view()}</div> }.into_any()
}

/// The colour of one tile, with the colour's name.
pub fn color(editor: Editor, id: TileId) -> AnyView {
    let tile = editor.tile(id.clone());
    let now = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile.color)));
    let choose = Callback::new(move |color: TileColor| {
        set_fields(
            editor,
            &id,
            json!({ "color": color }),
            "Coloured",
            &format!(" {}", color.label().to_lowercase()),
            "",
        );
    });
    view! {
        <span class="editor-label">"Colour"</span>
        <div class="editor-control editor-colors">{colors(editor, now, choose)}<span class="editor-value">{move || now.get().map(TileColor::label)}</span></div>
    }
    .into_any()
}

/// A slider in the inspector's columns; `name` is that of the field in the API, with a path like `pos.r` for fields
/// inside `pos`.
pub fn slider(editor: Editor, name: &str, spec: SliderSpec, value: Memo<f64>, set: Callback<f64>) -> AnyView {
    let control = field_id(name);
    view! {
        <label class="editor-label" for=control.clone()>{spec.label}</label>
        <div class="editor-control editor-slider-control"><Slider id=control spec value set end=Callback::new(move |()| editor.end_gesture())/></div>
    }
    .into_any()
}

/// How far the picture is zoomed in.
pub fn zoom(editor: Editor, id: TileId) -> AnyView {
    let its = id.clone();
    let now = editor.draft_memo(move |page| {
        let zoom = page.tile(&its).and_then(|tile| tile.kind.crop()?.zoom);
        zoom.map_or(1.0, |zoom| zoom.get())
    });
    let set = Callback::new(move |zoom: f64| {
        let value = if zoom <= 1.0 { Value::Null } else { json!(zoom) };
        set_fields(editor, &id, json!({ "zoom": value }), "Zoomed", "", &format!("zoom-{id}"));
    });
    let (low, high) = mantel_model::limits::ZOOM;
    let spec = SliderSpec { label: "Zoom", range: (low, high, 0.1), written: |value| format!("{value:.1}") };
    slider(editor, "zoom", spec, now, set)
}

/// Whether a note is a stamp.
pub fn stamp(editor: Editor, id: TileId) -> AnyView {
    let now = editor.tile(id.clone());
    let now = Memo::new(move |_| {
        now.with(|tile| matches!(tile, Some(Tile { kind: Kind::Text(note), .. }) if note.look.is_some()))
    });
    let turn = move || {
        let (look, words) = if now.get_untracked() { (Value::Null, " a note") } else { (json!("stamp"), " a stamp") };
        set_fields(editor, &id, json!({ "look": look }), "Made", words, "");
    };
    switch("look", "Stamp", now, turn)
}

/// Whether a link leads to the same person elsewhere.
pub fn me(editor: Editor, id: TileId) -> AnyView {
    let now = editor.tile(id.clone());
    let now = Memo::new(move |_| now.with(|tile| matches!(tile, Some(Tile { kind: Kind::Link(link), .. }) if link.me)));
    let turn = move || set_fields(editor, &id, json!({ "me": !now.get_untracked() }), "Changed", "", "");
    switch("me", "This is me, too", now, turn)
}

/// A switch for a field.
fn switch(name: &'static str, label: &'static str, now: Memo<bool>, turn: impl Fn() + 'static) -> AnyView {
    let says = format!("its-{name}-name");
    view! {
        <span class="editor-label" id=says.clone()>{label}</span>
        <div class="editor-control"><button type="button" class="editor-switch" id=field_id(name) role="switch" aria-labelledby=says aria-checked=move || now.get().to_string() on:click=move |_| turn()></button></div>
    }
    .into_any()
}

/// Whether a heading that is moved in the list takes the tiles of its section along.
pub fn takes_tiles_along(editor: Editor) -> AnyView {
    let turn = move |_| editor.heading_alone.update(|alone| *alone = !*alone);
    view! {
        <span class="editor-label" id="its-section-name">"Moves with its tiles"</span>
        <div class="editor-control"><button type="button" class="editor-switch" role="switch" aria-labelledby="its-section-name" aria-checked=move || (!editor.heading_alone.get()).to_string() on:click=turn></button></div>
    }
    .into_any()
}

/// The platform of a handle.
pub fn platform(editor: Editor, id: TileId) -> AnyView {
    let now = super::text_field::value(editor, id.clone(), "platform");
    let set = move |name: String| {
        if let Some(it) = Platform::parse(&name) {
            set_fields(editor, &id, json!({ "platform": it }), "Changed", "", "");
        }
    };
    let control = field_id("platform");
    view! {
        <label class="editor-label" for=control.clone()>"Where"</label>
        <div class="editor-control">
            <select class="ui-field dense" id=control prop:value=move || now.get() on:change=move |event| set(event_target_value(&event))>
                {Platform::ALL.iter().map(|platform| view! { <option value=platform.as_str() selected=platform.as_str() == now.get_untracked()>{platform.label()}</option> }).collect_view()}
            </select>
        </div>
    }
    .into_any()
}
