//! A stamp's reticle: 72 ticks, a ring, two rotating arcs, and a mark at the top (looks, 7 "stamp").

use leptos::prelude::*;

/// The reticle around a stamp's text.
pub fn view() -> AnyView {
    view! { <svg class="night-reticle" viewBox="-134 -134 268 268" fill="none" inner_html=RETICLE></svg> }.into_any()
}

/// Ticks are the dashes of thick circles.
const RETICLE: &str = concat!(
    r#"<circle class="night-disc" r="100"/>"#,
    r#"<circle r="121" stroke-width="6" stroke-dasharray="1.795 8.764" stroke-dashoffset=".898"/>"#,
    r#"<circle r="118" stroke-width="12" stroke-dasharray="2.101 59.684" stroke-dashoffset="1.05"/>"#,
    r#"<path stroke-width="2" d="M0-134v25M0 134v-25M134 0h-25M-134 0h25"/>"#,
    r#"<circle r="101" opacity=".5"/>"#,
    r#"<path class="night-arcs" stroke-width="7" d="M0-101A101 101 0 0 1 87.500-50.500M0 101A101 101 0 0 1-87.500 50.500"/>"#,
    r#"<path class="night-north" d="M0-89l6 9h-12z"/>"#,
);
