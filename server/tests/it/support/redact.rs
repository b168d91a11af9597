//! Bodies for snapshots: ids and times replaced by placeholders.

use serde_json::Value;

/// The indented JSON, with tile ids numbered in order of appearance, times and ports replaced.
pub fn redacted(body: &Value) -> String {
    let mut text = serde_json::to_string_pretty(body).unwrap();
    let mut count = 0;
    while let Some(at) = text.find("\"t_") {
        let id = text[at + 1..at + 15].to_owned();
        count += 1;
        text = text.replace(&id, &format!("<tile {count}>"));
    }
    while let Some(at) = text.find("http://127.0.0.1:") {
        let end = text[at + 17..].find(|character: char| !character.is_ascii_digit()).unwrap() + at + 17;
        text.replace_range(at..end, "<base>");
    }
    for name in ["at", "publishedAt"] {
        let field = format!("\"{name}\": \"2");
        while let Some(at) = text.find(&field) {
            let from = at + field.len() - 1;
            let end = text[from..].find('"').unwrap() + from;
            text.replace_range(from..end, "<time>");
        }
    }
    text
}

/// A draft without its tile ids, for comparing two ways of making a page.
pub fn without_ids(draft: &Value) -> Value {
    let mut draft = draft.clone();
    for tile in draft["tiles"].as_array_mut().unwrap() {
        tile.as_object_mut().unwrap().remove("id");
    }
    draft
}
