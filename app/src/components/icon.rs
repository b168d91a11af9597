//! Icons, inlined: Lucide (ISC) strokes for actions and kinds, Simple Icons (CC0) for brands.

use leptos::prelude::*;
use mantel_model::tile::Platform;

use super::brand;

/// A letter.
pub const MAIL: &str =
    r#"<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/>"#;
/// A telephone.
pub const PHONE: &str = r#"<path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384"/>"#;
/// A chain.
pub const LINK: &str = r#"<path d="M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71"/><path d="M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71"/>"#;
/// An external link.
pub const ARROW: &str = r#"<path d="M7 7h10v10"/><path d="M7 17 17 7"/>"#;
/// A picture.
pub const IMAGE: &str = r#"<rect width="18" height="18" x="3" y="3" rx="2" ry="2"/><circle cx="9" cy="9" r="2"/><path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21"/>"#;
/// A musical note.
pub const MUSIC: &str = r#"<path d="M21 16V3a1 1 0 0 0-1.28-.96l-10 2.917a1 1 0 0 0-.72.96V19"/><circle cx="18" cy="16" r="3"/><circle cx="6" cy="19" r="3"/>"#;
/// A note.
pub const NOTE: &str = r#"<path d="M21 9a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 15 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2z"/><path d="M15 3v5a1 1 0 0 0 1 1h5"/>"#;
/// A repository.
pub const BRANCH: &str =
    r#"<path d="M15 6a9 9 0 0 0-9 9V3"/><circle cx="18" cy="6" r="3"/><circle cx="6" cy="18" r="3"/>"#;
/// An at sign.
pub const AT: &str = r#"<circle cx="12" cy="12" r="4"/><path d="M16 8v5a3 3 0 0 0 6 0v-1a10 10 0 1 0-4 8"/>"#;
/// A location.
pub const PIN: &str = r#"<path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/>"#;
/// An arrow.
pub const TO: &str = r#"<path d="M5 12h14"/><path d="m13 6 6 6-6 6"/>"#;
/// Copy.
pub const COPY: &str = r#"<rect width="14" height="14" x="8" y="8" rx="2" ry="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>"#;
/// Close or remove.
pub const CLOSE: &str = r#"<path d="M18 6 6 18"/><path d="m6 6 12 12"/>"#;
/// Done.
pub const CHECK: &str = r#"<path d="M20 6 9 17l-5-5"/>"#;
/// A warning.
pub const WARNING: &str = r#"<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/>"#;
/// Tiles on a page.
pub const TILES: &str = r#"<path d="M3 3h8v18H3z"/><path d="M15 3h6v7h-6z"/><path d="M15 14h6v7h-6z"/>"#;
/// A framed page on a shelf.
pub const LOOK: &str =
    r#"<path d="M6 18V9a6 6 0 0 1 12 0v9"/><path d="M3 21h18v-3H3z"/><circle cx="12" cy="12" r="2"/>"#;
/// A desktop screen.
pub const MONITOR: &str = r#"<rect width="20" height="14" x="2" y="3" rx="2"/><line x1="8" x2="16" y1="21" y2="21"/><line x1="12" x2="12" y1="17" y2="21"/>"#;
/// A phone.
pub const DEVICE: &str = r#"<rect width="14" height="20" x="5" y="2" rx="2" ry="2"/><path d="M12 18h.01"/>"#;
/// A drag handle.
pub const GRIP: &str = r#"<circle cx="9" cy="12" r="1"/><circle cx="9" cy="5" r="1"/><circle cx="9" cy="19" r="1"/><circle cx="15" cy="12" r="1"/><circle cx="15" cy="5" r="1"/><circle cx="15" cy="19" r="1"/>"#;
/// A chevron.
pub const CHEVRON: &str = r#"<path d="m6 9 6 6 6-6"/>"#;
/// Add.
pub const PLUS: &str = r#"<path d="M5 12h14"/><path d="M12 5v14"/>"#;
/// Download.
pub const DOWNLOAD: &str =
    r#"<path d="M12 15V3"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/><path d="m7 10 5 5 5-5"/>"#;
/// Undo.
pub const UNDO: &str =
    r#"<path d="M9 14 4 9l5-5"/><path d="M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11"/>"#;
/// Redo.
pub const REDO: &str =
    r#"<path d="m15 14 5-5-5-5"/><path d="M20 9H9.500A5.500 5.500 0 0 0 4 14.500A5.500 5.500 0 0 0 9.500 20H13"/>"#;
/// History.
pub const HISTORY: &str =
    r#"<path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8"/><path d="M3 3v5h5"/><path d="M12 7v5l4 2"/>"#;
/// No network.
pub const OFFLINE: &str = r#"<path d="m2 2 20 20"/><path d="M5.782 5.782A7 7 0 0 0 9 19h8.500a4.500 4.500 0 0 0 1.307-.193"/><path d="M21.532 16.500A4.500 4.500 0 0 0 17.500 10h-1.790A7.008 7.008 0 0 0 10 5.070"/>"#;
/// Settings.
pub const SETTINGS: &str = r#"<path d="M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915"/><circle cx="12" cy="12" r="3"/>"#;
/// In progress.
pub const SPINNER: &str = r#"<path d="M21 12a9 9 0 1 1-6.219-8.560"/>"#;
/// Open a file.
pub const FILE: &str = r#"<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1 1h5"/><path d="M12 12v6"/><path d="m15 15-3-3-3 3"/>"#;
/// The web.
pub const GLOBE: &str = r#"<circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20"/><path d="M2 12h20"/>"#;
/// A heading.
pub const HEADING: &str = r#"<path d="M6 12h12"/><path d="M6 20V4"/><path d="M18 20V4"/>"#;
/// Handing on, to the system's own way of sharing.
pub const SEND: &str =
    r#"<path d="M12 2v13"/><path d="m16 6-4-4-4 4"/><path d="M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8"/>"#;
/// Searching.
pub const SEARCH: &str = r#"<path d="m21 21-4.340-4.340"/><circle cx="11" cy="11" r="8"/>"#;
/// Something to print.
pub const PRINTER: &str = r#"<path d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2"/><path d="M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6"/><rect x="6" y="14" width="12" height="8" rx="1"/>"#;
/// A stamp.
pub const BADGE: &str = r#"<path d="M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76Z"/>"#;

/// A stroked icon of this module, viewBox 24, sized by `em`.
pub fn stroke(shape: &'static str) -> AnyView {
    view! { <svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" inner_html=shape></svg> }.into_any()
}

/// A platform's mark.
pub fn platform(platform: Platform) -> AnyView {
    match platform {
        Platform::Email => stroke(MAIL),
        Platform::Phone => stroke(PHONE),
        Platform::Linkedin => letters("in"),
        _ if brand::has_mark(platform) => mark(platform),
        _ => stroke(GLOBE),
    }
}

/// The mark itself, inlined into the page.
#[cfg(feature = "ssr")]
fn mark(platform: Platform) -> AnyView {
    view! { <svg class="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d=brand::path(platform)></path></svg> }.into_any()
}

/// The mark from the sprite.
#[cfg(not(feature = "ssr"))]
fn mark(platform: Platform) -> AnyView {
    let from = format!("/brands.svg#{platform}");
    view! { <svg class="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><use href=from></use></svg> }
        .into_any()
}

/// Two letters, for a brand whose mark may not be shipped.
fn letters(text: &'static str) -> AnyView {
    view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><text x="12" y="19" text-anchor="middle" font-size="20" font-weight="700" font-family="Arial, sans-serif" fill="currentColor">{text}</text></svg> }.into_any()
}

/// The play triangle.
pub fn play() -> AnyView {
    view! { <svg class="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M8 5.2v13.6a.8.8 0 0 0 1.2.7l11-6.8a.8.8 0 0 0 0-1.4l-11-6.8a.8.8 0 0 0-1.2.7Z"></path></svg> }.into_any()
}

/// A filled star.
pub fn star() -> AnyView {
    view! { <svg class="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="m12 1.8 3.1 6.5 7.1 1-5.2 5 1.3 7.1-6.3-3.4-6.3 3.4L7 14.300l-5.2-5 7.100-1Z"></path></svg> }.into_any()
}

/// The glyph of a tile's kind, by its class.
pub fn kind(class: &str) -> AnyView {
    stroke(match class {
        "k-letter" => MAIL,
        "k-image" => IMAGE,
        "k-music" => MUSIC,
        "k-github" => BRANCH,
        "k-note" => NOTE,
        "k-stamp" => BADGE,
        "k-heading" => HEADING,
        "k-social" => AT,
        "k-video" => return play(),
        _ => ARROW,
    })
}
