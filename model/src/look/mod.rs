//! Looks and their palettes, as one table.

mod choices;
mod table;

use crate::color::HexColor;

closed_set! {
    /// A look: how a page is drawn (specification, Looks).
    pub enum Look ("a look") {
        /// Watercolour paper, letters, wax seals; the default of a brief.
        Painted = "painted", "Painted";
        /// The desk, where every tile is an object; the default of a claimed page.
        Cozy = "cozy", "Cozy";
        /// Japanese print: paper, ink, a red seal.
        Washi = "washi", "Washi";
        /// A desktop left open; tiles are windows.
        Lofi = "lofi", "Lofi";
        /// Vintage print in two inks, under a crescent moon.
        Cobalt = "cobalt", "Cobalt";
        /// A heads-up display: scans, cut corners, one signal colour.
        Night = "night", "Night";
    }
}

/// A look's row of the table.
#[derive(Debug)]
pub struct LookEntry {
    /// One-sentence description, shown in pickers and by `list_options`.
    pub note: &'static str,
    /// Free on the hosted service; the others are Pro (specification, Looks).
    pub free: bool,
    /// Its four palettes; the first is the default.
    pub palettes: [PaletteEntry; 4],
}

/// A palette: eight colours that meet AA on each other (looks, 1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaletteEntry {
    /// The wire name, unique across all looks.
    pub name: &'static str,
    /// The label shown to people.
    pub label: &'static str,
    /// Whether text is light on a dark background; sets `color-scheme`.
    pub dark: bool,
    /// Page background.
    pub bg: HexColor,
    /// Background of a tile.
    pub surface: HexColor,
    /// Text on a tile.
    pub ink: HexColor,
    /// Secondary text on a tile.
    pub soft: HexColor,
    /// Accent colour.
    pub accent: HexColor,
    /// Text on the accent.
    pub accent_ink: HexColor,
    /// Text directly on the page background.
    pub on: HexColor,
    /// Shadows, rules and borders.
    pub edge: HexColor,
}

impl Look {
    /// Its row of the table.
    pub const fn entry(self) -> &'static LookEntry {
        match self {
            Self::Painted => &table::PAINTED,
            Self::Cozy => &table::COZY,
            Self::Washi => &table::WASHI,
            Self::Lofi => &table::LOFI,
            Self::Cobalt => &table::COBALT,
            Self::Night => &table::NIGHT,
        }
    }

    /// The look that replaces a retired one (specification, Looks: `press`, `gallery`).
    pub fn retired(name: &str) -> Option<Self> {
        match name {
            "press" => Some(Self::Cobalt),
            "gallery" => Some(Self::Painted),
            _ => None,
        }
    }

    /// Its first palette.
    pub const fn first_palette(self) -> Palette {
        Palette { look: self, index: 0 }
    }

    /// Its four palettes.
    pub fn palettes(self) -> impl Iterator<Item = Palette> {
        (0..4).map(move |index| Palette { look: self, index })
    }

    /// One of its palettes by wire name.
    pub fn palette(self, name: &str) -> Option<Palette> {
        self.palettes().find(|palette| palette.name() == name)
    }
}

/// A palette together with its look, so that the two cannot disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Palette {
    look: Look,
    index: u8,
}

impl Palette {
    /// The look it belongs to.
    pub const fn look(self) -> Look {
        self.look
    }

    /// Its row of the table.
    pub const fn entry(self) -> &'static PaletteEntry {
        let palettes = &self.look.entry().palettes;
        match self.index {
            0 => &palettes[0],
            1 => &palettes[1],
            2 => &palettes[2],
            _ => &palettes[3],
        }
    }

    /// Its wire name.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The palette of any look with this wire name.
    pub fn find(name: &str) -> Option<Self> {
        Look::ALL.iter().find_map(|look| look.palette(name))
    }
}
