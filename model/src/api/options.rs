//! Every allowed value, for people and agents to choose from: `GET /api/v1/options` and `list_options`.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::closed_set::ClosedSet;
use crate::color::HexColor;
use crate::limits;
use crate::look::{Look, Palette};
use crate::read::tile::{OwnField, own_fields};
use crate::template::Template;
use crate::theme::{BackgroundStyle, ChoiceField, Theme};
use crate::tile::{KindName, NoteLook, Platform, Size, TileColor};

/// A value and its label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// What JSON holds.
    pub name: &'static str,
    /// What people read.
    pub label: &'static str,
    /// What it is for, where that is not obvious.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// A palette of a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaletteChoice {
    /// The value of `preset`.
    pub name: &'static str,
    /// What people read.
    pub label: &'static str,
    /// Whether its paper is dark.
    pub dark: bool,
    /// Page background.
    pub background: HexColor,
    /// Background of a tile.
    pub surface: HexColor,
    /// Text colour.
    pub ink: HexColor,
    /// Accent colour.
    pub accent: HexColor,
}

/// A look and its palettes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LookChoice {
    /// The value of `style`.
    pub name: &'static str,
    /// What people read.
    pub label: &'static str,
    /// A one-sentence description.
    pub note: &'static str,
    /// Free on the hosted service.
    pub free: bool,
    /// Its four palettes; the first is the default.
    pub palettes: Vec<PaletteChoice>,
}

/// A tile type and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileTypeChoice {
    /// The value of `type`.
    pub name: &'static str,
    /// What people read.
    pub label: &'static str,
    /// Fields it needs.
    pub required: Vec<&'static str>,
    /// Optional fields besides those that every tile has (`id size color pos`).
    pub optional: Vec<&'static str>,
}

/// A social platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlatformChoice {
    /// The value of `platform`.
    pub name: &'static str,
    /// What people read.
    pub label: &'static str,
}

/// Minimum and maximum.
type Range = (f64, f64);

/// Every limit that a client may run into (decisions, Limits).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "each is the constant of the same name in `limits`")]
pub struct Limits {
    pub body_bytes: usize,
    pub image_bytes: usize,
    pub image_side: u32,
    pub pictures: usize,
    pub picture_bytes: usize,
    pub page_bytes: usize,
    pub json_depth: usize,
    pub json_values: usize,
    pub tiles: usize,
    pub inputs: usize,
    pub history: usize,
    pub username: (usize, usize),
    pub name: usize,
    pub bio: usize,
    pub location: usize,
    pub page_title: usize,
    pub page_description: usize,
    pub title: usize,
    pub description: usize,
    pub text: usize,
    pub alt: usize,
    pub handle: usize,
    pub url_bytes: usize,
    pub focus: Range,
    pub zoom: Range,
    pub background_dim: Range,
    pub background_blur: Range,
    pub canvas_width: f64,
    pub pos_x: Range,
    pub pos_y: Range,
    pub pos_side: Range,
    pub pos_r: Range,
    pub pos_z: Range,
    pub keys: usize,
    pub streams: usize,
}

/// The reply: each list holds every value of its field, the default first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Options {
    /// `theme.style`, each with the four values of `theme.preset`.
    pub looks: Vec<LookChoice>,
    /// The theme fields with a closed set of values, each under the name of its list.
    #[serde(flatten)]
    pub theme: Map<String, Value>,
    /// `theme.background.style`.
    pub backgrounds: Vec<Choice>,
    /// `type` of a tile.
    pub tile_types: Vec<TileTypeChoice>,
    /// `size` of a tile.
    pub sizes: Vec<Choice>,
    /// `color` of a tile.
    pub colors: Vec<Choice>,
    /// `look` of a text tile.
    pub note_looks: Vec<Choice>,
    /// `platform` of a social tile.
    pub platforms: Vec<PlatformChoice>,
    /// `template` of a claim.
    pub templates: Vec<Choice>,
    /// The limits; ranges are `[minimum, maximum]`.
    pub limits: Limits,
}

/// Every allowed value and limit.
pub fn options() -> Options {
    Options {
        looks: Look::ALL.iter().map(|of| look(*of)).collect(),
        theme: theme(),
        backgrounds: choices::<BackgroundStyle>(),
        tile_types: KindName::ALL.iter().map(|kind_name| tile_type(*kind_name)).collect(),
        sizes: noted(size_note),
        colors: choices::<TileColor>(),
        note_looks: choices::<NoteLook>(),
        platforms: Platform::ALL
            .iter()
            .map(|platform| PlatformChoice { name: platform.as_str(), label: platform.label() })
            .collect(),
        templates: noted(Template::note),
        limits: limits_now(),
    }
}

fn choices<T: ClosedSet>() -> Vec<Choice> {
    T::all().iter().map(|member| Choice { name: member.wire(), label: member.shown(), note: None }).collect()
}

fn noted<T: ClosedSet>(note: impl Fn(T) -> &'static str) -> Vec<Choice> {
    T::all()
        .iter()
        .map(|member| Choice { name: member.wire(), label: member.shown(), note: Some(note(*member)) })
        .collect()
}

/// Layouts come first because they are chosen first.
fn theme() -> Map<String, Value> {
    let mut fields: Vec<_> = Theme::CHOICES.iter().collect();
    fields.sort_by_key(|field| field.list != "layouts");
    let list = |field: &ChoiceField| {
        let values = (field.values)().into_iter().map(|(name, label)| Choice { name, label, note: None });
        json!(values.collect::<Vec<_>>())
    };
    fields.into_iter().map(|field| (field.list.to_owned(), list(field))).collect()
}

const fn size_note(size: Size) -> &'static str {
    match size {
        Size::S => "1x1",
        Size::W => "2x1",
        Size::T => "1x2",
        Size::L => "2x2",
    }
}

fn look(look: Look) -> LookChoice {
    let entry = look.entry();
    let palettes = look.palettes().map(palette).collect();
    LookChoice { name: look.as_str(), label: look.label(), note: entry.note, free: entry.free, palettes }
}

fn palette(palette: Palette) -> PaletteChoice {
    let it = palette.entry();
    PaletteChoice {
        name: it.name,
        label: it.label,
        dark: it.dark,
        background: it.bg,
        surface: it.surface,
        ink: it.ink,
        accent: it.accent,
    }
}

fn tile_type(kind: KindName) -> TileTypeChoice {
    let (required, optional): (Vec<_>, Vec<_>) = own_fields(kind).iter().partition(|field| field.required);
    let names = |fields: Vec<&OwnField>| fields.into_iter().map(|field| field.name).collect();
    TileTypeChoice { name: kind.as_str(), label: kind.label(), required: names(required), optional: names(optional) }
}

const fn limits_now() -> Limits {
    Limits {
        body_bytes: limits::BODY_BYTES,
        image_bytes: limits::IMAGE_BYTES,
        image_side: limits::IMAGE_SIDE,
        pictures: limits::PICTURES,
        picture_bytes: limits::PICTURE_BYTES,
        page_bytes: limits::PAGE_BYTES,
        json_depth: limits::JSON_DEPTH,
        json_values: limits::JSON_VALUES,
        tiles: limits::TILES,
        inputs: limits::INPUTS,
        history: limits::HISTORY,
        username: (limits::USERNAME_MIN, limits::USERNAME_MAX),
        name: limits::NAME,
        bio: limits::BIO,
        location: limits::LOCATION,
        page_title: limits::PAGE_TITLE,
        page_description: limits::PAGE_DESCRIPTION,
        title: limits::TITLE,
        description: limits::DESCRIPTION,
        text: limits::TEXT,
        alt: limits::ALT,
        handle: limits::HANDLE,
        url_bytes: limits::URL_BYTES,
        focus: limits::FOCUS,
        zoom: limits::ZOOM,
        background_dim: limits::DIM,
        background_blur: limits::BLUR,
        canvas_width: limits::CANVAS_WIDTH,
        pos_x: limits::POS_X,
        pos_y: limits::POS_Y,
        pos_side: limits::POS_SIDE,
        pos_r: limits::POS_R,
        pos_z: limits::POS_Z,
        keys: limits::KEYS,
        streams: limits::STREAMS,
    }
}
