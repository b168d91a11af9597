//! A theme as attributes of the page: every choice is a `data-…` the stylesheets answer to; colours are variables.

use mantel_model::color::HexColor;
use mantel_model::contrast;
use mantel_model::theme::{BackgroundStyle, Theme};

use super::RenderContext;

/// The page element's attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct PageAttributes {
    /// Wire name of the look, and so on for each choice.
    pub look: &'static str,
    /// Palette.
    pub palette: &'static str,
    /// Layout.
    pub layout: &'static str,
    /// Typeface.
    pub font: &'static str,
    /// Corner radius.
    pub radius: &'static str,
    /// Alignment.
    pub align: &'static str,
    /// Tile style.
    pub tiles: &'static str,
    /// Hover effect.
    pub effect: &'static str,
    /// Avatar shape.
    pub avatar: &'static str,
    /// Photo mode.
    pub photos: &'static str,
    /// `on` or `off`.
    pub motion: &'static str,
    /// `on` or `off`.
    pub ambient: &'static str,
    /// Background style.
    pub backdrop: &'static str,
    /// `on` or `off`.
    pub grain: &'static str,
    /// Variables that replace the palette's.
    pub style: String,
}

impl PageAttributes {
    /// The attributes of a theme.
    pub fn of(theme: &Theme) -> Self {
        let on = |it: bool| if it { "on" } else { "off" };
        Self {
            look: theme.look().as_str(),
            palette: theme.palette.name(),
            layout: theme.layout.as_str(),
            font: theme.font.as_str(),
            radius: theme.radius.as_str(),
            align: theme.align.as_str(),
            tiles: theme.tile_style.as_str(),
            effect: theme.effect.as_str(),
            avatar: theme.avatar.as_str(),
            photos: theme.photos.as_str(),
            motion: on(theme.motion),
            ambient: on(theme.ambient),
            backdrop: theme.background.style.as_str(),
            grain: on(theme.background.grain),
            style: variables(theme),
        }
    }
}

/// The palette's colours from the table, with the owner's accent and page colour in their place (looks, 1.4).
fn variables(theme: &Theme) -> String {
    let entry = theme.palette.entry();
    let mut style = String::new();
    let mut set = |name: &str, color: HexColor| style.push_str(&format!("--{name}:{color};"));
    if let Some(accent) = theme.accent {
        set("accent", accent);
        set("accent-ink", contrast::best_ink(accent));
        set("accent-text", contrast::accent_text(accent, entry.surface));
    }
    if let Some(color) = theme.background.color {
        set("bg", color);
        set("on", contrast::on(color, entry));
    }
    style
}

/// Style of the backdrop picture, if there is one.
pub fn backdrop(theme: &Theme, setting: &RenderContext) -> Option<String> {
    let background = &theme.background;
    let image = background.image.as_ref().filter(|_| background.style == BackgroundStyle::Image)?;
    let image = match setting.pictures.get(image.as_str()) {
        Some(seen) => seen.at(1280),
        None if setting.sealed && !image.as_str().starts_with('/') => return None,
        None => image.to_string(),
    };
    // Quoted and escaped: an address can hold neither a quote nor a backslash after parsing, and is checked again here.
    let address: String = image.chars().filter(|it| !matches!(it, '"' | '\\' | '\n' | '(' | ')' | '<' | '>')).collect();
    let (dim, blur) = (background.dim.get(), background.blur.get());
    Some(format!("background-image:url(\"{address}\");--dim:{dim};--blur:{blur}px"))
}
