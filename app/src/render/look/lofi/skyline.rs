//! The lights in a terminal: columns of blocks derived from the repository's name alone (looks, 1.1).

use leptos::prelude::*;

/// Columns shown.
const COLUMNS: u32 = 44;

/// Two shades of blocks in one small drawing, five pixels to a block.
pub fn view(name: &str) -> AnyView {
    let mut shades = [String::new(), String::new()];
    let mut seed = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    for column in 0..COLUMNS {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let swell = (column * 5 + name.len() as u32) % 19 / 5;
        let tall = 1 + swell + (seed >> 29) % 4;
        for block in 0..tall {
            let path = &mut shades[usize::from(block + 1 == tall)];
            path.push_str(&format!("M{} {}h5v5h-5z", column * 7, (6 - block) * 7));
        }
    }
    let [body, top] = shades;
    let size = format!("0 0 {} 47", COLUMNS * 7 - 2);
    view! { <svg class="lofi-skyline" viewBox=size aria-hidden="true"><path opacity=".55" d=body></path><path d=top></path></svg> }.into_any()
}
