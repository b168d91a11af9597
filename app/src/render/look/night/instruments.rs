//! The instruments of panels: a waveform, a barcode, a wireframe envelope.

use leptos::prelude::*;

/// A pseudorandom sequence that depends on the seed alone.
fn roll(seed: u32) -> impl Iterator<Item = u32> {
    let mut state = seed | 1;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    })
}

/// Bars that grow taller towards the middle; the part already played is bright.
pub fn waveform(seed: u32, bars: u32) -> AnyView {
    let (mut played, mut rest) = (String::new(), String::new());
    for (at, noise) in (0..bars).zip(roll(seed)) {
        // A parabola over the whole; each bar is between about half and all of it.
        let swell = 100 - 82 * (2 * at).abs_diff(bars - 1).pow(2) / (bars - 1).pow(2);
        let tall = (swell * (46 + noise % 55) / 100).max(12);
        let bar = format!("M{} {}v{tall}", at * 7 + 2, (100 - tall) / 2);
        if at * 19 < bars * 11 { played.push_str(&bar) } else { rest.push_str(&bar) }
    }
    let size = format!("0 0 {} 100", bars * 7 - 3);
    view! { <svg class="night-wave" viewBox=size preserveAspectRatio="none" stroke-width="4"><path d=rest opacity=".32"></path><path d=played></path></svg> }.into_any()
}

/// The repository's name as a barcode: two bars and two gaps for each byte, their widths taken from its bits.
pub fn barcode(name: &str) -> AnyView {
    let mut depths = [String::new(), String::new(), String::new()];
    let mut at = 0;
    for (number, byte) in name.bytes().cycle().enumerate().take(24) {
        let [bar, gap, second, space] =
            [byte & 3, (byte >> 2) & 1, (byte >> 3) & 3, (byte >> 5) & 1].map(|bits| u32::from(bits) + 1);
        for (wide, skip) in [(bar, gap), (second, space)] {
            if let Some(path) = depths.get_mut((number + wide as usize) % 3) {
                path.push_str(&format!("M{at} 0h{wide}v1h-{wide}z"));
            }
            at += wide + skip;
        }
    }
    let size = format!("0 0 {} 1", at.saturating_sub(1).max(1));
    let [light, middle, dark] = depths;
    view! { <svg class="night-code" viewBox=size preserveAspectRatio="none"><path opacity=".28" d=light></path><path opacity=".55" d=middle></path><path d=dark></path></svg> }.into_any()
}

/// A wireframe envelope, with a mark in place of the seal.
pub fn envelope() -> AnyView {
    view! { <svg class="night-mail" viewBox="0 0 160 118" fill="none" inner_html=ENVELOPE></svg> }.into_any()
}

const ENVELOPE: &str = concat!(
    r#"<path d="M18 1H159V100L142 117H1V18z" stroke-width="1.6"/>"#,
    r#"<path opacity=".75" d="M1 18l64 42M159 1 95 58M1 117l64-51M142 117 95 67"/>"#,
    r#"<path class="night-seal" d="M65 48h30v30h-30z"/>"#,
);
