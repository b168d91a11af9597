//! How a page looks: look, palette and every choice beside them (specification, Theme; looks, 1.7).

use serde::Serialize;

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
        /// Ordered dots in the palette's inks.
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

/// The whole theme. `preset` always belongs to `style`: both come from one [`Palette`].
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Look and palette.
    pub palette: Palette,
    /// Accent that replaces the palette's.
    pub accent: Option<HexColor>,
    /// Typeface.
    pub font: Font,
    /// Corner radius.
    pub radius: Radius,
    /// Arrangement.
    pub layout: Layout,
    /// Alignment.
    pub align: Align,
    /// Tile style.
    pub tile_style: TileStyle,
    /// Hover effect.
    pub effect: Effect,
    /// Avatar shape.
    pub avatar: AvatarShape,
    /// Photo mode.
    pub photos: Photos,
    /// Whether anything moves.
    pub motion: bool,
    /// Whether the scene's ambience shows.
    pub ambient: bool,
    /// Backdrop.
    pub background: Background,
}

impl Theme {
    /// The theme of a look with its first palette and every default.
    pub fn of(look: Look) -> Self {
        Self {
            palette: look.first_palette(),
            accent: None,
            font: Font::Look,
            radius: Radius::Look,
            layout: Layout::Bento,
            align: Align::Look,
            tile_style: TileStyle::Look,
            effect: Effect::Look,
            avatar: AvatarShape::Look,
            photos: Photos::Natural,
            motion: true,
            ambient: true,
            background: Background::default(),
        }
    }

    /// The look.
    pub const fn look(&self) -> Look {
        self.palette.look()
    }
}

/// The theme as JSON writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    style: Look,
    preset: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    accent: Option<HexColor>,
    font: Font,
    radius: Radius,
    layout: Layout,
    align: Align,
    tile_style: TileStyle,
    effect: Effect,
    avatar: AvatarShape,
    photos: Photos,
    motion: bool,
    ambient: bool,
    background: &'a Background,
}

impl Serialize for Theme {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        Written {
            style: self.look(),
            preset: self.palette.name(),
            accent: self.accent,
            font: self.font,
            radius: self.radius,
            layout: self.layout,
            align: self.align,
            tile_style: self.tile_style,
            effect: self.effect,
            avatar: self.avatar,
            photos: self.photos,
            motion: self.motion,
            ambient: self.ambient,
            background: &self.background,
        }
        .serialize(s)
    }
}
