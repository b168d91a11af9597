//! `mantel theme`: changes the appearance of the page.

use clap::Args;
use mantel_model::Edit;
use mantel_model::api::ThemeReply;
use mantel_model::look::{Look, Palette};
use mantel_model::theme::{Align, AvatarShape, BackgroundStyle, Effect, Font, Layout, Photos, Radius, TileStyle};
use serde_json::{Map, Value};

use super::edit_result;
use super::upload;
use crate::args::fields::Fields;
use crate::args::terms::Terms;
use crate::args::values::{LookName, color, named, number, palette, place, switch};
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::outline;

/// Change how the page looks; what is not given stays
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel theme --style washi --preset sumi
  mantel theme --layout list --accent '#b8412f'
  mantel theme --accent none --motion off
  mantel theme --background-style image --background-image ./linen.jpg --background-dim 0.4")]
pub struct Theme {
    /// The look
    #[arg(long, value_parser = LookName)]
    style: Option<Look>,
    /// The palette, one of the look's four; mantel options looks lists them
    #[arg(long, value_parser = palette)]
    preset: Option<Palette>,
    /// A colour in place of the palette's accent, #rrggbb; none gives it back
    #[arg(long, value_name = "COLOR", value_parser = color)]
    accent: Option<Value>,
    /// Typeface
    #[arg(long, value_parser = named::<Font>())]
    font: Option<Font>,
    /// Corner radius
    #[arg(long, value_parser = named::<Radius>())]
    radius: Option<Radius>,
    /// How tiles are arranged
    #[arg(long, value_parser = named::<Layout>())]
    layout: Option<Layout>,
    /// Alignment of profile, headings and notes
    #[arg(long, value_parser = named::<Align>())]
    align: Option<Align>,
    /// How a tile's paper is drawn
    #[arg(long, value_parser = named::<TileStyle>())]
    tile_style: Option<TileStyle>,
    /// What a tile does under the pointer
    #[arg(long, value_parser = named::<Effect>())]
    effect: Option<Effect>,
    /// Shape of the avatar
    #[arg(long, value_parser = named::<AvatarShape>())]
    avatar: Option<AvatarShape>,
    /// How photos are printed
    #[arg(long, value_parser = named::<Photos>())]
    photos: Option<Photos>,
    /// Whether anything moves, on or off
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    motion: Option<bool>,
    /// Whether the scene's ambience shows, on or off
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    ambient: Option<bool>,
    /// What lies behind the tiles
    #[arg(long, value_name = "STYLE", value_parser = named::<BackgroundStyle>(), help_heading = "Background")]
    background_style: Option<BackgroundStyle>,
    /// The picture behind the tiles: an address or a file; none takes it away
    #[arg(long, value_name = "IMAGE", value_parser = place, help_heading = "Background")]
    background_image: Option<Value>,
    /// Share of the page colour over the picture, 0 to 0.8
    #[arg(long, value_name = "SHARE", value_parser = number, help_heading = "Background")]
    background_dim: Option<Value>,
    /// Blur of the picture, 0 to 24 px
    #[arg(long, value_name = "PX", value_parser = number, help_heading = "Background")]
    background_blur: Option<Value>,
    /// Whether the grain of the look's paper shows, on or off
    #[arg(long, value_name = "SWITCH", value_parser = switch, help_heading = "Background")]
    background_grain: Option<bool>,
    /// The page colour, #rrggbb; none gives back the palette's
    #[arg(long, value_name = "COLOR", value_parser = color, help_heading = "Background")]
    background_color: Option<Value>,
    #[command(flatten)]
    terms: Terms,
}

impl Theme {
    pub fn run(self, context: &Context) -> Outcome {
        if let (Some(look), Some(palette)) = (self.style, self.preset)
            && palette.look() != look
        {
            let four: Vec<&str> = look.palettes().map(Palette::name).collect();
            let (name, other, four) = (palette.name(), palette.look(), four.join(", "));
            return Err(Failure::Usage(format!("{name} is a palette of {other}; the palettes of {look} are {four}")));
        }
        let terms = self.terms;
        let (theme, background) = self.fields();
        if theme.is_empty() && background.is_empty() {
            return Err(Failure::Usage("There is nothing to change; name a field, like --style".to_owned()));
        }
        let client = Client::with_key(context)?;
        let background = uploaded(context, &client, &terms, background.map())?;
        let body = theme.group("background", Fields::default().with(Some(Value::Object(background))));
        let reply = client.edit(&Edit::Theme(Value::Object(body.map())), terms.to_api())?;
        edit_result::print(context, &terms, &reply, |theme_reply: ThemeReply| {
            context.print(&outline::look(&theme_reply.theme, &context.data))?;
            edit_result::note_version(context, theme_reply.version, theme_reply.unpublished_changes);
            Ok(())
        })
    }

    fn fields(self) -> (Fields, Fields) {
        let theme = Fields::default()
            .put("style", self.style)
            .put("preset", self.preset.map(Palette::name))
            .put("accent", self.accent)
            .put("font", self.font)
            .put("radius", self.radius)
            .put("layout", self.layout)
            .put("align", self.align)
            .put("tileStyle", self.tile_style)
            .put("effect", self.effect)
            .put("avatar", self.avatar)
            .put("photos", self.photos)
            .put("motion", self.motion)
            .put("ambient", self.ambient);
        let background = Fields::default()
            .put("style", self.background_style)
            .put("image", self.background_image)
            .put("dim", self.background_dim)
            .put("blur", self.background_blur)
            .put("grain", self.background_grain)
            .put("color", self.background_color);
        (theme, background)
    }
}

fn uploaded(
    context: &Context,
    client: &Client<'_>,
    terms: &Terms,
    fields: Map<String, Value>,
) -> Outcome<Map<String, Value>> {
    upload::uploaded(context, client, terms, fields, &["image"])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Args as _;
    use mantel_model::theme::Theme;

    #[test]
    fn every_field_of_a_theme_has_a_flag() {
        let command = super::Theme::augment_args(clap::Command::new("theme"));
        // `tileStyle` is --tile-style; what a background is made of has a flag each.
        let flags: BTreeSet<String> =
            command.get_arguments().filter_map(|flag| flag.get_long()).map(|flag| flag.replace('-', "")).collect();
        let has_flag = |field: &str| match field {
            "background" => flags.iter().any(|flag| flag.starts_with(field)),
            _ => flags.contains(&field.to_lowercase()),
        };
        let missing: Vec<&&str> = Theme::FIELDS.iter().filter(|field| !has_flag(field)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
