//! Sashiko on the cover of a book: white running stitches on indigo, derived from the repository's name alone (looks,
//! 1.1).

use leptos::prelude::*;
use mantel_model::tile::Size;

/// Crosses, dashes and empty cells on a grid that fits the cover.
pub fn view(name: &str, size: Size) -> AnyView {
    let (across, down): (u32, u32) = match size {
        Size::T => (12, 14),
        Size::L => (28, 9),
        _ => (34, 4),
    };
    let mut path = String::new();
    let mut seed = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let (near, far) = (seed % 5 + 3, (seed >> 8) % 7 + 4);
    for at in 0..across * down {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (at % across, at / across);
        // Stitches come in clusters: two slow waves over the cloth decide their density.
        let dense = (x * near + y * 3) % 19 + (x + y * far) % 11;
        let (left, top) = (x * 10 + 5, y * 10 + 5);
        match (seed >> 24) + dense * 9 {
            0..=150 => {}
            151..=235 => path.push_str(&format!("M{} {top}h6", left - 3)),
            _ => path.push_str(&format!("M{} {top}h6M{left} {}v6", left - 3, top - 3)),
        }
    }
    let size = format!("0 0 {} {}", across * 10, down * 10);
    view! { <svg class="washi-sashiko" viewBox=size aria-hidden="true"><path d=path></path></svg> }.into_any()
}
