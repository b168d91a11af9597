//! A picture as it is printed: in the size its place needs, in dots, or in letters (looks, 1.5).

use leptos::prelude::*;
use mantel_model::look::Look;
use mantel_model::number::Zoom;
use mantel_model::photo::{Measure, Seen, ascii, covering};
use mantel_model::profile::Focus;
use mantel_model::theme::{Photos, Theme};
use mantel_model::tile::Size;

use super::Placed;
use crate::render::page::{Form, RenderContext};

/// What a theme decides of every tile's drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dress {
    /// The look.
    pub look: Look,
    /// How photographs are printed.
    pub photos: Photos,
    /// Whether paper is dark and ink light.
    pub dark: bool,
}

impl Dress {
    /// What this theme decides.
    pub fn of(theme: &Theme) -> Self {
        Self { look: theme.look(), photos: theme.photos, dark: theme.palette.entry().dark }
    }
}

/// A picture as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Address, as the page names it.
    pub src: String,
    /// Alternative text, empty when the words beside it say the same.
    pub alt: String,
    /// The point kept in view.
    pub focus: Option<Focus>,
    /// How much larger than its box it is.
    pub zoom: Option<Zoom>,
}

/// The room a picture has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Width and height on a wide page, CSS pixels; the box may be smaller.
    pub desk: (f64, f64),
    /// On a phone: hundredths of its width, and CSS pixels more or less than that.
    pub phone: (f64, f64),
}

impl Room {
    /// The avatar's: as wide as its look draws it (washi's is taller than it is wide).
    pub const fn avatar(look: Look) -> Self {
        let (desk, phone) = match look {
            Look::Cozy => ((208.0, 200.0), 120.0),
            Look::Washi => ((240.0, 240.0), 162.0),
            Look::Lofi => ((180.0, 180.0), 100.0),
            Look::Painted => ((170.0, 170.0), 132.0),
            Look::Cobalt => ((176.0, 176.0), 116.0),
            Look::Night => ((276.0, 276.0), 124.0),
        };
        Self { desk, phone: (0.0, phone) }
    }

    /// A tile's, by its place and the class of its object.
    pub fn of(placed: &Placed, kind_class: &str) -> Self {
        let (unit, two) = (288.0, 592.0);
        let desk = match placed.form {
            Form::Cell(_) if placed.space.is_some() => placed.space.unwrap_or_default(),
            Form::Cell(Size::S) => (unit, unit),
            Form::Cell(Size::W) => (two, unit),
            Form::Cell(Size::T) => (unit, two),
            Form::Cell(Size::L) => (two, two),
            Form::Row if matches!(kind_class, "k-image" | "k-video") => (640.0, 360.0),
            Form::Row => (160.0, 160.0),
        };
        let narrow = matches!(placed.form, Form::Cell(Size::S | Size::T)) && !placed.solo && !placed.free;
        // Less the page's margins and the narrowest frame that a look draws.
        let phone = match placed.form {
            Form::Row if desk.0 < unit => (40.0, 0.0),
            _ if narrow => (50.0, -38.0),
            _ => (100.0, -66.0),
        };
        // A cover lies on its object, with room around.
        if kind_class == "k-music" {
            return Self { desk: (desk.0 * 0.65, desk.1 * 0.65), phone: (phone.0 * 0.65, 0.0) };
        }
        Self { desk, phone }
    }
}

/// The picture. One that is `far` down waits until it comes near.
pub fn print(
    shown: &Shown,
    title: Option<String>,
    room: Room,
    dress: Dress,
    far: bool,
    setting: &RenderContext,
) -> Option<AnyView> {
    let seen = setting.pictures.get(&shown.src);
    if seen.is_none() && setting.sealed && lies_elsewhere(&shown.src) {
        return None;
    }
    let known = seen.and_then(|seen| seen.measure.map(|measure| (seen, measure)));
    Some(match (dress.photos, known) {
        (Photos::Dither, Some((seen, measure))) => dotted(shown, title, room, far, seen, measure),
        (Photos::Ascii, Some((seen, measure))) if seen.sketch.is_some() => {
            lettered(shown, room, dress.dark, seen, measure)
        }
        _ => {
            let image = image(shown, title, room, far, seen);
            view! { <span class="crop">{image}</span> }.into_any()
        }
    })
}

/// Whether a picture lies on another server.
fn lies_elsewhere(src: &str) -> bool {
    !src.starts_with('/')
}

/// The image element of a picture, in the sizes it is served in, with its own colours until it has come.
///
/// One that is `far` down waits until it comes near. A near one is decoded with the frame that shows it: the largest paint
/// of a page would else wait for a second frame, and a picture drawn anew in the editor would flash.
pub fn image(shown: &Shown, title: Option<String>, room: Room, far: bool, seen: Option<&Seen>) -> AnyView {
    let (loading, decoding) = if far { (Some("lazy"), "async") } else { (None, "sync") };
    let crop = super::crop(shown.focus, shown.zoom);
    let Some(seen) = seen else {
        return view! { <img src=shown.src.clone() alt=shown.alt.clone() data-title=title width="640" height="640" style=crop loading=loading decoding=decoding referrerpolicy="no-referrer"/> }.into_any();
    };
    let zoom = shown.zoom.map_or(1.0, Zoom::get);
    let (width, height) = seen.measure.map_or((640, 640), |measure| (measure.width, measure.height));
    let sizes = seen.measure.map(|measure| sizes(measure, room, zoom));
    let src = seen.at(640);
    let style = [seen.measure.and_then(tint), crop].into_iter().flatten().collect::<Vec<_>>().join(";");
    let style = Some(style).filter(|it| !it.is_empty());
    view! { <img src=src srcset=seen.srcset() sizes=sizes alt=shown.alt.clone() data-title=title width=width.to_string() height=height.to_string() style=style loading=loading decoding=decoding referrerpolicy="no-referrer"/> }.into_any()
}

/// How wide the picture is drawn, phone and desk: to cover its box it may be wider than that.
fn sizes(measure: Measure, room: Room, zoom: f64) -> String {
    let wide = covering(measure.aspect(), room.desk, zoom);
    let over = wide / room.desk.0.max(1.0);
    let (share, more) = (room.phone.0 * over, room.phone.1 * over);
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

fn dotted(shown: &Shown, title: Option<String>, room: Room, far: bool, seen: &Seen, measure: Measure) -> AnyView {
    let zoom = shown.zoom.map_or(1.0, Zoom::get);
    let src = seen.dotted(covering(measure.aspect(), room.desk, zoom));
    let (width, height) = (measure.width.to_string(), measure.height.to_string());
    let crop = super::crop(shown.focus, shown.zoom);
    view! { <span class="crop made"><img src=src alt=shown.alt.clone() data-title=title width=width height=height style=crop loading=far.then_some("lazy") decoding="async"/></span> }.into_any()
}

/// Real letters that cover the box as the picture would; what it shows is said beside them.
fn lettered(shown: &Shown, room: Room, dark: bool, seen: &Seen, measure: Measure) -> AnyView {
    let zoom = shown.zoom.map_or(1.0, Zoom::get);
    let aspect = measure.aspect();
    let (cols, rows) = ascii::measure(aspect, room.desk.0, covering(aspect, room.desk, zoom));
    let text = seen.sketch.as_ref().map(|sketch| ascii::letters(&sketch.grey, (cols, rows), dark)).unwrap_or_default();
    let (x, y) = shown.focus.map_or((50.0, 50.0), |focus| (focus.x.get(), focus.y.get()));
    let style = format!(
        "--cols:{cols};--rows:{rows};--ar:{aspect:.4};left:{x}%;top:{y}%;translate:-{x}% -{y}%;scale:{zoom};transform-origin:{x}% {y}%"
    );
    let alt = (!shown.alt.is_empty()).then(|| view! { <span class="unseen">{shown.alt.clone()}</span> });
    view! { <span class="crop made lettered"><span class="letters" aria-hidden="true" style=style>{text}</span>{alt}</span> }
        .into_any()
}
