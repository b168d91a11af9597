//! The inks of washi beside the palette's tokens (looks, 3).

use mantel_model::HexColor;

use crate::tints::{Tints, hex};

/// Inks and papers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InkColors {
    /// Whether the sheet is dark.
    pub dark: bool,
    /// The second ink: indigo in kinari.
    pub second: HexColor,
    /// The sun, or the moon.
    pub sun: HexColor,
    /// Seals and cartouches.
    pub seal: HexColor,
    /// What is left unprinted in them.
    pub seal_ink: HexColor,
    /// The paper of prints.
    pub print: HexColor,
    /// The shadow of sheets.
    pub shade: HexColor,
}

impl InkColors {
    pub(crate) fn of(tints: &Tints) -> Self {
        let (second, sun) = match tints.name() {
            "sakura" => (0x6d4a78, 0xb62f58),
            "yomogi" => (0x3f5f4a, 0xa63a22),
            "sumi" => (0x6f8fc0, 0xe9dfc8),
            _ => (0x27477f, 0xb3261e),
        };
        let dark = tints.entry().dark;
        // The lighter accent of sumi is for words; its seals are deeper, unless the owner chose the accent.
        let deep = dark && !tints.own_accent;
        Self {
            dark,
            second: hex(second),
            sun: hex(sun),
            seal: if deep { hex(0xc23b2b) } else { tints.accent },
            seal_ink: if deep { hex(0xfff6e8) } else { tints.accent_ink },
            print: hex(if dark { 0x151416 } else { 0xf0e6cc }),
            shade: hex(if dark { 0x000000 } else { 0x4a3410 }),
        }
    }
}
