//! `mantel validate`: read a page file offline, through the same model the service uses.

use std::ffi::OsStr;
use std::io::Read as _;
use std::process::ExitCode;

use mantel_model::brief::{self, Imported, Source, Warning};
use serde_json::json;

/// Checks a file and says what would be done with it.
pub fn run(file: &OsStr, as_json: bool) -> ExitCode {
    let text = match read(file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("mantel: {} can not be read: {error}", file.display());
            return ExitCode::from(1);
        }
    };
    match brief::import(&text, 0) {
        Ok(page) if as_json => println!("{}", outcome(&page)),
        Ok(page) => tell(file, &page),
        Err(error) if as_json => {
            println!(
                "{}",
                json!({ "ok": false, "error": { "message": error.message, "line": error.place.map(|it| it.line), "column": error.place.map(|it| it.column) } })
            );
            return ExitCode::from(1);
        }
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return ExitCode::from(1);
        }
    }
    ExitCode::SUCCESS
}

fn read(file: &OsStr) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if file == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn kind(page: &Imported) -> &'static str {
    match page.source {
        Source::Brief(_) => "brief",
        Source::PageFile => "page file",
    }
}

fn outcome(page: &Imported) -> serde_json::Value {
    json!({ "ok": true, "kind": kind(page), "tiles": page.draft.tiles.len(), "warnings": page.warnings })
}

fn tell(file: &OsStr, page: &Imported) {
    for warning in &page.warnings {
        eprintln!("{}", line(file, warning));
    }
    let theme = &page.draft.theme;
    println!(
        "A {} for {} in {}, {}: {} tiles, {} warnings.",
        kind(page),
        page.draft.profile.name,
        theme.look(),
        theme.palette.name(),
        page.draft.tiles.len(),
        page.warnings.len()
    );
}

/// `page.json:4:11: /links/0/size: …`, as compilers write places.
fn line(file: &OsStr, warning: &Warning) -> String {
    let place = match (warning.line, warning.column) {
        (Some(line), Some(column)) => format!(":{line}:{column}"),
        _ => String::new(),
    };
    let path = if warning.path.is_empty() { String::new() } else { format!("{}: ", warning.path) };
    format!("{}{place}: {path}{}", file.display(), warning.message)
}
