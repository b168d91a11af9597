//! The type of the function that renders a draft for hosts that show it as a document.

use std::pin::Pin;

use crate::service::PageView;
use crate::state::App;

/// Renders a draft as an HTML document.
pub type DraftRenderer = for<'a> fn(&'a App, &'a PageView) -> Pin<Box<dyn Future<Output = String> + Send + 'a>>;
