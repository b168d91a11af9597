//! An agent's glyph: a glazed tile with a brass figure, always the same for the same agent, in the editor, the history and
//! on Mantel's own screens (screens).

use leptos::prelude::*;

/// Four brass figures, in a viewBox of 72.
const FIGURES: [&str; 4] = [
    "M36 36c-7-6-7-13 0-21 7 8 7 15 0 21zM36 36c-6 7-13 7-21 0 8-7 15-7 21 0zM36 36c6 7 13 7 21 0-8-7-15-7-21 0zM36 36c-7 6-7 13 0 21 7-8 7-15 0-21z",
    "M36 13c2 14 9 21 23 23-14 2-21 9-23 23-2-14-9-21-23-23 14-2 21-9 23-23zM36 27l5 9-5 9-5-9z",
    "M15 52V38a21 21 0 0 1 42 0v14M24 52V39a12 12 0 0 1 24 0v13M36 52V34",
    "M36 14 58 36 36 58 14 36zM36 25a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",
];
/// Four greens, by their class in the stylesheet.
const GREENS: [&str; 4] = ["g0", "g1", "g2", "g3"];

/// The glyph of the agent with this name, whatever number the name ends with: an agent that connects anew while the old
/// connection or key is still there is numbered, and keeps its glyph. Hidden from screen readers, because the agent's name
/// always stands beside it.
pub fn tile(name: &str) -> AnyView {
    let hash = fnv(name.trim_end_matches(|letter: char| letter == ' ' || letter.is_ascii_digit()));
    let figure = FIGURES.get(hash as usize % 4).copied().unwrap_or_default();
    let green = GREENS.get(hash as usize / 4 % 4).copied().unwrap_or_default();
    view! {
        <span class=format!("ui-agent-glyph {green}") aria-hidden="true">
            <svg viewBox="0 0 72 72" fill="none" stroke="#d3b06c" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"><path d=figure></path></svg>
        </span>
    }
    .into_any()
}

/// FNV-1a, 32 bits.
fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_agent_keeps_its_tile() {
        assert_eq!(super::fnv(""), 0x811c_9dc5);
        assert_eq!(super::fnv("a"), 0xe40c_292c);
    }
}
