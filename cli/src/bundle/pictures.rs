//! A bundle: `page.json`, and `media/` with the pictures it references.

use std::collections::HashMap;

use mantel_model::limits;
use serde_json::Value;

use super::{Archive, Kind, contents, place, shown};
use crate::client::{Client, Picture};
use crate::context::Context;
use crate::failure::{Failure, Outcome};

/// A parsed bundle.
pub struct Bundle {
    /// The page file, unchanged.
    text: String,
    /// Pictures, by the address used in the page.
    pictures: Vec<(String, Picture)>,
}

impl Bundle {
    /// Reads the page file and the pictures it references; other files are ignored.
    pub(super) fn read(name: &str, archive: &mut Archive) -> Outcome<Self> {
        let mut files: HashMap<String, usize> = HashMap::new();
        for at in 0..archive.len() {
            let (path, kind) = place(archive, at)?;
            if kind == Kind::File {
                files.insert(shown(&path).replace('\\', "/"), at);
            }
        }
        let Some(page) = files.get("page.json") else {
            return Err(Failure::message(format!(
                "{name} holds no page.json; mantel export --bundle writes such a file"
            )));
        };
        let text = contents(archive, *page, limits::BODY_BYTES as u64)?;
        let text = String::from_utf8(text).map_err(|_| Failure::message("page.json in the zip file is not UTF-8"))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| Failure::message(format!("page.json in the zip file is not JSON: {error}")))?;
        let mut own = Vec::new();
        each_own_picture(&value, &mut own);
        let mut pictures = Vec::new();
        for src in own {
            // `/media/<hash>` is stored as `media/<hash>.<extension>`.
            let stem = src.trim_start_matches('/');
            let found = files
                .iter()
                .find(|(file, _)| *file == stem || file.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.')));
            if let Some((file, at)) = found {
                let bytes = contents(archive, *at, limits::IMAGE_BYTES as u64)?;
                pictures.push((src.to_owned(), Picture::of(file, bytes)?));
            }
        }
        Ok(Self { text, pictures })
    }

    /// Uploads the pictures and returns the page file with their addresses on that server: the unchanged text if
    /// they are the same there.
    pub fn upload(self, context: &Context, client: &Client<'_>) -> Outcome<Value> {
        let mut moved = HashMap::new();
        let count = self.pictures.len();
        for (src, picture) in self.pictures {
            let stored = client.upload(&picture)?;
            if stored.src != src {
                moved.insert(src, stored.src);
            }
        }
        if count > 0 {
            let many = if count == 1 { "1 picture".to_owned() } else { format!("{count} pictures") };
            context.note(&format!("Uploaded {many}"));
        }
        if moved.is_empty() {
            return Ok(Value::String(self.text));
        }
        let mut value: Value = serde_json::from_str(&self.text).map_err(|error| Failure::message(error.to_string()))?;
        readdress(&mut value, &moved);
        Ok(value)
    }
}

/// Addresses of the service's own pictures, without duplicates.
fn each_own_picture<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
    match value {
        Value::String(text) if text.starts_with("/media/") && !out.contains(&text.as_str()) => out.push(text),
        Value::Array(items) => items.iter().for_each(|item| each_own_picture(item, out)),
        Value::Object(map) => map.values().for_each(|value| each_own_picture(value, out)),
        _ => {}
    }
}

fn readdress(value: &mut Value, moved: &HashMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(now) = moved.get(text.as_str()) {
                text.clone_from(now);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| readdress(item, moved)),
        Value::Object(map) => map.values_mut().for_each(|value| readdress(value, moved)),
        _ => {}
    }
}
