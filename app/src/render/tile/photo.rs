//! A photo on the page: in the resolution that its box needs, dithered, or as ASCII art (looks, 1.5).

use leptos::prelude::*;
use mantel_model::look::Look;
use mantel_model::number::Zoom;
use mantel_model::photo::{Measure, PictureInfo, ascii, covering};
use mantel_model::profile::Focus;
use mantel_model::theme::Photos;
use mantel_model::tile::Size;

use crate::render::context::{RenderContext, TileTheme};
use crate::render::tile_placement::{TileForm, TilePlacement};

/// A photo of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Photo {
    /// The address, as in the page file.
    pub src: String,
    /// Alternative text; empty when the text beside it says the same.
    pub alt: String,
    /// The focal point, kept in view.
    pub focus: Option<Focus>,
    /// How much the photo is enlarged beyond covering its box.
    pub zoom: Option<Zoom>,
}

/// The box that a photo fills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhotoBox {
    /// Width and height on a wide page, CSS px; the box may be smaller.
    pub desktop: (f64, f64),
    /// Width on a phone: a percentage of the viewport, plus so many CSS px.
    pub phone: (f64, f64),
}

impl PhotoBox {
    /// The box of the avatar, by look (washi's is taller than it is wide).
    pub const fn avatar(look: Look) -> Self {
        let (desktop, phone) = match look {
            Look::Cozy => ((208.0, 200.0), 120.0),
            Look::Washi => ((240.0, 240.0), 162.0),
            Look::Lofi => ((180.0, 180.0), 100.0),
            Look::Painted => ((170.0, 170.0), 132.0),
            Look::Cobalt => ((176.0, 176.0), 116.0),
            Look::Night => ((276.0, 276.0), 124.0),
        };
        Self { desktop, phone: (0.0, phone) }
    }

    /// The box of a tile's photo, by placement and kind.
    pub fn of(placement: &TilePlacement, kind_class: &str) -> Self {
        let (unit, double) = (288.0, 592.0);
        let desktop = match placement.form {
            TileForm::Cell(_) if placement.size.is_some() => placement.size.unwrap_or_default(),
            TileForm::Cell(Size::S) => (unit, unit),
            TileForm::Cell(Size::W) => (double, unit),
            TileForm::Cell(Size::T) => (unit, double),
            TileForm::Cell(Size::L) => (double, double),
            TileForm::Row if matches!(kind_class, "k-image" | "k-video") => (640.0, 360.0),
            TileForm::Row => (160.0, 160.0),
        };
        let narrow = matches!(placement.form, TileForm::Cell(Size::S | Size::T)) && !placement.solo && !placement.free;
        // Less the page's margins and the narrowest frame that a look draws.
        let phone = match placement.form {
            TileForm::Row if desktop.0 < unit => (40.0, 0.0),
            _ if narrow => (50.0, -38.0),
            _ => (100.0, -66.0),
        };
        // A record cover is smaller than its tile.
        if kind_class == "k-music" {
            return Self { desktop: (desktop.0 * 0.65, desktop.1 * 0.65), phone: (phone.0 * 0.65, 0.0) };
        }
        Self { desktop, phone }
    }
}

/// The photo in the theme's photo mode, loaded lazily if `lazy`; nothing for a blocked remote photo.
pub fn view(
    photo: &Photo,
    title: Option<String>,
    photo_box: PhotoBox,
    theme: TileTheme,
    lazy: bool,
    context: &RenderContext,
) -> Option<AnyView> {
    let seen = context.pictures.get(&photo.src);
    if seen.is_none() && context.sealed && is_remote(&photo.src) {
        return None;
    }
    let known = seen.and_then(|seen| seen.measure.map(|measure| (seen, measure)));
    Some(match (theme.photos, known) {
        (Photos::Dither, Some((seen, measure))) => dithered(photo, title, photo_box, lazy, seen, measure),
        (Photos::Ascii, Some((seen, measure))) if seen.sketch.is_some() => {
            ascii_art(photo, photo_box, theme.dark, seen, measure)
        }
        _ => {
            let image = image(photo, title, photo_box, lazy, seen);
            view! { <span class="crop">{image}</span> }.into_any()
        }
    })
}

/// Whether a picture is on another server.
fn is_remote(src: &str) -> bool {
    !src.starts_with('/')
}

/// The image element of a photo with its `srcset`, showing the photo's own colours until it is loaded.
///
/// A `lazy` one is loaded as it comes into view. Any other is decoded synchronously: the largest contentful paint would
/// otherwise wait for another frame, and a photo redrawn in the editor would flash.
pub fn image(
    photo: &Photo,
    title: Option<String>,
    photo_box: PhotoBox,
    lazy: bool,
    seen: Option<&PictureInfo>,
) -> AnyView {
    let (loading, decoding) = if lazy { (Some("lazy"), "async") } else { (None, "sync") };
    let crop = crop_style(photo.focus, photo.zoom);
    let Some(seen) = seen else {
        return view! { <img src=photo.src.clone() alt=photo.alt.clone() data-title=title width="640" height="640" style=crop loading=loading decoding=decoding referrerpolicy="no-referrer"/> }.into_any();
    };
    let zoom = photo.zoom.map_or(1.0, Zoom::get);
    let (width, height) = seen.measure.map_or((640, 640), |measure| (measure.width, measure.height));
    let sizes = seen.measure.map(|measure| sizes(measure, photo_box, zoom));
    let src = seen.at(640);
    let style = [seen.measure.and_then(tint), crop].into_iter().flatten().collect::<Vec<_>>().join(";");
    let style = Some(style).filter(|style| !style.is_empty());
    view! { <img src=src srcset=seen.srcset() sizes=sizes alt=photo.alt.clone() data-title=title width=width.to_string() height=height.to_string() style=style loading=loading decoding=decoding referrerpolicy="no-referrer"/> }.into_any()
}

/// The `sizes` of an image on phone and desktop; to cover its box, an image may be wider than the box.
fn sizes(measure: Measure, photo_box: PhotoBox, zoom: f64) -> String {
    let wide = covering(measure.aspect(), photo_box.desktop, zoom);
    let over = wide / photo_box.desktop.0.max(1.0);
    let (share, more) = (photo_box.phone.0 * over, photo_box.phone.1 * over);
    let phone = match (share.round(), more.round()) {
        (0.0, more) => format!("{more}px"),
        (share, 0.0) => format!("{share}vw"),
        (share, more) => format!("calc({share}vw - {}px)", -more),
    };
    format!("(max-width:599px) {phone}, {wide:.0}px")
}

fn tint(measure: Measure) -> Option<String> {
    measure.tint.map(|[upper, lower]| format!("background:linear-gradient({upper},{lower})"))
}

fn dithered(
    photo: &Photo,
    title: Option<String>,
    photo_box: PhotoBox,
    lazy: bool,
    seen: &PictureInfo,
    measure: Measure,
) -> AnyView {
    let zoom = photo.zoom.map_or(1.0, Zoom::get);
    let src = seen.dotted(covering(measure.aspect(), photo_box.desktop, zoom));
    let (width, height) = (measure.width.to_string(), measure.height.to_string());
    let crop = crop_style(photo.focus, photo.zoom);
    view! { <span class="crop made"><img src=src alt=photo.alt.clone() data-title=title width=width height=height style=crop loading=lazy.then_some("lazy") decoding="async"/></span> }.into_any()
}

/// Letters that cover the box as the photo would; the alternative text is a visually hidden element beside them.
fn ascii_art(photo: &Photo, photo_box: PhotoBox, dark: bool, seen: &PictureInfo, measure: Measure) -> AnyView {
    let zoom = photo.zoom.map_or(1.0, Zoom::get);
    let aspect = measure.aspect();
    let (cols, rows) = ascii::measure(aspect, photo_box.desktop.0, covering(aspect, photo_box.desktop, zoom));
    let text = seen.sketch.as_ref().map(|sketch| ascii::letters(&sketch.grey, (cols, rows), dark)).unwrap_or_default();
    let (x, y) = photo.focus.map_or((50.0, 50.0), |focus| (focus.x.get(), focus.y.get()));
    let style = format!(
        "--cols:{cols};--rows:{rows};--ar:{aspect:.4};left:{x}%;top:{y}%;translate:-{x}% -{y}%;scale:{zoom};transform-origin:{x}% {y}%"
    );
    let alt = (!photo.alt.is_empty()).then(|| view! { <span class="unseen">{photo.alt.clone()}</span> });
    view! { <span class="crop made lettered"><span class="letters" aria-hidden="true" style=style>{text}</span>{alt}</span> }
        .into_any()
}

/// The style that keeps the focal point in view and crops by the zoom (looks, 1.5).
pub fn crop_style(focus: Option<Focus>, zoom: Option<Zoom>) -> Option<String> {
    if focus.is_none() && zoom.is_none() {
        return None;
    }
    let (x, y) = focus.map_or((50.0, 50.0), |focus| (focus.x.get(), focus.y.get()));
    let zoom = zoom.map_or(1.0, Zoom::get);
    Some(format!("object-position:{x}% {y}%;transform:scale({zoom});transform-origin:{x}% {y}%"))
}
