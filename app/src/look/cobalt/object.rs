//! The loose parts of objects: a patent's band, the marks of rows.

use leptos::prelude::*;

use super::Object;
use crate::page::Form;
use crate::ui::icon;

/// The ornament of an object by its kind; all else is drawn by the stylesheet.
pub fn ornament(&Object { form, v, parts, .. }: &Object<'_>) -> Option<AnyView> {
    let bare = parts.picture.is_none() && matches!(parts.kind_class, "k-plain" | "k-postcard" | "k-letter");
    match (parts.kind_class, form) {
        (kind, Form::Row) => {
            (bare || kind == "k-github").then(|| view! { <span class="mark">{icon::kind(kind)}</span> }.into_any())
        }
        ("k-github", _) => {
            Some(view! { <span class="cobalt-patent"><b>"Patent"</b><b>{serial(v)}</b></span> }.into_any())
        }
        _ => None,
    }
}

/// A patent's number, from the variant alone (looks, 1.1).
fn serial(v: f32) -> String {
    let number = 10_000.0 + (v * 1000.0).round() * 83.0 + 7.0;
    let number = format!("{number:.0}");
    let (thousands, rest) = number.split_at(number.len() - 3);
    format!("No {thousands},{rest}")
}
