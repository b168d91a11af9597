//! The strip on a wide index card: squares inked in by hand, derived from the repository's name alone (looks, 1.1).

use leptos::prelude::*;

/// Weeks shown, one column each.
const WEEKS: u32 = 30;
/// Days shown, one row each.
const DAYS: u32 = 4;

/// Three shades of ink in one small drawing.
pub fn view(name: &str) -> AnyView {
    let mut depths = [String::new(), String::new(), String::new()];
    let mut seed = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    for cell in 0..WEEKS * DAYS {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (week, day) = (cell / DAYS, cell % DAYS);
        // Activity comes in bursts: a slow wave over the weeks decides how much is inked.
        let spell = (week * 5 + name.len() as u32) % 17;
        let depth = match (seed >> 24) + spell * 7 {
            0..=120 => continue,
            121..=200 => 0,
            201..=265 => 1,
            _ => 2,
        };
        if let Some(path) = depths.get_mut(depth) {
            path.push_str(&format!("M{} {}h8v8h-8z", week * 11, day * 11));
        }
    }
    let [light, middle, dark] = depths;
    let size = format!("0 0 {} {}", WEEKS * 11 - 3, DAYS * 11 - 3);
    view! { <svg class="strip" viewBox=size aria-hidden="true"><path opacity=".3" d=light></path><path opacity=".6" d=middle></path><path d=dark></path></svg> }.into_any()
}
