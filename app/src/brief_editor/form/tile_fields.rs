//! The fields of a tile in its open row. An invalid value shows its error; the last valid one stays on the page.

use leptos::prelude::*;
use mantel_model::brief::Item;
use mantel_model::problem::Problem;
use mantel_model::read;
use mantel_model::tile::{Kind, Platform, Size, TileColor};
use serde_json::Value;

use crate::brief_editor::state::BriefEditor;
use crate::components::tile_fields::{self, TextField};
use crate::components::tile_label;

/// All fields of the item.
pub fn fields(editor: BriefEditor, item: &Item) -> AnyView {
    let key = item.key;
    let words = serde_json::to_value(&item.kind).unwrap_or_default();
    let word = |name: &str| words.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let inputs =
        tile_fields::of(item.kind.name()).form.iter().map(|field| input(editor, key, *field, word(field.name)));
    let platform =
        if let Kind::Social(social) = &item.kind { Some(platform(editor, key, social.platform)) } else { None };
    let fields: Vec<AnyView> = platform.into_iter().chain(inputs).collect();
    let has_size = !matches!(item.kind, Kind::Heading(_) | Kind::Social(_));
    view! {
        <div class="brief-fields">
            {fields}
            {has_size.then(|| sizes(editor, key))}
            {has_size.then(|| colors(editor, key))}
        </div>
    }
    .into_any()
}

fn input(editor: BriefEditor, key: u32, field: TextField, value: String) -> AnyView {
    let TextField { label, long, .. } = field;
    let problem = RwSignal::new(None::<String>);
    let change = move |text: String| {
        let mut error = None::<String>;
        editor.edit_item(key, |item| match changed(&item.kind, field, &text) {
            Ok(kind) => item.kind = kind,
            Err(clause) => error = Some(clause),
        });
        problem.set(error.map(|error| tile_label::sentence(&error)));
    };
    let id = format!("f-{key}-{}", label.to_lowercase().replace([' ', ','], "-"));
    let problem_id = format!("{id}-says");
    let invalid = move || problem.with(Option::is_some).to_string();
    let control = if long {
        view! { <textarea class="ui-field dense" id=id.clone() rows="3" aria-invalid=invalid aria-describedby=problem_id.clone() on:input=move |event| change(event_target_value(&event))>{value}</textarea> }.into_any()
    } else {
        view! { <input class="ui-field dense" id=id.clone() value=value autocomplete="off" aria-invalid=invalid aria-describedby=problem_id.clone() on:input=move |event| change(event_target_value(&event))/> }.into_any()
    };
    view! {
        <p class:long=long>
            <label class="ui-label" for=id>{label}</label>
            {control}
            <span class="ui-warning brief-message" id=problem_id aria-live="polite">{move || problem.get()}</span>
        </p>
    }
    .into_any()
}

fn platform(editor: BriefEditor, key: u32, current: Platform) -> AnyView {
    let id = format!("f-{key}-platform");
    let set = move |name: String| {
        if let Some(platform) = Platform::parse(&name) {
            editor.edit_item(key, |item| {
                if let Kind::Social(social) = &mut item.kind {
                    social.platform = platform;
                }
            });
        }
    };
    view! {
        <p>
            <label class="ui-label" for=id.clone()>"Where"</label>
            <select class="ui-field dense" id=id on:change=move |event| set(event_target_value(&event))>
                {Platform::ALL.iter().map(|platform| view! { <option value=platform.as_str() selected=*platform == current>{platform.label()}</option> }).collect_view()}
            </select>
        </p>
    }
    .into_any()
}

fn sizes(editor: BriefEditor, key: u32) -> AnyView {
    let current = editor.memo(move |brief| brief.links.iter().find(|link| link.key == key).map(Item::shown_size));
    let choose = move |size: Size| {
        editor.edit_item(key, |item| item.size = Some(size).filter(|size| *size != item.kind.default_size()));
    };
    let button = |size: Size| {
        view! { <button type="button" aria-pressed=move || (current.get() == Some(size)).to_string() on:click=move |_| choose(size)>{size_glyph(size)}{size.label()}</button> }
    };
    view! { <div class="brief-size"><span class="ui-label">"Size"</span><div class="ui-segmented" role="group" aria-label="Size">{Size::ALL.iter().copied().map(button).collect_view()}</div></div> }.into_any()
}

/// A drawing of the cells that a size takes.
fn size_glyph(size: Size) -> AnyView {
    let (columns, rows) = size.cells();
    view! { <svg class="brief-size-glyph" viewBox="0 0 20 20" aria-hidden="true"><rect x="2" y="2" width=(columns * 8).to_string() height=(rows * 8).to_string() rx="1.5" fill="currentColor"></rect><rect x="2" y="2" width="16" height="16" rx="1.5" fill="none" stroke="currentColor" opacity=".35"></rect></svg> }.into_any()
}

fn colors(editor: BriefEditor, key: u32) -> AnyView {
    let current = editor.memo(move |brief| {
        let item = brief.links.iter().find(|link| link.key == key);
        item.map(|link| link.color.unwrap_or(TileColor::Auto))
    });
    let choose = move |color: TileColor| {
        editor.edit_item(key, |item| item.color = Some(color).filter(|color| *color != TileColor::Auto))
    };
    let button = |color: TileColor| {
        view! { <button type="button" class=format!("brief-color-option ui-color-{color}") title=color.label() aria-label=color.label() aria-pressed=move || (current.get() == Some(color)).to_string() on:click=move |_| choose(color)></button> }
    };
    view! { <div class="brief-color"><span class="ui-label">"Colour: "{move || current.get().map(TileColor::label)}</span><div class="brief-color-options" role="group" aria-label="Colour">{TileColor::ALL.iter().copied().map(button).collect_view()}</div></div> }.into_any()
}

/// The content of a tile with a field set to what was typed; the error is a clause.
fn changed(content: &Kind, field: TextField, typed: &str) -> Result<Kind, String> {
    let problem =
        |problems: Vec<Problem>| problems.into_iter().next().map(|problem| problem.message).unwrap_or_default();
    read::patch_content(content, &field.patch(typed)?).map_err(problem)
}
