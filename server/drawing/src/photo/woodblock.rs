//! A woodblock print: flat tones multiplied on paper, streaks of bare paper, bokashi at the top (looks, 3 "image").

use super::{Photo, between, contrasted, saturated, sepia};

/// The tones of each channel (cards, 3 "washi").
const TONES: f32 = 10.0;

/// The inks and the paper of a print, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The paper.
    pub paper: [f32; 3],
    /// The second ink, of the bokashi.
    pub second: [f32; 3],
    /// Whether the sheet is dark: pictures screen on it instead.
    pub dark: bool,
}

/// Prints a photo.
#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
pub fn print(photo: &mut Photo, block: &Block) {
    let height = photo.height as f32;
    photo.map(|_, y, pixel| {
        let flat = pixel.map(|channel| (channel * TONES).floor().min(TONES - 1.0) / (TONES - 1.0));
        // Somewhat rounded: a face of 160 pixels in ten bare tones looks posterised rather than printed.
        let flat = between(flat, pixel, 0.35);
        let mut out = if block.dark {
            let inked = contrasted(saturated(flat, 0.66), 1.15).map(|channel| channel * 0.84);
            std::array::from_fn(|at| 1.0 - (1.0 - inked[at]) * (1.0 - block.paper[at]))
        } else {
            let inked = sepia(contrasted(saturated(flat, 0.72), 1.16), 0.16);
            std::array::from_fn(|at| inked[at] * block.paper[at])
        };
        // Over the upper third, ink to clear.
        let down = y as f32 / height / 0.42;
        if down < 1.0 {
            let strength = if down < 0.45 { 1.0 - down / 0.45 * 0.46 } else { 0.54 * (1.0 - (down - 0.45) / 0.55) };
            let ink = block.second.map(|channel| channel * 0.88);
            let lit = if block.dark {
                std::array::from_fn(|at| 1.0 - (1.0 - out[at]) * (1.0 - ink[at]))
            } else {
                between(hard_light(out, ink), block.second, 0.5)
            };
            out = between(out, lit, strength * if block.dark { 0.34 } else { 0.8 });
        }
        out
    });
}

fn hard_light(below: [f32; 3], above: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|at| {
        let (b, s) = (below[at], above[at]);
        if s <= 0.5 { 2.0 * b * s } else { 1.0 - 2.0 * (1.0 - b) * (1.0 - s) }
    })
}
