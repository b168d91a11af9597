//! The faces of the pages: the same subsets that browsers get (public/fonts), built into the program.

use mantel_model::theme::Font;

/// What stands in for a face when a string holds a character that it lacks (cards, 2 "Coverage first").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fallback {
    /// A serif, heavy: Shippori Mincho 800, or what the folder of fonts has of that kind.
    Serif,
    /// A sans, bold: Noto Sans JP 700, or what the folder of fonts has of that kind.
    Sans,
}

/// A face of the pages: its subset files, the place on their variable axes, its fallback.
#[derive(Debug)]
pub struct Face {
    /// Its place in the list of faces.
    pub(super) index: usize,
    /// WOFF2 files, English letters first.
    pub(super) files: &'static [&'static [u8]],
    /// Values of variable axes.
    pub(super) axes: &'static [(&'static str, f32)],
    /// What stands in for it.
    pub(super) fallback: Fallback,
}

macro_rules! faces {
    ($( $(#[$about:meta])* $name:ident = $file:literal [ $($subset:literal),+ ] { $($axis:literal: $value:literal),* } $fallback:ident; )+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $( $name ),+ }
        $(
            $(#[$about])*
            pub static $name: Face = Face {
                index: Index::$name as usize,
                files: &[ $( include_bytes!(concat!("../../../../public/fonts/", $file, "-", $subset, ".woff2")) ),+ ],
                axes: &[ $( ($axis, $value) ),* ],
                fallback: Fallback::$fallback,
            };
        )+
        /// Every face.
        pub static ALL: &[&Face] = &[ $( &$name ),+ ];
    };
}

faces! {
    /// Cormorant 700 italic: names in painted.
    CORMORANT_700_ITALIC = "cormorant-600-700i" ["latin", "latin-1", "latin-ext", "vietnamese"] { "wght": 700.0 } Serif;
    /// Cormorant 600 italic: seals in painted.
    CORMORANT_600_ITALIC = "cormorant-600-700i" ["latin", "latin-1", "latin-ext", "vietnamese"] { "wght": 600.0 } Serif;
    /// Cormorant 600.
    CORMORANT_600 = "cormorant-600" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// EB Garamond 500: text in painted.
    GARAMOND_500 = "eb-garamond-500" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// EB Garamond 700.
    GARAMOND_700 = "eb-garamond-700" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// EB Garamond 500 italic: captions and addresses in painted.
    GARAMOND_500_ITALIC = "eb-garamond-500-600i" ["latin", "latin-1", "latin-ext", "vietnamese"] { "wght": 500.0 } Serif;
    /// EB Garamond 600 italic.
    GARAMOND_600_ITALIC = "eb-garamond-500-600i" ["latin", "latin-1", "latin-ext", "vietnamese"] { "wght": 600.0 } Serif;
    /// Caprasimo: names and badges in cozy.
    CAPRASIMO = "caprasimo-400" ["latin", "latin-1", "latin-ext"] {} Sans;
    /// Nanum Pen Script: the hand in cozy.
    NANUM_PEN = "nanum-pen-script-400" ["latin", "latin-1", "latin-ext"] {} Sans;
    /// Young Serif: repositories in cozy.
    YOUNG_SERIF = "young-serif-400" ["latin", "latin-1", "latin-ext"] {} Serif;
    /// Courier Prime 700: typewriting and label tape in cozy.
    COURIER_PRIME_700 = "courier-prime-700" ["latin", "latin-1", "latin-ext"] {} Sans;
    /// Shippori Mincho 800: names and seals in washi.
    SHIPPORI_800 = "shippori-mincho-800" ["latin", "latin-1", "latin-ext"] {} Serif;
    /// Shippori Mincho 700.
    SHIPPORI_700 = "shippori-mincho-700" ["latin", "latin-1", "latin-ext"] {} Serif;
    /// Zen Old Mincho 400.
    ZEN_OLD_400 = "zen-old-mincho-400" ["latin", "latin-1", "latin-ext"] {} Serif;
    /// Zen Old Mincho 500: text in washi.
    ZEN_OLD_500 = "zen-old-mincho-500" ["latin", "latin-1", "latin-ext"] {} Serif;
    /// Zen Old Mincho 700.
    ZEN_OLD_700 = "zen-old-mincho-700" ["latin", "latin-1", "latin-ext"] {} Serif;
    /// Pixelify Sans 600: names in lofi.
    PIXELIFY_600 = "pixelify-sans-600" ["latin", "latin-1", "latin-ext"] {} Sans;
    /// Pixelify Sans 500: window titles in lofi.
    PIXELIFY_500 = "pixelify-sans-500" ["latin", "latin-1", "latin-ext"] {} Sans;
    /// Sometype Mono 500: text in lofi.
    SOMETYPE_500 = "sometype-mono-500-700" ["latin", "latin-1", "latin-ext"] { "wght": 500.0 } Sans;
    /// Sometype Mono 600.
    SOMETYPE_600 = "sometype-mono-500-700" ["latin", "latin-1", "latin-ext"] { "wght": 600.0 } Sans;
    /// Sometype Mono 700.
    SOMETYPE_700 = "sometype-mono-500-700" ["latin", "latin-1", "latin-ext"] { "wght": 700.0 } Sans;
    /// Chonburi: names in cobalt.
    CHONBURI = "chonburi-400" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// Old Standard 400: text in cobalt.
    OLD_STANDARD_400 = "old-standard-tt-400" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// Old Standard 400 italic: captions and places in cobalt.
    OLD_STANDARD_400_ITALIC = "old-standard-tt-400i" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// Old Standard 700.
    OLD_STANDARD_700 = "old-standard-tt-700" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// League Gothic 400: addresses in cobalt.
    LEAGUE_GOTHIC = "league-gothic-400" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Serif;
    /// Michroma: names and reticles in night.
    MICHROMA = "michroma-400" ["latin", "latin-1", "latin-ext"] {} Sans;
    /// Saira Condensed 400.
    SAIRA_400 = "saira-condensed-400" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Sans;
    /// Saira Condensed 500: text in night.
    SAIRA_500 = "saira-condensed-500" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Sans;
    /// Saira Condensed 600: notes in night.
    SAIRA_600 = "saira-condensed-600" ["latin", "latin-1", "latin-ext", "vietnamese"] {} Sans;
    /// Martian Mono 400: labels in night.
    MARTIAN_400 = "martian-mono-400-500" ["latin", "latin-1", "latin-ext"] { "wght": 400.0 } Sans;
    /// Martian Mono 500: addresses in night.
    MARTIAN_500 = "martian-mono-400-500" ["latin", "latin-1", "latin-ext"] { "wght": 500.0 } Sans;
    /// Schibsted Grotesk 400.
    GROTESK_400 = "schibsted-grotesk-400-700" ["latin", "latin-1", "latin-ext"] { "wght": 400.0 } Sans;
    /// Schibsted Grotesk 500.
    GROTESK_500 = "schibsted-grotesk-400-700" ["latin", "latin-1", "latin-ext"] { "wght": 500.0 } Sans;
    /// Schibsted Grotesk 600.
    GROTESK_600 = "schibsted-grotesk-400-700" ["latin", "latin-1", "latin-ext"] { "wght": 600.0 } Sans;
    /// Schibsted Grotesk 700.
    GROTESK_700 = "schibsted-grotesk-400-700" ["latin", "latin-1", "latin-ext"] { "wght": 700.0 } Sans;
    /// Figtree 500.
    FIGTREE_500 = "figtree-500-700" ["latin", "latin-1", "latin-ext"] { "wght": 500.0 } Sans;
    /// Figtree 600.
    FIGTREE_600 = "figtree-500-700" ["latin", "latin-1", "latin-ext"] { "wght": 600.0 } Sans;
    /// Figtree 700.
    FIGTREE_700 = "figtree-500-700" ["latin", "latin-1", "latin-ext"] { "wght": 700.0 } Sans;
}

/// The faces of a theme's `font` in display and text roles; `None` for the look's own (looks, 1.7 `font`).
pub const fn of_theme(font: Font) -> Option<(&'static Face, &'static Face)> {
    Some(match font {
        Font::Look => return None,
        Font::Grotesk => (&GROTESK_700, &GROTESK_400),
        Font::Humanist => (&FIGTREE_700, &FIGTREE_500),
        Font::Book => (&GARAMOND_700, &GARAMOND_500),
        Font::Mincho => (&SHIPPORI_700, &ZEN_OLD_500),
        Font::Round => (&CAPRASIMO, &FIGTREE_500),
        Font::Poster => (&CHONBURI, &OLD_STANDARD_400),
        Font::Mono => (&SOMETYPE_700, &SOMETYPE_500),
        Font::Hand => (&NANUM_PEN, &FIGTREE_500),
        Font::Pixel => (&PIXELIFY_600, &SOMETYPE_500),
        Font::Condensed => (&SAIRA_600, &SAIRA_400),
    })
}
