//! The fields of one tile, in its open row. An invalid value shows why; the last valid one stays on the page.

use leptos::prelude::*;
use mantel_model::brief::Item;
use mantel_model::text::Text;
use mantel_model::tile::{Kind, Picture, Platform, Repo, Size, TileColor};
use mantel_model::{ImageUrl, SafeUrl};

use crate::brief_editor::state::BriefEditor;
use crate::components::tile_label;

/// Sets a field of a tile from its text.
type SetField = fn(&mut Kind, &str) -> Result<(), String>;

/// All fields of the item.
pub fn fields(editor: BriefEditor, item: &Item) -> AnyView {
    let key = item.key;
    let fields = match &item.kind {
        Kind::Link(link) => vec![
            text_input(editor, key, "Title", link.title.as_deref(), set_title),
            text_input(editor, key, "Address", Some(link.url.as_str()), set_url),
            text_area(editor, key, "A line about it", link.description.as_deref(), set_description),
        ],
        Kind::Image(image) => vec![
            text_input(editor, key, "Picture", Some(image.src.as_str()), set_source),
            text_input(editor, key, "Caption", image.title.as_deref(), set_title),
            text_input(editor, key, "Leads to", image.url.as_ref().map(SafeUrl::as_str), set_url),
            text_area(editor, key, "In words, for who cannot see it", image.picture.alt.as_deref(), set_alt),
        ],
        Kind::Video(video) => vec![
            text_input(editor, key, "Title", video.title.as_deref(), set_title),
            text_input(editor, key, "Address", Some(video.url.as_str()), set_url),
        ],
        Kind::Music(music) => vec![
            text_input(editor, key, "Title", music.title.as_deref(), set_title),
            text_input(editor, key, "Address", Some(music.url.as_str()), set_url),
        ],
        Kind::Text(note) => vec![text_area(editor, key, "Words", Some(&note.text), set_text)],
        Kind::Heading(heading) => vec![text_input(editor, key, "Words", Some(&heading.text), set_text)],
        Kind::Github(github) => vec![text_input(editor, key, "Repository", Some(github.repo.as_str()), set_repo)],
        Kind::Social(social) => {
            vec![
                platform(editor, key, social.platform),
                text_input(editor, key, "Handle", Some(&social.handle), set_handle),
            ]
        }
    };
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

fn text_input(editor: BriefEditor, key: u32, label: &'static str, value: Option<&str>, set: SetField) -> AnyView {
    field(editor, key, label, value, set, false)
}

fn text_area(editor: BriefEditor, key: u32, label: &'static str, value: Option<&str>, set: SetField) -> AnyView {
    field(editor, key, label, value, set, true)
}

fn field(
    editor: BriefEditor,
    key: u32,
    label: &'static str,
    value: Option<&str>,
    set: SetField,
    long: bool,
) -> AnyView {
    let problem = RwSignal::new(None::<String>);
    let value = value.unwrap_or_default().to_owned();
    let change = move |text: String| {
        let mut error = None::<String>;
        editor.edit_item(key, |item| error = set(&mut item.kind, text.trim()).err());
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

fn optional<const MAX: usize>(text: &str) -> Result<Option<Text<MAX>>, String> {
    Ok(Some(Text::new(text)?).filter(|text| !text.is_empty()))
}

fn set_title(kind: &mut Kind, text: &str) -> Result<(), String> {
    match kind {
        Kind::Link(link) => link.title = optional(text)?,
        Kind::Image(image) => image.title = optional(text)?,
        Kind::Video(video) => video.title = optional(text)?,
        Kind::Music(music) => music.title = optional(text)?,
        _ => {}
    }
    Ok(())
}

fn set_url(kind: &mut Kind, text: &str) -> Result<(), String> {
    if let Kind::Image(image) = kind {
        image.url = if text.is_empty() { None } else { Some(address(text)?) };
        return Ok(());
    }
    let url = address(text)?;
    match kind {
        Kind::Link(link) => link.url = url,
        Kind::Video(video) => video.url = url,
        Kind::Music(music) => music.url = url,
        _ => {}
    }
    Ok(())
}

/// An address as people write it: the scheme may be missing.
fn address(text: &str) -> Result<SafeUrl, String> {
    if text.is_empty() {
        return Err("an address is needed, like harrow.example".to_owned());
    }
    SafeUrl::parse(text).or_else(|error| SafeUrl::parse(&format!("https://{text}")).map_err(|_| error))
}

fn set_description(kind: &mut Kind, text: &str) -> Result<(), String> {
    if let Kind::Link(link) = kind {
        link.description = optional(text)?;
    }
    Ok(())
}

fn set_source(kind: &mut Kind, text: &str) -> Result<(), String> {
    if let Kind::Image(image) = kind {
        image.src = ImageUrl::parse(text)?;
    }
    Ok(())
}

fn set_alt(kind: &mut Kind, text: &str) -> Result<(), String> {
    let picture: &mut Picture = match kind {
        Kind::Link(link) => &mut link.picture,
        Kind::Image(image) => &mut image.picture,
        Kind::Video(video) => &mut video.picture,
        Kind::Music(music) => &mut music.picture,
        _ => return Ok(()),
    };
    picture.alt = optional(text)?;
    Ok(())
}

fn set_text(kind: &mut Kind, text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("this needs at least one word".to_owned());
    }
    match kind {
        Kind::Text(note) => note.text = Text::new(text)?,
        Kind::Heading(heading) => heading.text = Text::new(text)?,
        _ => {}
    }
    Ok(())
}

fn set_repo(kind: &mut Kind, text: &str) -> Result<(), String> {
    if let Kind::Github(github) = kind {
        github.repo = Repo::parse(text)?;
    }
    Ok(())
}

fn set_handle(kind: &mut Kind, text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("a handle is needed, like ines.harrow".to_owned());
    }
    if let Kind::Social(social) = kind {
        social.handle = Text::new(text)?;
    }
    Ok(())
}
