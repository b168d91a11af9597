//! Every screen of Mantel and the six looks, as Leptos components over one page model.

pub mod api_client;
#[cfg(feature = "ssr")]
pub mod app;
#[cfg(feature = "brief-editor")]
pub mod brief_editor;
pub mod components;
#[cfg(feature = "editor")]
pub mod editor;
pub mod mount;
#[cfg(any(feature = "brief-editor", feature = "editor"))]
pub mod move_in;
pub mod render;
pub mod sample_page;
pub mod site;
