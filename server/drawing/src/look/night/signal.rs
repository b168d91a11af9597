//! The colours of night beside the palette's tokens (style/looks/night/palettes.css).

use mantel_model::HexColor;

use crate::photo::{channels, scan::Tones};
use crate::tints::{Tints, hex, mix};

/// Colours and strengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signal {
    /// Whether it is day: ink on paper.
    pub paper: bool,
    /// About the scope.
    pub halo: HexColor,
    /// Behind the scope's picture.
    pub glass: HexColor,
    /// Contour lines.
    pub contour: HexColor,
    /// The colours of a scan.
    pub tones: Tones,
}

impl Signal {
    pub(crate) fn of(tints: &Tints) -> Self {
        let paper = !tints.entry().dark;
        let accent = tints.accent;
        let white = hex(0xffffff);
        let dark = hex(match tints.name() {
            "redline" => 0x1c1216,
            "overcast" => 0x1b2226,
            _ => 0x0c1a24,
        });
        let light = hex(0xeef0ee);
        let tones = Tones {
            dark: channels(dark),
            pale: channels(if paper { light } else { mix(accent, white, 0.58) }),
            full: channels(if paper { light } else { accent }),
            haze: channels(mix(accent, white, 0.62)),
            hot: channels(if paper { accent } else { mix(accent, white, 0.28) }),
            signal: channels(accent),
            lamp: if paper { 1.2 } else { 1.0 },
            // One line in four: the closer lines of the page moiré when scaled (cards, 3 "night"). They are 74% as bright.
            line: if paper { 0.16 } else { 0.4 },
        };
        Self {
            paper,
            halo: if paper { mix(tints.bg, tints.edge, 0.7) } else { mix(tints.bg, hex(0x000000), 0.7) },
            glass: if paper { mix(tints.surface, tints.bg, 0.5) } else { mix(tints.bg, dark, 0.6) },
            contour: if paper { tints.ink } else { accent },
            tones,
        }
    }
}
