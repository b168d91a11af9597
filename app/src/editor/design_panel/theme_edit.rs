//! Reads parts of the theme and makes patches of it.

use crate::editor::state::editor::Editor;
use leptos::prelude::*;
use mantel_model::theme::Theme;
use serde_json::{Value, json};

/// A memo of one part of the theme.
pub fn theme<T: PartialEq + Send + Sync + 'static>(editor: Editor, part: fn(&Theme) -> T) -> Memo<T> {
    editor.draft_memo(move |draft| part(&draft.theme))
}

/// A patch of one field of the background.
pub fn background_patch(field: &str, value: Value) -> Value {
    json!({ "background": field_patch(field, value) })
}

/// A patch of one field.
pub fn field_patch(field: &str, value: Value) -> Value {
    let mut fields = serde_json::Map::new();
    fields.insert(field.to_owned(), value);
    Value::Object(fields)
}

/// Ends a gesture: the next edit is an undo step of its own.
pub fn end_gesture(editor: Editor) -> Callback<()> {
    Callback::new(move |()| editor.end_gesture())
}
