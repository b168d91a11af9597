//! What renders pages for hosts that show documents; the modules that draw are above this one.

use std::fmt;
use std::pin::Pin;

use crate::service::{Comparison, PageView};
use crate::state::App;

type Rendering<'a> = Pin<Box<dyn Future<Output = String> + Send + 'a>>;

/// What a card of changes in a chat shows.
#[derive(Debug)]
pub struct CardContent {
    /// Both pages.
    pub comparison: Comparison,
    /// Who made the changes, or asks to publish them.
    pub actor: String,
    /// Whether it asks to publish them; otherwise they were made.
    pub asks: bool,
    /// For each change in the order of the publish dialog, the calls that take it back as a JSON array; empty where none do.
    pub revert_calls: Vec<String>,
    /// Whether the agent may publish.
    pub may_publish: bool,
}

/// Renders HTML documents.
#[derive(Clone, Copy)]
pub struct Renderers {
    /// A draft.
    pub draft: for<'a> fn(&'a App, &'a PageView) -> Rendering<'a>,
    /// A card of changes.
    pub card: fn(&App, CardContent) -> Rendering<'_>,
}

impl fmt::Debug for Renderers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Renderers")
    }
}
