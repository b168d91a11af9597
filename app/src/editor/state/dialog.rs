//! What can be open over the editor or beside it.

use super::breakpoint::Breakpoint;

/// A dialog, drawer or bottom sheet over the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The changes that would be published.
    Publish,
    /// The keyboard shortcuts.
    Shortcuts,
    /// Moving the selected tiles to a place or a section.
    MoveTo,
    /// Signing in again.
    SignIn,
    /// Moving in from a page elsewhere.
    MoveIn,
    /// On a phone: the paste field, as a bottom sheet.
    AddTiles,
    /// Where the sidebar does not fit: the list of tiles, as a drawer or, on a phone, a bottom sheet.
    Tiles,
    /// Where the design panel does not fit: looks, palettes and the rest, as a drawer or a bottom sheet.
    Design,
}

impl Dialog {
    /// The value of the screen's `data-dialog` attribute.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Shortcuts => "keys",
            Self::MoveTo => "move-to",
            Self::SignIn => "sign-in",
            Self::MoveIn => "move-in",
            Self::AddTiles => "adding",
            Self::Tiles => "tiles",
            Self::Design => "look",
        }
    }

    /// Whether it is a drawer or a bottom sheet, which Escape closes, rather than a modal dialog.
    pub const fn is_drawer(self) -> bool {
        matches!(self, Self::AddTiles | Self::Tiles | Self::Design)
    }

    /// Whether its contents have a permanent place at a breakpoint, so that it is not needed as a drawer.
    pub fn is_docked(self, breakpoint: Breakpoint) -> bool {
        match self {
            Self::Design => breakpoint == Breakpoint::Wide,
            Self::Tiles => breakpoint >= Breakpoint::Medium,
            Self::AddTiles => breakpoint > Breakpoint::Phone,
            Self::Publish | Self::Shortcuts | Self::MoveTo | Self::SignIn | Self::MoveIn => false,
        }
    }
}

/// What the sidebar shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidebarTab {
    /// Paste field and tiles.
    Tiles,
    /// The history.
    History,
}

/// The screen that the page is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 1280 wide.
    Desktop,
    /// 390 wide.
    Phone,
}
