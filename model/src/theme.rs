//! The appearance of a page: look, palette and further choices (specification, Theme; looks, 1.7).

use serde::Serialize;

use crate::closed_set::ClosedSet;
use crate::color::HexColor;
use crate::look::{Look, Palette};
use crate::number::{Blur, Dim};
use crate::safe_url::ImageUrl;

closed_set! {
    /// Typeface of display and text roles.
    pub enum Font ("a font") {
        /// The look's own faces.
        Look = "look", "The look’s";
        /// Schibsted Grotesk.
        Grotesk = "grotesk", "Grotesk";
        /// Figtree.
        Humanist = "humanist", "Humanist";
        /// EB Garamond.
        Book = "book", "Book";
        /// Shippori Mincho and Zen Old Mincho.
        Mincho = "mincho", "Mincho";
        /// Caprasimo and Figtree.
        Round = "round", "Round";
        /// Chonburi and Old Standard TT.
        Poster = "poster", "Poster";
        /// Sometype Mono.
        Mono = "mono", "Mono";
        /// Nanum Pen Script and Figtree.
        Hand = "hand", "Hand";
        /// Pixelify Sans and Sometype Mono.
        Pixel = "pixel", "Pixel";
        /// Saira Condensed.
        Condensed = "condensed", "Condensed";
    }
}

closed_set! {
    /// Corner radius of sheets and pictures.
    pub enum Radius ("a radius") {
        /// The look's own.
        Look = "look", "The look’s";
        /// 0.
        None = "none", "None";
        /// 4 px.
        Small = "small", "Small";
        /// 10 px.
        Medium = "medium", "Medium";
        /// 20 px.
        Large = "large", "Large";
    }
}

closed_set! {
    /// How tiles are arranged.
    pub enum Layout ("a layout") {
        /// A grid.
        Bento = "bento", "Bento";
        /// One column of links.
        List = "list", "List";
        /// Every tile placed freely.
        Canvas = "canvas", "Canvas";
    }
}

closed_set! {
    /// Alignment of the profile, headings and notes.
    pub enum Align ("an alignment") {
        /// The look's own.
        Look = "look", "The look’s";
        /// Left.
        Left = "left", "Left";
        /// Centre.
        Center = "center", "Center";
        /// Right.
        Right = "right", "Right";
    }
}

closed_set! {
    /// How a tile's paper is drawn.
    pub enum TileStyle ("a tile style") {
        /// The look's own.
        Look = "look", "The look’s";
        /// No shadow, grain or tilt.
        Flat = "flat", "Flat";
        /// No fill, a 2 px edge.
        Outline = "outline", "Outline";
        /// See-through over an image backdrop.
        Glass = "glass", "Glass";
    }
}

closed_set! {
    /// What a tile does under the pointer.
    pub enum Effect ("an effect") {
        /// The look's own.
        Look = "look", "The look’s";
        /// Rises.
        Lift = "lift", "Lift";
        /// Turns.
        Tilt = "tilt", "Tilt";
        /// Sinks.
        Press = "press", "Press";
        /// Gains an accent ring.
        Glow = "glow", "Glow";
        /// Nothing.
        None = "none", "None";
    }
}

closed_set! {
    /// Shape of the avatar.
    pub enum AvatarShape ("an avatar shape") {
        /// The look's own.
        Look = "look", "The look’s";
        /// A circle.
        Circle = "circle", "Circle";
        /// A square.
        Square = "square", "Square";
        /// A square with round corners.
        Rounded = "rounded", "Rounded";
        /// An arch.
        Arch = "arch", "Arch";
        /// A hexagon.
        Hexagon = "hexagon", "Hexagon";
        /// No avatar.
        None = "none", "None";
    }
}

closed_set! {
    /// How photos are printed.
    pub enum Photos ("a photo mode") {
        /// The look's own process.
        Natural = "natural", "Natural";
        /// Greyscale.
        Mono = "mono", "Mono";
        /// Blue-noise dots in the palette's inks.
        Dither = "dither", "Dither";
        /// Characters.
        Ascii = "ascii", "ASCII";
    }
}

closed_set! {
    /// What lies behind the tiles.
    pub enum BackgroundStyle ("a background style") {
        /// The look's scene.
        Scene = "scene", "Scene";
        /// The page colour.
        Solid = "solid", "Solid";
        /// Dots.
        Dots = "dots", "Dots";
        /// Lines.
        Grid = "grid", "Grid";
        /// A picture.
        Image = "image", "Picture";
    }
}

/// What lies behind the tiles, with every choice about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Background {
    /// Kind of backdrop.
    pub style: BackgroundStyle,
    /// The picture of an `image` backdrop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageUrl>,
    /// Share of the page colour over the picture.
    pub dim: Dim,
    /// Blur of the picture, px.
    pub blur: Blur,
    /// Whether the look's paper or screen grain shows.
    pub grain: bool,
    /// The page colour, replacing the palette's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<HexColor>,
}

impl Default for Background {
    fn default() -> Self {
        Self {
            style: BackgroundStyle::Scene,
            image: None,
            dim: Dim::clamped(0.25),
            blur: Blur::clamped(0.0),
            grain: true,
            color: None,
        }
    }
}

/// A theme field with a closed set of values: what schemas, options and one-line summaries need.
#[derive(Debug)]
pub struct ChoiceField {
    /// Its name in JSON.
    pub name: &'static str,
    /// The name of its list of values in the options.
    pub list: &'static str,
    /// Its name before its value in a one-line summary, such as "tiles flat".
    pub word: &'static str,
    /// Its description, as a sentence.
    pub about: &'static str,
    /// Its values, each with its label.
    pub values: fn() -> Vec<(&'static str, &'static str)>,
    /// Its value in a theme.
    pub value: fn(&Theme) -> &'static str,
}

/// A theme field that is on or off; on by default.
#[derive(Debug)]
pub struct SwitchField {
    /// Its name in JSON.
    pub name: &'static str,
    /// Its name before "off" in a one-line summary.
    pub word: &'static str,
    /// Its description, as a sentence.
    pub about: &'static str,
    /// Whether it is on.
    pub value: fn(&Theme) -> bool,
}

/// A source of a theme's choices and switches, by their names in JSON.
pub(crate) trait ThemeSource {
    /// The value of a choice, if there is one.
    fn choice<T: ClosedSet>(&self, name: &str) -> Option<T>;
    /// The value of a switch, if there is one.
    fn switch(&self, name: &str) -> Option<bool>;
}

fn values<T: ClosedSet>() -> Vec<(&'static str, &'static str)> {
    T::all().iter().map(|member| (member.wire(), member.shown())).collect()
}

/// Declares the theme: a row for every field with a closed set of values, with its default, and for every switch.
/// Fields with other types of values are written out.
macro_rules! theme {
    (
        choices { $( $choice:ident: $set:ident = $default:ident { name: $name:literal, list: $list:literal, word: $word:literal, about: $about:literal } )+ }
        switches { $( $switch:ident { name: $switch_name:literal, word: $switch_word:literal, about: $switch_about:literal } )+ }
    ) => {
        /// The whole theme. `preset` always belongs to `style`: both come from one [`Palette`].
        #[derive(Clone, Debug, PartialEq)]
        pub struct Theme {
            /// Look and palette.
            pub palette: Palette,
            /// Accent that replaces the palette's.
            pub accent: Option<HexColor>,
            $( #[doc = $about] pub $choice: $set, )+
            $( #[doc = $switch_about] pub $switch: bool, )+
            /// Backdrop.
            pub background: Background,
        }

        impl Theme {
            /// The names of all fields in JSON, in serialisation order.
            pub const FIELDS: &'static [&'static str] =
                &["style", "preset", "accent", $( $name, )+ $( $switch_name, )+ "background"];
            /// The fields with a closed set of values, in serialisation order.
            pub const CHOICES: &'static [ChoiceField] = &[ $( ChoiceField {
                name: $name,
                list: $list,
                word: $word,
                about: $about,
                values: values::<$set>,
                value: |theme| theme.$choice.as_str(),
            }, )+ ];
            /// The fields that are on or off, in serialisation order.
            pub const SWITCHES: &'static [SwitchField] = &[ $( SwitchField {
                name: $switch_name,
                word: $switch_word,
                about: $switch_about,
                value: |theme| theme.$switch,
            }, )+ ];

            /// The theme of a look with its first palette and all defaults.
            pub fn of(look: Look) -> Self {
                Self {
                    palette: look.first_palette(),
                    accent: None,
                    $( $choice: $set::$default, )+
                    $( $switch: true, )+
                    background: Background::default(),
                }
            }

            /// Copies every choice and switch that `source` has.
            pub(crate) fn fill(&mut self, source: &impl ThemeSource) {
                $( self.$choice = source.choice($name).unwrap_or(self.$choice); )+
                $( self.$switch = source.switch($switch_name).unwrap_or(self.$switch); )+
            }

            /// The look.
            pub const fn look(&self) -> Look {
                self.palette.look()
            }
        }

        /// The theme in its JSON form.
        #[derive(Serialize)]
        struct Written<'a> {
            style: Look,
            preset: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            accent: Option<HexColor>,
            $( #[serde(rename = $name)] $choice: $set, )+
            $( #[serde(rename = $switch_name)] $switch: bool, )+
            background: &'a Background,
        }

        impl Serialize for Theme {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                Written {
                    style: self.look(),
                    preset: self.palette.name(),
                    accent: self.accent,
                    $( $choice: self.$choice, )+
                    $( $switch: self.$switch, )+
                    background: &self.background,
                }
                .serialize(s)
            }
        }
    };
}

theme! {
    choices {
        font: Font = Look {
            name: "font", list: "fonts", word: "font",
            about: "Typeface."
        }
        radius: Radius = Look {
            name: "radius", list: "radii", word: "radius",
            about: "Corner radius of sheets and pictures."
        }
        layout: Layout = Bento {
            name: "layout", list: "layouts", word: "layout",
            about: "bento is a grid, list one column, canvas places tiles freely."
        }
        align: Align = Look {
            name: "align", list: "alignments", word: "align",
            about: "Alignment of profile, headings and notes."
        }
        tile_style: TileStyle = Look {
            name: "tileStyle", list: "tileStyles", word: "tiles",
            about: "How a tile's paper is drawn."
        }
        effect: Effect = Look {
            name: "effect", list: "effects", word: "effect",
            about: "What a tile does under the pointer."
        }
        avatar: AvatarShape = Look {
            name: "avatar", list: "avatars", word: "avatar",
            about: "Shape of the avatar."
        }
        photos: Photos = Natural {
            name: "photos", list: "photos", word: "photos",
            about: "How photos are printed."
        }
    }
    switches {
        motion {
            name: "motion", word: "motion",
            about: "Whether anything moves."
        }
        ambient {
            name: "ambient", word: "ambience",
            about: "Whether the scene's ambience shows."
        }
    }
}
