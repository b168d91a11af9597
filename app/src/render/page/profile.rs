//! The profile: avatar, name, bio, location, and the social handles as one group (looks, 1.2 "social").

use leptos::prelude::*;
#[cfg(feature = "ssr")]
use leptos::tachys::html::attribute::custom::CustomAttribute;
use mantel_model::tile::{Kind, Social};
use mantel_model::{Draft, TileId};

use crate::render::context::RenderContext;
use crate::render::look;
#[cfg(feature = "ssr")]
use crate::render::tile::heat;
use crate::render::tile::photo::{self, Photo, PhotoBox};
use crate::render::tile::{markup, social};

/// The header of a page.
pub fn view(draft: &Draft, context: &RenderContext) -> AnyView {
    let profile = &draft.profile;
    let name = profile.name.to_string();
    let bare = profile.avatar.is_none();
    let long = name.chars().count() > 20;
    // Looks that seal with the first letter read it from here.
    let letter = name.chars().find(|character| character.is_alphanumeric());
    let letter = letter.map(|letter| letter.to_uppercase().to_string());
    let title = if context.miniature {
        view! { <p class="name" data-letter=letter>{name}</p> }.into_any()
    } else {
        // In the editors the name may still be empty: then it is no heading.
        let unnamed = name.is_empty().then_some("presentation");
        view! { <h1 class="name" role=unnamed data-letter=letter>{name}</h1> }.into_any()
    };
    view! {
        <header class="profile" class:bare=bare class:long=long>
            <span class="paper" aria-hidden="true"></span>
            {avatar(draft, context)}
            <div class="who">
                {title}
                {profile.bio.as_ref().map(|bio| view! { <p class="bio">{markup::lines(bio)}</p> })}
                {profile.location.as_ref().map(|location| view! { <p class="place"><span class="pin" aria-hidden="true"></span>{location.to_string()}</p> })}
            </div>
            {socials(draft, context)}
            <span class="deco" aria-hidden="true">{look::profile_ornament(draft)}{(!context.miniature).then(|| look::seal_symbol(draft))}</span>
        </header>
    }
    .into_any()
}

fn avatar(draft: &Draft, context: &RenderContext) -> Option<AnyView> {
    let profile = &draft.profile;
    let source = profile.avatar.as_ref()?;
    let seen = context.pictures.get(source.as_str());
    if seen.is_none() && context.sealed && source.as_str().starts_with("http") {
        return None;
    }
    let (focus, zoom) = (profile.avatar_focus, profile.avatar_zoom);
    let photo = Photo { src: source.to_string(), alt: String::new(), focus, zoom };
    let initial = profile.name.as_str().chars().next().map(String::from);
    let image = photo::image(&photo, initial, PhotoBox::avatar(draft.theme.look()), context.is_below(), seen);
    Some(
        view! {
            <div class="avatar">
                <span class="frame">{image}</span>
                <span class="clip" aria-hidden="true"></span>
            </div>
        }
        .into_any(),
    )
}

/// The social tiles in the group: all but those placed on a canvas.
fn socials(draft: &Draft, context: &RenderContext) -> Option<AnyView> {
    let inert = context.miniature;
    let canvas = draft.theme.layout == mantel_model::theme::Layout::Canvas;
    let group: Vec<(&TileId, &Social)> = draft
        .tiles
        .iter()
        .filter(|tile| !(canvas && tile.pos.is_some()))
        .filter_map(|tile| if let Kind::Social(social) = &tile.kind { Some((&tile.id, social)) } else { None })
        .collect();
    let many = group.len() > 4;
    let item = |(index, (id, social))| {
        let sticker = social::sticker(social, index, inert);
        #[cfg(feature = "ssr")]
        let sticker = heat::lit(context.heat.get(id), sticker);
        let item = view! { <li id=(!inert).then(|| format!("tile-{id}"))>{sticker}</li> };
        #[cfg(feature = "ssr")]
        let item = item.attr("style", context.heat.get(id).map(heat::style));
        item
    };
    (!group.is_empty()).then(|| {
        view! {
            <ul class="socials" class:many=many>
                {group.into_iter().enumerate().map(item).collect_view()}
            </ul>
        }
        .into_any()
    })
}
