//! Embeds the static files in the binary: stylesheets bundled and minified, everything named by a content hash and
//! compressed once.
//!
//! In: `style/`, `public/` and, when `MANTEL_SITE_PKG` names the folder, the frontend: a folder for each screen that
//! runs in the browser (`editor/editor.js`, `editor/editor_bg.wasm` and its split parts), or one download for all
//! (`mantel.js`).
//! Out: `$OUT_DIR/assets.rs`, a table that `src/assets.rs` includes; `$OUT_DIR/migrations.rs`, the files of `migrations/`
//! for `src/store/migrations.rs`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use lightningcss::bundler::{Bundler, FileProvider};
use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions};
use sha2::{Digest, Sha256};

type BuildResult<T = ()> = Result<T, Box<dyn Error>>;

/// Files of `public/` that are part of the site; source files and notes among them are not.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("woff2", "font/woff2"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    // Licences of the fonts, which are distributed with them.
    ("txt", "text/plain; charset=utf-8"),
];
/// Stylesheets of Mantel's own screens, bundled if they exist.
const SCREENS: &[&str] = &[
    "admin",
    "agents",
    "brief_editor",
    "change_card",
    "editor",
    "gallery",
    "insights",
    "settings",
    "share",
    "site",
    "ui",
];

/// A file of the site.
struct Asset {
    /// Its name in the program: `looks/painted.css`, `/favicon.svg`.
    name: String,
    /// Its URL path, which contains a content hash.
    path: String,
    mime: &'static str,
    body: Vec<u8>,
}

struct Site {
    assets: Vec<Asset>,
    /// Plain paths to hashed ones, for references in stylesheets and pages.
    hashed: BTreeMap<String, String>,
}

fn main() -> BuildResult {
    println!("cargo:rerun-if-env-changed=MANTEL_SITE_PKG");
    println!("cargo:rerun-if-changed=migrations");
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("..");
    let mut site = Site { assets: Vec::new(), hashed: BTreeMap::new() };
    site.public(&root.join("public"))?;
    site.styles(&root.join("style"))?;
    if let Some(folder) = std::env::var_os("MANTEL_SITE_PKG").filter(|folder| !folder.is_empty()) {
        site.browser(Path::new(&folder))?;
    }
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    migrations(Path::new("migrations"), &out.join("migrations.rs"))?;
    site.write(&out)
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

impl Site {
    fn add(&mut self, name: &str, mime: &'static str, body: Vec<u8>) -> String {
        let file = name.rsplit('/').next().unwrap_or(name);
        let (stem, kind) = file.rsplit_once('.').unwrap_or((file, "bin"));
        let hash: String = Sha256::digest(&body).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let path = format!("/assets/{stem}.{hash}.{kind}");
        self.assets.push(Asset { name: name.to_owned(), path: path.clone(), mime, body });
        path
    }

    /// Adds every file of `public/` that is part of the site, with its plain path as its name.
    fn public(&mut self, folder: &Path) -> BuildResult {
        println!("cargo:rerun-if-changed={}", folder.display());
        for file in files(folder)? {
            let relative = file.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            let extension =
                file.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
            let Some((_, mime)) = MEDIA_TYPES.iter().find(|entry| entry.0 == extension) else { continue };
            if relative.starts_with("draw/") {
                continue;
            }
            let name = format!("/{relative}");
            let path = self.add(&name, mime, fs::read(&file)?);
            self.hashed.insert(name, path);
        }
        Ok(())
    }

    /// Adds one bundle per look and one per screen, with hashed paths for their images and fonts.
    fn styles(&mut self, folder: &Path) -> BuildResult {
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut sheets: Vec<_> = SCREENS.iter().map(|name| format!("{name}.css")).collect();
        for file in fs::read_dir(folder.join("looks"))? {
            let name = file?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".css") {
                sheets.push(format!("looks/{name}"));
            }
        }
        sheets.sort();
        for name in sheets {
            let file = folder.join(&name);
            if file.exists() {
                let css = self.rewritten(bundled(&file)?);
                self.add(&name, "text/css; charset=utf-8", css.into_bytes());
            }
        }
        Ok(())
    }

    /// Replaces longer paths first, so that no path is replaced inside another.
    fn rewritten(&self, mut css: String) -> String {
        for (plain, path) in self.hashed.iter().rev() {
            if css.contains(plain.as_str()) {
                css = css.replace(plain.as_str(), path);
            }
        }
        css
    }

    /// Adds the frontend: the files of each screen and the module that starts it.
    fn browser(&mut self, folder: &Path) -> BuildResult {
        println!("cargo:rerun-if-changed={}", folder.display());
        // The renderer of the API reference, if npm could fetch it.
        if let Ok(renderer) = fs::read(folder.join("redoc.js")) {
            self.add("redoc.js", "text/javascript; charset=utf-8", renderer);
        }
        for screen in ["brief_editor", "editor"] {
            let own = folder.join(screen);
            let (folder, module) = if own.is_dir() { (own.as_path(), screen) } else { (folder, "mantel") };
            self.screen(screen, folder, module)?;
        }
        Ok(())
    }

    /// Adds the files of one screen. They refer to each other, so all their names contain one hash of all files.
    fn screen(&mut self, screen: &str, folder: &Path, module: &str) -> BuildResult {
        // cargo-leptos removes the `_bg` that wasm-bindgen writes; its first build may run before the frontend is
        // built.
        let code = [format!("{module}_bg.wasm"), format!("{module}.wasm")];
        let Some(code) = code.into_iter().find(|name| folder.join(name).exists()) else {
            println!("cargo:warning=no browser code in {}: the server is built without it", folder.display());
            return Ok(());
        };
        let mut names = vec![format!("{module}.js"), code.clone()];
        for file in files(folder)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // The loader of the parts that are fetched later, and those parts.
            if ["__wasm_split", "split_", "chunk_"].iter().any(|start| name.starts_with(start))
                && !name.ends_with("json")
            {
                names.push(name);
            }
        }
        let mut hasher = Sha256::new();
        let mut bodies = Vec::new();
        for name in &names {
            let body = fs::read(folder.join(name))?;
            hasher.update(&body);
            bodies.push(body);
        }
        let hash: String = hasher.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let public = |name: &str| match name.rsplit_once('.') {
            // cargo-leptos calls it `__wasm_split.______________________`.
            Some((stem, kind)) if stem.starts_with("__wasm_split") => format!("{screen}_split.{hash}.{kind}"),
            Some((stem, kind)) => format!("{}.{hash}.{kind}", stem.replace(module, screen)),
            None => format!("{name}.{hash}"),
        };
        let mut modules = Vec::new();
        for (name, body) in names.iter().zip(bodies) {
            let path = format!("/assets/{}", public(name));
            if name.ends_with(".wasm") {
                let label = if *name == code { format!("{screen}.wasm") } else { format!("{screen}/{name}") };
                self.assets.push(Asset { name: label, path, mime: "application/wasm", body });
                continue;
            }
            let mut text = String::from_utf8(body)?;
            for other in &names {
                // A module is renamed where it is imported; the wasm code keeps importing it by its plain name.
                // cargo-leptos writes the path of the module on its own server; its bindings file refers to `_bg`.
                text = if other.ends_with(".js") {
                    let import = format!("from \"./{}\"", public(other));
                    text.replace(&format!("from \"./{other}\""), &import)
                        .replace(&format!("from \"/pkg/{other}\""), &import)
                } else {
                    let plain = if *other == code { format!("{module}_bg.wasm") } else { other.clone() };
                    text.replace(&plain, &public(other))
                };
            }
            modules.push(path.clone());
            let label = if modules.len() == 1 { format!("{screen}.js") } else { format!("{screen}_split.js") };
            self.assets.push(Asset {
                name: label,
                path,
                mime: "text/javascript; charset=utf-8",
                body: text.into_bytes(),
            });
        }
        Ok(())
    }

    fn write(&self, out: &Path) -> BuildResult {
        let folder = out.join("site");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let mut table = String::from("&[\n");
        for (at, asset) in self.assets.iter().enumerate() {
            let plain = folder.join(format!("{at}"));
            fs::write(&plain, &asset.body)?;
            let packed = asset.mime.starts_with("text/") || asset.mime.ends_with("wasm") || asset.mime.contains("svg");
            let (br, gz) = if packed { compress(&plain, &asset.body)? } else { (None, None) };
            write!(table, "    Asset {{ name: {:?}, path: {:?}, mime: {:?}, ", asset.name, asset.path, asset.mime)?;
            writeln!(table, "plain: include_bytes!({plain:?}), br: {}, gzip: {} }},", included(br), included(gz))?;
        }
        table.push_str("]\n");
        fs::write(out.join("assets.rs"), table)?;
        Ok(())
    }
}

fn included(file: Option<PathBuf>) -> String {
    file.map_or("None".to_owned(), |path| format!("Some(include_bytes!({path:?}))"))
}

fn bundled(file: &Path) -> BuildResult<String> {
    let provider = FileProvider::new();
    let mut bundler = Bundler::new(&provider, None, ParserOptions::default());
    let message = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let mut sheet = bundler.bundle(file).map_err(|error| message(&error))?;
    sheet.minify(MinifyOptions::default()).map_err(|error| message(&error))?;
    let css =
        sheet.to_css(PrinterOptions { minify: true, ..PrinterOptions::default() }).map_err(|error| message(&error))?;
    Ok(css.code)
}

/// Compresses with Brotli, as small as possible for a release, quickly for a debug build; and with gzip.
fn compress(file: &Path, body: &[u8]) -> BuildResult<(Option<PathBuf>, Option<PathBuf>)> {
    let release = std::env::var("PROFILE")? == "release";
    let mut packed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: if release { 11 } else { 5 },
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

/// Every file below a folder, in a stable order.
fn files(folder: &Path) -> BuildResult<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}
