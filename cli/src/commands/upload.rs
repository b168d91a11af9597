//! Local pictures: a path given where the API takes an address is uploaded first.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::args::terms::Terms;
use crate::client::{Client, Picture};
use crate::context::Context;
use crate::failure::{Failure, Outcome};

/// File extensions of pictures.
const PICTURES: [&str; 9] = ["png", "jpg", "jpeg", "webp", "gif", "avif", "svg", "heic", "bmp"];

/// The file that an input names, if any: it is written as a path, or is an existing file with a picture extension.
///
/// # Errors
/// When it is written as a path and there is no such file.
pub fn picture(input: &str) -> Outcome<Option<PathBuf>> {
    let path = Path::new(input);
    if input.contains("://") || input.contains('\n') {
        return Ok(None);
    }
    let relative = input.starts_with("./") || input.starts_with("../");
    let ending = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase();
    let there = path.is_file();
    if there && (relative || path.is_absolute() || PICTURES.contains(&ending.as_str())) {
        return Ok(Some(path.to_owned()));
    }
    if relative {
        return Err(Failure::message(format!("There is no file {input}")));
    }
    Ok(None)
}

/// Uploads a picture and returns its address on the server.
///
/// # Errors
/// When it is not a picture, or the service rejects it; always in a dry run, because an upload is permanent.
pub fn upload(context: &Context, client: &Client<'_>, terms: &Terms, path: &Path) -> Outcome<String> {
    if terms.dry_run {
        let words = format!("--dry-run changes nothing, so {} cannot be uploaded; give its address", path.display());
        return Err(Failure::Usage(words));
    }
    let picture = Picture::open(path)?;
    let stored = client.upload(&picture)?;
    let size = format!("{} × {} pixels", stored.width, stored.height);
    context.note(&context.notes.dim(&format!("Uploaded {} as {} ({size})", path.display(), stored.src)));
    Ok(stored.src)
}

/// Replaces paths in these fields by the addresses of the uploaded pictures.
///
/// # Errors
/// The errors of [`upload`].
pub fn uploaded(
    context: &Context,
    client: &Client<'_>,
    terms: &Terms,
    mut fields: Map<String, Value>,
    names: &[&str],
) -> Outcome<Map<String, Value>> {
    for name in names {
        let Some(value) = fields.get_mut(*name) else { continue };
        if let Some(path) = value.as_str().map(picture).transpose()?.flatten() {
            *value = json!(upload(context, client, terms, &path)?);
        }
    }
    Ok(fields)
}
