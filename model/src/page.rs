//! The page: what is edited as a draft and published whole.

use serde::Serialize;

use crate::look::Look;
use crate::profile::Profile;
use crate::theme::Theme;
use crate::tile::Tile;

/// A page being edited: profile, theme and tiles in order (specification, Page).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Draft {
    /// Who it is about.
    pub profile: Profile,
    /// How it looks.
    pub theme: Theme,
    /// What it holds, in reading order.
    pub tiles: Vec<Tile>,
}

impl Draft {
    /// A page with nothing on it, in a look.
    pub fn blank(look: Look) -> Self {
        Self { profile: Profile::default(), theme: Theme::of(look), tiles: Vec::new() }
    }
}
