//! Whether and how the visits of a page are counted.

/// Whether and how a page is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Visits, and presses as browsers tell them.
    #[default]
    On,
    /// The same, with links that lead through this server.
    Exact,
    /// It is not.
    Off,
}

impl Counting {
    /// Its name, as it is stored.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Exact => "exact",
            Self::Off => "off",
        }
    }

    /// The one of this name; as by default where there is none.
    pub(super) fn named(name: &str) -> Self {
        [Self::Exact, Self::Off].into_iter().find(|counting| counting.name() == name).unwrap_or_default()
    }
}
