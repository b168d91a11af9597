//! The content that every look lays out: picture, kicker, title, description, facts and address.

use leptos::prelude::*;
use mantel_model::Tile;
use mantel_model::facts::{Facts, running_time};
use mantel_model::layout::link_kind::LinkKind;
use mantel_model::layout::size_class;
use mantel_model::number::{Grouping, thousands};
use mantel_model::tile::{Kind, Picture};

use super::markup;
use super::photo::{self, Photo, PhotoBox};
use super::site_icon::SiteIcon;
use crate::components::icon;
use crate::render::context::{RenderContext, TileTheme};

/// The content of a tile, independent of the look.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileContent {
    /// The `k-…` class of the tile's kind.
    pub kind_class: &'static str,
    /// How full the tile is, 1 to 5.
    pub fit: u8,
    /// The address that the tile links to.
    pub href: Option<String>,
    /// The picture's address, alternative text and crop.
    pub picture: Option<Photo>,
    /// The site's icon, in place of a picture; only where the page's pictures are known.
    pub icon: Option<SiteIcon>,
    /// A short label above the title, for looks that show one.
    pub kicker: Option<&'static str>,
    /// The title.
    pub title: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// Whether the description was found at the address, and is not the owner's: only then may a look cut it short.
    pub description_found: bool,
    /// Facts as text, such as a running time, each with its class.
    pub meta: Vec<(&'static str, String)>,
    /// The address as people read it, without its scheme.
    pub address: Option<String>,
}

impl TileContent {
    /// The content of a tile; the owner's text takes precedence over the link's metadata, whose numbers are
    /// grouped so.
    pub fn of(tile: &Tile, facts: Option<&Facts>, grouping: Grouping) -> Self {
        let none = Facts::default();
        let facts = facts.unwrap_or(&none);
        let mut content = match &tile.kind {
            Kind::Link(link) => Self {
                kind_class: LinkKind::of(link, Some(facts)).class(),
                href: Some(link.url.to_string()),
                picture: photo_of(
                    link.image.as_ref().map(ToString::to_string).or_else(|| facts.image.clone()),
                    &link.picture,
                ),
                kicker: (LinkKind::of(link, Some(facts)) == LinkKind::Letter && link.url.as_str().starts_with("http"))
                    .then_some("Newsletter"),
                title: Some(
                    link.title
                        .as_ref()
                        .map(ToString::to_string)
                        .or_else(|| facts.title.clone())
                        .unwrap_or_else(|| link.url.shown_host()),
                ),
                description: link.description.as_ref().map(ToString::to_string).or_else(|| facts.description.clone()),
                description_found: link.description.is_none(),
                address: Some(shown_address(link.url.as_str(), &link.url.shown_host())),
                ..Self::default()
            },
            Kind::Image(image) => Self {
                kind_class: "k-image",
                href: image.url.as_ref().map(ToString::to_string),
                picture: photo_of(Some(image.src.to_string()), &image.picture),
                title: image.title.as_ref().map(ToString::to_string),
                ..Self::default()
            },
            Kind::Video(video) => Self {
                kind_class: "k-video",
                href: Some(video.url.to_string()),
                picture: photo_of(
                    video.image.as_ref().map(ToString::to_string).or_else(|| facts.image.clone()),
                    &video.picture,
                ),
                kicker: Some("Matinee"),
                title: Some(
                    video
                        .title
                        .as_ref()
                        .map(ToString::to_string)
                        .or_else(|| facts.title.clone())
                        .unwrap_or_else(|| "Watch".to_owned()),
                ),
                meta: facts.duration.map(|duration| ("time", running_time(duration))).into_iter().collect(),
                address: Some(video.url.shown_host()),
                ..Self::default()
            },
            Kind::Music(music) => Self {
                kind_class: "k-music",
                href: Some(music.url.to_string()),
                picture: photo_of(
                    music.image.as_ref().map(ToString::to_string).or_else(|| facts.image.clone()),
                    &music.picture,
                ),
                title: Some(
                    music
                        .title
                        .as_ref()
                        .map(ToString::to_string)
                        .or_else(|| facts.title.clone())
                        .unwrap_or_else(|| "Listen".to_owned()),
                ),
                description: facts.artist.clone(),
                description_found: true,
                address: Some(music.url.shown_host()),
                ..Self::default()
            },
            Kind::Github(github) => Self {
                kind_class: "k-github",
                href: Some(format!("https://github.com/{}", github.repo.as_str())),
                title: Some(github.repo.as_str().to_owned()),
                description: facts.description.clone(),
                description_found: true,
                meta: {
                    let mut meta = Vec::new();
                    if let Some(language) = &facts.language {
                        meta.push(("lang", language.clone()));
                    }
                    if let Some(stars) = facts.stars {
                        meta.push(("stars", thousands(stars, grouping)));
                    }
                    meta
                },
                address: Some("github.com".to_owned()),
                ..Self::default()
            },
            Kind::Text(note) => Self {
                kind_class: if size_class::drawn_as_stamp(note) { "k-stamp" } else { "k-note" },
                ..Self::default()
            },
            Kind::Heading(_) => Self { kind_class: "k-heading", ..Self::default() },
            Kind::Social(_) => Self { kind_class: "k-social", ..Self::default() },
        };
        // A picture found at the address makes a postcard, like one set by the owner.
        if content.kind_class == "k-plain" && content.picture.is_some() {
            content.kind_class = "k-postcard";
        }
        content.fit = size_class::fit(&fit_text(tile, &content));
        content
    }

    /// The picture, with the look's play button over a video's; loaded as it comes into view if `lazy`.
    pub fn media(&self, photo_box: PhotoBox, theme: TileTheme, lazy: bool, context: &RenderContext) -> Option<AnyView> {
        if !matches!(self.kind_class, "k-image" | "k-video" | "k-music" | "k-postcard" | "k-plain" | "k-letter") {
            return None;
        }
        let play = (self.kind_class == "k-video").then(|| view! { <span class="play">{icon::play()}</span> });
        let image = match &self.picture {
            Some(photo) => photo::view(photo, self.title.clone(), photo_box, theme, lazy, context)
                .unwrap_or_else(|| blank(self.kind_class)),
            None if matches!(self.kind_class, "k-plain" | "k-letter" | "k-postcard") => return None,
            None => blank(self.kind_class),
        };
        Some(view! { <span class="media">{image}{play}</span> }.into_any())
    }

    /// The text.
    pub fn body(&self, tile: &Tile, context: &RenderContext) -> AnyView {
        match &tile.kind {
            Kind::Text(note) if size_class::drawn_as_stamp(note) => {
                view! { <span class="body"><span class="words">{markup::note(&note.text, context.miniature)}</span></span> }.into_any()
            }
            Kind::Text(note) => {
                view! { <div class="body"><div class="words">{markup::note(&note.text, context.miniature)}</div></div> }.into_any()
            }
            Kind::Heading(heading) if context.miniature => {
                view! { <span class="body"><span class="title">{heading.text.to_string()}</span></span> }.into_any()
            }
            Kind::Heading(heading) => {
                view! { <h2 class="body"><span class="title">{heading.text.to_string()}</span></h2> }.into_any()
            }
            Kind::Social(social) => super::social::sticker(social, 0, context.miniature),
            _ => self.labels(),
        }
    }

    fn labels(&self) -> AnyView {
        let text =
            |class: &'static str, text: Option<String>| text.map(|text| view! { <span class=class>{text}</span> });
        let meta = (!self.meta.is_empty()).then(|| {
            let rows =
                self.meta.iter().cloned().map(
                    |(class, fact)| view! { <span class=class>{(class == "stars").then(icon::star)}{fact}</span> },
                );
            view! { <span class="meta">{rows.collect_view()}</span> }
        });
        let blank = self.title.is_none() && self.description.is_none();
        // A repository shows its host only until its metadata is known.
        let known = self.kind_class == "k-github" && (self.description.is_some() || !self.meta.is_empty());
        let host = self.address.clone().filter(|_| !known);
        view! {
            <span class="body" class:blank=blank>
                {text("kick", self.kicker.map(str::to_owned))}
                {title(self.title.clone(), self.kind_class)}
                {text(if self.description_found { "desc found" } else { "desc" }, self.description.clone())}
                {meta}
                {text("dom", host)}
            </span>
        }
        .into_any()
    }
}

/// The placeholder of a picture.
fn blank(kind_class: &'static str) -> AnyView {
    view! { <span class="crop blank">{icon::kind(kind_class)}</span> }.into_any()
}

/// The title; a repository's name may break after its slash.
fn title(title: Option<String>, kind: &str) -> Option<AnyView> {
    let title = title?;
    Some(match title.split_once('/').filter(|_| kind == "k-github") {
        Some((owner, name)) => {
            view! { <span class="title">{format!("{owner}/")}<wbr/>{name.to_owned()}</span> }.into_any()
        }
        None => view! { <span class="title">{title}</span> }.into_any(),
    })
}

fn photo_of(src: Option<String>, picture: &Picture) -> Option<Photo> {
    Some(Photo {
        src: src?,
        alt: picture.alt.as_ref().map(ToString::to_string).unwrap_or_default(),
        focus: picture.focus,
        zoom: picture.zoom,
    })
}

/// The host and a short path, as people write it: `cal.example/ines`.
fn shown_address(url: &str, host: &str) -> String {
    let path = url
        .split_once("://")
        .and_then(|(_, rest)| rest.split_once('/'))
        .map_or("", |(_, path)| path.trim_end_matches('/'));
    let short = !path.is_empty() && path.len() <= 12 && !path.contains(['?', '#', '%', '/']);
    if short { format!("{host}/{path}") } else { host.to_owned() }
}

/// The text whose length decides how full a tile is: its title or note.
fn fit_text(tile: &Tile, content: &TileContent) -> String {
    match &tile.kind {
        Kind::Text(note) => markup::plain(&note.text),
        Kind::Heading(heading) => heading.text.to_string(),
        Kind::Social(social) => social.handle.to_string(),
        _ => content.title.clone().unwrap_or_default(),
    }
}
