//! The fourteen tile icons: small silhouettes of what a tile is, one set for every look (screens, Idea).

use leptos::prelude::*;
use mantel_model::layout::link_kind::LinkKind;
use mantel_model::tile::{Kind, Platform};

/// The icon of a kind, in a viewBox of 36.
pub fn of(kind: &Kind) -> AnyView {
    drawn(match kind {
        Kind::Link(link) => match LinkKind::of(link, None) {
            LinkKind::Letter => LETTER,
            LinkKind::Postcard => POSTCARD,
            LinkKind::Plain => TAG,
        },
        Kind::Image(_) => PICTURE,
        Kind::Video(_) => VIDEO,
        Kind::Music(_) => MUSIC,
        Kind::Github(_) => REPOSITORY,
        Kind::Text(note) if note.look.is_some() => STAMP,
        Kind::Text(_) => NOTE,
        Kind::Heading(_) => HEADING,
        Kind::Social(social) => match social.platform {
            Platform::Email => EMAIL,
            Platform::Phone | Platform::Whatsapp | Platform::Signal => PHONE,
            _ => HANDLE,
        },
    })
}

/// The icon of a whole page, for a brief.
pub fn page() -> AnyView {
    drawn(PAGE)
}

/// The icon of the profile: a notebook page.
pub fn profile() -> AnyView {
    drawn(PROFILE)
}

fn drawn(shape: &'static str) -> AnyView {
    view! { <svg class="ui-tile-icon" viewBox="0 0 36 36" width="36" height="36" aria-hidden="true" inner_html=shape></svg> }
        .into_any()
}

const PAGE: &str = r##"<path d="M7 5h22v27H7z" fill="#fbfcf8" stroke="#7d877f"/><circle cx="18" cy="11" r="3.4" fill="#1d5144"/><path d="M10 18h7v5h-7zM19 18h7v11h-7zM10 25h7v4h-7z" fill="#c9d6cd"/>"##;
const TAG: &str = r##"<path d="M4 18 11 9h20v18H11z" fill="#f2e2bd" stroke="#a98a4a"/><circle cx="11.5" cy="18" r="2" fill="#fff" stroke="#a98a4a"/><path d="M17 15.500h10M17 20.500h7" stroke="#6b5426" stroke-width="1.6"/>"##;
const POSTCARD: &str = r##"<path d="M4 8.500h28v19H4z" fill="#fdfaf0" stroke="#9aa39c"/><path d="M6.5 11h12v14h-12z" fill="#9fb8c6"/><path d="m6.5 25 4.5-6 3 3.5 2-2 2.5 4.500z" fill="#66736c"/><path d="M26.5 11H30v4h-3.500z" fill="#b3410f"/><path d="M21 18h9M21 21h9M21 24h6" stroke="#8b958e"/>"##;
const LETTER: &str = r##"<path d="M4 9h28v18H4z" fill="#fbf3df" stroke="#b79f6b"/><path d="m4 9 14 10.500L32 9" fill="none" stroke="#b79f6b"/><circle cx="18" cy="20" r="4" fill="#a5301f"/>"##;
const NOTE: &str = r##"<path d="M6 6h24v17l-7 7H6z" fill="#ffd866"/><path d="M30 23h-7v7z" fill="#e0ac2c"/><path d="M10 13h16M10 17.500h16M10 22h9" stroke="#5f4a10" stroke-width="1.7"/>"##;
const STAMP: &str = r##"<circle cx="18" cy="18" r="13.5" fill="#1d5f4e"/><circle cx="18" cy="18" r="10" fill="none" stroke="#dfeee6" stroke-width="1.2"/><path d="M12.5 15.500h11M12.5 20.500h11" stroke="#dfeee6" stroke-width="2"/>"##;
const HEADING: &str = r##"<path d="M2.5 12.500h31v11h-31z" fill="#a8322a"/><path d="M2.5 12.500h31M2.5 23.500h31" stroke="#7d211b"/><path d="M9 18h.1M13.5 18h.1M18 18h.1M22.5 18h.1M27 18h.1" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>"##;
const PICTURE: &str = r##"<g transform="rotate(-4 18 18)"><path d="M6.5 4.500h23v27h-23z" fill="#fff" stroke="#aeb6af"/><path d="M9 7h18v17H9z" fill="#123d3b"/><circle cx="18" cy="15.5" r="5.5" fill="#e98a4c"/><circle cx="18" cy="15.5" r="2" fill="#c25b2a"/></g>"##;
const VIDEO: &str = r##"<path d="M3 10.500h30v4.200a3.3 3.3 0 0 0 0 6.600v4.200H3v-4.200a3.3 3.3 0 0 0 0-6.600z" fill="#e8b85c" stroke="#a87b26"/><path d="M9 13h13v10H9z" fill="#5a2f12"/><path d="m13.8 15.4 4.9 2.6-4.9 2.600z" fill="#ffe9bd"/><path d="M25.5 13v10" stroke="#8a5f17" stroke-dasharray="1.5 1.5"/>"##;
const MUSIC: &str = r##"<path d="M4 7h22v22H4z" fill="#c96b3f"/><circle cx="23" cy="18" r="10.5" fill="#1c2420"/><circle cx="23" cy="18" r="7.3" fill="none" stroke="#49534d"/><circle cx="23" cy="18" r="3.4" fill="#e7b25a"/><path d="M4 7h13v22H4z" fill="#d9794a"/>"##;
const REPOSITORY: &str = r##"<path d="M5 9h10l2.5 3H31v17H5z" fill="#6d8fa6"/><path d="M5 14h26v15H5z" fill="#86a9bf"/><path d="M14.5 26v-8M14.5 22.500c6 0 7-1.5 7-4" fill="none" stroke="#173042" stroke-width="1.7"/><circle cx="14.5" cy="17" r="1.7" fill="#173042"/><circle cx="14.5" cy="26.5" r="1.7" fill="#173042"/><circle cx="21.5" cy="17.5" r="1.7" fill="#173042"/>"##;
const HANDLE: &str = r##"<path d="M6 11.500a5 5 0 0 1 5-5h14a5 5 0 0 1 5 5v9a5 5 0 0 1-5 5h-7l-7 5v-5a5 5 0 0 1-5-5z" fill="#8e4a78"/><circle cx="18" cy="16" r="3" fill="none" stroke="#fff" stroke-width="1.6"/><path d="M21 13v4c0 2.6 3.4 2.2 3.4-1A6.4 6.4 0 1 0 21 21.7" fill="none" stroke="#fff" stroke-width="1.6"/>"##;
const EMAIL: &str = r##"<path d="M4 9.500h28v18H4z" fill="#fff" stroke="#7d877f"/><path d="M4 9.500h3l-3 3zM10 9.500h4l-10 10v-4zM4 27.500v-3l28-12v3zM32 9.500v0z" fill="none"/><path d="m4 10 14 10 14-10" fill="none" stroke="#1d5144" stroke-width="1.8"/><path d="M4 27.500h5M13 27.500h5M22 27.500h5" stroke="#b3410f" stroke-width="2.4"/>"##;
const PHONE: &str = r##"<rect x="10" y="4" width="16" height="28" rx="3" fill="#26352f"/><path d="M12 8h12v18H12z" fill="#cfe0d6"/><path d="M16.5 29h3" stroke="#cfe0d6" stroke-width="1.6"/>"##;
const PROFILE: &str = r##"<path d="M4 7.500h28v23H4z" fill="#fbf8ef" stroke="#9aa39c"/><path d="M8 4.500v6M13 4.500v6M18 4.500v6M23 4.500v6M28 4.500v6" stroke="#66736c" stroke-width="1.8" stroke-linecap="round"/><path d="M9 15.500h15M9 20h18M9 24.500h12" stroke="#55605a" stroke-width="1.7"/>"##;
