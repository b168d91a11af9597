//! Flags that every command takes.

use clap::Args;

use crate::output::style::ColorChoice;

/// The clap id of the global `--color`, since `add` and `update` have a `--color` of their own: after these commands it
/// is the tile's, before them the global one.
pub const WHEN: &str = "when";

/// Flags that every command takes.
#[derive(Clone, Debug, Args)]
pub struct GlobalFlags {
    /// Print JSON instead of words
    #[arg(long, global = true, help_heading = "Everywhere", display_order = 100)]
    pub json: bool,
    /// The server, instead of SERVICE_URL
    #[arg(long, global = true, value_name = "URL", help_heading = "Everywhere", display_order = 101)]
    pub url: Option<String>,
    /// When to use colour: auto, always or never
    #[arg(id = WHEN, long = "color", value_enum, hide_possible_values = true, hide_default_value = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, help_heading = "Everywhere", display_order = 102)]
    pub color: ColorChoice,
    /// Say less: data and errors only
    #[arg(short, long, global = true, help_heading = "Everywhere", display_order = 103)]
    pub quiet: bool,
}
