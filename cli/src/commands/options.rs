//! `mantel options`: lists every value that fields accept.

use clap::Args;
use mantel_model::nearest_name::nearest;
use serde_json::{Map, Value};

use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::style::{Styler, clean};

/// List the looks, palettes, fonts, sizes, platforms and everything else that fields take
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel options
  mantel options looks
  mantel options platforms --json")]
pub struct Options {
    /// Only this list
    list: Option<String>,
}

impl Options {
    pub fn run(self, context: &Context) -> Outcome {
        let reply = Client::anonymous(context)?.get("/api/v1/options")?;
        let all: Map<String, Value> = reply.read()?;
        let chosen = match &self.list {
            None => all,
            Some(name) => option_list(&all, name)?,
        };
        if context.json {
            return context.print_json(&chosen);
        }
        let parts: Vec<String> = chosen.iter().map(|(name, value)| part(name, value, &context.data)).collect();
        context.print(&parts.join("\n"))
    }
}

fn option_list(all: &Map<String, Value>, name: &str) -> Outcome<Map<String, Value>> {
    let names: Vec<&str> = all.keys().map(String::as_str).collect();
    let near = nearest(name, &names);
    // `tile-styles` and `tileStyles` name the same list.
    let same = near.filter(|near| near.to_lowercase() == name.replace(['-', '_'], "").to_lowercase());
    match same.and_then(|same| all.get_key_value(same)) {
        Some((name, value)) => Ok([(name.clone(), value.clone())].into_iter().collect()),
        None => {
            let suggestion = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            Err(Failure::Usage(format!("There is no list \"{name}\"{suggestion} There are {}", names.join(", "))))
        }
    }
}

fn part(name: &str, value: &Value, styler: &Styler) -> String {
    let lines = match value {
        Value::Array(items) if name == "platforms" => platforms(items),
        Value::Array(items) => items.iter().map(|item| choice(item, styler)).collect(),
        Value::Object(map) => map.iter().map(|(name, value)| format!("  {name}  {value}\n")).collect(),
        other => format!("  {other}\n"),
    };
    format!("{}\n{lines}", styler.bold(name))
}

/// Over a hundred names, so they are printed side by side.
fn platforms(items: &[Value]) -> String {
    let names: Vec<String> = items.iter().filter_map(|item| item["name"].as_str()).map(clean).collect();
    names.chunks(6).map(|chunk| format!("  {}\n", chunk.join(" "))).collect()
}

fn choice(item: &Value, styler: &Styler) -> String {
    let text = |name: &str| item.get(name).and_then(Value::as_str).map(clean).unwrap_or_default();
    let list = |name: &str| {
        let words =
            |value: &Value| value.as_str().map(str::to_owned).or_else(|| value["name"].as_str().map(str::to_owned));
        let items = item.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        items.iter().filter_map(words).collect::<Vec<_>>().join(", ")
    };
    let mut line = format!("  {:<12} {}", text("name"), text("label"));
    if !text("note").is_empty() {
        line.push_str(&styler.dim(&format!("  {}", text("note"))));
    }
    let mut out = format!("{}\n", line.trim_end());
    for (label, words) in [("palettes", list("palettes")), ("needs", list("required")), ("takes", list("optional"))] {
        if !words.is_empty() {
            out.push_str(&styler.dim(&format!("  {:<12} {label}: {words}\n", "")));
        }
    }
    out
}
