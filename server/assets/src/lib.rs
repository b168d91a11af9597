//! The static files of the site: stylesheets bundled and minified, everything named by a content hash.
//!
//! In: `style/`, `public/` and, if there is one, the folder of the frontend: a folder for each screen that runs in the
//! browser (`editor/editor.js`, `editor/editor_bg.wasm` and its split parts), or one download for all (`mantel.js`).
//! Out: [`bundle`] gives the files, which the server embeds; [`folder`] writes them where a server in development reads them.

pub mod folder;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use lightningcss::bundler::{Bundler, FileProvider};
use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// What is made, or a sentence that says which file is at fault.
pub type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

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

/// The stack of each thread that bundles stylesheets, bytes: as much as the first thread of a program has.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// Screens that run in the browser.
pub const BROWSER_SCREENS: [&str; 2] = ["brief_editor", "editor"];

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name in the program: `looks/painted.css`, `/favicon.svg`.
    pub name: String,
    /// Its URL path, which contains a content hash.
    pub path: String,
    /// Its media type.
    pub mime: &'static str,
    /// Its bytes, not compressed.
    pub body: Vec<u8>,
}

/// Every file of the site: those of `style/` and `public/` below a folder, and the frontend, if it is built.
///
/// # Errors
/// If a file can't be read, or a stylesheet is none.
pub fn bundle(root: &Path, frontend: Option<&Path>) -> Result<Vec<Asset>> {
    let mut site = Site { assets: Vec::new(), hashed: BTreeMap::new() };
    site.public(&root.join("public"))?;
    site.styles(&root.join("style"))?;
    if let Some(folder) = frontend {
        site.browser(folder)?;
    }
    Ok(site.assets)
}

struct Site {
    assets: Vec<Asset>,
    /// Plain paths to hashed ones, for references in stylesheets and pages.
    hashed: BTreeMap<String, String>,
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
    fn public(&mut self, folder: &Path) -> Result {
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
    fn styles(&mut self, folder: &Path) -> Result {
        let mut sheets: Vec<_> = SCREENS.iter().map(|name| format!("{name}.css")).collect();
        for file in fs::read_dir(folder.join("looks"))? {
            let name = file?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".css") {
                sheets.push(format!("looks/{name}"));
            }
        }
        sheets.retain(|name| folder.join(name).exists());
        sheets.sort();
        // Where a rule stands in another, lightningcss calls itself: without optimisation that takes more than a thread has by default.
        let threads = ThreadPoolBuilder::new().stack_size(STACK_BYTES).build()?;
        let bundle = |name: &String| bundled(&folder.join(name)).map(|css| self.rewritten(css));
        let bundled: std::result::Result<Vec<_>, String> = threads.install(|| sheets.par_iter().map(bundle).collect());
        for (name, css) in sheets.iter().zip(bundled?) {
            self.add(name, "text/css; charset=utf-8", css.into_bytes());
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
    fn browser(&mut self, folder: &Path) -> Result {
        // The renderer of the API reference, if npm could fetch it.
        if let Ok(renderer) = fs::read(folder.join("redoc.js")) {
            self.add("redoc.js", "text/javascript; charset=utf-8", renderer);
        }
        for screen in BROWSER_SCREENS {
            let own = folder.join(screen);
            let (folder, module) = if own.is_dir() { (own.as_path(), screen) } else { (folder, "mantel") };
            self.screen(screen, folder, module)?;
        }
        Ok(())
    }

    /// Adds the files of one screen. They refer to each other, so all their names contain one hash of all files.
    fn screen(&mut self, screen: &str, folder: &Path, module: &str) -> Result {
        // cargo-leptos removes the `_bg` that wasm-bindgen writes; its first build may run before the frontend is
        // built.
        let code = [format!("{module}_bg.wasm"), format!("{module}.wasm")];
        let Some(code) = code.into_iter().find(|name| folder.join(name).exists()) else {
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
}

/// A minified stylesheet with those that it imports, or a sentence that says what is wrong with it.
fn bundled(file: &Path) -> std::result::Result<String, String> {
    let provider = FileProvider::new();
    let mut bundler = Bundler::new(&provider, None, ParserOptions::default());
    let message = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let mut sheet = bundler.bundle(file).map_err(|error| message(&error))?;
    sheet.minify(MinifyOptions::default()).map_err(|error| message(&error))?;
    let css =
        sheet.to_css(PrinterOptions { minify: true, ..PrinterOptions::default() }).map_err(|error| message(&error))?;
    Ok(css.code)
}

/// Every file below a folder, in a stable order.
///
/// # Errors
/// If a folder can't be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// A temporary folder with these files.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        folder
    }

    fn text<'a>(assets: &'a [Asset], name: &str) -> (&'a str, &'a str) {
        let asset = assets.iter().find(|asset| asset.name == name).unwrap_or_else(|| panic!("{name} is missing"));
        (&asset.path, std::str::from_utf8(&asset.body).unwrap())
    }

    #[test]
    fn stylesheets_are_bundled_and_refer_to_files_by_their_hashes() {
        let root = folder(&[
            ("public/looks/paper.svg", "<svg/>"),
            ("public/looks/paper.svg.svg", "<svg></svg>"),
            ("public/looks/notes.md", "for those who draw"),
            ("public/draw/source.svg", "<svg/>"),
            ("style/base.css", "p { color: #ff0000 }"),
            ("style/looks/night.css", "@import '../base.css'; i { background: url(/looks/paper.svg) }"),
            ("style/looks/night/part.css", "b { }"),
            ("style/ui.css", "@import 'base.css'; i { background: url(/looks/paper.svg.svg) }"),
        ]);
        let assets = bundle(root.path(), None).unwrap();
        let names: Vec<_> = assets.iter().map(|asset| &*asset.name).collect();
        assert_eq!(names, ["/looks/paper.svg", "/looks/paper.svg.svg", "looks/night.css", "ui.css"]);
        let (paper, _) = text(&assets, "/looks/paper.svg");
        // The first twelve digits of its SHA-256.
        assert_eq!(paper, "/assets/paper.d4dc56669143.svg");
        let (night, css) = text(&assets, "looks/night.css");
        assert!(night.starts_with("/assets/night.") && night.ends_with(".css"), "{night}");
        assert_eq!(css, format!("p{{color:red}}i{{background:url({paper})}}"));
        let (longer, _) = text(&assets, "/looks/paper.svg.svg");
        assert!(text(&assets, "ui.css").1.contains(&format!("url({longer})")));
    }

    #[test]
    fn a_stylesheet_that_is_none_is_named() {
        let root = folder(&[("public/a.svg", ""), ("style/looks/night.css", "@import 'missing.css';")]);
        let why = bundle(root.path(), None).unwrap_err().to_string();
        assert!(why.contains("night.css"), "{why}");
    }

    #[test]
    fn the_files_of_a_screen_have_one_hash_and_refer_to_each_other() {
        let root = folder(&[("public/a.svg", ""), ("style/looks/night.css", "")]);
        let frontend = folder(&[
            ("mantel.js", "import * as a from \"./__wasm_split.js\"; new URL('mantel_bg.wasm')"),
            ("mantel_bg.wasm", "code"),
            ("__wasm_split.js", "import {b} from \"./mantel.js\"; fetch(\"./split_panels.wasm\")"),
            ("split_panels.wasm", "more code"),
        ]);
        let assets = bundle(root.path(), Some(frontend.path())).unwrap();
        for screen in BROWSER_SCREENS {
            let (path, script) = text(&assets, &format!("{screen}.js"));
            let hash = path.strip_prefix(&format!("/assets/{screen}.")).unwrap().strip_suffix(".js").unwrap();
            let code = format!("{screen}_bg.{hash}.wasm");
            assert_eq!(script, format!("import * as a from \"./{screen}_split.{hash}.js\"; new URL('{code}')"));
            assert_eq!(text(&assets, &format!("{screen}.wasm")).0, format!("/assets/{code}"));
            let loader = format!("import {{b}} from \"./{screen}.{hash}.js\"; fetch(\"./split_panels.{hash}.wasm\")");
            assert_eq!(text(&assets, &format!("{screen}_split.js")).1, loader);
        }
        let without = bundle(root.path(), Some(root.path())).unwrap();
        assert_eq!(without.len(), 2, "{without:?}");
    }
}
