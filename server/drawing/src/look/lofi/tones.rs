//! The colours of lofi beside the eight of its palettes, as on the page (looks, 4; style/looks/lofi/look.css,
//! public/draw/lofi.py).

use mantel_model::HexColor;

use super::landscape::Colors;
use crate::tints::{Tints, hex, mix, readable};

/// The colours of the desktop.
#[derive(Clone, Copy, Debug)]
pub struct Tones {
    /// Title bars, menu bar, status lines.
    pub bar: HexColor,
    /// Lit edges.
    pub hi: HexColor,
    /// Pinstripes.
    pub lo: HexColor,
    /// What is as good as white: meters, zoom boxes.
    pub fresh: HexColor,
    /// The paper of the note.
    pub note: HexColor,
    /// The close box.
    pub close: HexColor,
    /// What windows are made of.
    pub surface: HexColor,
    /// Words.
    pub ink: HexColor,
    /// Lesser words.
    pub soft: HexColor,
    /// Borders and shadows.
    pub edge: HexColor,
    /// Fills of meters.
    pub accent: HexColor,
}

impl Tones {
    /// The colours of a theme.
    pub fn of(tints: &Tints) -> Self {
        let (bar, hi, lo, fresh, note) = match tints.name() {
            "putty" => (0xd3cdb9, 0xf7f4e8, 0xa9a48f, 0xf7f4e8, 0xffdf7c),
            "matcha" => (0xdfe0bf, 0xfffdf0, 0xb4b891, 0xfffdf0, 0xffdf7c),
            // Tile colours of dark palettes (looks, 1.4).
            "standby" => (0x2c3357, 0x3a4270, 0x0d1022, 0x20253f, 0x54420f),
            _ => (0xe6d8c4, 0xfffaf0, 0xb9a893, 0xfffaf0, 0xffdf7c),
        };
        Self {
            bar: hex(bar),
            hi: hex(hi),
            lo: hex(lo),
            fresh: hex(fresh),
            note: hex(note),
            close: hex(0xe0786d),
            surface: tints.surface,
            ink: tints.ink,
            soft: tints.soft,
            edge: tints.edge,
            accent: tints.accent,
        }
    }

    /// The lesser words of a bar: the soft ink where it can be read.
    pub fn count(&self) -> HexColor {
        readable(self.bar, &[self.soft, self.ink])
    }

    /// Words on the note.
    pub fn note_ink(&self) -> HexColor {
        readable(self.note, &[self.ink, hex(0xf4ecdd)])
    }
}

/// The colours of the wallpaper. Over a ground of the owner's, the bands of the sky are black and white glass, as on the
/// page.
pub fn landscape(tints: &Tints) -> Colors {
    let (sky, hills, sun, cloud, stars) = match tints.name() {
        "putty" => (
            [0x3f6668, 0x6e8f8d, 0x9db3a4, 0xc9cdb4, 0xe6dcc0, 0xf0e8d2],
            [0x5f8a86, 0x44706e, 0x2f5556, 0x223f42],
            0xfdf6e0,
            [0xe3e4d2, 0xb4c4b6],
            0.45,
        ),
        "matcha" => (
            [0x5f8058, 0xa9c08b, 0xc3d29b, 0xdbe2b1, 0xece8c4, 0xf5edd0],
            [0x6f9a5c, 0x4f7c48, 0x375f3a, 0x27472e],
            0xfdf7de,
            [0xeef2d4, 0xc9d8a8],
            0.6,
        ),
        "standby" => (
            [0x0b0d1e, 0x12152b, 0x1c2148, 0x2b3166, 0x433f7d, 0x5f4d8a],
            [0x262b5c, 0x1d2148, 0x151838, 0x0e1028],
            0xcfd4f2,
            [0x2b3166, 0x1c2148],
            1.0,
        ),
        _ => (
            [0x3b3563, 0x5a4680, 0x8a5a94, 0xc57a96, 0xeda58e, 0xf7cfa0],
            [0x8d5f8c, 0x644a7b, 0x453763, 0x2e284b],
            0xfdf0cc,
            [0xf9d9bf, 0xdba6a6],
            1.0,
        ),
    };
    let glass = |(light, part): (u32, f64)| mix(hex(light), tints.bg, part);
    let own = [
        (0x00_0000, 0.298),
        (0x00_0000, 0.0),
        (0xff_ffff, 0.133),
        (0xff_ffff, 0.267),
        (0xff_ffff, 0.4),
        (0xff_ffff, 0.502),
    ];
    Colors {
        sky: if tints.own_bg { own.map(glass) } else { sky.map(hex) },
        hills: hills.map(hex),
        sun: hex(sun),
        cloud: cloud.map(hex),
        stars,
    }
}
