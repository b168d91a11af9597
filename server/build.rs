//! Embeds the static files of the site (`assets/`) in the binary, compressed once, and the migrations.
//!
//! In: what `mantel_assets::bundle` makes of `style/`, `public/` and the frontend in the folder that `MANTEL_SITE_PKG`
//! names. With `MANTEL_ASSETS_DIR` nothing is embedded: a server in development reads that folder (`src/assets/folder.rs`).
//! With `MANTEL_DEPENDENCIES_ONLY` it fails, so that only what the server depends on is built, beside the frontend (`.ci/lib`).
//! Out: `$OUT_DIR/assets.rs`, a table that `src/assets/mod.rs` includes; `$OUT_DIR/migrations.rs`, the files of
//! `migrations/` for `src/store/migrations.rs`.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use mantel_assets::{Asset, BROWSER_SCREENS, files};
use rayon::prelude::*;

type BuildResult<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> BuildResult {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rustc-check-cfg=cfg(assets_in_folder)");
    if setting("MANTEL_DEPENDENCIES_ONLY").is_some() {
        return Err("MANTEL_DEPENDENCIES_ONLY is set: what the server depends on is built, and not the server".into());
    }
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    migrations(Path::new("migrations"), &out.join("migrations.rs"))?;
    if let Some(folder) = setting("MANTEL_ASSETS_DIR") {
        if release()? {
            return Err("MANTEL_ASSETS_DIR is for development; a release has its files inside".into());
        }
        println!("cargo:rustc-cfg=assets_in_folder");
        println!("cargo:rustc-env=MANTEL_ASSETS_DIR={}", Path::new(&folder).display());
        return Ok(());
    }
    embed(&out)
}

/// A variable of the environment that is set and not empty.
fn setting(name: &str) -> Option<OsString> {
    println!("cargo:rerun-if-env-changed={name}");
    std::env::var_os(name).filter(|value| !value.is_empty())
}

fn release() -> BuildResult<bool> {
    Ok(std::env::var("PROFILE")? == "release")
}

/// Bundles the site and writes the table of its files.
fn embed(out: &Path) -> BuildResult {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("..");
    let frontend = setting("MANTEL_SITE_PKG").map(PathBuf::from);
    for folder in [Some(&root.join("public")), Some(&root.join("style")), frontend.as_ref()].into_iter().flatten() {
        println!("cargo:rerun-if-changed={}", folder.display());
    }
    let assets = mantel_assets::bundle(&root, frontend.as_deref())?;
    if let Some(folder) = frontend {
        for screen in BROWSER_SCREENS {
            if !assets.iter().any(|asset| asset.name == format!("{screen}.wasm")) {
                let folder = folder.display();
                println!("cargo:warning=no browser code of {screen} in {folder}: the server is built without it");
            }
        }
    }
    write(&assets, out)
}

/// Writes a table of the migrations: version, description and SQL of each `<version>_<description>.sql`.
fn migrations(folder: &Path, out: &Path) -> BuildResult {
    let mut table = String::from("&[\n");
    for file in files(&folder.canonicalize()?)? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (version, description) = name.split_once('_').ok_or(format!("{name} is not <version>_<description>"))?;
        let (version, description) = (version.parse::<i64>()?, description.replace('_', " "));
        writeln!(table, "    ({version}, {description:?}, include_str!({:?})),", file.to_string_lossy())?;
    }
    fs::write(out, table + "]\n")?;
    Ok(())
}

/// Writes the files and their table.
fn write(assets: &[Asset], out: &Path) -> BuildResult {
    let folder = out.join("site");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let quality = if release()? { 11 } else { 5 };
    let written: io::Result<Vec<_>> = assets
        .par_iter()
        .enumerate()
        .map(|(at, asset)| {
            let plain = folder.join(format!("{at}"));
            fs::write(&plain, &asset.body)?;
            let packed = asset.mime.starts_with("text/") || asset.mime.ends_with("wasm") || asset.mime.contains("svg");
            let (br, gz) = if packed { compress(&plain, &asset.body, quality)? } else { (None, None) };
            Ok((plain, br, gz))
        })
        .collect();
    let mut table = String::from("&[\n");
    for (asset, (plain, br, gz)) in assets.iter().zip(written?) {
        write!(table, "    Asset {{ name: {:?}, path: {:?}, mime: {:?}, ", asset.name, asset.path, asset.mime)?;
        writeln!(table, "plain: include_bytes!({plain:?}), br: {}, gzip: {} }},", included(br), included(gz))?;
    }
    table.push_str("]\n");
    fs::write(out.join("assets.rs"), table)?;
    Ok(())
}

fn included(file: Option<PathBuf>) -> String {
    file.map_or("None".to_owned(), |path| format!("Some(include_bytes!({path:?}))"))
}

/// Compresses with Brotli, as small as possible for a release, quickly for a debug build; and with gzip.
fn compress(file: &Path, body: &[u8], quality: i32) -> io::Result<(Option<PathBuf>, Option<PathBuf>)> {
    let mut packed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        lgwin: 22,
        // One block as long as the longest file: a fifth of a percent smaller than several blocks.
        lgblock: 24,
        size_hint: body.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*body, &mut packed, &params)?;
    let br = file.with_extension("br");
    fs::write(&br, packed)?;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(body)?;
    let gz = file.with_extension("gz");
    fs::write(&gz, encoder.finish()?)?;
    Ok((Some(br), Some(gz)))
}
