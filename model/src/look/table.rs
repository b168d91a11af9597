//! The only table of looks and palettes: schemas, options, pickers, validation and the stylesheet test all read it.
//!
//! Source: looks.md, the palette tables of sections 2 to 7; specification, Looks (names, free and Pro).

use super::{LookEntry, PaletteEntry};
use crate::color::HexColor;

const fn ink(hex: u32) -> HexColor {
    let [_, r, g, b] = hex.to_be_bytes();
    HexColor::rgb(r, g, b)
}

/// One palette from the eight columns of the design table.
const fn palette(name: &'static str, label: &'static str, dark: bool, c: [u32; 8]) -> PaletteEntry {
    PaletteEntry {
        name,
        label,
        dark,
        bg: ink(c[0]),
        surface: ink(c[1]),
        ink: ink(c[2]),
        soft: ink(c[3]),
        accent: ink(c[4]),
        accent_ink: ink(c[5]),
        on: ink(c[6]),
        edge: ink(c[7]),
    }
}

/// Painted: Watercolour paper by a window: washes still drying, letters sealed with wax.
pub const PAINTED: LookEntry = LookEntry {
    note: "Watercolour paper by a window: washes still drying, letters sealed with wax.",
    free: true,
    palettes: [
        palette(
            "meadow",
            "Meadow",
            false,
            [0xf3eee3, 0xfdfaf3, 0x2a3148, 0x565b6e, 0x9c3a34, 0xfff6ef, 0x232a45, 0x463424],
        ),
        palette(
            "harbour",
            "Harbour",
            false,
            [0xe8eef0, 0xfbfdfc, 0x1f3440, 0x4d626d, 0x1f6470, 0xf2fbfb, 0x17303d, 0x24404c],
        ),
        palette(
            "peony",
            "Peony",
            false,
            [0xf7eae8, 0xfffaf8, 0x43243a, 0x755468, 0xa32e5c, 0xfff4f7, 0x43243a, 0x5a3044],
        ),
        palette(
            "vesper",
            "Vesper",
            true,
            [0x1d2440, 0x2a3254, 0xf2ebdc, 0xbdbdd0, 0xf0b45e, 0x251505, 0xf6efdf, 0x0a0e20],
        ),
    ],
};

/// A desk from straight above on a bright morning: polaroids, sticky notes, records, tickets, postcards.
pub const COZY: LookEntry = LookEntry {
    note: "A desk from straight above on a bright morning: polaroids, sticky notes, records, tickets, postcards.",
    free: true,
    palettes: [
        palette("oak", "Oak", false, [0xc98f56, 0xfffaf0, 0x33241a, 0x6b5543, 0xa5301f, 0xfff6ea, 0x2d1a0c, 0x3e1e08]),
        palette(
            "linen",
            "Linen",
            false,
            [0xe4dccd, 0xfffdf7, 0x2b2a2e, 0x5f5a5c, 0x2d5f8a, 0xf7fbff, 0x2b2a2e, 0x5a4b36],
        ),
        palette(
            "blotter",
            "Blotter",
            false,
            [0x2f5a4a, 0xfdf8ea, 0x23302a, 0x55625a, 0x8f5a12, 0xfff8ea, 0xf6f1e0, 0x0c2219],
        ),
        palette(
            "lamplight",
            "Lamplight",
            false,
            [0x3a2418, 0xf7e9cf, 0x2c1b10, 0x644c38, 0x97401c, 0xfff1dd, 0xf8e6c8, 0x120803],
        ),
    ],
};

/// Washi: A woodblock sheet on handmade paper: ink, indigo, a red seal.
pub const WASHI: LookEntry = LookEntry {
    note: "A woodblock sheet on handmade paper: ink, indigo, a red seal.",
    free: false,
    palettes: [
        palette(
            "kinari",
            "Kinari",
            false,
            [0xefe6d2, 0xf8f2e2, 0x231f1c, 0x5c5145, 0xb3261e, 0xfff6e8, 0x231f1c, 0x2b2723],
        ),
        palette(
            "sakura",
            "Sakura",
            false,
            [0xf6e3df, 0xfdf3ef, 0x3a1f2b, 0x76505d, 0xa62649, 0xfff5f3, 0x3a1f2b, 0x4a2a38],
        ),
        palette(
            "yomogi",
            "Yomogi",
            false,
            [0xdfe3cd, 0xf1f3e3, 0x1f2a20, 0x4d5a48, 0x9c2f1c, 0xfdf8e9, 0x1f2a20, 0x2c3a2c],
        ),
        palette("sumi", "Sumi", true, [0x1c1b1d, 0x29272a, 0xefe6d2, 0xb8ad9b, 0xf27d68, 0x1a0d0a, 0xefe6d2, 0xcfc3ab]),
    ],
};

/// Lofi: A small old computer left on overnight; your things are its open windows.
pub const LOFI: LookEntry = LookEntry {
    note: "A small old computer left on overnight; your things are its open windows.",
    free: false,
    palettes: [
        palette(
            "dusk",
            "Dusk",
            false,
            [0x5a4680, 0xf4ecdc, 0x262038, 0x5d5470, 0xb8325f, 0xfff5ea, 0xfff8ec, 0x262038],
        ),
        palette(
            "putty",
            "Putty",
            false,
            [0x6e8f8d, 0xe9e4d4, 0x22282a, 0x525a58, 0xa8431d, 0xfff7ea, 0x141a1b, 0x22282a],
        ),
        palette(
            "matcha",
            "Matcha",
            false,
            [0xa9c08b, 0xf6f2e0, 0x26301f, 0x56614a, 0x3f6b2a, 0xf8fbe9, 0x1f2a18, 0x26301f],
        ),
        palette(
            "standby",
            "Standby",
            true,
            [0x12152b, 0x20253f, 0xe6e8f7, 0xa7adce, 0x7fd6c2, 0x0b1c1a, 0xe6e8f7, 0x05060f],
        ),
    ],
};

/// Cobalt: An almanac in two inks on cream stock, under a crescent moon.
pub const COBALT: LookEntry = LookEntry {
    note: "An almanac in two inks on cream stock, under a crescent moon.",
    free: true,
    palettes: [
        palette(
            "almanac",
            "Almanac",
            false,
            [0xf4ead3, 0xfaf3e1, 0x142a7a, 0x2b3a7d, 0xc4371f, 0xfff7e6, 0x142a7a, 0x1d3aa3],
        ),
        palette(
            "moonlit",
            "Moonlit",
            true,
            [0x101d52, 0x182868, 0xf4ead3, 0xc3c8e6, 0xf2b53c, 0x1a1404, 0xf7efdc, 0xf4ead3],
        ),
        palette(
            "matchbox",
            "Matchbox",
            false,
            [0xf0c24b, 0xf9dd8c, 0x1c2a66, 0x3c4470, 0xb22a1a, 0xfff6dd, 0x1c2a66, 0x1c2a66],
        ),
        palette(
            "juniper",
            "Juniper",
            false,
            [0xe9ecdd, 0xf5f7ec, 0x14432f, 0x3d5f4c, 0xb8325a, 0xfff5f4, 0x14432f, 0x1a5a3e],
        ),
    ],
};

/// Night: A heads-up display after midnight: scans, cut corners, one signal colour.
pub const NIGHT: LookEntry = LookEntry {
    note: "A heads-up display after midnight: scans, cut corners, one signal colour.",
    free: false,
    palettes: [
        palette(
            "sodium",
            "Sodium",
            true,
            [0x090b0d, 0x101418, 0xece7db, 0xa39d8f, 0xffb020, 0x191003, 0xfbf6ea, 0x6b4c18],
        ),
        palette(
            "redline",
            "Redline",
            true,
            [0x0c0808, 0x161010, 0xf4e9e6, 0xb39f9b, 0xff4a3d, 0x1a0302, 0xfff4f1, 0x7a2620],
        ),
        palette(
            "glacier",
            "Glacier",
            true,
            [0x070c10, 0x0e161c, 0xe4eff4, 0x93a7b2, 0x63d8ff, 0x021219, 0xf2fbff, 0x23566a],
        ),
        palette(
            "overcast",
            "Overcast",
            false,
            [0xdfe2e0, 0xeef0ee, 0x15191b, 0x4c5457, 0xb83a06, 0xfff6f0, 0x0d1113, 0x7d8588],
        ),
    ],
};
