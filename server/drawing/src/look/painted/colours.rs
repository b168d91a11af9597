//! The colours of painted beyond the palette's table: pigments, wax, envelope (looks, 5; style/looks/painted/palettes.css).

use mantel_model::HexColor;
use mantel_model::contrast;

use crate::tints::{Tints, hex, mix, readable};

/// What a card in painted is coloured with.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// Paper.
    pub paper: HexColor,
    /// The four washes behind the page.
    pub washes: [HexColor; 4],
    /// Whether pigment darkens the paper, as it does on light; on dark paper it glows.
    pub light: bool,
    /// Wax of the seal.
    pub wax: HexColor,
    /// Words in wax.
    pub pressed: HexColor,
    /// The edge of those words that lies away from the light.
    pub hollow: HexColor,
    /// The sheet that holds the picture.
    pub sheet: HexColor,
    /// Words on it.
    pub caption: HexColor,
    /// Envelope.
    pub envelope: HexColor,
    /// The wash on its flap.
    pub flap: HexColor,
    /// The pen that drew its folds.
    pub pen: (HexColor, f64),
    /// The wash under the note.
    pub note: HexColor,
    /// Whether the note has paper behind it, as it needs on any ground but the look's own (style/looks/painted/theme.css).
    pub papered: bool,
    /// How strong the washes behind the page are, 0 to 1: faint on a page colour on which words have no contrast to spare.
    pub strength: f64,
    /// Words on it.
    pub noted: HexColor,
    /// The wash that the portrait lies in.
    pub ring: HexColor,
    /// Adhesive tape.
    pub tape: HexColor,
    /// Words in the accent, on paper.
    pub address: HexColor,
    /// The dab before them.
    pub dab: HexColor,
    /// Shadows: their colour, how strong the near and the far one are.
    pub shade: (HexColor, f64, f64),
}

impl Colours {
    /// The colours of a theme.
    pub fn of(tints: &Tints) -> Self {
        let light = contrast::luminance(tints.bg) > 0.18;
        let (washes, wax) = match tints.name() {
            // As the card was drawn; the page's are paler.
            "meadow" => ([0x7a_a3c4, 0xe5_a76a, 0xd6_8a98, 0x8f_b09a], 0xa8_322c),
            "harbour" => ([0x6f_a3ad, 0x9f_b7c9, 0xc9_b98f, 0x5d_8f9a], 0x1f_5a66),
            "peony" => ([0xd9_8aa0, 0xe8_b48f, 0xb7_9ac4, 0x9f_b892], 0x8c_2350),
            _ => ([0x4a_5fa0, 0x7a_5a93, 0x2f_7a86, 0xb5_764f], 0xb5_762a),
        };
        let washes = washes.map(hex);
        let wax = if tints.own_accent { tints.accent } else { hex(wax) };
        let pressed = readable(wax, &[tints.accent_ink]);
        let dark = contrast::luminance(pressed) < 0.18;
        let vesper = tints.name() == "vesper";
        let meadow = tints.name() == "meadow" && !tints.own_accent;
        let note = hex(0xe7_b53c);
        let papered = tints.own_bg || !tints.scene();
        let on_paper = mix(note, tints.surface, 0.4);
        // Tooth and washes come between words and the paper's colour.
        let ground = mix(tints.bg, hex(if light { 0 } else { 0xff_ffff }), 0.93);
        Self {
            paper: tints.bg,
            washes,
            light,
            wax,
            pressed,
            hollow: if dark { mix(wax, hex(0xff_ffff), 0.6) } else { mix(wax, hex(0), 0.42) },
            sheet: tints.surface,
            caption: tints.ink,
            envelope: hex(if vesper { 0x34_3a5c } else { 0xf7_efdf }),
            flap: hex(0xc9_788a),
            pen: if vesper { (tints.ink, 0.38) } else { (tints.edge, 0.62) },
            note: match (papered, light) {
                (true, _) => on_paper,
                (false, true) => note,
                (false, false) => mix(note, tints.bg, 0.58),
            },
            noted: match (papered, light) {
                (true, _) => readable(on_paper, &[hex(0x2b_211b), tints.ink]),
                (false, true) => hex(0x2b_211b),
                (false, false) => tints.on,
            },
            papered,
            strength: if contrast::ratio(tints.on, tints.bg) < 9.0 { 0.35 } else { 1.0 },
            ring: mix(hex(0x5f_97b8), washes[0], 0.8),
            tape: match tints.name() {
                "meadow" => hex(0xdf_c39a),
                "vesper" => mix(washes[1], hex(0x8b_7f78), 0.4),
                _ => mix(washes[1], hex(0xe6_dac4), 0.3),
            },
            address: if meadow {
                readable(ground, &[hex(0x8b_2f2a), tints.on])
            } else {
                contrast::accent_text(tints.accent, ground)
            },
            dab: if meadow { hex(0xa8_3f5b) } else { tints.accent },
            shade: if vesper { (tints.edge, 0.60, 0.45) } else { (tints.edge, 0.28, 0.18) },
        }
    }

    /// How a wash is laid over what lies below, as SVG's `mix-blend-mode`.
    pub const fn laid(&self) -> &'static str {
        if self.light { "multiply" } else { "screen" }
    }
}
