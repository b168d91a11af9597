//! The colours of the colour form, from the theme (docs/design/cards.md, 8; looks, 1.4).

use crate::color::HexColor;
use crate::contrast::{AA, accent_text, best_ink, held_accent, on, ratio};
use crate::look::{Look, Palette, PaletteEntry};
use crate::theme::Theme;
use crate::tile::TileColor;

/// A fill and the ink on it.
pub type Fill = (HexColor, HexColor);

/// The colours of a page.
#[derive(Clone, Copy, Debug)]
pub struct Colors {
    /// Behind all text.
    pub ground: HexColor,
    /// Text on the ground.
    pub ink: HexColor,
    /// Secondary text on the ground.
    pub soft: HexColor,
    /// Words in the accent on the ground.
    pub words: HexColor,
    /// Dots and rules.
    pub line: HexColor,
    /// The accent, as the page shows it.
    pub accent: Fill,
    /// The second ink, and the ink on it.
    pub second: Fill,
    /// The plate of a section's name.
    pub plate: Fill,
    /// A note without a colour of its own.
    note: Fill,
    /// A stamp without a colour of its own.
    stamp: Fill,
    surface: Fill,
    dark: bool,
    /// Whether the accent is the owner's.
    pub own_accent: bool,
    /// Paper that lies in a scene.
    pub sheet: HexColor,
    /// Shadows in a scene.
    pub shade: HexColor,
}

/// What the table of a look adds to a palette: the ground and what is drawn on it.
struct Tones {
    ground: HexColor,
    soft: HexColor,
    words: HexColor,
    line: HexColor,
    second: HexColor,
    note: HexColor,
}

/// A colour from six hex digits.
pub(super) const fn hex(code: u32) -> HexColor {
    let [_, r, g, b] = code.to_be_bytes();
    HexColor::rgb(r, g, b)
}

const fn tones(c: [u32; 6]) -> Tones {
    Tones { ground: hex(c[0]), soft: hex(c[1]), words: hex(c[2]), line: hex(c[3]), second: hex(c[4]), note: hex(c[5]) }
}

/// Ground, soft, words in the accent, line, second ink, note. Lofi's grounds are its front hills, cozy's oak is the dark of
/// the desk; the others are the palettes' own.
const fn table(name: &str) -> Tones {
    tones(match name.as_bytes() {
        b"dusk" => [0x2e284b, 0xc9bedd, 0xf2a9bd, 0x6f5f98, 0x5a4680, 0xffdf7c],
        b"putty" => [0x223f42, 0xbcd0c9, 0xf3b193, 0x547c7a, 0x9db3a4, 0xf0dc96],
        b"matcha" => [0x27472e, 0xc6d8b6, 0xbfdf95, 0x5b8461, 0xa9c08b, 0xf5e092],
        b"standby" => [0x0e1028, 0xa7adce, 0x7fd6c2, 0x3d4580, 0x433f7d, 0x54420f],
        b"kinari" => [0xefe6d2, 0x5c5145, 0xa3201a, 0xa89b84, 0x27477f, 0xe6cf7f],
        b"sakura" => [0xf6e3df, 0x6d4854, 0x9c2043, 0xc9a3a6, 0x6d4a78, 0xf0cf9e],
        b"yomogi" => [0xdfe3cd, 0x4d5a48, 0x8c2817, 0x9eaa8c, 0x3f5f4a, 0xe3cf7c],
        b"sumi" => [0x1c1b1d, 0xb8ad9b, 0xf27d68, 0x5d564f, 0x6f8fc0, 0x54420f],
        b"oak" => [0x3e1e08, 0xdcbd98, 0xf5a98c, 0x8a5a32, 0x1f6b52, 0xffe07a],
        b"linen" => [0xe4dccd, 0x575254, 0x27537a, 0xb0a48c, 0xa8325e, 0xffe07a],
        b"blotter" => [0x2a5142, 0xd3dfcd, 0xf2cd84, 0x5f8d79, 0xa8325e, 0xffe07a],
        b"lamplight" => [0x3a2418, 0xd8bd9a, 0xf4a883, 0x7d583d, 0x1f6b52, 0xf3d374],
        b"meadow" => [0xf3eee3, 0x565b6e, 0x943631, 0xb9b0a4, 0x3d6a80, 0xf0dcb4],
        b"harbour" => [0xe8eef0, 0x4a5e69, 0x1c5e69, 0xa5b6be, 0x6b5a3a, 0xdfe3cf],
        b"peony" => [0xf7eae8, 0x6f4e62, 0x9b2955, 0xcfafb8, 0x6a4f86, 0xf6d9c2],
        b"vesper" => [0x1d2440, 0xbdbdd0, 0xf0b45e, 0x525b80, 0x2f7a86, 0x3a3f68],
        b"almanac" => [0xf4ead3, 0x2b3a7d, 0xb1301a, 0x9c9fb2, 0x1d3aa3, 0xf3c750],
        b"moonlit" => [0x101d52, 0xc3c8e6, 0xf2b53c, 0x5464a8, 0xf4ead3, 0xf4d06f],
        b"matchbox" => [0xf0c24b, 0x343b62, 0x8c1c10, 0xa9842e, 0x1c2a66, 0xfdf0c4],
        b"juniper" => [0xe9ecdd, 0x3d5f4c, 0xa82b50, 0x9fb19f, 0x1a5a3e, 0xf1d78e],
        b"sodium" => [0x090b0d, 0xa39d8f, 0xffb020, 0x54411e, 0x6b4c18, 0x1d1a14],
        b"redline" => [0x0c0808, 0xb39f9b, 0xff5c50, 0x5e2824, 0x7a2620, 0x241413],
        b"glacier" => [0x070c10, 0x93a7b2, 0x63d8ff, 0x204c5a, 0x23566a, 0x10222b],
        _ => [0xdfe2e0, 0x4c5457, 0xa03305, 0x9aa3a5, 0x4c5457, 0xcdd2d0],
    })
}

/// The stamps that are not in the accent: lofi's disc.
const DISC: HexColor = hex(0xc3dff0);

impl Colors {
    /// The colours of a page with this theme. The owner's accent and page colour take the place of the palette's.
    pub fn of(theme: &Theme) -> Self {
        let palette = theme.palette.entry();
        let tones = table(theme.palette.name());
        let own = theme.background.color;
        let ground = own.unwrap_or(tones.ground);
        let ink = if ratio(palette.on, ground) >= 7.0 || own.is_some() { on(ground, palette) } else { palette.surface };
        let (soft, line) = match own {
            // As much of the ink as it takes to be read, a quarter of it for what only guides the eye.
            Some(_) => (faded(ink, ground), mix(ground, ink, 0.28)),
            None => (tones.soft, tones.line),
        };
        let accent = match theme.accent {
            Some(accent) => {
                let held = held_accent(accent, palette);
                (held, best_ink(held))
            }
            None => (palette.accent, palette.accent_ink),
        };
        let words = if theme.accent.is_none() && own.is_none() { tones.words } else { accent_text(accent.0, ground) };
        let second = (tones.second, ink_on(tones.second, palette));
        let surface = (palette.surface, palette.ink);
        Self {
            ground,
            ink,
            soft,
            words,
            line,
            accent,
            second,
            plate: match theme.look() {
                Look::Lofi => surface,
                Look::Painted | Look::Cobalt => second,
                _ => accent,
            },
            note: (tones.note, ink_on(tones.note, palette)),
            stamp: if theme.look() == Look::Lofi { (DISC, ink_on(DISC, palette)) } else { accent },
            surface,
            dark: palette.dark && !light_stock(theme.palette),
            own_accent: theme.accent.is_some(),
            sheet: palette.surface,
            shade: palette.edge,
        }
    }

    /// The colours of a note or stamp that was given a colour.
    fn tint(&self, color: TileColor, auto: Fill) -> Fill {
        let (light, dark) = match color {
            TileColor::Auto => return auto,
            TileColor::Surface => return self.surface,
            TileColor::Accent => return self.accent,
            TileColor::Peach => (0xffc9a3, 0x5b3320),
            TileColor::Butter => (0xffe07a, 0x54420f),
            TileColor::Mint => (0xbfe3c4, 0x1f4a36),
            TileColor::Sky => (0xbcdcee, 0x1d4159),
            TileColor::Lilac => (0xd9caf0, 0x3d3166),
            TileColor::Rose => (0xf8c1cc, 0x5a2638),
        };
        if self.dark { (hex(dark), hex(0xf4ecdd)) } else { (hex(light), hex(0x2b211b)) }
    }

    /// The block of a note.
    pub fn note(&self, color: TileColor) -> Fill {
        self.tint(color, self.note)
    }

    /// The block of a stamp.
    pub fn stamp(&self, color: TileColor) -> Fill {
        self.tint(color, self.stamp)
    }
}

/// Moonlit is a dark page with the light stocks (looks, 6).
fn light_stock(palette: Palette) -> bool {
    palette.name() == "moonlit"
}

/// The palette's ink that reads best on a fill, or black or white where none does.
fn ink_on(fill: HexColor, palette: &PaletteEntry) -> HexColor {
    let inks = [palette.ink, palette.surface, palette.on, palette.accent_ink];
    let best = inks.into_iter().max_by(|a, b| ratio(*a, fill).total_cmp(&ratio(*b, fill)));
    best.filter(|ink| ratio(*ink, fill) >= AA).unwrap_or_else(|| best_ink(fill))
}

/// The ink, faded towards the ground as far as it stays easy to read.
fn faded(ink: HexColor, ground: HexColor) -> HexColor {
    let steps = [0.28, 0.2, 0.12];
    let faded = steps.into_iter().map(|share| mix(ink, ground, share));
    faded.into_iter().find(|soft| ratio(*soft, ground) >= AA + 0.5).unwrap_or(ink)
}

/// `share` of the second colour in the first, 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255 before")]
pub fn mix(a: HexColor, b: HexColor, share: f64) -> HexColor {
    let share = share.clamp(0.0, 1.0);
    let [a, b] = [a.bytes().map(f64::from), b.bytes().map(f64::from)];
    let channel = |a: f64, b: f64| (a + (b - a) * share).round().clamp(0.0, 255.0) as u8;
    let ([ar, ag, ab], [br, bg, bb]) = (a, b);
    HexColor::rgb(channel(ar, br), channel(ag, bg), channel(ab, bb))
}
