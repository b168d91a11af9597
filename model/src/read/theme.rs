//! Reading a theme: absent fields have their defaults; retired looks are mapped (specification, Theme and Looks).

use super::fields::{At, Fields};
use crate::closed_set::ClosedSet;
use crate::color::HexColor;
use crate::look::{Look, Palette};
use crate::number::{Blur, Dim};
use crate::problem::either;
use crate::safe_url::{ImageUrl, shortened};
use crate::theme::{Background, Theme, ThemeSource};

/// A whole theme.
pub fn theme(at: At<'_>) -> Option<Theme> {
    let fields = at.fields("a theme")?;
    fields.only(Theme::FIELDS);
    let mut theme = Theme::of(Look::Cozy);
    theme.palette = palette(&fields).unwrap_or(theme.palette);
    theme.accent = fields.strictly_parsed("accent", HexColor::parse);
    theme.fill(&fields);
    theme.background = fields.get("background").and_then(background).unwrap_or(theme.background);
    Some(theme)
}

impl ThemeSource for Fields<'_> {
    fn choice<T: ClosedSet>(&self, name: &str) -> Option<T> {
        self.choice(name)
    }

    fn switch(&self, name: &str) -> Option<bool> {
        self.flag(name)
    }
}

/// Look and palette together: the palette belongs to the look, or is the look's first.
pub fn palette(fields: &Fields<'_>) -> Option<Palette> {
    let (look, retired) = match fields.get("style") {
        None => (Look::Cozy, false),
        Some(at) => at.parsed(|name| {
            let current = Look::named(name).map(|named| (named, false));
            let mapped = Look::retired(name).map(|retired| (retired, true));
            current.or(mapped).ok_or_else(|| Look::not_a_member(name))
        })?,
    };
    let Some(preset) = fields.get("preset") else { return Some(look.first_palette()) };
    preset.parsed(|name| match look.palette(name) {
        Some(palette) => Ok(palette),
        // The palettes of a retired look no longer exist.
        None if retired => Ok(look.first_palette()),
        None => Err(foreign_palette(look, name)),
    })
}

fn foreign_palette(look: Look, name: &str) -> String {
    let four: Vec<_> = look.palettes().map(Palette::name).collect();
    let belongs = match Palette::find(name) {
        Some(other) => format!("\"{name}\" is a palette of {}", other.look()),
        None => format!("\"{}\" is not a palette", shortened(name)),
    };
    format!("{belongs}; the palettes of {look} are {}", either(&four).replace(" or ", " and "))
}

fn background(at: At<'_>) -> Option<Background> {
    let fields = at.fields("a background")?;
    fields.only(&["style", "image", "dim", "blur", "grain", "color"]);
    let base = Background::default();
    Some(Background {
        style: fields.choice("style").unwrap_or(base.style),
        image: fields.parsed("image", ImageUrl::parse),
        dim: fields.number("dim", Dim::new).unwrap_or(base.dim),
        blur: fields.number("blur", Blur::new).unwrap_or(base.blur),
        grain: fields.flag("grain").unwrap_or(base.grain),
        color: fields.strictly_parsed("color", HexColor::parse),
    })
}

/// The look that a `style` value names.
pub fn look_of(value: &serde_json::Value) -> Option<Look> {
    let name = value.as_str()?;
    Look::named(name).or_else(|| Look::retired(name))
}

/// The message that `style` cannot be cleared.
pub fn style_null(current: Look) -> String {
    format!("a theme always has a style; leave the field out to keep {current}, or name a look")
}
