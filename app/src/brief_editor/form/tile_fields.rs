//! The fields of one tile, in its opened row. A value that does not fit says why; the last that did stays on the page.

use leptos::prelude::*;
use mantel_model::brief::Item;
use mantel_model::text::Text;
use mantel_model::tile::{Kind, Picture, Platform, Repo, Size, TileColor};
use mantel_model::{ImageUrl, SafeUrl};

use crate::brief_editor::state::Work;

type Put = fn(&mut Kind, &str) -> Result<(), String>;

/// Everything that can be said of the item.
pub fn fields(work: Work, item: &Item) -> AnyView {
    let key = item.key;
    let own = match &item.kind {
        Kind::Link(it) => vec![
            line(work, key, "Title", it.title.as_deref(), set_title),
            line(work, key, "Address", Some(it.url.as_str()), set_url),
            words(work, key, "A line about it", it.description.as_deref(), set_description),
        ],
        Kind::Image(it) => vec![
            line(work, key, "Picture", Some(it.src.as_str()), set_source),
            line(work, key, "Caption", it.title.as_deref(), set_title),
            line(work, key, "Leads to", it.url.as_ref().map(SafeUrl::as_str), set_url),
            words(work, key, "In words, for who cannot see it", it.picture.alt.as_deref(), set_alt),
        ],
        Kind::Video(it) => vec![
            line(work, key, "Title", it.title.as_deref(), set_title),
            line(work, key, "Address", Some(it.url.as_str()), set_url),
        ],
        Kind::Music(it) => vec![
            line(work, key, "Title", it.title.as_deref(), set_title),
            line(work, key, "Address", Some(it.url.as_str()), set_url),
        ],
        Kind::Text(it) => vec![words(work, key, "Words", Some(&it.text), set_words)],
        Kind::Heading(it) => vec![line(work, key, "Words", Some(&it.text), set_words)],
        Kind::Github(it) => vec![line(work, key, "Repository", Some(it.repo.as_str()), set_repo)],
        Kind::Social(it) => {
            vec![platform(work, key, it.platform), line(work, key, "Handle", Some(&it.handle), set_handle)]
        }
    };
    let grown = !matches!(item.kind, Kind::Heading(_) | Kind::Social(_));
    view! {
        <div class="n-fields">
            {own}
            {grown.then(|| sizes(work, key))}
            {grown.then(|| colors(work, key))}
        </div>
    }
    .into_any()
}

fn line(work: Work, key: u32, label: &'static str, value: Option<&str>, set: Put) -> AnyView {
    one(work, key, label, value, set, false)
}

fn words(work: Work, key: u32, label: &'static str, value: Option<&str>, set: Put) -> AnyView {
    one(work, key, label, value, set, true)
}

fn one(work: Work, key: u32, label: &'static str, value: Option<&str>, set: Put, long: bool) -> AnyView {
    let problem = RwSignal::new(None::<String>);
    let value = value.unwrap_or_default().to_owned();
    let take = move |words: String| {
        let mut refused = None::<String>;
        work.edit_item(key, |item| refused = set(&mut item.kind, words.trim()).err());
        problem.set(refused.map(|refused| crate::components::tile_label::sentence(&refused)));
    };
    let id = format!("f-{key}-{}", label.to_lowercase().replace([' ', ','], "-"));
    let says = format!("{id}-says");
    let wrong = move || problem.with(Option::is_some).to_string();
    let field = if long {
        view! { <textarea class="m-field dense" id=id.clone() rows="3" aria-invalid=wrong aria-describedby=says.clone() on:input=move |event| take(event_target_value(&event))>{value}</textarea> }.into_any()
    } else {
        view! { <input class="m-field dense" id=id.clone() value=value autocomplete="off" aria-invalid=wrong aria-describedby=says.clone() on:input=move |event| take(event_target_value(&event))/> }.into_any()
    };
    view! {
        <p class:long=long>
            <label class="m-label" for=id>{label}</label>
            {field}
            <span class="m-warn n-says" id=says aria-live="polite">{move || problem.get()}</span>
        </p>
    }
    .into_any()
}

fn platform(work: Work, key: u32, now: Platform) -> AnyView {
    let id = format!("f-{key}-platform");
    let set = move |name: String| {
        if let Some(platform) = Platform::parse(&name) {
            work.edit_item(key, |item| {
                if let Kind::Social(social) = &mut item.kind {
                    social.platform = platform;
                }
            });
        }
    };
    view! {
        <p>
            <label class="m-label" for=id.clone()>"Where"</label>
            <select class="m-field dense" id=id on:change=move |event| set(event_target_value(&event))>
                {Platform::ALL.iter().map(|platform| view! { <option value=platform.as_str() selected=*platform == now>{platform.label()}</option> }).collect_view()}
            </select>
        </p>
    }
    .into_any()
}

fn sizes(work: Work, key: u32) -> AnyView {
    let now = work.part(move |it| it.links.iter().find(|link| link.key == key).map(Item::shown_size));
    let choose = move |size: Size| {
        work.edit_item(key, |item| item.size = Some(size).filter(|it| *it != item.kind.default_size()));
    };
    let one = |size: Size| {
        view! { <button type="button" aria-pressed=move || (now.get() == Some(size)).to_string() on:click=move |_| choose(size)>{glyph(size)}{size.label()}</button> }
    };
    view! { <div class="n-size"><span class="m-label">"Size"</span><div class="m-segment" role="group" aria-label="Size">{Size::ALL.iter().copied().map(one).collect_view()}</div></div> }.into_any()
}

/// The cells a size takes, as a small drawing.
fn glyph(size: Size) -> AnyView {
    let (columns, rows) = size.cells();
    view! { <svg class="n-glyph" viewBox="0 0 20 20" aria-hidden="true"><rect x="2" y="2" width=(columns * 8).to_string() height=(rows * 8).to_string() rx="1.5" fill="currentColor"></rect><rect x="2" y="2" width="16" height="16" rx="1.5" fill="none" stroke="currentColor" opacity=".35"></rect></svg> }.into_any()
}

fn colors(work: Work, key: u32) -> AnyView {
    let now = work
        .part(move |it| it.links.iter().find(|link| link.key == key).map(|link| link.color.unwrap_or(TileColor::Auto)));
    let choose = move |color: TileColor| {
        work.edit_item(key, |item| item.color = Some(color).filter(|it| *it != TileColor::Auto))
    };
    let one = |color: TileColor| {
        view! { <button type="button" class=format!("n-dye d-{color}") title=color.label() aria-label=color.label() aria-pressed=move || (now.get() == Some(color)).to_string() on:click=move |_| choose(color)></button> }
    };
    view! { <div class="n-color"><span class="m-label">"Colour: "{move || now.get().map(TileColor::label)}</span><div class="n-dyes" role="group" aria-label="Colour">{TileColor::ALL.iter().copied().map(one).collect_view()}</div></div> }.into_any()
}

fn some<const MAX: usize>(words: &str) -> Result<Option<Text<MAX>>, String> {
    Ok(Some(Text::new(words)?).filter(|it| !it.is_empty()))
}

fn set_title(kind: &mut Kind, words: &str) -> Result<(), String> {
    match kind {
        Kind::Link(it) => it.title = some(words)?,
        Kind::Image(it) => it.title = some(words)?,
        Kind::Video(it) => it.title = some(words)?,
        Kind::Music(it) => it.title = some(words)?,
        _ => {}
    }
    Ok(())
}

fn set_url(kind: &mut Kind, words: &str) -> Result<(), String> {
    if let Kind::Image(it) = kind {
        it.url = if words.is_empty() { None } else { Some(address(words)?) };
        return Ok(());
    }
    let url = address(words)?;
    match kind {
        Kind::Link(it) => it.url = url,
        Kind::Video(it) => it.url = url,
        Kind::Music(it) => it.url = url,
        _ => {}
    }
    Ok(())
}

/// An address as people write it: the scheme may be missing.
fn address(words: &str) -> Result<SafeUrl, String> {
    if words.is_empty() {
        return Err("an address is needed, like harrow.example".to_owned());
    }
    SafeUrl::parse(words).or_else(|error| SafeUrl::parse(&format!("https://{words}")).map_err(|_| error))
}

fn set_description(kind: &mut Kind, words: &str) -> Result<(), String> {
    if let Kind::Link(it) = kind {
        it.description = some(words)?;
    }
    Ok(())
}

fn set_source(kind: &mut Kind, words: &str) -> Result<(), String> {
    if let Kind::Image(it) = kind {
        it.src = ImageUrl::parse(words)?;
    }
    Ok(())
}

fn set_alt(kind: &mut Kind, words: &str) -> Result<(), String> {
    let picture: &mut Picture = match kind {
        Kind::Link(it) => &mut it.picture,
        Kind::Image(it) => &mut it.picture,
        Kind::Video(it) => &mut it.picture,
        Kind::Music(it) => &mut it.picture,
        _ => return Ok(()),
    };
    picture.alt = some(words)?;
    Ok(())
}

fn set_words(kind: &mut Kind, words: &str) -> Result<(), String> {
    if words.is_empty() {
        return Err("this needs at least one word".to_owned());
    }
    match kind {
        Kind::Text(it) => it.text = Text::new(words)?,
        Kind::Heading(it) => it.text = Text::new(words)?,
        _ => {}
    }
    Ok(())
}

fn set_repo(kind: &mut Kind, words: &str) -> Result<(), String> {
    if let Kind::Github(it) = kind {
        it.repo = Repo::parse(words)?;
    }
    Ok(())
}

fn set_handle(kind: &mut Kind, words: &str) -> Result<(), String> {
    if words.is_empty() {
        return Err("a handle is needed, like ines.harrow".to_owned());
    }
    if let Kind::Social(it) = kind {
        it.handle = Text::new(words)?;
    }
    Ok(())
}
