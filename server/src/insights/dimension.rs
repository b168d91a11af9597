//! What is counted of a page.

/// A dimension of the counts, each with values of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dimension {
    /// Looks at the page by people, by device.
    Visits,
    /// Visits by browser.
    Browser,
    /// Visits by language.
    Language,
    /// Visits by country.
    Country,
    /// Visits by what they came from.
    Source,
    /// Visits by a named way.
    WayLink,
    /// Visits by a scanned code, by the way that it names.
    WayCode,
    /// Presses on computers and tablets, by tile or social link.
    PressDesktop,
    /// Presses on phones.
    PressPhone,
    /// The page read by programs, by kind and name.
    ReaderPage,
    /// Its text for programs.
    ReaderText,
    /// Its JSON.
    ReaderJson,
    /// The share card fetched for chats, by program.
    CardChat,
    /// The share card fetched for timelines.
    CardTimeline,
    /// What people took along: the contact card, the feed.
    Save,
}

impl Dimension {
    /// Its name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Visits => "visits",
            Self::Browser => "browser",
            Self::Language => "language",
            Self::Country => "country",
            Self::Source => "source",
            Self::WayLink => "way-link",
            Self::WayCode => "way-code",
            Self::PressDesktop => "press-desktop",
            Self::PressPhone => "press-phone",
            Self::ReaderPage => "reader-page",
            Self::ReaderText => "reader-text",
            Self::ReaderJson => "reader-json",
            Self::CardChat => "card-chat",
            Self::CardTimeline => "card-timeline",
            Self::Save => "save",
        }
    }

    /// Whether strangers choose its values, so that their number has to be bounded.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Visits | Self::Browser | Self::PressDesktop | Self::PressPhone | Self::Save => false,
            Self::Language
            | Self::Country
            | Self::Source
            | Self::WayLink
            | Self::WayCode
            | Self::ReaderPage
            | Self::ReaderText
            | Self::ReaderJson
            | Self::CardChat
            | Self::CardTimeline => true,
        }
    }
}
