//! The colours of a card: those of the page (looks, 1.4), from the palette and what the owner chose.

use mantel_model::HexColor;
use mantel_model::contrast;
use mantel_model::look::{Look, Palette, PaletteEntry};
use mantel_model::theme::{BackgroundStyle, Font, Theme};

/// The colours and the choices about them on which a plate depends.
#[derive(Clone, Debug, PartialEq)]
pub struct Tints {
    /// Look and palette.
    pub palette: Palette,
    /// The page's ground.
    pub bg: HexColor,
    /// The ground of an object.
    pub surface: HexColor,
    /// Words on an object.
    pub ink: HexColor,
    /// Lesser words on an object.
    pub soft: HexColor,
    /// Shapes in the accent.
    pub accent: HexColor,
    /// Words on the accent.
    pub accent_ink: HexColor,
    /// Words in the accent on the surface.
    pub accent_text: HexColor,
    /// Words directly on the ground.
    pub on: HexColor,
    /// Shadows, rules and borders.
    pub edge: HexColor,
    /// What lies behind the objects.
    pub backdrop: BackgroundStyle,
    /// Whether paper or screen has grain.
    pub grain: bool,
    /// Whether the accent is the owner's.
    pub own_accent: bool,
    /// Whether the ground's colour is the owner's.
    pub own_bg: bool,
    /// The typeface of the theme.
    pub font: Font,
}

impl Tints {
    /// The colours of a theme, by the rules of the page.
    pub fn of(theme: &Theme) -> Self {
        let entry = theme.palette.entry();
        let accent = theme.accent.map_or(entry.accent, |own| contrast::held_accent(own, entry));
        let bg = theme.background.color.unwrap_or(entry.bg);
        Self {
            palette: theme.palette,
            bg,
            surface: entry.surface,
            ink: entry.ink,
            soft: entry.soft,
            accent,
            accent_ink: theme.accent.map_or(entry.accent_ink, |_| contrast::best_ink(accent)),
            accent_text: contrast::accent_text(accent, entry.surface),
            on: theme.background.color.map_or(entry.on, |own| contrast::on(own, entry)),
            edge: entry.edge,
            backdrop: theme.background.style,
            grain: theme.background.grain,
            own_accent: theme.accent.is_some(),
            own_bg: theme.background.color.is_some(),
            font: theme.font,
        }
    }

    /// The look.
    pub const fn look(&self) -> Look {
        self.palette.look()
    }

    /// The palette's row of the table.
    pub const fn entry(&self) -> &'static PaletteEntry {
        self.palette.entry()
    }

    /// The wire name of the palette, such as `sumi`.
    pub const fn name(&self) -> &'static str {
        self.palette.name()
    }

    /// Whether the look's own scene is drawn, rather than a plain ground, dots, lines or a picture (looks, 1.7).
    pub fn scene(&self) -> bool {
        self.backdrop == BackgroundStyle::Scene
    }
}

/// A mix of two colours in sRGB: all of the first at 1, all of the second at 0. As `color-mix(in srgb, …)`.
pub fn mix(a: HexColor, b: HexColor, share: f64) -> HexColor {
    let share = share.clamp(0.0, 1.0);
    let [r, g, b] = std::array::from_fn(|at| {
        let (a, b) = (a.bytes()[at], b.bytes()[at]);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
        let mixed = (f64::from(a) * share + f64::from(b) * (1.0 - share)).round() as u8;
        mixed
    });
    HexColor::rgb(r, g, b)
}

/// A colour from its six digits.
pub const fn hex(rgb: u32) -> HexColor {
    let [_, r, g, b] = rgb.to_be_bytes();
    HexColor::rgb(r, g, b)
}

/// The first of these colours that words may have on a ground (4.5 to 1), else black or white (cards, 3 "Contrast").
pub fn readable(ground: HexColor, colors: &[HexColor]) -> HexColor {
    let found = colors.iter().copied().find(|color| contrast::ratio(*color, ground) >= contrast::AA);
    found.unwrap_or_else(|| contrast::best_ink(ground))
}
