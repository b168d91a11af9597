//! A warning about a file, in one line.

use std::path::Path;

use mantel_model::brief::Warning;

/// `page.json:4:11: /links/0/size: …`, the format of compiler messages.
pub fn line(file: &Path, warning: &Warning) -> String {
    let place = match (warning.line, warning.column) {
        (Some(line), Some(column)) => format!(":{line}:{column}"),
        _ => String::new(),
    };
    let path = if warning.path.is_empty() { String::new() } else { format!("{}: ", warning.path) };
    format!("{}{place}: {path}{}", file.display(), warning.message)
}
