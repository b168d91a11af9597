//! The inks and papers of cobalt beside the eight colours of its palettes, as on the page (style/looks/cobalt/palettes.css).

use mantel_model::HexColor;
use mantel_model::theme::BackgroundStyle;

use crate::tints::{Tints, hex, mix, readable};

/// Inks and papers.
#[derive(Clone, Copy, Debug)]
pub struct Tones {
    /// Whether all is sky, without clouds.
    pub night: bool,
    /// The sky from top to bottom.
    pub sky: [HexColor; 3],
    /// Words on the sky, stars, rays.
    pub words: HexColor,
    /// The name, the bio and the place, wherever they lie.
    pub name: HexColor,
    /// The address and its ground.
    pub address: HexColor,
    /// Ink 1: frames, shadows of bursts.
    pub ink: HexColor,
    /// Ink 1 of pictures, and of the upper half of a record.
    pub plate: HexColor,
    /// The paper of pictures.
    pub pulp: HexColor,
    /// Ink 2.
    pub accent: HexColor,
}

impl Tones {
    /// The inks of a theme.
    pub fn of(tints: &Tints) -> Self {
        let night = tints.name() == "moonlit";
        let edge = tints.edge;
        let (dark, light) = match tints.name() {
            "matchbox" => ((0x030619, 0.8), (0x8fa5ff, 0.9)),
            "juniper" => ((0x01140c, 0.76), (0x9be0b4, 0.9)),
            "moonlit" => ((0x02061f, 0.72), (0x3f63e0, 0.88)),
            _ => ((0x060a30, 0.74), (0xa5b9ff, 0.91)),
        };
        let middle = if night { tints.bg } else { edge };
        let sky = [mix(middle, hex(dark.0), dark.1), middle, mix(middle, hex(light.0), light.1)];
        let words = readable(sky[2], &[hex(0xfff6e0), tints.on]);
        let name = match tints.backdrop {
            BackgroundStyle::Scene => words,
            BackgroundStyle::Image => tints.ink,
            _ => tints.on,
        };
        let address = match tints.backdrop {
            BackgroundStyle::Scene if night => words,
            BackgroundStyle::Image => tints.ink,
            _ => readable(tints.bg, &[tints.ink, tints.on]),
        };
        Self {
            night,
            sky,
            words,
            name,
            address,
            ink: if night { hex(0xf4ead3) } else { edge },
            plate: if night { hex(0x0e1946) } else { edge },
            pulp: if night { hex(0xf4ead3) } else { tints.surface },
            accent: tints.accent,
        }
    }
}
