//! The colours of cozy beyond the palette's table: wood and leather, light, paper, tin (looks, 2; style/looks/cozy).

use mantel_model::HexColor;
use mantel_model::contrast;

use crate::tints::{Tints, hex, mix, readable};

/// What a desk is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskMaterial {
    /// Planks in the morning.
    Oak,
    /// A cloth with a stitched hem.
    Linen,
    /// Leather with brass corners.
    Blotter,
    /// Planks under a lamp.
    Lamplight,
}

/// What a card in cozy is coloured with.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// The desk's top.
    pub desk: DeskMaterial,
    /// Its colour from top to bottom.
    pub ground: (HexColor, HexColor),
    /// Shadows.
    pub edge: HexColor,
    /// Paper of the pad and of the polaroids.
    pub paper: HexColor,
    /// Words on it.
    pub ink: HexColor,
    /// The place.
    pub soft: HexColor,
    /// Label tape.
    pub label: HexColor,
    /// Words on it.
    pub embossed: HexColor,
    /// The sticky note.
    pub note: HexColor,
    /// Words on it.
    pub noted: HexColor,
    /// The tin badge.
    pub tin: HexColor,
    /// Words on it.
    pub tinned: HexColor,
    /// What shows through the holes of the pad.
    pub hole: HexColor,
}

impl Colours {
    /// The colours of a theme.
    pub fn of(tints: &Tints) -> Self {
        let desk = match tints.name() {
            "linen" => DeskMaterial::Linen,
            "blotter" => DeskMaterial::Blotter,
            "lamplight" => DeskMaterial::Lamplight,
            _ => DeskMaterial::Oak,
        };
        let ground = match desk {
            // A page colour of the owner's tints the wood.
            DeskMaterial::Oak | DeskMaterial::Lamplight if tints.own_bg => {
                (mix(tints.bg, hex(0xff_ffff), 0.94), mix(tints.bg, hex(0), 0.92))
            }
            DeskMaterial::Oak => (hex(0xd4_9c62), hex(0xc0_834a)),
            DeskMaterial::Lamplight => (hex(0x5e_3e2a), hex(0x4e_3222)),
            DeskMaterial::Linen | DeskMaterial::Blotter => (tints.bg, tints.bg),
        };
        let note = hex(0xf7_d86e);
        let tin = hex(0x1f_6a58);
        Self {
            desk,
            ground,
            edge: tints.edge,
            paper: tints.surface,
            ink: tints.ink,
            soft: if contrast::ratio(tints.soft, tints.surface) >= contrast::AA { tints.soft } else { tints.ink },
            label: tints.accent,
            embossed: readable(tints.accent, &[tints.accent_ink]),
            note,
            noted: hex(0x2b_211b),
            tin,
            tinned: readable(tin, &[hex(0xff_f7e6)]),
            hole: mix(mix(ground.0, ground.1, 0.5), tints.edge, 0.45),
        }
    }
}
